"""Every kind told apart by `match`: the checkers prove that none is left out.

The twins that leave one out are in refused.py.
"""

from typing import assert_never, assert_type

from splendor import (
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Disclosure,
    Event,
    Gem,
    Move,
    Outcome,
    Pass,
    Phase,
    Record,
    Report,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    State,
    TakeTokens,
    Verdict,
)


def of_actions(action: Action) -> str:  # noqa: PLR0911 - one a kind
    match action:
        case TakeTokens(gems):
            return f"take {gems.in_words()}"
        case BuyCard(card, payment):
            return f"buy {card.id} for {payment.in_words()}"
        case ReserveCard(card):
            return f"reserve {card.id}"
        case ReserveFromDeck(level):
            return f"reserve from deck {level:d}"
        case ReturnTokens(gems):
            return f"return {gems.in_words()}"
        case ChooseNoble(noble):
            return f"choose {noble.id}"
        case Pass():
            return "pass"
        case RevealCard(place):
            return f"reveal {of_cards(place)} points"
        case _:
            assert_never(action)


def of_actions_by_isinstance(action: Action) -> bool:
    """Each test leaves the others."""
    if isinstance(action, RevealCard):
        return False
    if isinstance(action, (TakeTokens, BuyCard, ReserveCard, ReserveFromDeck, Pass)):
        return True
    assert_type(action, ReturnTokens | ChooseNoble)
    if isinstance(action, ReturnTokens):
        return bool(action.gems)
    return action.noble.points > 0


def of_phases(phase: Phase) -> str:
    match phase:
        case Phase.MAIN:
            return "take, reserve, buy or pass"
        case Phase.RETURN:
            return "return tokens"
        case Phase.NOBLE:
            return "choose a noble"
        case Phase.REVEAL:
            return "turn up a card"
        case Phase.OVER:
            return "nothing"
        case _:
            assert_never(phase)


def of_phases_of_a_state(state: State) -> int | None:
    """An attribute is narrowed like a name."""
    if state.phase is Phase.OVER or state.phase is Phase.REVEAL:
        return None
    match state.phase:
        case Phase.MAIN | Phase.RETURN | Phase.NOBLE:
            return state.mover
        case _:
            assert_never(state.phase)


def of_verdicts(report: Report) -> str:
    match report.verdict:
        case Verdict.VALID:
            return "right to the last card"
        case Verdict.CONSISTENT:
            return "right as far as the record tells"
        case Verdict.INVALID:
            return str(report.problem)
        case _:
            assert_never(report.verdict)


def of_events(event: Event) -> int | None:
    match event:
        case Move(action, by):
            return by if isinstance(action, RevealCard) else None
        case Disclosure(_, seat):
            return seat
        case _:
            assert_never(event)


def of_cards(place: Card | CardBack | None) -> int:
    match place:
        case Card(points=points):
            return points
        case CardBack():
            return 0
        case None:
            return 0
        case _:
            assert_never(place)


def of_games(game: Record | State) -> int:
    match game:
        case Record(players):
            return len(players)
        case State(players=players):
            return len(players)
        case _:
            assert_never(game)


def of_gems(gem: Gem) -> str:
    match gem:
        case Gem.WHITE | Gem.BLUE | Gem.GREEN | Gem.RED | Gem.BLACK:
            return gem.letter
        case Gem.GOLD:
            return "joker"
        case _:
            assert_never(gem)


def of_words(outcome: Outcome, record: Record) -> str:
    """What is one of a few words is told apart by them."""
    match outcome.reason:
        case "target" | "stalemate" | "turn_limit":
            pass
        case _:
            assert_never(outcome.reason)
    match record.ending.kind:
        case "played" | "unfinished":
            pass
        case "resigned" | "timeout":
            pass
        case _:
            assert_never(record.ending.kind)
    match record.perspective:
        case int(seat):
            return f"seat {seat}"
        case "full" | "public":
            return "everybody"
        case _:
            assert_never(record.perspective)
