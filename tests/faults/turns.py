"""Faults of turns, takes, the limit and passes: TURN, TAKE, LIMIT, PASS; pitfalls 7 to 13, 27."""

from __future__ import annotations

from typing import Final

from tests.faults.fault import Edit, Fault

RESERVED: Final = "reserved_face_up(card))\n    return refill(table, player, card)\n"
DRAWN: Final = "_draw(table, action.level - 1)))\n    return return_excess(table, player)\n"
PASSED: Final = "    table.passes += 1\n    return return_excess(table, player)\n"
RETURNED: Final = "    player._tokens -= gems\n    return noble_visit(table, player)\n"
TOO_MANY: Final = "    if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT:\n"

TURN: Final = (
    Fault(
        ("TURN-1",),
        "model/state.py",
        "return (self.first_player + self.turn) % len(self.players)",
        "return (self.first_player - self.turn) % len(self.players)",
        "Play goes the other way round.",
        (
            Edit(
                "engine/turn.py",
                "seat = (state.first_player + state.turn)",
                "seat = (state.first_player - state.turn)",
            ),
            Edit(
                "engine/judge.py",
                "(state.first_player + state.turn)",
                "(state.first_player - state.turn)",
            ),
            Edit(
                "engine/generate.py",
                "(state.first_player + state.turn)",
                "(state.first_player - state.turn)",
            ),
        ),
    ),
    Fault(
        ("TURN-2",),
        "engine/turn.py",
        DRAWN,
        DRAWN.replace(
            "return_excess(table, player)",
            "RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT else MAIN",
        ),
        "Whoever reserves from a deck takes another action.",
    ),
    Fault(
        ("TURN-3",),
        "engine/generate.py",
        "if not actions or (",
        "if True or (",
        "Anybody may pass at any time.",
        (
            Edit(
                "engine/judge.py",
                "def _pass(state: State, _: Pass) -> Violation | None:\n",
                "def _pass(state: State, _: Pass) -> Violation | None:\n    return None\n",
            ),
        ),
    ),
    Fault(
        ("TURN-4",),
        "engine/judge.py",
        "if state.phase is not phase:",
        "if state.phase is not phase and phase is not Phase.RETURN:",
        "Tokens may be returned at any time.",
    ),
    Fault(
        ("TURN-4",),
        "verification/events.py",
        "state.phase is not Phase.OVER",
        "state.phase is Phase.REVEAL",
        "A record may let somebody act whose turn it is not.",
    ),
    Fault(
        ("TURN-5",),
        "engine/turn.py",
        TOO_MANY + "        return RETURN\n",
        "",
        "The noble comes before the tokens are returned.",
        (
            Edit(
                "engine/turn.py",
                "    table.turn += 1\n",
                f"""\
    player = table.players[(table.first_player + table.turn) % len(table.players)]
{TOO_MANY}\
        return RETURN
    table.turn += 1
""",
            ),
            Edit(
                "engine/turn.py",
                RETURNED,
                RETURNED.replace("noble_visit(table, player)", "end_turn(table)"),
            ),
        ),
    ),
    Fault(
        ("TURN-5", "INV-9"),
        "engine/invariants.py",
        "    if not sound:\n        yield violation(\n            RuleId.TURN_5,",
        "    if False:\n        yield violation(\n            RuleId.TURN_5,",
        "A position may await a decision that nothing calls for.",
    ),
    Fault(
        ("27",),
        "engine/turn.py",
        "    violation = check(state, action)\n",
        """\
    if type(action) not in _DECISIONS:
        table: Any = thaw(state)
        table.turn += 1
        table.__class__ = State
        return table
    violation = check(state, action)
""",
        "What is no action does nothing, and the turn is over.",
    ),
    Fault(
        ("27",),
        "engine/turn.py",
        "        raise IllegalActionError(state, action, violation)\n",
        """\
        table: Any = thaw(state)
        table.turn += 1
        table.__class__ = State
        return table
""",
        "An illegal action does nothing, and the turn is over.",
    ),
)

