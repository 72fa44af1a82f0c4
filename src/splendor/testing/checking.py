"""`check_engine`: hold another implementation of the rules to the conformance corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import Final, Generic, NoReturn, TypeAlias, TypeVar, get_args

import attrs

from splendor.engine.generate import legal_actions
from splendor.engine.judge import check
from splendor.engine.turn import apply
from splendor.errors import InvalidValueError, brief
from splendor.formats.notation import parse_action
from splendor.model.cards import BACKS, CardBack
from splendor.model.state import State
from splendor.testing import corpus as files
from splendor.testing.adapter import Adapter, Refusal, outcome_text

S = TypeVar("S")

PARTS: Final[tuple[files.Part, ...]] = get_args(files.Part)
PERFT_NODES: Final = 10_000
MOST_SHOWN: Final = 5
"""How many actions a difference between two lists names."""


@attrs.frozen
class Difference:
    """Where an implementation departs from the rules: what was expected, and what it said.

    `place` is the file of the corpus and the line or name in it, `step` the number of actions
    before it, `position` where it happened; `what` is `position`, `legal actions`, `outcome`,
    `refusal`, `perft`, or `error` for an exception that was none of these answers.
    """

    place: str
    step: int
    position: str
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return (
            f"{self.place}, after {self.step} actions: {self.what}\n  in {self.position}\n"
            f"  expected: {self.expected}\n  found:    {self.found}"
        )


def check_engine(
    adapter: Adapter[S],
    *,
    parts: Iterable[files.Part] = PARTS,
    corpus: Traversable | None = None,
    perft_nodes: int = PERFT_NODES,
) -> tuple[Difference, ...]:
    """Return where another implementation departs from the rules: of each game the first place.

    It is led through every game of the corpus, those of other engines and of people too, and after
    each action the position, the legal actions and the outcome are compared. It has to refuse the
    actions and positions that break a rule, the actions without a change of state, and to find the
    numbers of ways to go on, as deep as that takes at most `perft_nodes` actions.

    `parts` says which of it to run: `games` (scenes for the rules), `lists` and `traces` (whole
    games), `refusals`, `positions`, `perft`. `corpus` is a folder to read instead of the one
    installed.

    An exception of the adapter is a difference, too. Raises InvalidValueError for an unknown part.

    >>> from splendor.testing import OwnEngine
    >>> check_engine(OwnEngine(), parts=[])
    ()
    """
    wanted = tuple(parts)
    for part in wanted:
        if part not in PARTS:
            message = f"a part is one of {', '.join(PARTS)}, not {brief(part)}"
            raise InvalidValueError(message)
    folder = files.packaged() if corpus is None else corpus
    return tuple(
        difference
        for part in wanted
        for entry in _READERS[part](folder)
        for difference in _differences(_Examiner(adapter, perft_nodes), entry)
    )


_Entry: TypeAlias = files.Play | files.Refused | files.Count


def _differences(examiner: _Examiner[S], entry: _Entry) -> Iterator[Difference]:
    """Yield the first difference over an entry of the corpus, if there is one."""
    try:
        examiner.examine(entry)
    except _WrongAnswerError as error:
        yield Difference(entry.name, examiner.step, examiner.position, *error.args)
    except Exception as error:  # noqa: BLE001 - the adapter may raise anything
        found = f"{type(error).__name__}: {error}"
        yield Difference(entry.name, examiner.step, examiner.position, "error", "an answer", found)


class _WrongAnswerError(Exception):
    """What differs, what was expected, and what was found."""

    def __init__(self, what: str, expected: object, found: object) -> None:
        super().__init__(what, str(expected), str(found))


def _differ(what: str, expected: object, found: object) -> NoReturn:
    raise _WrongAnswerError(what, expected, found)


@attrs.define
class _Examiner(Generic[S]):
    """Asks an adapter, and compares what it says; knows how far it has come."""

    adapter: Adapter[S]
    perft_nodes: int
    step: int = 0
    position: str = ""

    def examine(self, entry: _Entry) -> None:
        """Ask about an entry of the corpus."""
        match entry:
            case files.Play():
                self.play(entry)
            case files.Refused():
                self.refused(entry)
            case files.Count():
                self.count(entry)

    def play(self, play: files.Play) -> None:
        """Lead the implementation through a game."""
        state = play.opening
        self.position = str(state)
        theirs = self.adapter.load(self.position)
        self.look(state, theirs)
        for action in play.actions:
            violation = check(state, action)
            if violation is not None:
                self.refuse(state, theirs, str(action), violation.rule.value)
                return
            theirs, state = self.apply(theirs, str(action)), apply(state, action)
            self.position = str(state)
            self.step += 1
            self.look(state, theirs)

    def apply(self, theirs: S, action: str) -> S:
        """Apply a legal action."""
        try:
            return self.adapter.apply(theirs, action)
        except Refusal as refusal:
            found = f"{action} is refused, {refusal.rule or 'by no rule named'}"
            _differ("refusal", f"{action} is legal", found)

    def look(self, state: State, theirs: S) -> None:
        """Compare the position, the legal actions and the outcome of one state."""
        self.compare_positions(state, theirs)
        listed = Counter(map(parse_action, self.adapter.legal_actions(theirs)))
        twice = [action for action, times in listed.items() if times > 1]
        if twice:
            _differ("legal actions", "each once", f"twice: {_some(twice)}")
        legal = legal_actions(state)
        missing = [action for action in legal if action not in listed]
        wrong = set(listed) - set(legal)
        if missing or wrong:
            _differ(
                "legal actions",
                f"{len(legal)}" + (f", among them {_some(missing)}" if missing else ""),
                f"{len(listed)}" + (f", among them {_some(wrong)}" if wrong else ""),
            )
        expected, found = outcome_text(state), self.adapter.outcome(theirs)
        if expected != found:
            _differ("outcome", expected, found)

    def compare_positions(self, state: State, theirs: S) -> None:
        """Compare a position with the one dumped."""
        text = self.adapter.dump(theirs)
        found = State.parse(text)
        decks = any(not isinstance(card, CardBack) for deck in found.decks for card in deck)
        if _without_order(state, decks=decks) != _without_order(found, decks=decks):
            _differ("position", state, text)

    def refuse(self, state: State, theirs: S, action: str, rule: str) -> None:
        """See an action refused, by the right rule, and the state left as it is."""
        try:
            self.adapter.apply(theirs, action)
        except Refusal as refusal:
            if refusal.rule not in (None, rule):
                _differ("refusal", f"{action}: {rule}", refusal.rule)
        else:
            _differ("refusal", f"{action}: {rule}", "it was applied")
        self.compare_positions(state, theirs)

    def refused(self, refused: files.Refused) -> None:
        """See an action refused, or a position."""
        self.position = refused.position
        if refused.action:
            theirs = self.adapter.load(refused.position)
            self.refuse(State.parse(refused.position), theirs, refused.action, refused.rule)
            return
        try:
            self.adapter.load(refused.position)
        except Exception:  # noqa: BLE001 - whatever an implementation raises
            return
        expected = f"the position breaks {refused.rule}"
        _differ("refusal", expected, "it was loaded")

    def count(self, count: files.Count) -> None:
        """Compare the numbers of ways to go on."""
        self.position = count.position
        theirs = self.adapter.load(count.position)
        for depth, expected in enumerate(count.counts, start=1):
            if expected > self.perft_nodes:
                return
            found = self.perft(theirs, depth)
            if found != expected:
                _differ("perft", f"{expected} to depth {depth}", found)

    def perft(self, theirs: S, depth: int) -> int:
        """Count the ways to go on."""
        actions = list(self.adapter.legal_actions(theirs))
        if depth == 1:
            return len(actions)
        return sum(self.perft(self.apply(theirs, action), depth - 1) for action in actions)


def _some(actions: Iterable[object]) -> str:
    texts = sorted(map(str, actions))
    more = ", ..." if len(texts) > MOST_SHOWN else ""
    return ", ".join(texts[:MOST_SHOWN]) + more


def _without_order(state: State, *, decks: bool) -> State:
    """Return a position with rows and nobles sorted, and decks by count unless they are known."""
    masked = [(back,) * len(deck) for back, deck in zip(BACKS, state.decks, strict=True)]
    return attrs.evolve(
        state,
        rows=[sorted(row, key=str) for row in state.rows],
        nobles=sorted(state.nobles, key=str),
        decks=state.decks if decks else masked,
    )


_READERS: Final[dict[files.Part, Callable[[Traversable], Iterator[_Entry]]]] = {
    "games": files.games,
    "lists": files.lists,
    "traces": files.traces,
    "refusals": files.refusals,
    "positions": files.positions,
    "perft": files.counts,
}
