"""The tournament desk: which games count, who stands where, and what can be read."""

from __future__ import annotations

import json
import os
import weakref
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest

from examples.tournament import logs as logs_module
from examples.tournament.desk import Entry, alike, judge, name_of, standings
from examples.tournament.logs import Source
from examples.tournament.page import page
from examples.tournament.sheets import standings_csv
from splendor import (
    SPENDEE,
    Card,
    CardBack,
    Ending,
    Move,
    Record,
    RevealCard,
    Rules,
    format_position,
    format_record,
    load,
    redact,
    setup,
    to_json,
    verify,
    write_lines,
)
from splendor.bots import GreedyBot, play_game
from tests.ai_writer import write_log
from tests.examples.handed_in import (
    DATA,
    GAMES,
    NAMES,
    cut,
    game,
    hand_in,
    look,
    named,
    played,
    turned,
)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


# What counts


def test_the_games_of_the_examples_make_standings_and_one_of_them_is_invalid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = look(GAMES, tmp_path / "out")
    assert found.code == 1
    assert capsys.readouterr().out.splitlines()[0] == "6 games: 5 count, 1 invalid"
    assert found.ranks[0] == ("1 Ada", "3", "2")
    (row,) = found.sheet("not-counted.csv")
    assert (row["file"], row["rule"], row["event"]) == ("forged.json", "PAY-4", "31")
    assert (row["turn"], row["player"]) == ("21", "Ada")
    assert "turn 21, <bdi>Ada</bdi>; event 31 of the log" in found.text()
    assert "PAY-4" in found.text(row["replay"])
    assert f'href="{row["replay"]}"' in found.text()
    assert len(list((found.folder / "games").iterdir())) == 6


def test_sums_are_those_of_the_games(logs: Path) -> None:
    games = [game(1), game(2), game(3)]
    found = hand_in(logs, {f"{number}.json": each for number, each in enumerate(games)})
    assert found.code == 0
    results = [each.result for each in games]
    for row in found.sheet("standings.csv"):
        seat = NAMES.index(row["player"])
        points = sum((each.points or ())[seat] for each in results if each)
        assert (row["games"], int(row["points"])) == ("3", points)
        wins = sum(seat in (each.winners or ()) for each in results if each)
        assert int(row["wins_in_twelfths"]) == 12 * wins
        cards = sum((each.purchased or ())[seat] for each in results if each)
        assert int(row["cards"]) == cards > 0
        assert float(row["average_points"]) == pytest.approx(points / 3, abs=1e-6)
    assert "There are none." in found.text()


def test_a_shared_victory_counts_as_a_share_for_each_winner() -> None:
    opening = setup(2, seed=79, rules=Rules(target_score=1))
    record = play_game(opening, [GreedyBot(), GreedyBot()], players=("Ada", "Bo"))
    entry = judge(Source("a"), record, ["house rules"])
    table = standings([entry])
    assert [(each.rank, each.player, each.wins) for each in table] == [
        (1, "Ada", Fraction(1, 2)),
        (1, "Bo", Fraction(1, 2)),
    ]
    assert "1,Ada,1,0.5,6,0.5," in standings_csv(table)
    assert "won 1/2" in page("", table, [entry], [])
    third = played(("Ada", 15, 9, Fraction(1, 3)), ("Bo", 9, 9, Fraction(2, 3)))
    sums = {each.player: (each.wins, each.win_share) for each in standings([entry, entry, third])}
    assert sums == {
        "Ada": (Fraction(4, 3), Fraction(4, 9)),
        "Bo": (Fraction(5, 3), Fraction(5, 9)),
    }


def test_wins_go_before_the_win_share_and_that_before_points_and_cards() -> None:
    entries = [
        played(("most wins", 15, 20, 1), ("B", 3, 9, 0)),
        played(("most wins", 15, 20, 1), ("B", 3, 9, 0)),
        played(("most wins", 0, 20, 0), ("one of two", 18, 10, 1)),
        played(("one of two", 0, 10, 0), ("one of one", 15, 12, 1)),
        played(("more points", 16, 30, 1), ("C", 5, 5, 0)),
        played(("fewer cards", 15, 11, 1), ("D", 5, 4, 0)),
        played(("its equal", 15, 11, 1), ("E", 5, 4, 0)),
    ]
    table = standings(entries[::-1])
    assert [(each.rank, each.player) for each in table] == [
        (1, "most wins"),
        (2, "more points"),
        (3, "fewer cards"),
        (3, "its equal"),
        (5, "one of one"),
        (6, "one of two"),
        (7, "D"),
        (7, "E"),
        (9, "C"),
        (10, "B"),
    ]


