# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false
"""Wrong uses of values and of play, a line each that mypy and pyright have to refuse.

Each line has an ignore for either checker. Both report an ignore that nothing needs, so that a line
which one of them no longer refuses is an error.
"""

import splendor
from splendor import (
    CARDS,
    NOBLES,
    OFFICIAL,
    PRESETS,
    Action,
    BuyCard,
    Card,
    CardBack,
    ChooseNoble,
    Gem,
    Gems,
    Move,
    Noble,
    Outcome,
    Pass,
    Phase,
    Player,
    Record,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    RuleId,
    Rules,
    Score,
    State,
    TakeTokens,
    Violation,
    apply,
    apply_unchecked,
    check,
    deal,
    determinize,
    disclose,
    legal_actions,
    observe,
    outcome,
    possible_reveals,
    problems,
    score,
    setup,
)


def use(*_: object) -> None:
    """Take what an expression gives."""


def states_are_frozen(state: State, player: Player, card: Card) -> None:
    state.players[0] = player  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    state.rows[0][0] = card  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    state.decks[0].pop()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    state.rules = OFFICIAL  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.bank = Gems()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.decks = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.rows = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.nobles = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.players += (player,)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.first_player = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.turn += 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.passes = 0  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.phase = Phase.OVER  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.mover = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.decider = None  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    state.winner = 1  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    player.tokens = Gems()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    player.tokens += Gems(red=1)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    player.purchased += (card,)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    player.reserved = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    player.nobles = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    player.points += 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def values_are_frozen(gems: Gems, card: Card, noble: Noble, rules: Rules, take: TakeTokens) -> None:
    gems.white = 2  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    gems.red += 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    gems[Gem.RED] = 1  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    card.points = 9  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    noble.requires = gems  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    CardBack(1).level = 2  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    Reserved(card).face_down = True  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    rules.target_score = 21  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    rules.noble_pool += (noble,)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    take.gems = gems  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    Gem.RED = Gem.BLUE  # type: ignore[assignment, misc]  # pyright: ignore[reportAttributeAccessIssue]
    Phase.MAIN.value = "first"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def results_are_frozen(
    violation: Violation, outcome: Outcome, score: Score, legal: tuple[Action, ...]
) -> None:
    violation.rule = RuleId.TAKE_1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    outcome.winners.append(0)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    outcome.winners = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    score.points += 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    legal.append(Pass())  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    legal.sort()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def tables_are_read_only(card: Card, rules: Rules) -> None:
    CARDS["1w1"] = card  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    CARDS.clear()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    CARDS.update({"9w9": card})  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    del NOBLES["wug"]  # type: ignore[attr-defined]  # pyright: ignore[reportIndexIssue]
    PRESETS["mine"] = rules  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    use(CARDS[1])  # type: ignore[index]  # pyright: ignore[reportArgumentType]


