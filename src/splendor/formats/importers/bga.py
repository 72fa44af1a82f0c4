"""Board Game Arena: the table (`gamedatas`) and the log (`g_gamelogs`) of a game as a Record.

The facts of a turn (see `bga_turns`) become events in the order of the rules, whatever order they
stand in. The engine plays along for as long as the log is legal, since only it knows whether a
refill was due, and whether a noble was chosen or came by itself. Nothing is judged here: where two
things that the log says contradict each other, the one that the rules contradict too is written
down, so that `splendor.verify` finds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import attrs

from splendor.engine.judge import check
from splendor.engine.knowledge import check_disclosure, disclose
from splendor.engine.turn import apply
from splendor.formats.importers.bga_log import (
    Coins,
    Fact,
    GameEnds,
    MustPass,
    PlayerFact,
    Points,
    Purchase,
    Refill,
    Reservation,
    Visit,
    is_bga_log,
    read_moves,
    table_id,
)
from splendor.formats.importers.bga_table import Table, is_bga_table, read_table
from splendor.formats.importers.bga_turns import NO_CHANGE, Change, Turn, minus, read_turns, total
from splendor.formats.importers.values import document
from splendor.formats.meta import Meta
from splendor.formats.record import (
    Claims,
    Disclosure,
    Ending,
    Event,
    Generator,
    Move,
    Perspective,
    Record,
)
from splendor.formats.recording import counted
from splendor.model.actions import (
    Action,
    BuyCard,
    ChooseNoble,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
)
from splendor.model.cards import BACKS, Card, CardBack
from splendor.model.gems import MAX_COUNT, NO_GEMS, Gems
from splendor.model.state import Phase

__all__ = ["is_bga_log", "is_bga_table", "read_bga"]

SITE: Final = "boardgamearena"

_T = TypeVar("_T")


def read_bga(gamedatas: str | bytes, gamelogs: str | bytes, *, source: str = "") -> Record:
    """Read a game of Board Game Arena from the JSON of its opening table and of its packets.

    `gamedatas` is the table that the page of a game is sent at its beginning, `gamelogs` the log of
    its packets, `g_gamelogs`; `load` finds both as files.

    Every figure that the log states is kept as a claim, and what it leaves out is listed in the
    record's meta under `assumptions`. `source` names the game in errors. Raises UnreadableError
    with the path for whatever is not the base game, recorded from its beginning.
    """
    table = read_table(document(gamedatas, "gamedatas", source))
    packets = document(gamelogs, "g_gamelogs", source)
    moves = read_moves(packets, table)
    scribe = _Scribe(table)
    for turn in read_turns(moves):
        scribe.write(turn)
    end = _end_of(moves)
    return Record(
        players=table.names,
        opening=table.opening,
        events=tuple(scribe.events),
        rules=table.rules,
        perspective=scribe.perspective,
        ending=_ending(end, over=scribe.over),
        result=None if end is None else end.result,
        generator=Generator(SITE),
        meta=Meta(
            {
                "site": SITE,
                "table": table_id(packets),
                "player_ids": table.player_ids,
                "assumptions": scribe.assumptions,
            }
        ),
    )


def _ending(end: GameEnds | None, *, over: bool) -> Ending:
    """Return how the game ended; it may be played out although somebody has left."""
    if end is None:
        return Ending()
    return Ending("played") if over and end.ending.kind == "timeout" else end.ending


def _end_of(moves: Iterable[tuple[Fact, ...]]) -> GameEnds | None:
    ends = [fact for move in moves for fact in move if isinstance(fact, GameEnds)]
    for end in ends:
        if end != ends[0]:
            end.at.fail("expected the same result as before")
    return ends[0] if ends else None


class _Scribe:
    """Writes turns down as events."""

    def __init__(self, table: Table) -> None:
        self.events: list[Event] = []
        self.assumptions: list[str] = []
        self._drawers: set[int] = set()
        self._state = counted(table.opening, len(table.names), table.rules)
        """The state after the events; None once they are not legal."""

    @property
    def perspective(self) -> Perspective:
        """Whose knowledge the log holds: everybody's, or also that of the player who saved it."""
        if len(self._drawers) == 1:
            return min(self._drawers)
        return "full" if self._drawers else "public"

    @property
    def over(self) -> bool:
        """Whether the events end the game by the rules."""
        return self._state is not None and self._state.phase is Phase.OVER

    def write(self, turn: Turn) -> None:
        """Write a turn in the order of the rules: action, refill, return of tokens, noble."""
        mover = turn.main.seat if self._state is None else self._state.mover
        taken, given = turn.coins()
        printed, gains = turn.points()
        action, effect = self._action(turn, taken)
        late, refills = self._sort_refills(turn, action)
        for refill in late:
            self._assume(refill, f"card {refill.card} was turned up in an earlier turn")
            self._add(Disclosure(refill.card, meta=refill.origin))
        self._add(self._main_move(turn, mover, taken, action, effect))
        self._amend(mover, gains=printed)
        self._write_unseen(turn.main, action)
        self._write_refills(turn.main, refills)
        if given:
            self._add(_return_move(given, mover))
        visits = sorted(turn.all(Visit), key=lambda visit: visit.noble.id)
        if self._state is None or self._state.phase is not Phase.NOBLE:
            self._amend(mover, visits=visits[:1])
            visits = visits[1:]
        for visit in visits:
            self._add(Move(ChooseNoble(visit.noble), visit.seat, meta=visit.origin))
        self._amend(mover, gains=gains)

    def _action(self, turn: Turn, taken: Sequence[Coins]) -> tuple[Action, Change]:
        """Return the main action, and the change of tokens that comes with it."""
        main = turn.main
        if isinstance(main, MustPass):
            return Pass(), NO_CHANGE
        income = total(coins.income.counts for coins in taken)
        if isinstance(main, Coins):
            return TakeTokens(_gems(income, main)), income
        if isinstance(main, Purchase):
            if not taken:
                return BuyCard(main.card, self._implied_payment(main)), NO_CHANGE
            price = total(coins.expense.counts for coins in taken)
            return BuyCard(main.card, _gems(price, main)), minus(price)
        gold = (*NO_CHANGE[:5], int(income[5] > 0))
        card = main.card
        drawn = any(told.card is None for told in turn.all(Reservation))
        if card is None or drawn or not (main.in_row or self._shows(card)):
            return ReserveFromDeck(main.level), gold
        return ReserveCard(card), gold

    def _implied_payment(self, main: Purchase) -> Gems:
        """Return the payment of a purchase that states none: coloured tokens first (LOG-2)."""
        if self._state is None:
            return NO_GEMS
        player = self._state.players[self._state.mover]
        due = [
            max(0, price - bonus)
            for price, bonus in zip(main.card.cost.counts, player.bonuses.counts, strict=True)
        ]
        coloured = [min(some) for some in zip(due[:5], player.tokens.counts[:5], strict=True)]
        payment = Gems(*coloured) + Gems(gold=sum(due) - sum(coloured))
        if payment:
            self._assume(main, f"{payment.in_words()} paid, gold last, since nobody says what")
        return payment

    def _main_move(
        self, turn: Turn, mover: int, taken: Sequence[Coins], action: Action, effect: Change
    ) -> Move:
        """Return the move of the main action, with what is said of tokens and round."""
        gaps = total(coins.gap for coins in taken)
        stated = total(
            change
            for coins in taken
            for change in (coins.income.counts, minus(coins.expense.counts))
        )
        rounds = [begin.round for begin in turn.begins]
        current = None if self._state is None else self._state.round
        return Move(
            action,
            _contrary([fact.seat for fact in (turn.main, *taken, *turn.begins)], mover),
            gold=any(effect) if isinstance(turn.main, Reservation) else None,
            claims=Claims(
                change=_contrary([gaps, stated], effect) if taken else None,
                round=_contrary(rounds, current) if rounds else None,
            ),
            meta=turn.main.origin,
        )

    def _write_unseen(self, main: Fact, action: Action) -> None:
        """Write down what is known of a card drawn blind, and what a pass was told by."""
        if isinstance(main, MustPass):
            self._assume(main, "a pass, of which the log says only that it was due")
        if isinstance(main, Reservation) and isinstance(action, ReserveFromDeck):
            if main.card is None:
                self._assume(main, "the card came from the deck, unseen")
            else:
                self._assume(main, "the card came from the deck, seen by its holder")
                self._add(Disclosure(main.card, main.seat, meta=main.origin))
                self._drawers.add(main.seat)

    def _sort_refills(self, turn: Turn, action: Action) -> tuple[list[Refill], list[Refill]]:
        """Return the cards turned up that earlier turns left out, and this turn's own."""
        main, state = turn.main, self._state
        wanted = main.card if isinstance(main, (Purchase, Reservation)) else None
        refills = turn.all(Refill)
        refills.sort(key=lambda refill: (refill.card is not wanted, refill.card.id))
        if state is None:
            return [], refills
        due = None if check(state, action) else apply(state, action).awaited_place
        own = next((refill for refill in refills if due and refill.card.level == due[0]), None)
        missing = Counter(card.level for card in state._rows if isinstance(card, CardBack))
        late: list[Refill] = []
        for refill in refills:
            if refill is not own and missing[refill.card.level]:
                missing[refill.card.level] -= 1
                late.append(refill)
        return late, [refill for refill in refills if refill not in late]

    def _write_refills(self, main: Fact, refills: Iterable[Refill]) -> None:
        """Write the cards turned up, the one that is due first; its back if the log has none."""
        due = None if self._state is None else self._state.awaited_place
        level = None if due is None else due[0]
        if level is not None and not refills:
            self._assume(main, f"a card of level {level} was turned up, and nobody says which")
            self._add(Move(RevealCard(BACKS[level - 1]), meta=main.origin))
        for refill in sorted(refills, key=lambda refill: refill.card.level != level):
            self._add(Move(RevealCard(refill.card), meta=refill.origin))

    def _shows(self, card: Card) -> bool:
        return self._state is not None and card in self._state._rows

    def _assume(self, fact: Fact, what: str) -> None:
        self.assumptions.append(f"move {fact.origin['move_id']}: {what}")

    def _add(self, event: Event) -> None:
        """Write an event, and play it if it is legal."""
        self.events.append(event)
        state = self._state
        if state is None:
            return
        if isinstance(event, Disclosure):
            legal = check_disclosure(state, event.seat, event.disclose) is None
            self._state = disclose(state, event.seat, event.disclose) if legal else None
        else:
            legal = check(state, event.action) is None
            self._state = apply(state, event.action) if legal else None

    def _amend(
        self, mover: int, *, visits: Sequence[Visit] = (), gains: Sequence[Points] = ()
    ) -> None:
        """Write on the last move what came of it by itself: a noble, points."""
        places = reversed(range(len(self.events)))
        index, move = next(
            (index, event) for index in places if isinstance(event := self.events[index], Move)
        )
        told: list[PlayerFact] = [*visits, *gains]
        strays = [fact.seat for fact in told if fact.seat != mover]
        score = None if self._state is None else self._state.players[mover].points
        self.events[index] = attrs.evolve(
            move,
            by=strays[0] if strays else move.by,
            visit=visits[0].noble if visits else move.visit,
            claims=_with_points(move.claims, gains, score),
        )


