"""Faults of nobles, the end and the winner: NOB, END, WIN; pitfalls 1 to 6, 20, 21."""

from __future__ import annotations

from typing import Final

from tests.faults.fault import Edit, Fault

ENOUGH_CARDS: Final = "    if player._purchased.bit_count() >= LEAST_DEMAND:\n"
BONUSES: Final = "bonuses = player._bonuses | GUARD_FIVE"
QUALIFIES: Final = "bonuses - noble._demand & GUARD_FIVE == GUARD_FIVE"
SEVERAL: Final = "        if len(qualified) > 1:\n            return NOBLE\n"
NO_NOBLE: Final = (
    "    return RETURN if player._tokens >> TOTAL_SHIFT > TOKEN_LIMIT else end_turn(table)\n"
)
IMPORT: Final = "from splendor.engine.judge import check"
REACHES: Final = Edit(
    "engine/turn.py", IMPORT, f"from splendor.engine.arithmetic import reaches\n{IMPORT}"
)
CHOSEN: Final = "    _visit(table, player, action.noble)\n"
WORTH: Final = "    player._points += noble.points\n"

NOB: Final = (
    Fault(
        ("NOB-1", "20"),
        "engine/turn.py",
        "    table.passes = 0\n    return return_excess(table, player)\n",
        "    table.passes = 0\n" + NO_NOBLE,
        "No noble comes after a take.",
    ),
    Fault(
        ("NOB-1", "20"),
        "engine/turn.py",
        "reserved_face_up(card))\n    return refill(table, player, card)\n",
        """\
reserved_face_up(card))
    nobles, table.nobles = table.nobles, ()
    phase = refill(table, player, card)
    table.nobles = nobles
    return phase
""",
        "No noble comes after a reservation.",
    ),
    Fault(
        ("NOB-1",),
        "engine/turn.py",
        "    player._tokens -= gems\n    return noble_visit(table, player)\n",
        "    player._tokens -= gems\n    return end_turn(table)\n",
        "No noble comes once tokens have been returned.",
    ),
    Fault(
        ("NOB-1", "TURN-5"),
        "engine/turn.py",
        "action.card)\n    return return_excess(table, player)\n",
        "action.card)\n" + NO_NOBLE,
        "No noble comes once a card has been turned up.",
    ),
    Fault(
        ("NOB-2",),
        "engine/turn.py",
        QUALIFIES,
        "total(player._bonuses) >= total(noble._demand)",
        "Bonuses of all colours are added up for a noble.",
        (
            Edit(
                "engine/turn.py", IMPORT, f"from splendor.engine.arithmetic import total\n{IMPORT}"
            ),
            Edit(
                "engine/generate.py",
                "if reaches(bonuses, noble._demand)",
                "if total(bonuses) >= total(noble._demand)",
            ),
            *[
                Edit(
                    file,
                    "if not reaches(player._bonuses, noble._demand):",
                    "if total(player._bonuses) < total(noble._demand):",
                )
                for file in ("engine/judge.py", "engine/invariants.py")
            ],
            Edit(
                "engine/invariants.py",
                "sum(reaches(player._bonuses, noble._demand) for noble",
                "sum(total(player._bonuses) >= total(noble._demand) for noble",
            ),
            Edit(
                "engine/invariants.py",
                "from splendor.engine.arithmetic import reaches",
                "from splendor.engine.arithmetic import total",
            ),
        ),
    ),
    Fault(
        ("NOB-2",),
        "engine/turn.py",
        """\
    if table._face_up & card._bit:
        return refill(table, player, card)
    _remove_from_hand(player, card)
    return return_excess(table, player)
""",
        """\
    nobles, table.nobles = table.nobles, ()
    if table._face_up & card._bit:
        phase = refill(table, player, card)
    else:
        _remove_from_hand(player, card)
        phase = return_excess(table, player)
    table.nobles = nobles
    return phase
""",
        "The card just bought counts for nobles only on the next turn.",
    ),
    Fault(
        ("NOB-2",),
        "engine/invariants.py",
        "if not reaches(player._bonuses, noble._demand):",
        "if False:",
        "A position may hold nobles whose demands are not reached.",
    ),
    Fault(
        ("NOB-3",),
        "engine/turn.py",
        BONUSES,
        "bonuses = player._bonuses + (player._tokens & (1 << GOLD_SHIFT) - 1) | GUARD_FIVE",
        "Tokens count for nobles.",
    ),
    Fault(
        ("NOB-3",),
        "engine/turn.py",
        BONUSES,
        "reserved = sum(getattr(entry.card, '_gain', 0) for entry in player.reserved)\n"
        "        bonuses = player._bonuses + reserved | GUARD_FIVE",
        "Reserved cards count for nobles.",
    ),
    Fault(
        ("NOB-4",),
        "engine/turn.py",
        SEVERAL,
        "        if qualified:\n            return NOBLE\n",
        "A sole noble has to be called.",
    ),
    Fault(
        ("NOB-5", "21"),
        "engine/turn.py",
        SEVERAL,
        "        for noble in qualified[1:]:\n            _visit(table, player, noble)\n",
        "All nobles that qualify come at once.",
    ),
    Fault(
        ("NOB-6",),
        "engine/turn.py",
        SEVERAL,
        "",
        "Of several nobles the first one comes.",
    ),
    Fault(
        ("NOB-7",),
        "engine/turn.py",
        WORTH,
        WORTH + "    gone = [noble for seat in table.players for noble in seat.nobles]\n"
        "    seen = {*table.nobles, *gone}\n"
        "    fresh = [noble for noble in table.rules.noble_pool if noble not in seen]\n"
        "    table.nobles = (*table.nobles, *fresh[:1])\n",
        "A noble that has visited is replaced.",
    ),
    Fault(
        ("NOB-7", "21", "WIN-1"),
        "model/state.py",
        "sum(card.points for card in bought) + sum(noble.points for noble in visits)",
        "sum(card.points for card in bought)",
        "A noble is worth no points.",
        (Edit("engine/turn.py", WORTH, ""),),
    ),
    Fault(
        ("NOB-8",),
        "engine/turn.py",
        WORTH,
        WORTH + "    player._bonuses -= noble._demand\n",
        "Bonuses are spent on nobles.",
    ),
    Fault(
        ("NOB-9",),
        "engine/turn.py",
        CHOSEN,
        "    bonuses = player._bonuses\n"
        "    table.nobles = tuple(\n"
        "        noble\n"
        "        for noble in table.nobles\n"
        "        if noble is action.noble or not reaches(bonuses, noble._demand)\n"
        "    )\n" + CHOSEN,
        "The nobles passed over leave the game.",
        (REACHES,),
    ),
    Fault(
        ("NOB-9", "NOB-10", "21"),
        "engine/turn.py",
        CHOSEN,
        CHOSEN
        + """\
    others = [noble for noble in table.nobles if reaches(player._bonuses, noble._demand)]
    table.nobles = tuple(noble for noble in table.nobles if noble not in others)
    following = (table.first_player + table.turn + 1) % len(table.players)
    table.players = tuple(
        Player(mate.tokens, mate.purchased, mate.reserved, (*mate.nobles, *others))
        if seat == following
        else mate
        for seat, mate in enumerate(table.players)
    )
""",
        "The nobles passed over go to the next player.",
        (REACHES,),
    ),
    Fault(
        ("NOB-2", "21"),
        "engine/judge.py",
        "    if not reaches(player._bonuses, noble._demand):\n",
        "    if noble is None:\n",
        "A noble may be chosen without the bonuses.",
    ),
    Fault(
        ("NOB-10",),
        "engine/turn.py",
        ENOUGH_CARDS,
        """\
    for seat, mate in enumerate(table.players):
        for noble in table.nobles:
            if mate is not player and reaches(mate._bonuses, noble._demand):
                guest = Player(mate.tokens, mate.purchased, mate.reserved, [noble])
                seats = table.players
                table.players = (*seats[:seat], guest, *seats[seat + 1 :])
                table.nobles = tuple(other for other in table.nobles if other is not noble)
                return end_turn(table)
"""
        + ENOUGH_CARDS,
        "Nobles come to whoever reaches them, out of turn too.",
        (REACHES,),
    ),
)

