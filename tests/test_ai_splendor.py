"""Logs of AI-Splendor: games between language models, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import attrs
import pytest

from splendor import (
    Action,
    BuyCard,
    Claims,
    Disclosure,
    Move,
    Pass,
    Phase,
    Reading,
    Record,
    ReserveCard,
    ReserveFromDeck,
    Result,
    ReturnTokens,
    RevealCard,
    RuleId,
    State,
    TakeTokens,
    UnreadableError,
    Verdict,
    apply,
    import_games,
    legal_actions,
    read_ai_splendor,
    read_traces,
    record_game,
    setup,
    verify,
)
from splendor.formats.importers.ai_splendor import AI_SPLENDOR, is_ai_splendor
from splendor.formats.meta import NO_META
from splendor.formats.record import NO_CLAIMS
from tests.ai_writer import Json, write_log
from tests.effort import effort
from tests.games import buying, play, stalemate, states_of
from tests.shared import needs_shared, shared

TRACES = Path(__file__).parent / "conformance" / "traces" / "ai-splendor-llm-recorded.jsonl"
SEEDS = (1, 2, 3, 4)


def text(lines: list[Json]) -> str:
    """The log as a file has it."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def read(lines: list[Json]) -> Record:
    """The one game of a log."""
    [reading] = read_ai_splendor(text(lines))
    assert isinstance(reading.game, Record)
    return reading.game


def bare(record: Record) -> list[Move | Disclosure]:
    """The events without claims and meta, which only one of two readers may have."""
    return [
        attrs.evolve(event, claims=NO_CLAIMS, meta=NO_META)
        if isinstance(event, Move)
        else attrs.evolve(event, meta=NO_META)
        for event in record.events
    ]


@cache
def played(seed: int, players: int = 2) -> tuple[State, tuple[Action, ...]]:
    """A game of ours."""
    opening, actions = play(seed, players, policy=buying)
    return opening, tuple(actions)


# The samples


@needs_shared
@pytest.mark.parametrize(("sample", "line"), [(1, 0), (2, 1)])
def test_a_sample_agrees_event_by_event_with_its_neutral_trace(sample: int, line: int) -> None:
    data = shared("samples", f"ai-splendor-{sample}.ndjson").read_bytes()
    [reading] = import_games(data)
    trace = read_traces(TRACES.read_bytes())[line].game
    assert isinstance(reading.game, Record)
    assert isinstance(trace, Record)
    assert bare(reading.game) == bare(trace)
    assert (reading.game.opening, reading.game.decks) == (trace.opening, trace.decks)
    assert reading.game.result == trace.result
    lines = [event.meta["line"] for event in reading.game.events]
    assert lines == sorted(lines)


@needs_shared
def test_the_first_sample_passes_where_it_may_not() -> None:
    """Two failed attempts forfeited a turn in which tokens could be taken."""
    [reading] = read_ai_splendor(shared("samples", "ai-splendor-1.ndjson").read_text("utf-8"))
    assert isinstance(reading.game, Record)
    report = verify(reading.game)
    assert report.verdict is Verdict.INVALID
    assert report.problem is not None
    assert (report.problem.rule, report.problem.turn) == (RuleId.PASS_2, 44)
    event = reading.game.events[report.problem.event or 0]
    assert event.meta.thaw() == {"failed_attempts": 2, "line": 136}
    assert reading.assumptions == (
        "line 136: no action of the turn succeeded, which is taken for a pass",
        "line 169: the card turned up was the next of the deck",
        "line 169: noble wug came, since no table says who",
    )


@needs_shared
def test_the_second_sample_is_valid() -> None:
    [reading] = read_ai_splendor(shared("samples", "ai-splendor-2.ndjson").read_text("utf-8"))
    assert isinstance(reading.game, Record)
    report = verify(reading.game)
    assert report.verdict is Verdict.VALID
    assert report.complete
    assert report.claimed == Result(points=(9, 15), winners=(1,))
    assert reading.assumptions == (
        "line 145: 3 white, 1 blue, 1 gold paid, gold last, since no table says what",
    )


# Games of ours


@pytest.mark.parametrize(("seed", "players"), [*product(SEEDS, (2, 3, 4))][:: effort(4)])
def test_a_game_of_ours_is_read_back(seed: int, players: int) -> None:
    """Whatever is not logged of the last turn is as it was: gold last, the next card, the noble."""
    opening, actions = played(seed, players)
    record = read(write_log(opening, actions))
    expected = record_game(opening, actions)
    tail = [type(event) for event in expected.events[-4:]]
    assert [type(event) for event in record.events[-4:]] == tail
    assert bare(record)[:-4] == list(expected.events)[:-4]
    assert record.players == tuple(f"model-{seat}" for seat in range(players))
    assert record.decks == opening.decks
    assert verify(record).verdict is Verdict.VALID
    assert verify(record).complete


