"""`check_engine` finds what is wrong with an implementation, and only that."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, get_args
from unittest.mock import ANY

import attrs
import pytest

from splendor import (
    OFFICIAL,
    Card,
    CardBack,
    InvalidValueError,
    Phase,
    Player,
    RuleId,
    State,
    UnreadableError,
    apply,
    parse_action,
    possible_reveals,
    setup,
)
from splendor.testing import Difference, OwnEngine, Refusal, Unsupported, check_engine, outcome_text
from splendor.testing.corpus import Part
from tests.faulty_engines import FAULTS, Faulty

CORPUS: Final = Path(__file__).parent / "conformance"
SIGNS: Final[dict[str, Callable[[Difference], bool]]] = {
    FAULTS[0]: lambda d: d.what == "legal actions" and "T ww" in d.found,
    FAULTS[1]: lambda d: d.what == "position" and "return" in d.expected,
    FAULTS[2]: lambda d: d.what == "position" and d.place.startswith("games/noble-"),
    FAULTS[3]: lambda d: d.what == "outcome" and d.found.endswith("ranks 1 1"),
    FAULTS[4]: lambda d: d.what == "refusal" and "PAY-4" in d.expected,
}
"""How each fault shows."""


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus without its whole games, which take longest."""
    folder = tmp_path_factory.mktemp("corpus")
    shutil.copytree(CORPUS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("whole-*"))
    return folder


Check: TypeAlias = Callable[..., tuple[Difference, ...]]


@pytest.fixture
def differences(scenes: Path) -> Check:
    """Check an adapter on some parts of that."""

    def check(adapter: OwnEngine, *parts: Part) -> tuple[Difference, ...]:
        return check_engine(adapter, parts=parts, corpus=scenes, perft_nodes=1_000)

    return check


@pytest.mark.parametrize("part", ["lists", "refusals", "positions"])
def test_this_engine_has_no_difference(part: Part) -> None:
    assert check_engine(OwnEngine(), parts=[part], corpus=CORPUS) == ()


@pytest.mark.sweep
@pytest.mark.parametrize("part", ["games", "perft"])
def test_this_engine_has_no_difference_in_its_own_files(part: Part) -> None:
    assert check_engine(OwnEngine(), parts=[part], corpus=CORPUS) == ()


def test_this_engine_has_no_difference_in_games_of_other_engines_and_people(
    tmp_path: Path,
) -> None:
    """Games without a deck order, and one that stops at a pass which is to be refused.

    `python -m tests.soak` goes through all the traces.
    """
    (tmp_path / "traces").mkdir()
    for name in ("bga.jsonl", "ai-splendor-llm-recorded.jsonl"):
        shutil.copy(CORPUS / "traces" / name, tmp_path / "traces")
    assert check_engine(OwnEngine(), parts=["traces"], corpus=tmp_path) == ()
    found = check_engine(Faulty(), parts=["traces"], corpus=tmp_path)
    assert {each.place.rpartition(":")[0] for each in found} == {
        "traces/ai-splendor-llm-recorded.jsonl",
        "traces/bga.jsonl",
    }


@pytest.mark.pitfall(1, 7, 10, 12, 20)
def test_every_fault_of_a_faulty_engine_is_found(differences: Check) -> None:
    found = differences(Faulty(), "games", "refusals")
    shown = {fault for fault, sign in SIGNS.items() if any(map(sign, found))}
    assert shown == set(FAULTS)
    assert all(each.expected != each.found for each in found)


def test_a_difference_says_where_and_what(differences: Check) -> None:
    found = differences(Faulty(FAULTS[3]), "games")
    assert [each.place for each in found] == [
        "games/fewer-cards-of-the-tied.txt",
        "games/fewer-cards-win.txt",
    ]
    lines = str(found[0]).splitlines()
    assert lines[0] == f"games/fewer-cards-of-the-tied.txt, step {found[0].step}: outcome"
    assert lines[1] == f"  about:    {found[0].about}"
    assert lines[2] == f"  position: {found[0].position}"
    assert lines[3] == f"  played:   {found[0].action}"
    assert lines[4].startswith("  expected: target points ")
    assert lines[5].startswith("  found:    target points ")
    state = State.parse(found[0].position)
    assert state.phase is not Phase.OVER
    assert apply(state, parse_action(found[0].action)).phase is Phase.OVER


@pytest.mark.sweep
def test_of_a_position_the_fields_are_named_that_differ(differences: Check) -> None:
    (found,) = [
        each for each in differences(Faulty(FAULTS[2]), "games") if "on-a-pass" in each.place
    ]
    assert found.action == "P"
    assert re.fullmatch(
        r"nobles \S+, seat \d \S+, turn .*|nobles \S+, seat \d \S+.*", found.expected
    )
    assert found.expected != found.found


