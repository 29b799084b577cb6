"""Kills Swift and Kotlin writers of one store at random, fails the Kotlin ones' syncs and writes, and checks that the store keeps what it acknowledged.

    ./tool torture-languages                         20 rounds with the debug cargo-cli and the Kotlin twin as kotlin-parity/build.sh builds it
    ./tool torture-languages --rounds 200 --seed 7   more rounds; the same choices again, though not the same timing
    ./tool torture-languages --cli PATH              another build of cargo-cli; --cli none: Kotlin alone

In each round some writers book cargos in the same directory while readers of both languages look on. Now and then a writer is killed with -9; some
rounds end with all of them killed, so that the next one begins with a recovery, others with one program that keeps the store open. Held must be:
what was acknowledged is there, in this round and in all later ones; what was reported as failed never is; what a reader was shown stays; both
languages show the same cargos and find the files sound. The last save of a killed writer may appear late: recovery publishes it, and a store is
recovered only when no program has it open.

Exit status: 0 all held; 1 something did not; 64 usage; 69 nothing to run.
"""

import os
import pathlib
import random
import re
import signal
import subprocess
import tempfile
import threading
import time
from typing import Any

from ..project import KOTLIN, Failure, fail, group, options_of, run
from ..services import PORTS
from .command_line import CommandLine, built

DEADLINE = ["--origin", "HKHKG", "--destination", "SESTO", "--deadline", "2100-01-01T00:00:00Z", "--customer", "SWIFT"]
NEVER = {"store_full", "store_unavailable", "store_locked"}

# The packages of the Kotlin twin begin with this.
GROUP = group(r"(?m)^group=(\S+)$", (KOTLIN / "gradle.properties").read_text(encoding="utf-8"))


class Ledger:
    """What writers were told: ids that must be there, ids that must not, ids of which nothing is known."""

    def __init__(self):
        self.stored, self.failed, self.unknown, self.lock = set(), set(), set(), threading.Lock()

    def note(self, id, outcome):
        with self.lock:
            if outcome == "stored":
                self.stored.add(id)
            elif outcome in NEVER:
                self.failed.add(id)
            elif outcome in ("killed", "store_outcome_unknown"):
                self.unknown.add(id)
            else:
                fail(f"{id}: {outcome}")

    def snapshot(self):
        with self.lock:
            return set(self.stored)

    def check(self, shown, before, who):
        if before - shown:
            fail(f"{who} misses {sorted(before - shown)[:5]}, which were acknowledged before it looked")
        with self.lock:
            if self.failed & shown:
                fail(f"{who} shows {sorted(self.failed & shown)[:5]}, which were reported as failed")


