"""How the results of all benchmarks are read and compared."""

import pytest

from ..__main__ import COMMANDS
from ..benchmarks import MISSED, dcsa
from ..benchmarks import all as benchmarks
from ..benchmarks.all import compare, is_met, measured, row_of, table
from ..project import Failure

MACHINE = {"processor": "P", "processors": 2, "system": "S", "swift": "6"}


def report(**ratios):
    rows = [row_of(f"bench {name} ratio={ratio} goal=2 better={'lower' if name == 'cost' else 'higher'} against=a-peer", "bench")
            for name, ratio in ratios.items()]
    return {"date": "2026-01-01", "machine": MACHINE, "rows": rows}


def test_a_line_is_read_and_others_are_not():
    assert row_of("bench a-b ratio=1.50 goal=2 better=higher against=bare Hummingbird route\n", "bench") == {
        "name": "a-b", "ratio": 1.5, "goal": 2.0, "better": "higher", "peer": "bare Hummingbird route", "command": "bench"}
    assert row_of("bench a-b failed: no disk", "bench") is None


def test_a_goal_is_met_in_the_direction_of_the_row():
    assert [is_met(row) for row in report(speed=2, cost=2)["rows"]] == [True, True]
    assert [is_met(row) for row in report(speed=1.9, cost=2.1)["rows"]] == [False, False]


def test_what_became_worse_by_more_than_a_tenth_is_named(capsys):
    assert compare(report(speed=2, cost=2), report(speed=1.85, cost=2.15)) == 0
    assert compare(report(speed=2, cost=2), report(speed=1.7, cost=2.15)) == 1
    assert capsys.readouterr().out.endswith("worse by more than 10%: speed\n")
    assert compare(report(speed=2, cost=2), report(speed=3, cost=2.3)) == 1
    assert capsys.readouterr().out.endswith("worse by more than 10%: cost\n")


def test_the_table_names_what_is_missed():
    assert "| `speed` | a peer | 1.9 (missed) | ≥ 2 |" in table(report(speed=1.9))


def test_a_benchmark_that_misses_a_goal_ends_with_failure(capsys):
    assert dcsa.report({"first": [1, 19.9, 90], "other": [20, 20, 20.01]}) == 0
    assert dcsa.report({"first": [1, 19.9, 90], "other": [20, 20.1, 20.2], "third": [30]}) == MISSED
    printed = capsys.readouterr().out.splitlines()
    rows = [row for line in printed if (row := row_of(line, "bench-dcsa"))]
    assert [(row["name"], row["ratio"], is_met(row)) for row in rows] == [
        ("dcsa-first", 19.9, True), ("dcsa-other", 20, True), ("dcsa-first", 19.9, True), ("dcsa-other", 20.1, False), ("dcsa-third", 30, False)]
    assert printed[-1] == "missed: other, third"


def test_each_query_names_parameters_once():
    for query in dcsa.QUERIES.values():
        names = [part.partition("=")[0] for part in query.split("&")]
        assert len(set(names)) == len(names), query


def script(tmp_path, status, *lines):
    path = tmp_path / "tool"
    path.write_text("#!/bin/sh\n" + "".join(f"echo '{line}'\n" for line in lines) + f"exit {status}\n")
    path.chmod(0o755)
    return [str(path)]


ROW = "bench a ratio=3 goal=2 better=lower against=millisecond"


def test_the_rows_of_a_benchmark_that_missed_a_goal_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(benchmarks, "TOOL", script(tmp_path, MISSED, ROW, "missed: a"))
    assert [row["name"] for row in measured("bench-dcsa")] == ["a"]


@pytest.mark.parametrize("status,lines", [(1, [ROW]), (0, []), (MISSED, [])])
def test_a_benchmark_that_fails_or_prints_no_row_ends_all(status, lines, tmp_path, monkeypatch):
    monkeypatch.setattr(benchmarks, "TOOL", script(tmp_path, status, *lines))
    with pytest.raises(Failure):
        measured("bench-dcsa")


def test_all_benchmarks_are_run():
    listed = {name for name in COMMANDS["Benchmarks"] if name.startswith("bench")}
    assert listed == {*benchmarks.COMMANDS, "bench-all"}