class Nameless(OwnEngine):
    """Knows no rule by its id, lists backwards, and says nothing of the decks."""

    def apply(self, state: State, action: str, /) -> State:
        try:
            return super().apply(state, action)
        except Refusal:
            raise Refusal from None

    def legal_actions(self, state: State, /) -> list[str]:
        return [text.lower() for text in reversed(super().legal_actions(state))]

    def dump(self, state: State, /) -> str:
        backs = [[CardBack(level)] * len(deck) for level, deck in enumerate(state.decks, start=1)]
        return super().dump(attrs.evolve(state, decks=backs))


@pytest.mark.sweep
def test_order_spelling_decks_and_rule_ids_are_left_to_the_engine(differences: Check) -> None:
    assert differences(Nameless(), "games", "refusals", "positions", "perft") == ()


class Clumsy(OwnEngine):
    """Goes wrong in one way, whatever it is asked."""

    def __init__(self, way: str) -> None:
        self.way: Final = way

    def load(self, position: str, /) -> State:
        return State.parse(position) if self.way == "loads anything" else super().load(position)

    def legal_actions(self, state: State, /) -> list[str]:
        listed = super().legal_actions(state)
        changed = {
            "lists twice": listed * 2,
            "forgets one": listed[1:],
            "lists nonsense": ["X"],
            "never ends": ["P"] * 10_001,
        }
        return changed.get(self.way, listed)

    def dump(self, state: State, /) -> str:
        return "nonsense" if self.way == "writes nonsense" else super().dump(state)

    def apply(self, state: State, action: str, /) -> State:
        if self.way == "crashes":
            message = "out of gems"
            raise RuntimeError(message)
        if self.way == "refuses all":
            raise Refusal(None if action == "P" else "END-8")
        return super().apply(state, action)


@pytest.mark.parametrize(
    ("way", "part", "what", "expected", "found"),
    [
        ("lists twice", "games", "legal actions", "each once", "twice: "),
        ("lists twice", "perft", "legal actions", "each once", "twice: "),
        ("forgets one", "perft", "legal actions", ", among them ", ""),
        ("never ends", "perft", "legal actions", "at most 10000", "more than 10000"),
        ("writes nonsense", "games", "error", "an answer", "dump, which gives 'nonsense': Unread"),
        ("lists nonsense", "games", "error", "an answer", "legal_actions, which gives 'X': Unread"),
        ("forgets one", "games", "legal actions", ", among them ", ""),
        ("crashes", "games", "error", "an answer", ": RuntimeError: out of gems"),
        ("crashes", "perft", "error", "an answer", "RuntimeError: out of gems"),
        ("crashes", "refusals", "error", "an answer", "RuntimeError: out of gems"),
        ("refuses all", "games", "refusal", " is legal", " is refused, END-8"),
        ("refuses all", "refusals", "refusal", "T wu: TAKE-3", "END-8"),
        ("loads anything", "positions", "refusal", "the position breaks INV-1", "it was loaded"),
    ],
    ids=str,
)
def test_what_goes_wrong_is_told(  # noqa: PLR0913 - a row of the table above
    differences: Check, way: str, part: Part, what: str, expected: str, found: str
) -> None:
    shown = differences(Clumsy(way), part)
    assert any(
        each.what == what and expected in each.expected and found in each.found for each in shown
    )


def test_a_refusal_without_a_rule_is_told(differences: Check) -> None:
    found = differences(Clumsy("refuses all"), "games")
    assert any(each.found == "P is refused, by no rule named" for each in found)


class Dead(OwnEngine):
    """Stands for a program that has ended."""

    def load(self, _: str, /) -> State:
        message = "the program has ended"
        raise RuntimeError(message)


@pytest.mark.parametrize("part", get_args(Part))
def test_an_engine_that_is_dead_is_found_in_each_part(scenes: Path, part: Part) -> None:
    first, *_ = check_engine(Dead(), parts=[part], corpus=scenes)
    assert (first.what, first.found) == ("error", "load: RuntimeError: the program has ended")


def test_an_engine_that_refuses_sound_positions_is_found(differences: Check) -> None:
    """All others it refuses rightly."""
    (found,) = differences(Dead(), "positions")
    assert found.about == "an opening, which is to be loaded"
    assert State.parse(found.position) == setup(2, seed=1)


class Spoiling(OwnEngine):
    """Refuses what it should, but goes on as if the turn were over."""

    def __init__(self) -> None:
        self.spoilt = False

    def apply(self, state: State, action: str, /) -> State:
        try:
            return super().apply(state, action)
        except Refusal:
            self.spoilt = True
            raise

    def dump(self, state: State, /) -> str:
        return super().dump(state).replace(" main ", " return ") if self.spoilt else str(state)


