"""The package with its colours permuted: printed cards and nobles alike, and not one rule else.

The 90 cards are the same under no permutation of the colours, so that "what if white were blue" is
a question to a package with other cards in its tables. `Permuted` imports the model and the engine
of one beside the real ones, and carries states and actions over.
"""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import attrs

import splendor
from splendor import (
    Action,
    Card,
    CardBack,
    Gems,
    Noble,
    Rules,
    State,
)

COLOURS: Final = "wugrk"
MODULES: Final = [
    *("model.actions", "model.cards", "model.gems", "model.rules", "model.state"),
    *("engine.generate", "engine.judge", "engine.perft", "engine.scoring", "engine.turn"),
]
"""The modules in which a question about a state finds its answer."""
Other: TypeAlias = Any
"""A value of the permuted package, whose classes are not those of the real one."""


class Permuted:
    """The permuted package, and the way there for all values of a game.

    `letters` are the five colours in their new places: `ugrkw` makes blue of white, green of blue.
    """

    def __init__(self, letters: str, folder: Path) -> None:
        self.letters: Mapping[str, str] = dict(zip(COLOURS, letters, strict=True))
        self.package: Other = self._import(folder)

    def _import(self, folder: Path) -> Other:
        copy, source = folder / "splendor", Path(splendor.__file__).parent
        for floor in ("model", "engine"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source / floor, copy / floor, ignore=ignored)
        shutil.copy(source / "errors.py", copy)
        (copy / "__init__.py").touch()
        path = copy / "model" / "cards.py"
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"^\d[wugrk]\d .*$", self._line, text, flags=re.MULTILINE)
        text = re.sub(r'(?<=NOBLE_TABLE: Final = ")[^"]*', self._nobles, text)
        path.write_text(text, encoding="utf-8")
        with _alone(folder):
            modules = [importlib.import_module(f"splendor.{name}") for name in MODULES]
        return SimpleNamespace(**{k: v for module in modules for k, v in vars(module).items()})

    def _line(self, line: re.Match[str]) -> str:
        """Permute a line of the table of cards: id, points, and the cost in five columns."""
        card, points, *cost = line[0].split()
        columns = dict(zip((self.letters[colour] for colour in COLOURS), cost, strict=True))
        costs = " ".join(columns[colour] for colour in COLOURS)
        return f"{card[0]}{self.letters[card[1]]}{card[2]} {points}  {costs}"

    def _nobles(self, table: re.Match[str]) -> str:
        return " ".join(map(self.noble_id, table[0].split()))

    def noble_id(self, noble: str) -> str:
        """The id of a noble with other colours; its letters stand in their order."""
        return "".join(sorted((self.letters[letter] for letter in noble), key=COLOURS.index))

    def gems(self, gems: Gems) -> Other:
        """Gems of other colours."""
        *five, gold = gems.counts
        columns = dict(zip((self.letters[colour] for colour in COLOURS), five, strict=True))
        return self.package.Gems(*(columns[colour] for colour in COLOURS), gold)

    def card(self, card: Card | CardBack | None) -> Other:
        """A card with another bonus and other costs; a back and a gap are the same."""
        if card is None:
            return None
        if isinstance(card, CardBack):
            return self.package.CardBack(card.level)
        return self.package.CARDS[card.id[0] + self.letters[card.id[1]] + card.id[2]]

    def noble(self, noble: Noble) -> Other:
        """A noble who asks for other colours."""
        tables = {**self.package.NOBLES, **self.package.EXTRA_NOBLES}
        return tables[self.noble_id(noble.id)]

    def rules(self, rules: Rules) -> Other:
        """The same rules, their pool of nobles permuted."""
        changes = rules.overrides(splendor.OFFICIAL)
        if "noble_pool" in changes:
            changes["noble_pool"] = tuple(map(self.noble, rules.noble_pool))
        return self.package.Rules(**changes)

    def state(self, state: State) -> Other:
        """A state in which every colour is another one."""
        package = self.package
        players = [
            package.Player(
                self.gems(player.tokens),
                map(self.card, player.purchased),
                [package.Reserved(self.card(e.card), e.face_down) for e in player.reserved],
                map(self.noble, player.nobles),
            )
            for player in state.players
        ]
        return package.State(
            self.rules(state.rules),
            self.gems(state.bank),
            [map(self.card, deck) for deck in state.decks],
            [map(self.card, row) for row in state.rows],
            map(self.noble, state.nobles),
            players,
            state.first_player,
            state.turn,
            state.passes,
            package.Phase[state.phase.name],
        )

    def action(self, action: Action) -> Other:
        """An action with other colours."""
        kind = getattr(self.package, type(action).__name__)
        return kind(*map(self._part, attrs.astuple(action, recurse=False)))

    def _part(self, part: Gems | Card | CardBack | Noble | int) -> Other:
        match part:
            case Gems():
                return self.gems(part)
            case Card() | CardBack():
                return self.card(part)
            case Noble():
                return self.noble(part)
        return part


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Import from a folder as if the package had not been imported yet; then all is as before."""
    ours = {name: module for name, module in sys.modules.items() if _is_ours(name)}
    for name in ours:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in list(filter(_is_ours, sys.modules)):
            del sys.modules[name]
        sys.modules.update(ours)


def _is_ours(name: str) -> bool:
    return name == "splendor" or name.startswith("splendor.")
