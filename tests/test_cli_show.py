"""`splendor show`: positions as text."""

import re

import attrs
import pytest
from rich.cells import cell_len

from splendor import (
    CARDS,
    PRESETS,
    SPENDEE_21,
    CardBack,
    Gems,
    Phase,
    ReserveCard,
    ReserveFromDeck,
    RevealCard,
    Rules,
    State,
    apply,
    setup,
)
from splendor.formats.json import to_json
from splendor.formats.record import Ending
from splendor.formats.recording import record_game
from splendor.render.palette import PAINTS
from splendor.verification import verify
from tests.command import (
    ESCAPE,
    GAME,
    NAMES,
    call,
    forged,
    here,  # noqa: F401 - a fixture
    opened,
    put,
    record,
    row_card,
    start,
)
from tests.games import buying, play, stalemate, states_of
from tests.pane import Pane
from tests.positions import position, seat, take

# show


def test_standard_input_is_not_read_unless_a_file_has_its_name() -> None:
    refused = call("show", "-")
    assert (refused.exit_code, refused.stdout) == (2, "")
    problem = "Invalid value for 'FILE': a file is needed, standard input is not read\n"
    assert refused.stderr.endswith(f"Error: {problem}")
    assert "standard input is not read" in call("show", "--help").output
    put("-", setup(2, seed=1))
    assert call("show", "-").output.startswith("At the opening")


def shown(content: object, *options: object, code: int = 0) -> list[str]:
    """The lines that show a record or a state."""
    result = call("show", put("game.json", content), *options)
    assert result.exit_code == code, result.output
    return result.output.splitlines()


def test_a_position_is_shown_as_the_table_looks() -> None:
    assert shown(setup(2, seed=1, first_player=1)) == OPENING.splitlines()


OPENING = """\
At the opening, round 1: player 1 is to move
Rules: official

Level 3     3r2 red 4 pt   3u4 blue 5 pt   3g1 green 3 pt  3k4 black 5 pt
16 in deck  7g             7w 3u           5w 3u 3r 3k     7r 3k

Level 2     2u4 blue 2 pt  2g5 green 2 pt  2g6 green 3 pt  2g4 green 2 pt
26 in deck  2w 1r 4k       4w 2u 1k        6g              5u 3g

Level 1     1g1 green      1k5 black       1u6 blue        1u5 blue
36 in deck  3r             1w 2u 1g 1r     1w 1g 2r 1k     1w 1g 1r 1k

Nobles      grk 3 pt  ugr 3 pt  wuk 3 pt
            3g 3r 3k  3u 3g 3r  3w 3u 3k

tokens     white w  blue u  green g  red r  black k  gold y  all
bank             4       4        4      4        4       5   25
player 0         .       .        .      .        .       .    0
  bonuses        .       .        .      .        .            0
player 1         .       .        .      .        .       .    0
  bonuses        .       .        .      .        .            0

          points  nobles  reserved
player 0       0  .       .
player 1       0  .       .
"""


def test_a_game_is_shown_as_it_ended() -> None:
    last = verify(GAME)
    assert last.outcome is not None
    [winner] = last.outcome.winners
    lines = shown(GAME)
    assert " ".join(lines[:2]) == (
        f"After {last.turns} turns, round {(last.turns + 1) // 2}: the game is over (target "
        f"reached), player {winner} ({NAMES[winner]}) won with {last.scores[winner].points} points"
    )
    assert shown(GAME, "--turn", last.turns) == lines
    assert not [line for line in lines if line.startswith("Ending")]


def test_every_turn_of_a_game_can_be_shown() -> None:
    """The position between two turns, with the card drawn in the last one."""
    opening, actions = play(1, policy=buying)
    between = {
        state.turn: state
        for state in states_of(opening, actions)
        if state.phase in {Phase.MAIN, Phase.OVER}
    }
    game = record_game(opening, actions, players=("", ""))
    last = len(between) - 1
    for turn in (0, 1, 2, 7, last):
        lines = shown(game, "--turn", turn)
        rules, board = lines.index("Rules: official"), lines.index("")
        news = " ".join(lines[rules + 1 : board])
        assert lines[: rules + 1] + lines[board:] == shown(between[turn])
        assert news.startswith("Last turn: player ") if turn else not news
    assert shown(game)[0].startswith(f"After {last} turns, ")
    assert shown(game, "--turn", 1)[0].startswith("After 1 turn, round 1: player 1 is ")