def test_the_order_may_be_by_win_share(logs: Path) -> None:
    entries = [
        played(("most wins", 15, 20, 1), ("B", 3, 9, 0)),
        played(("most wins", 15, 20, 1), ("B", 3, 9, 0)),
        played(("most wins", 0, 20, 0), ("one of one", 18, 10, 1)),
    ]
    order = [(each.rank, each.player) for each in standings(entries, "share")]
    assert order == [(1, "one of one"), (2, "most wins"), (3, "B")]
    for options, sentence in (
        ((), "The order is by wins, then by wins a game (the win share), points a game, "),
        (("--order", "share"), "The order is by wins a game (the win share), then by wins, points"),
    ):
        assert sentence in hand_in(logs, {"a.json": game()}, *options).text()


def test_the_standings_that_are_written_keep_to_the_order(logs: Path) -> None:
    files = {f"{seed}.json": named(game(seed), "Ada", "Bo") for seed in range(1, 6)}
    (loser,) = {"Ada", "Bo"} - {hand_in(logs, files).ranks[0][0][2:]}
    seat = NAMES.index(loser)
    won = next(each for each in map(game, range(6, 99)) if verify(each).scores[seat].rank == 1)
    only = named(won, *("Cy" if each == loser else "Dee" for each in NAMES[:2]))
    found = hand_in(logs, {"once.json": only})
    assert found.ranks[0][0] != "1 Cy"
    assert look(logs, found.folder, "--order", "share").ranks[0] == ("1 Cy", "1", "1")


def test_a_log_that_hides_cards_is_consistent_and_counts(logs: Path) -> None:
    hidden = redact(load(GAMES / "four-players.json"), None)
    found = hand_in(logs, {"spectator.json": hidden})
    assert found.code == 0
    assert '<td class="word">CONSISTENT</td>' in found.text()
    assert [rank for rank, _, wins in found.ranks if wins == "1"] == ["1 Bo"]


def test_games_without_an_end_are_listed_and_do_not_count(logs: Path) -> None:
    found = hand_in(
        logs,
        {
            "a.json": cut(game(), Ending("unfinished")),
            "b.json": cut(game(), Ending("resigned", 1)),
            "c.json": cut(game(), Ending("timeout", 0)),
        },
    )
    assert found.code == 0
    assert set(found.why.values()) == {"ending"}
    assert found.sentences == ["unfinished", "Bo resigned", "Ada ran out of time"]
    assert "No game counts yet." in found.text()


def test_games_under_other_rules_do_not_count(logs: Path) -> None:
    short = play_game(setup(2, seed=1, rules=Rules(target_score=3)), [GreedyBot()] * 2)
    short = named(short, "Ada", "Bo")
    gold_last = play_game(setup(2, seed=2, rules=SPENDEE), [GreedyBot()] * 2, players=NAMES[:2])
    files = {"short.json": short, "spendee.json": gold_last, "table.json": game()}
    found = hand_in(logs, files)
    assert found.why == {"short.json": "rules"}
    assert "target_score=3" in found.sentences[0]
    assert look(logs, found.folder, "--rules", "official").why == {
        "short.json": "rules",
        "spendee.json": "rules",
    }
    both = look(logs, found.folder, "--rules", "official", "--rules", "spendee")
    assert both.why == {"short.json": "rules"}


def test_a_limit_of_turns_is_allowed_unless_it_ends_the_game(logs: Path) -> None:
    for limit, name in ((100, "long.json"), (5, "short.json")):
        rules = Rules(turn_limit=limit)
        record = play_game(setup(2, seed=limit, rules=rules), [GreedyBot()] * 2, players=NAMES[:2])
        (logs / name).write_text(to_json(record))
    found = look(logs, logs.with_name("out"))
    assert found.code == 0
    assert found.why == {"short.json": "ending"}
    assert found.sentences == ["stopped by the limit of 5 rounds"]


def test_a_game_handed_in_twice_counts_once_and_both_files_are_named(logs: Path) -> None:
    four = load(GAMES / "four-players.json")
    found = hand_in(
        logs,
        {
            "b/seen by a spectator.json": redact(four, None),
            "a.json": four,
            "c.txt": format_record(named(four, "Ada ", *NAMES[1:])),
        },
    )
    assert found.code == 0
    assert found.why == {"b/seen by a spectator.json": "copy", "c.txt": "copy"}
    assert found.sentences == ["the same game as a.json"] * 2
    assert ("1 Bo", "1", "1") in found.ranks


