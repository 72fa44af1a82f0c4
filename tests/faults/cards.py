"""Faults of reserving, rows, buying and bonuses: RES, ROW, BUY, PAY, BON; pitfalls 14 to 19, 24."""

from __future__ import annotations

from typing import Final

from tests.faults.fault import Edit, Fault

RESERVABLE: Final = "if len(player.reserved) < HAND_LIMIT:"
IN_ROW: Final = "    if full is None and not state._face_up & action.card._bit:\n"

RES: Final = (
    Fault(
        ("RES-1",),
        "engine/generate.py",
        "compress(RESERVE_FROM, state.decks)",
        "compress(RESERVE_FROM[:2], state.decks)",
        "Nothing may be reserved from the third deck.",
        (
            Edit(
                "engine/judge.py",
                "if full is None and not state.decks[action.level - 1]:",
                "if full is None and (action.level > 2 or not state.decks[action.level - 1]):",
            ),
        ),
    ),
    Fault(
        ("RES-2",),
        "model/rules.py",
        "HAND_LIMIT: Final = 3",
        "HAND_LIMIT: Final = 4",
        "Four reserved cards may be held.",
    ),
    Fault(
        ("RES-2", "14"),
        "engine/turn.py",
        "        player._hand ^= card._bit\n",
        "",
        "Three cards may be reserved in a game, and not three at a time.",
        (
            Edit(
                "engine/generate.py",
                RESERVABLE,
                "if player._hand.bit_count() + player._backs < HAND_LIMIT:",
            ),
            Edit(
                "engine/judge.py",
                "    if len(player.reserved) < HAND_LIMIT:\n        return None\n",
                "    if player._hand.bit_count() + player._backs < HAND_LIMIT:\n"
                "        return None\n",
            ),
        ),
    ),
    Fault(
        ("RES-3",),
        "engine/turn.py",
        "    if table._bank >> GOLD_SHIFT & LANE_MASK:\n",
        "    if table._bank >> GOLD_SHIFT & LANE_MASK > 1:\n",
        "The last gold of the bank is not taken.",
    ),
    Fault(
        ("RES-4",),
        "engine/generate.py",
        RESERVABLE,
        "if len(player.reserved) < HAND_LIMIT and state._bank >> GOLD_SHIFT & LANE_MASK:",
        "Without gold in the bank nothing may be reserved.",
        (
            Edit(
                "engine/judge.py",
                IN_ROW,
                "    if full is None and not state.bank.gold:\n"
                '        return violation(RuleId.RES_4, "there is no gold")\n' + IN_ROW,
            ),
        ),
    ),
    Fault(
        ("RES-5",),
        "engine/generate.py",
        "compress(RESERVE_FROM, state.decks)",
        "RESERVE_FROM",
        "An empty deck may be reserved from.",
        (
            Edit(
                "engine/judge.py",
                "if full is None and not state.decks[action.level - 1]:",
                "if False:",
            ),
        ),
    ),
    Fault(
        ("RES-6",),
        "engine/turn.py",
        "player.reserved = tuple([entry for entry in hand if entry.card is not card])",
        "player.reserved = ()",
        "Buying a reserved card discards the others.",
    ),
    Fault(
        ("RES-6",),
        "engine/turn.py",
        "    player.reserved = sorted_hand((*player.reserved, entry))\n",
        "    player.reserved = sorted_hand((*player.reserved[-1:], entry))\n",
        "Reserving a third card discards the first.",
    ),
    Fault(
        ("RES-7",),
        "engine/judge.py",
        "if not (state._face_up | player._hand) & card._bit and",
        "hands = sum(other._hand for other in state.players)\n"
        "    if not (state._face_up | hands) & card._bit and",
        "A card that somebody else has reserved may be bought.",
    ),
    Fault(
        ("RES-8",),
        "engine/turn.py",
        "    gems = action.gems._packed\n    table._bank -= gems\n",
        """\
    gems = action.gems._packed
    if len(set(action.gems)) == 1 and table._bank >> GOLD_SHIFT & LANE_MASK:
        gems += GOLD_ONE
    table._bank -= gems
""",
        "Who takes two of one colour gets a gold.",
    ),
    Fault(
        ("RES-9",),
        "model/state.py",
        "points = sum(card.points for card in bought) + ",
        "points = sum(getattr(entry.card, 'points', 0) for entry in hand)\n"
        "        points += sum(card.points for card in bought) + ",
        "The points of reserved cards count.",
    ),
    Fault(
        ("RES-9",),
        "engine/turn.py",
        "    player._hand |= bit\n",
        "    player._hand |= bit\n    player._bonuses += getattr(entry.card, '_gain', 0)\n",
        "A reserved card gives its bonus.",
    ),
    Fault(
        ("RES-10",),
        "engine/generate.py",
        "filter(None, map(RESERVE.get, state._rows))",
        "[\n"
        "            RESERVE[card]\n"
        "            for card in state._rows\n"
        "            if card is not None and card._bit & ~within_reach(player)\n"
        "        ]",
        "A card that could be bought may not be reserved.",
        (
            Edit(
                "engine/judge.py",
                IN_ROW,
                "    if can_pay(_mover(state), action.card._price):\n"
                '        return violation(RuleId.RES_10, "it could be bought")\n' + IN_ROW,
            ),
        ),
    ),
)

