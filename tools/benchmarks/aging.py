"""Ages a store month by month and measures how large it gets, with closed cargos archived and old events trimmed, or with all of them kept.

    ./tool bench-aging --cli .build/release/cargo-cli            36 months of 2,000 cargos with 15 scans each, a tenth of them rerouted
    ./tool bench-aging --cli CLI --months 6 --cargos 100 --keep  the same without archiving, to compare
    ./tool bench-aging --cli CLI --store sqlite                  in SQLite; postgres, citus: in PostgreSQL. CLI needs the trait
    ./tool bench-aging --plot FILE                               draws what was printed: docs/images/aging.svg

Prints a line of CSV for each month: bytes of the store and of the archives; of 100 bookings, each by a new process, the middle and the 99th in seconds;
the seconds and the memory (MB) of a process that opens the store to track a cargo; and the records in a JSON-file store. PostgreSQL's write-ahead log
isn't counted.
"""

import argparse
import contextlib
import csv
import datetime
import json
import os
import pathlib
import sys
import tempfile

from .. import libraries
from ..project import ROOT
from ..services import new_store
from .command_line import Store

DAY = datetime.timedelta(days=1)
START = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
COLUMNS = "month,store_bytes,archive_bytes,booking_median,booking_p99,tracking_seconds,tracking_megabytes,records"
BOOKINGS = 100


def text(moment: datetime.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Company:
    """A store of a company and its archives."""

    def __init__(self, cli: str, url: str, folder: pathlib.Path) -> None:
        self.folder = folder
        (folder / "archives").mkdir()
        self.store = Store(cli, url, now=text(START))

    def live(self, month: int, cargos: int, scans: int, archives: bool) -> str:
        """A month: bookings on its first day, scans in the four weeks after it, upkeep at the end."""
        begin = START + 30 * month * DAY
        self.store.now = text(begin)
        ids = [f"M{month:03}-{number:05}" for number in range(cargos)]
        # A tenth get another route before they are received.
        rerouted = set(ids[: cargos // 10])
        deadline = text(begin + 60 * DAY)
        voyages = [f"V{month:03}{letter}" for letter in "AB"]
        for days, voyage in enumerate(voyages):
            movement = {"departureLocation": "HKHKG", "departureTime": text(begin + (3 + days) * DAY),
                        "arrivalLocation": "SESTO", "arrivalTime": text(begin + (20 + days) * DAY)}
            self.store("voyage", "add", voyage, "-", given=json.dumps([movement]))
        self.store.rows("book", "tracking_id,origin,destination,customer_id,arrival_deadline,references",
                        [f"{each},HKHKG,SESTO,C{each[-2:]},{deadline},customer:Order {each}" for each in ids])
        self.store("route", "assign", "-", "--candidate", "1", given="\n".join(ids))
        self.store("route", "assign", "-", "--candidate", "2", given="\n".join(sorted(rerouted)))
        self.store.now = text(begin + 28 * DAY)
        middle = [(21.5 + 5 * number / scans, "CUSTOMS", "SESTO") for number in range(scans - 4)]
        happened = [(1, "RECEIVE", "HKHKG"), (4, "LOAD", "HKHKG"), (21, "UNLOAD", "SESTO"), *middle, (27, "CLAIM", "SESTO")]
        self.store.rows("handle", "completion_time,tracking_id,type,un_locode,voyage_number",
                        [f"{text(begin + days * DAY)},{each},{kind},{place},{voyages[each in rerouted] if kind in ('LOAD', 'UNLOAD') else ''}"
                         for days, kind, place in happened for each in ids])
        if archives:
            self.store("store", "archive", "--to", str(self.folder / "archives" / f"month-{month:03}.jsonl.gz"), "--older-than", "P90D")
            self.store("store", "trim")
        last = [f"LAST-{month:03}-{number:02}" for number in range(BOOKINGS)]
        bookings = sorted(map(self.store.book, last))
        self.store("cancel", *last, "--reason", "Measured")
        records = json.loads(self.store("store", "info", "-o", "json")).get("recordCount", "")
        tracking, megabytes = self.store.track(last[0])
        sizes = f"{size(self.folder) - size(self.folder / 'archives')},{size(self.folder / 'archives')}"
        return f"{month + 1},{sizes},{bookings[BOOKINGS // 2]:.4f},{bookings[-2]:.4f},{tracking:.4f},{megabytes:.0f},{records}"


def size(folder: pathlib.Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and "pg_wal" not in file.parts)


def plot(file: str) -> None:
    """Draws each column as it grows from the third month, in which nothing was old enough to leave the store."""
    libraries.require("plots")
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "aging"})
    from matplotlib import pyplot

    with open(file, encoding="utf-8") as lines:
        rows = [{name: float(value) for name, value in row.items() if value} for row in csv.DictReader(lines)]
    figure, axes = pyplot.subplots(2, 2, figsize=(8, 5), layout="constrained", sharex=True)
    charts: list[tuple[str, float, list[str]]] = [
        ("Store and archives", 1e6, ["store_bytes", "archive_bytes"]), ("Booking by a new process", 1e-3, ["booking_median", "booking_p99"]),
        ("Opening and tracking", 1e-3, ["tracking_seconds"]), ("Memory of a process", 1, ["tracking_megabytes"]),
    ]
    for place, (title, unit, columns) in zip(axes.flat, charts):
        for column in columns:
            place.plot([row["month"] for row in rows], [row[column] / unit for row in rows], label=column.replace("_", " "))
        place.set(title=title, ylabel="ms" if unit < 1 else "MB", ylim=(0, None))
        place.grid(color="#eee")
        place.legend(fontsize="small")
    for place in axes[1]:
        place.set_xlabel("month")
    figure.savefig(ROOT / "docs" / "images" / "aging.svg", metadata={"Date": None})


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", help="cargo-cli")
    parser.add_argument("--months", type=int, default=36)
    parser.add_argument("--cargos", type=int, default=2000, help="a month")
    parser.add_argument("--scans", type=int, default=15, help="for each cargo, at least 4")
    parser.add_argument("--plot", metavar="FILE", help="draw what was printed into FILE")
    parser.add_argument("--store", default="json")
    parser.add_argument("--keep", action="store_true", help="archive and trim nothing")
    options = parser.parse_args(arguments)
    if options.plot:
        plot(options.plot)
        return 0
    if not options.cli:
        parser.error("--cli or --plot is needed")
    print(COLUMNS, flush=True)
    with tempfile.TemporaryDirectory(prefix="bench-aging.") as folder, contextlib.ExitStack() as running:
        path = pathlib.Path(folder)
        os.chmod(folder, 0o711)
        company = Company(str(pathlib.Path(options.cli).resolve()), running.enter_context(new_store(options.store, folder)), path)
        for month in range(options.months):
            print(company.live(month, options.cargos, options.scans, not options.keep), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
