# pyright: reportMatchNotExhaustive=false
"""The twins of exhaustive.py that leave one kind out: the call of `assert_never` is refused."""

from typing import assert_never

from splendor import (
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Disclosure,
    Event,
    Move,
    Outcome,
    Pass,
    Phase,
    Record,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    State,
    TakeTokens,
    Verdict,
)


def of_actions_but_the_tables_own(action: Action) -> None:
    match action:
        case TakeTokens() | BuyCard() | ReserveCard() | ReserveFromDeck():
            pass
        case ReturnTokens() | ChooseNoble() | Pass():
            pass
        case _:
            assert_never(action)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_actions_but_passes(action: Action) -> None:
    if isinstance(action, (TakeTokens, BuyCard, ReserveCard, ReserveFromDeck, ReturnTokens)):
        return
    if not isinstance(action, (ChooseNoble, RevealCard)):
        assert_never(action)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_actions_with_a_condition(action: Action) -> None:
    match action:
        case TakeTokens(gems) if gems.total > 1:
            pass
        case (
            BuyCard()
            | ReserveCard()
            | ReserveFromDeck()
            | ReturnTokens()
            | ChooseNoble()
            | Pass()
            | RevealCard()
        ):
            pass
        case _:
            assert_never(action)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_actions_with_a_part_too_many(action: Action) -> None:
    match action:
        case TakeTokens(_, _):  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
            pass
        case _:
            pass


def of_phases_but_noble(phase: Phase) -> None:
    match phase:
        case Phase.MAIN | Phase.RETURN | Phase.REVEAL | Phase.OVER:
            pass
        case _:
            assert_never(phase)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_phases_without_assert_never(phase: Phase) -> str:  # type: ignore[return]  # pyright: ignore[reportReturnType]
    match phase:
        case Phase.MAIN | Phase.RETURN | Phase.REVEAL | Phase.NOBLE:
            return "a turn"


def of_phases_of_a_state_but_reveal(state: State) -> None:
    if state.phase is Phase.OVER:
        return
    match state.phase:
        case Phase.MAIN | Phase.RETURN | Phase.NOBLE:
            pass
        case _:
            assert_never(state.phase)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_verdicts_but_consistent(verdict: Verdict) -> None:
    match verdict:
        case Verdict.VALID | Verdict.INVALID:
            pass
        case _:
            assert_never(verdict)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_events_but_disclosures(event: Event) -> None:
    match event:
        case Move():
            pass
        case _:
            assert_never(event)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_events_but_moves(event: Event) -> None:
    if not isinstance(event, Disclosure):
        assert_never(event)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_cards_but_backs(place: Card | CardBack | None) -> None:
    match place:
        case Card() | None:
            pass
        case _:
            assert_never(place)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_games_but_positions(game: Record | State) -> None:
    match game:
        case Record():
            pass
        case _:
            assert_never(game)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_words_but_one(outcome: Outcome, record: Record) -> None:
    match outcome.reason:
        case "target" | "stalemate":
            pass
        case _:
            assert_never(outcome.reason)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    match record.ending.kind:
        case "played" | "resigned" | "timeout":
            pass
        case _:
            assert_never(record.ending.kind)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    match record.perspective:
        case "full" | "public":
            pass
        case _:
            assert_never(record.perspective)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
