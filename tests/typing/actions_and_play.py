"""The types of the actions, of what plays a game, and of what it refuses."""

from typing import Literal, assert_type

from splendor import (
    CARDS,
    NOBLES,
    OFFICIAL,
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    DisclosureError,
    Gems,
    IllegalActionError,
    InvalidPositionError,
    InvalidValueError,
    Noble,
    Outcome,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    RuleId,
    Score,
    SplendorError,
    State,
    TakeTokens,
    UnreadableError,
    UnsupportedVersionError,
    Violation,
    apply,
    apply_unchecked,
    check,
    deal,
    determinize,
    disclose,
    legal_actions,
    observe,
    outcome,
    possible_reveals,
    problems,
    score,
    setup,
)


def tokens(take: TakeTokens, give: ReturnTokens) -> None:
    assert_type(TakeTokens(Gems(red=2)), TakeTokens)
    assert_type(take.gems, Gems)
    assert_type(ReturnTokens(Gems(red=2)), ReturnTokens)
    assert_type(give.gems, Gems)


def cards(buy: BuyCard, reserve: ReserveCard, draw: ReserveFromDeck, reveal: RevealCard) -> None:
    assert_type(BuyCard(CARDS["1w1"], Gems(red=2, black=1)), BuyCard)
    assert_type(buy.card, Card)
    assert_type(buy.payment, Gems)
    assert_type(ReserveCard(CARDS["1w1"]), ReserveCard)
    assert_type(reserve.card, Card)
    assert_type(ReserveFromDeck(2), ReserveFromDeck)
    assert_type(draw.level, int)
    assert_type(RevealCard(CardBack(1)), RevealCard)
    assert_type(reveal.card, Card | CardBack)


def nobles_and_passes(choose: ChooseNoble) -> None:
    assert_type(ChooseNoble(NOBLES["wug"]), ChooseNoble)
    assert_type(choose.noble, Noble)
    assert_type(Pass(), Pass)


def openings() -> None:
    assert_type(setup(2, seed=42), State)
    assert_type(setup(2, seed=b"a salt", rules=OFFICIAL, first_player=1), State)
    assert_type(deal(2, rows=[[], [], []], nobles=[], deck_counts=[36, 26, 16]), State)
    assert_type(deal(2, rows=((), (), ()), nobles=(), decks=((), (), ()), rules=OFFICIAL), State)


def play(state: State, action: Action) -> None:
    assert_type(legal_actions(state), tuple[Action, ...])
    assert_type(check(state, action), Violation | None)
    assert_type(apply(state, action), State)
    assert_type(apply_unchecked(state, action), State)
    assert_type(score(state), tuple[Score, ...])
    assert_type(outcome(state), Outcome | None)
    assert_type(problems(state), tuple[Violation, ...])


def hidden_information(state: State, card: Card) -> None:
    assert_type(observe(state, 0), State)
    assert_type(observe(state, None), State)
    assert_type(possible_reveals(state, 1), tuple[Card, ...])
    assert_type(disclose(state, 0, card), State)
    assert_type(disclose(state, None, card), State)
    assert_type(determinize(state, seed=1), State)


def scores(score: Score, outcome: Outcome) -> None:
    assert_type(score.points, int)
    assert_type(score.purchased, int)
    assert_type(score.rank, int)
    assert_type(Score(points=15, purchased=9, rank=1), Score)
    assert_type(outcome.winners, tuple[int, ...])
    assert_type(outcome.ranking, tuple[tuple[int, ...], ...])
    assert_type(outcome.reason, Literal["target", "stalemate", "turn_limit"])
    assert_type(Outcome(winners=(0,), ranking=((0,), (1,)), reason="target"), Outcome)


def violations(violation: Violation) -> None:
    assert_type(violation.rule, RuleId)
    assert_type(violation.sentence, str)
    assert_type(violation.parameters, tuple[tuple[str, int | str], ...])
    assert_type(dict(violation.parameters), dict[str, int | str])


def errors(state: State, action: Action) -> None:
    """Whoever catches an error has its parts, and catches all by one base."""
    try:
        apply(state, action)
    except IllegalActionError as error:
        assert_type(error, IllegalActionError)
        assert_type(error.state, State)
        assert_type(error.action, Action)
        assert_type(error.violation, Violation)
        assert_type(error.path, str)
    except InvalidPositionError as error:
        assert_type(error, InvalidPositionError)
        assert_type(error.problems, tuple[Violation, ...])
    except DisclosureError as error:
        assert_type(error, DisclosureError)
        assert_type(error.violation, Violation)
    except InvalidValueError as error:
        assert_type(error, InvalidValueError)
        assert_type((error.message, error.path), tuple[str, str])
    except UnsupportedVersionError as error:
        assert_type(error, UnsupportedVersionError)
    except UnreadableError as error:
        assert_type(error, UnreadableError)
        assert_type((error.message, error.path, error.source), tuple[str, str, str])
    except SplendorError as error:
        assert_type(error, SplendorError)


def bases() -> tuple[list[type[SplendorError]], list[type[ValueError]], type[UnreadableError]]:
    """What is caught along with a base."""
    return (
        [DisclosureError, IllegalActionError, InvalidPositionError, InvalidValueError],
        [InvalidPositionError, InvalidValueError, UnreadableError],
        UnsupportedVersionError,
    )
