"""Documents of Spendee: positions, as they were seen, and games, as client programs write them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import attrs
import pytest

from splendor import (
    CARDS,
    NOBLES,
    SPENDEE,
    SPENDEE_21,
    Action,
    BuyCard,
    Card,
    CardBack,
    Disclosure,
    Gems,
    InvalidPositionError,
    Move,
    Pass,
    Phase,
    Reading,
    Record,
    ReserveFromDeck,
    RuleId,
    Rules,
    State,
    TakeTokens,
    UnreadableError,
    Verdict,
    apply,
    import_games,
    legal_actions,
    outcome,
    problems,
    read_spendee,
    record_game,
    setup,
    verify,
)
from splendor.formats.importers.spendee import is_spendee
from splendor.formats.importers.spendee_table import CARD_NUMBERS, NOBLE_NUMBERS
from splendor.formats.meta import NO_META
from tests.games import buying, play, stalemate, states_of
from tests.shared import needs_shared, shared
from tests.spendee_writer import Json, write_action, write_data, write_game

SEEDS = (1, 2, 3)


def read(document: object) -> Reading:
    """The one game of a document."""
    [reading] = read_spendee(json.dumps(document))
    return reading


def position(document: object) -> State:
    """The position that a document is read as, which has no problems."""
    state = read(document).game
    assert isinstance(state, State)
    assert not problems(state)
    return state


def game(document: object) -> Record:
    """The game that a document is read as."""
    record = read(document).game
    assert isinstance(record, Record)
    return record


@cache
def played(
    seed: int, players: int = 2, rules: Rules = SPENDEE, first_player: int = 0
) -> tuple[State, tuple[Action, ...]]:
    """A game played under their rules."""
    opening, actions = play(seed, players, rules=rules, policy=buying, first_player=first_player)
    return opening, tuple(actions)


# The numbers


@needs_shared
def test_the_numbers_of_cards_and_nobles_are_theirs() -> None:
    table = json.loads(shared("samples", "spendee-index.json").read_text(encoding="utf-8"))
    letters = [
        f"L{card.level}-{card.bonus.letter.upper()}-{card.points}-"
        + "".join(map(str, card.cost.counts[:5]))
        for card in CARD_NUMBERS
    ]
    assert letters == table["cards"]
    nobles = ["N-" + "".join(map(str, noble.requires.counts[:5])) for noble in NOBLE_NUMBERS]
    assert nobles == table["nobles"]


def test_every_card_and_noble_has_a_number() -> None:
    assert set(CARD_NUMBERS) == set(CARDS.values())
    assert len(CARD_NUMBERS) == 90
    assert set(NOBLE_NUMBERS) == set(NOBLES.values())
    assert len(NOBLE_NUMBERS) == 10


# The samples


@needs_shared
def test_the_running_sample_is_a_position_in_its_second_turn() -> None:
    [reading] = import_games(shared("samples", "spendee-live.json").read_bytes())
    assert reading.players == ("player-1", "player-2")
    state = reading.game
    assert isinstance(state, State)
    assert not problems(state)
    assert (state.rules, state.phase, state.turn, state.mover) == (SPENDEE, Phase.MAIN, 1, 1)
    assert state.players[0].tokens == Gems(0, 1, 1, 1)
    assert state.bank == Gems(4, 3, 3, 3, 4, 5)
    assert [deck[0].level for deck in state.decks] == [1, 2, 3]
    assert state.decks[0][:2] == (CARD_NUMBERS[17], CARD_NUMBERS[34])
    assert reading.assumptions == (
        "element 0 of hiddenCards is the next card",
        (
            "player 0 began, turn 2 is next, the first that the cards allow, "
            "and nobody passed just before"
        ),
    )


@needs_shared
def test_the_finished_sample_reports_its_missing_refill() -> None:
    [reading] = import_games(shared("samples", "spendee-final.json").read_bytes())
    state = reading.game
    assert isinstance(state, State)
    assert not problems(state)
    assert (state.rules, state.phase) == (SPENDEE_21, Phase.OVER)
    assert state.rows[2][1] == CardBack(3)
    assert [len(deck) for deck in state.decks] == [12, 16, 12]
    assert [player.points for player in state.players] == [17, 23]
    end = outcome(state)
    assert end is not None
    assert (end.winners, end.reason) == ((1,), "target")
    assert reading.assumptions == (
        "the game goes to 21 points: none to 15 ends with 23",
        "element 0 of hiddenCards is the next card",
        "the reserved cards came from the decks, and only their holders saw them",
        "the last refill is missing: #3 lies at place 1 of level 3, never named",
        (
            "player 0 began, turn 39 is next, the first that the cards allow, "
            "and nobody passed just before"
        ),
    )


# Positions


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_is_read_with_what_it_states(players: int) -> None:
    """Bank, rows, decks, nobles and holdings are those of the position, and so is the mover."""
    for state in states_of(*played(1, players)):
        if state.phase is Phase.OVER:
            continue
        found = position(write_data(state))
        for field in ("bank", "rows", "decks", "nobles", "mover", "phase"):
            assert getattr(found, field) == getattr(state, field)
        for mine, theirs in zip(found.players, state.players, strict=True):
            assert (mine.tokens, mine.purchased, mine.nobles) == (
                theirs.tokens,
                theirs.purchased,
                theirs.nobles,
            )
            assert all(entry.face_down for entry in mine.reserved)
        assert found.turn <= state.turn


def test_a_document_a_game_and_a_list_of_games_hold_the_same() -> None:
    state = setup(2, seed=1, rules=SPENDEE_21)
    document = write_game(state)
    [first, second] = read_spendee(json.dumps({"games": [document, document["data"]]}))
    assert first == read(document)
    assert first.players == ("Player 1", "Player 2")
    assert first.game == attrs.evolve(state)
    assert second.players == ()
    assert second.game == attrs.evolve(state, rules=SPENDEE)
    assert "the game goes to 15 points, since no targetScore is stated" in second.assumptions


def test_the_target_may_stand_in_the_data_and_be_any() -> None:
    data = write_data(setup(2, seed=1))
    assert position({**data, "targetScore": 18}).rules == attrs.evolve(SPENDEE, target_score=18)


def test_the_number_of_turns_is_taken_where_it_fits_and_else_left_aside() -> None:
    state = list(states_of(*played(1)))[30]
    data = write_data(state)
    turns = state.turn
    reading = read({**data, "turnsCount": turns})
    assert isinstance(reading.game, State)
    assert reading.game.turn == turns
    assert (
        f"turnsCount counts the completed turns, {turns}, and nobody passed just before"
        in reading.assumptions
    )
    assert position({**data, "turnsCount": 1}) == position(data)
    later = position({**data, "turnsCount": turns + 1})
    assert (later.turn, later.mover, later.first_player) == (turns + 1, state.mover, 1)


def finished(seed: int = 1, players: int = 2) -> State:
    """A position in which a game is over."""
    return list(states_of(*played(seed, players)))[-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_without_a_state_is_over(players: int) -> None:
    state = finished(2, players)
    found = position(write_data(state, running=False))
    assert found.phase is Phase.OVER
    end, expected = outcome(found), outcome(state)
    assert end is not None
    assert expected is not None
    assert end.winners == expected.winners


def test_a_finished_game_may_still_have_its_state() -> None:
    state = finished()
    data = {
        **write_data(state, running=False),
        "state": {"currentPlayerIndex": 1, "currentJob": "SPENDEE_REGULAR"},
    }
    names = [{"name": "Ada"}, {"name": "Bo"}]
    found = read({"status": "FINISHED", "players": names, "data": data})
    assert isinstance(found.game, State)
    assert found.game.phase is Phase.OVER
    assert found.players == ("Ada", "Bo")
    data["state"]["currentPlayerIndex"] = 0
    with pytest.raises(InvalidPositionError, match="TURN-5"):
        read({"status": "INPROGRESS", "players": names, "data": data})


def test_a_game_that_was_broken_off_stays_where_it_was() -> None:
    state = list(states_of(*played(1)))[12]
    reading = read(write_data(state, running=False))
    assert isinstance(reading.game, State)
    assert reading.game.phase is Phase.MAIN
    assert "the game was ended otherwise than by the rules" in reading.assumptions[-1]


def test_a_card_about_to_be_turned_up_is_awaited() -> None:
    opening = setup(2, seed=1)
    data = write_data(opening)
    data["bank"]["showedCards"][1][2] = None
    data["bank"]["hiddenCards"][1].append(CARD_NUMBERS.index(opening.rows[1][2]))
    data["state"]["currentJob"] = "SPENDEE_FLIP_NEW_CARD"
    with pytest.raises(InvalidPositionError, match="INV-2"):
        read({**data, "bank": {**data["bank"], "hiddenCards": [[], [], []]}})
    state = position(data)
    assert (state.phase, state.awaited_place) == (Phase.REVEAL, (2, 2))
    assert state.decks[1] == (CardBack(2),) * 27
    assert state.decks[0] == opening.decks[0]
    assert "about to be turned up" in read(data).assumptions[2]


def test_an_empty_deck_leaves_its_places_empty() -> None:
    state = next(
        state
        for state in states_of(*played_long())
        if not state.decks[0] and None in state.rows[0] and state.phase is Phase.MAIN
    )
    assert position(write_data(state)).rows == state.rows


@cache
def played_long() -> tuple[State, tuple[Action, ...]]:
    """A game that buys up the first deck."""
    opening = setup(4, seed=3, rules=attrs.evolve(SPENDEE, target_score=60))
    state, actions = opening, []
    while state.phase is not Phase.OVER and (state.decks[0] or None not in state.rows[0]):
        legal = legal_actions(state)
        cheap = [a for a in legal if isinstance(a, BuyCard) and a.card.level == 1]
        takes = [a for a in legal if isinstance(a, TakeTokens)]
        action = (cheap or takes or list(legal))[0]
        actions.append(action)
        state = apply(state, action)
    return opening, tuple(actions)


def test_actions_behind_a_later_position_are_left_unread() -> None:
    opening, actions = played(1)
    later = list(states_of(opening, actions[:8]))[-1]
    document = write_game(opening, actions)
    document["data"] = write_data(later)
    reading = read(document)
    assert isinstance(reading.game, State)
    count = len(document["actionItems"])
    message = f"{count} actions are left unread: the table is not the one before them"
    assert message in reading.assumptions


# Games


def bare(record: Record) -> list[Move | Disclosure]:
    """The events without what only the reader says."""
    return [attrs.evolve(event, meta=NO_META) for event in record.events]


@pytest.mark.parametrize("picks", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_of_ours_is_read_back(seed: int, players: int, picks: bool) -> None:  # noqa: FBT001
    opening, actions = played(seed, players, first_player=seed % players)
    document = write_game(opening, actions, picks=picks)
    record = game(document)
    mine = record_game(opening, actions)
    assert bare(record) == list(mine.events)
    assert record.opening == mine.opening
    assert record.decks == opening.decks
    report = verify(record)
    assert report.verdict is Verdict.VALID
    assert report.complete
    assert record.rules == SPENDEE
    came = [text for text in record.meta["assumptions"] if "a noble came by itself" in text]
    nobles = sum(isinstance(e, Move) and e.visit is not None for e in mine.events)
    assert len(came) == (0 if picks else nobles)
    assert [event.meta["action"] for event in record.events] == sorted(
        event.meta["action"] for event in record.events
    )


def test_nobles_returns_and_blind_cards_occur_in_these_games() -> None:
    kinds = {
        type(action).__name__
        for seed in SEEDS
        for players in (2, 3, 4)
        for action in played(seed, players)[1]
    }
    assert {"ReturnTokens", "ReserveFromDeck", "ReserveCard"} <= kinds
    assert any(
        isinstance(event, Move) and event.visit is not None
        for seed in SEEDS
        for event in game(write_game(*played(seed))).events
    )


def test_what_is_assumed_of_a_game_is_said() -> None:
    opening, actions = played(1)
    reading = read(write_game(opening, actions))
    assert reading.assumptions == (
        "the shape of the actions is unverified",
        "element 0 of hiddenCards is the next card, and is turned up at once",
        "coloured tokens are paid first, and gold for the rest",
    )
    assert isinstance(reading.game, Record)
    assert reading.game.meta["assumptions"] == reading.assumptions


def test_the_other_end_of_the_decks_is_tried_where_only_that_fits() -> None:
    opening, actions = played(1)
    document = write_game(opening, actions)
    hidden = document["data"]["bank"]["hiddenCards"]
    document["data"]["bank"]["hiddenCards"] = [deck[::-1] for deck in hidden]
    record = game(document)
    assert verify(record).verdict is Verdict.VALID
    assert record.decks == opening.decks
    assert any("the last element of hiddenCards" in text for text in record.meta["assumptions"])


def test_a_purchase_from_the_hand_may_be_called_either() -> None:
    opening, actions = played(2)
    document = write_game(opening, actions)
    for item in document["actionItems"]:
        if item["action"]["type"] == "buyCard":
            item["action"]["type"] = "buyReservedCard"
    assert bare(game(document)) == list(record_game(opening, actions).events)


def test_a_pass_is_read() -> None:
    opening, actions = stalemate()
    opening = attrs.evolve(opening, rules=SPENDEE)
    record = game(write_game(opening, actions))
    assert record.events[-1] == Move(Pass(), 1, meta=record.events[-1].meta)
    assert verify(record).verdict is Verdict.VALID
    assert record.ending.kind == "played"


def problem(document: Json) -> tuple[RuleId, int | None]:
    """The first problem of the game of a document."""
    found = verify(game(document)).problem
    assert found is not None
    return found.rule, found.event


def test_an_illegal_action_is_written_down_and_found() -> None:
    """Nothing is mended: after it the engine is silent, and all that the source says is kept."""
    opening, actions = played(1)
    document = write_game(opening, actions[:6])
    items = document["actionItems"]
    passed = write_action(Pass(), items[2]["action"]["playerIndex"])
    items.insert(2, {"action": passed})
    record = game(document)
    assert [event.meta["action"] for event in record.events if isinstance(event, Move)][-1] == 6
    assert problem(document)[0] is RuleId.PASS_2
    assert record.ending.kind == "unfinished"
    order = "element 0 of hiddenCards is the next card, and is turned up at once"
    assert order in record.meta["assumptions"]


def test_a_purchase_and_a_blind_card_after_an_illegal_action_have_no_payment_and_no_face() -> None:
    opening = setup(2, seed=1, rules=SPENDEE)
    document = write_game(opening)
    card = opening.rows[0][0]
    assert isinstance(card, Card)
    actions: list[Action] = [Pass(), BuyCard(card, Gems()), ReserveFromDeck(1)]
    document["actionItems"] = [{"action": write_action(action, 0)} for action in actions]
    record = game(document)
    assert [getattr(event, "action", None) for event in record.events] == actions


def test_an_empty_deck_that_is_reserved_from_names_no_card() -> None:
    opening = setup(2, seed=1, rules=SPENDEE)
    document = write_game(opening)
    document["data"]["bank"]["hiddenCards"][0] = []
    document["actionItems"] = [{"action": write_action(ReserveFromDeck(1), 0)}]
    assert len(game(document).events) == 1


def test_another_noble_than_the_one_that_comes_is_found() -> None:
    opening, actions = next(
        played(seed)
        for seed in range(1, 20)
        if any("pickNoble" in str(item) for item in write_game(*played(seed))["actionItems"])
    )
    document = write_game(opening, actions)
    item = next(i for i in document["actionItems"] if i["action"]["type"] == "pickNoble")
    mine = item["action"]["nobleIndex"]
    other = next(n for n in document["data"]["bank"]["nobles"] if n != mine)
    item["action"]["nobleIndex"] = other
    assert problem(document)[0] in {RuleId.NOB_1, RuleId.NOB_2, RuleId.NOB_6, RuleId.NOB_7}
    item["action"]["nobleIndex"] = mine
    item["action"]["playerIndex"] ^= 1
    assert problem(document)[0] is RuleId.TURN_4
    item["action"]["playerIndex"] ^= 1
    document["actionItems"].insert(0, {"action": dict(item["action"], playerIndex=0)})
    assert problem(document) == (RuleId.TURN_4, 0)


def test_a_noble_is_chosen_of_several() -> None:
    found = next(
        (opening, actions)
        for seed in range(1, 400)
        for opening, actions in [played(seed, 4)]
        if any(type(action).__name__ == "ChooseNoble" for action in actions)
    )
    assert bare(game(write_game(*found))) == list(record_game(*found).events)


# What is refused


def put(*keys: str | int, value: object) -> Callable[[Any], None]:
    """The change that puts a value somewhere."""

    def change(document: Any) -> None:  # noqa: ANN401 - JSON
        for key in keys[:-1]:
            document = document[key]
        document[keys[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        (put("data", "players", value=[]), "$.data.players", "2 to 4 players, not 0"),
        (put("players", value=[]), "$.players", "the names of 2 players, not 0"),
        (put("data", "targetScore", value=0), "$.data.targetScore", "a score of at least 1"),
        (put("settings", "targetScore", value="x"), "$.settings.targetScore", "a whole number"),
        (put("data", "bank", "chips", value=[4]), "$.data.bank.chips", "5 counts"),
        (put("data", "bank", "hiddenCards", value=[]), "$.data.bank.hiddenCards", "3, one a level"),
        (put("data", "bank", "hiddenCards", 0, 0, value=90), "hiddenCards[0][0]", "0 to 89"),
        (put("data", "bank", "hiddenCards", 0, value=[0] * 41), "hiddenCards[0]", "40 cards"),
        (put("data", "bank", "showedCards", 0, value=[0] * 5), "showedCards[0]", "4 places"),
        (put("data", "bank", "nobles", value=[0] * 11), "$.data.bank.nobles", "10 nobles"),
        (put("data", "bank", "nobles", value=[10]), "$.data.bank.nobles[0]", "0 to 9"),
        (
            put("data", "players", 0, "purchasedCards", value=[1, 1]),
            "$.data.players[0]",
            "names one twice",
        ),
        (put("data", "state", "currentPlayerIndex", value=2), "currentPlayerIndex", "0 to 1"),
        (put("data", "state", "currentJob", value="JUMP"), "currentJob", "one of SPENDEE_REGULAR"),
        (put("actionItems", value=[{}]), "$.actionItems[0]", "'action' is missing"),
        (
            put("actionItems", value=[{"action": {"type": "jump", "playerIndex": 0}}]),
            "$.actionItems[0].action.type",
            "one of pickChips",
        ),
        (
            put("actionItems", value=[{"action": {"type": "passRegular", "playerIndex": 2}}]),
            "playerIndex",
            "0 to 1",
        ),
    ],
)
def test_another_shape_is_refused_at_its_place(
    change: Callable[[Any], None], path: str, message: str
) -> None:
    document = write_game(setup(2, seed=1))
    change(document)
    with pytest.raises(UnreadableError) as caught:
        read_spendee(json.dumps(document), source="here")
    assert caught.value.path.endswith(path)
    assert message in caught.value.message
    assert caught.value.source == "here"


def test_a_table_that_cannot_be_has_all_its_problems_named() -> None:
    document = write_data(setup(2, seed=1))
    document["bank"]["chips"][0] = 9
    document["bank"]["nobles"] = [0]
    with pytest.raises(InvalidPositionError) as caught:
        read(document)
    assert {found.rule for found in caught.value.problems} == {RuleId.INV_1, RuleId.INV_3}


def test_other_json_is_not_recognised() -> None:
    data = write_data(setup(2, seed=1))
    assert is_spendee(data)
    assert is_spendee({"data": data})
    assert is_spendee({"games": [{"data": data}]})
    assert is_spendee({"games": [data]})
    others: list[object] = [None, [], {}, {"bank": {}}, {"data": {}}, {"games": []}, {"games": {}}]
    assert not any(map(is_spendee, [*others, {"games": [{"plies": []}]}, {"bank": []}]))