LISTED: Final = "numbers = [number for number in (3, 2, 1) if different[number]]"
WHEN_SHORT: Final = '    if take_fewer == "when_short":\n'
TAKEN_ALL: Final = "        del numbers[1:]\n"
TOO_FEW: Final = 'if gems in _FEWER and state.rules.take_fewer == "when_short":'
PAIRS_LISTED: Final = "for gem in choices((piles << 1 & GUARD_FIVE) >> 5, 1)[1]]"
PAIRS: Final = "{PAIR * one: PILE_FOR_PAIR * one & FIVE for one in ONE[:5]}"
FOUR_LISTED: Final = "TO_GUARD_FOUR: Final = (32 - PILE_FOR_PAIR) * ONE_FIVE"

TAKE: Final = (
    Fault(
        ("TAKE-1",),
        "model/rules.py",
        "MOST_TAKEN: Final = 3",
        "MOST_TAKEN: Final = 2",
        "Two different tokens are taken instead of three.",
        (
            Edit(
                "engine/judge.py",
                "for number in (1, 2, 3) for some",
                "for number in (1, 2) for some",
            ),
            Edit("engine/catalogue.py", LISTED, LISTED.replace("(3, 2, 1)", "(2, 1)")),
        ),
    ),
    Fault(
        ("TAKE-2",),
        "engine/catalogue.py",
        WHEN_SHORT,
        '    if take_fewer == "when_short" and different[MOST_TAKEN]:\n',
        "With two colours in the bank one of them may be taken alone.",
        (Edit("engine/judge.py", "if number < available:", "if available < number:"),),
    ),
    Fault(
        ("TAKE-2", "8"),
        "engine/catalogue.py",
        TAKEN_ALL,
        "        numbers = [MOST_TAKEN]\n",
        "With fewer than three colours in the bank no different ones may be taken.",
        (Edit("engine/judge.py", "if number < available:", "if number < MOST_TAKEN:"),),
    ),
    Fault(
        ("TAKE-3", "8"),
        "engine/catalogue.py",
        WHEN_SHORT + TAKEN_ALL,
        "",
        "One or two different tokens may always be taken.",
        (Edit("engine/judge.py", TOO_FEW, "if False:"),),
    ),
    Fault(
        ("TAKE-2", "9"),
        "engine/catalogue.py",
        TAKEN_ALL,
        "        numbers = [number for number in numbers[:1] if number > 1]\n",
        "A bank of three tokens of one colour offers nothing.",
        (Edit("engine/judge.py", "if number < available:", "if number < max(available, 2):"),),
    ),
    Fault(
        ("TAKE-4",),
        "engine/catalogue.py",
        PAIRS_LISTED,
        PAIRS_LISTED.replace("[1]]", "[1] if gem in ONE[:4]]"),
        "Two black tokens cannot be taken.",
        (Edit("engine/judge.py", PAIRS, PAIRS.replace("ONE[:5]", "ONE[:4]")),),
    ),
    Fault(
        ("TAKE-5",),
        "model/rules.py",
        "PILE_FOR_PAIR: Final = 4",
        "PILE_FOR_PAIR: Final = 2",
        "Two of a colour may be taken whenever there are two.",
    ),
    Fault(
        ("TAKE-5", "7"),
        "engine/generate.py",
        FOUR_LISTED,
        FOUR_LISTED.replace("PILE_FOR_PAIR", "3"),
        "Two of a colour may be taken when there are three.",
        (Edit("engine/judge.py", PAIRS, PAIRS.replace("PILE_FOR_PAIR", "3")),),
    ),
    Fault(
        ("TAKE-5", "7"),
        "engine/generate.py",
        FOUR_LISTED,
        FOUR_LISTED.replace("PILE_FOR_PAIR", "5"),
        "Two of a colour may be taken only when there are five.",
        (Edit("engine/judge.py", PAIRS, PAIRS.replace("PILE_FOR_PAIR", "5")),),
    ),
    Fault(
        ("TAKE-6", "RES-8"),
        "engine/judge.py",
        "for some in combinations(ONE[:5], number)",
        "for some in combinations(ONE, number)",
        "Gold may be one of three different tokens.",
    ),
    Fault(
        ("TAKE-7",),
        "engine/judge.py",
        "    if not reaches(state._bank & FIVE, needed):\n",
        "    supply = state._bank & FIVE\n"
        "    if not (supply if gems in _DIFFERENT else reaches(supply, needed)):\n",
        "A colour may be taken that the bank lacks.",
    ),
    Fault(
        ("TAKE-8",),
        "engine/catalogue.py",
        LISTED,
        LISTED + " or [0]",
        "Nothing may be taken from an empty bank.",
        (
            Edit(
                "engine/judge.py",
                "for number in (1, 2, 3) for some",
                "for number in (0, 1, 2, 3) for some",
            ),
        ),
    ),
    Fault(
        ("TAKE-9",),
        "engine/judge.py",
        PAIRS,
        "{\n"
        "    PAIR * one + other: PILE_FOR_PAIR * one + other & FIVE\n"
        "    for one in ONE[:5]\n"
        "    for other in (0, *ONE[:5])\n"
        "    if one != other\n"
        "}",
        "Two of one colour may be taken with one of another.",
    ),
    Fault(
        ("TAKE-10",),
        "engine/generate.py",
        "takes[bank + TO_GUARD_ONE & GUARD_FIVE | (bank + TO_GUARD_FOUR & GUARD_FIVE) >> 1]",
        "takes[bank + TO_GUARD_ONE & GUARD_FIVE | (bank + TO_GUARD_FOUR & GUARD_FIVE) >> 1]\n"
        "        if player._tokens >> TOTAL_SHIFT <= TOKEN_LIMIT - MOST_TAKEN\n"
        "        else ()",
        "With more than seven tokens nothing may be taken.",
        (
            Edit(
                "engine/judge.py",
                "    gems = action.gems._packed\n    needed =",
                "    gems = action.gems._packed\n"
                "    if _mover(state)._tokens >> TOTAL_SHIFT > TOKEN_LIMIT - MOST_TAKEN:\n"
                '        return violation(RuleId.TAKE_10, "that is too much")\n'
                "    needed =",
            ),
        ),
    ),
    Fault(
        ("TAKE-11",),
        "engine/judge.py",
        "for number in (1, 2, 3) for some",
        "for number in (1, 2, 3, 4) for some",
        "Four different tokens may be taken.",
    ),
    Fault(
        ("TAKE-11",),
        "engine/judge.py",
        PAIRS,
        "{n * one: 2 * n * one & FIVE for one in ONE[:5] for n in (2, 3)}",
        "Three tokens of one colour may be taken.",
    ),
)