def _return_move(given: Sequence[Coins], mover: int) -> Move:
    gems = _gems(total(coins.expense.counts for coins in given), given[0])
    return Move(
        ReturnTokens(gems),
        _contrary([coins.seat for coins in given], mover),
        claims=Claims(change=total(coins.gap for coins in given)),
        meta=given[0].origin,
    )


def _with_points(claims: Claims, gains: Sequence[Points], score: int | None) -> Claims:
    """Add points gained to what is claimed of an event, and the score that is stated after them.

    Each stated score implies one after the gains that follow it.
    """
    if not gains:
        return claims
    implied: list[int] = []
    following = 0
    for gain in reversed(gains):
        implied.append(gain.score + following)
        following += gain.amount
    if claims.points is not None:
        implied.append(claims.points + following)
    return attrs.evolve(
        claims,
        points=_contrary(reversed(implied), score),
        gained=(claims.gained or 0) + following,
    )


def _contrary(figures: Iterable[_T], expected: _T) -> _T:
    """Return the first of several statements of one thing that is not as expected, if one is."""
    return next((figure for figure in figures if figure != expected), expected)


def _gems(counts: Change, fact: Fact) -> Gems:
    if max(counts) > MAX_COUNT:
        fact.at.fail(f"expected at most {MAX_COUNT} tokens of a colour in a move")
    return Gems(*counts)
