"""Sound positions in one call, actions in one word, and refusals by rule.

Cards, nobles and gems are written by id and letter, lists of cards with blanks between: a hand
`"3w1 ?3u1 #2"` holds 3w1 reserved face up, 3u1 from a deck, and an unknown card of level 2.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable

import attrs
import pytest

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    OFFICIAL,
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Gems,
    IllegalActionError,
    Noble,
    Phase,
    Player,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    State,
    TakeTokens,
    apply,
    check,
    legal_actions,
    problems,
)

ALL_NOBLES = {**NOBLES, **EXTRA_NOBLES}
LONG = Rules(target_score=1000, noble_count=(0, 0, 0))
"""The official rules without nobles, in a game that no number of points ends."""
ROW = 4


# Values from text


def face(text: str) -> Card | CardBack:
    """Read a card id, or `#` and a level for an unknown card."""
    return CardBack(int(text[1:])) if text.startswith("#") else CARDS[text]


def held(text: str) -> Reserved:
    """Read one card of a hand: `3w1` face up, `?3w1` face down, `#3` unknown."""
    return Reserved(face(text.lstrip("?")), face_down=text[0] in "?#")


def seat(tokens: str = "", bought: str = "", hand: str = "", nobles: str = "") -> Player:
    """Make a player."""
    return Player(
        Gems.parse(tokens),
        tuple(CARDS[card] for card in bought.split()),
        tuple(held(card) for card in hand.split()),
        tuple(ALL_NOBLES[noble] for noble in nobles.split()),
    )


def take(gems: str) -> TakeTokens:
    return TakeTokens(Gems.parse(gems))


def give_back(gems: str) -> ReturnTokens:
    return ReturnTokens(Gems.parse(gems))


def reserve(card: str) -> ReserveCard:
    return ReserveCard(CARDS[card])


def blind(level: int) -> ReserveFromDeck:
    return ReserveFromDeck(level)


def buy(card: str, payment: str = "") -> BuyCard:
    return BuyCard(CARDS[card], Gems.parse(payment))


def choose(noble: str) -> ChooseNoble:
    return ChooseNoble(ALL_NOBLES[noble])


def reveal(card: str) -> RevealCard:
    return RevealCard(face(card))


# Positions


def position(  # noqa: PLR0913 - a position has that many parts
    *seats: Player,
    face_up: str = "",
    rows: str | None = None,
    top: str = "",
    sold_out: Iterable[int] = (),
    nobles: str | None = None,
    rules: Rules = OFFICIAL,
    mover: int = 0,
    first_player: int = 0,
    turn: int | None = None,
    passes: int = 0,
    phase: Phase = Phase.MAIN,
    hidden: bool = False,
    unseen: str = "",
    sound: bool = True,
) -> State:
    """Make a state of these players in which all that is not given follows.

    The cards of `face_up` lie leftmost in their rows, others in table order behind; or `rows` gives
    all three, slashes between, `-` for an empty place. The cards of `top` come first in the decks.
    Of a level in `sold_out` the deck holds nothing but `top`: the last player has bought the rest.
    The bank holds the supply less what the players hold; the nobles are `nobles`, or as many of the
    pool as there should be, those that nobody reaches first; `turn` is one at which everybody has
    had turns enough and `mover` is to move. `hidden` turns the decks face down, as unknown cards
    of a level anywhere do with its deck; `unseen` are cards that such a level does not sell out.
    """
    rows_left = _rows(seats, face_up, top) if rows is None else _read_rows(rows)
    free = _free_cards(seats, rows_left)
    decks: list[tuple[Card | CardBack, ...]] = []
    sold: list[Card] = []
    for level in (1, 2, 3):
        first = [CARDS[card] for card in top.split() if card.startswith(str(level))]
        rest = [card for card in free if card.level == level and card not in first]
        rest.sort(key=lambda card: card.id not in unseen.split())
        backs = sum(
            isinstance(entry.card, CardBack) and entry.card.level == level
            for player in seats
            for entry in player.reserved
        )
        backs += sum(place == CardBack(level) for place in rows_left[level - 1])
        if level in set(sold_out):
            sold += rest[backs:]
            rest = []
        pile = (*first, *rest)
        pile = pile[: len(pile) - backs] if rest else pile
        decks.append((CardBack(level),) * len(pile) if hidden or backs else pile)
    players = list(seats)
    if sold:
        players[-1] = attrs.evolve(seats[-1], purchased=(*seats[-1].purchased, *sold))
    number = len(players)
    gained = max(len(player.purchased) + len(player.reserved) for player in players)
    state = State(
        rules=rules,
        bank=_bank(players, rules),
        decks=decks,
        rows=rows_left,
        nobles=_nobles(players, rules) if nobles is None else _read_nobles(nobles),
        players=players,
        first_player=first_player,
        turn=gained * number + (mover - first_player) % number if turn is None else turn,
        passes=passes,
        phase=phase,
    )
    if sound:
        assert problems(state) == ()
    return state


def _read_nobles(text: str) -> tuple[Noble, ...]:
    return tuple(ALL_NOBLES[noble] for noble in text.split())


def _read_rows(text: str) -> list[tuple[Card | CardBack | None, ...]]:
    return [
        tuple(None if place == "-" else face(place) for place in row.split())
        for row in text.split("/")
    ]


def _used(seats: Iterable[Player]) -> set[Card | CardBack]:
    return {
        card
        for player in seats
        for card in (*player.purchased, *(entry.card for entry in player.reserved))
    }


def _rows(
    seats: Iterable[Player], face_up: str, top: str
) -> list[tuple[Card | CardBack | None, ...]]:
    used = _used(seats) | {CARDS[card] for card in top.split()}
    rows: list[tuple[Card | CardBack | None, ...]] = []
    for level in "123":
        row = [face(card) for card in face_up.split() if card.strip("#").startswith(level)]
        for card in CARDS.values():
            wanted = card.id.startswith(level) and card not in used and card not in row
            if wanted and len(row) < ROW:
                row.append(card)
        rows.append(tuple(row))
    return rows


def _free_cards(
    seats: Iterable[Player], rows: Iterable[tuple[Card | CardBack | None, ...]]
) -> list[Card]:
    used = _used(seats).union(*rows)
    return [card for card in CARDS.values() if card not in used]


def _bank(players: Iterable[Player], rules: Rules) -> Gems:
    seats = list(players)
    gems = rules.gem_tokens[len(seats) - 2]
    counts = [gems] * 5 + [rules.gold_tokens[len(seats) - 2]]
    for player in seats:
        counts = [left - some for left, some in zip(counts, player.tokens.counts, strict=True)]
    return Gems(*counts)


def _nobles(players: Iterable[Player], rules: Rules) -> tuple[Noble, ...]:
    seats = list(players)
    visited = {noble for player in seats for noble in player.nobles}
    left = [noble for noble in rules.noble_pool if noble not in visited]
    left.sort(key=lambda noble: any(player.bonuses.covers(noble.requires) for player in seats))
    return tuple(left[: rules.noble_count[len(seats) - 2] - len(visited)])


# Judging


def refusal(state: State, action: Action) -> str | None:
    """Return the id of the rule an action breaks, or None.

    `check` and `apply` agree on it, `legal_actions` lists the action only if it is legal, and the
    state stays as it is.
    """
    before = pickle.dumps(state)
    violation = check(state, action)
    listed = legal_actions(state).count(action)
    if violation is None:
        apply(state, action)
        assert listed == 1
    else:
        with pytest.raises(IllegalActionError) as caught:
            apply(state, action)
        assert caught.value.violation == violation
        assert listed == 0
    assert pickle.dumps(state) == before
    return None if violation is None else violation.rule.value


def do(state: State, *actions: Action) -> State:
    """Apply actions one after the other; every state on the way is sound."""
    for action in actions:
        state = apply(state, action)
        assert problems(state) == ()
    return state


def takes(state: State) -> list[str]:
    """Return the legal takes as text, in the order they are listed."""
    return [str(action.gems) for action in legal_actions(state) if isinstance(action, TakeTokens)]


def payments(state: State, card: str) -> list[str]:
    """Return the legal payments for a card as text, in the order they are listed."""
    return [
        str(action.payment)
        for action in legal_actions(state)
        if isinstance(action, BuyCard) and action.card.id == card
    ]


def returns(state: State) -> list[str]:
    """Return the legal returns as text, in the order they are listed."""
    return [str(action.gems) for action in legal_actions(state) if isinstance(action, ReturnTokens)]


def row(state: State, level: int) -> str:
    """Return a row as text, `-` for an empty place."""
    return " ".join("-" if place is None else str(place) for place in state.rows[level - 1])


def hand(state: State, player: int) -> str:
    """Return a hand as text, as `seat` reads it."""
    words = []
    for entry in state.players[player].reserved:
        known = isinstance(entry.card, Card)
        words.append(("?" if entry.face_down and known else "") + str(entry.card))
    return " ".join(words)


def supply(state: State) -> Counter[str]:
    """Count the tokens of the bank and of all players by colour letter."""
    purses = (state.bank, *(player.tokens for player in state.players))
    return Counter(gem.letter for purse in purses for gem in purse)
