"""JSON: one spelling out, strict reading in."""

# ruff: noqa: E501 - tables of refusals, a row a line

import contextlib
import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor import (
    BOARD_GAME_ARENA,
    CARDS,
    NOBLES,
    OFFICIAL,
    PRESETS,
    SPENDEE,
    Action,
    BuyCard,
    CardBack,
    ChooseNoble,
    Gems,
    InvalidPositionError,
    InvalidValueError,
    Opening,
    Pass,
    ReserveCard,
    Reserved,
    ReserveFromDeck,
    ReturnTokens,
    RevealCard,
    Rules,
    SplendorError,
    State,
    TakeTokens,
    UnreadableError,
    UnsupportedVersionError,
    apply,
    observe,
    setup,
)
from splendor.formats.json import CARD_TABLE, digest, from_json, to_data, to_json
from splendor.formats.meta import Meta
from splendor.formats.record import Claims, Disclosure, Ending, Generator, Move, Record, Result
from splendor.formats.recording import opening_of, record_game
from splendor.model.cards import cards_digest
from tests.games import play, states_of

ACTIONS: list[tuple[Action, str]] = [
    (TakeTokens(Gems(white=1, blue=1, red=1)), '{"do":"take","gems":[1,1,0,1,0,0]}'),
    (ReserveCard(CARDS["1k3"]), '{"card":"1k3","do":"reserve"}'),
    (ReserveFromDeck(3), '{"do":"reserve_from_deck","level":3}'),
    (
        BuyCard(CARDS["2g1"], Gems(green=2, gold=1)),
        '{"card":"2g1","do":"buy","payment":[0,0,2,0,0,1]}',
    ),
    (ReturnTokens(Gems(gold=2)), '{"do":"return","gems":[0,0,0,0,0,2]}'),
    (ChooseNoble(NOBLES["wug"]), '{"do":"choose_noble","noble":"wug"}'),
    (Pass(), '{"do":"pass"}'),
    (RevealCard(CARDS["1w1"]), '{"card":"1w1","do":"reveal"}'),
    (RevealCard(CardBack(2)), '{"card":"#2","do":"reveal"}'),
]


def full_record() -> Record:
    """A record with something in every field."""
    opening = setup(2, seed=7, rules=Rules(target_score=18, payment="gold_last"))
    take = Move(
        TakeTokens(Gems(white=1, blue=1, red=1)),
        by=0,
        claims=Claims(points=0, gained=0, change=(1, 1, 0, 1, 0, 0), round=1),
        digest="0123456789ab",
        meta=Meta({"clock": 5, "x_mark": True}),
    )
    blind = Move(ReserveFromDeck(2), by=1, gold=True)
    return Record(
        players=("Ada", "Bo\N{SNOWMAN}"),
        opening=opening_of(opening),
        events=(take, blind, Disclosure(CARDS["2w1"], 1, meta=Meta({"note": "seen"}))),
        rules=opening.rules,
        perspective=1,
        ending=Ending("resigned", 0),
        result=Result((0, 0), (0, 0), (2, 1), (1,)),
        decks=tuple(
            tuple(card for card in deck if not isinstance(card, CardBack)) for deck in opening.decks
        ),
        seed=b"\x01\xff",
        generator=Generator("a program", "3"),
        meta=Meta({"site": "here", "tags": ["a", {"b": None}], "x_table": 4}),
    )


@pytest.mark.parametrize(("action", "text"), ACTIONS, ids=lambda value: str(value)[:20])
def test_each_action_has_one_spelling(action: Action, text: str) -> None:
    assert to_json(action) == text
    assert from_json(text, Action, strict=True) == action


def test_states_and_views_of_a_game_read_back_equal() -> None:
    opening, actions = play(11, 3)
    for state in list(states_of(opening, actions))[::7]:
        assert from_json(to_json(state), State, strict=True) == state
        view = observe(state, 1)
        assert from_json(to_json(view).encode(), State) == view


