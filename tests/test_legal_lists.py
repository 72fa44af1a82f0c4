"""Legal lists of another engine, compared decision by decision.

`tests/conformance/README.md` says where they come from; `LISTS` says how much there is to compare,
so that nothing is skipped unseen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    Action,
    BuyCard,
    ChooseNoble,
    Gems,
    Pass,
    Phase,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    State,
    TakeTokens,
    apply,
    check,
    deal,
    legal_actions,
    observe,
    outcome,
    score,
)
from tests.effort import effort

DATA: Final = Path(__file__).parent / "conformance"

LISTS: Final = {
    "oracle-2p-1039": (27, 90),
    "oracle-2p-1000": (121, 349),
    "oracle-2p-1001": (125, 359),
    "oracle-3p-1013": (49, 166),
    "oracle-3p-1006": (154, 451),
    "oracle-3p-1000": (162, 468),
    "oracle-4p-1008": (55, 184),
    "oracle-4p-1006": (218, 638),
    "oracle-4p-1000": (207, 603),
}
"""By game of the legal lists: how many decisions and lists are compared."""


@cache
def games_with_lists() -> dict[str, dict[str, Any]]:
    lines = (DATA / "legal-lists.jsonl").read_text(encoding="utf-8").splitlines()
    return {game["id"]: game for game in map(json.loads, lines)}


def opening_of(game: dict[str, Any]) -> State:
    return deal(
        game["players"],
        rows=[[CARDS[card] for card in row] for row in game["market"]],
        decks=[[CARDS[card] for card in deck] for deck in game["decks"]],
        nobles=[{**NOBLES, **EXTRA_NOBLES}[noble] for noble in game["nobles"]],
    )


def by_list(state: State, card: str | None, actions: tuple[Action, ...]) -> dict[str, list[Any]]:
    """Return actions by the names of the lists; `card` is one that is to be paid for."""
    bought = [action for action in actions if isinstance(action, BuyCard)]
    if card is not None:
        return {"payments": [list(buy.payment.counts) for buy in bought if buy.card.id == card]}
    if state.phase is Phase.RETURN:
        return {"returns": [list(a.gems.counts) for a in actions if isinstance(a, ReturnTokens)]}
    if state.phase is Phase.NOBLE:
        return {"nobles": [a.noble.id for a in actions if isinstance(a, ChooseNoble)]}
    return {
        "takes": [list(a.gems.counts[:5]) for a in actions if isinstance(a, TakeTokens)],
        "reserves": [a.card.id for a in actions if isinstance(a, ReserveCard)],
        "tops": [a.level for a in actions if isinstance(a, ReserveFromDeck)],
        "buys": list({buy.card.id for buy in bought}),
    }


def chosen_action(decision: dict[str, Any]) -> Action | None:
    """Return what was played; None for a card that is still to be paid for."""
    chosen, kind = decision["chosen"], decision["kind"]
    if kind == "main":
        name, what = chosen
        readers: dict[str, Callable[[Any], Action | None]] = {
            "take": lambda gems: TakeTokens(Gems(*gems)),
            "reserve": lambda card: ReserveCard(CARDS[card]),
            "top": ReserveFromDeck,
            "buy": lambda _: None,
        }
        return readers[name](what)
    if kind == "pay":
        return BuyCard(CARDS[decision["card"]], Gems(*chosen))
    return ReturnTokens(Gems(*chosen)) if kind == "return" else ChooseNoble(NOBLES[chosen])


def candidates(state: State, card: str | None) -> Iterator[Action]:
    """Yield actions legal and illegal, all those that a list may hold and many more."""
    tokens = state.players[state.mover].tokens.counts
    if card is not None:
        held = product(*(range(count + 1) for count in tokens))
        yield from (BuyCard(CARDS[card], Gems(*counts)) for counts in held)
    elif state.phase is Phase.RETURN:
        held = product(*(range(min(count, 4) + 1) for count in tokens))
        yield from (ReturnTokens(Gems(*counts)) for counts in held)
    elif state.phase is Phase.NOBLE:
        yield from map(ChooseNoble, (*NOBLES.values(), *EXTRA_NOBLES.values()))
    else:
        yield from (TakeTokens(Gems(*counts)) for counts in product(range(4), repeat=5))
        yield TakeTokens(Gems(gold=1))
        yield from map(ReserveCard, CARDS.values())
        yield from map(ReserveFromDeck, (1, 2, 3))
        yield Pass()


def lists_by_check(state: State, card: str | None) -> dict[str, list[Any]]:
    """Return the lists that trying every candidate gives."""
    legal = tuple(action for action in candidates(state, card) if check(state, action) is None)
    return by_list(state, card, legal)


@pytest.mark.sweep
@pytest.mark.rule("TURN-2", "TAKE-1", "TAKE-2", "TAKE-3", "TAKE-4", "TAKE-5", "TAKE-6", "TAKE-7")
@pytest.mark.rule("TAKE-8", "TAKE-9", "TAKE-10", "TAKE-11", "LIMIT-2", "LIMIT-3", "RES-1", "RES-2")
@pytest.mark.rule("RES-4", "RES-5", "RES-10", "BUY-1", "BUY-5", "PAY-1", "PAY-2", "PAY-3", "PAY-4")
@pytest.mark.rule("PAY-6", "PAY-7", "NOB-1", "NOB-2", "NOB-6", "PASS-1", "PASS-2", "INV-10")
@pytest.mark.parametrize("game_id", LISTS)
def test_legal_lists(game_id: str) -> None:
    """At every decision exactly the listed actions are legal, for the mover's own view too.

    That is so for `legal_actions` and for `check`, of which many more actions are asked, in a quick
    run at every fourth decision.
    """
    game = games_with_lists()[game_id]
    state = opening_of(game)
    compared = 0
    for number, decision in enumerate(game["decisions"]):
        assert state.decider == decision["by"]
        card = decision.get("card")
        lists = by_list(state, card, legal_actions(state))
        judged = lists if number % effort(4) else lists_by_check(state, card)
        assert lists.keys() == decision.keys() - {"by", "kind", "card", "chosen"}
        for name, listed in lists.items():
            assert sorted(listed) == sorted(decision[name])
            if name != "buys":
                assert sorted(judged[name]) == sorted(decision[name])
            compared += 1
        assert Pass() not in legal_actions(state)
        assert check(state, Pass()) is not None
        assert legal_actions(observe(state, state.mover)) == legal_actions(state)
        action = chosen_action(decision)
        state = state if action is None else apply(state, action)
    assert (len(game["decisions"]), compared) == LISTS[game_id]
    check_final(state, game)


def check_final(state: State, game: dict[str, Any]) -> None:
    """Compare the end of a game with lists: won, or stopped where only a pass is legal."""
    end, final = game["end"], game["final"]
    assert state.bank == Gems(*final["bank"])
    assert [player.tokens for player in state.players] == [Gems(*six) for six in final["tokens"]]
    assert [entry.points for entry in score(state)] == end["scores"]
    assert [entry.purchased for entry in score(state)] == end["purchased"]
    result = outcome(state)
    if end["reason"] == "no_legal_action":
        assert legal_actions(state) == (Pass(),)
        assert result is None
        assert apply(state, Pass()).passes == 1
    else:
        assert result is not None
        assert (result.reason, list(result.winners)) == ("target", end["winners"])


def test_every_list_is_there() -> None:
    """The games with lists are those tested."""
    assert games_with_lists().keys() == LISTS.keys()
