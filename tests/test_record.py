"""Records and the recording of played games."""

import copy
import pickle
from itertools import chain, pairwise

import attrs
import pytest

from splendor import (
    CardBack,
    DisclosureError,
    Gems,
    IllegalActionError,
    InvalidPositionError,
    InvalidValueError,
    Phase,
    Player,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    TakeTokens,
    apply,
    deal,
    legal_actions,
    observe,
    setup,
)
from splendor.formats.json import from_json, to_json
from splendor.formats.meta import NO_META, Meta
from splendor.formats.record import (
    Claims,
    Disclosure,
    Ending,
    Generator,
    Move,
    Opening,
    Record,
    Result,
)
from splendor.formats.recording import opening_of, record_game
from splendor.model.cards import card_by_id
from tests.games import buying, play, stalemate, states_of


class TestMeta:
    """A free JSON object that cannot change."""

    def test_behaves_as_a_mapping(self) -> None:
        meta = Meta({"b": [1, {"c": None}], "a": "x"})
        assert dict(meta) == {"a": "x", "b": (1, Meta({"c": None}))}
        assert list(meta) == ["a", "b"]
        assert len(meta) == 2
        assert "a" in meta
        with pytest.raises(KeyError):
            meta["z"]

    def test_is_hashable_and_equal_by_value_whatever_the_order(self) -> None:
        assert Meta({"a": 1, "b": 2}) == Meta({"b": 2, "a": 1})
        assert hash(Meta({"a": 1, "b": 2})) == hash(Meta({"b": 2, "a": 1}))

    def test_reads_back_from_repr_pickle_and_copy(self) -> None:
        meta = Meta({"b": [True, {"c": None}]})
        assert eval(repr(meta)) == meta  # noqa: S307 - the repr of our own value
        assert repr(NO_META) == "Meta()"
        assert pickle.loads(pickle.dumps(meta)) == meta  # noqa: S301 - pickled one line up
        assert copy.deepcopy(meta) == meta
        assert meta.thaw() == {"b": [True, {"c": None}]}

    def test_does_not_follow_changes_of_its_source(self) -> None:
        source = {"a": [1]}
        meta = Meta(source)
        source["a"].append(2)
        assert meta["a"] == (1,)

    def test_cannot_be_changed(self) -> None:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            Meta({"a": 1})._values = {}  # type: ignore[misc]  # the point of the test

    def test_one_and_true_are_two_values(self) -> None:
        assert Meta({"a": 1}) != Meta({"a": True})
        assert Meta({"a": [0]}) != Meta({"a": [False]})
        assert Meta() != {}
        assert (Meta() == 5) is False

    def test_a_large_one_holds_all_its_keys(self) -> None:
        large = Meta({str(number): number for number in range(20_000)})
        assert len(dict(large)) == 20_000
        assert Meta(large) == large

    @pytest.mark.parametrize("items", [[1], "ab", 0, None])
    def test_is_made_of_a_mapping(self, items: object) -> None:
        with pytest.raises(InvalidValueError, match="expected a dict"):
            Meta(items)  # type: ignore[arg-type]

    @pytest.mark.parametrize("value", [1.5, b"x", {1: 2}, object(), "\udcff", 10**18, -(10**18)])
    def test_refuses_what_json_has_no_one_spelling_for(self, value: object) -> None:
        with pytest.raises(InvalidValueError):
            Meta({"a": value})