TURNED_UP: Final = "    _lay(table, place, _draw(table, level) if deck else None)\n"

ROW: Final = (
    Fault(
        ("ROW-1",),
        "engine/turn.py",
        "reserved_face_up(card))\n    return refill(table, player, card)\n",
        """\
reserved_face_up(card))
    table._face_up ^= card._bit
    _lay(table, table._rows.index(card), None)
    return return_excess(table, player)
""",
        "A reserved card is not replaced.",
    ),
    Fault(
        ("ROW-1",),
        "engine/turn.py",
        "        return refill(table, player, card)\n",
        """\
        table._face_up ^= card._bit
        _lay(table, table._rows.index(card), None)
        return return_excess(table, player)
""",
        "A bought card is not replaced.",
    ),
    Fault(
        ("ROW-2",),
        "engine/turn.py",
        TURNED_UP,
        "    if not deck:\n        level, deck = 2, table.decks[2]\n" + TURNED_UP,
        "Where a deck is empty the third one fills its row.",
    ),
    Fault(
        ("ROW-2", "24"),
        "engine/turn.py",
        TURNED_UP,
        TURNED_UP.replace(" if deck else None", ""),
        "An empty draw pile makes the refill crash.",
    ),
    Fault(
        ("ROW-3",),
        "engine/turn.py",
        "    place = table._rows.index(card)\n",
        """\
    place = card.level * ROW_SIZE - 1
    rows = [other for other in table._rows if other is not card]
    table._rows = (*rows[:place], card, *rows[place:])
""",
        "A row closes up and is refilled at its end.",
    ),
    Fault(
        ("ROW-4",),
        "engine/turn.py",
        "    _add_to_hand(table, player, reserved_face_down(_draw(table, action.level - 1)))\n",
        "    _add_to_hand(table, player, reserved_face_down(_draw(table, action.level - 1)))\n"
        "    start, end = action.level * ROW_SIZE - ROW_SIZE, action.level * ROW_SIZE\n"
        "    rows = table._rows\n"
        "    shifted = (*rows[start + 1 : end], rows[start])\n"
        "    table._rows = (*rows[:start], *shifted, *rows[end:])\n",
        "Reserving from a deck shifts its row by a place.",
    ),
    Fault(
        ("ROW-4",),
        "engine/turn.py",
        "    _remove_from_hand(player, card)\n    return return_excess(table, player)\n",
        """\
    _remove_from_hand(player, card)
    old = next(card for card in table._rows if isinstance(card, Card))
    table.decks = ((*table.decks[0], old), *table.decks[1:])
    return refill(table, player, old)
""",
        "Buying from the hand sweeps a card from the rows.",
    ),
    Fault(
        ("ROW-5",),
        "engine/turn.py",
        "    decks[level] = deck[1:]\n",
        "    bought = sum(player._purchased for player in table.players)\n"
        "    again = tuple(card for card in LEVEL_CARDS[level] if card._bit & bought)\n"
        "    decks[level] = deck[1:] or again\n",
        "A deck that runs out is made anew from the cards bought.",
        (
            Edit(
                "engine/turn.py",
                "import BACKS, LEAST_DEMAND, Card",
                "import BACKS, LEAST_DEMAND, LEVEL_CARDS, Card",
            ),
        ),
    ),
    Fault(
        ("ROW-6",),
        "engine/turn.py",
        TURNED_UP,
        TURNED_UP.replace("_draw(table, level)", "_draw(table, max(level, 1))"),
        "The first row is refilled from the second deck.",
    ),
    Fault(
        ("ROW-6",),
        "engine/judge.py",
        "if place is None or place[0] != card.level:",
        "if place is None:",
        "A card of another level may be turned up.",
    ),
)

