"""How the results of all benchmarks are read and compared."""

from ..benchmarks.all import compare, is_met, row_of, table

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