class TestRecord:
    """A record names only seats that are at the table."""

    def test_wrong_perspectives_are_refused(self) -> None:
        opening = opening_of(setup(2, seed=1))
        with pytest.raises(InvalidValueError, match="a perspective is full, public or a seat"):
            Record(("a", "b"), opening, perspective="mine")  # type: ignore[arg-type]
        with pytest.raises(InvalidValueError, match="perspective: with 2 players there is no seat"):
            Record(("a", "b"), opening, perspective=2)

    def test_lists_become_tuples_so_that_a_record_stays_hashable(self) -> None:
        opening = setup(2, seed=1)
        game = record_game(opening, legal_actions(opening)[:1], players=["A", "B"])  # type: ignore[arg-type]
        assert game.players == ("A", "B")
        fields = {
            "rows": [list(row) for row in opening.rows],
            "nobles": list(opening.nobles),
            "deck_counts": [36, 26, 16],
        }
        table = Opening(0, opening.bank, **fields)  # type: ignore[arg-type]
        claims = Claims(change=[1, 1, 1, 0, 0, 0])  # type: ignore[arg-type]
        result = Result(points=[0, 0], ranks=[1, 1], winners=[0, 1])  # type: ignore[arg-type]
        move = attrs.evolve(game.events[0], claims=claims)  # type: ignore[arg-type]  # a Move
        changes = {"opening": table, "events": [move], "result": result, "decks": [[], [], []]}
        again = attrs.evolve(game, **changes)  # type: ignore[arg-type]
        assert table == game.opening
        assert hash(again) == hash(from_json(to_json(again), Record))
        assert from_json(to_json(again), Record) == again

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"players": "AB"}, "players is a sequence, not 'AB'"),
            ({"players": 5}, "players is a sequence, not 5"),
            ({"events": ["x"]}, "an event is a Move or a Disclosure, not 'x'"),
            ({"decks": [["1w1"], [], []]}, "expected a card of CARDS, not '1w1'"),
            ({"opening": None}, "opening is a Opening, not None"),
            ({"rules": {}}, "rules is a Rules, not a dict"),
            ({"ending": "played"}, "ending is a Ending, not 'played'"),
            ({"meta": {}}, "meta is a Meta, not a dict"),
            ({"result": 3}, "result is a Result, not 3"),
            ({"generator": "x"}, "generator is a Generator, not 'x'"),
            ({"perspective": None}, "a perspective is full, public or a seat, not None"),
            ({"perspective": True}, "a perspective is full, public or a seat, not True"),
        ],
    )
    def test_wrong_types_are_refused(self, change: dict[str, object], message: str) -> None:
        game = record_game(setup(2, seed=1), [])
        with pytest.raises(InvalidValueError) as refusal:
            attrs.evolve(game, **change)  # type: ignore[arg-type]
        assert str(refusal.value) == message

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"action": "x"}, "action: an action is expected, not 'x'"),
            ({"by": "0"}, "by: a seat is an int from 0, not '0'"),
            ({"by": True}, "by: a seat is an int from 0, not True"),
            ({"gold": None}, "gold: whether a gold was taken is true or false, not None"),
            ({"gold": 1}, "gold: whether a gold was taken is true or false, not 1"),
            ({"visit": "wu"}, "expected a noble of NOBLES or EXTRA_NOBLES, not 'wu'"),
            ({"claims": None}, "claims are a Claims, and meta is a Meta"),
            ({"meta": {}}, "claims are a Claims, and meta is a Meta"),
        ],
    )
    def test_wrong_types_in_a_move_are_refused(
        self, change: dict[str, object], message: str
    ) -> None:
        move = Move(ReserveFromDeck(1), by=0, gold=True)
        with pytest.raises(InvalidValueError) as refusal:
            attrs.evolve(move, **change)  # type: ignore[arg-type]
        assert str(refusal.value) == message

    def test_wrong_types_in_a_disclosure_and_an_opening_are_refused(self) -> None:
        with pytest.raises(InvalidValueError, match="expected a card of CARDS"):
            Disclosure("1w1")  # type: ignore[arg-type]
        with pytest.raises(InvalidValueError, match="seat: a seat is an int from 0, not -1"):
            Disclosure(card_by_id("1w1"), -1)
        with pytest.raises(InvalidValueError, match="meta is a Meta"):
            Disclosure(card_by_id("1w1"), meta={})  # type: ignore[arg-type]
        opening = opening_of(setup(2, seed=1))
        for change in (
            {"bank": 4},
            {"nobles": ["wu"]},
            {"rows": 3},
            {"rows": [["1w1"] * 4] * 3},
            {"first_player": None},
            {"first_player": 4},
        ):
            with pytest.raises(InvalidValueError):
                attrs.evolve(opening, **change)

    @pytest.mark.parametrize("text", [5, None, "\ud800", "x" * 201])
    def test_a_generator_has_a_short_name_and_version(self, text: object) -> None:
        with pytest.raises(InvalidValueError):
            Generator(text)  # type: ignore[arg-type]
        with pytest.raises(InvalidValueError):
            Generator("x", text)  # type: ignore[arg-type]

    def test_an_error_with_a_path_can_be_pickled(self) -> None:
        error = InvalidValueError("wrong", path=".events[3].by")
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - pickled here
        assert (str(again), again.path) == ("events[3].by: wrong", ".events[3].by")

    def test_wrong_claims_about_decks_and_seed_are_refused(self) -> None:
        opening = opening_of(setup(2, seed=1))
        with pytest.raises(InvalidValueError, match="decks are three, one a level, not 2"):
            Record(("a", "b"), opening, decks=((), ()))
        for seed in (-1, 1 << 300, b"x" * 33, True):
            with pytest.raises(InvalidValueError, match="a seed is"):
                Record(("a", "b"), opening, seed=seed)

    def test_a_winner_is_named_once_and_figures_are_ints_of_a_sane_size(self) -> None:
        with pytest.raises(InvalidValueError, match="a result names a winner twice"):
            Result(winners=(0, 0))
        for figure in (10**5000, 1.5, True):
            with pytest.raises(InvalidValueError, match="a figure is an int"):
                Result(points=(figure, 0))  # type: ignore[arg-type]
            with pytest.raises(InvalidValueError, match="a figure is an int"):
                Claims(round=figure)  # type: ignore[arg-type]

    def test_wrong_endings_are_refused(self) -> None:
        with pytest.raises(InvalidValueError, match="an ending is one of"):
            Ending("won")  # type: ignore[arg-type]
        with pytest.raises(InvalidValueError, match="names a seat"):
            Ending("resigned")

    def test_a_digest_is_twelve_hexadecimal_digits(self) -> None:
        for digest in ("0" * 11, "0" * 13, "G" * 12, 5):
            with pytest.raises(InvalidValueError, match="digest is 12 hexadecimal digits"):
                Move(ReserveFromDeck(1), by=0, gold=True, digest=digest)  # type: ignore[arg-type]

    def test_names_are_short_strings(self) -> None:
        with pytest.raises(InvalidValueError, match="a player's name"):
            Record(("a", 3), opening_of(setup(2, seed=1)))  # type: ignore[arg-type]

    def test_is_hashable_picklable_and_read_back_from_its_repr(self) -> None:
        record = record_game(*play(3))
        assert hash(record) == hash(copy.deepcopy(record))
        assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - pickled here