def test_of_two_logs_of_a_game_the_one_with_all_cards_counts(logs: Path) -> None:
    four = load(GAMES / "four-players.json")
    hidden = redact(four, None)
    found = hand_in(logs, {"a.json": hidden, "b.json": four, "c.json": four})
    assert found.why == {"a.json": "copy", "c.json": "copy"}
    assert found.sentences == ["the same game as b.json"] * 2
    assert [row["file"] for row in found.sheet("not-counted.csv")] == ["a.json", "c.json"]
    (logs / "b.json").unlink()
    (logs / "c.json").write_text(to_json(hidden))
    assert look(logs, found.folder).why == {"c.json": "copy"}


def test_a_game_counts_once_however_its_table_is_written_down(logs: Path) -> None:
    record = attrs.evolve(game(2, 3), seed=None)
    opening = record.opening
    moves = [event for event in record.events if isinstance(event, Move)]
    done = " ".join(str(move.action) for move in moves if move.by is not None)

    def hide(card: Card | CardBack) -> Card | CardBack:
        return card if str(card) in done else CardBack(card.level)

    hidden = tuple(tuple(hide(card) for card in row if card) for row in opening.rows)
    assert hidden != opening.rows
    backs = tuple(
        attrs.evolve(move, action=RevealCard(hide(move.action.card)))
        if isinstance(move.action, RevealCard)
        else move
        for move in moves
    )
    assert backs != record.events
    copies = {
        "cards.json": attrs.evolve(opening, rows=tuple(row[::-1] for row in opening.rows)),
        "nobles.json": attrs.evolve(opening, nobles=opening.nobles[::-1]),
        "hidden.json": attrs.evolve(opening, rows=hidden),
    }
    found = hand_in(
        logs,
        {
            "a.json": record,
            **{name: attrs.evolve(record, opening=each) for name, each in copies.items()},
            "backs.json": attrs.evolve(record, events=backs),
            "turned.json": turned(record),
            "turned twice.json": turned(turned(record)),
            "turned and renamed.json": named(turned(record), "Ada", "Bo", "Cy"),
        },
    )
    assert found.code == 0
    names = (*copies, "backs.json", "turned.json", "turned twice.json")
    assert found.why == {**dict.fromkeys(names, "copy"), "turned and renamed.json": "renamed"}
    assert {games for _, games, _ in found.ranks} == {"1"}


def test_a_game_under_other_names_does_not_count_again_and_is_told(logs: Path) -> None:
    files = {
        "a.json": game(),
        "b.json": named(game(), "Cy", "Dee"),
        "c.json": named(game(), "Bo", "Ada"),
        "d.json": game(),
    }
    found = hand_in(logs, files)
    assert found.code == 0
    assert found.why == {"b.json": "renamed", "c.json": "renamed", "d.json": "copy"}
    assert found.sentences == [
        "the same moves as a.json, under other names",
        "the same moves as a.json, under other names",
        "the same game as a.json",
    ]
    assert [games for _, games, _ in found.ranks] == ["1", "1"]
    assert '<span class="why">under other names</span>' in found.text()


# Names


def test_names_are_one_if_only_blanks_around_them_and_their_unicode_form_differ(
    logs: Path,
) -> None:
    found = hand_in(
        logs,
        {
            "1.json": named(game(1), "Zo\xeb", "Bo"),
            "2.json": named(game(2), " Zoe\u0308\n", "Bo"),
            "3.json": named(game(3), "zo\xeb", "Bo"),
            "4.json": named(game(4), "\uff3ao\xeb", "Bo"),
        },
    )
    assert {(rank[2:], games) for rank, games, _ in found.ranks} == {
        ("Zo\xeb", "2"),
        ("zo\xeb", "1"),
        ("\uff3ao\xeb", "1"),
        ("Bo", "4"),
    }
    text = found.text()
    assert "<code>&#x27; Zoe\\u0308\\n&#x27;</code>, <code>&#x27;Zo\\xeb&#x27;</code>" in text
    assert "look alike: <bdi>Zo\xeb</bdi>, <bdi>zo\xeb</bdi>, <bdi>\uff3ao\xeb</bdi>" in text


