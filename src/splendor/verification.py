"""`replay` and `verify`: how far a record is good, why it stops there, and what it comes to.

A record is replayed on counted decks, so that it is judged by what it says alone; a claimed deck
order or seed is then compared with the faces that turned up. The first problem is the first event
that cannot follow from what stands before it; everything before it stays usable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, TypeAlias

import attrs

from splendor.engine.invariants import InvalidPositionError
from splendor.engine.judge import check_visit
from splendor.engine.knowledge import check_disclosure, disclose
from splendor.engine.scoring import Outcome, Score, outcome, score
from splendor.engine.setup import deal, setup
from splendor.engine.turn import apply
from splendor.engine.violation import IllegalActionError, Violation, violation
from splendor.formats.json import digest
from splendor.formats.record import (
    NO_CLAIMS,
    Disclosure,
    Event,
    Move,
    Opening,
    Record,
    Result,
)
from splendor.formats.recording import gold_taken, noble_come, opening_of
from splendor.model.actions import (
    BuyCard,
    ChooseNoble,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
)
from splendor.model.cards import ALL_CARDS, BACKS, Card, CardBack
from splendor.model.gems import GEMS, Gem
from splendor.model.rule_ids import RuleId
from splendor.model.rules import PLAYER_COUNTS
from splendor.model.state import Phase, State

Decks: TypeAlias = tuple[tuple[Card | CardBack, ...], ...]


class Verdict(Enum):
    """What a record is found to be; the value is its name in reports."""

    VALID = "valid"
    """Every event is legal, and every card that left a deck is named."""
    CONSISTENT = "consistent"
    """Every event is legal as far as it can be known; some card is never named."""
    INVALID = "invalid"
    """Some event, the opening or the claimed result breaks a rule."""

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"


@attrs.frozen
class Problem:
    """The first thing in a record that cannot be: where it stands and which rule it breaks.

    `event` counts from 0 and is None for the opening and the ending; `turn` counts from 1; `player`
    is the seat whose turn it was.
    """

    violation: Violation
    event: int | None = None
    turn: int | None = None
    player: int | None = None

    @property
    def rule(self) -> RuleId:
        """The rule broken."""
        return self.violation.rule

    def __str__(self) -> str:
        if self.turn is None:
            return f"opening: {self.violation}"
        if self.event is None:
            return f"ending: {self.violation}"
        return f"event {self.event}, turn {self.turn}, player {self.player}: {self.violation}"


@attrs.frozen
class Replay:
    """The states of a record up to its first problem.

    `states` begins with the opening; the state after event i stands at i + 1. It is empty if the
    opening itself is the problem.
    """

    states: tuple[State, ...]
    problem: Problem | None


@attrs.frozen
class Unnamed:
    """A card that left its deck and is never named: its level, and whose hand it is in.

    `seat` is None for a card in a row.
    """

    level: int
    seat: int | None


@attrs.frozen
class Report:
    """What `verify` found out about a record.

    `events` is the number of good ones and `turns` that of completed turns; `final` is the last
    good state, None if there is none, and `scores` and `outcome` are recomputed there; `claimed` is
    what the record says. `complete` tells whether the game came to an end, by play, resignation or
    time. `missing_refill` tells that the card turned up after the last main action was not
    recorded, which does no harm (LOG-1).
    """

    verdict: Verdict
    problem: Problem | None = None
    complete: bool = False
    events: int = 0
    turns: int = 0
    scores: tuple[Score, ...] = ()
    outcome: Outcome | None = None
    claimed: Result | None = None
    unnamed: tuple[Unnamed, ...] = ()
    missing_refill: bool = False
    final: State | None = attrs.field(default=None, repr=False)


def replay(record: Record) -> Replay:
    """Return the states of a record up to the first event that cannot follow (TURN-4, all rules).

    Never raises for a well-typed record. Checked with each event are the seat, the action, what the
    event says came of it by itself, and every figure it states.
    """
    states: list[State] = []
    problem = None
    for step in _steps(record):
        if isinstance(step, State):
            states.append(step)
        else:
            problem = step
    return Replay(tuple(states), problem)


def verify(record: Record) -> Report:
    """Return what a record comes to: verdict, first problem, recomputed against claimed result.

    Never raises for a well-typed record. A pass is judged by what is known when it is made.
    """
    replayed = replay(record)
    problem = replayed.problem
    if not replayed.states:
        return Report(Verdict.INVALID, problem, claimed=record.result)
    final = replayed.states[-1]
    unrecorded = None
    if problem is None:
        refill = _unwritten_refill(final)
        final = final if refill is None else apply(final, refill.action)
        unrecorded = _unrecorded_refill(record, replayed.states, final)
        problem = _problem_of_ending(record, final)
    unnamed = tuple(_unnamed(final, unrecorded))
    if problem is not None:
        verdict = Verdict.INVALID
    else:
        verdict = Verdict.CONSISTENT if unnamed else Verdict.VALID
    return Report(
        verdict=verdict,
        problem=problem,
        complete=problem is None and record.ending.kind != "unfinished",
        events=len(replayed.states) - 1,
        turns=final.turn,
        scores=score(final),
        outcome=outcome(final),
        claimed=record.result,
        unnamed=unnamed,
        missing_refill=unrecorded is not None,
        final=final,
    )


# The opening and the events


def _steps(record: Record) -> Iterator[State | Problem]:
    """Yield the states one by one; a Problem, if there is one, comes last."""
    opened = _open(record)
    if isinstance(opened, Violation):
        yield Problem(opened)
        return
    state, decks = opened
    yield state
    last = _last_main_action(record)
    left_out = not any(_is_refill(event) for event in record.events[last + 1 :])
    for index, event in enumerate(record.events):
        supplied = left_out and index > last and _needs_refill(state, event)
        refill = _unwritten_refill(state) if supplied else None
        if refill is not None:
            decks.follow(state, refill)
            state = apply(state, refill.action)
        after = _step(state, event)
        if isinstance(after, State):
            after = decks.follow(state, event) or after
        if isinstance(after, Violation):
            yield Problem(after, index, state.turn + 1, state.mover)
            return
        yield after
        state = after


def _last_main_action(record: Record) -> int:
    """Return the number of the last main action: after it a refill may be left out (LOG-1)."""
    follow_ups = (RevealCard, ReturnTokens, ChooseNoble)
    for index in reversed(range(len(record.events))):
        event = record.events[index]
        if isinstance(event, Move) and not isinstance(event.action, follow_ups):
            return index
    return -1


def _is_refill(event: Event) -> bool:
    return isinstance(event, Move) and isinstance(event.action, RevealCard)


def _needs_refill(state: State, event: Event) -> bool:
    """Return whether an event shows that a refill which was awaited is left out."""
    if isinstance(event, Move):
        return True
    return event.seat is None and BACKS[event.disclose.level - 1] not in state._rows


def _open(record: Record) -> tuple[State, _ClaimedDecks] | Violation:
    """Return the opening on counted decks, and the order of them that the record claims, if any."""
    opening = record.opening
    try:
        state = deal(
            len(record.players),
            rows=opening.rows,
            nobles=opening.nobles,
            deck_counts=opening.deck_counts,
            rules=record.rules,
            first_player=opening.first_player,
        )
        known = _claimed_opening(record)
    except InvalidPositionError as error:
        return error.problems[0]
    wrong = _wrong_bank(opening, state)
    if wrong is not None:
        return wrong
    if known is not None and (
        not _fits(opening, opening_of(known)) or record.decks not in {None, known.decks}
    ):
        return violation(RuleId.SETUP_2, "the claimed deck order or seed gives another table")
    return state, _ClaimedDecks(state, None if known is None else known.decks)


def _fits(opening: Opening, dealt: Opening) -> bool:
    """Return whether an opening is the one dealt, as far as its cards are known."""
    rows = tuple(
        tuple(mine if isinstance(mine, CardBack) else card for mine, card in zip(*row, strict=True))
        for row in zip(opening.rows, dealt.rows, strict=True)
    )
    return attrs.evolve(dealt, rows=rows) == opening


def _wrong_bank(opening: Opening, state: State) -> Violation | None:
    """Compare the bank that a record opens with and the one of the rules (SETUP-6 to SETUP-9)."""
    by_players = (RuleId.SETUP_6, RuleId.SETUP_7, RuleId.SETUP_8)
    for gem in GEMS:
        claimed, supply = opening.bank.of(gem), state.bank.of(gem)
        if claimed != supply:
            gold = gem is Gem.GOLD
            return violation(
                RuleId.SETUP_9 if gold else by_players[len(state.players) - PLAYER_COUNTS[0]],
                "the bank opens with {supply} {colour} tokens, not {claimed}",
                colour=gem.value,
                supply=supply,
                claimed=claimed,
            )
    return None


def _claimed_opening(record: Record) -> State | None:
    opening = record.opening
    if record.seed is not None:
        return setup(
            len(record.players),
            seed=record.seed,
            rules=record.rules,
            first_player=opening.first_player,
        )
    if record.decks is None:
        return None
    return deal(
        len(record.players),
        rows=opening.rows,
        nobles=opening.nobles,
        decks=record.decks,
        rules=record.rules,
        first_player=opening.first_player,
    )


def _step(state: State, event: Event) -> State | Violation:
    """Return the state after an event, or the first rule that the event breaks."""
    if isinstance(event, Disclosure):
        after: State | Violation | None = check_disclosure(state, event.seat, event.disclose)
        after = after or disclose(state, event.seat, event.disclose)
    else:
        after = _move(state, event)
    if isinstance(after, State) and event.digest is not None and event.digest != digest(after):
        return violation(
            RuleId.INV_10,
            "the digest after the event is {digest}, not {claimed}",
            digest=digest(after),
            claimed=event.digest,
        )
    return after


def _move(state: State, move: Move) -> State | Violation:
    if state.phase is not Phase.OVER and move.by != state.decider:
        return violation(
            RuleId.TURN_4,
            "{by} acts, and it is for {decider} to {what}",
            by=_who(move.by),
            decider=_who(state.decider),
            what=_awaited(state),
        )
    try:
        after = apply(state, move.action)
    except IllegalActionError as error:
        return error.violation
    return (
        _wrong_gold(state, move)
        or _wrong_visit(state, after, move)
        or _wrong_claim(state, after, move)
        or after
    )


def _who(seat: int | None) -> str:
    return "the table" if seat is None else f"player {seat}"


def _awaited(state: State) -> str:
    place = state.awaited_place
    if place is not None:
        return f"turn up a card of level {place[0]}"
    return {Phase.RETURN: "return tokens", Phase.NOBLE: "choose a noble"}.get(state.phase, "move")


def _wrong_gold(state: State, move: Move) -> Violation | None:
    taken = gold_taken(state, move.action)
    if move.gold == taken:
        return None
    if taken is None:
        return violation(RuleId.RES_8, "only a reservation gives gold")
    if taken:
        return violation(RuleId.RES_3, "the bank has gold, and the event takes none")
    return violation(RuleId.RES_4, "the bank has no gold, and the event takes one")


def _wrong_visit(state: State, after: State, move: Move) -> Violation | None:
    """Compare the noble that came by itself with the one the event states."""
    come = None if state.phase is Phase.NOBLE else noble_come(state, after)
    claimed = move.visit
    if claimed is not None and claimed is not come:
        return check_visit(after, state.mover, claimed) or violation(
            RuleId.NOB_6, "noble {noble} does not come with this event", noble=claimed.id
        )
    if come is not None and claimed is None:
        return violation(
            RuleId.NOB_4, "noble {noble} visits, and the event leaves it out", noble=come.id
        )
    return None


def _wrong_claim(state: State, after: State, move: Move) -> Violation | None:
    """Compare the figures that a log states beside an event with those of the game."""
    claims = move.claims
    if claims is NO_CLAIMS:
        return None
    seat = state.mover
    before, now = state.players[seat], after.players[seat]
    change = tuple(
        new - old for new, old in zip(now.tokens.counts, before.tokens.counts, strict=True)
    )
    for name, rule, actual, claimed in (
        ("round", RuleId.END_2, state.round, claims.round),
        ("change of tokens", RuleId.INV_1, change, claims.change),
        ("gain of points", RuleId.WIN_1, now.points - before.points, claims.gained),
        ("score", RuleId.WIN_1, now.points, claims.points),
    ):
        if claimed is not None and claimed != actual:
            return violation(
                rule,
                "the {figure} of player {seat} is {actual}, not {claimed}",
                figure=name,
                seat=seat,
                actual=_listed(actual),
                claimed=_listed(claimed),
            )
    return None


def _listed(figures: int | Sequence[int]) -> str:
    return str(figures) if isinstance(figures, int) else ", ".join(map(str, figures)) or "none"


class _ClaimedDecks:
    """The order of the decks as a record claims it, held against every card that gets a face.

    `_unnamed` are the cards that by this order have been drawn and have no face yet, by the seat
    that holds them, None for the rows.
    """

    def __init__(self, opening: State, decks: Decks | None) -> None:
        self._decks = None if decks is None else [list(reversed(deck)) for deck in decks]
        self._unnamed: dict[int | None, set[Card | CardBack]] = {}
        if decks is not None:
            elsewhere = {card for pile in (*decks, *opening.rows) for card in pile}
            self._unnamed[None] = {card for card in ALL_CARDS if card not in elsewhere}

    def follow(self, state: State, event: Event) -> Violation | None:
        """Go along with a legal event; a Violation if by this order it is another card."""
        if self._decks is None:
            return None
        if isinstance(event, Disclosure):
            return self._name(event.seat, event.disclose)
        action = event.action
        if isinstance(action, ReserveFromDeck):
            self._unnamed.setdefault(state.mover, set()).add(self._decks[action.level - 1].pop())
        elif isinstance(action, RevealCard):
            card = self._decks[action.card.level - 1].pop()
            if isinstance(action.card, CardBack):
                self._unnamed.setdefault(None, set()).add(card)
            elif action.card is not card:
                return _other_card(action.card)
        elif isinstance(action, BuyCard) and not _is_known(state, action.card):
            return self._name(state.mover, action.card)
        return None

    def _name(self, seat: int | None, card: Card) -> Violation | None:
        drawn = self._unnamed.get(seat, set())
        if card in drawn:
            drawn.remove(card)
            return None
        return _other_card(card)


def _other_card(card: Card) -> Violation:
    return violation(
        RuleId.ROW_1, "the claimed deck order gives another card than {card}", card=card.id
    )


def _is_known(state: State, card: Card) -> bool:
    """Return whether a card lies face up or is a known one of the mover's hand."""
    return bool((state._face_up | state.players[state.mover]._hand) & card._bit)