@pytest.mark.sweep
def test_blind_cards_returns_and_nobles_occur_in_these_games() -> None:
    events = [e for seed in SEEDS for e in read(write_log(*played(seed))).events]
    moves = [event for event in events if isinstance(event, Move)]
    assert any(isinstance(move.action, ReturnTokens) for move in moves)
    assert any(isinstance(move.action, ReserveFromDeck) for move in moves)
    assert any(move.visit for move in moves)
    assert any(isinstance(event, Disclosure) for event in events)


def test_the_figures_of_the_log_are_claims() -> None:
    """Score, round and tokens of the mover; of a take with a return, what each of them changed."""
    opening, actions = next(
        game
        for game in map(played, SEEDS)
        if any(isinstance(action, ReturnTokens) for action in game[1])
    )
    record = read(write_log(opening, actions))
    place = next(
        place
        for place, event in enumerate(record.events)
        if isinstance(event, Move) and isinstance(event.action, ReturnTokens)
    )
    back = record.events[place]
    assert isinstance(back, Move)
    assert isinstance(back.action, ReturnTokens)
    assert back.claims.change == tuple(-count for count in back.action.gems.counts)
    assert back.claims.points is not None
    taken = next(
        move
        for move in reversed(record.events[:place])
        if isinstance(move, Move) and move.by == back.by
    )
    assert taken.claims.round is not None
    assert taken.claims.change is not None
    assert sum(taken.claims.change) == (3 if isinstance(taken.action, TakeTokens) else 1)


def test_each_event_says_which_line_it_is_from() -> None:
    lines = write_log(*played(1))
    for event in read(lines).events:
        line = lines[event.meta["line"] - 1]
        if isinstance(event, Move) and isinstance(event.action, TakeTokens):
            assert line["action"]["type"] == "TAKE_TOKENS"


@pytest.mark.sweep
def test_a_row_that_closes_up_makes_no_difference() -> None:
    opening, actions = played(2)
    lines = write_log(opening, actions)
    for line in lines:
        state = line.get("initialState") or line.get("gameState")
        if state:
            for level in state["board"]["faceUpCards"].values():
                level.reverse()
    shifted, straight = read(lines), read(write_log(opening, actions))
    assert bare(shifted) == bare(straight)
    assert verify(shifted).verdict is Verdict.VALID


@pytest.mark.sweep
def test_several_games_may_follow_each_other() -> None:
    first, second = (write_log(*played(seed)) for seed in (1, 2))
    readings = read_ai_splendor(text([*first, *second]))
    assert [bare(game.game) for game in readings if isinstance(game.game, Record)] == [
        bare(read(first)),
        bare(read(second)),
    ]
    last = readings[1].game
    assert isinstance(last, Record)
    assert last.events[-1].meta["line"] > len(first)


def test_a_forced_pass_is_a_turn_without_an_action() -> None:
    opening, actions = stalemate()
    record = read(write_log(opening, actions))
    assert [event.action for event in record.events[-2:] if isinstance(event, Move)] == [Pass()] * 2
    assert verify(record).verdict is Verdict.VALID
    assert record.events[-1].meta["failed_attempts"] == 2


def test_a_failed_action_is_counted_and_left_out() -> None:
    lines = write_log(*played(1))
    place = next(place for place, line in enumerate(lines) if "action" in line)
    lines.insert(place, {**lines[place], "success": False})
    lines.insert(place, {"playerIndex": lines[place]["playerIndex"], "attempt": 1, "error": "?"})
    record = read(lines)
    assert record.events[0].meta.thaw() == {"failed_attempts": 2, "line": place + 3}
    assert verify(record).verdict is Verdict.VALID


# The end


def upto(turns: int) -> list[Json]:
    """A log that stops after so many turns, at the beginning of the next."""
    opening, actions = played(1)
    count = next(
        place for place, state in enumerate(states_of(opening, actions)) if state.turn == turns
    )
    return write_log(opening, actions[:count], ended=False)


def test_a_game_that_is_not_ended_is_unfinished() -> None:
    record = read(upto(5))
    report = verify(record)
    assert report.verdict is Verdict.VALID
    assert (report.complete, report.turns, record.ending.kind) == (False, 5, "unfinished")
    assert record.result is None