@pytest.mark.pitfall(19)
def test_a_refusal_that_changes_something_is_told(differences: Check) -> None:
    found = differences(Spoiling(), "refusals")
    assert {each.what for each in found} == {"position"}


@pytest.mark.sweep
def test_many_wrong_actions_are_named_in_part(differences: Check) -> None:
    class Takes(OwnEngine):
        def legal_actions(self, _: State, /) -> list[str]:
            return [f"T {gem * 3}" for gem in "wugrk"] + ["T y", "T yy"]

    found = differences(Takes(), "games")
    assert any(
        each.found == "7, among them T ggg, T kkk, T rrr, T uuu, T www, ..." for each in found
    )


class InPlace:
    """Changes the state that it is given: a list with one state in it."""

    def load(self, position: str, /) -> list[State]:
        return [OwnEngine().load(position)]

    def dump(self, box: list[State], /) -> str:
        return str(box[0])

    def legal_actions(self, box: list[State], /) -> list[str]:
        return OwnEngine().legal_actions(box[0])

    def apply(self, box: list[State], action: str, /) -> list[State]:
        box[0] = OwnEngine().apply(box[0], action)
        return box

    def outcome(self, box: list[State], /) -> str | None:
        return OwnEngine().outcome(box[0])


@pytest.mark.pitfall(26)
@pytest.mark.parametrize("part", ["games", "perft"])
def test_a_state_that_is_changed_in_place_is_told(scenes: Path, part: Part) -> None:
    found = check_engine(InPlace(), parts=[part], corpus=scenes)
    assert any(each.expected.startswith("the old state as it was: ") for each in found)


class Counting(OwnEngine):
    """Lists rightly what it is asked first in a position, and later too much."""

    def __init__(self, times: int) -> None:
        self.times: Final = times
        self.asked: Counter[State] = Counter()

    def legal_actions(self, state: State, /) -> list[str]:
        self.asked[state] += 1
        listed = super().legal_actions(state)
        return [*listed, *listed[:1]] if self.asked[state] == self.times else listed


@pytest.mark.parametrize("times", [1, 2])
def test_a_count_that_only_counting_finds_is_told(differences: Check, times: int) -> None:
    """It is wrong when it counts, and right when the lists are looked at to find out why."""
    found = [each for each in differences(Counting(times), "perft") if each.what == "perft"]
    assert any(each.expected.endswith(f" to depth {times}") for each in found)


def test_a_wrong_count_is_followed_to_where_it_begins(differences: Check) -> None:
    found = differences(Faulty(FAULTS[1]), "perft")
    assert any(each.what == "position" and each.step == 0 and each.action for each in found)


class Plain(OwnEngine):
    """Plays the official rules alone, on known decks."""

    def load(self, position: str, /) -> State:
        state = super().load(position)
        if state.rules != OFFICIAL or "#" in position:
            raise Unsupported
        return state


class Deep(OwnEngine):
    """Lists rightly what it has just loaded, and everything many times after an action."""

    def __init__(self) -> None:
        self.loaded: State | None = None
        self.asked = 0

    def load(self, position: str, /) -> State:
        self.loaded = super().load(position)
        return self.loaded

    def legal_actions(self, state: State, /) -> list[str]:
        self.asked += 1
        listed = super().legal_actions(state)
        return listed if state == self.loaded else listed * 5


def test_a_count_that_runs_away_is_stopped(differences: Check) -> None:
    """At the second node already the count is twice what it should be."""
    engine = Deep()
    found = differences(engine, "perft")
    assert {each.found.partition(":")[0] for each in found} == {"twice"}
    assert engine.asked < 20 * len(found)


class Telling(OwnEngine):
    """Tells the order of decks that nobody knows."""

    def dump(self, state: State, /) -> str:
        known = any(isinstance(card, Card) for deck in state.decks for card in deck)
        decks = [
            possible_reveals(state, level)[: len(state.decks[level - 1])] for level in (1, 2, 3)
        ]
        return str(state if known else attrs.evolve(state, decks=decks))


@pytest.mark.sweep
def test_decks_that_nobody_knows_are_told(differences: Check) -> None:
    found = differences(Telling(), "games")
    assert [(each.place, each.what) for each in found] == [("games/hidden-decks.txt", "position")]


def test_what_an_engine_does_not_play_is_left_out(differences: Check) -> None:
    assert differences(Plain(), "games", "positions") == ()


def test_a_folder_that_is_no_corpus_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path / "nowhere", str(CORPUS)):
        with pytest.raises(InvalidValueError, match="there is no conformance corpus in "):
            check_engine(OwnEngine(), corpus=folder)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("nodes", [-1, "x", None])
def test_a_number_of_nodes_that_is_none_is_refused(nodes: object) -> None:
    with pytest.raises(InvalidValueError, match="perft_nodes is an int of at least 0, not "):
        check_engine(OwnEngine(), corpus=CORPUS, perft_nodes=nodes)  # type: ignore[arg-type]