ONLY_HELD: Final = "    if not covers(tokens, gems._packed):\n"

LIMIT: Final = (
    Fault(
        ("LIMIT-1",),
        "model/rules.py",
        "TOKEN_LIMIT: Final = 10",
        "TOKEN_LIMIT: Final = 11",
        "Eleven tokens may be kept.",
    ),
    Fault(
        ("LIMIT-1",),
        "engine/turn.py",
        TOO_MANY,
        "    gold = player._tokens >> GOLD_SHIFT & LANE_MASK\n"
        "    if (player._tokens >> TOTAL_SHIFT) - gold > TOKEN_LIMIT:\n",
        "Gold does not count for the limit.",
    ),
    Fault(
        ("LIMIT-1", "10"),
        "engine/turn.py",
        TOO_MANY,
        TOO_MANY.replace("TOKEN_LIMIT", "TOKEN_LIMIT + 1"),
        "An eleventh token is kept.",
    ),
    Fault(
        ("10",),
        "engine/generate.py",
        "if len(player.reserved) < HAND_LIMIT:",
        "if len(player.reserved) < HAND_LIMIT and player._tokens >> TOTAL_SHIFT < TOKEN_LIMIT:",
        "With ten tokens nothing may be reserved.",
        (
            Edit(
                "engine/judge.py",
                "    if len(player.reserved) < HAND_LIMIT:\n        return None\n",
                "    if len(player.reserved) < HAND_LIMIT:\n"
                "        if player._tokens >> TOTAL_SHIFT < TOKEN_LIMIT:\n"
                "            return None\n",
            ),
        ),
    ),
    Fault(
        ("10", "RES-3"),
        "engine/turn.py",
        "    if table._bank >> GOLD_SHIFT & LANE_MASK:\n",
        "    room = player._tokens >> TOTAL_SHIFT < TOKEN_LIMIT\n"
        "    if table._bank >> GOLD_SHIFT & LANE_MASK and room:\n",
        "Whoever holds ten tokens gets no gold for a reservation.",
    ),
    Fault(
        ("LIMIT-2", "12"),
        "engine/judge.py",
        "if gems.total != excess:",
        "if gems.total < excess:",
        "More tokens may be returned than there are too many.",
    ),
    Fault(
        ("LIMIT-2", "12"),
        "engine/catalogue.py",
        "in _RETURN[excess] if",
        "in _RETURN[excess + 4] if",
        "The returns listed are of four tokens too many.",
        (
            Edit(
                "engine/catalogue.py",
                "choices(MOST_TAKEN * sum(ONE), MOST_TAKEN)",
                "choices((MOST_TAKEN + 4) * sum(ONE), MOST_TAKEN + 4)",
            ),
        ),
    ),
    Fault(
        ("LIMIT-2",),
        "engine/judge.py",
        "if gems.total != excess:",
        "if not 0 < gems.total <= excess:",
        "Fewer tokens may be returned than there are too many.",
    ),
    Fault(
        ("LIMIT-3", "11"),
        "engine/catalogue.py",
        "if covers(tokens, gems)]",
        "if covers(tokens, gems) and not action.gems.gold]",
        "Gold can never be returned.",
        (Edit("engine/judge.py", ONLY_HELD, "    if not covers(tokens & FIVE, gems._packed):\n"),),
    ),
    Fault(
        ("LIMIT-3", "11"),
        "engine/judge.py",
        ONLY_HELD,
        "    if not covers(tokens - JUST_GAINED[-1], gems._packed):\n",
        "Tokens just taken cannot be returned.",
        (
            Edit("engine/judge.py", "\ndef check(", "JUST_GAINED = [0]\n\n\ndef check("),
            Edit(
                "engine/turn.py",
                "from splendor.engine.judge import check",
                "from splendor.engine.judge import JUST_GAINED, check",
            ),
            Edit(
                "engine/turn.py",
                "    player._tokens += gems\n",
                "    player._tokens += gems\n    JUST_GAINED.append(gems)\n",
            ),
        ),
    ),
    Fault(
        ("11",),
        "engine/judge.py",
        ONLY_HELD,
        "    if not covers(tokens - JUST_GAINED[-1], gems._packed):\n",
        "The gold just gained cannot be returned.",
        (
            Edit("engine/judge.py", "\ndef check(", "JUST_GAINED = [0]\n\n\ndef check("),
            Edit(
                "engine/turn.py",
                "from splendor.engine.judge import check",
                "from splendor.engine.judge import JUST_GAINED, check",
            ),
            Edit(
                "engine/turn.py",
                "        player._tokens += GOLD_ONE\n",
                "        player._tokens += GOLD_ONE\n        JUST_GAINED.append(GOLD_ONE)\n",
            ),
            Edit(
                "engine/turn.py",
                "    player._tokens += gems\n",
                "    player._tokens += gems\n    JUST_GAINED.append(0)\n",
            ),
        ),
    ),
    Fault(
        ("LIMIT-1", "LIMIT-2"),
        "engine/catalogue.py",
        "    excess = (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT\n",
        "    excess = min(PAIR, (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT)\n",
        "With three tokens too many only two are returned.",
        (
            Edit(
                "engine/judge.py",
                "    excess = (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT\n",
                "    excess = min(PAIR, (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT)\n",
            ),
        ),
    ),
    Fault(
        ("LIMIT-1",),
        "engine/turn.py",
        TOO_MANY,
        "    if 0 < (player._tokens >> TOTAL_SHIFT) - TOKEN_LIMIT < 3:\n",
        "Three tokens too many are kept.",
    ),
    Fault(
        ("LIMIT-1", "LIMIT-5", "TURN-5", "13"),
        "engine/turn.py",
        "action.card)\n    return return_excess(table, player)\n",
        "action.card)\n    return noble_visit(table, player)\n",
        "Once a card has been turned up no token has to be returned.",
    ),
    Fault(
        ("LIMIT-3",),
        "engine/judge.py",
        ONLY_HELD,
        "    if not tokens:\n",
        "Tokens may be returned that one does not hold.",
    ),
    Fault(
        ("13",),
        "engine/turn.py",
        RESERVED,
        """\
reserved_face_up(card))
    phase = refill(table, player, card)
    return noble_visit(table, player) if phase is RETURN else phase
""",
        "After the gold of a reservation no token has to be returned.",
        (Edit("engine/turn.py", DRAWN, DRAWN.replace("return_excess", "noble_visit")),),
    ),
    Fault(
        ("LIMIT-4",),
        "engine/turn.py",
        TOO_MANY,
        TOO_MANY.replace("> TOKEN_LIMIT", ">= TOKEN_LIMIT"),
        "Whoever holds exactly ten has to return something.",
    ),
    Fault(
        ("LIMIT-5",),
        "engine/turn.py",
        RESERVED,
        f"""\
reserved_face_up(card))
{TOO_MANY}\
        table._face_up ^= card._bit
        _lay(table, table._rows.index(card), None)
        return RETURN
    return refill(table, player, card)
""",
        "Tokens are returned before the row is refilled.",
        (
            Edit(
                "engine/turn.py",
                RETURNED,
                """\
    player._tokens -= gems
    place = empty_place(table._rows, table.decks)
    if place is not None:
        level = place // ROW_SIZE
        if isinstance(table.decks[level][0], CardBack):
            return REVEAL
        _lay(table, place, _draw(table, level))
    return noble_visit(table, player)
""",
            ),
            Edit(
                "engine/turn.py",
                "from splendor.model.state import (\n",
                "from splendor.model.state import (\n    empty_place,\n",
            ),
        ),
    ),
    Fault(
        ("LIMIT-6",),
        "engine/turn.py",
        TOO_MANY,
        "    held = (player._tokens >> TOTAL_SHIFT) + player._purchased.bit_count()\n"
        "    if held > TOKEN_LIMIT:\n",
        "Bonuses count as tokens.",
    ),
)

