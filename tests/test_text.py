"""Records as text: one spelling, nothing lost, kind reading, and errors with line and column."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given

from splendor import (
    CARDS,
    Action,
    AmbiguousActionError,
    BuyCard,
    CardBack,
    Claims,
    Disclosure,
    Ending,
    InvalidValueError,
    Meta,
    Move,
    Record,
    ReserveFromDeck,
    Rules,
    SplendorError,
    UnreadableError,
    UnsupportedVersionError,
    Verdict,
    format_record,
    from_json,
    parse_record,
    parse_records,
    record_game,
    setup,
    to_json,
    verify,
)
from splendor.formats.text import is_text_record
from tests.games import buying, play
from tests.positions import blind, give_back, reserve, reveal, take
from tests.records import game, problem_of
from tests.writings import records

HEADER = """\
[Format "splendor-record/1"]
[Cards "base#417d650b072d"]
[Players ["Ada","Bo"]]

bank 4/4/4/4/4/5
first a
nobles wu wuk grk
1: 1u3 1g3 1w4 1w2 /36
2: 2r2 2w2 2g6 2r1 /26
3: 3k1 3u1 3w3 3k2 /16

"""
"""The opening of seed 42."""


def read(*lines: str) -> Record:
    """Read a game from the lines behind its opening."""
    return parse_record(HEADER + "\n".join(lines))


def refusal(text: str) -> str:
    """The error of a text that cannot be read; its place is in its text."""
    with pytest.raises(UnreadableError) as caught:
        parse_record(text)
    assert str(caught.value).startswith(caught.value.path)
    return str(caught.value)


class TestSpelling:
    """What is written is read back, and written again the same."""

    @given(records())
    def test_any_record_is_read_back(self, record: Record) -> None:
        text = format_record(record)
        assert parse_record(text, strict=True) == record
        assert parse_record(text.encode()) == record
        assert format_record(parse_record(text)) == text

    @given(records(), records())
    def test_json_and_text_convert_without_loss(self, first: Record, second: Record) -> None:
        text = "\n".join(format_record(from_json(to_json(one), Record)) for one in (first, second))
        back = parse_records(text)
        assert [to_json(one) for one in back] == [to_json(first), to_json(second)]

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_played_games_keep_their_verdict(self, players: int) -> None:
        record = game(players=players)
        assert verify(parse_record(format_record(record))) == verify(record)

    def test_one_game(self) -> None:
        opening = setup(2, seed=42)
        turns: list[Action] = [take("wug"), blind(3), take("rr"), reserve("1u3"), take("wgr")]
        record = record_game(opening, turns)
        assert format_record(record) == (
            '[Format "splendor-record/1"]\n'
            '[Cards "base#417d650b072d"]\n'
            '[Rules "official"]\n'
            '[Players ["Player 1","Player 2"]]\n'
            '[Perspective "full"]\n'
            '[Ending "unfinished"]\n'
            '[Result {"points":[0,0],"purchased":[0,0]}]\n'
            "\n"
            "bank 4/4/4/4/4/5\n"
            "first a\n"
            "nobles wu wuk grk\n"
            "1: 1u3 1g3 1w4 1w2 /36\n"
            "2: 2r2 2w2 2g6 2r1 /26\n"
            "3: 3k1 3u1 3w3 3k2 /16\n"
            "\n"
            "1a T wug\n"
            "1b R #3=3g3 +y\n"
            "2a T rr\n"
            "2b R 1u3 +y > 1w8\n"
            "3a T wgr\n"
        )

    def test_what_stands_on_an_event(self) -> None:
        move = Move(
            give_back("wu"),
            by=0,
            gold=False,
            visit=None,
            claims=Claims(points=3, gained=-1, change=(-1, -1, 0, 0, 0, 0), round=2),
            digest="0123456789ab",
            meta=Meta({"comment": "a ] b"}),
        )
        record = attrs.evolve(read("1a P"), events=(move,))
        line = format_record(record).splitlines()[-1]
        assert line == (
            "a -wu +- (points=3 gained=-1 change=-1/-1/0/0/0/0 round=2) @0123456789ab"
            ' {"comment":"a ] b"}'
        )
        assert parse_record(format_record(record), strict=True) == record

    def test_a_drawn_card_is_named_in_its_line_only_if_that_says_all(self) -> None:
        drawn = Move(ReserveFromDeck(3), 0, gold=True)
        named = Disclosure(CARDS["3u2"], 0)
        other = Disclosure(CARDS["3u2"], 1)
        digest = attrs.evolve(named, digest="0123456789ab")
        lines = [
            format_record(attrs.evolve(read("1a P"), events=(drawn, after))).splitlines()[14:]
            for after in (named, other, digest)
        ]
        assert lines == [
            ["1a R #3=3u2 +y"],
            ["1a R #3 +y", "= b 3u2"],
            ["1a R #3 +y", "= a 3u2 @0123456789ab"],
        ]

    def test_only_records_are_written(self) -> None:
        with pytest.raises(InvalidValueError, match="a record is expected, not 7"):
            format_record(7)  # type: ignore[arg-type]

    def test_strict_reading_demands_the_bytes(self) -> None:
        text = format_record(game())
        assert parse_record(text, strict=True) == game()
        with pytest.raises(UnreadableError, match=r"^line 1, column 2: not in canonical spelling"):
            parse_record(text.replace("Format", "format"), strict=True)
        with pytest.raises(UnreadableError, match="not in canonical spelling"):
            parse_record(text[:-1], strict=True)


class TestKindReading:
    """Capitals, blanks, comments, and what is left out where only one is possible."""

    def test_capitals_and_blanks(self) -> None:
        written = read("1a T wug", "1b R #3=3g3 +y", "2a T rr", "2b R 1u3 +y > 1w8")
        kind = read("1A t WUG", "\tb  r#3 = 3G3 +Y\r", "", "2 a Trr", "b R 1u3 + y >1W8")
        assert kind == written

    def test_tags_on_one_line_in_any_order(self) -> None:
        text = (
            '[players "Ada; Bo"] [CARDS "base#417d650b072d"][Format "splendor-record/1"]\n'
            + HEADER.partition("\n\n")[2]
        )
        assert parse_record(text) == parse_record(HEADER)

    def test_bank_and_first_player_may_be_left_out(self) -> None:
        text = HEADER.replace("bank 4/4/4/4/4/5\n", "").replace("first a\n", "")
        assert parse_record(text) == parse_record(HEADER)

    def test_cards_by_their_content(self) -> None:
        assert read("1a R 2k:wwwuugg +y") == read("1a R 2K:GGwwwuu +y")
        event = read("1a R 1k:ggg +y").events[0]
        assert event == Move(reserve("1k3"), 0, gold=True)

    def test_comments_hang_on_what_stands_before(self) -> None:
        record = parse_record(
            "; a club game\n"
            + HEADER.replace("first a", "first a ; the elder").replace("/16", "/16;end")
            + '1a T wug ; three\n; and well\n1b T wug {"comment":"mine"} ; yours'
        )
        assert record.meta == Meta({"comment": "a club game\nthe elder\nend"})
        assert [event.meta["comment"] for event in record.events] == [
            "three\nand well",
            "mine\nyours",
        ]
        assert parse_record(format_record(record), strict=True) == record

    def test_a_comment_is_a_string(self) -> None:
        text = '1a T wug {"comment":7} ; seven'
        with pytest.raises(UnreadableError, match="line 12, column 4: expected no comment behind"):
            read(text)

    def test_a_comment_that_no_file_could_hold_is_refused(self) -> None:
        with pytest.raises(UnreadableError, match=r"line 12, column 4: .*lone surrogate"):
            read("1a T wug ; \ud800")

    def test_a_payment_is_supplied_where_only_one_is_possible(self) -> None:
        opening, actions = play(11, policy=buying)
        record = record_game(opening, actions)
        left_out = 0
        doubts, places = [], []
        text = format_record(record).splitlines()
        for index, line in enumerate(text):
            label, _, rest = line.partition(" ")
            if not rest.startswith("B ") or label[-1] not in "ab":
                continue
            words = rest.split(" ")
            text[index] = " ".join((label, *words[:2], *words[3:]))
            try:
                found = parse_record("\n".join(text))
            except AmbiguousActionError as error:
                doubts.append((error.path.partition(",")[0], len(error.candidates) > 1))
                places.append((f"line {index + 1}", True))
                text[index] = line
            else:
                left_out += 1
                assert found == record
        assert left_out > 5
        assert doubts == places

    def test_a_noble_is_supplied_where_one_comes_by_itself(self) -> None:
        record = next(
            record
            for record in map(game, range(100))
            if any(isinstance(event, Move) and event.visit for event in record.events)
        )
        lines = format_record(record).split("\n")
        index = next(index for index, line in enumerate(lines) if "!" in line)
        before, _, after = lines[index].partition("!")
        lines[index] = f"{before}!{after.lstrip('wugrk')}"
        assert parse_record("\n".join(lines)) == record

    def test_no_noble_is_supplied_where_none_comes(self) -> None:
        with pytest.raises(UnreadableError, match="line 12, column 11: expected a noble such as"):
            read("1a T wug !")


class TestIllegalIsNotUnreadable:
    """A text that breaks the rules is read, and found INVALID where it does."""

    def test_an_illegal_action(self) -> None:
        problem = problem_of(read("1a T wug", "1b T wwu"))
        assert (problem.event, problem.rule.value) == (1, "TAKE-9")

    def test_a_wrong_seat(self) -> None:
        problem = problem_of(read("1a T wug", "2a T wug"))
        assert (problem.event, problem.rule.value) == (1, "TURN-4")

    def test_a_wrong_number_is_a_wrong_round(self) -> None:
        record = read("1a T wug", "2b T wug")
        problem = problem_of(record)
        assert (problem.event, problem.rule.value) == (1, "END-2")
        assert "(round=2)" in format_record(record)

    def test_a_number_need_not_be_there(self) -> None:
        assert read("a T wug", "b T wug") == read("1a T wug", "1b T wug")

    def test_a_wrong_number_counts_whatever_is_claimed(self) -> None:
        for label, claimed in (("3a", 3), ("1a", 2), ("a", 2)):
            record = read(f"{label} T wug (round=2)")
            assert record.events[0] == Move(take("wug"), 0, claims=Claims(round=claimed))

    def test_a_purchase_without_payment_that_nobody_could_pay(self) -> None:
        record = read("1a B 1u3 > 1w8")
        problem = problem_of(record)
        assert (problem.event, problem.rule.value) == (0, "BUY-5")
        event = record.events[0]
        assert isinstance(event, Move)
        assert event.action == BuyCard(CARDS["1u3"], CARDS["1u3"].cost)
        assert event.meta["assumed"] == (
            "the printed price, since this purchase or an event before it is illegal",
        )

    def test_what_is_left_out_behind_an_illegal_event(self) -> None:
        record = read("1a T wwu", "1b B 1u3 > 1w8 !", "= 3u1", "2a B 1u3")
        assert problem_of(record).event == 0
        assert [event.meta.get("assumed") is not None for event in record.events] == [
            False,
            True,
            True,
            False,
            True,
        ]

    def test_what_is_left_out_behind_an_event_of_another_seat(self) -> None:
        record = read("1b T wug", "1a B 1u3")
        assert problem_of(record).event == 0
        assert record.events[1].meta["assumed"]

    def test_what_is_left_out_behind_an_impossible_disclosure(self) -> None:
        record = read("= 3u1", "1a B 1u3")
        problem = problem_of(record)
        assert (problem.event, problem.rule.value) == (0, "ROW-6")
        assert record.events[1].meta["assumed"]

    def test_a_bad_opening_is_the_verifiers_business(self) -> None:
        text = HEADER.replace("1g3", "1u3") + "1a B 1u3"
        assert problem_of(parse_record(text)).event is None

    def test_a_reveal_by_a_player_and_a_take_by_the_table(self) -> None:
        record = read("1* T wug", "a > 1u1", "* -w", "-u")
        assert [event.by for event in record.events if isinstance(event, Move)] == [
            None,
            0,
            None,
            None,
        ]
        assert parse_record(format_record(record), strict=True) == record

    def test_an_unfinished_game_is_valid(self) -> None:
        record = read("1a T wug", "1b R 1u3 +y > 1w8")
        assert record.ending == Ending()
        assert verify(record).verdict is Verdict.VALID

    def test_an_unknown_refill(self) -> None:
        record = read("1a R 1u3 +y > #1", "1b T wug")
        assert record.events[1] == Move(reveal("#1"))
        assert verify(record).verdict is Verdict.CONSISTENT

    def test_places_of_the_opening(self) -> None:
        text = HEADER.replace("1u3", "-").replace("2r2", "#2").replace("/36", "/0")
        record = parse_record(text.replace("nobles wu wuk grk", "nobles -"))
        assert record.opening.rows[0][0] is None
        assert record.opening.rows[1][0] == CardBack(2)
        assert record.opening.nobles == ()
        assert parse_record(format_record(record)) == record

    def test_house_rules(self) -> None:
        text = HEADER.replace(
            "[Players", '[Rules {"preset":"spendee","target_score":9}]\n[Players', 1
        )
        assert parse_record(text).rules == Rules(payment="gold_last", target_score=9)


class TestRefusals:
    """Every text that is no record is refused with line and column."""

    @pytest.mark.parametrize(
        ("line", "place", "expected"),
        [
            ("1a", "column 3", "an action: T, R, B, P, N, - or >, not the end"),
            ("1a X", "column 4", "an action: T, R, B, P, N, - or >, not 'X'"),
            ("1a T wxg", "column 7", "an action: T, R, B, P, N, - or >, not 'xg'"),
            ("1a T", "column 5", "gems such as wwr, or - for none, not the end"),
            ("1a R 1k9", "column 6", "a card such as 1k3, or a deck such as #1, not '1k9'"),
            ("1a R 3u8", "column 6", "a card that there is, not '3u8'"),
            ("1a R 1k:wwwwwwww", "column 6", "a card that there is, not '1k:wwwwwwww'"),
            ("1a B 1k3 > 4", "column 12", "a card such as 1k3, or an unknown one"),
            ("1a N ww", "column 6", "a noble that there is, not 'ww'"),
            ("1a N 7", "column 6", "a noble such as wug, not '7'"),
            ("T wug", "column 1", "a line that begins with the seat, such as 1a"),
            ("1a T wug T wug", "column 10", "a line that begins with the seat, such as 1a"),
            ("-wu", "column 1", "a line that begins with the seat, such as 1a"),
            ("1e T wug", "column 1", "an action: T, R, B, P, N, - or >, not '1e'"),
            ("1a T wug (points)", "column 11", "points=, gained=, change=, round= or ), not"),
            ("1a T wug (points=1 points=2)", "column 20", "each figure once, not 'points=2)'"),
            ("1a T wug (change=1/2)", "column 21", "a slash and 4 more numbers, not ')'"),
            ("1a T wug (points=x)", "column 18", "a number, not 'x)'"),
            ("1a T wug (points=9999999999999999)", "column 11", "a figure is an int of at most"),
            ("1a T wug @0123", "column 10", "an action: T, R, B, P, N, - or >, not '@0123'"),
            ('1a T wug {"a":1.5}', "column 10", "a: expected a string, an int of at most"),
            ('1a T wug {"a":}', "column 15", "not JSON: Expecting value"),
            ('1a T wug {"a"', "column 14", "not JSON: Expecting ':' delimiter"),
            ('1a T wug {"a":1,"a":2}', "column 10", "the key 'a' stands twice in the object"),
            ("= d", "column 4", "a card such as 1k3, not the end"),
            ("= d 3u1", "column 1", "with 2 players there is no seat 3"),
            ("1d T wug", "column 4", "with 2 players there is no seat 3"),
        ],
    )
    def test_an_event(self, line: str, place: str, expected: str) -> None:
        found = refusal(HEADER + line)
        assert found.startswith(f"line 12, {place}: ")
        assert expected in found

    @pytest.mark.parametrize(
        ("old", "new", "found"),
        [
            ("[Format", "[Fromat", "line 1, column 2: expected a tag (Format, Cards, "),
            ("[Cards", "[Format", "line 2, column 2: expected the tag Format once"),
            ('"splendor-record/1"', "1", "line 1, column 9: expected the format splendor-record/1"),
            ('"splendor-record/1"', '"pgn"', "line 1, column 9: expected the format"),
            ('"splendor-record/1"', "", "line 1, column 9: not JSON: "),
            ('"splendor-record/1"]', '"splendor-record/1"', "line 1, column 28: expected ] and"),
            ("base#417d650b072d", "base", "line 2, column 8: expected the card table base#"),
            ('["Ada","Bo"]', '["Ada"]', "line 3, column 10: SETUP-1: 2, 3 or 4 players"),
            ('["Ada","Bo"]', '["Ada",7]', "line 3, column 10: [1]: expected a string, not 7"),
            ('["Ada","Bo"]', "7", "line 3, column 10: expected a list, not 7"),
            ('[Cards "base#417d650b072d"]\n', "", "line 1, column 1: the tag Cards is missing"),
            ("first a", "first e", "line 6, column 7: expected the letter of the seat that begins"),
            (
                "first a",
                "first d",
                "line 5, column 1: first_player: with 2 players there is no seat",
            ),
            ("first a", "first a b", "line 6, column 9: expected the end, not 'b'"),
            ("first a", "nobles wu", "line 7, column 1: expected the line nobles of the opening"),
            ("wuk grk", "wuk xx", "line 7, column 15: expected a noble such as wug, not 'xx'"),
            ("4/4/4/4/4/5", "4/4/4", "line 5, column 11: expected a slash and 3 more numbers"),
            ("4/4/4/4/4/5", "4/4/4/4/4/99", "line 5, column 6: gold must be an int from 0 to 31"),
            (" /26", "", "line 9, column 19: expected a slash and the number of cards"),
            (" /26", " /99", "line 5, column 1: deck_counts are three ints from 0 to 40"),
            ("2: 2r2", "4: 2r2", "line 1, column 1: the opening has no line that begins with 2"),
            ("nobles", "knights", "line 7, column 1: the opening"),
        ],
    )
    def test_the_head(self, old: str, new: str, found: str) -> None:
        assert HEADER.count(old) == 1
        text = refusal(HEADER.replace(old, new))
        if new in {"4: 2r2", "knights"}:
            found = "line 1, column 1: the opening has no line that begins with"
        assert text.startswith(found)

    def test_bad_rules_are_named_where_they_stand(self) -> None:
        rules = '[Rules {"preset":"official","target_score":0}]\n[Players'
        text = HEADER.replace("[Players", rules)
        expected = "line 3, column 8: target_score is an int from 1 to 1000000, not 0"
        assert refusal(text) == expected
        without = text.replace("bank 4/4/4/4/4/5\n", "")
        assert refusal(without) == expected
        nameless = HEADER.replace('["Ada","Bo"]', "7").replace("bank 4/4/4/4/4/5\n", "")
        assert refusal(nameless).startswith("line 3, column 10: expected a list, not 7")

    def test_a_newer_format_is_refused_by_name(self) -> None:
        newer = HEADER.replace("record/1", "record/2")
        with pytest.raises(UnsupportedVersionError):
            parse_record(newer.replace("[Cards", "[Newtag", 1))
        with pytest.raises(UnsupportedVersionError) as caught:
            parse_record(newer)
        assert str(caught.value) == (
            "line 1, column 9: splendor-record version 2 is newer than 1, the newest known here"
        )

    @pytest.mark.parametrize("text", ["", "\n\n", "; nothing"])
    def test_no_game(self, text: str) -> None:
        assert refusal(text) == "line 1, column 1: the tag Format is missing"

    def test_two_games_are_not_one(self) -> None:
        text = format_record(game(1)) + "\n" + format_record(game(2))
        line = format_record(game(1)).count("\n") + 2
        found = f"line {line}, column 1: expected one game, and here another begins"
        assert refusal(text) == found
        assert parse_records(text) == (game(1), game(2))

    def test_what_is_no_text(self) -> None:
        for wrong in (7, b"\xff", "x" * (8 * 1024 * 1024 + 1)):
            with pytest.raises(SplendorError):
                parse_record(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (HEADER, True),
        ("; comment\n\n  [ format 1", True),
        ("[Cards]", True),
        ("[ meta {}]", True),
        ('["Format"]', False),
        ("[Formats 1]", False),
        ("", False),
        ('{"format":"splendor-record"}', False),
    ],
)
def test_recognising_a_text_record(text: str, *, found: bool) -> None:
    assert is_text_record(text) is found
