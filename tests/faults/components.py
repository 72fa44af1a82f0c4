"""Faults of the components, the opening and the options: COMP, SETUP, VAR; pitfalls 22, 23, 26."""

from __future__ import annotations

from typing import Final

from tests.faults.fault import Edit, Fault

FAULTS: Final = (
    Fault(
        ("COMP-1",),
        "model/rules.py",
        "default=(5, 5, 5)",
        "default=(5, 5, 7)",
        "There are 42 tokens, seven of them gold.",
    ),
    Fault(
        ("COMP-1",),
        "model/gems.py",
        '    BLACK = "black"\n    GOLD = "gold"',
        '    GOLD = "gold"\n    BLACK = "black"',
        "Black is the joker and gold a gem.",
    ),
    Fault(
        ("COMP-2",),
        "model/cards.py",
        "1k2 0  0 0 2 1 0",
        "1k2 0  0 0 3 0 0",
        "Two cards are the same.",
    ),
    Fault(
        ("COMP-2",),
        "engine/knowledge.py",
        "seen |= player._purchased | player._hand",
        "seen |= player._hand",
        "A bought card may turn up once more.",
    ),
    Fault(
        ("COMP-3",),
        "model/cards.py",
        "3w4 5  3 0 0 0 7",
        "3w4 4  3 0 0 0 7",
        "A card is worth four points instead of five.",
    ),
    Fault(
        ("COMP-3", "23"),
        "model/cards.py",
        "2k1 1  3 0 3 0 2",
        "2k1 1  3 0 3 0 3",
        "A card costs one token too many.",
    ),
    Fault(
        ("COMP-4",),
        "model/cards.py",
        "_NOBLE_POINTS: Final = 3",
        "_NOBLE_POINTS: Final = 4",
        "A noble is worth four points.",
    ),
    Fault(
        ("COMP-4", "23"),
        "model/cards.py",
        'each = 4 if len(noble_id) == len("wu") else 3',
        "each = 4",
        "The nobles of three colours ask for four of each.",
    ),
    Fault(
        ("SETUP-1",),
        "model/rules.py",
        "or players not in PLAYER_COUNTS:",
        "or players not in (1, *PLAYER_COUNTS):",
        "One player may play alone.",
    ),
    Fault(
        ("SETUP-2",),
        "engine/setup.py",
        'shuffled(cards, f"level-{level}", text)',
        'shuffled(cards, "level-1", text)',
        "One shuffle serves all three decks.",
    ),
    Fault(
        ("SETUP-2",),
        "engine/setup.py",
        "for last in range(len(shuffled) - 1, 0, -1):",
        "for last in range(len(shuffled) - 1, 4, -1):",
        "The cards at the top of a pile are not shuffled.",
    ),
    Fault(
        ("SETUP-3",),
        "engine/setup.py",
        "table._rows = tuple([card for pile in piles for card in pile[:ROW_SIZE]])",
        "rows = [(*pile[: ROW_SIZE - 1], BACKS[pile[0].level - 1]) for pile in piles]\n"
        "    table._rows = sum(rows, ())",
        "The fourth card of each row is laid out face down.",
        (
            Edit(
                "engine/setup.py",
                "sum([card._bit for pile in piles for card in pile[:ROW_SIZE]])",
                "sum([card._bit for card in table._rows])",
            ),
        ),
    ),
    Fault(
        ("SETUP-4",),
        "engine/setup.py",
        'nobles = shuffled(rules.noble_pool, "nobles", text)',
        "nobles = rules.noble_pool",
        "The nobles are not shuffled.",
    ),
    Fault(
        ("SETUP-4", "22"),
        "model/rules.py",
        "default=(3, 4, 5), validator=_by_players(12)",
        "default=(4, 4, 4), validator=_by_players(12)",
        "There are always four nobles.",
    ),
    Fault(
        ("SETUP-5",),
        "engine/judge.py",
        "if noble not in state.nobles:",
        "if noble not in (*state.nobles, *state.box):",
        "A noble that was not revealed may be chosen.",
    ),
    Fault(
        ("SETUP-5",),
        "model/state.py",
        "revealed = {*self.nobles, *(noble for player in self.players for noble in player.nobles)}",
        "revealed = {*self.nobles}",
        "A noble that has visited counts as one that was not revealed.",
    ),
    Fault(
        ("SETUP-6",),
        "model/rules.py",
        "default=(4, 5, 7)",
        "default=(5, 5, 7)",
        "With two players each gem colour starts with five tokens.",
    ),
    Fault(
        ("SETUP-7",),
        "model/rules.py",
        "default=(4, 5, 7)",
        "default=(4, 4, 7)",
        "With three players each gem colour starts with four tokens.",
    ),
    Fault(
        ("SETUP-8", "COMP-1"),
        "model/rules.py",
        "default=(4, 5, 7)",
        "default=(4, 5, 6)",
        "With four players each gem colour starts with six tokens.",
    ),
    Fault(
        ("SETUP-9",),
        "model/rules.py",
        "default=(5, 5, 5)",
        "default=(2, 3, 5)",
        "With fewer players there is less gold, as there are fewer gems.",
    ),
    Fault(
        ("SETUP-10",),
        "engine/setup.py",
        """\
            bank=Gems(gems, gems, gems, gems, gems, rules.gold_for(players)),
            decks=decks or (),
            rows=rows,
            nobles=nobles,
            players=(Player(),) * players,
""",
        """\
            bank=Gems(max(0, gems - players), gems, gems, gems, gems, rules.gold_for(players)),
            decks=decks or (),
            rows=rows,
            nobles=nobles,
            players=(Player(Gems(white=int(gems >= players))),) * players,
""",
        "Everybody starts with a white token.",
        (
            Edit(
                "engine/setup.py",
                "    table._bank = rules.gems_for(players) * sum(ONE[:5])",
                "    gems = rules.gems_for(players)\n"
                "    table._bank = gems * sum(ONE[:5]) - min(gems, players) * ONE[0]",
            ),
            Edit(
                "engine/setup.py",
                "    table.players = (_NEWCOMER,) * players\n",
                "    table.players = (Player(Gems(white=int(gems >= players))),) * players\n",
            ),
        ),
    ),
    Fault(
        ("SETUP-11",),
        "engine/setup.py",
        "    table.first_player = first_player\n",
        "    table.first_player = 0\n",
        "The first seat starts, whichever is given.",
    ),
    Fault(
        ("VAR-1",),
        "engine/scoring.py",
        "target = state.rules.target_score",
        "target = 15",
        "The target is 15 points under any rules.",
    ),
    Fault(
        ("VAR-1",),
        "engine/scoring.py",
        "target = state.rules.target_score",
        "target = max(state.rules.target_score, 15)",
        "The target is 15 points where the rules set a lower one.",
    ),
    Fault(
        ("VAR-1",),
        "engine/scoring.py",
        "target = state.rules.target_score",
        "target = min(state.rules.target_score, 21)",
        "The target is 21 points where the rules set a higher one.",
    ),
    Fault(
        ("VAR-2",),
        "engine/scoring.py",
        'tie_break = state.rules.tie_break == "fewest_purchased"',
        "tie_break = True",
        "Fewest cards decide under any rules.",
    ),
    Fault(
        ("VAR-2", "WIN-4"),
        "engine/scoring.py",
        'tie_break = state.rules.tie_break == "fewest_purchased"',
        'tie_break = state.rules.tie_break == "fewest_purchased" or len(state.players) > 2',
        "Among three or four players fewest cards decide under any rules.",
    ),
    Fault(
        ("VAR-3",),
        "engine/catalogue.py",
        '    if take_fewer == "when_short":\n        del numbers[1:]\n',
        "    del numbers[1:]\n",
        "Fewer tokens may not be taken even where the rules allow it.",
        (
            Edit(
                "engine/judge.py",
                'if gems in _FEWER and state.rules.take_fewer == "when_short":',
                "if gems in _FEWER:",
            ),
        ),
    ),
    Fault(
        ("VAR-3",),
        "engine/catalogue.py",
        'if take_fewer == "when_short":',
        'if take_fewer == "when_short" or not different[MOST_TAKEN]:',
        "Where fewer may be taken at will, one or two colours in the bank are taken whole.",
        (
            Edit(
                "engine/judge.py",
                'if gems in _FEWER and state.rules.take_fewer == "when_short":',
                "colours = sum(count > 0 for count in state.bank.counts[:5])\n"
                '    short = colours < MOST_TAKEN or state.rules.take_fewer == "when_short"\n'
                "    if gems in _FEWER and short:",
            ),
        ),
    ),
    Fault(
        ("VAR-4",),
        "model/rules.py",
        "return self.gold_tokens[players - PLAYER_COUNTS[0]]",
        "return 5",
        "There are five gold tokens under any rules.",
    ),
    Fault(
        ("VAR-5",),
        "engine/setup.py",
        'shuffled(rules.noble_pool, "nobles", text)',
        'shuffled(OFFICIAL.noble_pool, "nobles", text)',
        "The ten nobles are dealt from under any rules.",
    ),
    Fault(
        ("VAR-5",),
        "model/rules.py",
        "return self.noble_count[players - PLAYER_COUNTS[0]]",
        "return players + 1",
        "One noble more than there are players is revealed under any rules.",
    ),
    Fault(
        ("VAR-5", "SETUP-5"),
        "model/state.py",
        "for noble in self.rules.noble_pool if noble not in revealed",
        "for noble in self.rules.noble_pool[:10] if noble not in revealed",
        "Of a longer pool of nobles only ten can be out of the game.",
    ),
    Fault(
        ("VAR-6",),
        "engine/scoring.py",
        "limit = state.rules.turn_limit",
        "limit = None",
        "No turn limit ever ends a game.",
    ),
    Fault(
        ("VAR-7",),
        "engine/catalogue.py",
        'spare = min(gold - missing, total(usable)) if payment == "any_exact" else 0',
        "spare = min(gold - missing, total(usable))",
        "Gold may stand for a held colour under any rules.",
        (
            Edit(
                "engine/judge.py",
                'if state.rules.payment == "gold_last" and coloured != due - missing:',
                "if False:",
            ),
        ),
    ),
    Fault(
        ("VAR-8",),
        "model/rules.py",
        "return self.gem_tokens[players - PLAYER_COUNTS[0]]",
        "return (4, 5, 7)[players - PLAYER_COUNTS[0]]",
        "The supply of gems is the printed one under any rules.",
    ),
    Fault(
        ("26",),
        "engine/arithmetic.py",
        "_WHITE, _BLUE, _GREEN, _RED, _BLACK = CHEAP",
        "_WHITE, _BLUE, _GREEN, _RED, _BLACK = CHEAP\nGONE = [0]",
        "The gold taken in one game is gone in the next.",
        (
            Edit(
                "engine/setup.py",
                "from splendor.engine.invariants import ensure_valid",
                "from splendor.engine.arithmetic import GONE\n"
                "from splendor.engine.invariants import ensure_valid",
            ),
            Edit(
                "engine/setup.py",
                "gems, gems, gems, gems, gems, rules.gold_for(players)),",
                "gems, gems, gems, gems, gems, max(0, rules.gold_for(players) - GONE[0])),",
            ),
            Edit(
                "engine/setup.py",
                "rules.gold_for(players) * GOLD_ONE",
                "max(0, rules.gold_for(players) - GONE[0]) * GOLD_ONE",
            ),
            # The invariants find it too; whoever makes this mistake has none of them.
            Edit("engine/setup.py", "    return ensure_valid(\n", "    return (\n"),
            Edit(
                "engine/turn.py",
                "from splendor.engine.judge import check",
                "from splendor.engine.arithmetic import GONE\n"
                "from splendor.engine.judge import check",
            ),
            Edit(
                "engine/turn.py",
                "        table._bank -= GOLD_ONE\n",
                "        table._bank -= GOLD_ONE\n        GONE[0] += 1\n",
            ),
        ),
    ),
)