PASS: Final = (
    Fault(
        ("PASS-1",),
        "engine/generate.py",
        "if not actions or (",
        "if (",
        "Nobody can pass, not even who can do nothing else.",
    ),
    Fault(
        ("PASS-1",),
        "engine/judge.py",
        "    if state._bank & FIVE:\n",
        "    if state._bank:\n",
        "Gold in the bank forbids a pass.",
    ),
    Fault(
        ("PASS-2",),
        "engine/generate.py",
        "if not actions or (",
        "if all(isinstance(action, (ReserveCard, ReserveFromDeck)) for action in actions) or (",
        "Whoever can only reserve may pass.",
        (
            Edit(
                "engine/judge.py",
                "if len(player.reserved) < HAND_LIMIT and (state._face_up or any(state.decks)):",
                "if False:",
            ),
            Edit(
                "engine/generate.py",
                "from splendor.model.actions import Action, BuyCard",
                "from splendor.model.actions import Action, BuyCard, ReserveCard, ReserveFromDeck",
            ),
        ),
    ),
    Fault(
        ("PASS-2",),
        "engine/judge.py",
        "and (state._face_up or any(state.decks)):",
        "and state._face_up:",
        "Whoever can only reserve from a deck may pass.",
    ),
    Fault(
        ("PASS-2",),
        "engine/judge.py",
        "    for card in cards_in(state._face_up | player._hand):\n",
        "    for card in cards_in(state._face_up):\n",
        "Whoever can only buy a card from the hand may pass.",
    ),
    Fault(
        ("PASS-1", "PASS-2"),
        "engine/judge.py",
        "    for level in LEVELS:\n        unseen = ",
        "    for level in LEVELS[:2]:\n        unseen = ",
        "Unknown cards of the third level are not looked at when a pass is judged.",
        (
            Edit(
                "engine/generate.py",
                "        for level in LEVELS\n    )\n",
                "        for level in LEVELS[:2]\n    )\n",
            ),
        ),
    ),
    Fault(
        ("PASS-2",),
        "engine/generate.py",
        "not action.card._bit & unseen:",
        "not action.card._bit & (unseen | player._hand):",
        "With unknown cards in hand a pass is listed though a known one can be bought.",
    ),
    Fault(
        ("PASS-1",),
        "engine/generate.py",
        "if not actions or (unseen and _may_be_stuck(player, unseen, actions)):",
        "if not actions:",
        "A pass that only unknown cards in hand forbid or allow is not listed.",
    ),
    Fault(
        ("PASS-3", "20"),
        "engine/turn.py",
        PASSED,
        PASSED.replace("return_excess(table, player)", "end_turn(table)"),
        "No noble comes on a pass.",
    ),
    Fault(
        ("PASS-3",),
        "engine/turn.py",
        PASSED,
        """\
    table.passes += 1
    phase = return_excess(table, player)
    return MAIN if phase is OVER else phase
""",
        "The end is not tested after a pass.",
    ),
)

FAULTS: Final = (*TURN, *TAKE, *LIMIT, *PASS)
