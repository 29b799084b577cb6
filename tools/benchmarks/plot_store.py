"""Draws the results of bench-store: plots (SVG), data (CSV), and the table of goals in Benchmarks/README.md. Standard library only."""

from __future__ import annotations

import csv
import json
import math
import pathlib
import re

from ..project import ROOT, fail

FOLDER = ROOT / "Benchmarks"
RESULTS = FOLDER / "results"
COLOURS = {"ours": "#0b6e4f", "sqlite": "#b3541e"}
NAMES = {"ours": "JSON-file store", "sqlite": "SQLite (WAL, synchronous=FULL)"}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 80, 24, 48, 64


def decades(low, high):
    return [10.0**power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


def label(value):
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    if value >= 1e3:
        return f"{value / 1e3:g} k"
    return f"{value:g}"


class Plot:
    """An SVG with a logarithmic y axis; x is given in parts of the width, 0 to 1."""

    def __init__(self, title, x_title, y_title, low, high):
        self.ticks = decades(low, high)
        self.low, self.high = math.log10(self.ticks[0]), math.log10(self.ticks[-1])
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            f'<text x="{LEFT}" y="24" font-size="15">{title}</text>',
            f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{x_title}</text>',
            f'<text transform="translate(18 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">{y_title}</text>',
        ]
        for tick in self.ticks:
            y = self.y(tick)
            self.parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            self.parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label(tick)}</text>')

    def x(self, part):
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def x_tick(self, part, text):
        x = self.x(part)
        self.parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>')
        self.parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{text}</text>')

    def line(self, points, colour, dashes=""):
        text = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>')

    def mark(self, part, low, middle, high, colour):
        x = self.x(part)
        self.parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{self.y(low):.1f}" y2="{self.y(high):.1f}" stroke="{colour}"/>')
        self.parts.append(f'<circle cx="{x:.1f}" cy="{self.y(middle):.1f}" r="3" fill="{colour}"/>')

    def legend(self, entries):
        for place, (text, colour, dashes) in enumerate(entries):
            y = TOP + 14 + place * 18
            self.parts.append(
                f'<line x1="{LEFT + 10}" x2="{LEFT + 38}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
            )
            self.parts.append(f'<text x="{LEFT + 44}" y="{y + 4}">{text}</text>')

    def write(self, name):
        (RESULTS / name).write_text("\n".join(self.parts + ["</svg>"]) + "\n")


def quantile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def draw_throughput(points, note):
    rates = [rate for point in points for rate in point["perSecond"]]
    plot = Plot(f"Saves a second, by callers at once{note}", "callers", "saves a second", min(rates), max(rates))
    callers = sorted({point["callers"] for point in points})
    place = {count: number / max(1, len(callers) - 1) for number, count in enumerate(callers)}
    for count in callers:
        plot.x_tick(place[count], count)
    for name, colour in COLOURS.items():
        series = sorted((point["callers"], point["perSecond"]) for point in points if point["contender"] == name)
        plot.line([(place[count], quantile(rates, 0.5)) for count, rates in series], colour)
        for count, rates in series:
            plot.mark(place[count], quantile(rates, 0.1), quantile(rates, 0.5), quantile(rates, 0.9), colour)
    plot.legend([(NAMES[name], colour, "") for name, colour in COLOURS.items()])
    plot.write("throughput.svg")
    with open(RESULTS / "throughput.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["callers", "contender", "round", "saves_per_second"])
        for point in points:
            for number, rate in enumerate(point["perSecond"]):
                writer.writerow([point["callers"], point["contender"], number, f"{rate:.1f}"])


def draw_latency(curves, note):
    """Percentiles spread as nines: 0, 90, 99 and 99.9 % stand equally far apart."""
    values = [value for curve in curves for value in curve["microseconds"]]
    plot = Plot(f"How long one save takes{note}", "percentile", "µs", min(values), max(values))

    def part(rank):
        return min(1.0, -math.log10(max(1e-3, 1 - rank)) / 3)

    for rank, text in [(0, "0"), (0.5, "50"), (0.9, "90"), (0.99, "99"), (0.999, "99.9")]:
        plot.x_tick(part(rank), text)
    entries = []
    for curve in curves:
        dashes = "" if curve["callers"] == 1 else "6 4"
        colour = COLOURS[curve["contender"]]
        plot.line([(part(number / 1000), value) for number, value in enumerate(curve["microseconds"])], colour, dashes)
        who = "one caller" if curve["callers"] == 1 else f"{curve['callers']} callers"
        entries.append((f"{NAMES[curve['contender']]}, {who}", colour, dashes))
    plot.legend(entries)
    plot.write("latency.svg")
    with open(RESULTS / "latency.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["callers", "contender", "rank_per_mille", "microseconds"])
        for curve in curves:
            for number, value in enumerate(curve["microseconds"]):
                writer.writerow([curve["callers"], curve["contender"], number, f"{value:.1f}"])


def number(value):
    value = float(value)
    if value != value:
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(report):
    lines = ["| row | what | against | measured | goal |", "| --- | --- | --- | --- | --- |"]
    for line in report["lines"]:
        higher = line["better"] == "higher"
        ratio, goal = float(line["measurement"]["ratio"]), line["goal"]
        met = ratio >= goal if higher else ratio <= goal
        place = "" if line["place"] == "machine" else f", {line['place']} image"
        wanted = f"{'≥' if higher else '≤'} {goal:g}"
        lines.append(
            f"| `{line['name']}` | {line['what']}{place} | {line['peer'].replace('-', ' ')} | {number(ratio)}{'' if met else ' (missed)'} | {wanted} |"
        )
    note = f" {report['note']}" if report["note"] else ""
    about = (
        f"Documents of {report['bytesOfDocument']} bytes; the large stores hold {report['cargos']:,} cargos, the small ones {report['small']:,}."
        f"{note}"
    )
    return about + "\n\n" + "\n".join(lines)


def main(arguments: list[str]) -> int:
    source = pathlib.Path(arguments[0]) if arguments else RESULTS / "store.json"
    report = json.loads(source.read_text())
    note = " (see README.md)" if report["note"] else ""
    curves = report.get("curves")
    if curves:
        draw_throughput(curves["throughput"], note)
        draw_latency(curves["latency"], note)
    readme = FOLDER / "README.md"
    text = readme.read_text()
    replaced = re.sub(
        r"(<!-- store table -->\n).*?(<!-- end -->)", lambda found: found[1] + table(report) + "\n" + found[2], text, flags=re.DOTALL
    )
    if replaced == text and table(report) not in text:
        fail("README.md has no place for the table")
    readme.write_text(replaced)
    return 0