def test_a_last_turn_that_only_began_is_none_and_one_that_failed_is_a_pass() -> None:
    """The latter only if the game goes on, or is ended: else more may have come."""
    begun = upto(5)
    failed = [*begun, {"playerIndex": begun[-1]["playerIndex"], "attempt": 1, "error": ""}]
    end = {"winnerIndex": -1, "finalScores": {"0": 0, "1": 0}}
    count = len(read(begun).events)
    assert len(read(failed).events) == count
    assert len(read([*begun, end]).events) == count
    record = read([*failed, end])
    assert record.events[-1] == Move(
        Pass(), begun[-1]["playerIndex"], claims=Claims(round=3), meta=record.events[-1].meta
    )
    assert record.result == Result(points=(0, 0))


def test_a_winner_may_be_null() -> None:
    lines = write_log(*played(1))
    lines[-1]["winnerIndex"] = None
    assert read(lines).result is not None
    assert getattr(read(lines).result, "winners", 0) is None


def last_turn(wanted: Callable[[State, Action], bool]) -> tuple[list[Json], State, Action]:
    """A log whose last turn is some legal action that nothing follows, and the state before it."""
    for seed in range(1, 60):
        opening, actions = played(seed)
        for count, state in enumerate(states_of(opening, actions)):
            if state.phase is not Phase.MAIN:
                continue
            for action in legal_actions(state):
                if wanted(state, action):
                    lines = write_log(opening, [*actions[:count], action], ended=False)
                    begun = [place for place, line in enumerate(lines) if "gameState" in line]
                    after = apply(state, action)
                    return lines[: begun[-1] if after.phase is Phase.MAIN else None], state, action
    raise AssertionError


def assumed(lines: list[Json]) -> tuple[Record, str]:
    """The game of a log and the last thing that was assumed."""
    [reading] = read_ai_splendor(text(lines))
    assert isinstance(reading.game, Record)
    return reading.game, " ".join(reading.assumptions[-2:])


def test_the_card_drawn_in_the_last_turn_is_the_next_of_the_deck() -> None:
    lines, state, action = last_turn(lambda _, action: isinstance(action, ReserveFromDeck))
    record, said = assumed(lines)
    assert isinstance(action, ReserveFromDeck)
    card = state.decks[action.level - 1][0]
    assert bare(record)[-2:] == [
        Move(action, state.mover, gold=True),
        Disclosure(card, state.mover),  # type: ignore[arg-type]
    ]
    assert "the card reserved was the next of the deck" in said
    assert verify(record).verdict is Verdict.VALID


def test_the_card_turned_up_in_the_last_turn_is_the_next_of_the_deck() -> None:
    lines, state, action = last_turn(lambda _, action: isinstance(action, ReserveCard))
    record, said = assumed(lines)
    assert isinstance(action, ReserveCard)
    card = state.decks[action.card.level - 1][0]
    assert bare(record)[-1] == Move(RevealCard(card))
    assert "the card turned up was the next of the deck" in said


def test_a_purchase_from_the_hand_in_the_last_turn_turns_nothing_up() -> None:
    lines, state, action = last_turn(
        lambda state, action: (
            isinstance(action, BuyCard) and all(action.card not in row for row in state.rows)
        )
    )
    record, _ = assumed(lines)
    assert isinstance(action, BuyCard)
    [last] = [e for e in bare(record)[-1:] if isinstance(e, Move)]
    assert isinstance(last.action, BuyCard)
    assert last.action.card is action.card
    assert last.by == state.mover


def test_of_several_nobles_the_first_on_the_table_comes_in_the_last_turn() -> None:
    lines, _, _ = last_turn(lambda state, action: apply(state, action).phase is Phase.NOBLE)
    record, said = assumed(lines)
    assert "the first on the table of several" in said
    assert verify(record).verdict is Verdict.VALID


# What the tables contradict


def changed(change: Callable[[list[Json]], None]) -> tuple[RuleId, int | None]:
    """The first problem of a game of which the log was changed."""
    lines = write_log(*played(1))
    change(lines)
    found = verify(read(lines)).problem
    assert found is not None
    return found.rule, found.event


def tables(lines: list[Json]) -> list[Any]:
    """The tables of the turns."""
    return [line["gameState"] for line in lines if "gameState" in line]


