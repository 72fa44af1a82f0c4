"""Faults of turns, takes, the limit and passes: TURN, TAKE, LIMIT, PASS; pitfalls 7 to 13, 27."""

from __future__ import annotations

from typing import Final

from tests.faults.fault import Edit, Fault

TAKEN_ALL: Final = 'least = 1 if take_fewer == "always" else most'
TOO_FEW: Final = 'if number < MOST_TAKEN and state.rules.take_fewer == "when_short":'

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
                "_thaw_player(state.players[(state.first_player + state.turn)",
                "_thaw_player(state.players[(state.first_player - state.turn)",
            ),
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
        "ReserveFromDeck: (_reserve_from_deck, _after(refill)),",
        "ReserveFromDeck: (_reserve_from_deck, (return_excess, lambda *_: MAIN)),",
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
        "if state.phase is not Phase.OVER and move.by != state.decider:",
        "if state.phase is Phase.REVEAL and move.by != state.decider:",
        "A record may let somebody act whose turn it is not.",
    ),
    Fault(
        ("TURN-5",),
        "engine/turn.py",
        "(refill, return_excess, noble_visit, end_turn)",
        "(refill, noble_visit, return_excess, end_turn)",
        "The noble comes before the tokens are returned.",
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
    if type(action) not in _FLOW:
        table: Any = _thaw(state, state.players[state.mover])
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
        table: Any = _thaw(state, state.players[state.mover])
        table.turn += 1
        table.__class__ = State
        return table
""",
        "An illegal action does nothing, and the turn is over.",
    ),
)

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
        ),
    ),
    Fault(
        ("TAKE-2",),
        "engine/generate.py",
        TAKEN_ALL,
        'least = 1 if take_fewer == "always" or most < MOST_TAKEN else most',
        "With two colours in the bank one of them may be taken alone.",
        (Edit("engine/judge.py", "if number < available:", "if available < number:"),),
    ),
    Fault(
        ("TAKE-2", "8"),
        "engine/generate.py",
        TAKEN_ALL,
        'least = 1 if take_fewer == "always" else MOST_TAKEN',
        "With fewer than three colours in the bank no different ones may be taken.",
        (Edit("engine/judge.py", "if number < available:", "if number < MOST_TAKEN:"),),
    ),
    Fault(
        ("TAKE-3", "8"),
        "engine/generate.py",
        TAKEN_ALL,
        "least = 1",
        "One or two different tokens may always be taken.",
        (Edit("engine/judge.py", TOO_FEW, "if number < 1:"),),
    ),
    Fault(
        ("TAKE-2", "9"),
        "engine/generate.py",
        TAKEN_ALL,
        'least = 1 if take_fewer == "always" else max(most, 2)',
        "A bank of three tokens of one colour offers nothing.",
        (Edit("engine/judge.py", "if number < available:", "if number < max(available, 2):"),),
    ),
    Fault(
        ("TAKE-4",),
        "engine/generate.py",
        "for lane, one in enumerate(ONE[:5]) if holding_four",
        "for lane, one in enumerate(ONE[:4]) if holding_four",
        "Two black tokens cannot be taken.",
        (
            Edit(
                "engine/judge.py",
                "frozenset(PAIR * one for one in ONE[:5])",
                "frozenset(PAIR * one for one in ONE[:4])",
            ),
        ),
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
        "FOUR_FIVE: Final = PILE_FOR_PAIR * ONE_FIVE",
        "FOUR_FIVE: Final = 3 * ONE_FIVE",
        "Two of a colour may be taken when there are three.",
        (Edit("engine/judge.py", "PILE_FOR_PAIR // PAIR * gems", "gems + gems // PAIR"),),
    ),
    Fault(
        ("TAKE-5", "7"),
        "engine/generate.py",
        "FOUR_FIVE: Final = PILE_FOR_PAIR * ONE_FIVE",
        "FOUR_FIVE: Final = 5 * ONE_FIVE",
        "Two of a colour may be taken only when there are five.",
        (Edit("engine/judge.py", "PILE_FOR_PAIR // PAIR * gems", "gems * 2 + gems // PAIR"),),
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
        "    if not covers(bank, gems):\n",
        "    if not bank & FIVE:\n",
        "A colour may be taken that the bank lacks.",
    ),
    Fault(
        ("TAKE-8",),
        "engine/generate.py",
        "        for some in combinations(piles, number)\n        if some\n",
        "        for some in combinations(piles, number)\n",
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
        "_PAIRS: Final = frozenset(PAIR * one for one in ONE[:5])",
        "_PAIRS: Final = frozenset(\n"
        "    PAIR * one + other for one in ONE[:5] for other in (0, *ONE[:5]) if one != other\n"
        ")",
        "Two of one colour may be taken with one of another.",
    ),
    Fault(
        ("TAKE-10",),
        "engine/generate.py",
        "_takes(bank - ONE_FIVE & GUARD_FIVE, bank - FOUR_FIVE & GUARD_FIVE, rules.take_fewer)",
        "_takes(bank - ONE_FIVE & GUARD_FIVE, bank - FOUR_FIVE & GUARD_FIVE, rules.take_fewer)\n"
        "        if player._tokens >> TOTAL_SHIFT <= TOKEN_LIMIT - MOST_TAKEN\n"
        "        else ()",
        "With more than seven tokens nothing may be taken.",
        (
            Edit(
                "engine/judge.py",
                "    gems = action.gems._packed\n    number =",
                "    gems = action.gems._packed\n"
                "    if _mover(state)._tokens >> TOTAL_SHIFT > TOKEN_LIMIT - MOST_TAKEN:\n"
                '        return violation(RuleId.TAKE_10, "that is too much")\n'
                "    number =",
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
        "_PAIRS: Final = frozenset(PAIR * one for one in ONE[:5])",
        "_PAIRS: Final = frozenset(n * one for one in ONE[:5] for n in (2, 3))",
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
        "return RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT else None",
        "gold = player._tokens >> GOLD_SHIFT & LANE_MASK\n"
        "    return RETURN if (player._tokens >> TOTAL_SHIFT) - gold > TOKEN_LIMIT else None",
        "Gold does not count for the limit.",
    ),
    Fault(
        ("LIMIT-1", "10"),
        "engine/turn.py",
        "return RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT else None",
        "return RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT + 1 else None",
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
        "engine/generate.py",
        "for some in combinations_with_replacement(lanes, excess)",
        "for some in combinations_with_replacement(lanes, excess and excess + 4)",
        "The returns listed are of four tokens too many.",
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
        "engine/generate.py",
        "lanes = [lane for lane, count in enumerate(held) if count]",
        "lanes = [lane for lane, count in enumerate(held[:5]) if count]",
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
        "engine/generate.py",
        "    excess = (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT\n",
        "    excess = min(PAIR, (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT)\n",
        "With three tokens too many only two are returned.",
        (
            Edit(
                "engine/judge.py",
                "    excess = (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT\n",
                "    excess = min(PAIR, (tokens >> TOTAL_SHIFT) - TOKEN_LIMIT)\n",
            ),
            Edit(
                "engine/turn.py",
                "ReturnTokens: (_return, _after(return_excess)),",
                "ReturnTokens: (_return, (noble_visit, end_turn)),",
            ),
        ),
    ),
    Fault(
        ("LIMIT-1",),
        "engine/turn.py",
        "return RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT else None",
        "return RETURN if 0 < (player._tokens >> TOTAL_SHIFT) - TOKEN_LIMIT < 3 else None",
        "Three tokens too many are kept.",
    ),
    Fault(
        ("LIMIT-1", "LIMIT-5", "TURN-5", "13"),
        "engine/turn.py",
        "RevealCard: (_turn_up, _after(refill)),",
        "RevealCard: (_turn_up, (noble_visit, end_turn)),",
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
        "ReserveCard: (_reserve, STEPS),",
        "ReserveCard: (_reserve, (refill, noble_visit, end_turn)),",
        "After the gold of a reservation no token has to be returned.",
        (
            Edit(
                "engine/turn.py",
                "ReserveFromDeck: (_reserve_from_deck, _after(refill)),",
                "ReserveFromDeck: (_reserve_from_deck, _after(return_excess)),",
            ),
        ),
    ),
    Fault(
        ("LIMIT-4",),
        "engine/turn.py",
        "return RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT else None",
        "return RETURN if player._tokens >> TOTAL_SHIFT >= TOKEN_LIMIT else None",
        "Whoever holds exactly ten has to return something.",
    ),
    Fault(
        ("LIMIT-5",),
        "engine/turn.py",
        "ReserveCard: (_reserve, STEPS),",
        "ReserveCard: (_reserve, (return_excess, refill, noble_visit, end_turn)),",
        "Tokens are returned before the row is refilled.",
        (
            Edit(
                "engine/turn.py",
                "ReturnTokens: (_return, _after(return_excess)),",
                "ReturnTokens: (_return, (refill, noble_visit, end_turn)),",
            ),
        ),
    ),
    Fault(
        ("LIMIT-6",),
        "engine/turn.py",
        "return RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT else None",
        "held = (player._tokens >> TOTAL_SHIFT) + player._purchased.bit_count()\n"
        "    return RETURN if held > TOKEN_LIMIT else None",
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
        "Pass: (_pass, _after(refill)),",
        "Pass: (_pass, (end_turn,)),",
        "No noble comes on a pass.",
    ),
    Fault(
        ("PASS-3",),
        "engine/turn.py",
        "Pass: (_pass, _after(refill)),",
        """\
Pass: (
        _pass,
        (noble_visit, lambda table, _: setattr(table, "turn", table.turn + 1) or MAIN),
    ),""",
        "The end is not tested after a pass.",
    ),
)

FAULTS: Final = (*TURN, *TAKE, *LIMIT, *PASS)