def test_a_state_spells_out_every_field() -> None:
    state = apply(setup(2, seed=1), ReserveFromDeck(1))
    data = to_data(state)
    assert data["players"][0] == {
        "nobles": [],
        "purchased": [],
        "reserved": [{"card": data["players"][0]["reserved"][0]["card"], "face_down": True}],
        "tokens": [0, 0, 0, 0, 0, 1],
    }
    assert [len(deck) for deck in data["decks"]] == [35, 26, 16]
    assert data["bank"] == [4, 4, 4, 4, 4, 4]
    assert data["phase"] == "main"
    assert data["format"] == "splendor-state"
    view = to_data(observe(state, 1))
    assert view["players"][0]["reserved"] == [{"card": "#1", "face_down": True}]
    assert set(view["decks"][2]) == {"#3"}


@pytest.mark.rule("VAR-1", "VAR-2", "VAR-3", "VAR-4", "VAR-5", "VAR-6", "VAR-7", "VAR-8")
@pytest.mark.parametrize("name", PRESETS)
def test_rules_are_written_as_a_preset(name: str) -> None:
    assert to_json(PRESETS[name]) == json.dumps({"preset": name}, separators=(",", ":"))
    assert from_json(to_json(PRESETS[name]), Rules) == PRESETS[name]


def test_rules_are_written_as_the_nearest_preset_and_what_differs() -> None:
    rules = attrs.evolve(SPENDEE, take_fewer="always", gold_tokens=(1, 2, 3), turn_limit=30)
    assert json.loads(to_json(rules)) == {
        "preset": "spendee",
        "take_fewer": "always",
        "gold_tokens": [1, 2, 3],
        "turn_limit": 30,
    }
    assert from_json(to_json(rules), Rules) == rules


def test_a_preset_is_official_where_none_is_named() -> None:
    assert from_json('{"target_score":21}', Rules) == Rules(target_score=21)


def test_a_noble_pool_is_written_by_ids() -> None:
    rules = attrs.evolve(BOARD_GAME_ARENA, noble_pool=tuple(NOBLES.values())[:6])
    assert from_json(to_json(rules), Rules) == rules
    assert json.loads(to_json(rules))["noble_pool"] == ["wu", "wk", "ug", "gr", "rk", "wug"]


def test_a_record_with_every_field_reads_back_equal() -> None:
    record = full_record()
    text = to_json(record)
    assert from_json(text, Record, strict=True) == record
    assert from_json(text + "\n", Record, strict=True) == record
    assert hash(from_json(text, Record)) == hash(record)


def test_a_record_leaves_out_what_it_does_not_say() -> None:
    opening = setup(2, seed=7)
    data = to_data(Record(("a", "b"), opening_of(opening)))
    assert data.keys() == {
        "cards", "ending", "events", "format", "opening", "perspective", "players", "rules", "version",
    }  # fmt: skip
    assert data["rules"] == {"preset": "official"}
    assert data["ending"] == {"kind": "unfinished"}
    assert data["cards"] == CARD_TABLE == f"base#{cards_digest()[:12]}"


def test_keys_that_begin_with_x_are_kept_where_they_stood() -> None:
    data = to_data(full_record())
    assert data["x_table"] == 4
    assert data["meta"] == {"site": "here", "tags": ["a", {"b": None}]}
    assert data["events"][0]["x_mark"] is True
    assert data["events"][0]["meta"] == {"clock": 5}


def test_what_is_wrong_beside_an_x_key_is_said_where_it_stands() -> None:
    data = to_data(full_record())
    with pytest.raises(UnreadableError, match=r"^\$\.x_b: expected a string, an int"):
        from_json(json.dumps({**data, "x_b": 1.5}), Record)
    with pytest.raises(UnreadableError, match=r"^\$\.meta: expected an object, not 5$"):
        from_json(json.dumps({**data, "meta": 5}), Record)


def test_an_x_key_beside_and_inside_meta_is_refused() -> None:
    data = to_data(full_record())
    data["meta"]["x_table"] = 5
    with pytest.raises(UnreadableError, match="each x_ key once"):
        from_json(json.dumps(data), Record)