def gems_take_counts(gems: Gems, card: Card) -> None:
    Gems("wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Gems(white="2")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Gems({Gem.WHITE: 2})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Gems([1, 1, 1, 0, 0, 0])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Gems(purple=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Gems(1, 1, 1, 1, 1, 1, 1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Gems.parse(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    gems.of("red")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    gems.of(0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    gems.covers(card)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    gems.total()  # type: ignore[operator]  # pyright: ignore[reportCallIssue]
    use(gems + 1)  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
    use(gems - None)  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
    use(gems * 2)  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
    use(gems < Gems())  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
    use(gems["red"])  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    use("red" in gems)  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
    use(Gem.PURPLE)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    use(Gem.RED < Gem.BLUE)  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
    Gem.from_letter(0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def values_take_their_parts(card: Card, gems: Gems) -> None:
    CardBack("1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    CardBack()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Reserved("1w1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Reserved(card, face_down="yes")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Player(purchased=["1w1"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    Player(reserved=[card])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    Player(tokens=[0, 0, 0, 0, 0, 0])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    State()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    State(OFFICIAL, gems, [], [], [], [], phase="main")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    State.parse(b"a line")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def rules_take_known_options(noble: Noble) -> None:
    Rules(gem_tokens=[4, 5, 7])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Rules(gem_tokens=(4, 5))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Rules(noble_pool=[noble])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Rules(noble_pool=("wug",))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Rules(target_score="21")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Rules(payment="gold_first")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Rules(take_fewer=True)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Rules(tie_break=None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Rules(house_rules=True)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Rules().gems_for("2")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def actions_take_values(card: Card, gems: Gems, noble: Noble) -> None:
    TakeTokens()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    TakeTokens("wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    TakeTokens(Gem.RED)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    TakeTokens([Gem.RED, Gem.RED])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    TakeTokens(gems, gems)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    BuyCard(card)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    BuyCard("1w1", gems)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    BuyCard(CardBack(1), gems)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    BuyCard(gems, card)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ReserveCard("1w1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ReserveCard(CardBack(1))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ReserveCard(None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ReserveFromDeck("1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ReserveFromDeck(card)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ReturnTokens({"red": 1})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ChooseNoble("wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ChooseNoble(card)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Pass(1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    RevealCard(None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    RevealCard(noble)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def openings_take_a_seed() -> None:
    setup(2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    setup(2, 42)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    setup(seed=42)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    setup("2", seed=42)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    setup(2, seed="42")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    setup(2, seed=4.2)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    setup(2, seed=None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    setup(2, seed=42, rules="official")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    setup(2, seed=42, first_player="Ada")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    setup(2, seed=42, colours=5)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    deal(2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    deal(2, rows=[["1w1"], [], []], nobles=[], deck_counts=[36, 26, 16])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    deal(2, rows=[[], [], []], nobles=["wug"], deck_counts=[36, 26, 16])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    deal(2, rows=[[], [], []], nobles=[], deck_counts=36)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    deal(2, rows=[[], [], []], nobles=[], decks=[[None], [], []])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]


def play_takes_states_and_actions(state: State, action: Action, record: Record) -> None:
    legal_actions(record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    legal_actions(state, 0)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    apply(state)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    apply(action, state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    apply(state, "T wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    apply(state, None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    apply(state, TakeTokens)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    apply(state, Move(Pass()))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    apply(state, legal_actions(state))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    apply(record, action)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    apply_unchecked(state, "T wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    check(state, "T wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    check(state, Gems(red=2))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    score(record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    outcome(state, 0)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    problems("a position")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def views_take_a_seat(state: State, card: Card) -> None:
    observe(state)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    observe(state, "0")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    observe(state, "spectator")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    observe(state, state.players[0])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    disclose(state, 0, "1w1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    disclose(state, 0, CardBack(1))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    disclose(state, "0", card)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    possible_reveals(state, "1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    determinize(state)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    determinize(state, 1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    determinize(state, seed="1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def none_has_to_be_told_apart(state: State, action: Action, reserved: Reserved) -> None:
    use(outcome(state).winners)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    use(check(state, action).rule)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    use(state.decider + 1)  # type: ignore[operator]  # pyright: ignore[reportOptionalOperand]
    use(state.players[state.decider])  # type: ignore[index]  # pyright: ignore[reportArgumentType, reportCallIssue]
    use(state.awaited_place[0])  # type: ignore[index]  # pyright: ignore[reportOptionalSubscript]
    use(state.rows[0][0].level)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    use(state.rules.turn_limit + 1)  # type: ignore[operator]  # pyright: ignore[reportOptionalOperand]
    use(state.decks[0][0].cost)  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]
    use(reserved.card.points)  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]
    use(action.gems)  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]
    use(action.card)  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]


def words_are_no_members(state: State, violation: Violation, outcome: Outcome) -> None:
    use(state.phase == "over")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    use(state.phase is Phase)  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    use(violation.rule == "TAKE-5")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    use(outcome.reason == "points")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    use(state.rules.payment == "any")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    use(RuleId.TAKE_99)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    use(Phase.END)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def results_are_tuples_and_values(state: State) -> list[Action]:
    hand: list[Reserved] = state.players[0].reserved  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    deck: list[Card] = state.decks[0]  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    names: dict[str, Card] = CARDS  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    seat: int = state.decider  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    letters: str = state.bank  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    use(hand, deck, names, seat, letters)
    return legal_actions(state)  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def nothing_else_is_there(state: State, action: Action) -> None:
    use(splendor.shuffle)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    use(state.legal_actions())  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    use(state.apply(action))  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    use(state.score)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    use(action.by)  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]
    use(state < observe(state, 0))  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
    use(state[0])  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    use(len(state))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
