"""`splendor play`: a game at the keyboard, what can be typed, and what is told to whom."""

import re
import sys

import attrs
import pytest
from click.testing import CliRunner

from splendor import (
    Action,
    BuyCard,
    Card,
    Ending,
    Move,
    Phase,
    ReserveFromDeck,
    State,
    Verdict,
    apply,
    from_json,
    legal_actions,
    load,
    observe,
    replay,
    setup,
    verify,
)
from splendor.bots import Bot, GreedyBot, ask
from splendor.cli import playing
from splendor.cli.autosave import Table
from splendor.cli.commands import splendor
from splendor.cli.playing import play
from splendor.cli.seats import seats_of
from splendor.cli.telling import choices, question, told
from splendor.render.words import say
from tests.command import (
    call,
    here,  # noqa: F401 - a fixture
    put,
    row_card,
)
from tests.games import stalemate, states_of
from tests.keyboard import (
    FILE,
    OWN_BOTS,
    after,
    imports,  # noqa: F401 - a fixture
    moves,
    played,
    words,
)
from tests.positions import buy, choose, position, seat

# A game


def test_a_game_is_played_to_its_end_and_kept_as_a_valid_record() -> None:
    result = played("Ada", "@greedy", "--seed", 5, typed=moves(5))
    assert result.exit_code == 0
    report = verify(load(FILE))
    assert (report.verdict, report.complete) == (Verdict.VALID, True)
    assert report.outcome is not None
    [winner] = report.outcome.winners
    assert f"{('Ada', '@greedy')[winner]} won." in result.output
    assert "rank player points cards bought" in words(result)
    assert result.output.endswith(
        "kept in splendor-game.json. To look at it again:\nsplendor watch splendor-game.json\n"
    )
    game = load(FILE)
    assert (game.players, game.seed, game.perspective) == (("Ada", "@greedy"), 5, "full")
    assert game.meta.thaw() == {"bots": {"1": "@greedy"}}
    assert game.generator is not None
    assert game.generator.name == "splendor play"
    assert call("verify", FILE).exit_code == 0


def test_without_seats_it_is_you_against_the_greedy_bot() -> None:
    result = played(typed="quit\n")
    assert "Guest: your move, or ? for help" in result.output
    game = load(FILE)
    assert game.players == ("Guest", "@greedy")
    assert isinstance(game.seed, bytes)
    assert len(game.seed) == 16


def test_the_options_are_those_of_new() -> None:
    arguments = ("--seed", 7, "--rules", "spendee", "--first-player", 1)
    played("Ada", "Bo", *arguments, typed="")
    game = load(FILE)
    assert observe(replay(game).states[0], None) == observe(
        from_json(call("new", "--players", 2, *arguments).output, State), None
    )


def test_what_the_others_did_is_told_in_words_and_in_notation() -> None:
    result = played("--seed", 5, "--first-player", 1, typed="T wug\n")
    action = ask(GreedyBot(), setup(2, seed=5, first_player=1))
    assert f"@greedy: {say(action)} ({action})\n" in result.output
    assert "Guest: takes 1 white, 1 blue, 1 green (T wug)\n@greedy: " in result.output


def test_what_comes_of_an_action_by_itself_is_told() -> None:
    opening = setup(2, seed=5)
    drawn, up, card = opening.decks[2][0], opening.decks[0][0], row_card(opening, 1)
    result = played("Ada", "Bo", "--seed", 5, typed=["", "R #3", "", f"R {card}", "", "quit"])
    told = f"Ada: reserves the top card of level 3 (R #3); it is {drawn}; takes 1 gold\n"
    assert told in result.output
    assert told.replace(f"it is {drawn}; ", "") in result.output
    assert f"Bo: reserves {card} (R {card}); takes 1 gold; {up} is turned up\n" in result.output