def test_a_false_score_is_found() -> None:
    def change(lines: list[Json]) -> None:
        tables(lines)[1]["players"][0]["score"] = 1

    assert changed(change) == (RuleId.WIN_1, 0)


def test_a_false_number_of_tokens_is_found() -> None:
    def change(lines: list[Json]) -> None:
        tables(lines)[1]["players"][0]["tokens"]["counts"]["GOLD"] = 1

    assert changed(change) == (RuleId.INV_1, 0)


def test_tokens_gained_by_a_purchase_are_found() -> None:
    def change(lines: list[Json]) -> None:
        place, line = next(
            (place, line)
            for place, line in enumerate(lines)
            if line.get("action", {}).get("type") == "PURCHASE_CARD"
        )
        after = next(line for line in lines[place:] if "gameState" in line)
        after["gameState"]["players"][line["playerIndex"]]["tokens"]["counts"]["GOLD"] = 5

    rule, _ = changed(change)
    assert rule is RuleId.INV_1


def test_a_card_that_no_table_shows_is_turned_up_without_a_face() -> None:
    lines = write_log(*played(1))
    place, line = next(
        (place, line) for place, line in enumerate(lines) if line.get("action", {}).get("cardId")
    )
    level = "LEVEL_" + line["action"]["cardId"][1]
    rest = [line for line in lines[place:] if "gameState" in line]
    before = [line for line in lines[:place] if "gameState" in line][-1]
    shown = [card["id"] for card in before["gameState"]["board"]["faceUpCards"][level]]
    row = rest[0]["gameState"]["board"]["faceUpCards"][level]
    row[:] = [card for card in row if card["id"] in shown]
    record = read(lines[: lines.index(rest[0]) + 1])
    assert verify(record).missing_refill
    assert "was turned up, and nobody says which" in record.meta["assumptions"][-1]


def test_a_blind_card_that_no_table_shows_stays_unknown() -> None:
    lines = write_log(setup(2, seed=1), [ReserveFromDeck(2)], ended=False)
    lines[-1]["gameState"]["players"][0]["reservedCards"] = []
    record = read(lines)
    assert len(record.events) == 1
    assert verify(record).verdict is Verdict.CONSISTENT


# What is refused


@pytest.mark.parametrize(
    ("place", "line", "message"),
    [
        (1, '{"turn":', "line 2, column 9: not JSON"),
        (1, "", "line 2, column 1: not JSON: the document is empty"),
        (2, "5", "line 3, $: expected an object, not 5"),
        (2, "{}", "line 3, $: expected the keys of one of GameStarted, TurnStarted, "),
        (1, '{"playerIndex":0,"reasoning":""}', "line 2, $: expected a TurnStarted line first"),
        (2, '{"playerIndex":1,"reasoning":""}', "line 3, $.playerIndex: expected 0, whose turn"),
    ],
)
def test_a_damaged_or_strange_line_is_refused_with_its_number(
    place: int, line: str, message: str
) -> None:
    lines = text(write_log(*played(1))).split("\n")
    lines.insert(place, line)
    with pytest.raises(UnreadableError) as caught:
        read_ai_splendor("\n".join(lines), source="here")
    assert str(caught.value).startswith(f"here: {message}")


def put(*keys: str | int, value: object) -> Callable[[list[Json]], None]:
    """The change that puts a value somewhere."""

    def change(lines: Any) -> None:  # noqa: ANN401 - JSON
        for key in keys[:-1]:
            lines = lines[key]
        lines[keys[-1]] = value

    return change


BOARD = ("initialState", "board")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(0, "player0Model", value=1), "line 1, $.player0Model: expected a string"),
        (put(0, "initialState", "players", value=[]), "expected 2 to 4 players, not 0"),
        (put(0, *BOARD, "availableTokens", "counts", value={"PINK": 1}), "one of WHITE, BLUE"),
        (put(0, *BOARD, "availableTokens", "counts", value={"RED": 99}), "from 0 to 31"),
        (put(0, *BOARD, "decks", "LEVEL_1", 0, "prestigePoints", value=7), "one of the 90 cards"),
        (put(0, *BOARD, "decks", "LEVEL_1", 0, "level", value="L"), "one of LEVEL_1"),
        (put(0, *BOARD, "decks", "LEVEL_1", 0, "bonusGem", value="GOLD"), "one of WHITE"),
        (put(0, *BOARD, "availableNobles", 0, "prestigePoints", value=4), "the ten nobles"),
        (put(1, "gameState", "currentPlayerIndex", value=1), "the table of the GameStarted line"),
        (put(4, "gameState", "players", value=[{}] * 5), "expected 2 to 4 players, not 5"),
        (put(1, "turn", value=10**10), "a whole number of at most"),
        (put(3, "action", "type", value="JUMP"), "one of TAKE_TOKENS, RESERVE_CARD"),
        (put(3, "action", value={"type": "PURCHASE_CARD", "cardId": "x"}), "the id of a card in"),
        (
            put(3, "action", value={"type": "RESERVE_CARD", "deckLevel": "x"}),
            "expected one of LEVEL_1 to LEVEL_3",
        ),
        (put(-1, "winnerIndex", value=2), "from 0 to 1"),
    ],
)
def test_another_shape_is_refused_at_its_place(
    change: Callable[[list[Json]], None], message: str
) -> None:
    lines = write_log(*played(1))
    change(lines)
    with pytest.raises(UnreadableError) as caught:
        read_ai_splendor(text(lines))
    assert message in str(caught.value)
    assert caught.value.path.startswith("line ")