def test_a_single_part_may_be_named() -> None:
    assert check_engine(OwnEngine(), parts="positions", corpus=CORPUS) == ()  # type: ignore[arg-type]


class Odd(OwnEngine):
    """Gives something that no adapter should give."""

    def __init__(self, given: object) -> None:
        self.given: Final[Any] = given

    def outcome(self, _: State, /) -> str | None:
        if isinstance(self.given, BaseException):
            raise self.given
        return self.given  # type: ignore[no-any-return]


class Panic(BaseException):
    """As a library in Rust raises it."""


class Silent(Exception):  # noqa: N818 - it says nothing
    """Cannot even say what is wrong."""

    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (Panic("lost"), "outcome: Panic: lost"),
        (SystemExit(2), "outcome: SystemExit: 2"),
        (Silent(), "outcome: Silent"),
        (7, "7"),
        (ANY, "a _ANY"),
        ("x" * 3000, "x" * 2000 + "..."),
    ],
    ids=["panic", "exit", "an error that cannot be told", "a number", "equal to all", "long"],
)
def test_whatever_is_given_or_raised_is_told_shortly(
    differences: Check, given: object, found: str
) -> None:
    differences_found = differences(Odd(given), "games")
    assert {each.found for each in differences_found} == {found}


def test_an_interruption_is_no_difference(differences: Check) -> None:
    with pytest.raises(KeyboardInterrupt):
        differences(Odd(KeyboardInterrupt()), "games")


class Trimmed(OwnEngine):
    """Ends its lines as a program that is read by lines does, and names rules as this package."""

    def dump(self, state: State, /) -> str:
        return f"{state}\n"

    def outcome(self, state: State, /) -> str | None:
        text = super().outcome(state)
        return None if text is None else f"{text}\n"

    def apply(self, state: State, action: str, /) -> State:
        try:
            return super().apply(state, action)
        except Refusal as refusal:
            rule: Any = RuleId(refusal.rule or "END-8")
            raise Refusal(rule) from None


@pytest.mark.sweep
def test_line_ends_and_rule_ids_are_understood(differences: Check) -> None:
    assert differences(Trimmed(), "games", "refusals") == ()


class Listless(OwnEngine):
    """Takes what it does not understand for a pass."""

    def apply(self, state: State, action: str, /) -> State:
        try:
            return super().apply(state, action)
        except UnreadableError:
            return attrs.evolve(state, turn=state.turn + 1)


@pytest.mark.pitfall(27)
def test_what_is_no_action_has_to_be_refused(differences: Check) -> None:
    found = differences(Listless(), "games")
    assert {(each.expected, each.found) for each in found} == {
        ("'' is no action", "it was applied")
    }


class Eager(OwnEngine):
    """Lists two gold, which it refuses itself."""

    def legal_actions(self, state: State, /) -> list[str]:
        return [*super().legal_actions(state), "T yy"]


def test_what_is_listed_and_refused_is_not_called_legal(differences: Check) -> None:
    found = differences(Eager(), "perft")
    assert found
    assert {each.what for each in found} == {"legal actions"}


def ranked(state: State, key: Callable[[Player], tuple[int, ...]]) -> str | None:
    """The outcome with other ranks: the higher the key, the better."""
    text = outcome_text(state)
    keys = [key(player) for player in state.players]
    ranks = (1 + sum(other > own for other in keys) for own in keys)
    return text and f"{text.partition(' ranks')[0]} ranks {' '.join(map(str, ranks))}"


class FewestOfAll(OwnEngine):
    """Breaks ties for who has fewest cards of all players, not of those tied."""

    def outcome(self, state: State, /) -> str | None:
        fewest = min(len(player.purchased) for player in state.players)
        return ranked(state, lambda player: (player.points, len(player.purchased) == fewest))


class MostNobles(OwnEngine):
    """Breaks what ties are left by the number of nobles."""

    def outcome(self, state: State, /) -> str | None:
        return ranked(
            state, lambda player: (player.points, -len(player.purchased), len(player.nobles))
        )


@pytest.mark.sweep
@pytest.mark.pitfall(1, 2)
@pytest.mark.parametrize(
    ("engine", "scene"),
    [(FewestOfAll(), "fewer-cards-of-the-tied"), (MostNobles(), "nobles-break-no-tie")],
    ids=["fewest of all", "most nobles"],
)
def test_a_wrong_tie_break_is_told(differences: Check, engine: OwnEngine, scene: str) -> None:
    places = {each.place for each in differences(engine, "games") if each.what == "outcome"}
    assert f"games/{scene}.txt" in places


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="a part is one of games, lists, traces"):
        check_engine(OwnEngine(), parts=["game"])  # type: ignore[list-item]  # on purpose
