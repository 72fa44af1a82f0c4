"""The golden games that are scenes: a few decisions each, from a position made for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    SPENDEE,
    SPENDEE_21,
    TEXT_B,
    Action,
    Rules,
    State,
    observe,
    parse_action,
    setup,
)
from tests.conformance_files.starts import (
    BLACK,
    BLUE,
    DEAR,
    FIFTEEN,
    FOURTEEN,
    GREEN,
    HANDS,
    RED,
    THREE_WHITE,
    TWO_EACH,
    WHITE,
)
from tests.games import buying, play
from tests.positions import LONG, position, seat

ALWAYS: Final = Rules(take_fewer="always")
ZERO: Final = " ".join(f"1{colour}{number}" for colour in "wuk" for number in (1, 2, 3))
"""Nine cards of no points, three of each of three colours."""
KEPT: Final = " ".join(f"1{colour}{number}" for colour in "wuk" for number in (4, 5, 6, 7))
"""Twelve cards that leave no cheap ones where two tokens of each colour could buy them."""


@attrs.frozen
class Scene:
    """A golden game: the name of its file, what it shows, a position and what is done there."""

    name: str
    about: str
    opening: State
    actions: tuple[Action, ...]


def scene(name: str, about: str, opening: State, actions: str) -> Scene:
    """Make a scene; its actions are text, semicolons between."""
    return Scene(name, about, opening, tuple(map(parse_action, actions.split("; "))))


def scenes() -> Iterator[Scene]:
    """Yield all scenes."""
    for some in (takes, reservations, decks, purchases, returns, nobles, ends, ties, stuck):
        yield from some()
    yield from whole_games()


def takes() -> Iterator[Scene]:
    yield scene(
        "takes",
        "Three different, or two of a pile of four: after two are gone, no more two of that.",
        setup(2, seed=1),
        "T ww; T uu; T wug; T ugr; T kk; T grk",
    )
    yield scene(
        "takes-when-short",
        "With two colours left one of each is taken, with one colour one token, or two of four;\n"
        "with none left a card is reserved.",
        position(seat("wwwwuuuu"), seat("ggggrrr")),
        "T kk; T rk; T k; -k; T k; R 1w1; -y; R 1w2; -y",
    )
    yield scene(
        "takes-fewer-at-will",
        "The option take_fewer=always: one, two or three different, at any time.",
        position(seat("wu"), seat("ggg"), rules=ALWAYS),
        "T w; T uk; T rr; T wur; T k; T wuk; -g",
    )


def reservations() -> Iterator[Scene]:
    yield scene(
        "blind-reservation-bought",
        "A hand is full with three cards. One reserved from a deck is bought on a later turn, and\n"
        "there is room again.",
        position(seat("wwugrk"), seat(), top="1k1 2w6 3k4"),
        "R #1; R #2; R #3; T ugk; R 2w1; T wug; B 1k1 grkyy; T urk; R #1",
    )
    yield scene(
        "no-gold-left",
        "The bank has one gold: the first reservation takes it, the others give none.",
        position(seat("yyw"), seat("yu")),
        "R 1w1; R 1w2; R #3; R 3w1",
    )


def decks() -> Iterator[Scene]:
    yield scene(
        "last-card",
        "The last card of a deck is reserved blind: places that fall empty then stay empty.",
        position(seat("kkk"), seat(), sold_out=[3], top="3k4", rules=LONG),
        "R #3; R 3w1; R 3w2; R 3w3; R #2; R 3w4; T wug",
    )
    yield scene(
        "empty-places",
        "The decks of levels 2 and 3 are empty: their places stay empty when cards are taken.",
        position(
            seat("wwuu", bought="1r1 1r2 1k1"),
            seat("kkg"),
            rows="1w1 1w2 1w3 1w4 / 2w1 - 2w2 - / - - - 3w1",
            sold_out=[2, 3],
            top="1k8",
            rules=LONG,
        ),
        "R 3w1; T wug; B 1w1 -; R 2w2; R 2w1; T urk",
    )
    hidden = observe(setup(2, seed=3), None)
    yield scene(
        "hidden-decks",
        "Decks of unknown order. Cards are turned up, of one of them nobody wrote down the face;\n"
        "a card drawn blind stays unknown.",
        hidden,
        f"T wug; R {hidden.rows[0][0]}; > #1; R #3; R {hidden.rows[2][1]}; > 3k1; T wug",
    )


def purchases() -> Iterator[Scene]:
    buyers = [seat("wwuggyyy"), seat("rrkky")]
    yield scene(
        "gold-for-anything",
        "Gold may stand for a colour that one holds: every exact payment is legal.",
        position(*buyers, face_up="1w1 1k2"),
        "B 1k2 gyy; B 1w1 rry; T urk; T ugk",
    )
    yield scene(
        "gold-last",
        "The option payment=gold_last: gold only for what is missing, so that one payment is left.",
        position(*buyers, face_up="1w1 1k2", rules=SPENDEE),
        "B 1k2 ggy; B 1w1 rrk; T urk; T ugk",
    )
    yield scene(
        "bonuses-pay",
        "Bonuses lower the price, down to nothing.",
        position(seat("ugggg", bought="1r1 1r2 1k1"), seat(), face_up="1w1 1k3 1w2", top="1u8 1r8"),
        "B 1w1 -; T wur; B 1w2 ug; T wur; B 1k3 ggg; T ugk",
    )


def returns() -> Iterator[Scene]:
    yield scene(
        "null-take",
        "At ten tokens three are taken and the same three returned; a reservation's gold likewise.",
        position(seat(TWO_EACH), seat("wug"), seat()),
        "T wug; -wug; T wrk; R #1; R 2w1; -y; T ugr; R #2",
    )
    yield scene(
        "returns",
        "Three, two and one token too many: any of those held may be returned, gold included.",
        position(seat("wwuuggrrky"), seat("wwuuggrky"), seat("wyy"), seat()),
        "T ugr; -rry; T grk; -wy; T wuk; R #1; R 1w1; -y",
    )


def nobles() -> Iterator[Scene]:
    two = position(
        seat(bought=f"{THREE_WHITE} {BLUE} {BLACK}"),
        seat("uuuu", bought="1w5 1w6 1w7 1w8 1k5 1k6 1k7"),
        face_up="1w4 1k8",
        nobles="gr wu wk",
    )
    yield scene(
        "noble-chosen-and-kept",
        "Two nobles are ready after a purchase: one is chosen, the other comes on the next turn,\n"
        "after a take.",
        two,
        "B 1w4 -; N wk; T wgr; T wgr; T wrk",
    )
    yield scene(
        "noble-taken-by-another",
        "Two nobles are ready: one is chosen, and the other player gets the other in between.",
        two,
        "B 1w4 -; N wu; B 1k8 uuuu; T wgr; T wgr",
    )
    yield scene(
        "noble-after-return",
        "Tokens are returned first; then the noble that was passed over comes by itself.",
        position(
            seat(TWO_EACH, bought=f"{WHITE} {BLUE} {BLACK}", nobles="wu"),
            seat(),
            seat(),
            nobles="gr wk ug",
        ),
        "T wug; -rkk; T wug; R #3",
    )
    yield scene(
        "noble-choice-without-purchase",
        "Two nobles were passed over: one is chosen after a reservation, the other comes on the\n"
        "next turn.",
        position(
            seat("w", bought=f"{WHITE} {BLUE} {GREEN} {RED}", nobles="wu"),
            seat("kk"),
            nobles="ug gr",
        ),
        "R 2w1; N gr; T wug; T wrk",
    )
    yield scene(
        "noble-on-a-pass",
        "The noble that was passed over comes on a pass too, and the passes count from there anew.",
        position(
            seat(TWO_EACH, bought=KEPT, hand="3k1 3r3 3r4", nobles="wu"),
            seat(TWO_EACH, hand="3u1 3u3 3u4"),
            face_up="1w8 1k3 1g1 1u8 2w1 2w2 2w3 2w4 3w1 3w2 3w4 3k2",
            nobles="wk gr",
            passes=1,
        ),
        "P; P; P",
    )


def ends() -> Iterator[Scene]:
    yield scene(
        "overtaken",
        "Seat 2 began and reaches 15 first; the round is played out, and seat 1 gets 17 with a\n"
        "noble.",
        position(
            seat("wuk"),
            seat("kk", bought="1w1 1w2 1w3 1w4 1u1 1u2 2w6 2u6 3r4 2r6"),
            seat("ggg", bought=FOURTEEN[0]),
            face_up="1w8 1u4",
            nobles="wu rk gr ug",
            first_player=2,
            mover=2,
        ),
        "B 1w8 ggg; T wug; B 1u4 kk",
    )
    yield scene(
        "trigger-in-the-last-seat",
        "The last player of the round reaches 15: it is over at once.",
        position(seat("rrr"), seat("ggg", bought=FOURTEEN[0]), face_up="1w8", mover=1),
        "B 1w8 ggg",
    )
    yield scene(
        "noble-ends-the-game",
        "A noble that comes after a take brings 12 points to 15, in the last seat of the round.",
        position(seat("wug"), seat(bought=f"{ZERO} 2w6 2u6 2k6", nobles="wu"), nobles="gr wk"),
        "T wug; T grk",
    )
    yield scene(
        "return-before-the-end",
        "Not over before the token is returned and the noble chosen.",
        position(
            seat(bought=FIFTEEN),
            seat("wwuuggrrky", bought=f"{WHITE} {BLUE} {BLACK}", nobles="wu"),
            nobles="wk wuk",
            mover=1,
        ),
        "R #1; -y; N wuk",
    )
    yield scene(
        "turn-limit",
        "The option turn_limit=2: over when round 2 is complete; seat 1 began.",
        setup(3, seed=5, rules=Rules(turn_limit=2), first_player=1),
        "T wug; R #1; T wrk; T kk; R #3; T wug",
    )

    yield scene(
        "target-at-the-limit",
        "The last seat reaches 15 in the last round of all: the target is tested before the limit.",
        position(
            seat(),
            seat("ggg", bought=FOURTEEN[0]),
            face_up="1w8",
            mover=1,
            rules=Rules(turn_limit=4),
        ),
        "B 1w8 ggg",
    )


def ties() -> Iterator[Scene]:
    four, other_four = seat("ggg", bought=FOURTEEN[0]), seat("rrr", bought=FOURTEEN[1])
    five = seat("rrr", bought=f"{FOURTEEN[1]} 1k1")
    yield scene(
        "shared-victory",
        "Two players have 15 points with four cards each: both win, and the last is third.",
        position(four, other_four, seat(), face_up="1w8 1u8"),
        "B 1w8 ggg; B 1u8 rrr; T wug",
    )
    holder = attrs.evolve(four, reserved=seat(hand="3k1 3k2").reserved)
    yield scene(
        "fewer-cards-win",
        "Two players have 15 points, with four cards and with five: fewer cards win, and reserved\n"
        "ones do not count.",
        position(holder, five, face_up="1w8 1u8"),
        "B 1w8 ggg; B 1u8 rrr",
    )
    yield scene(
        "fewer-cards-of-the-tied",
        "Cards count among the tied alone: the third has fewest of all, and no points.",
        position(holder, five, seat(bought="1g1"), face_up="1w8 1u8"),
        "B 1w8 ggg; B 1u8 rrr; T wug",
    )
    yield scene(
        "nobles-break-no-tie",
        "Equal points and equal cards, one player's points by a noble: both win.",
        position(
            seat(bought="1w1 1w2 2w6 3w1 1u1 1u2 2u6 3u1", nobles="wu"),
            seat(bought="1r1 1r2 3r4 1g1 1g2 3g4 1k1 3k4"),
            nobles="wk wuk",
            mover=1,
        ),
        "T wug",
    )
    yield scene(
        "no-tie-break",
        "The same without a tie-break, by the numbers of text B: both win.",
        position(holder, five, face_up="1w8 1u8", rules=TEXT_B),
        "B 1w8 ggg; B 1u8 rrr",
    )


def stuck() -> Iterator[Scene]:
    yield scene(
        "stalemate",
        "Nobody can act: no gems in the bank, full hands, and every card too dear. When all have\n"
        "passed it is over, and equals share.",
        position(seat(TWO_EACH, hand="3w1 3w2"), seat(TWO_EACH, hand="3u1 3u2"), face_up=DEAR),
        "R 3w3; -y; R 3u3; -y; P; P",
    )
    yield scene(
        "stalemate-at-the-limit",
        "The last pass also completes the last round: the stalemate is tested before the limit.",
        position(
            seat(TWO_EACH, hand=HANDS[0]),
            seat(TWO_EACH, hand=HANDS[1]),
            face_up=DEAR,
            rules=Rules(turn_limit=4),
        ),
        "P; P",
    )
    yield scene(
        "stalemate-of-four",
        "Four players pass, and it is over in the middle of a round.",
        position(
            *(seat(TWO_EACH, hand=hand) for hand in HANDS),
            face_up=DEAR,
            rules=Rules(gem_tokens=(4, 6, 8)),
            mover=2,
        ),
        "P; P; P; P",
    )
    yield scene(
        "stuck-and-freed",
        "One player can only pass, until the other pays red tokens; these can be taken.",
        position(
            seat(TWO_EACH, hand=HANDS[0]),
            seat(TWO_EACH, bought="1r1", hand=HANDS[1]),
            face_up="1g1 1w6 1w8 1u1",
            top="1k3",
        ),
        "P; B 1g1 rr; T r; -w; T wr; P",
    )


def whole_games() -> Iterator[Scene]:
    """Yield whole games of players who buy whenever they can; of many seeds these are short."""
    for name, players, seed, rules, first_player in (
        ("whole-2-official", 2, 34, Rules(), 0),
        ("whole-2-spendee-21", 2, 60, SPENDEE_21, 1),
        ("whole-3-spendee", 3, 149, SPENDEE, 1),
        ("whole-4-text-b", 4, 54, TEXT_B, 2),
        ("whole-4-arena", 4, 102, BOARD_GAME_ARENA, 2),
    ):
        opening, actions = play(
            seed, players, rules=rules, first_player=first_player, policy=buying
        )
        about = f"A whole game for {players}, seat {first_player} first."
        yield Scene(name, about, opening, tuple(actions))