def test_a_noble_that_comes_is_told() -> None:
    state = position(
        seat("ugr", bought="1w1 1w2 1w3 1w4 1k1 1k2 1k3"),
        seat(),
        face_up="1k4",
        nobles="wk wug ugr",
    )
    action = buy("1k4", "ugr")
    text = told(state, action, apply(state, action), 0)
    assert text.endswith("; the noble wk comes")
    several = position(
        seat(bought="1w1 1w2 1w3 1w4 1k1 1k2 1k3 1k4 1r1 1r2 1r3 1r4"),
        seat(),
        nobles="wk rk wug",
        phase=Phase.NOBLE,
    )
    choice = choose("rk")
    assert told(several, choice, apply(several, choice), None) == "chooses the noble rk (N rk)"


def test_bots_alone_play_while_one_looks_on() -> None:
    result = played("@greedy", "@random", "--seed", 3)
    assert result.exit_code == 0
    assert verify(load(FILE)).complete
    moves = [event for event in load(FILE).events if isinstance(event, Move) and event.by == 0]
    told = [line for line in result.output.splitlines() if line.startswith("@greedy: ")]
    assert len(told) == len(moves)


# What can be typed


def test_actions_are_read_kindly() -> None:
    played(typed=["  t  WUG ", ""])
    assert str(load(FILE).events[0].action) == "T wug"  # type: ignore[union-attr]


NO_ACTION = "column 1: expected an action: T, R, B, P, N, - or >, not"
NOT_NOW = "that is not what is to be done now"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("T y", "TAKE-6: gold is not taken as a gem"),
        ("hello", f"{NO_ACTION} 'hello'; ? for help"),
        ("undo 3", f"{NO_ACTION} 'undo'; ? for help"),
        ("> 1k3", f"TURN-4: {NOT_NOW}; your move, or ? for help"),
        ("log", "Nothing has been done yet."),
        ("why", "why what? Type the action behind it, such as: why T gg"),
        ("why T y", "TAKE-6: gold is not taken as a gem"),
        ("WHY T wug", "it is possible"),
        ("why hello", f"{NO_ACTION} 'hello'"),
        ("hint", "The greedy bot takes 1 white, 1 blue, 1 red: T wur"),
        ("undo", "There is no decision of yours to take back."),
        ("\x1b[31m", f"{NO_ACTION} '\\x1b[31m'; ? for help"),
        ("", ""),
    ],
)
def test_what_is_no_action_changes_nothing(typed: str, said: str) -> None:
    result = played("--seed", 5, typed=[typed])
    assert result.exit_code == 0
    [answer] = re.findall("\n> .*\n((?:.*\n)?)> \n", result.output)
    assert answer == (f"{said}\n" if said else "")
    assert "\x1b" not in result.output
    assert load(FILE).events == ()


@pytest.mark.parametrize("word", ["?", "help", "HELP"])
def test_help_explains_every_word_and_fits_80_columns(word: str) -> None:
    result = played(typed=[word])
    explained = result.output.partition(f"> {word}\n")[2]
    for command in ("what", "why", "hint", "undo", "board", "log", "resign", "quit", "?"):
        assert re.search(f"^  {re.escape(command)} ", explained, re.MULTILINE)
    assert max(map(len, explained.splitlines())) <= 80


def test_bytes_that_are_no_text_are_refused_like_any_other_word() -> None:
    result = CliRunner().invoke(splendor, ["play"], input=b"\xff\xfe\nquit\n")
    assert result.exit_code == 0
    assert "column 1: expected an action" in result.output


def test_board_shows_the_table_again_and_log_all_turns() -> None:
    result = played("Ada", "@greedy", "--seed", 5, typed=["T wug", "board", "log"])
    assert result.output.count("After 2 turns, round 2: player 0 (Ada) is to move") == 2
    second = load(FILE).events[1].action  # type: ignore[union-attr]
    assert f"\n1  Ada      T wug\n2  @greedy  {second}\n" in result.output


