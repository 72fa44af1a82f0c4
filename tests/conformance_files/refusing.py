"""The lines of `refusals.jsonl`: actions that break rules, each with the first rule it breaks.

What a line is about is the sentence of the refusal and, where the action breaks more than one rule,
all of them in order, as the oracle has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from splendor import (
    SPENDEE,
    Action,
    Pass,
    Phase,
    Rules,
    State,
    check,
    format_action,
    format_position,
)
from tests.arbiter import broken, table_of
from tests.conformance_files.starts import (
    BLACK,
    BLUE,
    DEAR,
    FIFTEEN,
    GREEN,
    HANDS,
    RED,
    TWO_EACH,
    WHITE,
)
from tests.positions import (
    LONG,
    blind,
    buy,
    choose,
    do,
    give_back,
    position,
    reserve,
    reveal,
    seat,
    take,
)

Refused = tuple[str, State, Action]
"""The rules that an action breaks, in order, the position, and the action."""
NO_GEMS = Rules(target_score=1000, gem_tokens=(0, 0, 0), noble_count=(0, 0, 0))
SHOP = "1k1 1k2 1k3 1k4"
"""A row of level 1 in which 1w1, which costs two red and one black, does not lie."""


def lines() -> Iterator[dict[str, Any]]:
    """Yield all lines of the file."""
    for rules, state, action in refused():
        violation = check(state, action)
        assert violation is not None
        assert [rule.value for rule in broken(table_of(state), action)] == rules.split()
        several = f" ({', '.join(rules.split())})" if " " in rules else ""
        yield {
            "rule": violation.rule.value,
            "about": violation.sentence + several,
            "position": format_position(state),
            "action": format_action(action),
        }


@cache
def refused() -> tuple[Refused, ...]:
    """Return all refusals, in the order in which rules are tested."""
    some = (at_the_wrong_time, takes, reservations, purchases, payments, returns, nobles, reveals)
    return tuple(case for cases in (*some, passes) for case in cases())


def at_the_wrong_time() -> Iterator[Refused]:
    over = position(seat(bought=FIFTEEN), seat(), phase=Phase.OVER)
    for others, action in (
        ("", take("wug")),
        ("", reserve("1w1")),
        ("", blind(1)),
        (" BUY-5 PAY-7", buy("1w1", "rrk")),
        (" LIMIT-2 LIMIT-3", give_back("w")),
        (" NOB-2", choose("wu")),
        (" ROW-6 COMP-2", reveal("1k8")),
        ("", Pass()),
    ):
        yield f"END-8{others}", over, action
    main = position(seat("rrk"), seat())
    yield "TURN-4 LIMIT-2 LIMIT-3", main, give_back("w")
    yield "TURN-4 LIMIT-2", main, give_back("r")
    yield "TURN-4 NOB-2", main, choose(main.nobles[0].id)
    yield "TURN-4 ROW-6", main, reveal("#1")
    for action in (take("wug"), reserve("1w1"), blind(1), Pass()):
        yield "TURN-4", eleven(), action
    yield "TURN-4", ready(), take("wug")
    yield "TURN-4 BUY-5 PAY-4", ready(), buy("1w5", "")
    yield "TURN-4", awaiting(), reserve("1k1")
    yield "TURN-4", awaiting(), Pass()


def takes() -> Iterator[Refused]:
    plain = position(seat(), seat())
    no_white = position(seat("wwww"), seat())
    low = position(seat("wu"), seat())
    two_colours = position(seat("wwwwuuuu"), seat("gggg"))
    one_colour = position(seat("wwwwuuuu"), seat("ggggrrrr"))
    always = position(seat("wwww"), seat("uu"), rules=Rules(take_fewer="always"))
    yield "TAKE-8", plain, take("")
    yield "TAKE-8", two_colours, take("")
    yield "TAKE-8", always, take("")
    yield "TAKE-6", plain, take("y")
    yield "TAKE-6", plain, take("wuy")
    yield "TAKE-6 TAKE-11 TAKE-9 TAKE-7", no_white, take("wwwy")
    yield "TAKE-6 TAKE-9 TAKE-5", low, take("wwy")
    yield "TAKE-11", plain, take("www")
    yield "TAKE-11", plain, take("wugr")
    yield "TAKE-11 TAKE-9 TAKE-7 TAKE-5", no_white, take("wwuu")
    yield "TAKE-11 TAKE-7 TAKE-2", two_colours, take("wugr")
    yield "TAKE-9", plain, take("wwu")
    yield "TAKE-9 TAKE-7", no_white, take("wuu")
    yield "TAKE-7", no_white, take("wug")
    yield "TAKE-7", always, take("w")
    yield "TAKE-7 TAKE-5", no_white, take("ww")
    yield "TAKE-7 TAKE-3", no_white, take("wu")
    yield "TAKE-7 TAKE-2", two_colours, take("wr")
    yield "TAKE-5", low, take("ww")
    yield "TAKE-5", always, take("uu")
    yield "TAKE-3", plain, take("wu")
    yield "TAKE-3", plain, take("k")
    yield "TAKE-3", position(seat("wwwwuuuggg"), seat()), take("rk")
    yield "TAKE-2", two_colours, take("r")
    yield "TAKE-7", one_colour, take("rk")


def reservations() -> Iterator[Refused]:
    full = position(seat(hand="3w1 ?3w2 3w3"), seat(), face_up="1w1")
    sold_out = position(seat(), seat(), sold_out=[1], rules=LONG)
    holes = position(
        seat(), seat(), rows="1w1 1w2 1w3 1w4 / 2w1 - 2w2 - / - - - -", sold_out=[2, 3], rules=LONG
    )
    yield "RES-2", full, reserve("1w1")
    yield "RES-2", full, blind(3)
    yield "RES-2 RES-1", full, reserve("3w1")
    both = position(seat(hand="3w1 3w2 3w3"), seat(), sold_out=[1], rules=LONG)
    yield "RES-2 RES-5", both, blind(1)
    yield "RES-5", sold_out, blind(1)
    yield "RES-5", holes, blind(3)
    yield "RES-1", position(seat(), seat(), face_up=SHOP), reserve("1w1")
    yield "RES-1", position(seat(hand="1w1"), seat(), face_up=SHOP), reserve("1w1")
    yield "RES-1", position(seat(), seat(hand="1w1"), face_up=SHOP), reserve("1w1")
    yield "RES-1", position(seat(), seat(bought="1w1"), face_up=SHOP), reserve("1w1")


def purchases() -> Iterator[Refused]:
    rivals = position(seat("rrkky"), seat(hand="1w1"), face_up=SHOP)
    poor_rivals = position(seat("ry"), seat(hand="1w1"), face_up=SHOP, rules=SPENDEE)
    blindly = position(seat("rrkky"), seat(hand="?1w1"), face_up=SHOP)
    away = position(seat("rrkky"), seat(), face_up=SHOP)
    yield "RES-7 BUY-1", rivals, buy("1w1", "rrk")
    yield "RES-7 BUY-1 BUY-5 PAY-7 PAY-4 PAY-3", poor_rivals, buy("1w1", "yy")
    yield "BUY-1", blindly, buy("1w1", "rrk")
    yield "BUY-1", away, buy("1w1", "rrk")
    yield "BUY-1", position(seat("rrk", bought="1w1"), seat(), face_up=SHOP), buy("1w1", "rrk")
    for rules, others in ((Rules(), ""), (SPENDEE, " PAY-3")):
        thrifty = position(seat("ry"), seat(), face_up=SHOP, rules=rules)
        yield f"BUY-1 BUY-5 PAY-7 PAY-4{others}", thrifty, buy("1w1", "yy")
    poor = position(seat("ry"), seat(), face_up="1w1")
    yield "BUY-5 PAY-4", poor, buy("1w1", "ry")
    yield "BUY-5 PAY-7", poor, buy("1w1", "rrk")
    yield "BUY-5 PAY-7", position(seat(), seat(), face_up="1w1"), buy("1w1", "rrk")
    yield "BUY-5 PAY-4", position(seat(hand="3w4"), seat(), face_up="1w1"), buy("3w4", "")
    bonus = position(seat("k", bought="1w5"), seat(), face_up="1w1")
    yield "BUY-5 PAY-4", bonus, buy("1w1", "k")


def payments() -> Iterator[Refused]:
    buyer = position(seat("rrkky"), seat(), face_up="1w1")
    thrifty = position(seat("rrkky"), seat(), face_up="1w1", rules=SPENDEE)
    rich = position(seat("rrkkyyy", bought="1r1"), seat(), face_up="1w1", rules=SPENDEE)
    free = position(seat("rrk", bought="1r1 1r2 1k1"), seat(), face_up="1w1")
    yield "PAY-7", buyer, buy("1w1", "ryy")
    yield "PAY-7 PAY-4", buyer, buy("1w1", "rrr")
    yield "PAY-7 PAY-3", thrifty, buy("1w1", "ryy")
    yield "PAY-4", buyer, buy("1w1", "rrkk")
    yield "PAY-4", buyer, buy("1w1", "rrky")
    yield "PAY-4", buyer, buy("1w1", "rk")
    yield "PAY-4", buyer, buy("1w1", "")
    yield "PAY-4", buyer, buy("1w1", "rkk")
    yield "PAY-4", free, buy("1w1", "rrk")
    yield "PAY-4", rich, buy("1w1", "rrk")
    yield "PAY-4 PAY-3", thrifty, buy("1w1", "ry")
    yield "PAY-3", thrifty, buy("1w1", "rry")
    yield "PAY-3", rich, buy("1w1", "yy")
    yield "PAY-3", rich, buy("1w1", "ry")


def eleven() -> State:
    return position(seat("wwwuuugggrr"), seat(), phase=Phase.RETURN)


def returns() -> Iterator[Refused]:
    twelve = do(position(seat("wwwwuuuug"), seat(), seat(), seat()), take("grk"))
    yield "LIMIT-2", eleven(), give_back("")
    yield "LIMIT-2", eleven(), give_back("wu")
    yield "LIMIT-2 LIMIT-3", eleven(), give_back("ky")
    yield "LIMIT-2", twelve, give_back("w")
    yield "LIMIT-2", twelve, give_back("grk")
    yield "LIMIT-3", eleven(), give_back("k")
    yield "LIMIT-3", eleven(), give_back("y")
    yield "LIMIT-3", twelve, give_back("rr")


def ready() -> State:
    return position(
        seat(bought=f"{WHITE} {BLUE} {BLACK}"),
        seat(bought=f"{GREEN} {RED}", nobles="gr"),
        seat(),
        face_up="1w5",
        nobles="ug wu wk",
        phase=Phase.NOBLE,
    )


def nobles() -> Iterator[Refused]:
    yield "NOB-7 NOB-1 NOB-2", ready(), choose("gr")
    yield "NOB-1", ready(), choose("wuk")
    yield "NOB-1 NOB-2", ready(), choose("rk")
    yield "NOB-1 NOB-2", ready(), choose("wr")
    yield "NOB-2", ready(), choose("ug")
    own = position(
        seat(bought=f"{WHITE} {BLUE} {GREEN} {RED}", nobles="wu"),
        seat(),
        nobles="ug gr",
        phase=Phase.NOBLE,
    )
    yield "NOB-7 NOB-1", own, choose("wu")


def awaiting() -> State:
    return position(
        seat(hand="2w1"),
        seat(),
        rows="1k1 1k2 1k3 1k4 / - 2k1 2k2 2k3 / 3w1 3w2 3w3 3w4",
        sold_out=[3],
        hidden=True,
        rules=LONG,
        phase=Phase.REVEAL,
    )


def reveals() -> Iterator[Refused]:
    yield "ROW-2 ROW-6", awaiting(), reveal("#3")
    yield "ROW-2 ROW-6 COMP-2", awaiting(), reveal("3w1")
    yield "ROW-6", awaiting(), reveal("1w1")
    yield "ROW-6", awaiting(), reveal("#1")
    yield "ROW-6 COMP-2", awaiting(), reveal("1k1")
    yield "COMP-2", awaiting(), reveal("2w1")
    yield "COMP-2", awaiting(), reveal("2k1")


def passes() -> Iterator[Refused]:
    stuck = [seat(TWO_EACH, hand=hand) for hand in HANDS[:2]]
    yield "PASS-2", position(seat(), seat()), Pass()
    yield "PASS-2", position(seat("wwuuggrrk", hand=HANDS[0]), stuck[1], face_up=DEAR), Pass()
    yield "PASS-2", position(seat(TWO_EACH, hand="3w1"), stuck[1], face_up=DEAR), Pass()
    yield "PASS-2", position(seat(), seat(), rules=NO_GEMS), Pass()
    buyer = seat(bought="1r1 1r2 1r3", hand=HANDS[0])
    yield "PASS-2", position(buyer, seat(), face_up="1g1", rules=NO_GEMS), Pass()
    holder = seat(bought="1r1 1r2 1r3", hand="3w1 3w2 ?1g1")
    yield "PASS-2", position(holder, seat(), face_up=DEAR, rules=NO_GEMS), Pass()
    golden = position(
        seat("wwuuggrry", hand=HANDS[0]),
        seat("wugrkkk", hand=HANDS[1]),
        face_up="1w6 1w8 1u1 1r8",
        rules=Rules(gem_tokens=(3, 5, 7)),
    )
    yield "PASS-2", golden, Pass()
    unknown = position(
        seat(bought="2r1 2r2 2r3", hand="3w1 3w2 #1"),
        seat(),
        face_up=DEAR,
        sold_out=[1],
        unseen="1g1",
        rules=NO_GEMS,
    )
    yield "PASS-2", unknown, Pass()