PRICE_JUDGED: Final = "    due = subtract(card._price, player._bonuses)\n    missing ="
TOO_DEAR: Final = "if total(missing) > gold:"
PAYABLE: Final = "if missing <= gold:"
NOT_AT_ONCE: Final = Edit(
    "engine/judge.py",
    "if action.payment._packed & SIX == due and reaches(player._tokens & FIVE, due):",
    "if False:",
)
"""Payments without gold are judged like all others."""
WRONG_AMOUNT: Final = "if subtract(coloured, due) or paid >> TOTAL_SHIFT != total(due):"

BUY: Final = (
    Fault(
        ("BUY-1",),
        "engine/generate.py",
        "candidates = (state._face_up | player._hand | unseen)",
        "candidates = (state._face_up | unseen)",
        "A card from the hand cannot be bought.",
        (
            Edit(
                "engine/judge.py",
                "if not (state._face_up | player._hand) & card._bit and",
                "if not state._face_up & card._bit and",
            ),
        ),
    ),
    Fault(
        ("BUY-1",),
        "engine/judge.py",
        "return back in player.reserved and bool(",
        "return player._backs > 0 and bool(",
        "An unknown card in hand may be one of another level.",
    ),
    Fault(
        ("BUY-2",),
        "engine/judge.py",
        "    if state.phase is not phase:\n",
        "    awaited = {phase, Phase.RETURN} if type(action) is BuyCard else {phase}\n"
        "    if state.phase not in awaited:\n",
        "A card may be bought on the turn it is reserved, before tokens are returned.",
    ),
    Fault(
        ("BUY-3",),
        "engine/turn.py",
        "    player._purchased |= card._bit\n",
        "    player._purchased = card._bit\n",
        "A card bought replaces those bought before.",
    ),
    Fault(
        ("BUY-4",),
        "engine/turn.py",
        "    player._points += card.points\n",
        "    player._points += card.points if table.turn % 2 else 0\n",
        "The points of a bought card do not always count.",
    ),
    Fault(
        ("BUY-5",),
        "engine/generate.py",
        PAYABLE,
        "if missing <= gold + 1:",
        "A card may be bought one token short.",
        (
            Edit(
                "engine/generate.py",
                "purchases[due - uncovered, missing, gold]",
                "purchases[due - uncovered, min(missing, gold), gold]",
            ),
            Edit("engine/judge.py", TOO_DEAR, "if total(missing) > gold + 1:"),
            Edit(
                "engine/judge.py",
                WRONG_AMOUNT,
                "if subtract(coloured, due) or total(due) - (paid >> TOTAL_SHIFT) not in (0, 1):",
            ),
        ),
    ),
    Fault(
        ("19", "BUY-5"),
        "engine/turn.py",
        "    if violation is not None:\n",
        """\
    if violation is not None:
        if isinstance(action, BuyCard):
            payer = state.players[state.mover]
            if payer.tokens.covers(action.payment):
                object.__setattr__(payer, "_tokens", payer._tokens - action.payment._packed)
                object.__setattr__(state, "_bank", state._bank + action.payment._packed)
""",
        "A purchase that fails takes the tokens all the same.",
    ),
)