def test_what_was_done_last_is_said() -> None:
    opening = setup(2, seed=5)
    card = row_card(opening, 3)
    game = record_game(opening, [take("wug"), ReserveCard(card)], players=("Ada", ""))
    assert shown(game, "--turn", 1)[2] == "Last turn: Ada takes 1 white, 1 blue, 1 green."
    assert shown(game)[2].startswith(f"Last turn: player 1 reserves {card} and takes a gold; ")
    assert shown(game, "--turn", 0)[2] == ""


def test_a_card_drawn_blind_is_shown_once_it_is_named() -> None:
    opening = setup(2, seed=5)
    game = record_game(opening, [ReserveFromDeck(2)])
    drawn = opening.decks[1][0]
    assert any(f" {drawn} " in line and "face down" in line for line in shown(game, "--turn", 1))
    hidden = attrs.evolve(game, events=game.events[:1])
    assert shown(hidden)[-4] == "0 Player 1       0  .       #2"


@pytest.mark.parametrize(
    ("state", "heading"),
    [
        (
            position(seat("wwuuggrrkkyy", hand="3w1"), seat(), phase=Phase.RETURN),
            "player 0 has to return 2 tokens",
        ),
        (
            position(seat("wwuuggrrkky", hand="3w1"), seat(), phase=Phase.RETURN),
            "player 0 has to return 1 token",
        ),
        (
            position(
                seat(bought="1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4 1k1 1k2 1k3 1k4"),
                seat(),
                nobles="wu ug wk",
                phase=Phase.NOBLE,
            ),
            "player 0 has to choose a noble, wu or wk",
        ),
        (
            apply(position(seat(), seat(), hidden=True, mover=1), ReserveCard(CARDS["2w1"])),
            "a card of level 2 has to be turned up",
        ),
    ],
    ids=["return two", "return one", "noble", "reveal"],
)
def test_the_awaited_decision_is_named(state: State, heading: str) -> None:
    assert shown(state)[0].endswith(f": {heading}")


def test_the_last_round_is_marked() -> None:
    rich = seat(bought="3w4 3u4 3g4")
    lines = shown(position(rich, seat(), mover=1))
    assert lines[0] == "After 7 turns, round 4 (the last): player 1 is to move"
    assert "the last" not in shown(position(rich, seat(), mover=1, rules=SPENDEE_21))[0]


def test_a_stalemate_and_a_shared_victory_are_named() -> None:
    game = attrs.evolve(record_game(*stalemate()), players=("Ada", "Bo"))
    assert " ".join(shown(game)[:2]) == (
        "After 16 turns, round 8: the game is over (stalemate), player 0 (Ada) and player 1 (Bo) "
        "share the victory with 0 points"
    )


def test_a_turn_limit_is_named() -> None:
    game = record(rules=Rules(turn_limit=3))
    assert shown(game)[0].startswith(
        "After 6 turns, round 3: the game is over (turn limit reached)"
    )


def test_rules_other_than_official_are_named() -> None:
    assert shown(setup(2, seed=1, rules=PRESETS["text_b"]))[1] == "Rules: text_b"
    house = attrs.evolve(SPENDEE_21, take_fewer="always", turn_limit=7)
    assert shown(setup(2, seed=1, rules=house))[1] == (
        "Rules: spendee_21; take_fewer always; turn_limit 7"
    )


HELD = position(
    seat("wwy", "1w1 1w2 1w3 1u1 1u2 1u3 1k1 1k2 1k3", "3w1 ?2k3 #3", "wuk"),
    seat("", "1r1"),
    rows="1k4 1k5 - -/#2 2w1 2w2 2w3/3w2 3w3 3w4 3u1",
    sold_out=[1],
    nobles="wk ug",
)


