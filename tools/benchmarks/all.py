"""Runs every benchmark, one after the other, on a quiet machine, and writes all ratios into one file with the machine's kind.

    ./tool bench-all                              into Benchmarks/results/all.json, and the table in Benchmarks/README.md
    ./tool bench-all --to FILE                    into another file
    ./tool bench-all bench bench-server           some of them; without --to, nothing is written
    ./tool bench-all --compare OLD NEW            two such files: each ratio, and by name what became worse by more than 10 %

Takes about forty minutes on two processors, after the builds. Exit status: 0 done; 1 a benchmark failed, or something became worse; 64 usage.
"""

import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
from typing import Any

from ..project import ROOT, TOOL, USAGE, fail, group, options_of, output
from . import MISSED

COMMANDS = ["bench", "bench-server", "bench-streams", "bench-flood", "bench-dcsa", "bench-sqlite", "bench-postgres", "bench-store"]
RESULTS = ROOT / "Benchmarks" / "results" / "all.json"
README = ROOT / "Benchmarks" / "README.md"
LINE = re.compile(r"^bench (?P<name>\S+) ratio=(?P<ratio>\S+) goal=(?P<goal>\S+) better=(?P<better>higher|lower) against=(?P<peer>.+)$")
# A ratio that is worse by more than this part counts as a regression.
TOLERANCE = 0.1
# The load of a quiet machine, in running processes.
QUIET = 0.5

Row = dict[str, Any]


def row_of(line: str, command: str) -> Row | None:
    """What a line says that a benchmark printed; None for any other line."""
    found = LINE.match(line.rstrip())
    if not found:
        return None
    return {**found.groupdict(), "command": command, "ratio": float(found["ratio"]), "goal": float(found["goal"])}


def machine() -> dict[str, Any]:
    """The kind of machine; ratios of different kinds are hardly comparable where a disk takes part."""
    processor = platform.processor()
    if (cpus := pathlib.Path("/proc/cpuinfo")).exists():
        processor = group(r"model name\s*: (.*)", cpus.read_text(encoding="utf-8"))
    return {"processor": processor, "processors": os.cpu_count(), "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
            "system": f"{platform.system()} {'.'.join(platform.release().split('.')[:2])}", "swift": group(r"Swift version (\S+)", output("swift", "--version"))}


def measured(command: str) -> list[Row]:
    """Runs a command, shows what it prints, and returns its rows."""
    load = os.getloadavg()[0]
    if load > QUIET:
        print(f"bench-all: the machine is not quiet before {command}: load {load:.1f}", file=sys.stderr)
    rows = []
    with subprocess.Popen([*TOOL, command], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            if row := row_of(line, command):
                rows.append(row)
    if process.returncode not in (0, MISSED) or not rows:
        fail(f"{command} ended with status {process.returncode} and {len(rows)} rows")
    return rows


def is_met(row: Row) -> bool:
    return bool(row["ratio"] >= row["goal"] if row["better"] == "higher" else row["ratio"] <= row["goal"])


def table(report: dict[str, Any]) -> str:
    """All rows but those of the JSON-file store, which have a table of their own."""
    lines = ["| row | against | measured | goal |", "| --- | --- | --- | --- |"]
    for row in report["rows"]:
        if row["command"] != "bench-store":
            sign = "≥" if row["better"] == "higher" else "≤"
            missed = "" if is_met(row) else " (missed)"
            lines.append(f"| `{row['name']}` | {row['peer'].replace('-', ' ')} | {row['ratio']:.3g}{missed} | {sign} {row['goal']:g} |")
    kind = report["machine"]
    about = f"Measured on {report['date']}: {kind['processor']}, {kind['processors']} processors, {kind['system']}, Swift {kind['swift']}."
    return about + "\n\n" + "\n".join(lines)


def put_table(start: str, end: str, text: str) -> None:
    """Puts a text between two comments of Benchmarks/README.md."""
    before, found, rest = README.read_text(encoding="utf-8").partition(f"<!-- {start} -->\n")
    _, ended, after = rest.partition(f"<!-- {end} -->")
    if not ended:
        fail(f"Benchmarks/README.md has no place for the {start}")
    README.write_text(f"{before}{found}{text}\n{ended}{after}", encoding="utf-8")


def worsening(old: Row, new: Row) -> float:
    """By which part a ratio became worse; negative if it became better."""
    change = new["ratio"] / old["ratio"]
    return 1 - change if new["better"] == "higher" else change - 1


def compare(old: dict[str, Any], new: dict[str, Any]) -> int:
    if old["machine"] != new["machine"]:
        print(f"the machines differ: {old['machine']} and {new['machine']}")
    before = {row["name"]: row for row in old["rows"]}
    after = {row["name"]: row for row in new["rows"]}
    worse = []
    for name, row in after.items():
        if name not in before:
            print(f"{name:<36}{'–':>9}{row['ratio']:>9.3g}  new")
            continue
        change = worsening(before[name], row)
        print(f"{name:<36}{before[name]['ratio']:>9.3g}{row['ratio']:>9.3g}  {abs(change):.0%} {'worse' if change > 0 else 'better'}")
        if change > TOLERANCE:
            worse.append(name)
    for name in before.keys() - after.keys():
        print(f"{name}: not measured any more")
    print(f"worse by more than {TOLERANCE:.0%}: {', '.join(worse) or 'nothing'}")
    return 1 if worse else 0


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "word*", to=str, compare=False)
    if options.compare:
        old, new = (json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in options.word)
        return compare(old, new)
    if unknown := set(options.word) - set(COMMANDS):
        fail(f"there is no benchmark {' or '.join(unknown)}", USAGE)
    rows = [row for command in options.word or COMMANDS for row in measured(command)]
    report = {"date": datetime.date.today().isoformat(), "machine": machine(), "rows": rows}
    target = pathlib.Path(options.to).resolve() if options.to else None if options.word else RESULTS
    if target:
        target.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if target == RESULTS:
        put_table("all table", "end of all", table(report))
    missed = [row["name"] for row in rows if not is_met(row)]
    print(f"{len(rows)} rows; missed: {', '.join(missed) or 'none'}")
    return 0
