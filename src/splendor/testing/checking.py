"""`check_engine`: hold another implementation of the rules to the conformance corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Final, Generic, NoReturn, TypeAlias, TypeVar, get_args

import attrs

from splendor.engine.generate import legal_actions
from splendor.engine.judge import check
from splendor.engine.setup import setup
from splendor.engine.turn import apply
from splendor.errors import InvalidValueError, brief
from splendor.formats.notation import parse_action
from splendor.model.actions import Action
from splendor.model.cards import BACKS, CardBack
from splendor.model.state import State
from splendor.testing import corpus as files
from splendor.testing.adapter import Adapter, Refusal, Unsupported, outcome_text

S = TypeVar("S")

PARTS: Final[tuple[files.Part, ...]] = get_args(files.Part)
PERFT_NODES: Final = 10_000
MALFORMED: Final = ("", "X", "T wq", "T wug extra", "B 9w9 w", "R #4", "-")
"""What is no action in any position."""
MOST_LISTED: Final = 10_000
"""No position has a tenth as many legal actions."""
MOST_TEXT: Final = 2_000
MOST_SHOWN: Final = 5
"""How many actions a difference between two lists names."""


@attrs.frozen
class Difference:
    """Where an implementation departs from the rules: what was expected, and what it said.

    `place` is the file of the corpus and the line or name in it, `about` what it says there, `step`
    the number of actions before; `position` is the one before `action`, or the one that was looked
    at if that is empty. `what` is `position`, `legal actions`, `outcome`, `refusal`, `perft`, or
    `error` for an exception that was none of these answers.
    """

    place: str
    about: str
    step: int
    position: str
    action: str
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        played = f"\n  played:   {self.action}" if self.action else ""
        return (
            f"{self.place}, step {self.step}: {self.what}\n  about:    {self.about}\n"
            f"  position: {self.position}{played}\n"
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
    numbers of ways to go on, as deep as that takes at most `perft_nodes` actions. What `load` says
    is `Unsupported` is left out.

    `parts` says which of it to run: `games` (scenes for the rules), `lists` and `traces` (whole
    games), `refusals`, `positions` (an opening is to be loaded, all others are to be refused),
    `perft`. `corpus` is a folder to read instead of the one installed.

    Any other exception of the adapter is a difference, too. Raises InvalidValueError for an unknown
    part, and for a folder that is no corpus.

    >>> from splendor.testing import OwnEngine
    >>> check_engine(OwnEngine(), parts=[])
    ()
    """
    wanted: tuple[str, ...] = (parts,) if isinstance(parts, str) else tuple(parts)
    for part in wanted:
        if part not in PARTS:
            message = f"a part is one of {', '.join(PARTS)}, not {brief(part)}"
            raise InvalidValueError(message)
    folder = files.packaged() if corpus is None else corpus
    if type(perft_nodes) is not int or perft_nodes < 0:
        message = f"perft_nodes is an int of at least 0, not {brief(perft_nodes)}"
        raise InvalidValueError(message)
    if not isinstance(folder, Traversable) or not folder.is_dir():
        message = f"there is no conformance corpus in {brief(str(folder))}"
        raise InvalidValueError(message)
    return tuple(
        difference
        for part in wanted
        for entry in _READERS[part](folder)
        for difference in _differences(_Examiner(adapter, perft_nodes), entry)
    )


@attrs.frozen
class _Sound:
    """A position that has to be loaded."""

    name: str
    about: str
    state: State


def _positions(corpus: Traversable) -> Iterator[_Entry]:
    """Yield those to be refused, after one that is not: a program that is dead refuses all."""
    yield _Sound("positions", "an opening, which is to be loaded", setup(2, seed=1))
    yield from files.positions(corpus)


_Entry: TypeAlias = files.Play | files.Refused | files.Count | _Sound


def _differences(examiner: _Examiner[S], entry: _Entry) -> Iterator[Difference]:
    """Yield the first difference over an entry of the corpus, if there is one."""
    try:
        examiner.examine(entry)
    except Unsupported:
        return
    except _WrongAnswerError as error:
        yield examiner.difference(entry, *error.args)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of another language is none of Exception
        yield examiner.difference(entry, "error", "an answer", f"{examiner.asked}: {_said(error)}")