def test_hands_unknown_cards_and_empty_places_are_shown() -> None:
    assert shown(HELD)[3:] == HANDS.splitlines()


HANDS = """\
Level 3     3w2 white 4 pt  3w3 white 4 pt  3w4 white 5 pt  3u1 blue 3 pt
14 in deck  7k              3w 3r 6k        3w 7k           3w 3g 3r 5k

Level 2     #2              2w1 white 1 pt  2w2 white 1 pt  2w3 white 2 pt
25 in deck  unknown         3g 2r 2k        2w 3u 3r        5r

Level 1     1k4 black       1k5 black       -               -
0 in deck   1w 1u 1g 1r     1w 2u 1g 1r

Nobles      wk 3 pt  ug 3 pt
            4w 4k    4u 4g

tokens     white w  blue u  green g  red r  black k  gold y  all
bank             2       4        4      4        4       4   22
player 0         2       .        .      .        .       1    3
  bonuses        3       3        .      .        3            9
player 1         .       .        .      .        .       .    0
  bonuses        5       5        8      8        3           29

          points  nobles  reserved
player 0       3  wuk     2k3 black 2 pt: 5g 3r, face down
                          3w1 white 3 pt: 3u 3g 5r 3k
                          #3
player 1       5  .       .
"""


def test_a_table_without_nobles_says_so() -> None:
    lines = shown(setup(2, seed=1, rules=Rules(noble_count=(0, 0, 0))))
    assert "Nobles      none" in lines


def test_a_refill_that_is_missing_at_the_end_is_shown_as_unknown() -> None:
    opening, _ = opened()
    game = record_game(opening, [ReserveCard(row_card(opening, 3))])
    lines = shown(game)
    assert lines[0] == "After 1 turn, round 1: player 1 (Player 2) is to move"
    assert lines[4].startswith("Level 3     #3 ")
    assert shown(game, "--turn", 1) == lines
    assert "#3" not in "".join(shown(game, "--turn", 0))


def test_an_ending_is_said_at_the_end_of_a_good_game_only() -> None:
    opening, _ = opened()
    game = record_game(opening, [take("wug"), take("wug")])
    assert shown(game)[-1] == "The game is unfinished."
    assert "unfinished" not in "".join(shown(game, "--turn", 1))
    assert "unfinished" not in "".join(shown(forged(game, 1, by=0), code=1))


def test_how_a_game_ended_that_was_not_played_out_is_said() -> None:
    _, game = opened()
    assert shown(game)[-2:] == ["", "The game is unfinished."]
    game = attrs.evolve(game, players=("Ada", "Bo"))
    resigned = attrs.evolve(game, ending=Ending("resigned", 1))
    assert shown(resigned)[0] == "At the opening, round 1: player 1 (Bo) resigned"
    timeout = attrs.evolve(game, ending=Ending("timeout", 0))
    assert shown(timeout)[0] == "At the opening, round 1: player 0 (Ada) ran out of time"
    assert "unfinished" not in "".join((*shown(resigned), *shown(timeout)))


def test_the_good_part_of_an_invalid_game_is_shown() -> None:
    game = forged(record(3, 2), 5, by=1)
    problem = str(verify(game).problem)
    lines = shown(game, code=1)
    assert " ".join(lines[:2]) == f"INVALID: {problem}"
    assert lines[2].startswith("After 3 turns, round 2: ")
    assert shown(game, "--turn", 3, code=1) == lines
    assert shown(game, "--turn", 0, code=1)[2].startswith("At the opening")
    result = call("show", "game.json", "--turn", "4")
    assert result.exit_code == 2
    assert "Invalid value for '--turn': the game has 3 good turns, not 4" in result.output


def test_an_awaited_refill_is_not_passed_over_in_an_invalid_game() -> None:
    opening, _ = opened()
    game = record_game(opening, [ReserveCard(row_card(opening, 3)), RevealCard(CardBack(3))])
    lines = shown(forged(game, 1, by=1), code=1)
    assert "a card of level 3 has to be turned up" in " ".join(lines[:4])


