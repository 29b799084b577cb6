"""Interrupts imports with Ctrl-C and restarts them with the same file until all rows are there.

    ./tool torture-interrupt CLI ROWS [DIRECTORY]     locations, cargos and handling events, so many of each

Whole rows only, no row twice, and the store is sound each time. Nothing here goes by the clock: the rows come through a pipe whose writer stops in
the middle of one, and the signal is sent when the store shows all rows before it; or it is sent when the store is seen to have grown.
"""

import contextlib
import json
import pathlib
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from typing import Any

from ..project import fail, options_of
from .command_line import CommandLine, begun, codes, during, write_locations

INTERRUPTED = 130
DEADLINE = "2026-06-01T00:00:00.000Z"


class Interrupts:
    """Imports of so many rows into one store, and how many of them were interrupted."""

    def __init__(self, cli: CommandLine, rows: int) -> None:
        self.cli, self.rows, self.told = cli, rows, cli.folder / "told"
        self.in_a_row = self.at_full_speed = 0

    def interrupted(self, due: Callable[[], bool], *words: str, pieces: Iterable[bytes] = (), pause: float = 0) -> int:
        """The status of a command that is interrupted when that is due, unless it has ended. Its input is these pieces, and doesn't end.
        There is a pause of so many seconds between one look and the next."""
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "bufsize": 0}
        with self.told.open("wb") as told, self.cli.start(*words, stderr=told, **streams) as process:
            assert process.stdin
            with contextlib.suppress(BrokenPipeError):
                for piece in pieces:
                    process.stdin.write(piece)
            while process.poll() is None and not due():
                time.sleep(pause)
            process.send_signal(signal.SIGINT)
            try:
                return process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                fail("still runs a minute after it was interrupted")

    def has(self, kind: str, count: int) -> Callable[[], bool]:
        return lambda: self.cli.count(kind) >= count

    def wrong(self, status: int, kind: str) -> None:
        fail(f"ended with {status}, and {self.cli.count(kind)} are there: {self.told.read_text(errors='replace')[-2000:]}")

    def import_rows(self, command: str, kind: str, file: pathlib.Path) -> None:
        """A file through a pipe, which stops in the middle of a row: exactly the rows before it are kept. Then the file itself, interrupted as soon
        as the store grows, until it ends by itself."""
        lines = file.read_bytes().splitlines(keepends=True)
        for at in (self.rows // 7, self.rows // 3, self.rows // 2):
            # The last whole row and the beginning of the next one in one piece: whoever has seen the one has seen the other.
            pieces = (b"".join(lines[:at]), lines[at] + lines[at + 1][:8])
            with during(f"{command} import, cut in row {at + 1}"):
                status = self.interrupted(self.has(kind, at), command, "import", "-", pieces=pieces, pause=0.1)
                if status != INTERRUPTED or self.cli.count(kind) != at:
                    self.wrong(status, kind)
                self.cli.verify()
            self.in_a_row += 1
        with during(f"{command} import at full speed"):
            while status := self.interrupted(self.has(kind, self.cli.count(kind) + 1), command, "import", str(file)):
                if status != INTERRUPTED:
                    self.wrong(status, kind)
                self.cli.verify()
                self.at_full_speed += 1
            self.cli.verify()
        again = json.loads(self.cli.run(command, "import", str(file), "-o", "json"))
        if (again["added"], again["read"], again["unchanged"]) != (0, self.rows, self.rows):
            fail(f"{command} import: the same file again changes something: {again}")

    def restore(self, file: pathlib.Path) -> None:
        """A document of a whole store: all of it or nothing, whenever the signal comes."""
        segment = self.cli.store / "seg-000001.jsonl"
        moments: dict[str, Callable[[], bool]] = {
            "the lock": (self.cli.store / "LOCK").exists,
            "a segment": segment.exists,
            "content": lambda: segment.exists() and segment.stat().st_size > 0,
        }
        for moment, due in moments.items():
            shutil.rmtree(self.cli.store)
            with during(f"store import, interrupted at {moment}"):
                status = self.interrupted(due, "store", "import", str(file), "-q")
                # The signal may cut the write itself. That is a torn tail: no damage, and gone once the store was opened.
                self.cli.run("store", "verify")
                if (status, self.cli.count("cargo")) not in ((INTERRUPTED, 0), (0, self.rows), (INTERRUPTED, self.rows)):
                    self.wrong(status, "cargo")
                self.cli.verify()
            self.at_full_speed += status == INTERRUPTED
        if not self.cli.count("cargo"):
            self.cli.run("store", "import", str(file), "-q")
        if self.cli.run("store", "export").encode() != file.read_bytes():
            fail("store import: what is there is not what was exported")


def document(ids: list[str]) -> str:
    """An export with a location for each end, and cargos between them, each with its event."""
    route = {"arrivalDeadline": DEADLINE, "destination": "SESTO", "origin": "HKHKG"}
    delivery = {"isMisdirected": False, "isUnloadedAtDestination": False, "routingStatus": "NOT_ROUTED", "transportStatus": "NOT_RECEIVED"}
    cargos = [{"customerId": "ACME", "delivery": delivery, "origin": "HKHKG", "routeSpecification": route, "trackingId": id, "version": 1}
              for id in sorted(ids)]
    events = [{"aggregateId": id, "aggregateType": "Cargo", "aggregateVersion": 1,
               "data": {"customerId": "ACME", "origin": "HKHKG", "routeSpecification": route}, "eventId": f"Cargo:{id}:1:0",
               "occurredAt": "2026-03-01T08:00:00.000Z", "schemaVersion": 1, "sequence": number, "type": "CargoBooked"}
              for number, id in enumerate(ids, 1)]
    ports = [{"name": "Hong Kong", "unLocode": "HKHKG"}, {"name": "Stockholm", "unLocode": "SESTO"}]

    def lines(values: list[dict[str, Any]]) -> str:
        return "[\n" + ",\n".join(json.dumps(value, separators=(",", ":")) for value in values) + "\n]"

    return f'{{"bookingKeys":[],"cargos":{lines(cargos)},"domainEvents":{lines(events)},"format":1,"handlingEvents":[],' \
           f'"locations":{lines(ports)},"voyages":[]}}\n'


def same(what: str, found: list[str], expected: list[str]) -> None:
    if sorted(found) != sorted(expected):
        fail(f"{what} are missing, or there twice: {len(found)} for {len(expected)}")


def hear() -> None:
    """Lets the processes that are started from now on hear Ctrl-C: whoever was started in the background ignores it, and so would they."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "cli", "rows", "directory?")
    hear()
    with begun(options) as cli:
        interrupts = Interrupts(cli, int(options.rows))
        ids = list(codes(interrupts.rows))
        interrupts.import_rows("location", "location", pathlib.Path(write_locations(cli.folder / "locations.csv", ids)))
        same("locations", cli.locations(), ids)
        cargos, scans = cli.folder / "cargos.json", cli.folder / "scans.csv"
        cargos.write_text(document(ids), encoding="utf-8")
        interrupts.restore(cargos)
        rows = "".join(f"2026-02-01T00:00:00Z,{id},RECEIVE,HKHKG,\n" for id in ids)
        scans.write_text("completion_time,tracking_id,type,un_locode,voyage_number\n" + rows, encoding="utf-8")
        interrupts.import_rows("handle", "handling", scans)
        same("handling events", [event["trackingId"] for event in json.loads(cli.run("store", "export"))["handlingEvents"]], ids)
        same("cargos that show that they were handled", cli.ids("--transport-status", "IN_PORT"), ids)
        print(f"{options.rows} locations, cargos and handling events each: {interrupts.in_a_row} imports interrupted in the middle of a row, "
              f"{interrupts.at_full_speed} at full speed; every row there, and once")
    return 0