class TestRecording:
    """`record_game` writes what happened, refills and faces included."""

    @pytest.mark.rule("ROW-1", "RES-3", "INFO-4")
    def test_every_card_that_turns_up_is_an_event_of_the_table(self) -> None:
        opening, actions = play(5, 3)
        record = record_game(opening, actions)
        moves = [event for event in record.events if isinstance(event, Move)]
        reveals = [move for move in moves if isinstance(move.action, RevealCard)]
        rows = [state.rows for state in states_of(opening, actions)]
        turned_up = [
            [card for row in after for card in row if card and card not in list(chain(*before))]
            for before, after in pairwise(rows)
        ]
        assert [move.action for move in reveals] == [RevealCard(c) for c in chain(*turned_up)]
        assert all(move.by is None for move in reveals)
        assert [move.action for move in moves if move.by is not None] == actions

    @pytest.mark.rule("INFO-2")
    def test_a_card_drawn_blind_is_disclosed_to_its_holder_at_once(self) -> None:
        opening = setup(2, seed=1)
        record = record_game(opening, [ReserveFromDeck(3)])
        top = opening.decks[2][0]
        reserve = Move(ReserveFromDeck(3), by=0, gold=True)
        assert record.events == (reserve, Disclosure(card_by_id(str(top)), 0))

    @pytest.mark.rule("RES-4", "LIMIT-2")
    def test_the_gold_of_each_reservation_is_written(self) -> None:
        record = record_game(*stalemate())
        blind = [e for e in record.events if isinstance(e, Move) and e.gold is not None]
        assert [move.gold for move in blind] == [True] * 6
        returned = [e.action for e in record.events if isinstance(e, Move)][-3]
        assert returned == ReturnTokens(Gems(gold=1))

    @pytest.mark.rule("NOB-1", "NOB-6")
    def test_a_noble_stands_on_the_event_that_brings_it_unless_it_was_chosen(self) -> None:
        opening, actions = play(1, 2, policy=buying)
        states = list(states_of(opening, actions))
        come = [
            noble
            for before, after in pairwise(states)
            if before.phase is not Phase.NOBLE
            for noble in set(before.nobles) - set(after.nobles)
        ]
        record = record_game(opening, actions)
        assert come
        assert [e.visit for e in record.events if isinstance(e, Move) and e.visit] == come

    def test_the_ending_and_the_result_are_what_the_rules_say(self) -> None:
        opening, actions = play(5, 3)
        played = record_game(opening, actions)
        assert played.ending == Ending("played")
        assert played.result is not None
        assert played.result.winners is not None
        cut = record_game(opening, actions[:9], ending=Ending("resigned", 2))
        assert cut.ending == Ending("resigned", 2)
        assert cut.result is not None
        assert cut.result.winners is None
        assert record_game(opening, actions[:9]).ending == Ending("unfinished")

    @pytest.mark.parametrize("names", [(), ("a",), ("a", "b", "c")])
    def test_there_are_as_many_names_as_players(self, names: tuple[str, ...]) -> None:
        with pytest.raises(InvalidValueError, match="names for 2 players"):
            record_game(setup(2, seed=1), [], players=names)

    def test_names_are_given_where_there_are_none(self) -> None:
        assert record_game(setup(3, seed=1), []).players == ("Player 1", "Player 2", "Player 3")
        assert record_game(setup(2, seed=1), [], players=("A", "B")).players == ("A", "B")

    def test_a_game_on_counted_decks_brings_its_own_reveals(self) -> None:
        opening, actions = play(5, 3)
        record = record_game(opening, actions)
        counted = deal(
            3, rows=opening.rows, nobles=opening.nobles, deck_counts=record.opening.deck_counts
        )
        moves = [event.action for event in record.events if isinstance(event, Move)]
        again = record_game(counted, moves)
        assert [event for event in record.events if isinstance(event, Move)] == list(again.events)

    @pytest.mark.rule("INFO-2")
    def test_faces_on_counted_decks_stand_among_the_actions(self) -> None:
        opening, face = observe(setup(2, seed=1), None), setup(2, seed=1).decks[2][0]
        told = Disclosure(card_by_id(str(face)), 0)
        record = record_game(opening, [ReserveFromDeck(3), told])
        assert record.events == (Move(ReserveFromDeck(3), by=0, gold=True), told)
        assert record.perspective == "full"
        with pytest.raises(DisclosureError, match="INFO-2"):
            record_game(opening, [told])

    def test_the_perspective_is_public_where_a_card_is_never_named(self) -> None:
        opening = observe(setup(2, seed=1), None)
        assert record_game(opening, [ReserveFromDeck(3)]).perspective == "public"
        assert record_game(opening, [ReserveFromDeck(3)], perspective=1).perspective == 1
        card = card_by_id(str(opening.rows[0][0]))
        unseen = record_game(opening, [ReserveCard(card), RevealCard(CardBack(1))])
        assert unseen.perspective == "public"

    def test_only_an_opening_can_begin_a_record(self) -> None:
        later = apply(setup(2, seed=1), legal_actions(setup(2, seed=1))[0])
        with pytest.raises(InvalidValueError, match="begins with an opening"):
            record_game(later, [])
        opening = setup(2, seed=1)
        rich = (Player(Gems(1, 1, 1)), Player())
        gone = attrs.evolve(opening, bank=opening.bank - Gems(1, 1, 1), players=rich)
        with pytest.raises(InvalidValueError, match="begins with an opening"):
            record_game(gone, [])
        broken = attrs.evolve(setup(2, seed=1), bank=Gems())
        with pytest.raises(InvalidPositionError):
            record_game(broken, [])

    def test_the_first_illegal_action_stops_it(self) -> None:
        with pytest.raises(IllegalActionError):
            record_game(setup(2, seed=1), [TakeTokens(Gems(gold=1))])

    def test_a_partly_known_deck_is_recorded_as_far_as_it_is_known(self) -> None:
        opening = observe(setup(2, seed=1), None)
        record = record_game(opening, [ReserveFromDeck(1)])
        assert record.events == (Move(ReserveFromDeck(1), by=0, gold=True),)
        assert CardBack(1) in opening.decks[0]