def test_kind_reading_takes_another_spelling_and_strict_reading_refuses_it() -> None:
    spaced = '{ "do": "take", "gems": [2, 0, 0, 0, 0, 0] }'
    assert from_json(spaced, Action) == TakeTokens(Gems(white=2))
    with pytest.raises(UnreadableError) as refusal:
        from_json(spaced, Action, strict=True)
    place = "line 1, column 2: not in canonical spelling, which goes on: "
    assert str(refusal.value) == place + repr('"do":"take","gems":[')
    with pytest.raises(UnreadableError, match=r"^line 1, column 35: not in canonical spelling"):
        from_json(to_json(TakeTokens(Gems(white=2))) + "  ", Action, strict=True)
    with pytest.raises(UnreadableError, match="not in canonical spelling"):
        from_json(spaced.encode(), Action, strict=True)


Change = Callable[[dict[str, Any]], object]

MALFORMED: list[tuple[str, Change, str]] = [
    ("unknown key", lambda d: d.update(foo=1), "$: unknown key 'foo'"),
    ("unknown key inside", lambda d: d["opening"].update(foo=1), "$.opening: unknown key 'foo'"),
    ("missing key", lambda d: d.pop("opening"), "$.opening: the key 'opening' is missing"),
    ("other format", lambda d: d.update(format="chess"), "$.format: expected 'splendor-record', not 'chess'"),
    ("no version", lambda d: d.pop("version"), "$.version: expected a version number, not null"),
    ("version as text", lambda d: d.update(version="1"), "$.version: expected a version number, not '1'"),
    ("other cards", lambda d: d.update(cards="base#0"), "$.cards: expected the card table base#417d650b072d, not 'base#0'"),
    ("text for int", lambda d: d["events"][0].update(by="0"), "$.events[0].by: expected an int, not '0'"),
    ("bool for int", lambda d: d["events"][1].update(by=True), "$.events[1].by: expected an int, not true or false"),
    ("float for int", lambda d: d["opening"].update(first_player=1.0), "$.opening.first_player: expected an int, not 1.0"),
    ("int for bool", lambda d: d["events"][1].update(gold=1), "$.events[1].gold: expected true or false, not 1"),
    ("text for list", lambda d: d.update(players="AB"), "$.players: expected a list, not 'AB'"),
    ("object for list", lambda d: d.update(events={}), "$.events: expected a list, not an object"),
    ("list for object", lambda d: d.update(opening=[]), "$.opening: expected an object, not a list"),
    ("int for text", lambda d: d.update(players=["a", 2]), "$.players[1]: expected a string, not 2"),
    ("null for text", lambda d: d.update(players=["a", None]), "$.players[1]: expected a string, not null"),
    ("one player", lambda d: d.update(players=["a"]), "$.players: SETUP-1: 2, 3 or 4 players take part, not 1"),
    ("long name", lambda d: d.update(players=["a" * 201, "b"]), "$: a player's name is a string of at most 200 characters"),
    ("lone surrogate", lambda d: d.update(players=["\ud800", "b"]), "$.players[0]: the string has a lone surrogate, which no text can hold"),
    ("unknown card", lambda d: d["opening"]["rows"][1].__setitem__(2, "9z9"), "$.opening.rows[1][2]: there is no card '9z9'"),
    ("unknown back", lambda d: d["opening"]["rows"][0].__setitem__(0, "#4"), "$.opening.rows[0][0]: expected #1, #2 or #3, not '#4'"),
    ("card as int", lambda d: d["opening"]["rows"][0].__setitem__(0, 4), "$.opening.rows[0][0]: expected an id, not 4"),
    ("short row", lambda d: d["opening"]["rows"][0].pop(), "$.opening: rows are three of 4 places, null where one is empty"),
    ("deck counts", lambda d: d["opening"].update(deck_counts=[36, 26]), "$.opening: deck_counts are three ints from 0 to 40, level 1 first"),
    ("negative deck", lambda d: d["opening"].update(deck_counts=[36, 26, -1]), "$.opening: deck_counts are three ints from 0 to 40, level 1 first"),
    ("unknown noble", lambda d: d["opening"].update(nobles=["x"]), "$.opening.nobles[0]: there is no noble 'x'"),
    ("gems as text", lambda d: d["opening"].update(bank="www"), "$.opening.bank: expected a list of 6 counts, not 'www'"),
    ("five gems", lambda d: d["opening"].update(bank=[1] * 5), "$.opening.bank: expected 6 counts in the order white to gold, not 5"),
    ("many gems", lambda d: d["opening"].update(bank=[32] * 6), "$.opening.bank: white must be an int from 0 to 31, not 32"),
    ("no action", lambda d: d["events"][0].update(action={}), "$.events[0].action: expected an action whose `do` is one of take, reserve, reserve_from_deck, buy, return, choose_noble, pass, reveal, not null"),
    ("other action", lambda d: d["events"][0].update(action={"do": []}), "$.events[0].action: expected an action whose `do` is one of take, reserve, reserve_from_deck, buy, return, choose_noble, pass, reveal, not a list"),
    ("level 4", lambda d: d["events"][0].update(action={"do": "reserve_from_deck", "level": 4}), "$.events[0].action: a level is 1, 2 or 3, not 4"),
    ("back to buy", lambda d: d["events"][0].update(action={"do": "reserve", "card": "#1"}), "$.events[0].action.card: there is no card '#1'"),
    ("event as int", lambda d: d["events"].append(3), "$.events[3]: expected an object, not 3"),
    ("seat", lambda d: d["events"][2].update(seat=2), "$.events[2].seat: with 2 players there is no seat 2"),
    ("ending", lambda d: d.update(ending={"kind": "won"}), "$.ending.kind: expected one of played, resigned, timeout, unfinished, not 'won'"),
    ("ending without seat", lambda d: d.update(ending={"kind": "timeout"}), "$.ending: an ending of the kind timeout names a seat"),
    ("ending with seat", lambda d: d.update(ending={"kind": "played", "seat": 0}), "$.ending: an ending of the kind played names no seat"),
    ("ending of nobody", lambda d: d.update(ending={"kind": "timeout", "seat": 7}), "$.ending.seat: with 2 players there is no seat 7"),
    ("winner", lambda d: d["result"].update(winners=[-1]), "$.result.winners: with 2 players there is no seat -1"),
    ("perspective", lambda d: d.update(perspective="mine"), "$.perspective: expected full, public or a seat, not 'mine'"),
    ("perspective seat", lambda d: d.update(perspective=2), "$.perspective: with 2 players there is no seat 2"),
    ("change", lambda d: d["events"][0]["claims"].update(change=[1]), "$.events[0].claims: change is 6 signed numbers, white to gold"),
    ("digest", lambda d: d["events"][0].update(digest="0123456789aB"), "$.events[0]: digest is 12 hexadecimal digits, not '0123456789aB'"),
    ("digest kind", lambda d: d["events"][2].update(digest=7), "$.events[2].digest: expected a string, not 7"),
    ("huge figure", lambda d: d["events"][0]["claims"].update(points=10**16), "$.events[0].claims: a figure is an int of at most 1000000000000000, not a huge int"),
    ("huge result", lambda d: d["result"].update(points=[0, -(10**16)]), "$.result: a figure is an int of at most 1000000000000000, not a huge int"),
    ("no gold", lambda d: d["events"][1].pop("gold"), "$.events[1].gold: whether a gold was taken is true or false, not None"),
    ("preset", lambda d: d["rules"].update(preset=[]), "$.rules.preset: expected a preset (official, board_game_arena, spendee, spendee_21, text_b), not a list"),
    ("option", lambda d: d["rules"].update(target_score="3"), "$.rules.target_score: expected an int, not '3'"),
    ("option value", lambda d: d["rules"].update(gold_tokens=[1, 2, 11]), "$.rules: gold_tokens is three ints from 0 to 10, for 2, 3 and 4 players"),
    ("option choice", lambda d: d["rules"].update(payment="cash"), "$.rules.payment: expected one of any_exact, gold_last, not 'cash'"),
    ("seed spelling", lambda d: d.update(seed="int:042"), "$.seed: expected a seed such as int:42 or hex:0a0b, not 'int:042'"),
    ("seed kind", lambda d: d.update(seed="oct:7"), "$.seed: expected a seed such as int:42 or hex:0a0b, not 'oct:7'"),
    ("seed size", lambda d: d.update(seed="int:" + "9" * 90), "$.seed: expected a seed such as int:42 or hex:0a0b, not 'int:999999999999999999999999999999999999'..."),
    ("float in meta", lambda d: d.update(meta={"a": [1.5]}), "$.meta.a[0]: expected a string, an int of at most 18 digits, a bool, null, a list or an object, not 1.5"),
    ("long int in meta", lambda d: d.update(meta={"a": 10**18}), "$.meta.a: expected a string, an int of at most 18 digits, a bool, null, a list or an object, not a huge int"),
    ("longer int in meta", lambda d: d.update(meta={"a": -(10**30)}), "$.meta.a: expected a string, an int of at most 18 digits, a bool, null, a list or an object, not an int of 31 digits"),
    ("two decks", lambda d: d.update(decks=[[], []]), "$.decks: decks are three, one a level, not 2"),
    ("winner twice", lambda d: d["result"].update(winners=[1, 1]), "$.result: a result names a winner twice"),
    ("deep meta", lambda d: d.update(meta={"a": json.loads("[" * 40 + "]" * 40)}), "$.meta.a" + "[0]" * 32 + ": expected at most 32 lists and objects inside each other in meta"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"), [row[1:] for row in MALFORMED], ids=[row[0] for row in MALFORMED]
)
def test_malformed_records_are_refused_with_path_and_expectation(
    change: Change, message: str
) -> None:
    data = to_data(full_record())
    change(data)
    with pytest.raises(UnreadableError) as refusal:
        from_json(json.dumps(data), Record)
    assert str(refusal.value) == message


def test_a_newer_version_is_refused_by_name() -> None:
    data = to_data(full_record())
    data["version"] = 2
    with pytest.raises(
        UnsupportedVersionError, match=r"^\$\.version: splendor-record version 2 is newer than 1"
    ):
        from_json(json.dumps(data), Record)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "line 1, column 1: not JSON: the document is empty"),
        ("\ufeff{}", "line 1, column 1: not JSON: the document begins with a byte order mark"),
        ("[1,\n 2,", "line 2, column 4: not JSON: Expecting value"),
        ('["\\x"]', "line 1, column 3: not JSON: Invalid \\escape"),
        ('["a', "line 1, column 2: not JSON: Unterminated string"),
        (b'["\n', "line 1, column 3: not JSON: Invalid control character"),
        (b"\xff\xfe{", "byte 0: not UTF-8: invalid start byte"),
        ("[]", "$: expected an object, not a list"),
        ('{"format":"splendor-record","format":"splendor-record"}', "$: the key 'format' stands twice in the object"),
        ('{"format":NaN}', "$.format: expected 'splendor-record', not nan"),
        ('{"format":"splendor-record","version":1' + "0" * 5000 + "}", "$.version: expected a version number, not an int of 5001 digits"),
    ],
    ids=["empty", "mark", "cut off", "escape", "string", "control", "bytes", "list", "twice", "nan", "huge int"],
)  # fmt: skip
def test_what_is_no_document_is_refused_with_its_place(text: str | bytes, message: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        from_json(text, Record)
    assert str(refusal.value) == message


def test_a_key_that_stands_twice_deep_inside_is_found() -> None:
    text = to_json(full_record()).replace('"first_player":0', '"first_player":0,"first_player":0')
    with pytest.raises(
        UnreadableError, match=r"^\$\.opening: the key 'first_player' stands twice in the object$"
    ):
        from_json(text, Record)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_text_gives_a_value_or_one_error(text: str | bytes) -> None:
    for kind in (Record, State, Rules):
        with contextlib.suppress(SplendorError):
            from_json(text, kind)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.data(), json_values)
