"""Hostile input: every reader and every kind of it; refused quickly, with a place, in short.

`tests/hostile.py` has the readers. Refused means: one UnreadableError, whose text names a place and
what was expected there, is short, and can be printed.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from splendor import (
    Gem,
    Gems,
    InvalidValueError,
    Meta,
    Record,
    State,
    UnreadableError,
    from_json,
)
from splendor.errors import brief
from splendor.formats import files, folders, search, strict
from splendor.formats.files import MAX_BESIDE, load
from splendor.formats.search import UnreadableFile, find_games
from splendor.formats.strict import MAX_BYTES, MAX_DEPTH
from splendor.render.foreign import MAX_TEXT, clean
from splendor.verification import verify_many
from tests import hostile
from tests.effort import effort
from tests.hostile import (
    LOG,
    LONGEST,
    MIB,
    READERS,
    RECORD,
    STATE,
    TABLE,
    Reader,
    assert_refused,
    places,
    refusal_of,
)

ROOT = Path(__file__).parents[1]
DEEP = (10_000, 1_000_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the one file that a reader of files is given."""
    return tmp_path_factory.mktemp("hostile")


each_reader = pytest.mark.parametrize("reader", READERS, ids=str)


# What is no document of any kind

WHOLE: dict[str, str | bytes] = {
    "nothing": b"",
    "blanks": " \n\t ",
    "a string": '"' + "x" * 100_000 + '"',
    "a list of numbers": "[" + "1," * 100_000 + "1]",
    "a key many times": "{" + '"a":1,' * 100_000 + '"a":1}',
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
    "-0": "-0",
    "1e999": "1e999",
    "a megabyte of digits": "1" * MIB,
    "a megabyte of digits in a list": "[-" + "1" * MIB + "]",
    "a megabyte of decimals": "[1." + "1" * MIB + "]",
    "a megabyte of exponent": "[1e" + "1" * MIB + "]",
    "a lone surrogate": '"\\ud800"',
    "a lone surrogate in Python": '"\ud800"',
    "a lone surrogate outside": "\udfff",
    "a lone surrogate as key": '{"\\udc00": 1}',
    "a lone surrogate as key in Python": '{"\udc00": 1}',
    "a megabyte as key": '{"' + "x" * MIB + '": 1}',
    "unprintable characters as key": '{"' + "\U000e0001" * 1000 + '": 1}',
    "NUL": "\0",
    "control characters": '{"format\x1b": 1}',
    "half a pair of escapes": '"\\ud8',
    "bytes of no encoding": b"\xff\xfe\xfd",
    "backslashes": '"' + "\\" * 100_001 + '"',
    "quotation marks": '["' + '\\"' * 100_000,
    **{
        f"{name} {depth} deep": text
        for depth in DEEP
        for name, text in {
            "lists": "[" * depth + "]" * depth,
            "lists left open": "[" * depth,
            "objects": '{"a":' * depth + "1" + "}" * depth,
            "objects left open": '{"":' * depth,
            "both": '[{"a":' * (depth // 2) + "1" + "}]" * (depth // 2),
            "lists among brackets in strings": '["]",' * depth + "1" + "]" * depth,
        }.items()
    },
}


@pytest.mark.sweep
@each_reader
@pytest.mark.parametrize("kind", WHOLE)
def test_what_is_no_document_is_refused(reader: Reader, kind: str, folder: Path) -> None:
    refusal = reader.read(WHOLE[kind], folder)
    assert_refused(refusal)
    if " deep" in kind:
        assert re.search(r"line 1, column \d+: ", refusal)


# A document in a wrong encoding, or with something before or after it

WRAPPED: dict[str, Callable[[str], str | bytes]] = {
    "UTF-16 with a mark": lambda text: text.encode("utf-16"),
    "UTF-16, little end first": lambda text: text.encode("utf-16-le"),
    "UTF-16, big end first": lambda text: text.encode("utf-16-be"),
    "UTF-32 with a mark": lambda text: text.encode("utf-32"),
    "UTF-32, little end first": lambda text: text.encode("utf-32-le"),
    "UTF-32, big end first": lambda text: text.encode("utf-32-be"),
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "Latin-1": lambda text: (text[:1] + '"\xe9":1,' + text[1:]).encode("latin-1"),
    "an overlong bracket": lambda text: b"\xc1\x9b" + text[1:].encode(),
    "an overlong slash inside": lambda text: text.encode().replace(b"1", b"\xc0\xaf", 1),
    "a character cut off": lambda text: text.encode() + b"\xe2\x82",
    "a surrogate pair in UTF-8": lambda text: b'{"\xed\xa0\xbd\xed\xb8\x80":1,' + text[1:].encode(),
    "a lone surrogate in UTF-8": lambda text: text.encode() + b"\xed\xa0\x80",
    "a character beyond Unicode": lambda text: text.encode() + b"\xf4\x90\x80\x80",
    "a mark in the text": lambda text: "\ufeff" + text,
    "a mark behind": lambda text: text + "\ufeff",
    "NUL before": lambda text: "\0" + text,
    "NUL behind": lambda text: text + "\0",
    "a second document": lambda text: text + text,
    "another line": lambda text: text + "\n{}",
    "a no-break space": lambda text: "\xa0" + text,
    "a comma behind": lambda text: text + ",",
    "single quotes": lambda text: text.replace('"', "'") + "'",
    "a comment": lambda text: text + "// the end",
    "blanks beyond the limit": lambda text: text + " " * MAX_BYTES,
    "wide blanks beyond the limit": lambda text: text + "\u3000" * (MAX_BYTES // 3),
}


@each_reader
@pytest.mark.parametrize("kind", WRAPPED)
def test_a_wrong_encoding_and_what_stands_beside_a_document_are_refused(
    reader: Reader, kind: str, folder: Path
) -> None:
    refusal = reader.read(WRAPPED[kind](reader.sample), folder)
    assert_refused(refusal)
    assert not re.match(r"(game\.json: )?\$", refusal)


@pytest.mark.sweep
@each_reader
def test_a_document_cut_off_anywhere_is_refused(reader: Reader, folder: Path) -> None:
    data = reader.sample.encode()
    step = reader.stride if reader.by_file else effort(1 + len(data) // 200)
    for end in range(0, len(data), step):
        refusal = reader.read(data[:end], folder)
        assert_refused(refusal)
        assert re.search(r"line 1, column \d+: not JSON: |byte \d+: not UTF-8: ", refusal)


@pytest.mark.sweep
@each_reader
def test_a_document_with_any_byte_changed_is_read_or_refused(reader: Reader, folder: Path) -> None:
    data = bytearray(reader.sample.encode())
    for place in range(0, len(data), max(reader.stride, effort(1 + len(data) // 150))):
        right = data[place]
        for wrong in (right ^ 1 << place % 8, b'\0"9[}'[place % 5]):
            data[place] = wrong
            refusal = reader.read(bytes(data), folder)
            if refusal:
                assert_refused(refusal)
        data[place] = right


# Something hostile at every place of a document

TOKENS: dict[str, tuple[str, str]] = {
    # for each kind: the tokens in whose place it is put, and what
    "NaN": ("int", "NaN"),
    "Infinity": ("int", "Infinity"),
    "minus Infinity": ("int", "-Infinity"),
    "an infinite float": ("int", "1e999"),
    "a whole float": ("int", "1.0"),
    "an int with an exponent": ("int", "1E0"),
    "true": ("int", "true"),
    "digits as text": ("int", '"1"'),
    "Arabic digits as text": ("int", '"\u0661"'),
    "full-width digits as text": ("int", '"\uff11"'),
    "4,299 digits": ("int", "9" * 4299),
    "4,301 digits": ("int", "9" * 4301),
    "100,000 digits": ("int", "-" + "9" * 100_000),
    "a list for an int": ("int", "[1]"),
    "lists for an int": ("int", "[" * 10_000 + "]" * 10_000),
    "objects for an int": ("int", '{"a":' * 10_000 + "1" + "}" * 10_000),
    "lists for a string": ("string", "[" * 10_000 + "]" * 10_000),
    "a lone surrogate": ("string", '"\\udcff"'),
    "a lone surrogate in Python": ("string", '"a\udcff"'),
    "a control character": ("string", '"\x01"'),
    "a long string": ("string", '"' + "x" * 100_000 + '"'),
    "combining characters": ("string", '"a' + "\u0301" * 300 + '"'),
    "unprintable characters": ("string", '"' + "\U000e0001" * 300 + '"'),
    "an int for a string": ("string", "1" * 5000),
    "a float for a string": ("string", "0.5"),
    "an object with a key twice": ("string", '{"k":1,"k":2}'),
    "a list with a key twice": ("string", '[{"k":[],"k":[]}]'),
    "a lone surrogate as key": ("key", '"\\ud800"'),
    "a lone surrogate in Python as key": ("key", '"\ud800"'),
    "a control character as key": ("key", '"\x1b[31m"'),
    "a key twice": ("object", '{"twice":1,"twice":2,'),
    "a key twice by escapes": ("object", '{"twice":1,"\\u0074wice":2,'),
    "a float": ("object", '{"x_":1.5,'),
    "NaN beside": ("object", '{"x_":NaN,'),
    "4,301 digits beside": ("object", '{"x_":' + "9" * 4301 + ","),
    "lists beside": ("object", '{"x_":' + "[" * 10_000 + "]" * 10_000 + ","),
    "33 lists beside": ("object", '{"x_":' + "[" * 33 + "]" * 33 + ","),
}
FREE = {
    # what may stand in the name of a player or a program, or in what is never judged
    "combining characters": 2,
    "unprintable characters": 2,
    "a long string": 2,
    "true": 4,
    "digits as text": 4,
    "Arabic digits as text": 4,
    "full-width digits as text": 4,
    "a list for an int": 4,
}
"""At how many places of a record, at most, it is read all the same."""


@pytest.mark.sweep
@each_reader
@pytest.mark.parametrize("kind", TOKENS)
def test_something_hostile_at_any_place_is_refused_there(
    reader: Reader, kind: str, folder: Path
) -> None:
    token, hostile = TOKENS[kind]
    spots = places(reader.sample, token)[:: max(1, reader.stride // 3)]
    spots = spots[:: effort(1 + len(spots) // 8)]
    read = 0
    for start, end in spots:
        document = reader.sample[:start] + hostile + reader.sample[end:]
        refusal = reader.read(document.replace(",}", "}"), folder)
        read += not refusal
        if refusal:
            assert_refused(refusal)
    assert read <= (len(spots) if reader.partial else FREE.get(kind, 0))
    deep = len(hostile) > 2 * MAX_DEPTH and "[[" in hostile
    assert not (read and deep), "nothing is nested so deep, wherever it stands"


def test_minus_nought_is_the_int_nought() -> None:
    text = RECORD.replace('"points":0', '"points":-0')
    assert from_json(text, Record) == from_json(RECORD, Record)
    assert "not in canonical spelling" in refusal_of(lambda: from_json(text, Record, strict=True))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"q":{"k":1,"k":2}}', ".q"),
        ('{"q":[{"k":1,"k":2}]}', ".q[0]"),
        ('{"a b":{"k":1,"k":2}}', "['a b']"),
        ('{"":[[{"k":1,"k":2}]]}', "[''][0][0]"),
        ('{"\\u001b[31m":{"k":1,"k":2}}', "['\\x1b[31m']"),
        ('{"' + "x" * 41 + '":{"k":1,"k":2}}', "['" + "x" * 40 + "'...]"),
    ],
)
@pytest.mark.parametrize("where", ["meta", "x_a"])
def test_a_key_that_stands_twice_inside_what_is_free_is_found(
    where: str, text: str, path: str
) -> None:
    document = RECORD.replace('"meta":{"site"', '"x_m":{"site"')[:-1] + f',"{where}":{text}}}'
    expected = f"$.{where}{path}: the key 'k' stands twice in the object"
    assert refusal_of(lambda: from_json(document, Record)) == expected


def test_what_is_nested_too_deep_is_found_at_its_bracket() -> None:
    def read(text: str) -> str:
        return refusal_of(lambda: from_json(text, Record))

    deepest = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert read(deepest) == "$: expected an object, not a list"
    assert read('{"a":' * MAX_DEPTH + "1" + "}" * MAX_DEPTH).startswith("$.format: ")
    expected = f"expected at most {MAX_DEPTH} lists and objects inside each other"
    assert read(f"[{deepest}]") == f"line 1, column {MAX_DEPTH + 1}: {expected}"
    assert read(f'["[[", "\\"[",{{}},\n \n  {deepest}]') == (
        f"line 3, column {MAX_DEPTH + 2}: {expected}"
    )


@given(
    depth=st.sampled_from([49, 50, 51, 99, 100, 101, 102, 199, 200, 201, 900]),
    kinds=st.lists(st.sampled_from("[{"), min_size=1, max_size=4),
    before=st.text('[]{}"\\:, a', max_size=4),
    after=st.text('[]{}"\\:, a', max_size=4),
)
@example(depth=900, kinds=["["], before="]", after="[")
@example(depth=101, kinds=["{"] + ["["] * 100, before="", after="")
@example(depth=200, kinds=["{", "["], before="", after="")
def test_brackets_in_strings_are_no_depth_and_take_none_away(
    depth: int, kinds: list[str], before: str, after: str
) -> None:
    """Lists and objects in any mixture, with strings on both sides of what is inside them."""
    left, right = json.dumps(before), json.dumps(after)
    document = "1"
    for floor in reversed(range(depth)):
        if kinds[floor % len(kinds)] == "[":
            document = f"[{left},{document},{right}]"
        else:
            document = f'{{"a":{left},"b":{document},"c":{right}}}'
    refusal = refusal_of(lambda: strict.parse(document))
    too_deep = f"expected at most {MAX_DEPTH} lists and objects inside each other"
    assert refusal.endswith(too_deep) if depth > MAX_DEPTH else not refusal


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 2_000, 100_000])
@pytest.mark.parametrize("text", ["[", '{"a":', '[1,]{"a": ['])
def test_the_depth_is_named_before_what_is_no_json(text: str, depth: int) -> None:
    """On every Python, also where that has no room for what another one reads to its end."""
    refusal = refusal_of(lambda: from_json("!" + text * depth, Record))
    assert refusal.endswith(f"expected at most {MAX_DEPTH} lists and objects inside each other")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("[1,]", "line 1, column 3: not JSON: Illegal trailing comma before end of array"),
        (
            "[1\n , \t\r\n ]",
            "line 2, column 2: not JSON: Illegal trailing comma before end of array",
        ),
        (
            '{"a":1,\n\n }',
            "line 1, column 7: not JSON: Illegal trailing comma before end of object",
        ),
        ("[,]", "line 1, column 2: not JSON: Expecting value"),
        ("[1,,]", "line 1, column 4: not JSON: Expecting value"),
        ("{]", "line 1, column 2: not JSON: Expecting property name enclosed in double quotes"),
        ("]", "line 1, column 1: not JSON: Expecting value"),
    ],
    ids=repr,
)
def test_what_is_no_json_is_called_the_same_on_every_python(text: str, refusal: str) -> None:
    assert refusal_of(lambda: from_json(text, Record)) == refusal


@pytest.mark.parametrize("data", [STATE[:-1], STATE.encode()[:-1] + b"\xff", "[" * 2_000])
def test_an_error_keeps_nothing_of_a_document_that_may_hold_secrets(data: str | bytes) -> None:
    with pytest.raises(UnreadableError) as caught:
        from_json(data, State)
    assert caught.value.__context__ is None


@pytest.mark.parametrize("inside", ["", "0", '"x"'])
@pytest.mark.parametrize("depth", [32, 33])
@pytest.mark.parametrize(("where", "path"), [("meta", "$.meta.a"), ("x_a", "$.x_a")])
def test_what_is_free_is_nested_32_deep(where: str, path: str, depth: int, inside: str) -> None:
    lists: Any = json.loads("[" * depth + inside + "]" * depth)
    document = {**json.loads(RECORD), where: {"a": lists} if where == "meta" else lists}
    expected = "expected at most 32 lists and objects inside each other in meta"
    refusal = refusal_of(lambda: from_json(json.dumps(document), Record))
    assert refusal == ("" if depth == 32 else f"{path}{'[0]' * 32}: {expected}")


def test_a_long_path_and_a_long_value_are_cut() -> None:
    keys = [f"key number {number} is rather a long one" for number in range(30)]
    value: Any = 1.5
    for key in reversed(keys):
        value = {key: value}
    document = json.dumps({**json.loads(RECORD), "meta": value})
    refusal = refusal_of(lambda: from_json(document, Record))
    path, _, message = refusal.partition(": ")
    assert len(path) == 203
    assert path.startswith("$.meta['key number 0 is rather a long one']['key number 1 ")
    assert path.endswith("['key number 29 is rather a long one']")
    assert message.startswith("expected a string, an int of at most 18 digits, ")
    with pytest.raises(InvalidValueError) as caught:
        Meta(value)
    assert len(caught.value.path) == 203
    assert brief("\U000e0001" * 40) == repr("\U000e0001" * 5) + "..."
    assert brief("x" * 10**7) == repr("x" * 40) + "..."


# Text that is no JSON, and what is no text


@pytest.mark.parametrize("text", ["w" * 187, "w" * 10**7, "x", "\ud800", "\u0430", "w\u0301", "W"])
def test_gems_are_parsed_or_refused_in_short(text: str) -> None:
    for parse in (Gems.parse, Gem.from_letter):
        with pytest.raises(InvalidValueError) as caught:
            parse(text)
        assert len(str(caught.value)) < LONGEST
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "seed",
    [
        *("int:\u0665", "int:\uff15", "int: 5", "int:+5", "int:5_0", "int:-0", "int:05", "int:"),
        *("int:" + "9" * 78, "int:" + "9" * 5000, "hex:" + "0" * 66, "hex:" + "0" * MIB),
        *("hex:AA", "hex:0 0", "hex:0", "5", "", "hex:\u0661\u0661", "int:5\n", "INT:5"),
    ],
)
def test_a_seed_of_other_digits_is_refused(seed: str) -> None:
    document = json.dumps({**json.loads(RECORD), "seed": seed})
    refusal = refusal_of(lambda: from_json(document, Record))
    assert refusal.startswith("$.seed: expected a seed such as int:42 or hex:0a0b, not ")
    assert len(refusal) < LONGEST


CYCLE: list[Any] = []
CYCLE.append(CYCLE)


@pytest.mark.parametrize(
    "data", [None, 5, [], {}, CYCLE, {"data": CYCLE}, bytearray(b"{}"), memoryview(b"{}"), object()]
)
def test_only_text_and_bytes_are_read(data: Any) -> None:  # noqa: ANN401 - the point of it
    for reader in READERS:
        if reader.by_file:
            continue
        refusal = reader.read(data, Path())
        assert "expected a str or bytes, not " in refusal
        assert len(refusal) < 100


def test_a_python_object_that_holds_itself_is_no_meta() -> None:
    for value in ({"a": CYCLE}, {"a": {"b": [CYCLE, CYCLE]}}):
        with pytest.raises(InvalidValueError, match="at most 32 lists and objects inside each"):
            Meta(value)


# No refusals of a document: a lack of room, of memory


def test_a_caller_who_has_left_no_room_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflow(*_: object, **__: object) -> object:
        raise RecursionError

    monkeypatch.setattr(json.JSONDecoder, "decode", overflow)
    with pytest.raises(RecursionError):
        from_json(RECORD, Record)
    with pytest.raises(UnreadableError, match="lists and objects inside each other"):
        from_json("[" * 200, Record)


@pytest.mark.parametrize("detailed", [False, True])
def test_a_lack_of_memory_is_not_taken_for_a_refusal(detailed: bool) -> None:  # noqa: FBT001
    def hook(converter: Any) -> Any:  # noqa: ANN401 - a converter and a hook of cattrs
        def read(_: object, __: object) -> object:
            if converter.detailed_validation == detailed:
                raise MemoryError
            message = "no gems"
            raise InvalidValueError(message)

        return read

    converter = strict.Strict()
    converter.register(Gems, hook, str)
    with pytest.raises(MemoryError):
        converter.structure({"gems": []}, Holder)


@attrs.frozen
class Holder:
    gems: Gems


# Files


def test_a_file_of_a_hundred_megabytes_is_refused_unparsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, head in enumerate((RECORD, STATE, TABLE, LOG, '"', "[1,", '{"a":1,', " ", "[[[[")):
        path = tmp_path / f"{number}.json"
        path.write_text(head, encoding="utf-8")
        os.truncate(path, 100 * MIB)  # a hole takes no room on the disk
    monkeypatch.setattr(strict, "_loaded", None)
    for path in tmp_path.iterdir():
        monkeypatch.setattr(hostile, "_put", lambda _data, _folder, path=path: path)
        for reader in READERS:
            if reader.by_file:
                expected = f"expected at most {MAX_BYTES} bytes, not {100 * MIB}"
                assert reader.read("", tmp_path).removeprefix(f"{path.name}: ") == expected


def test_many_halves_of_games_cost_no_more_than_each_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = 0
    real = folders.read_head

    def count(path: Path) -> folders.Head:
        nonlocal opened
        opened += 1
        return real(path)

    monkeypatch.setattr(files, "read_head", count)
    many = 5 * MAX_BESIDE
    for number in range(many):
        (tmp_path / f"t.{number}.json").write_text(TABLE, encoding="utf-8")
    found = list(find_games([tmp_path]))
    assert opened == many
    for one in found:
        assert isinstance(one, UnreadableFile)
        assert one.error.message.endswith(
            f"named t.*.json; there are {many - 1} such files, more than {MAX_BESIDE}"
        )
    for number in range(many - MAX_BESIDE):
        (tmp_path / f"t.{number}.json").unlink()
    (tmp_path / "t.log.json").write_text(LOG, encoding="utf-8")
    assert load(tmp_path / f"t.{many - 1}.json") == load(tmp_path / f"t.{many - 2}.json")


def test_a_folder_is_listed_once_however_many_games_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[Path] = []
    real = files.by_stem

    def note(folder: Path) -> dict[str, list[str]]:
        listed.append(folder)
        return real(folder)

    monkeypatch.setattr(search, "by_stem", note)
    for number in range(5):
        (tmp_path / f"{number}.table.json").write_text(TABLE, encoding="utf-8")
        (tmp_path / f"{number}.log.json").write_text(LOG, encoding="utf-8")
    assert sum(isinstance(one, files.FoundGame) for one in find_games([tmp_path])) == 5
    assert listed == [tmp_path]


def test_what_is_unreadable_does_not_hold_on_to_its_file(tmp_path: Path) -> None:
    """Of many large ones no more than the errors are kept."""
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "wrong.json").write_text(RECORD.replace('"full"', '"fulx"'), encoding="utf-8")
    found = list(verify_many([tmp_path]))
    assert len(found) == 2
    for one in found:
        assert isinstance(one, UnreadableFile)
        assert (one.error.__traceback__, one.error.__context__) == (None, None)


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="names there are Unicode")
def test_a_name_in_an_error_is_short_and_can_be_printed(tmp_path: Path) -> None:
    path = tmp_path / f"\udcff{'x' * 200}.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(UnreadableError) as caught:
        load(path)
    assert caught.value.source == f"\\udcff{'x' * 54}..."
    path.write_text(TABLE, encoding="utf-8")
    for name in (path, tmp_path / ("x" * MIB), tmp_path / ("/" * MIB), tmp_path / ("x/" * MIB)):
        refusal = refusal_of(lambda name=name: load(name))  # type: ignore[misc]
        assert refusal.isascii()
        assert len(refusal) < LONGEST


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="names there are Unicode")
@pytest.mark.parametrize("char", ["\x1b", "\n", "\u202e", "\udcff", "x"])
def test_names_of_files_do_no_harm_in_errors(char: str, tmp_path: Path) -> None:
    stem = char * (240 // len(os.fsencode(char)))
    for ending, content in {"a": TABLE, "b": LOG, "c": LOG}.items():
        (tmp_path / f"{stem}.{ending}.json").write_text(content, encoding="utf-8")
    several = refusal_of(lambda: load(tmp_path / f"{stem}.a.json"))
    assert "there are several: " in several
    (tmp_path / f"{stem}.b.json").write_text("{", encoding="utf-8")
    (tmp_path / f"{stem}.c.json").unlink()
    none = refusal_of(lambda: load(tmp_path / f"{stem}.a.json"))
    assert "there is none; " in none
    for refusal in (several, none, refusal_of(lambda: load(f"{stem}\0"))):
        assert len(refusal) < LONGEST
        assert refusal.isprintable()


def test_what_is_spelled_out_for_a_terminal_is_cut_too() -> None:
    assert clean("\U000e0001" * 400) == "\\U000e0001" * (MAX_TEXT // 10) + "..."
    assert len(clean("\U000e0001" * 10**6)) == MAX_TEXT + 3