def _said(error: BaseException) -> str:
    """Return the kind of an error and what it says, if it can say it."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - it may be wrong there, too
        return type(error).__name__


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
    action: str = ""
    asked: str = ""
    """What the adapter was asked last."""

    def difference(self, entry: _Entry, what: str, expected: str, found: str) -> Difference:
        """Say where the adapter was wrong."""
        where = (entry.name, entry.about, self.step, self.position, self.action)
        return Difference(*where, what, *(_cut(said) for said in (expected, found)))

    def examine(self, entry: _Entry) -> None:
        """Ask about an entry of the corpus."""
        match entry:
            case files.Play():
                self.play(entry)
            case files.Refused():
                self.refused(entry)
            case files.Count():
                self.count(entry)
            case _:
                self.compare_positions(entry.state, self.load(str(entry.state)))

    # What an adapter is asked

    def load(self, position: str) -> S:
        """Load a position."""
        self.position, self.asked = position, "load"
        return self.adapter.load(position)

    def dump(self, theirs: S) -> tuple[str, State]:
        """Return a state as the adapter writes it, and as that reads."""
        self.asked = "dump"
        text = self.adapter.dump(theirs)
        self.asked = f"dump, which gives {brief(text)}"
        return text, State.parse(text.strip())

    def listed(self, theirs: S) -> list[str]:
        """Return the legal actions as the adapter writes them."""
        self.asked = "legal_actions"
        listed = list(islice(self.adapter.legal_actions(theirs), MOST_LISTED + 1))
        if len(listed) > MOST_LISTED:
            _differ("legal actions", f"at most {MOST_LISTED}", f"more than {MOST_LISTED}")
        return listed

    def read(self, text: str) -> Action:
        """Read one of the legal actions."""
        self.asked = f"legal_actions, which gives {brief(text)}"
        return parse_action(text)

    def apply(self, theirs: S, action: str) -> S:
        """Apply a legal action."""
        self.action, self.asked = action, f"apply {action}"
        try:
            return self.adapter.apply(theirs, action)
        except Refusal as refusal:
            found = f"{action} is refused, {refusal.rule or 'by no rule named'}"
            _differ("refusal", f"{action} is legal", found)

    # What is compared

    def play(self, play: files.Play) -> None:
        """Lead the implementation through a game."""
        state = play.opening
        theirs = self.load(str(state))
        self.look(state, theirs)
        for text in MALFORMED:
            self.misread(state, theirs, text)
        for action in play.actions:
            violation = check(state, action)
            if violation is not None:
                self.refuse(state, theirs, str(action), violation.rule.value)
                return
            state, theirs = self.go_on(state, theirs, action)

    def go_on(self, state: State, theirs: S, action: Action) -> tuple[State, S]:
        """Carry out a legal action and compare what comes of it; the old state has to stay."""
        before = self.adapter.dump(theirs)
        after, theirs_after = apply(state, action), self.apply(theirs, str(action))
        self.look(after, theirs_after)
        if self.adapter.dump(theirs) != before:
            self.compare_positions(state, theirs, "the old state as it was:")
        self.step += 1
        self.position, self.action = str(after), ""
        return after, theirs_after

    def look(self, state: State, theirs: S) -> None:
        """Compare the position, the legal actions and the outcome of one state."""
        self.compare_positions(state, theirs)
        listed = Counter(map(self.read, self.listed(theirs)))
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
        self.asked = "outcome"
        expected, found = outcome_text(state), self.adapter.outcome(theirs)
        if type(found) is not str and found is not None:
            _differ("outcome", expected, brief(found))
        if expected != (found and found.strip()):
            _differ("outcome", expected, found)

    def compare_positions(self, state: State, theirs: S, how: str = "") -> None:
        """Compare a position with the one dumped, and name the fields in which they differ."""
        text, found = self.dump(theirs)
        decks = any(not isinstance(card, CardBack) for deck in found.decks for card in deck)
        mine, its = (_without_order(each, decks=decks) for each in (state, found))
        if mine != its:
            fields = zip(_fields(mine), _fields(its), strict=False)
            pairs = [(one, other) for one, other in fields if one != other] or [(str(mine), text)]
            expected, wrong = (", ".join(side) for side in zip(*pairs, strict=True))
            _differ("position", f"{how} {expected}".strip(), wrong)

    def misread(self, state: State, theirs: S, text: str) -> None:
        """See that what is no action is refused in any way, and changes nothing."""
        self.asked = f"apply {text!r}"
        try:
            self.adapter.apply(theirs, text)
        except Exception:  # noqa: BLE001 - whatever an implementation raises
            self.compare_positions(state, theirs, f"the state as it was before {text!r}:")
        else:
            _differ("refusal", f"{text!r} is no action", "it was applied")

    def refuse(self, state: State, theirs: S, action: str, rule: str) -> None:
        """See an action refused, by the right rule, and the state left as it is."""
        self.action, self.asked = (
            action,
            f"apply {action}, which is illegal: Refusal is to be raised",
        )
        try:
            self.adapter.apply(theirs, action)
        except Refusal as refusal:
            if refusal.rule not in {None, rule}:
                _differ("refusal", f"{action}: {rule}", repr(refusal.rule))
        else:
            _differ("refusal", f"{action}: {rule}", "it was applied")
        self.compare_positions(state, theirs, "the state as it was:")

    def refused(self, refused: files.Refused) -> None:
        """See an action refused, or a position."""
        if refused.action:
            theirs = self.load(refused.position)
            self.refuse(State.parse(refused.position), theirs, refused.action, refused.rule)
            return
        try:
            self.load(refused.position)
        except Exception:  # noqa: BLE001 - whatever an implementation raises
            return
        _differ("refusal", f"the position breaks {refused.rule}", "it was loaded")

    def count(self, count: files.Count) -> None:
        """Compare the numbers of ways to go on; a wrong one is followed to where it begins."""
        for depth, expected in enumerate(count.counts, start=1):
            if expected > self.perft_nodes:
                return
            try:
                found = self.perft(self.load(count.position), depth, expected)
                if found != expected:
                    _differ("perft", f"{expected} to depth {depth}", found)
            except _WrongAnswerError:
                self.descend(State.parse(count.position), self.load(count.position), depth)
                self.position, self.action = count.position, ""
                raise

    def perft(self, theirs: S, depth: int, expected: int) -> int:
        """Count the ways to go on, not much further than to the number expected."""
        actions = self.listed(theirs)
        if depth == 1:
            return len(actions)
        found = 0
        for action in actions:
            found += self.perft(self.apply(theirs, action), depth - 1, expected)
            if found > 2 * expected:
                break
        return found

    def descend(self, state: State, theirs: S, depth: int) -> None:
        """Look for the position in which a wrong count begins."""
        self.look(state, theirs)
        if depth > 1:
            for action in legal_actions(state):
                self.position = str(state)
                after, theirs_after = self.go_on(state, theirs, action)
                self.descend(after, theirs_after, depth - 1)
                self.step -= 1


def _cut(text: str) -> str:
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."


def _some(actions: Iterable[object]) -> str:
    texts = sorted(map(str, actions))
    more = ", ..." if len(texts) > MOST_SHOWN else ""
    return ", ".join(texts[:MOST_SHOWN]) + more


def _fields(state: State) -> list[str]:
    """Return the fields of a position, those of the text that names them by place."""
    names = ("bank", "rows", "nobles", *(f"seat {seat}" for seat in range(len(state.players))))
    rest = ("phase", "turn", "starter", "passes", "rules", "decks")
    words = str(state).split(" ")
    return [f"{name} {word}" for name, word in zip((*names, *rest), words, strict=False)]


def _without_order(state: State, *, decks: bool) -> State:
    """Return a position with rows and nobles sorted, and decks by count unless they are known."""
    masked = [(back,) * len(deck) for back, deck in zip(BACKS, state.decks, strict=True)]
    return attrs.evolve(
        state,
        rows=[sorted(row, key=str) for row in state.rows],
        nobles=sorted(state.nobles, key=str),
        decks=state.decks if decks else masked,
    )


_READERS: Final[dict[str, Callable[[Traversable], Iterator[_Entry]]]] = {
    "games": files.games,
    "lists": files.lists,
    "traces": files.traces,
    "refusals": files.refusals,
    "positions": _positions,
    "perft": files.counts,
}
