"""Positions in the making: chance fills in whatever a test does not ask for, always soundly."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import attrs

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    PRESETS,
    Card,
    CardBack,
    Gems,
    Noble,
    Phase,
    Player,
    Reserved,
    Rules,
    State,
)

GEMS = range(5)
GOLD = 5
FULL = 10
"""Tokens that a player may keep."""
EVERY_NOBLE = (*NOBLES.values(), *EXTRA_NOBLES.values())


def colour(card: Card) -> int:
    """The number of the colour of a card's bonus."""
    return "wugrk".index(card.bonus.letter)


def house_rules(rng: random.Random) -> Rules:
    """Rules with every option at any of its values, within what can be played."""
    pool = rng.sample(EVERY_NOBLE, rng.randint(1, 12))
    return Rules(
        gem_tokens=_three(rng, 1, 10),
        gold_tokens=_three(rng, 0, 10),
        noble_pool=tuple(pool),
        noble_count=_three(rng, 0, len(pool)),
        target_score=rng.randint(1, 30),
        take_fewer=rng.choice(["when_short", "always"]),
        payment=rng.choice(["any_exact", "gold_last"]),
        tie_break=rng.choice(["fewest_purchased", "shared"]),
        turn_limit=rng.choice([None, rng.randint(1, 60)]),
    )


def any_rules(rng: random.Random) -> Rules:
    """One of the presets, or house rules."""
    return rng.choice([*PRESETS.values(), house_rules(rng)])


def _three(rng: random.Random, least: int, most: int) -> tuple[int, int, int]:
    return rng.randint(least, most), rng.randint(least, most), rng.randint(least, most)


