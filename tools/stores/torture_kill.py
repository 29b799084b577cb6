"""Kills writing command lines with kill -9, round after round, in one store: nothing acknowledged may be lost.

    ./tool torture-kill CLI ROUNDS [DIRECTORY]

Two writers book cargos and an importer saves many locations at once, until all three are killed at a random moment. After each round the store has to
open, be sound and have every booking whose tracking id was printed; after the last one it can still be written to.
"""

import random
import signal
import subprocess
import threading
import time

from ..project import fail, options_of
from .command_line import BOOK, CommandLine, begun, codes, during, write_locations

LOCATIONS = 34 ** 3


class Writer(threading.Thread):
    """Books one cargo after the other until it is killed, and notes each that was acknowledged."""

    def __init__(self, cli: CommandLine) -> None:
        super().__init__()
        self.cli, self.acknowledged, self.problem = cli, list[str](), ""
        self.told, self.lock, self.killed = threading.Event(), threading.Lock(), False
        self.process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        while not self.problem:
            with self.lock:
                if self.killed:
                    return
                self.process = self.cli.start(*BOOK, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            printed, told = self.process.communicate()
            if printed.endswith(b"\n"):
                self.acknowledged.append(printed.decode().strip())
            elif self.process.returncode != -signal.SIGKILL:
                self.problem = f"a booking ended with {self.process.returncode}: {told.decode(errors='replace')}"
            self.told.set()

    def kill(self) -> None:
        with self.lock:
            self.killed = True
            if self.process:
                self.process.kill()


def kill_once(cli: CommandLine, rows: str, first: bool) -> list[str]:
    """Kills two writers and an importer at once; returns the bookings that were acknowledged."""
    writers = [Writer(cli), Writer(cli)]
    for writer in writers:
        writer.start()
    importer = cli.start("location", "import", rows, "-q", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if first:  # so that there is something to lose
        writers[0].told.wait()
    time.sleep(random.uniform(0, 0.5))
    for writer in writers:
        writer.kill()
    importer.kill()
    for writer in writers:
        writer.join()
        if writer.problem:
            fail(writer.problem)
    if importer.wait() not in (0, -signal.SIGKILL):
        fail(f"the import ended with {importer.returncode}")
    return [id for writer in writers for id in writer.acknowledged]


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "cli", "rounds", "directory?")
    with begun(options) as cli:
        cli.add_ports()
        rows = write_locations(cli.folder / "rows.csv", codes(LOCATIONS))
        acknowledged: list[str] = []
        listed: list[str] = []
        for number in range(1, int(options.rounds) + 1):
            with during(f"round {number}"):
                acknowledged += kill_once(cli, rows, first=number == 1)
                # The signal may cut a write itself. That is a torn tail: no damage, and gone once the store was opened.
                cli.run("store", "verify")
                listed = cli.ids()
                cli.verify()
                if lost := set(acknowledged) - set(listed):
                    fail(f"{len(lost)} acknowledged bookings are lost: {sorted(lost)[:5]}")
        # What is there can still be written to, and is right.
        cli.run("location", "import", rows, "-q")
        if (count := len(cli.locations())) != LOCATIONS + 2:
            fail(f"{count} locations are there, not {LOCATIONS + 2}")
        print(f"{options.rounds} rounds of kill -9: {len(acknowledged)} bookings acknowledged, 0 lost; {len(listed)} stored")
    return 0