PAY: Final = (
    Fault(
        ("PAY-1",),
        "engine/generate.py",
        "_add_purchases(actions, candidates, player._bonuses)",
        "_add_purchases(actions, candidates, 0)",
        "Bonuses lower no price.",
        (
            Edit("engine/generate.py", "    bonuses = player._bonuses\n", "    bonuses = 0\n"),
            Edit("engine/arithmetic.py", "power = player._bonuses + (", "power = ("),
            Edit("engine/judge.py", PRICE_JUDGED, "    due = card._price\n    missing ="),
            NOT_AT_ONCE,
        ),
    ),
    Fault(
        ("PAY-1", "18"),
        "engine/turn.py",
        "    payment = action.payment._packed\n",
        """\
    change = subtract(player._bonuses, card._price)
    payment = action.payment._packed - change - (total(change) << TOTAL_SHIFT)
""",
        "Bonuses beyond the cost give change.",
        (
            Edit(
                "engine/turn.py",
                "from splendor.engine.judge import check",
                "from splendor.engine.arithmetic import subtract, total\n"
                "from splendor.engine.judge import check",
            ),
        ),
    ),
    Fault(
        ("PAY-2", "15"),
        "engine/generate.py",
        PAYABLE,
        "if not missing:",
        "What one can afford is counted without gold.",
        (Edit("engine/judge.py", TOO_DEAR, "if missing:"),),
    ),
    Fault(
        ("PAY-2", "15"),
        "engine/judge.py",
        WRONG_AMOUNT,
        "if subtract(coloured, due) or paid >> GOLD_SHIFT & LANE_MASK:",
        "Any gold in a payment is refused as too much.",
    ),
    Fault(
        ("PAY-3",),
        "model/rules.py",
        'default="any_exact"',
        'default="gold_last"',
        "Gold pays only for what is missing.",
    ),
    Fault(
        ("PAY-3", "16"),
        "engine/catalogue.py",
        'spare = min(gold - missing, total(usable)) if payment == "any_exact" else 0',
        "spare = 0",
        "A payment with gold for a colour held is accepted and not listed.",
    ),
    Fault(
        ("PAY-4",),
        "engine/judge.py",
        WRONG_AMOUNT,
        "if paid >> TOTAL_SHIFT < total(due):",
        "More may be paid than is due.",
    ),
    Fault(
        ("PAY-5",),
        "engine/turn.py",
        "    table._bank += payment\n",
        "    table._bank += payment - (payment >> GOLD_SHIFT & LANE_MASK) * GOLD_ONE\n",
        "Gold that is paid leaves the game.",
    ),
    Fault(
        ("PAY-5", "17"),
        "engine/turn.py",
        "    table._bank += payment\n",
        "    table._bank += card.cost._packed\n",
        "The bank gets the printed price.",
    ),
    Fault(
        ("PAY-6",),
        "engine/generate.py",
        PAYABLE,
        "if due and missing <= gold:",
        "A card that the bonuses cover cannot be bought.",
        (
            Edit(
                "engine/generate.py",
                "        actions.append(purchase[difference & (guards - (guards >> 5))])\n",
                "        if due := difference & (guards - (guards >> 5)):\n"
                "            actions.append(purchase[due])\n",
            ),
            Edit("engine/judge.py", TOO_DEAR, "if not due or total(missing) > gold:"),
            NOT_AT_ONCE,
        ),
    ),
    Fault(
        ("PAY-7",),
        "engine/judge.py",
        "    if not covers(tokens, paid):\n",
        "    if paid >> TOTAL_SHIFT > tokens >> TOTAL_SHIFT:\n",
        "Tokens may be paid that one does not hold.",
    ),
)

BON: Final = (
    Fault(
        ("BON-1",),
        "engine/turn.py",
        "    player._bonuses += card._gain\n",
        "    player._bonuses |= card._gain\n",
        "A second card of a colour gives no second bonus.",
    ),
    Fault(
        ("BON-1",),
        "model/state.py",
        'put(self, "_bonuses", sum(card._gain for card in bought))',
        'put(self, "_bonuses", sum({card._gain for card in bought}))',
        "Cards of one colour are one bonus together.",
    ),
    Fault(
        ("BON-2",),
        "model/cards.py",
        '        object.__setattr__(self, "_price", self.cost._packed & FIVE)\n',
        """\
        price = self.cost._packed & FIVE
        if self.cost.of(self.bonus):
            price -= 1 << 6 * self.bonus.index
        object.__setattr__(self, "_price", price)
""",
        "The bonus of a card pays for the card itself.",
    ),
    Fault(
        ("BON-3",),
        "engine/turn.py",
        "    player._bonuses += card._gain\n",
        "    player._bonuses = subtract(player._bonuses, card._price) + card._gain\n",
        "Bonuses are spent like tokens.",
        (
            Edit(
                "engine/turn.py",
                "from splendor.engine.judge import check",
                "from splendor.engine.arithmetic import subtract\n"
                "from splendor.engine.judge import check",
            ),
        ),
    ),
    Fault(
        ("BON-3",),
        "engine/judge.py",
        PRICE_JUDGED,
        """\
    due = subtract(card._price, player._bonuses)
    if total(due) <= total(subtract(player._bonuses, card._price)):
        due = 0
    missing =""",
        "Bonuses left over pay for other colours.",
        (NOT_AT_ONCE,),
    ),
)

FAULTS: Final = (*RES, *ROW, *BUY, *PAY, *BON)