class Torture:
    def __init__(self, cli, path, choices):
        self.path, self.choices = path, choices
        self.cli: Any = CommandLine(cli, path.parent, path.name) if cli else None
        self.ledger, self.errors, self.writers_begun, self.seen = Ledger(), [], 0, set()
        self.stop = threading.Event()
        self.swift_running, self.lock = {}, threading.Lock()
        build = KOTLIN / "build"
        names = (build / "cargo-infrastructure" / "tests.classpath").read_text(encoding="utf-8").strip().split(":")
        self.java = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", ":".join(str(build / name) for name in names)]

    # Writers

    def prefix(self, letter):
        self.writers_begun += 1
        return f"{letter}{self.writers_begun:04}"

    def kotlin_writer(self, per_mille):
        process = subprocess.Popen([*self.java, f"{GROUP}.infrastructure.TortureWriter", self.path, self.prefix("K"), str(self.choices.randrange(1 << 30)), str(per_mille)],
                                   stdout=subprocess.PIPE, text=True)
        told = threading.Event()
        thread = threading.Thread(target=self.guarded, args=(self.follow, process, told))
        thread.start()
        return process, thread, told

    def follow(self, process, told):
        begun = None
        for line in process.stdout:
            if not line.endswith("\n"):
                break
            id, outcome = line.split()
            if outcome == "begun":
                begun = id
            else:
                begun = None
                self.ledger.note(id, outcome)
                told.set()
        if begun:
            self.ledger.note(begun, "killed")
        if process.wait() != -signal.SIGKILL:
            fail(f"a Kotlin writer ended with {process.returncode}")

    def swift_writer(self, prefix):
        number = 0
        while not self.stop.is_set():
            id, number = f"{prefix}{number:05}", number + 1
            process = self.cli.start("book", *DEADLINE, "--tracking-id", id, "-q", "-o", "json", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            with self.lock:
                self.swift_running[prefix] = process
            _, error = process.communicate()
            with self.lock:
                del self.swift_running[prefix]
            if process.returncode == 0:
                self.ledger.note(id, "stored")
            elif process.returncode == -signal.SIGKILL:
                self.ledger.note(id, "killed")
            else:
                code = re.search(r'"code":"(store_\w+)"', error)
                self.ledger.note(id, code.group(1) if code else f"status {process.returncode}: {error.strip()}")

    def guarded(self, body, *arguments):
        try:
            body(*arguments)
        except Exception as error:  # a thread's failure is the round's
            self.errors.append(error)

    # Readers

    def look_on(self):
        while not self.stop.is_set():
            before = self.ledger.snapshot()
            shown = set(self.cli.ids())
            self.ledger.check(shown, before, "Swift")
            if self.seen - shown:
                fail(f"Swift does not show {sorted(self.seen - shown)[:5]} any more")
            self.seen = shown

    def shown_by_kotlin(self, reader):
        before = self.ledger.snapshot()
        output, _ = reader.communicate("\n")
        if reader.returncode != 0:
            fail(f"a Kotlin reader: {output[:300]}")
        self.ledger.check(set(output.split()), before, "Kotlin")
        return set(output.split())

    def reader(self):
        return subprocess.Popen([*self.java, f"{GROUP}.infrastructure.TortureReader", self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    # A round

    def round(self, seconds):
        self.stop.clear()
        choose = self.choices
        kotlin = [self.kotlin_writer(per_mille) for per_mille in choose.sample([0, 0, 30, 150, 400], 2)]
        threads = [thread for _, thread, _ in kotlin]
        swift = []
        if self.cli:
            swift = [threading.Thread(target=self.guarded, args=(self.swift_writer, self.prefix("S"))) for _ in range(2)]
            swift.append(threading.Thread(target=self.guarded, args=(self.look_on,)))
        reader = self.reader()
        for thread in swift:
            thread.start()
        # A virtual machine needs a while to start; it is no use to kill it before it has written.
        for _, _, told in kotlin:
            told.wait(60)
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.errors:
            time.sleep(choose.uniform(0.1, 0.6))
            victim = choose.random()
            place = choose.randrange(len(kotlin))
            if victim < 0.3 and kotlin[place][2].is_set():
                kotlin[place][0].kill()
                kotlin[place] = self.kotlin_writer(choose.choice([0, 30, 150, 400]))
                threads.append(kotlin[place][1])
            elif victim < 0.7:
                with self.lock:
                    if self.swift_running:
                        choose.choice(sorted(self.swift_running.items()))[1].kill()
        keeps = choose.random() < 0.5
        if not keeps:
            reader.kill()
            reader.communicate()
        self.stop.set()
        for process, _, _ in kotlin:
            process.kill()
        for thread in threads + swift:
            thread.join()
        shown = self.shown_by_kotlin(reader if keeps else self.reader())
        if self.seen - shown:
            fail(f"Kotlin does not show {sorted(self.seen - shown)[:5]}, which Swift has shown")
        if self.cli:
            before = self.ledger.snapshot()
            other = set(self.cli.ids())
            self.ledger.check(other, before, "Swift")
            if shown - other:
                fail(f"Swift does not show {sorted(shown - other)[:5]}, which Kotlin has shown")
            # While a reader kept the store open, a killed writer's last save stayed unpublished. Swift recovered the store and may show it.
            if other - shown - (self.ledger.unknown if keeps else set()):
                fail(f"Swift alone shows {sorted(other - shown)[:5]}")
            if other != shown and self.shown_by_kotlin(self.reader()) != other:
                fail(f"Kotlin does not show {sorted(other - shown)[:5]}, which Swift recovered")
            shown = other
            self.cli.run("store", "verify")
        done = subprocess.run([os.path.join(KOTLIN, "bin", "cargo-store"), "verify", self.path], capture_output=True, text=True)
        if done.returncode != 0:
            fail(f"cargo-store verify: {done.stdout} {done.stderr}")
        self.seen = shown
        if self.errors:
            raise self.errors[0]


def main(words: list[str]) -> int:
    arguments = options_of(__doc__, words, cli=str, rounds=20, seconds=4.0, seed=1, keep=(str, "the directory of the store; must not exist"))
    run(os.path.join(KOTLIN, "build.sh"), "test-jars")
    cli = None if arguments.cli == "none" else built(arguments.cli)
    with tempfile.TemporaryDirectory() as folder:
        torture = Torture(cli, pathlib.Path(arguments.keep or f"{folder}/store").absolute(), random.Random(arguments.seed))
        if torture.cli:
            for code in ("HKHKG", "SESTO"):
                torture.cli.run("location", "add", code, PORTS[code], "-q")
        for round in range(arguments.rounds):
            try:
                torture.round(arguments.seconds)
            except Failure as failure:
                fail(f"round {round}: {failure}", failure.status)
            ledger = torture.ledger
            print(f"round {round}: {len(ledger.stored)} stored, {len(ledger.failed)} failed, {len(ledger.unknown)} unknown", flush=True)
    return 0