def test_a_row_and_a_deck_have_a_greatest_length() -> None:
    for pile, most in (("faceUpCards", 4), ("decks", 40)):
        lines = write_log(*played(1))
        cards = lines[0]["initialState"]["board"][pile]["LEVEL_1"]
        cards += cards[:1] * 41
        with pytest.raises(UnreadableError, match=f"at most {most} cards"):
            read(lines)


def test_players_do_not_come_or_go() -> None:
    lines = write_log(*played(1))
    lines[4]["gameState"] = write_log(setup(3, seed=1), [])[0]["initialState"]
    with pytest.raises(UnreadableError, match="expected 2 players as before"):
        read(lines)


def test_a_turn_has_one_action_and_a_game_one_end() -> None:
    lines = write_log(*played(1))
    with pytest.raises(UnreadableError, match=r"line 5, \$: expected at most one action"):
        read([*lines[:4], lines[3], *lines[4:]])
    for line in (lines[-1], lines[1], lines[2]):
        with pytest.raises(UnreadableError, match="expected nothing of this game after its Game"):
            read([*lines, line])


def test_a_log_begins_with_its_game() -> None:
    lines = write_log(*played(1))
    with pytest.raises(UnreadableError, match=r"^line 1, \$: expected a GameStarted line first"):
        read(lines[1:])
    with pytest.raises(UnreadableError, match=r"^line 1, column 1: not JSON: the document"):
        read_ai_splendor("")
    assert list(AI_SPLENDOR.interpret([])) == []


def test_an_opening_that_cannot_be_is_read_and_judged() -> None:
    """The engine does not follow, and nothing is made up."""
    lines = write_log(*played(1))
    for line in lines:
        state = line.get("initialState") or line.get("gameState")
        if state:
            state["board"]["availableNobles"] = []
    found = verify(read(lines)).problem
    assert found is not None
    assert (found.rule, found.event) == (RuleId.INV_3, None)


def test_other_json_is_not_recognised() -> None:
    assert is_ai_splendor({"gameId": "x", "initialState": {}})
    assert not any(map(is_ai_splendor, [None, [], {}, {"gameId": 1}, {"initialState": {}}]))


def test_a_reading_says_who_played() -> None:
    [reading] = read_ai_splendor(text(write_log(*played(1))))
    assert isinstance(reading, Reading)
    assert reading.players == ("model-0", "model-1")


def gold_for_a_held_colour(state: State, action: Action) -> bool:
    """Whether a purchase pays gold for a colour of which tokens are kept."""
    if not isinstance(action, BuyCard) or not action.payment.gold:
        return False
    player = state.players[state.mover]
    return any(
        cost > bonus + paid and held > paid
        for cost, bonus, paid, held in zip(
            action.card.cost.counts[:5],
            player.bonuses.counts[:5],
            action.payment.counts[:5],
            player.tokens.counts[:5],
            strict=True,
        )
    )


def test_a_payment_is_what_the_tables_show_to_be_gone() -> None:
    """Whoever holds a colour may pay gold for it."""
    opening, actions = next(
        (opening, [*actions[:count], action])
        for seed in range(1, 60)
        for opening, actions in [played(seed)]
        for count, state in enumerate(states_of(opening, actions))
        if state.phase is Phase.MAIN
        for action in legal_actions(state)
        if gold_for_a_held_colour(state, action) and apply(state, action).phase is Phase.MAIN
    )
    record = read(write_log(opening, actions, ended=False))
    assert bare(record) == list(record_game(opening, actions).events)
