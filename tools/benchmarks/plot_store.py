"""Draws the results of bench-store: plots (SVG), data (CSV), and the table of goals in Benchmarks/README.md."""

import csv
import json
import math
import pathlib
from collections.abc import Iterable
from typing import Any

from .. import libraries
from ..project import ROOT
from .all import put_table

FOLDER = ROOT / "Benchmarks"
RESULTS = FOLDER / "results"
COLOURS = {"ours": "#0b6e4f", "sqlite": "#b3541e"}
NAMES = {"ours": "JSON-file store", "sqlite": "SQLite (WAL, synchronous=FULL)"}
RANKS = {0: "0", 0.5: "50", 0.9: "90", 0.99: "99", 0.999: "99.9"}


def plot(name: str, title: str, x_title: str, y_title: str, draw: Any) -> None:
    """Writes an SVG with a logarithmic y axis; `draw` gets its axes. The same results give the same file."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": name})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7.2, 4.6), layout="constrained")
    axes.set(title=title, xlabel=x_title, ylabel=y_title, yscale="log")
    axes.grid(color="#eee")
    draw(axes)
    figure.legend(loc="outside lower center", ncols=2, fontsize="small")
    figure.savefig(RESULTS / name, metadata={"Date": None})


def write_rows(name: str, head: list[str], rows: Iterable[list[object]]) -> None:
    with open(RESULTS / name, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def quantile(values: list[float], part: float) -> float:
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def draw_throughput(points: list[dict[str, Any]], note: str) -> None:
    """The median of each number of callers, with the span of the middle four fifths."""
    callers = sorted({point["callers"] for point in points})

    def draw(axes: Any) -> None:
        axes.set_xticks(range(len(callers)), callers)
        for name, colour in COLOURS.items():
            series = {point["callers"]: point["perSecond"] for point in points if point["contender"] == name}
            low, middle, high = ([quantile(series[count], part) for count in callers] for part in (0.1, 0.5, 0.9))
            span = [[b - a for a, b in zip(low, middle)], [b - a for a, b in zip(middle, high)]]
            axes.errorbar(range(len(callers)), middle, yerr=span, marker="o", markersize=4, color=colour, label=NAMES[name])

    plot("throughput.svg", f"Saves a second, by callers at once{note}", "callers", "saves a second", draw)
    write_rows("throughput.csv", ["callers", "contender", "round", "saves_per_second"],
               ([point["callers"], point["contender"], number, f"{rate:.1f}"] for point in points for number, rate in enumerate(point["perSecond"])))


def draw_latency(curves: list[dict[str, Any]], note: str) -> None:
    """Percentiles spread as nines: 0, 90, 99 and 99.9 % stand equally far apart."""
    def part(rank: float) -> float:
        return min(1.0, -math.log10(max(1e-3, 1 - rank)) / 3)

    def draw(axes: Any) -> None:
        axes.set_xticks(list(map(part, RANKS)), RANKS.values())
        for curve in curves:
            who = "one caller" if curve["callers"] == 1 else f"{curve['callers']} callers"
            axes.plot([part(number / 1000) for number in range(len(curve["microseconds"]))], curve["microseconds"], "-" if curve["callers"] == 1 else "--",
                      color=COLOURS[curve["contender"]], label=f"{NAMES[curve['contender']]}, {who}")

    plot("latency.svg", f"How long one save takes{note}", "percentile", "µs", draw)
    write_rows("latency.csv", ["callers", "contender", "rank_per_mille", "microseconds"],
               ([curve["callers"], curve["contender"], number, f"{value:.1f}"] for curve in curves for number, value in enumerate(curve["microseconds"])))


def shown(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(report: dict[str, Any]) -> str:
    lines = ["| row | what | against | measured | goal |", "| --- | --- | --- | --- | --- |"]
    for line in report["lines"]:
        higher = line["better"] == "higher"
        ratio, goal = float(line["measurement"]["ratio"]), line["goal"]
        missed = "" if (ratio >= goal if higher else ratio <= goal) else " (missed)"
        place = "" if line["place"] == "machine" else f", {line['place']} image"
        lines.append(f"| `{line['name']}` | {line['what']}{place} | {line['peer'].replace('-', ' ')} | {shown(ratio)}{missed} | {'≥' if higher else '≤'} {goal:g} |")
    about = f"Documents of {report['bytesOfDocument']} bytes; the large stores hold {report['cargos']:,} cargos, the small ones {report['small']:,}."
    return f"{about} {report['note']}".rstrip() + "\n\n" + "\n".join(lines)


def main(arguments: list[str]) -> int:
    libraries.require("plots")
    source = pathlib.Path(arguments[0]) if arguments else RESULTS / "store.json"
    report = json.loads(source.read_text(encoding="utf-8"))
    note = " (see README.md)" if report["note"] else ""
    if curves := report.get("curves"):
        draw_throughput(curves["throughput"], note)
        draw_latency(curves["latency"], note)
    put_table("store table", "end", table(report))
    return 0