def test_an_invalid_opening_and_an_invalid_position_are_not_shown() -> None:
    opening = attrs.evolve(GAME.opening, bank=Gems(4, 4, 4, 4, 3, 5))
    line = "INVALID: opening: SETUP-6: the bank opens with 4 black tokens, not 3"
    assert shown(attrs.evolve(GAME, opening=opening), code=1) == [line]
    assert shown(attrs.evolve(GAME, opening=opening), "--turn", 9, code=1) == [line]
    state = to_json(setup(2, seed=1)).replace('"bank":[4,4', '"bank":[3,5')
    assert shown(state, code=1) == [
        "INVALID: INV-1: there are 3 white tokens, not 4",
        "INVALID: INV-1: there are 5 blue tokens, not 4",
    ]


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ("7000", "the game has {turns} turns, not 7000"),
        ("-1", "-1 is not in the range x>=0"),
        ("two", "'two' is not a valid integer"),
    ],
)
def test_a_turn_that_there_is_not_is_refused(turn: str, message: str) -> None:
    result = call("show", put("game.json", GAME), "--turn", turn)
    assert result.exit_code == 2
    assert message.format(turns=verify(GAME).turns) in result.output
    assert result.stdout == ""


def test_a_turn_of_a_position_is_refused() -> None:
    result = call("show", put("game.json", setup(2, seed=1)), "--turn", "0")
    assert result.exit_code == 2
    assert "a splendor-state is one position; --turn is for games" in result.output


def test_a_file_that_cannot_be_read_is_refused() -> None:
    result = call("show", put("game.json", "{}"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(
        "Error: game.json: expected a game (a splendor-record, an AI-Splendor log, "
    )
    assert call("show", "missing.json").exit_code == 2


# On a terminal


def test_a_terminal_has_the_gems_in_their_colours_and_the_same_text() -> None:
    put("game.json", HELD)
    with Pane("show", "game.json", lines=40) as person:
        assert person.end() == 0
        assert person.text.split("\n")[3:27] == HANDS.splitlines()
        cells = [cell for line in person.screen.buffer.values() for cell in line.values()]
    for gem, paint in PAINTS.items():
        written = [cell.data for cell in cells if f"#{cell.bg}" == paint.fill]
        assert gem.letter in written
    mover = "".join(cell.data for cell in cells if cell.reverse)
    assert mover == "player 0player 0"


def test_a_terminal_of_16_colours_has_those_with_the_names_of_the_gems() -> None:
    put("game.json", HELD)
    shown = start("show", "game.json", FORCE_COLOR="1", COLUMNS="80", TERM="xterm").stdout
    for gem, code in [("white", "30;107"), ("blue", "97;44"), ("green", "30;42"), ("red", "97;41")]:
        assert f"{ESCAPE}[{code}m{gem} " in shown
    assert f"{ESCAPE}[97;100mblack k{ESCAPE}[0m" in shown
    assert f"{ESCAPE}[30;103mgold y{ESCAPE}[0m" in shown


def test_a_board_without_colour_says_all_that_colours_say() -> None:
    put("game.json", HELD)
    plain = call("show", "game.json").stdout
    coloured = start("show", "game.json", FORCE_COLOR="1", COLUMNS="80", TERM="xterm").stdout
    assert ESCAPE in coloured
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines()
    assert [line.rstrip() for line in bare] == plain.splitlines()


def test_a_terminal_that_is_too_narrow_is_told_so_and_gets_the_board() -> None:
    put("game.json", HELD)
    with Pane("show", "game.json", columns=70, lines=60) as person:
        assert person.end() == 0
        assert "player 0" in person.text
        assert person.text.rstrip().endswith("the terminal has 70 columns, and 74 are needed")
    with Pane("view", "game.json", "--spectator", columns=74, lines=60) as person:
        assert person.end() == 0
        assert "are needed" not in person.text


def test_four_players_with_full_hands_and_long_names_fit_80_columns() -> None:
    game = attrs.evolve(record(4, 3), players=("世界" * 20, "x" * 50, "שלום", "Zoë"))
    turns = range(40, verify(game).turns, 20)
    widths = {cell_len(line) for turn in turns for line in shown(game, "--turn", turn)}
    assert 70 < max(widths) <= 80