def test_any_value_anywhere_in_a_record_gives_a_record_or_one_error(
    data: st.DataObject, value: object
) -> None:
    document = to_data(full_record())
    node: Any = document
    while isinstance(node, (dict, list)) and node:
        key = data.draw(
            st.sampled_from(sorted(node) if isinstance(node, dict) else list(range(len(node))))
        )
        if data.draw(st.booleans()) or not isinstance(node[key], (dict, list)):
            node[key] = value
            break
        node = node[key]
    with contextlib.suppress(SplendorError):
        record = from_json(json.dumps(document), Record)
        assert from_json(to_json(record), Record) == record


@pytest.mark.rule("INV-1", "INV-2")
def test_a_state_that_breaks_invariants_is_refused_with_all_problems() -> None:
    data = to_data(setup(2, seed=1))
    data["bank"][0] = 3
    data["decks"][0].pop()
    with pytest.raises(InvalidPositionError) as refusal:
        from_json(json.dumps(data), State)
    assert [str(problem) for problem in refusal.value.problems] == [
        "INV-1: there are 3 white tokens, not 4",
        "INV-2: there are 39 cards of level 1, not 40",
    ]


def test_an_unknown_phase_and_a_hidden_face_up_card_are_refused() -> None:
    data = to_data(setup(2, seed=1))
    data["phase"] = "dawn"
    with pytest.raises(
        UnreadableError, match=r"^\$\.phase: expected one of main, return, noble, reveal, over"
    ):
        from_json(json.dumps(data), State)
    data = to_data(setup(2, seed=1))
    data["players"][1]["reserved"] = [{"card": "#1", "face_down": False}]
    with pytest.raises(
        UnreadableError, match=r"^\$\.players\[1\]\.reserved\[0\]: face_down is a bool"
    ):
        from_json(json.dumps(data), State)


