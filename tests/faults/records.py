"""Faults of reading logs, of writing records and of verifying them: LOG, and rules of events."""

from __future__ import annotations

from typing import Final

from tests.faults.fault import Edit, Fault

LOG: Final = (
    Fault(
        ("LOG-1",),
        "verification/replaying.py",
        "    refill = _unwritten_refill(last)\n",
        "    refill = None\n",
        "A game whose last refill was not recorded is not over.",
    ),
    Fault(
        ("LOG-1",),
        "verification/replaying.py",
        "missing_refill=unrecorded is not None or ",
        "missing_refill=",
        "A last refill that was not recorded goes unsaid.",
    ),
    Fault(
        ("LOG-1",),
        "formats/importers/bga.py",
        "if refill is not own and missing[refill.card.level]:",
        "if False:",
        "A refill that is told late is taken for one of the turn.",
    ),
    Fault(
        ("LOG-2",),
        "formats/importers/bga.py",
        "            if not taken:\n                return BuyCard",
        "            if taken is None:\n                return BuyCard",
        "A payment that is left out is taken for none.",
    ),
    Fault(
        ("LOG-2",),
        "formats/importers/bga.py",
        "        payment = Gems(*coloured) + Gems(gold=sum(due) - sum(coloured))\n",
        "        gold = min(sum(due), player.tokens.gold)\n"
        "        while sum(coloured) + gold > sum(due):\n"
        "            coloured[coloured.index(max(coloured))] -= 1\n"
        "        payment = Gems(*coloured) + Gems(gold=sum(due) - sum(coloured))\n",
        "A payment that is left out is taken for gold first.",
    ),
    Fault(
        ("LOG-3",),
        "formats/importers/bga.py",
        "if self._state is None or self._state.phase is not Phase.NOBLE:",
        "if self._state is None:",
        "A noble has to be chosen even where only one can come.",
    ),
    Fault(
        ("LOG-3", "NOB-5", "NOB-6"),
        "formats/importers/bga.py",
        "visits = sorted(turn.all(Visit), key=lambda visit: visit.noble.id)",
        "visits = sorted(turn.all(Visit), key=lambda visit: visit.noble.id)[:1]",
        "Of the nobles that a log lets come on a turn only one is read.",
    ),
    Fault(
        ("LOG-1",),
        "verification/replaying.py",
        "any(isinstance(refill.card, Card) for refill in refills)",
        "False",
        "A last refill that was recorded excuses another card that was not.",
    ),
    Fault(
        ("LOG-1",),
        "verification/replaying.py",
        "    if final.phase is Phase.REVEAL or BACKS[due[0] - 1] not in final._rows:\n",
        "    if final.phase is Phase.REVEAL:\n",
        "A last refill that is named late counts as missing.",
        (
            Edit(
                "verification/endings.py",
                "    if unrecorded is not None:\n        backs.remove",
                "    if unrecorded in backs:\n        backs.remove",
            ),
        ),
    ),
)

DECKS: Final = (
    Fault(
        ("LOG-1", "ROW-1"),
        "verification/replaying.py",
        "            decks.follow(state, refill)\n",
        "",
        "A claimed order of the decks is not followed over a last refill left out.",
    ),
    Fault(
        ("ROW-1",),
        "verification/decks.py",
        "                self._unnamed[None].add(card)\n",
        "                pass\n",
        "A claimed order of the decks forgets which card was turned up unrecorded.",
    ),
    Fault(
        ("ROW-1",),
        "verification/decks.py",
        "            elif action.card is not card:\n",
        "            elif False:\n",
        "A card turned up is not held against the claimed order of the decks.",
    ),
)

EVENTS: Final = (
    Fault(
        ("RES-8",),
        "verification/events.py",
        "    if move.gold is not (taken := gold_taken(state, move.action)):\n",
        "    taken = gold_taken(state, move.action)\n"
        "    if move.gold is not taken and (move.gold or taken):\n",
        "An event may say that no gold was taken where none could be.",
    ),
    Fault(
        ("WIN-1", "INV-1", "END-2"),
        "verification/events.py",
        "if wrong is None and move.claims is not NO_CLAIMS:",
        "if wrong is None and move.claims is not NO_CLAIMS and state.phase is not Phase.REVEAL:",
        "Whatever a refill states is believed.",
    ),
    Fault(
        ("END-2",),
        "verification/events.py",
        '("round", RuleId.END_2, state.round, claims.round),',
        '("round", RuleId.END_2, after.round, claims.round),',
        "The round that an event states is that after it.",
    ),
    Fault(
        ("NOB-5",),
        "verification/events.py",
        "    claimed = move.visit\n",
        "    claimed = None if state.phase is Phase.NOBLE else move.visit\n",
        "With the noble that is chosen another one may come.",
    ),
    Fault(
        ("INFO-2",),
        "verification/endings.py",
        "    for seat, player in enumerate(state.players):\n        for entry in player.reserved:",
        "    for seat, player in enumerate(state.players[:3]):\n"
        "        for entry in player.reserved:",
        "The unknown cards of the fourth seat go unsaid.",
    ),
    Fault(
        ("INFO-2",),
        "formats/recording.py",
        'return "public" if any(isinstance(card, CardBack) for card in places) else "full"',
        'return "full"',
        "A record that never names some card says that it holds everybody's knowledge.",
    ),
)

RESULTS: Final = (
    Fault(
        ("WIN-2",),
        "verification/endings.py",
        "    ranks = None if reached is None else claimed.ranks\n",
        "    ranks = None if reached is None or claimed.winners is not None else claimed.ranks\n",
        "Where the winners are right any ranks will do.",
    ),
    Fault(
        ("WIN-3", "WIN-4"),
        "verification/endings.py",
        "    rule = RuleId.WIN_2 if fewer else",
        "    rule = RuleId.WIN_2 if fewer or not claimed.winners else",
        "Where nobody is said to have won, the highest score has lost.",
    ),
)

HIDDEN: Final = (
    Fault(
        ("PASS-2",),
        "verification/passes.py",
        "        return _all_matched(choices) and _all_matched(holders)\n",
        "        return _all_matched(choices)\n",
        "A card that could have been bought at a pass may be named after it.",
    ),
    Fault(
        ("PASS-2",),
        "verification/passes.py",
        "        return _all_matched(choices) and _all_matched(holders)\n",
        "        return _all_matched(holders)\n",
        "The last card that was too dear at a pass may turn up elsewhere.",
    ),
    Fault(
        ("SETUP-2",),
        "verification/openings.py",
        "    if digest == commitment.digest:\n",
        "    if digest:\n",
        "Any salt opens a commitment.",
    ),
    Fault(
        ("INFO-2",),
        "verification/redaction.py",
        "if isinstance(event, Move) or event.seat in {None, seat}",
        "if isinstance(event, Move) or event.seat is None or seat is not None",
        "A player is told which cards the others drew.",
    ),
    Fault(
        ("INFO-6",),
        "verification/redaction.py",
        "digest=digest(state))",
        "digest=record.events[index].digest)",
        "The digests of a redacted record are those of all that was known.",
    ),
)

FAULTS: Final = (*LOG, *DECKS, *EVENTS, *RESULTS, *HIDDEN)