class Draft:
    """A position in the making: seats with some cards and tokens, the rest not laid out yet.

    A test changes what it needs, and `state` lays out the rest: rows, decks, nobles and tokens.
    Rules that do not allow what was asked for are changed in that option alone.
    """

    def __init__(
        self, rng: random.Random, seats: int | None = None, rules: Rules | None = None
    ) -> None:
        self.rng = rng
        self.seats = seats or rng.randint(2, 4)
        self.rules = rules or any_rules(rng)
        self.first_player = rng.randrange(self.seats)
        self.mover = rng.randrange(self.seats)
        self.free = rng.sample(list(CARDS.values()), len(CARDS))
        """The cards that stand nowhere yet."""
        self.tokens = [[0] * 6 for _ in range(self.seats)]
        self.settled: set[int] = set()
        """Seats that chance gives no tokens."""
        self.bought: list[list[Card]] = [[] for _ in range(self.seats)]
        self.hand: list[list[Reserved]] = [[] for _ in range(self.seats)]
        self.visits: list[list[Noble]] = [[] for _ in range(self.seats)]
        self.nobles: list[Noble] = []
        """Nobles that are to lie on the table."""
        self.uninvited: list[Noble] = []
        """Nobles that are not to lie there, besides those that the mover reaches."""
        self.row: list[Card | CardBack] = []
        """Cards that are to lie in the rows."""
        self.left: dict[int, int] = {}
        """Levels whose decks are empty, and how many cards are left in their rows."""
        self.last: dict[int, int] = {}
        """Levels that are nearly sold out, and how many cards are left in their decks."""
        self.awaited: int | None = None
        """The level in whose row a place is empty, and whose deck is face down."""
        self.in_row: Callable[[Card], bool] = lambda _: True
        """Which further cards may lie in a row; a level that has not four of them is sold out."""
        self.buyers = list(range(self.seats))
        """Seats that have bought the rest of a level that is sold out."""
        self.passes = 0
        self.margin = 1
        """How many points the best player is short of the target at least."""
        self.in_last_round = False
        """Whether the target may be reached, and whether a turn limit is that of this round."""
        for seat in range(self.seats):
            for _ in range(rng.choice([0, 0, 1, 3, 6, 9])):
                self.buy(seat, self.pick(lambda card, seat=seat: self._below_target(seat, card)))  # type: ignore[misc]
            self.reserve(seat, rng.choice([0, 0, 1, 1, 2, 3]))

    # Cards and nobles

    def pick(self, wanted: Callable[[Card], bool] = lambda _: True) -> Card:
        """Take any free card of a kind."""
        card = next(card for card in self.free if wanted(card))
        self.free.remove(card)
        return card

    def buy(self, seat: int, *cards: Card) -> None:
        self.bought[seat] += cards

    def reserve(
        self, seat: int, number: int, wanted: Callable[[Card], bool] = lambda _: True
    ) -> None:
        """Reserve cards of a kind, face up or down."""
        for _ in range(number):
            self.hand[seat].append(Reserved(self.pick(wanted), self.rng.random() < 1 / 2))

    def trim(self, seat: int, number: int) -> None:
        """Take back all cards of a hand but so many."""
        self.free += [CARDS[str(held.card)] for held in self.hand[seat][number:]]
        self.rng.shuffle(self.free)
        del self.hand[seat][number:]

    def clear(self, seat: int) -> None:
        """Take all cards of a seat back."""
        self.free += self.bought[seat]
        self.bought[seat], self.visits[seat] = [], []
        self.trim(seat, 0)

    def points(self, seat: int) -> int:
        cards = sum(card.points for card in self.bought[seat])
        return cards + sum(noble.points for noble in self.visits[seat])

    def bonuses(self, seat: int) -> list[int]:
        colours = [colour(card) for card in self.bought[seat]]
        return [colours.count(gem) for gem in GEMS]

    def due(self, seat: int, card: Card) -> list[int]:
        have = self.bonuses(seat)
        return [max(0, card.cost.counts[gem] - have[gem]) for gem in GEMS]

    def can_pay(self, seat: int, card: Card) -> bool:
        held, due = self.tokens[seat], self.due(seat, card)
        return sum(max(0, due[gem] - held[gem]) for gem in GEMS) <= held[GOLD]

    def ready(self, seat: int) -> list[Noble]:
        """All nobles that a seat's bonuses reach, wherever they are."""
        return [noble for noble in EVERY_NOBLE if covers(self.bonuses(seat), noble)]

    def earn(self, seat: int, nobles: Iterable[Noble]) -> None:
        """Buy what is lacking for some nobles, of cards worth few points."""
        for gem in GEMS:
            asked = max(noble.requires.counts[gem] for noble in nobles)
            for _ in range(asked - self.bonuses(seat)[gem]):
                mine = [card for card in self.free if colour(card) == gem]
                mine.sort(key=lambda card: card.points > 1)
                self.free.remove(mine[0])
                self.buy(seat, mine[0])

    def invite(self, *nobles: Noble) -> None:
        """Put nobles on the table, into the pool too."""
        self.nobles += nobles
        missing = [noble for noble in nobles if noble not in self.rules.noble_pool]
        self.rules = attrs.evolve(self.rules, noble_pool=(*self.rules.noble_pool, *missing))

    def _below_target(self, seat: int, card: Card) -> bool:
        return self.points(seat) + card.points < self.rules.target_score or not card.points

    # Tokens

    def supply(self, gem: int) -> int:
        numbers = self.rules.gold_tokens if gem == GOLD else self.rules.gem_tokens
        return numbers[self.seats - 2]

    def bank(self) -> list[int]:
        return [
            self.supply(gem) - sum(tokens[gem] for tokens in self.tokens) for gem in (*GEMS, GOLD)
        ]

    def set_supply(self, *, gems: int | None = None, gold: int | None = None) -> None:
        """Change how many tokens there are, for this number of players."""
        rules = self.rules
        if gems is not None:
            self.rules = attrs.evolve(rules, gem_tokens=self._with(rules.gem_tokens, gems))
        if gold is not None:
            self.rules = attrs.evolve(rules, gold_tokens=self._with(rules.gold_tokens, gold))

    def _with(self, numbers: tuple[int, int, int], number: int) -> tuple[int, int, int]:
        """Change one of three numbers, for 2, 3 and 4 players."""
        two, three, four = (
            number if players == self.seats else old
            for players, old in zip((2, 3, 4), numbers, strict=True)
        )
        return two, three, four

    def give(self, seat: int, tokens: Iterable[int]) -> None:
        """Give a seat tokens; there are as many as that takes."""
        for gem, number in enumerate(tokens):
            self.tokens[seat][gem] += number
        short = -min(self.bank()[:GOLD])
        if short > 0:
            self.set_supply(gems=self.supply(0) + short)
        if self.bank()[GOLD] < 0:
            self.set_supply(gold=self.supply(GOLD) - self.bank()[GOLD])

    def room(self, seat: int) -> int:
        return FULL - sum(self.tokens[seat])

    def deal(self, gems: Iterable[int], seats: Iterable[int] | None = None) -> None:
        """Deal tokens to seats that have room for them, until either is used up."""
        seats = list(range(self.seats) if seats is None else seats)
        for gem in gems:
            open_seats = [seat for seat in seats if self.room(seat) > 0]
            if open_seats:
                self.tokens[self.rng.choice(open_seats)][gem] += 1

    def fill(self, seat: int, total: int) -> None:
        """Give a seat tokens of the bank until it holds so many; there are as many as that takes.

        Chance gives it no more.
        """
        while sum(self.tokens[seat]) < total:
            if not any(self.bank()):
                self.set_supply(gems=self.supply(0) + 1)
            self.tokens[seat][self._in_bank((*GEMS, GOLD))[0]] += 1
        self.settled.add(seat)

    def empty_bank(self, *seats: int) -> None:
        """Deal all gems to some seats, which can hold them, and perhaps some gold."""
        self.deal(self._in_bank(GEMS), seats)
        self.deal(self._in_bank([GOLD])[: self.rng.choice([0, 0, 1, 2])], seats)
        self.settled |= set(range(self.seats))

    def holdable(self, least: int = 0) -> None:
        """Let there be at least so many gems of a colour, and no more than all can hold."""
        if not least <= self.supply(0) <= 2 * self.seats:
            self.set_supply(gems=self.rng.randint(least, 2 * self.seats))

    def _in_bank(self, gems: Iterable[int]) -> list[int]:
        bank = self.bank()
        tokens = [gem for gem in gems for _ in range(bank[gem])]
        return self.rng.sample(tokens, len(tokens))

    # The whole

    def stuck(self, *seats: int) -> None:
        """Leave seats nothing to do: with no gem in the bank, three cards in hand, all too dear.

        What they can pay for lies in no row; who is not stuck has bought it where needed.
        """

        def too_dear(card: Card) -> bool:
            return not any(self.can_pay(seat, card) for seat in seats)

        for seat in seats:
            self.trim(seat, 0)
            self.reserve(seat, 3, lambda card: card.level > 1 and too_dear(card))
        self.in_row = too_dear
        self.buyers = [seat for seat in range(self.seats) if seat not in seats]

    def without_limit(self) -> None:
        """Let no turn limit end the game."""
        self.rules = attrs.evolve(self.rules, turn_limit=None)

    def state(self, phase: Phase = Phase.MAIN) -> State:
        """Lay out the rest."""
        rows, decks = self._lay_out()
        for seat in range(self.seats):
            if seat not in self.settled:
                number = self.rng.randint(0, max(0, self.room(seat)))
                self.deal(self._in_bank((*GEMS, GOLD))[:number], [seat])
        turn = self._turn()
        self._put_off_the_end(turn)
        nobles = self._nobles()
        return State(
            rules=self.rules,
            bank=Gems(*self.bank()),
            decks=decks,
            rows=rows,
            nobles=nobles,
            players=[
                Player(Gems(*tokens), bought, hand, visits)
                for tokens, bought, hand, visits in zip(
                    self.tokens, self.bought, self.hand, self.visits, strict=True
                )
            ],
            first_player=self.first_player,
            turn=turn,
            passes=self.passes,
            phase=phase,
        )

    def _lay_out(
        self,
    ) -> tuple[list[list[Card | CardBack | None]], list[list[Card | CardBack]]]:
        rows: list[list[Card | CardBack | None]] = []
        decks: list[list[Card | CardBack]] = []
        for level in (1, 2, 3):
            cards = [card for card in self.free if card.level == level]
            row: list[Card | CardBack | None] = [card for card in self.row if card.level == level]
            places = 3 if level == self.awaited else self.left.get(level, 4)
            fitting = [card for card in cards if self.in_row(card)][: places - len(row)]
            row += fitting
            deck = [card for card in cards if card not in fitting]
            sold_out = level in self.left or len(row) < places
            kept = 0 if sold_out else self.last.get(level, len(deck))
            for card in deck[kept:]:
                self.buy(self.rng.choice(self.buyers), card)
            row += [None] * (4 - len(row))
            rows.append(self.rng.sample(row, 4))
            hidden = level == self.awaited
            decks.append([CardBack(level) if hidden else card for card in deck[:kept]])
        return rows, decks

    def _turn(self) -> int:
        """A turn by which everybody can have what they have."""
        gained = max(
            len(bought) + len(hand) for bought, hand in zip(self.bought, self.hand, strict=True)
        )
        rounds = gained + self.rng.randint(1, 6)
        return rounds * self.seats + (self.mover - self.first_player) % self.seats

    def _put_off_the_end(self, turn: int) -> None:
        rounds = turn // self.seats + 1
        limit = self.rules.turn_limit
        if limit is not None and (self.in_last_round or limit < rounds):
            self.rules = attrs.evolve(self.rules, turn_limit=rounds)
        most = max(map(self.points, range(self.seats))) + self.margin
        if most > self.rules.target_score and not self.in_last_round:
            self.rules = attrs.evolve(self.rules, target_score=most + self.rng.randint(0, 5))

    def _nobles(self) -> list[Noble]:
        """Those asked for, and as many as there should be of those that the mover does not reach.

        Where these do not suffice, the number of nobles is changed.
        """
        gone = sum(map(len, self.visits))
        visited = [noble for visits in self.visits for noble in visits]
        others = [
            noble
            for noble in self.rules.noble_pool
            if noble not in (*self.nobles, *visited, *self.uninvited, *self.ready(self.mover))
        ]
        bound = gone + len(self.nobles)
        count = self.rules.noble_count[self.seats - 2]
        if not bound <= count <= bound + len(others):
            count = min(max(count, bound), bound + len(others))
            counts = self._with(self.rules.noble_count, count)
            self.rules = attrs.evolve(self.rules, noble_count=counts)
        further = count - bound
        nobles = [*self.nobles, *self.rng.sample(others, further)]
        return self.rng.sample(nobles, len(nobles))


def covers(bonuses: list[int], noble: Noble) -> bool:
    """Whether bonuses reach every number on a noble."""
    return all(bonuses[gem] >= noble.requires.counts[gem] for gem in GEMS)