def test_names_that_look_alike_are_told_and_nothing_is_made_one() -> None:
    assert alike(["Ada", "A da", "\uff21da", "ad\u200ba", "Bo", "!", "?"]) == [
        ("A da", "Ada", "ad\u200ba", "\uff21da")
    ]
    assert name_of("Ada") != name_of("ada")


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (("Ada", "\u2003"), "the second player has no name"),
        (("Player 1", "Ada"), "the first player has no name"),
        (("Ada", "Player 1"), "the second player has no name"),
        (("Player 4", "Ada"), "the first player has no name"),
        (("\u200d", "Ada"), "the first player has no name"),
        (("Ada", "Ada "), "two players are called Ada"),
    ],
)
def test_a_game_of_players_without_a_name_of_their_own_does_not_count(
    logs: Path, players: tuple[str, str], sentence: str
) -> None:
    found = hand_in(logs, {"a.json": named(game(), *players)})
    assert found.code == 0
    assert found.why == {"a.json": "names"}
    assert found.sentences == [sentence]


def test_a_name_that_cannot_be_seen_is_shown_as_none(logs: Path) -> None:
    forged = (GAMES / "forged.json").read_text().replace('"Ada"', '""')
    found = hand_in(logs, {"a.json": named(game(), "Ada", " "), "forged.json": forged})
    players = [row["players"] for row in found.sheet("not-counted.csv")]
    assert players == ["Ada, (no name)", "(no name), Bo"]
    assert found.sheet("not-counted.csv")[1]["player"] == "(no name)"
    assert "<bdi>Ada</bdi>, <bdi>(no name)</bdi>" in found.text()
    assert "turn 21, <bdi>(no name)</bdi>; event" in found.text()


# Files


def test_files_of_many_games_count_game_by_game(logs: Path) -> None:
    lines = [*write_lines([game(1), game(2)]), "{broken\n", *write_lines([game(3)]), "{}\n"]
    foreign: list[str] = []
    for seed in (5, 6):
        actions = [event.action for event in game(seed).events if isinstance(event, Move)]
        moves = [each for each in actions if type(each).__name__ != "RevealCard"]
        foreign += map(json.dumps, write_log(setup(2, seed=seed), moves))
    found = hand_in(
        logs,
        {
            "evening.jsonl": "".join(lines),
            "morning.txt": "\n".join(map(format_record, [game(7), game(8)])),
            "models.jsonl": "".join(f"{line}\n" for line in foreign),
        },
    )
    assert found.code == 1
    assert found.why == {"evening.jsonl 3": "unreadable", "evening.jsonl 5": "unreadable"}
    places = [row["place"] for row in found.sheet("not-counted.csv")]
    assert places == ["line 3, column 2", "line 5, $"]
    games = {rank.partition(" ")[2]: games for rank, games, _ in found.ranks}
    assert games == {"Ada": "5", "Bo": "5", "model-0": "2", "model-1": "2"}
    assert "evening.jsonl, game 4" in found.text()
    replays = [path.name.partition("-")[0] for path in (found.folder / "games").iterdir()]
    assert Counter(replays) == {"evening": 3, "morning": 2, "models": 2}