# The ending

_REASONS: Final = {
    "target": RuleId.END_1,
    "stalemate": RuleId.END_6,
    "turn_limit": RuleId.END_7,
}


def _unwritten_refill(state: State) -> Move | None:
    """Return the event that nobody wrote down, if a state awaits a refill."""
    place = state.awaited_place if state.phase is Phase.REVEAL else None
    return None if place is None else Move(RevealCard(BACKS[place[0] - 1]))


def _unrecorded_refill(record: Record, states: Sequence[State], final: State) -> int | None:
    """Return the level of the card turned up after the last main action, if it has no name."""
    last = _last_main_action(record)
    due = states[last + 1].awaited_place
    follow_ups = (event for event in record.events[last + 1 :] if isinstance(event, Move))
    refills = [move.action for move in follow_ups if isinstance(move.action, RevealCard)]
    if due is None or any(isinstance(refill.card, Card) for refill in refills):
        return None
    level = due[0]
    return level if BACKS[level - 1] in final._rows else None


def _problem_of_ending(record: Record, final: State) -> Problem | None:
    found = _wrong_ending(record, final) or _wrong_result(record, final)
    return None if found is None else Problem(found, None, final.turn + 1, final.mover)


def _wrong_ending(record: Record, final: State) -> Violation | None:
    reached = outcome(final)
    kind = record.ending.kind
    if reached is None and kind == "played":
        return violation(
            RuleId.END_1,
            "the record says that the game was played out, and it awaits: {phase}",
            phase=final.phase.value,
        )
    if reached is not None and kind != "played":
        return violation(
            _REASONS[reached.reason],
            "the game is over ({reason}), and the record says: {ending}",
            reason=reached.reason,
            ending=kind,
        )
    return None


