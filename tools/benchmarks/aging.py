"""Ages a store month by month and measures how large it gets, with closed cargos archived and old events trimmed, or with all of them kept.

    ./tool bench-aging --cli .build/release/cargo-cli            36 months of 2,000 cargos with 3 scans each
    ./tool bench-aging --cli CLI --months 6 --cargos 100 --keep  the same without archiving, to compare

Prints a line of CSV for each month: bytes of the store and of the archives, the seconds and the memory (MB) of a booking by a new process,
and the records in the store.
"""

import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

DAY = datetime.timedelta(days=1)
START = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
COLUMNS = "month,store_bytes,archive_bytes,booking_seconds,booking_megabytes,records"


def text(moment: datetime.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Company:
    """A store of a company and its archives, and the command line that works on them."""

    def __init__(self, cli: str, folder: pathlib.Path) -> None:
        self.cli, self.folder, self.now = cli, folder, START
        (folder / "archives").mkdir()

    def __call__(self, *words: str, given: str = "") -> str:
        environment = {**os.environ, "CARGO_NOW": text(self.now), "CARGO_STORE": f"json:{self.folder}/store"}
        return subprocess.run([self.cli, *words], input=given, env=environment, capture_output=True, text=True, check=True).stdout

    def rows(self, command: str, columns: str, lines: list[str]) -> None:
        file = self.folder / "rows.csv"
        file.write_text("\n".join([columns, *lines]) + "\n", encoding="utf-8")
        self(*command.split(), "import", str(file), "-q")

    def live(self, month: int, cargos: int, archives: bool) -> str:
        """A month: bookings on its first day, scans in the four weeks after it, upkeep at the end."""
        begin = START + 30 * month * DAY
        self.now = begin
        ids = [f"M{month:03}-{number:05}" for number in range(cargos)]
        deadline = text(begin + 60 * DAY)
        self.rows("book", "tracking_id,origin,destination,customer_id,arrival_deadline,references",
                  [f"{each},HKHKG,SESTO,C{each[-2:]},{deadline},customer:Order {each}" for each in ids])
        self.now = begin + 28 * DAY
        scans = [(1, "RECEIVE", "HKHKG"), (20, "CUSTOMS", "SESTO"), (27, "CLAIM", "SESTO")]
        self.rows("handle", "completion_time,tracking_id,type,un_locode,voyage_number",
                  [f"{text(begin + days * DAY)},{each},{kind},{place}," for days, kind, place in scans for each in ids])
        if archives:
            self("store", "archive", "--to", str(self.folder / "archives" / f"month-{month:03}.jsonl.gz"), "--older-than", "P90D", "-q")
            self("store", "trim", "-q")
        booking = ("book", "--origin", "HKHKG", "--destination", "SESTO", "--customer", "LAST", "--deadline", deadline, "--tracking-id", f"LAST-{month:03}")
        began = time.monotonic()
        self(*booking)
        seconds = time.monotonic() - began
        self("cancel", f"LAST-{month:03}", "--reason", "Measured")
        records = json.loads(self("store", "info", "-o", "json"))["recordCount"]
        return f"{month + 1},{size(self.folder / 'store')},{size(self.folder / 'archives')},{seconds:.3f},{memory(self, month):.0f},{records}"


def size(folder: pathlib.Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def memory(company: Company, month: int) -> float:
    """The greatest resident size of a process that tracks a cargo, in megabytes."""
    environment = {**os.environ, "CARGO_NOW": text(company.now), "CARGO_STORE": f"json:{company.folder}/store"}
    process = subprocess.Popen([company.cli, "track", f"LAST-{month:03}"], env=environment, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_maxrss / 1024


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="cargo-cli")
    parser.add_argument("--months", type=int, default=36)
    parser.add_argument("--cargos", type=int, default=2000, help="a month")
    parser.add_argument("--keep", action="store_true", help="archive and trim nothing")
    options = parser.parse_args(arguments)
    print(COLUMNS, flush=True)
    with tempfile.TemporaryDirectory(prefix="bench-aging.") as folder:
        company = Company(str(pathlib.Path(options.cli).resolve()), pathlib.Path(folder))
        for code, name in (("HKHKG", "Hong Kong"), ("SESTO", "Stockholm")):
            company("location", "add", code, name)
        for month in range(options.months):
            print(company.live(month, options.cargos, not options.keep), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