def test_every_one_of_many_games_has_a_replay_of_its_own() -> None:
    sources = (Source(f"{each % 2}/a.json", each // 2) for each in range(50))
    assert len({Entry(source, game="1").replay for source in sources}) == 50


def test_a_record_without_moves_has_no_replay(logs: Path) -> None:
    record = attrs.evolve(game(), events=(), ending=Ending("unfinished"), result=None)
    found = hand_in(logs, {"a.json": record, "b.json": game()})
    assert [(row["why"], row["replay"]) for row in found.sheet("not-counted.csv")] == [
        ("ending", "")
    ]
    assert len(list((found.folder / "games").iterdir())) == 1
    assert '<th scope="row"><bdi>a.json</bdi>' in found.text()


def test_the_two_files_of_a_board_game_arena_game_are_one_game(logs: Path) -> None:
    halves = {path.name: path.read_text() for path in GAMES.glob("own-game.*")}
    assert len(halves) == 2
    record = load(GAMES / "own-game.gamedatas.json")
    found = hand_in(logs, {**halves, "own-game.json": record, "lone.json": halves.popitem()[1]})
    assert found.why == {"lone.json": "unreadable", "own-game.json": "copy"}
    assert "beside it" in found.sentences[0]


@pytest.mark.parametrize(
    ("content", "place", "sentence"),
    [
        ("", "line 1, column 1", "not JSON: the document is empty"),
        ("[" * 10**6, "line 1, column 101", "expected at most 100 lists"),
        ('[Format "splendor-record/1"]', "line 1", "the tag "),
        ('{"gameId": 1, "initialState": 2}', "line 1, $.", ""),
    ],
    ids=[
        "empty",
        "deep",
        "text",
        "foreign",
    ],
)
def test_what_cannot_be_read_is_listed_with_its_place(
    logs: Path, content: str, place: str, sentence: str
) -> None:
    found = hand_in(logs, {"a.json": content})
    assert found.code == 1
    assert set(found.why.values()) == {"unreadable"}
    row = found.sheet("not-counted.csv")[0]
    assert row["place"].startswith(place)
    assert sentence in row["sentence"]
    assert row["replay"] == ""
    assert "<a" not in found.text()


@pytest.mark.parametrize(
    ("content", "remark"),
    [
        ("[1, 2]", "JSON of another kind, not a game"),
        ('{"games": []}', "JSON of another kind, not a game"),
        (format_position(setup(2, seed=1)), "a position of one line, not a game"),
        (DATA, "a Spendee document, a position, not a game"),
    ],
    ids=["other", "no game", "position", "spendee"],
)
def test_what_is_no_game_is_left_out(logs: Path, content: str, remark: str) -> None:
    found = hand_in(logs, {"a.json": content, "game.json": game()})
    assert found.code == 0
    assert found.why == {}
    assert f"Left out: <bdi>a.json: {remark}</bdi>" in found.text()


def test_a_huge_file_is_refused_without_being_read_as_a_whole(logs: Path) -> None:
    with (logs / "huge.json").open("wb") as file:
        file.truncate(1 << 40)
    found = look(logs, logs.with_name("out"))
    assert found.sentences == ["expected at most 8388608 bytes, not 1099511627776"]


def test_of_endless_rubbish_only_some_is_listed(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs_module, "MAX_REFUSED", 3)
    rubbish = "\n" * 100
    found = hand_in(logs, {"a.jsonl": f"{to_json(game())}\n{rubbish}{to_json(game(2))}\n"})
    assert list(found.why) == [f"a.jsonl {number}" for number in (2, 3, 4)]
    assert found.ranks[0][1] == "2"


def test_links_that_go_round_and_pipes_and_locked_folders_are_unreadable(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (logs / "round").mkdir()
    (logs / "round" / "again").symlink_to(logs)
    (logs / "one.json").symlink_to("two.json")
    (logs / "two.json").symlink_to("one.json")
    (logs / "folder.json").symlink_to(logs)
    os.mkfifo(logs / "pipe.json")
    (logs / "locked").mkdir()
    scandir = os.scandir

    def refuse(path: Path | int) -> object:
        if path == logs / "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = hand_in(logs, {"good.json": game(), ".hidden.json": "no game", "notes.md": ""})
    assert found.code == 1
    assert set(found.why) == {"folder.json", "locked", "one.json", "pipe.json", "two.json"}
    assert "expected a folder that can be listed: Permission denied" in found.sentences
    assert "Left out: <bdi>notes.md: not .json, .jsonl, " in found.text()
    assert found.ranks[0][1] == "1"


def test_a_file_without_permission_is_unreadable(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def refuse(path: Path, *rest: Any, **options: Any) -> object:  # noqa: ANN401
        if path.name == "locked.json":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *rest, **options)

    monkeypatch.setattr(Path, "open", refuse)
    found = hand_in(logs, {"good.json": game()})
    os.link(logs / "good.json", logs / "locked.json")
    found = look(logs, found.folder)
    assert found.why == {"locked.json": "unreadable"}
    assert "Permission denied" in found.sentences[0]


def test_an_empty_folder_gives_empty_tables_and_exit_code_1(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = hand_in(logs, {})
    assert found.code == 1
    assert capsys.readouterr().out.splitlines()[0] == "no game found"
    assert "<p>no game found</p>" in found.text()
    assert found.sheet("standings.csv") == found.sheet("not-counted.csv") == []


def test_of_many_games_only_one_or_two_are_in_memory(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[weakref.ref[Record]] = []

    def draw(record: Record) -> str:
        seen.append(weakref.ref(record))
        assert sum(each() is not None for each in seen) <= 2
        return ""

    monkeypatch.setattr("examples.tournament.__main__.replay_html", draw)
    found = hand_in(logs, {"many.jsonl": "".join(write_lines([game()] * 40))})
    assert len(seen) == 40
    assert len(found.why) == 39
