"""The questions that are put to a database are answered as Python answers them, and drawn."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest

from examples.questions import QUESTIONS, ask, drawn, main, save
from splendor import BuyCard, CheckedGame, Move, Verdict, replay, verify_many
from splendor.adapters.tables import open_database, write_tables
from tests.command import ENVIRONMENT
from tests.documents import ROOT
from tests.many_games import game

COUNT: Final = 150
GOOD: Final = (Verdict.VALID, Verdict.CONSISTENT)


@pytest.fixture(scope="module")
def findings() -> list[CheckedGame]:
    found = verify_many(map(game, range(COUNT)), keep_records=True)
    return [each for each in found if isinstance(each, CheckedGame)]


@pytest.fixture(scope="module")
def tables(findings: list[CheckedGame], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    assert write_tables(findings, folder) == COUNT
    return folder


def answer(tables: Path, name: str) -> list[Any]:
    """What the database says."""
    with open_database(tables) as database:
        return ask(database, QUESTIONS[name]).fetchall()


def played(findings: list[CheckedGame]) -> dict[int, list[CheckedGame]]:
    """The good games that were played out, by the number of players."""
    games = defaultdict(list)
    for each in findings:
        if each.ending.kind == "played" and each.report.verdict in GOOD:
            games[len(each.players)].append(each)
    return dict(sorted(games.items()))


def test_how_often_who_begins_wins(findings: list[CheckedGame], tables: Path) -> None:
    expected = []
    for players, games in played(findings).items():
        won = mean(share(each) for each in games)
        margin = 196 * (won * (1 - won) / len(games)) ** 0.5
        expected.append((players, len(games), 100 * won, margin, 100 / players))
    assert answer(tables, "first-player") == [pytest.approx(row, abs=0.051) for row in expected]


def share(finding: CheckedGame) -> float:
    """What part of the win who began has."""
    assert finding.record
    assert finding.report.outcome
    winners = finding.report.outcome.winners
    return (finding.record.opening.first_player in winners) / len(winners)


def test_what_is_bought_first(findings: list[CheckedGame], tables: Path) -> None:
    times: Counter[Any] = Counter()
    for each in findings:
        assert each.record
        done = set()
        for event in each.record.events[: len(replay(each.record).states) - 1]:
            if isinstance(event, Move) and isinstance(event.action, BuyCard):
                if event.by not in done:
                    times[event.action.card] += 1
                done.add(event.by)
    ranked = sorted(times.items(), key=lambda item: (-item[1], item[0].id))[:10]
    total = sum(times.values())
    assert answer(tables, "first-purchases") == [
        (
            card.id,
            card.bonus.value,
            card.points,
            count,
            pytest.approx(100 * count / total, abs=0.051),
        )
        for card, count in ranked
    ]


def test_how_long_games_are(findings: list[CheckedGame], tables: Path) -> None:
    rows = answer(tables, "lengths")
    assert [row[0] for row in rows] == list(played(findings))
    for players, count, shortest, quarter, half, three_quarters, longest in rows:
        rounds = [-(-each.report.turns // players) for each in played(findings)[players]]
        assert (count, shortest, longest) == (len(rounds), min(rounds), max(rounds))
        cuts = quantiles(rounds, n=4, method="inclusive")
        assert [quarter, half, three_quarters] == [pytest.approx(cut, abs=1) for cut in cuts]


def test_whose_games_break_which_rules(findings: list[CheckedGame], tables: Path) -> None:
    games = Counter(each.origin for each in findings)
    broken = Counter(
        (each.origin, each.report.problem.rule.value) for each in findings if each.report.problem
    )
    ranked = sorted(broken.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
    assert len(ranked) > 1
    assert answer(tables, "violations") == [
        (origin, games[origin], rule, times, pytest.approx(100 * times / games[origin], abs=0.0051))
        for (origin, rule), times in ranked
    ]


def test_answers_are_printed_and_drawn(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plots = tmp_path / "some" / "plots"
    assert main([str(tables), "--plots", str(plots)]) == 0
    printed = capsys.readouterr().out
    for name, question in QUESTIONS.items():
        assert f"{question.title}\n┌─" in printed
        text = "".join(ET.parse(plots / f"{name}.svg").getroot().itertext())  # noqa: S314 - ours
        first = answer(tables, name)[0][0]
        assert str(first) in text
    assert main([str(tables)]) == 0
    assert capsys.readouterr().out == printed


def test_the_same_answer_is_the_same_drawing(tables: Path, tmp_path: Path) -> None:
    for name, question in QUESTIONS.items():
        once, again = tmp_path / "once.svg", tmp_path / "again.svg"
        save(drawn(question, answer(tables, name)), once)
        save(drawn(question, answer(tables, name)), again)
        assert once.read_bytes() == again.read_bytes()


def test_no_games_are_an_answer_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_tables([], tmp_path)
    assert main([str(tmp_path), "--plots", str(tmp_path / "plots")]) == 0
    assert capsys.readouterr().out.count("0 rows") == len(QUESTIONS)
    assert len(list((tmp_path / "plots").iterdir())) == len(QUESTIONS)


def test_tables_that_are_not_there_are_named(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "examples/questions.py", str(tmp_path / "none")],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert process.returncode == 2
    assert process.stderr.startswith(f"{tmp_path / 'none'}: ")
