"""Faults of views, invariants and lists: INFO, INV; pitfalls 25 and 28."""

from __future__ import annotations

from typing import Final

from tests.faults.fault import Fault

MASKED: Final = "    return with_hand(\n        player,\n"

INFO: Final = (
    Fault(
        ("INFO-1",),
        "engine/knowledge.py",
        MASKED,
        MASKED.replace("player,", "Player(player.tokens, player.purchased),"),
        "The nobles of the others are hidden.",
    ),
    Fault(
        ("INFO-1",),
        "engine/knowledge.py",
        MASKED,
        MASKED.replace("player,", "Player(purchased=player.purchased, nobles=player.nobles),"),
        "The tokens of the others are hidden.",
    ),
    Fault(
        ("INFO-2", "25"),
        "engine/knowledge.py",
        "player if other == seat else _masked(player)",
        "player if seat is not None else _masked(player)",
        "Every player sees what the others have drawn.",
    ),
    Fault(
        ("INFO-2", "25"),
        "engine/knowledge.py",
        "player if other == seat else _masked(player)",
        "_masked(player)",
        "Players do not see what they have drawn themselves.",
    ),
    Fault(
        ("INFO-3",),
        "engine/knowledge.py",
        "reserved_face_down(BACKS[entry.card.level - 1]) if entry.face_down else entry",
        "reserved_face_down(BACKS[entry.card.level - 1])",
        "A card reserved face up is hidden.",
    ),
    Fault(
        ("INFO-4",),
        "engine/knowledge.py",
        "    view.decks = tuple([(back,) * len(deck) for back, deck in decks])\n",
        "",
        "The order of the decks is shown.",
    ),
    Fault(
        ("INFO-4",),
        "engine/knowledge.py",
        "(back,) * len(deck) for back, deck in",
        "(back,) * bool(deck) for back, deck in",
        "The sizes of the decks are hidden.",
    ),
    Fault(
        ("INFO-5",),
        "engine/knowledge.py",
        MASKED,
        MASKED.replace("player,", "Player(player.tokens, nobles=player.nobles),"),
        "The bought cards of the others are hidden.",
    ),
    Fault(
        ("INFO-2", "INFO-4"),
        "engine/worlds.py",
        'f"level-{level}", text, WORLD_LABEL',
        '"level-1", text, WORLD_LABEL',
        "In a world the cards of all levels lie in the same order.",
    ),
    Fault(
        ("INFO-2", "INFO-4"),
        "engine/setup.py",
        "        bound = last + 1\n",
        "        bound = last\n",
        "No card of a world keeps its place in the pile, so that not all are as likely.",
    ),
    Fault(
        ("INFO-6",),
        "model/state.py",
        'return f"State.parse({str(self)!r})"',
        'return f"State.parse({str(self)!r})  # {self.box}"',
        "The nobles that were not revealed are told.",
    ),
)

INV: Final = (
    Fault(
        ("INV-1",),
        "engine/invariants.py",
        "in zip(GEMS, zip(*map(unpack, held), strict=True), strict=True):",
        "in zip(GEMS[:5], zip(*map(unpack, held), strict=True), strict=False):",
        "The gold is not counted.",
    ),
    Fault(
        ("INV-2",),
        "engine/invariants.py",
        "if len(set(faces)) < len(faces):",
        "if False:",
        "A card may be in two places.",
    ),
    Fault(
        ("INV-2",),
        "engine/invariants.py",
        "        if found != len(cards):\n",
        "        if found > len(cards):\n",
        "A card may be missing.",
    ),
    Fault(
        ("INV-3",),
        "engine/invariants.py",
        "    if len(revealed) != expected:\n",
        "    if len(revealed) > expected:\n",
        "A noble may be missing.",
    ),
    Fault(
        ("INV-3",),
        "engine/invariants.py",
        "        if times > 1:\n            yield violation(\n                RuleId.INV_3,",
        "        if times > 9:\n            yield violation(\n                RuleId.INV_3,",
        "A noble may be in two places.",
    ),
    Fault(
        ("INV-4",),
        "engine/invariants.py",
        "extra = 3 if seat == state.mover and state.phase in in_turn else 0",
        "extra = 3",
        "Anybody may hold thirteen tokens at any time.",
    ),
    Fault(
        ("INV-4",),
        "engine/invariants.py",
        "extra = 3 if seat == state.mover and state.phase in in_turn else 0",
        "extra = 0",
        "Nobody may hold more than ten tokens within a turn.",
    ),
    Fault(
        ("INV-5",),
        "engine/invariants.py",
        "if len(player.reserved) > HAND_LIMIT:",
        "if len(player.reserved) > HAND_LIMIT + 1:",
        "Four reserved cards are no problem.",
    ),
    Fault(
        ("INV-6",),
        "engine/invariants.py",
        "        if empty and deck:\n",
        "        if empty > 1 and deck:\n",
        "An empty place over a deck is no problem.",
    ),
    Fault(
        ("INV-7",),
        "model/gems.py",
        "not 0 <= count <= MAX_COUNT",
        "not -1 <= count <= MAX_COUNT",
        "A count may be negative.",
    ),
    Fault(
        ("INV-7",),
        "engine/turn.py",
        "    player._points += card.points\n",
        "    player._points += card.points - (card.level == 3 and player._points > 9)\n",
        "The score that is kept is not the one that is counted.",
    ),
    Fault(
        ("INV-8",),
        "engine/turn.py",
        "    table.turn += 1\n",
        "    table.turn += 1 + (table.turn % 9 == 8)\n",
        "Now and then a seat is left out.",
    ),
    Fault(
        ("INV-9",),
        "engine/invariants.py",
        "            if gained > turns:\n",
        "            if gained > turns + 1:\n",
        "A player may have gained two cards on a turn.",
    ),
    Fault(
        ("INV-9",),
        "engine/invariants.py",
        "mid_turn = state.phase in {Phase.RETURN, Phase.NOBLE, Phase.REVEAL}",
        "mid_turn = state.phase in {Phase.RETURN, Phase.REVEAL}",
        "A card bought on a turn that awaits the choice of a noble is one too many.",
    ),
    Fault(
        ("INV-9",),
        "engine/invariants.py",
        "if state.passes > state.turn:",
        "if state.passes > state.turn + 1:",
        "There may have been more passes than turns.",
    ),
    Fault(
        ("INV-10",),
        "engine/catalogue.py",
        "if covers(tokens, gems)]",
        "if covers(MOST_TAKEN * tokens, gems)]",
        "Returns are listed of more tokens than are held.",
    ),
    Fault(
        ("INV-10", "28"),
        "engine/generate.py",
        "    return tuple(actions)\n",
        "    return tuple(set(actions))\n",
        "The order of legal actions differs from run to run.",
    ),
    Fault(
        ("INV-10", "28"),
        "engine/catalogue.py",
        "for gems in (*singles, *pairs)]",
        "for gems in (*singles, *pairs, *pairs)]",
        "An action is listed twice.",
    ),
)

FAULTS: Final = (*INFO, *INV)
