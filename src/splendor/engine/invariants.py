"""`problems`: every invariant that a position breaks, however it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never

from splendor.engine.arithmetic import reaches
from splendor.engine.scoring import end_reason
from splendor.engine.violation import Violation, violation
from splendor.errors import SplendorError
from splendor.model.cards import LEVEL_CARDS, LEVELS, Card, CardBack
from splendor.model.gems import GEMS, Gem, unpack
from splendor.model.rule_ids import RuleId
from splendor.model.rules import HAND_LIMIT, TOKEN_LIMIT
from splendor.model.state import Phase, State


class InvalidPositionError(SplendorError, ValueError):
    """A position that breaks invariants; `problems` lists every one of them.

    The text names the problems, never the position itself.
    """

    def __init__(self, problems: Iterable[Violation]) -> None:
        self.problems: tuple[Violation, ...] = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[InvalidPositionError], tuple[tuple[Violation, ...]]]:
        return InvalidPositionError, (self.problems,)


def problems(state: State) -> tuple[Violation, ...]:
    """Return every broken invariant of a position; none for one that play can reach.

    Tested are INV-1 to INV-6, INV-9, that each card lies with its level (ROW-6), that the phase is
    the one a turn would wait in (TURN-5, END-9), and that every noble with a player is deserved
    (NOB-2).
    """
    return (
        *_tokens(state),
        *_cards(state),
        *_nobles(state),
        *_limits(state),
        *_rows(state),
        *_turns(state),
        *_phase(state),
    )


def ensure_valid(state: State) -> State:
    """Return a position as it is; InvalidPositionError with all problems if it has any."""
    found = problems(state)
    if found:
        raise InvalidPositionError(found)
    return state


def _tokens(state: State) -> Iterator[Violation]:
    seats = len(state.players)
    held = (state._bank, *[player._tokens for player in state.players])
    for colour, counts in zip(GEMS, zip(*map(unpack, held), strict=True), strict=True):
        rules = state.rules
        supply = rules.gold_for(seats) if colour is Gem.GOLD else rules.gems_for(seats)
        found = sum(counts)
        if found != supply:
            yield violation(
                RuleId.INV_1,
                "there are {found} {colour} tokens, not {supply}",
                colour=colour.value,
                found=found,
                supply=supply,
            )


def _cards(state: State) -> Iterator[Violation]:
    places: list[Card | CardBack] = []
    for level, row, deck in zip(LEVELS, state.rows, state.decks, strict=True):
        pile = [*deck, *[card for card in row if card is not None]]
        places += pile
        for card in pile:
            if card.level != level:
                yield violation(
                    RuleId.ROW_6,
                    "card {card} lies among those of level {level}",
                    card=str(card),
                    level=level,
                )
    for player in state.players:
        places += [*player.purchased, *(entry.card for entry in player.reserved)]
    faces = [card for card in places if isinstance(card, Card)]
    if len(set(faces)) < len(faces):
        for card, times in Counter(faces).items():
            if times > 1:
                yield violation(
                    RuleId.INV_2, "card {card} is in {times} places", card=card.id, times=times
                )
    levels = [card.level for card in places]
    for level, cards in zip(LEVELS, LEVEL_CARDS, strict=True):
        found = levels.count(level)
        if found != len(cards):
            yield violation(
                RuleId.INV_2,
                "there are {found} cards of level {level}, not {printed}",
                found=found,
                level=level,
                printed=len(cards),
            )


def _nobles(state: State) -> Iterator[Violation]:
    pool = state.rules.noble_pool
    revealed = [*state.nobles, *(noble for player in state.players for noble in player.nobles)]
    for noble, times in Counter(revealed).items():
        if times > 1:
            yield violation(
                RuleId.INV_3, "noble {noble} is in {times} places", noble=noble.id, times=times
            )
        if noble not in pool:
            yield violation(RuleId.INV_3, "noble {noble} is not in the pool", noble=noble.id)
    expected = state.rules.nobles_for(len(state.players))
    if len(revealed) != expected:
        yield violation(
            RuleId.INV_3,
            "the number of nobles revealed is {found}, not {expected}",
            found=len(revealed),
            expected=expected,
        )
    for seat, player in enumerate(state.players):
        for noble in player.nobles:
            if not reaches(player._bonuses, noble._demand):
                yield violation(
                    RuleId.NOB_2,
                    "noble {noble} is with player {seat}, whose bonuses do not reach it",
                    noble=noble.id,
                    seat=seat,
                )


def _limits(state: State) -> Iterator[Violation]:
    in_turn = {Phase.RETURN, Phase.REVEAL}
    for seat, player in enumerate(state.players):
        extra = 3 if seat == state.mover and state.phase in in_turn else 0
        held = player.tokens.total
        if held > TOKEN_LIMIT + extra:
            yield violation(
                RuleId.INV_4,
                "player {seat} holds {held} tokens, more than {limit}",
                seat=seat,
                held=held,
                limit=TOKEN_LIMIT + extra,
            )
        if len(player.reserved) > HAND_LIMIT:
            yield violation(
                RuleId.INV_5,
                "player {seat} holds {held} reserved cards, more than {limit}",
                seat=seat,
                held=len(player.reserved),
                limit=HAND_LIMIT,
            )


def _rows(state: State) -> Iterator[Violation]:
    awaited = state.phase is Phase.REVEAL
    for level, row, deck in zip(LEVELS, state.rows, state.decks, strict=True):
        empty = row.count(None)
        if empty and deck:
            if awaited and empty == 1:
                awaited = False
                continue
            yield violation(
                RuleId.INV_6,
                "{empty} places of level {level} are empty while its deck has cards",
                empty=empty,
                level=level,
            )


def _turns(state: State) -> Iterator[Violation]:
    seats = len(state.players)
    if state.passes > state.turn:
        yield violation(
            RuleId.INV_9,
            "{passes} passes in {turn} turns",
            passes=state.passes,
            turn=state.turn,
        )
    mid_turn = state.phase in {Phase.RETURN, Phase.NOBLE, Phase.REVEAL}
    for seat, player in enumerate(state.players):
        after_first = (seat - state.first_player) % seats
        turns = (state.turn - after_first + seats - 1) // seats + (mid_turn and seat == state.mover)
        for what, gained in (
            ("cards", len(player.purchased) + len(player.reserved)),
            ("nobles", len(player.nobles)),
        ):
            if gained > turns:
                yield violation(
                    RuleId.INV_9,
                    "player {seat} has {gained} {what} after {turns} turns",
                    seat=seat,
                    gained=gained,
                    what=what,
                    turns=turns,
                )


def _phase(state: State) -> Iterator[Violation]:
    """Compare the phase with the one that a turn would wait in (TURN-5, END-9)."""
    player = state.players[state.mover]
    place = state.awaited_place
    qualified = sum(reaches(player._bonuses, noble._demand) for noble in state.nobles)
    match state.phase:
        case Phase.REVEAL:
            sound = place is not None and isinstance(state.decks[place[0] - 1][0], CardBack)
        case Phase.RETURN:
            sound = player.tokens.total > TOKEN_LIMIT
        case Phase.NOBLE:
            sound = qualified > 1
        case Phase.OVER:
            sound = end_reason(state) is not None
        case Phase.MAIN:
            sound = end_reason(state) is None
        case _:
            assert_never(state.phase)
    if not sound:
        yield violation(
            RuleId.TURN_5,
            "nothing in the position awaits the phase: {phase}",
            phase=state.phase.value,
        )
