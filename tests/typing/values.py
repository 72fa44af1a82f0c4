"""The types of what a game is made of: gems, cards, nobles, rules, players and states."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, Literal, assert_type

import attrs

from splendor import (
    BOARD_GAME_ARENA,
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    OFFICIAL,
    PRESETS,
    SPENDEE,
    SPENDEE_21,
    TEXT_B,
    Card,
    CardBack,
    Gem,
    Gems,
    Noble,
    Phase,
    Player,
    Reserved,
    RuleId,
    Rules,
    State,
)


def tables() -> None:
    assert_type(CARDS, MappingProxyType[str, Card])
    assert_type(NOBLES, MappingProxyType[str, Noble])
    assert_type(EXTRA_NOBLES, MappingProxyType[str, Noble])
    assert_type(PRESETS, MappingProxyType[str, Rules])
    assert_type(CARDS["1w1"], Card)
    assert_type(CARDS.get("9z9"), Card | None)
    assert_type([card.points for card in CARDS.values()], list[int])


def gem(gem: Gem) -> None:
    assert_type(Gem.RED, Literal[Gem.RED])
    assert_type(gem.letter, str)
    assert_type(gem.index, int)
    assert_type(Gem.from_letter("w"), Gem)
    assert_type(Gem("white"), Gem)
    assert_type(list(Gem), list[Gem])


def gems(gems: Gems) -> None:
    assert_type(Gems(1, 2, 0, 0, 0, gold=1), Gems)
    assert_type(Gems.parse("wug"), Gems)
    assert_type(gems.white, int)
    assert_type(gems.blue, int)
    assert_type(gems.green, int)
    assert_type(gems.red, int)
    assert_type(gems.black, int)
    assert_type(gems.gold, int)
    assert_type(gems.counts, tuple[int, int, int, int, int, int])
    assert_type(gems.total, int)
    assert_type(gems.of(Gem.RED), int)
    assert_type(gems.covers(gems), bool)
    assert_type(gems.in_words(), str)
    assert_type(gems + gems - gems, Gems)
    assert_type(bool(gems), bool)
    assert_type(iter(gems), Iterator[Gem])
    assert_type({gems: "a key"}, dict[Gems, str])
    assert_type(attrs.evolve(gems, gold=2), Gems)


def card(card: Card, back: CardBack) -> None:
    assert_type(card.id, str)
    assert_type(card.level, int)
    assert_type(card.bonus, Gem)
    assert_type(card.points, int)
    assert_type(card.cost, Gems)
    assert_type(CardBack(2), CardBack)
    assert_type(back.level, int)


def noble(noble: Noble) -> None:
    assert_type(noble.id, str)
    assert_type(noble.points, int)
    assert_type(noble.requires, Gems)


def rule(rule: RuleId) -> None:
    assert_type(RuleId("TAKE-5"), RuleId)
    assert_type(rule.value, str)
    assert_type(rule.sentence, str)


def rules(rules: Rules) -> None:
    assert_type(Rules(target_score=21, payment="gold_last"), Rules)
    assert_type((OFFICIAL, BOARD_GAME_ARENA, TEXT_B), tuple[Rules, Rules, Rules])
    assert_type((SPENDEE, SPENDEE_21), tuple[Rules, Rules])
    assert_type(rules.gem_tokens, tuple[int, int, int])
    assert_type(rules.gold_tokens, tuple[int, int, int])
    assert_type(rules.noble_pool, tuple[Noble, ...])
    assert_type(rules.noble_count, tuple[int, int, int])
    assert_type(rules.target_score, int)
    assert_type(rules.take_fewer, Literal["when_short", "always"])
    assert_type(rules.payment, Literal["any_exact", "gold_last"])
    assert_type(rules.tie_break, Literal["fewest_purchased", "shared"])
    assert_type(rules.turn_limit, int | None)
    assert_type(rules.gems_for(2), int)
    assert_type(rules.gold_for(2), int)
    assert_type(rules.nobles_for(2), int)
    assert_type(rules.overrides(OFFICIAL), dict[str, Any])
    assert_type(attrs.evolve(rules, turn_limit=40), Rules)


def reserved(reserved: Reserved) -> None:
    assert_type(Reserved(CARDS["1w1"], face_down=True), Reserved)
    assert_type(reserved.card, Card | CardBack)
    assert_type(reserved.face_down, bool)


def player(player: Player) -> None:
    assert_type(Player(Gems(white=1), purchased=[CARDS["1w1"]]), Player)
    assert_type(player.tokens, Gems)
    assert_type(player.purchased, tuple[Card, ...])
    assert_type(player.reserved, tuple[Reserved, ...])
    assert_type(player.nobles, tuple[Noble, ...])
    assert_type(player.bonuses, Gems)
    assert_type(player.points, int)
    assert_type(attrs.evolve(player, tokens=Gems()), Player)


def state(state: State) -> None:
    assert_type(State.parse("a line"), State)
    assert_type(state.rules, Rules)
    assert_type(state.bank, Gems)
    assert_type(state.decks, tuple[tuple[Card | CardBack, ...], ...])
    assert_type(state.rows, tuple[tuple[Card | CardBack | None, ...], ...])
    assert_type(state.nobles, tuple[Noble, ...])
    assert_type(state.players, tuple[Player, ...])
    assert_type(state.first_player, int)
    assert_type(state.turn, int)
    assert_type(state.passes, int)
    assert_type(state.phase, Phase)
    assert_type(state.mover, int)
    assert_type(state.decider, int | None)
    assert_type(state.round, int)
    assert_type(state.box, tuple[Noble, ...])
    assert_type(state.awaited_place, tuple[int, int] | None)
    assert_type(hash(state), int)
    assert_type(state == attrs.evolve(state), bool)
    assert_type(attrs.evolve(state, nobles=list(state.nobles), turn=3), State)
    assert_type(
        State(
            rules=OFFICIAL,
            bank=Gems(),
            decks=[[], [CardBack(2)], [CARDS["3w1"]]],
            rows=[[CARDS["1w1"], CardBack(1), None, None], [], []],
            nobles=NOBLES.values(),
            players=[Player(), Player()],
            phase=Phase.REVEAL,
        ),
        State,
    )


def state_of_values(state: State) -> None:
    """The types follow a value into its parts, so that a client needs no cast."""
    for row in state.rows:
        for place in row:
            if isinstance(place, Card):
                assert_type(place.cost.of(place.bonus), int)
            elif place is not None:
                assert_type(place, CardBack)
    if state.awaited_place is not None:
        level, slot = state.awaited_place
        assert_type(state.rows[level - 1][slot], Card | CardBack | None)