def test_a_reserved_card_is_face_up_unless_it_says_otherwise() -> None:
    data = to_data(apply(setup(2, seed=1), ReserveFromDeck(1)))
    card = data["players"][0]["reserved"][0]["card"]
    data["players"][0]["reserved"][0] = {"card": card}
    assert from_json(json.dumps(data), State).players[0].reserved == (Reserved(CARDS[card]),)


def test_a_digest_is_the_hash_of_the_canonical_json() -> None:
    state = setup(2, seed=1)
    assert digest(state) == digest(from_json(to_json(state), State))
    assert digest(state) != digest(observe(state, None))
    assert len(digest(state)) == 12


def test_other_values_have_their_json_too() -> None:
    assert to_json(Gems(white=1, gold=2)) == "[1,0,0,0,0,2]"
    assert from_json("[1,0,0,0,0,2]", Gems) == Gems(white=1, gold=2)
    assert from_json('{"preset":"official"}', Rules) == OFFICIAL


def test_recorded_games_of_every_size_read_back_equal() -> None:
    for players in (2, 3, 4):
        opening, actions = play(players, players, rules=SPENDEE, first_player=1)
        record = record_game(opening, actions, seed=players)
        assert from_json(to_json(record), Record, strict=True) == record


@pytest.mark.parametrize(("action", "text"), ACTIONS, ids=lambda value: str(value)[:20])
def test_a_single_kind_of_action_can_be_asked_for(action: Action, text: str) -> None:
    assert from_json(text, type(action)) == action
    other = Pass if type(action) is not Pass else ReserveCard
    with pytest.raises(UnreadableError, match=r"^\$\.do: expected '(pass|reserve)', not '"):
        from_json(text, other)


@pytest.mark.parametrize("kind", [dict, Opening, "State", None, int, [], {}])
def test_nothing_else_is_read_or_written(kind: Any) -> None:  # noqa: ANN401 - the point of it
    with pytest.raises(InvalidValueError, match="what is read is a State, Record, Action, Rules"):
        from_json("{}", kind)
    with pytest.raises(InvalidValueError, match="what is written is a State, Record, Action"):
        to_json(kind)