THERE: Final = "if player._points >= target:"
AT_TARGET: Final = "if not turn % seats and target_reached(state):"

END: Final = (
    Fault(
        ("END-1",),
        "engine/scoring.py",
        THERE,
        THERE.replace(">=", ">"),
        "More than the target has to be reached.",
    ),
    Fault(
        ("END-1",),
        "engine/scoring.py",
        THERE,
        "if player._points - sum(noble.points for noble in player.nobles) >= target:",
        "Nobles do not count towards the target.",
    ),
    Fault(
        ("END-2", "6"),
        "engine/scoring.py",
        AT_TARGET,
        "if not (state.first_player + turn) % seats and target_reached(state):",
        "The round ends with the last seat, whoever started.",
    ),
    Fault(
        ("END-2",),
        "model/state.py",
        "return turns // len(self.players) + 1",
        "return (turns + self.first_player) // len(self.players) + 1",
        "Rounds are counted from the first seat.",
    ),
    Fault(
        ("END-3", "INV-8", "5"),
        "engine/scoring.py",
        AT_TARGET,
        "if target_reached(state):",
        "The game stops at once when the target is reached.",
    ),
    Fault(
        ("END-3", "END-4", "5"),
        "engine/scoring.py",
        AT_TARGET,
        "following = state.players[(state.first_player + turn) % seats]\n"
        "    if following._points >= state.rules.target_score:",
        "Once the target is reached every other seat gets one more turn.",
    ),
    Fault(
        ("END-4",),
        "engine/scoring.py",
        AT_TARGET,
        AT_TARGET.replace("if not", "if turn > seats and not"),
        "The first round is never the last one.",
    ),
    Fault(
        ("END-5",),
        "engine/turn.py",
        ENOUGH_CARDS,
        "    if player._purchased.bit_count() >= LEAST_DEMAND and not target_reached(table):\n",
        "In the last round no noble comes.",
        (
            Edit(
                "engine/turn.py",
                "from splendor.engine.scoring import end_reason",
                "from splendor.engine.scoring import end_reason, target_reached",
            ),
        ),
    ),
    Fault(
        ("END-6",),
        "engine/scoring.py",
        "if state.passes >= seats:",
        "if state.passes > seats:",
        "A stalemate takes one pass more.",
    ),
    Fault(
        ("END-6",),
        "engine/turn.py",
        "    table._bank -= gems\n    player._tokens += gems\n    table.passes = 0\n",
        "    table._bank -= gems\n    player._tokens += gems\n",
        "Passes are counted that do not follow one another.",
    ),
    Fault(
        ("END-6", "PASS-3"),
        "engine/turn.py",
        "    table.passes = 0\n    player.nobles =",
        "    player.nobles =",
        "It is a stalemate although a noble has come on a pass.",
    ),
    Fault(
        ("END-6", "END-9"),
        "model/state.py",
        "            self.passes,\n            self.rules,\n        )\n\n    def __eq__",
        "            self.rules,\n        )\n\n    def __eq__",
        "Two positions are the same though one pass would end only one of them.",
    ),
    Fault(
        ("END-7",),
        "engine/scoring.py",
        "turn >= limit * seats",
        "turn >= limit",
        "The limit counts turns and not rounds.",
    ),
    Fault(
        ("END-8",),
        "engine/judge.py",
        "    if state.phase is not phase:\n",
        "    if state.phase not in {phase, Phase.OVER}:\n",
        "After the end the game goes on.",
    ),
    Fault(
        ("END-9",),
        "engine/scoring.py",
        f"""\
    {AT_TARGET}
        return "target"
    if state.passes >= seats:
        return "stalemate"
""",
        f"""\
    if state.passes >= seats:
        return "stalemate"
    {AT_TARGET}
        return "target"
""",
        "A stalemate is tested before the target.",
    ),
)