def _wrong_result(record: Record, final: State) -> Violation | None:
    """Compare the claimed result with the recomputed one (WIN-1 to WIN-4)."""
    claimed = record.result
    if claimed is None:
        return None
    scores = score(final)
    reached = outcome(final)
    ranks = None if reached is None else claimed.ranks
    for name, rule, figures, actual in (
        ("points", RuleId.WIN_1, claimed.points, tuple(entry.points for entry in scores)),
        ("bought cards", RuleId.WIN_3, claimed.purchased, tuple(e.purchased for e in scores)),
        ("ranks", RuleId.WIN_2, ranks, tuple(entry.rank for entry in scores)),
    ):
        if figures is not None and figures != actual:
            return violation(
                rule,
                "the {figure} are {actual}, not {claimed}",
                figure=name,
                actual=_listed(actual),
                claimed=_listed(figures),
            )
    if claimed.winners is None or reached is None or set(claimed.winners) == set(reached.winners):
        return None
    best = max(entry.points for entry in scores)
    fewer = any(scores[seat].points < best for seat in claimed.winners)
    extra = any(scores[seat].rank > 1 for seat in claimed.winners)
    rule = RuleId.WIN_2 if fewer else RuleId.WIN_3 if extra else RuleId.WIN_4
    return violation(
        rule,
        "the winning seats are {winners}, not {claimed}",
        winners=_listed(reached.winners),
        claimed=_listed(claimed.winners),
    )


def _unnamed(state: State, unrecorded: int | None) -> Iterator[Unnamed]:
    """Yield the cards that left a deck and have no name, but for a last refill not recorded."""
    backs = [card.level for card in state._rows if isinstance(card, CardBack)]
    if unrecorded is not None:
        backs.remove(unrecorded)
    for level in backs:
        yield Unnamed(level, None)
    for seat, player in enumerate(state.players):
        for entry in player.reserved:
            if isinstance(entry.card, CardBack):
                yield Unnamed(entry.card.level, seat)
