"""The positions from which action sequences are counted: rare corners, all of them by construction.

All cards are known in each, since two implementations that guess at cards have nothing to compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    SPENDEE,
    SPENDEE_21,
    TEXT_B,
    Rules,
    State,
    setup,
)
from tests.positions import LONG, buy, do, position, reserve, seat, take
from tests.walks import walk

WHITE = "1w1 1w2 1w3 1w4"
BLUE = "1u1 1u2 1u3 1u4"
GREEN = "1g1 1g2 1g3 1g4"
RED = "1r1 1r2 1r3 1r4"
BLACK = "1k1 1k2 1k3 1k4"
THREE_WHITE = "1w1 1w2 1w3"
TWO_EACH = "wwuuggrrkk"
DEAR = "1w6 1w8 1u1 1k3"
"""Level-1 cards that nobody can buy with two tokens of each colour."""
HANDS = ("3w1 3w2 3w3", "3u1 3u2 3u3", "3g1 3g2 3g3", "3r1 3r2 3r3")
FIFTEEN = "3w4 3u4 3g4"
FOURTEEN = ("3w4 3u4 3g2", "3r4 3k4 3w2", "3g4 2w6 2g6 2r6", "3u3 3k3 2u6 2k6")
"""Cards worth 14 points each, three of them or four."""
ALWAYS = Rules(take_fewer="always")


@attrs.frozen
class Start:
    """A position that sequences are counted from, and what it is there for."""

    id: str
    about: str
    state: State


def starts() -> Iterator[Start]:
    """Yield all positions."""
    for some in (openings, middles, piles, rows, gold, hands, returns, nobles, ends, stuck):
        yield from some()


def openings() -> Iterator[Start]:
    yield Start("opening-2", "the opening for two", setup(2, seed=1))
    yield Start("opening-3", "three players, seat 2 begins", setup(3, seed=2, first_player=2))
    yield Start("opening-4", "four players, seat 1 begins", setup(4, seed=3, first_player=1))
    for name, about, players, rules in (
        ("arena", "twelve nobles in the pool", 3, BOARD_GAME_ARENA),
        ("spendee", "gold is paid last", 2, SPENDEE),
        ("spendee-21", "21 points are needed", 4, SPENDEE_21),
        ("text-b-2", "no gold at all", 2, TEXT_B),
        ("text-b-4", "seven gold", 4, TEXT_B),
        ("take-fewer", "one to three different ones may be taken", 2, ALWAYS),
    ):
        opening = setup(players, seed=players, rules=rules)
        yield Start(f"opening-{name}", f"the opening for {players}: {about}", opening)


def middles() -> Iterator[Start]:
    for players, turns in ((2, 30), (3, 48), (4, 60)):
        state = setup(players, seed=10 + players)
        for _, _, after in walk(state, Random(players), 200):  # noqa: S311 - a game, no secret
            state = after
            if state.turn == turns:
                break
        yield Start(f"middle-{players}", f"turn {turns} of a game for {players}", state)


def piles() -> Iterator[Start]:
    zero_to_four = [seat("wwuug"), seat("wwugr")]
    yield Start(
        "piles-0-to-4",
        "piles of 0, 1, 2, 3 and 4: only of the last may two be taken",
        position(*zero_to_four),
    )
    yield Start(
        "piles-0-to-4-take-fewer",
        "piles of 0, 1, 2, 3 and 4, and fewer than three may be taken",
        position(*zero_to_four, rules=ALWAYS),
    )
    yield Start(
        "two-piles", "two colours are left, four of each", position(seat("wwwwuuuu"), seat("gggg"))
    )
    yield Start(
        "one-pile",
        "one colour is left, five of it, and no gold",
        position(seat("uuuuuuuggg"), seat("ggggrrrrrr"), seat("rkkkkkkkyy"), seat("wwyyy")),
    )
    yield Start(
        "no-pile",
        "nothing can be taken, and whoever reserves has a token to return",
        position(seat(TWO_EACH), seat(TWO_EACH, hand="3w1")),
    )


def rows() -> Iterator[Start]:
    yield Start(
        "last-card-blind",
        "the last card of level 3 can be reserved unseen",
        position(seat(), seat(), sold_out=[3], top="3k4", rules=LONG),
    )
    yield Start(
        "last-card-turned-up",
        "the last card of level 1 fills a place, and the next place stays empty",
        position(seat("wwuug"), seat("wwugr"), sold_out=[1], top="1k8", rules=LONG),
    )
    yield Start(
        "empty-places",
        "places of level 2 and 3 are empty for good",
        position(
            seat("wwu"),
            seat("kkg"),
            seat(),
            rows="1w1 1w2 1w3 1w4 / 2w1 - 2w2 - / - - - 3w1",
            sold_out=[2, 3],
            rules=LONG,
        ),
    )
    yield Start(
        "no-decks",
        "all decks are empty: every row shrinks, and one player gets everything for nothing",
        position(seat("wugrk"), seat(), sold_out=[1, 2, 3], rules=LONG),
    )


def gold() -> Iterator[Start]:
    yield Start(
        "no-gold", "reservations give no gold", position(seat("wuyyy", hand="1w1"), seat("yygr"))
    )
    for name, about, rules in (
        ("any-exact", "for whatever is due", Rules()),
        ("gold-last", "only for what is missing", SPENDEE),
    ):
        buyers = [seat("wugrkyyy", bought="1w1 1u1"), seat("wwuuggyy", bought="1k1")]
        yield Start(f"gold-{name}", f"gold pays {about}", position(*buyers, rules=rules))
    yield Start(
        "free-purchases",
        "bonuses pay for much, with or without tokens",
        position(seat(bought=f"{WHITE} {BLUE} {RED}"), seat("y", bought=f"{GREEN} {BLACK}")),
    )


def hands() -> Iterator[Start]:
    yield Start(
        "three-reserved",
        "both hands are full, partly with cards from decks",
        position(
            seat("wwgg", hand="3w1 ?2u1 1k2", bought="1g1"),
            seat("rrky", hand="?3u1 2k1 ?1g3", bought="1r1 1u2"),
        ),
    )
    yield Start(
        "two-reserved",
        "room for one more card in each of three hands, with no colour left but one",
        position(
            seat("wwwwwuuuuu", hand="1w1 ?1u1"),
            seat("gggggrrr", hand="?3u1 2k1"),
            seat("rr", hand="1g1 1g3"),
        ),
    )


def returns() -> Iterator[Start]:
    others = [seat(), seat(), seat()]
    for name, about, tokens, action in (
        ("1", "one token of six colours", "wwuuggrrky", reserve("1w1")),
        ("1-of-5", "one token of five colours", "wwwuuggrr", take("kk")),
        ("2", "two tokens of six colours", "wwuuggrky", take("grk")),
        ("3", "three tokens of six colours", "wwuuggrrky", take("wug")),
        ("3-gold", "three tokens, three gold among them", "wwwwuuuyyy", take("grk")),
        ("3-of-4", "three tokens of four colours", "wwwwwuuugg", take("wuk")),
    ):
        state = do(position(seat(tokens), *others), action)
        yield Start(f"return-{name}", f"{about} are to be returned", state)
    yield Start(
        "ten-tokens",
        "two have ten tokens, and return what they take or others",
        position(seat("wwwuuugggr"), seat("wuggrrrkkk"), seat("y"), seat()),
    )


def nobles() -> Iterator[Start]:
    two = position(
        seat(bought=f"{THREE_WHITE} {BLUE} {BLACK}"),
        seat("uuuu", bought="1w5 1w6 1w7 1w8 1k5 1k6 1k7"),
        face_up="1w4 1k8",
        nobles="gr wu wk",
    )
    yield Start("two-nobles", "one purchase gives two nobles to choose from", two)
    yield Start("two-nobles-chosen", "one of two nobles is to be chosen", do(two, buy("1w4")))
    three = position(
        seat(bought=f"{THREE_WHITE} {BLUE} {RED} {BLACK}"),
        seat("uuuu", bought="1w5 1w6 1w7 1w8 1k5 1k6 1k7"),
        face_up="1w4 1k8",
        nobles="wu wr wk",
        rules=BOARD_GAME_ARENA,
    )
    yield Start("three-nobles", "one purchase gives three nobles to choose from", three)
    yield Start("three-nobles-chosen", "one of three nobles is to be chosen", do(three, buy("1w4")))
    passed_over = seat(bought=f"{WHITE} {BLUE} {BLACK}", nobles="wu")
    four = [passed_over, seat("wug"), seat("r"), seat("kk")]
    yield Start(
        "noble-without-purchase",
        "a noble passed over comes at the end of any turn",
        position(*four, nobles="gr wk ug rk"),
    )
    four[0] = attrs.evolve(passed_over, tokens=seat(TWO_EACH).tokens)
    yield Start(
        "noble-after-return",
        "a noble comes when three tokens have been returned",
        do(position(*four, nobles="gr wk ug rk"), take("wug")),
    )
    yield Start(
        "choice-without-purchase",
        "two nobles passed over: one is chosen after any turn, and the other comes on the next",
        position(
            seat("w", bought=f"{WHITE} {BLUE} {GREEN} {RED}", nobles="wu"),
            seat("kk"),
            nobles="ug gr",
        ),
    )


def ends() -> Iterator[Start]:
    for players in (2, 3, 4):
        for place in range(players):
            yield Start(
                f"tie-{players}-{place}",
                f"all {players} have 14 points and can buy a fifteenth; {place} have had the turn",
                _tied(players, place),
            )
    yield Start(
        "last-turn",
        "the other has 15 points: after this turn, its return and its noble all is over",
        position(
            seat(bought=FIFTEEN),
            seat("wwwwuuuggg", bought=f"{THREE_WHITE} {BLUE} {BLACK}"),
            face_up="1w4",
            nobles="wk wu gr",
            mover=1,
        ),
    )
    zero = " ".join(f"1{colour}{number}" for colour in "wuk" for number in (1, 2, 3))
    yield Start(
        "noble-ends",
        "a noble brings 12 points to 15 on any turn, and the other has the last turn",
        position(
            seat(bought=f"{zero} 2w6 2u6 2k6", nobles="wu"), seat("wu"), nobles="gr wk", mover=0
        ),
    )
    yield Start(
        "turn-limit",
        "three turns are left to the limit of four rounds",
        position(seat("wug"), seat("rrk"), rules=Rules(turn_limit=4), turn=5, mover=1),
    )


def _tied(players: int, place: int) -> State:
    """All can buy one more point; some have already had their turn of this round."""
    tokens = ("ggg", "rrr", "uuuu", "kkkk")
    seats = [seat(tokens[number], bought=FOURTEEN[number]) for number in range(players)]
    return position(*seats, face_up="1w8 1u8 1k8 1g8", first_player=1, mover=(1 + place) % players)


def stuck() -> Iterator[Start]:
    for players in (2, 3, 4):
        rules = Rules(gem_tokens=(4, 6, 8))
        seats = [seat(TWO_EACH, hand=hand) for hand in HANDS[:players]]
        yield Start(
            f"stalemate-{players}",
            f"{players} players can only pass, and then it is over",
            position(*seats, face_up=DEAR, rules=rules),
        )
    seats = [seat(TWO_EACH, hand=hand) for hand in HANDS[:2]]
    yield Start(
        "stalemate-in-mid-round",
        "the other has passed, and the first seat's pass ends it",
        position(*seats, face_up=DEAR, passes=1, turn=8),
    )
    yield Start(
        "stuck-and-freed",
        "one can only pass, until the other pays",
        position(
            seat(TWO_EACH, hand="3w1 3w2 3w3"),
            seat(TWO_EACH, bought="1r1", hand="3u1 3u2 3u3"),
            face_up="1g1 1w6 1w8 1u1",
            top="1k3",
        ),
    )
    yield Start(
        "nearly-stuck",
        "one more card in each of two hands, and nobody can do anything",
        position(seat(TWO_EACH, hand="3w1 3w2"), seat(TWO_EACH, hand="3u1 3u2"), face_up=DEAR),
    )