MERIT: Final = "return player.points, -player._purchased.bit_count() if tie_break else 0"

WIN: Final = (
    Fault(
        ("WIN-1",),
        "engine/scoring.py",
        "            player.points,\n            player._purchased.bit_count(),\n",
        "            player.points + sum(getattr(e.card, 'points', 0) for e in player.reserved),\n"
        "            player._purchased.bit_count(),\n",
        "Reserved cards count for the score.",
    ),
    Fault(
        ("WIN-2",),
        "engine/scoring.py",
        "return Outcome(ranking[0], ranking, reason)",
        "target = state.rules.target_score\n"
        "    there = [seat for seat, mate in enumerate(state.players) if mate.points >= target]\n"
        "    return Outcome(tuple(there[:1]) or ranking[0], ranking, reason)",
        "Whoever reached the target from an earlier seat wins.",
    ),
    Fault(
        ("WIN-2",),
        "engine/scoring.py",
        MERIT,
        MERIT.replace("player.points", "min(player.points, state.rules.target_score)"),
        "Points beyond the target do not count.",
    ),
    Fault(
        ("WIN-3", "1"),
        "engine/scoring.py",
        MERIT,
        MERIT.replace("-player._purchased", "player._purchased"),
        "Among equals the most cards win.",
    ),
    Fault(
        ("WIN-3", "1"),
        "engine/scoring.py",
        MERIT,
        MERIT.replace(
            "-player._purchased.bit_count()", "(len(player.nobles), -player._purchased.bit_count())"
        ),
        "Among equals the most nobles win, and then the fewest cards.",
    ),
    Fault(
        ("WIN-3", "1"),
        "engine/scoring.py",
        MERIT,
        MERIT.replace(
            "-player._purchased.bit_count()",
            "(-len(player.reserved), -player._purchased.bit_count())",
        ),
        "Among equals the fewest reserved cards win, and then the fewest bought ones.",
    ),
    Fault(
        ("WIN-3",),
        "engine/scoring.py",
        MERIT,
        MERIT.replace("if tie_break", "- len(player.reserved) if tie_break"),
        "Reserved cards count among the cards that decide.",
    ),
    Fault(
        ("WIN-3", "2"),
        "engine/scoring.py",
        MERIT,
        "fewest = min(other._purchased.bit_count() for other in state.players)\n"
        "    return player.points, player._purchased.bit_count() == fewest if tie_break else 0",
        "The fewest cards are those of all players, not of those who are equal.",
    ),
    Fault(
        ("WIN-2", "3"),
        "engine/scoring.py",
        MERIT,
        "return -player._purchased.bit_count() if tie_break else 0, player.points",
        "Cards are compared before points.",
    ),
    Fault(
        ("WIN-4", "4"),
        "engine/scoring.py",
        "return Outcome(ranking[0], ranking, reason)",
        "return Outcome(ranking[0] if len(ranking[0]) == 1 else (-1,), ranking, reason)",
        "A full tie has the winner -1.",
    ),
    Fault(
        ("WIN-4", "4"),
        "engine/scoring.py",
        "return Outcome(ranking[0], ranking, reason)",
        "alone = tuple((seat,) for seat in sorted(range(len(ranks)), key=ranks.__getitem__))\n"
        "    return Outcome(ranking[0], alone, reason)",
        "In a full tie everybody wins alone.",
    ),
    Fault(
        ("WIN-4",),
        "engine/scoring.py",
        "return Outcome(ranking[0], ranking, reason)",
        "return Outcome(ranking[0][:1], ranking, reason)",
        "A full tie is won by the first seat.",
    ),
)

FAULTS: Final = (*NOB, *END, *WIN)