def test_persons_take_turns_where_lines_cannot_be_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every Python has readline."""
    monkeypatch.delitem(sys.modules, "readline", raising=False)
    result = played("Ada", "Bo", "--seed", 5, typed=["T wug", "", "T urk"])
    assert "Pass the keyboard to Bo, who presses Enter." in result.output
    assert len(load(FILE).events) == 2


@pytest.mark.rule("INFO-2")
def test_a_hint_is_made_of_what_the_person_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[State] = []

    def spied(bot: Bot, state: State) -> Action:
        asked.append(state)
        return ask(bot, state)

    monkeypatch.setattr(playing, "ask", spied)
    played("Ada", "Bo", "--seed", 5, typed=["R #3", "", "hint"])
    [state] = asked
    assert state == observe(apply(setup(2, seed=5), ReserveFromDeck(3)), 1)
    assert [str(entry.card) for entry in state.players[0].reserved] == ["#3"]


def test_undo_goes_back_over_the_moves_of_bots_and_is_kept() -> None:
    result = played("Ada", "@greedy", "--seed", 5, typed=["T wug", "T urk", "undo", "undo", "undo"])
    assert result.output.count("There is no decision of yours to take back.") == 1
    assert result.output.count("2 decisions undone, back to yours.\n") == 2
    assert load(FILE).events == ()
    played("--resume", FILE, typed=["T wug", "T urk", "undo"])
    assert len(load(FILE).events) == 2


def test_undo_of_a_person_goes_back_over_that_of_another() -> None:
    played("Ada", "Bo", typed=["", "T wug", "", "T urk", "", "undo"])
    assert load(FILE).events == ()


def test_giving_up_is_asked_for_twice_and_ends_the_game() -> None:
    result = played("Ada", "@greedy", typed=["resign", "no", "resign", "yes"])
    assert result.exit_code == 0
    assert result.output.count("The game goes on.\n") == 1
    assert "At the opening, round 1: player 0 (Ada) resigned\n" in result.output
    assert "Ada gave up.\n" in result.output
    assert load(FILE).ending == Ending("resigned", 0)
    assert verify(load(FILE)).verdict is Verdict.VALID
    refused = played("--resume", FILE)
    assert refused.stderr == "Error: splendor-game.json cannot be resumed: the game is finished\n"


def test_a_payment_that_is_not_the_only_one_is_chosen_by_number() -> None:
    typed = moves(5, first=("R #1",), until=two_ways)
    card = two_ways(after(5, typed))
    assert card is not None
    ways = [each for each in legal_actions(after(5, typed)) if getattr(each, "card", "") is card]
    purchases = [each for each in ways if isinstance(each, BuyCard)]
    ask = f"b {card}"
    result = played("--seed", 5, typed=[*typed, ask, "", f"why {ask}", ask, "0", "T wug", ""])
    assert result.output.count("Nothing is done.\n") == 2
    assert result.output.count("Just Enter for none of them.\n") == 4
    for number, purchase in enumerate(purchases, start=1):
        assert f"\n{number}  {purchase}  {say(purchase)}\n" in result.output
    assert f"it is possible, and the payment for {card}, which can be " in result.output
    bought = played("--resume", FILE, typed=[f"b {card}", "2"])
    assert f"Guest: {say(purchases[1])} ({purchases[1]})" in bought.output


def two_ways(state: State) -> Card | None:
    """A card that can be paid for in more than one way."""
    cards = [each.card for each in legal_actions(state) if isinstance(each, BuyCard)]
    return next((card for card in cards if cards.count(card) > 1), None)


@pytest.mark.parametrize(
    ("state", "told", "asked"),
    [
        (
            position(seat(), seat()),
            {
                "take": "T wug, wur, wuk, wgr, wgk, wrk, ugr, ugk, urk, grk, ww, uu, gg, rr, kk",
                "reserve": "R 1w1 or another open card, R #1, R #2, R #3; with a gold",
            },
            "your move, or ? for help",
        ),
        (
            position(
                seat("uuuyyyyy"),
                seat(),
                rows="1k8 - - -/- - - -/- - - -",
                sold_out=(1, 2, 3),
                sound=False,
            ),
            {
                "take": "T wug, wur, wuk, wgr, wgk, wrk, ugr, ugk, urk, grk, ww, gg, rr, kk",
                "buy": "B 1k8 uuuy (or 3 other payments)",
                "reserve": "R 1k8; without a gold, as none is left",
            },
            "your move, or ? for help",
        ),
        (
            position(seat("wwwwuuuuggy"), seat(), phase=Phase.RETURN),
            {"return": "-w, -u, -g, -y"},
            "return 1 token, such as -w",
        ),
        (
            position(
                seat(bought="1w1 1w2 1w3 1w4 1k1 1k2 1k3 1k4 1r1 1r2 1r3 1r4"),
                seat(),
                nobles="wk rk wug",
                phase=Phase.NOBLE,
            ),
            {"choose": "N wk, N rk"},
            "choose a noble, N wk or N rk",
        ),
        (list(states_of(*stalemate()))[-2], {"pass": "P"}, "your move, or ? for help"),
    ],
    ids=["opening", "gold", "return", "noble", "pass"],
)
def test_what_can_be_done_is_told_by_kind(state: State, told: dict[str, str], asked: str) -> None:
    assert dict(choices(state)) == told
    assert question(state) == asked


def test_what_prints_the_kinds_below_each_other() -> None:
    result = played("--seed", 5, typed=["what"])
    assert "\n> what\ntake     T wug, wur, " in result.output
    assert "\nreserve  R 1w6 or another open card, R #1, R #2, R #3; with a gold\n" in result.output


# Who may know what


@attrs.define
class Watched:
    """Types what persons say, and searches all that each is shown for what they may not know."""

    table: Table
    typed: list[str]
    capsys: pytest.CaptureFixture[str]
    seen: list[State] = attrs.field(factory=list)
    searched: int = 0

    def type(self, _: str) -> str:
        self.search()
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def search(self) -> None:
        state = self.table.state
        person = state.mover if len(self.table.persons) > 1 else self.table.persons[0]
        self.seen += self.table.states
        known = {card for state in self.seen for card in cards_of(observe(state, person))}
        named = set(re.findall(r"\b[123][wugrk][1-8]\b", self.capsys.readouterr().out))
        assert named <= known
        self.searched += len(named)


def cards_of(view: State) -> set[str]:
    """The cards of which a view shows the face."""
    players = view.players
    return {
        *(str(card) for row in view.rows for card in row),
        *(str(card) for player in players for card in player.purchased),
        *(str(entry.card) for player in players for entry in player.reserved),
    }


@pytest.mark.parametrize(
    ("names", "typed"),
    [
        (
            ("Ada", "@own:Blind", "@random"),
            "R #3/what/hint/board/log/R #2/why R #1/T wug/R #1/T wur/T urk/undo/undo/resign/y",
        ),
        (
            ("Ada", "Bo"),
            "/R #3//R #3//R #2//R #1/hint//log/board/T wug//hint/undo/board//T wug//resign/y",
        ),
    ],
    ids=["one", "two"],
)
def test_what_persons_are_shown_has_no_card_that_they_may_not_know(
    names: tuple[str, ...],
    typed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    put("own.py", OWN_BOTS)
    table = Table(FILE, seats_of(names), 8, setup(len(names), seed=8))
    watched = Watched(table, typed.split("/"), capsys)
    monkeypatch.setattr("builtins.input", watched.type)
    play(table)
    assert table.resigned is not None
    if len(table.persons) == 1:
        watched.search()
    hidden = [entry for player in table.state.players for entry in player.reserved]
    assert any(entry.face_down for entry in hidden)
    assert watched.searched > 100
