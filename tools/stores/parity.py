"""Proves that Swift and Kotlin can share a store: one directory, changed by both in turn, then by several programs at once; cargos leave and come back.

    ./tool store-parity                        the debug cargo-cli, and the Kotlin twin as kotlin-parity/build.sh builds it
    ./tool store-parity --cli PATH --rows 500  another build; more events a program than 40

Views of every cargo are compared byte by byte. Exit status: 0 all held; 1 something did not; 64 usage; 69 nothing to run.
"""

import fcntl
import json
import os
import pathlib
import select
import struct
import subprocess
import tempfile
import time

from .. import checked
from ..checked import check, tell
from ..parity.runner import build_kotlin
from ..project import KOTLIN, USAGE, fail, options_of
from ..services import wait
from .command_line import CommandLine, built

PROGRAM = str(KOTLIN / "bin" / "cargo-store")
NOW = "2020-03-01T08:00:00Z"
CARGOS = ["ABC", "DEF", "GHI"]
SWIFT_WRITERS = 3
WAIT = 9  # seconds, a little less than a save waits for a lock


class Store(CommandLine):
    """A store that cargo-cli and the program of the Kotlin twin share."""

    def kotlin(self, command, stdin="", status=0):
        run = subprocess.run([PROGRAM, command, self.store], input=stdin.encode(), capture_output=True)
        if run.returncode != status:
            fail(f"cargo-store {command}: status {run.returncode}: {run.stderr.decode()}")
        return run.stdout.decode()

    def at(self, now):
        """The same store at another time."""
        return Store(self.path, self.folder, self.store.name, now)

    def agree(self, when, first=1):
        """Both show every cargo alike, both find the files sound, and from `first` on no event is missing from the outbox; gives the views."""
        ids = [cargo["trackingId"] for cargo in self.lines("list", "-q")]
        # Kotlin's program has the machine's clock, and whether a cargo is overdue depends on it.
        swift, kotlin = self.at(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())).run("track", *ids, "-o", "ndjson", "-q"), self.kotlin("view")
        check(swift == kotlin, f"{when}: both show {len(ids)} cargos alike", f"Swift {swift[:300]}…\n       Kotlin {kotlin[:300]}…")
        self.run("store", "verify", "-q")
        check(self.kotlin("verify") == "", f"{when}: both find the files sound")
        numbers = [event["sequence"] for event in self.lines("events", "-q")]
        check(numbers == list(range(first, first + len(numbers))), f"{when}: the outbox has {len(numbers)} events and leaves none out")
        return {view["trackingId"]: view for view in map(json.loads, swift.splitlines())}


def event(cargo, kind, location, at, voyage=None):
    return json.dumps({"completionTime": at, "location": location, "trackingId": cargo, "type": kind, **({"voyageNumber": voyage} if voyage else {})})


def in_turn(store):
    store.run("location", "import", "-", "-q", given="un_locode,name\nHKHKG,Hong Kong\nJPTYO,Tōkyō\nSESTO,Stockholm\nUSNYC,New York\n")
    store.run("voyage", "import", "-", "-q", given="voyage_number,departure_location,departure_time,arrival_location,arrival_time\n"
                "V100,HKHKG,2020-03-05T06:00:00Z,USNYC,2020-03-20T06:00:00Z\nV100,USNYC,2020-03-22T06:00:00Z,SESTO,2020-04-02T06:00:00Z\n")
    for cargo in CARGOS:
        store.run("book", "-q", "--origin", "HKHKG", "--destination", "SESTO", "--deadline", "2020-07-01T00:00:00Z", "--customer", "ACME",
                    "--tracking-id", cargo)
    store.run("route", "assign", "ABC", "--candidate", "1", "-q")
    store.run("handle", "receive", "ABC", "--at", "HKHKG", "-q")
    store.agree("written by Swift")

    store.kotlin("handle", event("ABC", "LOAD", "HKHKG", "2020-03-05T05:00:00Z", "V100") + "\n" + event("DEF", "RECEIVE", "HKHKG", "2020-03-02T00:00:00Z"))
    views = store.agree("then changed by Kotlin")
    check(views["ABC"]["statusText"] == "Onboard voyage V100" and len(views["ABC"]["events"]) == 2, "what Kotlin registered is there", str(views["ABC"]))
    store.kotlin("handle", event("ABC", "LOAD", "HKHKG", "2020-03-05T05:00:00Z", "V100"))
    store.kotlin("handle", event("ABC", "CLAIM", "HKHKG", "2020-03-01T00:00:00Z"), status=1)

    store.at("2020-12-01T00:00:00Z").run("handle", "unload", "ABC", "--at", "JPTYO", "--voyage", "V100", "--completed", "2020-03-09T20:00:00Z", "-q")
    views = store.agree("then by Swift again")
    check(views["ABC"]["isMisdirected"] and "misdirection" in views["ABC"], "a misdirection shows on both sides")


def made_by_kotlin(store):
    store.kotlin("judge", json.dumps({"cargos": [], "customers": [], "locations": [], "voyages": []}))
    check(list(store.agree("made by Kotlin")) == ["NEWCARGO"], "a store that Kotlin made is opened by Swift")


class Writer:
    """A Kotlin program that registers CUSTOMS in Stockholm, one after the other, and keeps the store open meanwhile."""

    def __init__(self, store):
        self.process = subprocess.Popen([PROGRAM, "handle", store.store], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin and self.process.stdout
        self.into, self.out = self.process.stdin, self.process.stdout

    def send(self, cargo, at):
        self.into.write((event(cargo, "CUSTOMS", "SESTO", at) + "\n").encode())
        self.into.flush()

    def is_new(self):
        """Whether the next answer is that the event is stored."""
        return json.loads(self.out.readline()).get("isNew") is True

    def register(self, cargo, at):
        self.send(cargo, at)
        if not self.is_new():
            fail(f"Kotlin did not store the event of {cargo} at {at}")

    def end(self):
        self.into.close()
        return self.process.wait()


def kill(*processes):
    for process in processes:
        process.kill()
        process.wait()


def seen(views):
    """The cargo and the completion time of each event."""
    return {(view["trackingId"], event["completionTime"]) for view in views for event in view["events"]}


def at_once(store, rows):
    """Swift programs and a Kotlin one register events of the same cargos; at last the Kotlin one is killed."""
    def row_of(writer, row):
        return CARGOS[row % 3], f"2020-02-{1 + writer:02}T{row // 60 % 24:02}:{row % 60:02}:00.000Z"

    acknowledged = seen(store.agree("before several programs at once").values())
    running = []
    kotlin = Writer(store)
    kotlin.register(*row_of(SWIFT_WRITERS, 0))
    for writer in range(SWIFT_WRITERS):
        file = pathlib.Path(f"{store.store}-{writer}.csv")
        lines = [f"{at},{cargo},CUSTOMS,SESTO,\n" for cargo, at in (row_of(writer, row) for row in range(rows))]
        file.write_text("completion_time,tracking_id,type,un_locode,voyage_number\n" + "".join(lines))
        running.append(store.start("handle", "import", str(file), "-q", stdout=subprocess.DEVNULL))
    sent = 1
    while sent < rows or any(process.poll() is None for process in running):
        if sent >= 1440:
            time.sleep(0.05)
            continue
        kotlin.register(*row_of(SWIFT_WRITERS, sent))
        sent += 1
    kill(kotlin.process)
    check(all(process.wait() == 0 for process in running), "every program got through", str([process.returncode for process in running]))
    acknowledged |= {row_of(writer, row) for writer in range(SWIFT_WRITERS) for row in range(rows)} | {row_of(SWIFT_WRITERS, row) for row in range(sent)}
    there = seen(store.agree(f"after {SWIFT_WRITERS} Swift programs and a Kotlin one that was killed").values())
    check(there == acknowledged, f"all {len(acknowledged)} acknowledged events are there, {sent} of them Kotlin's",
          f"missing {sorted(acknowledged - there)[:3]}, unknown {sorted(there - acknowledged)[:3]}")


class SyncLock:
    """Holds lock S of a store: programs append, and none of them syncs."""

    def __init__(self, path):
        self.path = os.path.join(path, "LOCK")

    def __enter__(self):
        self.file = open(self.path, "rb+")
        fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 1)

    def __exit__(self, *_):
        self.file.close()


def state(store):
    """What STATE says, read as spec/files/README.md describes it: of slot S the sequence, the flag and `durable`, of slot A `appended`."""
    with open(os.path.join(store.store, "STATE"), "rb") as file:
        data = file.read()

    def slot(start, mark):
        copies = [struct.unpack("<4sIQQI4xQ", data[at:at + 40]) for at in (start, start + 64)]
        return max((copy for copy in copies if copy[0] == mark), key=lambda copy: copy[2])

    sync, append = slot(128, b"CJS1"), slot(0, b"CJA1")
    return {"sequence": sync[2], "flag": sync[1] & 1, "segment": sync[4], "durable": sync[5], "appended": append[5]}


def appended(store):
    now = state(store)
    with open(os.path.join(store.store, f"seg-{now['segment']:06}.jsonl"), "rb") as file:
        return file.read(now["appended"]).decode()


def commits_behind(store, offset):
    lines = [json.loads(line) for line in appended(store).encode()[offset:].splitlines()]
    return sum(1 for line in lines if line["t"] != "~mark" and line.get("tx", [0])[0] == 0)


def one_sync_for_both(store):
    """While a third program holds lock S, one in Swift and one in Kotlin append; what they wrote is shown by neither, then made durable at once."""
    times = iter(f"2020-02-25T{hour:02}:{minute:02}:00.000Z" for hour in range(24) for minute in range(60))

    def swift_writer(cargo, at):
        return store.start("handle", "customs", cargo, "--at", "SESTO", "--completed", at, "-q", stdout=subprocess.DEVNULL)

    def wait_for(*moments):
        wait("appending by all programs", lambda: all(moment in appended(store) for moment in moments))

    def shown():
        """The completion times that Kotlin shows, and those that Swift does."""
        kotlin = [json.loads(line) for line in store.kotlin("view").splitlines()]
        return [{at for _, at in seen(views)} for views in (kotlin, store.lines("track", *CARGOS, "-q"))]

    def both_show(*moments):
        return all(set(moments) <= side for side in shown())

    witness, kotlin = Writer(store), Writer(store)  # the first keeps the store open, so that none of the others recovers it
    witness.register("GHI", next(times))
    kotlin.register("GHI", next(times))
    is_hidden = True
    for _ in range(5):
        before = state(store)
        first, second = next(times), next(times)
        began = time.monotonic()
        with SyncLock(store.store):
            swift = swift_writer("ABC", first)
            kotlin.send("DEF", second)
            wait_for(first, second)
            is_hidden = is_hidden and state(store)["durable"] == before["durable"] and not any({first, second} & side for side in shown())
            are_waiting = swift.poll() is None and not select.select([kotlin.out], [], [], 0)[0]
            held = time.monotonic() - began
        is_new, status = kotlin.is_new(), swift.wait()
        # On a busy machine looking may take longer than a save waits for the lock.
        if held < WAIT:
            break
    check(is_hidden, "appended by both, not synced: neither shows it")
    check(are_waiting, "appended by both, not synced: none is acknowledged")
    check(status == 0 and is_new, "both are acknowledged when the lock is free", f"{status}, {is_new}, after {held:.1f} s")
    now, commits = state(store), commits_behind(store, before["appended"])
    syncs = (now["sequence"] - before["sequence"]) // 2
    check(syncs < commits and now["flag"] == 0, f"they share syncs: {syncs} for {commits} commits")
    check(both_show(first, second), "both show what both wrote")

    first, second = next(times), next(times)
    with SyncLock(store.store):
        swift = swift_writer("ABC", first)
        kotlin.send("DEF", second)
        wait_for(first, second)
        kill(swift, kotlin.process)
    witness.register("GHI", next(times))
    check(both_show(first, second), "both killed before the sync: the next writer's sync stores what they wrote")
    check(witness.end() == 0, "the survivor ends well")

    # Alone: there is nobody left, and the state file is void.
    for name, survivor in (("Swift", "Kotlin"), ("Kotlin", "Swift")):
        at, alone = next(times), Writer(store)
        alone.register("GHI", next(times))
        with SyncLock(store.store):
            swift = swift_writer("ABC", at) if name == "Swift" else None
            if not swift:
                alone.send("ABC", at)
            wait_for(at)
            kill(*filter(None, [swift]), alone.process)
        with open(os.path.join(store.store, "STATE"), "rb+") as file:
            file.write(os.urandom(4096))
        found = store.kotlin("view") if survivor == "Kotlin" else store.run("track", *CARGOS, "-o", "ndjson", "-q")
        check(at in found, f"{name} killed before the sync, alone: {survivor} recovers what it wrote")
        store.agree(f"after {survivor} recovered what {name} wrote")


def out_of_room(store):
    """A file size limit just above the segment's last line: a full store, which lives on."""
    before = store.agree("before a full disk")
    segment = os.path.join(store.store, "seg-000001.jsonl")
    with open(segment, "rb") as file:
        limit = len(file.read().rstrip(b"\n")) // 1024 + 1  # behind the last line there may be padding
    lines = "\n".join(event("GHI", "CUSTOMS", "USNYC", f"2020-02-20T00:{minute:02}:00Z") for minute in range(20))
    run = subprocess.run(["bash", "-c", f'ulimit -f {limit}; exec "$0" handle "$1"', PROGRAM, store.store], input=lines.encode(), capture_output=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    full = [answer for answer in answers if answer.get("code") == "store_full"]
    check(run.returncode == 1 and len(answers) == 20 and bool(full), "a full disk is store_full", f"{run.returncode} {run.stderr.decode()[:300]} {answers[:1]}")
    after = store.agree("after a full disk")
    there = {e["completionTime"] for e in after["GHI"]["events"]}
    acknowledged = {answer["event"]["completionTime"] for answer in answers if answer.get("isNew")}
    # An event whose cargo could not be saved any more is there as well; its answer was the failure of the second save.
    check(acknowledged <= there, "what was acknowledged before is there", f"{acknowledged - there}")
    store.kotlin("handle", lines)
    check(len(store.agree("with room again")["GHI"]["events"]) == len(before["GHI"]["events"]) + 20, "with room again, the same events are registered")


def ended(store):
    """Swift archives, trims, compacts and restores; Kotlin removes and restores. Each reads what the other did, and goes on."""
    # Kotlin's program registers events by the machine's clock.
    later = store.at(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 365 * 86_400)))
    archives = store.folder / "archives"
    archives.mkdir()
    ids = ["JKL", "MNO", "PQR", "STU"]
    for cargo in ids:
        store.run("book", "-q", "--origin", "HKHKG", "--destination", "SESTO", "--deadline", "2020-07-01T00:00:00Z", "--customer", "ACME",
                  "--tracking-id", cargo)
        store.kotlin("handle", event(cargo, "CUSTOMS", "HKHKG", "2020-02-02T00:00:00Z"))
    store.run("cancel", *ids[:2], "--reason", "Sold", "-q")
    before = store.agree("before cargos leave")

    later.run("store", "archive", "--to", str(archives / "2020.jsonl.gz"), "--older-than", "P90D", "-q")
    there = store.agree("after Swift archived two cargos")
    check(before.keys() - there.keys() == set(ids[:2]), "the archived cargos aren't shown any more", str(list(there)))
    answer = json.loads(store.kotlin("handle", event("JKL", "CUSTOMS", "HKHKG", "2020-02-03T00:00:00Z"), status=1))
    check(answer == {"code": "cargo_archived", "params": {"archive": "2020", "trackingId": "JKL"}, "tier": "domain"},
          "Kotlin says in which archive one is", str(answer))

    store.at("2020-04-15T00:00:00Z").run("store", "trim", "--older-than", "P30D", "--include-stored-cargos", "-q")
    first = first_event(store)
    check(first > 1, f"Swift trims the events before {first}")
    store.agree("after Swift trimmed the outbox", first)
    store.kotlin("handle", event("DEF", "CUSTOMS", "USNYC", "2020-02-04T00:00:00Z"))
    store.run("reference", "add", "PQR", "booking", "B17", "-q")
    store.agree("after both went on", first)

    later.run("store", "restore", "JKL", "--archives", str(archives), "-q")
    restored = store.agree("after Swift restored a cargo", first)
    check(restored["JKL"] == before["JKL"], "it is as it was", f"{before['JKL']} {restored['JKL']}")
    store.kotlin("return", "JKL\n")
    check(store.agree("after Kotlin removed it and brought it back", first)["JKL"] == before["JKL"], "it is still as it was")

    store.run("cancel", "PQR", "--reason", "Sold", "-q")
    store.kotlin("remove", "PQR\n")
    answer = json.loads(store.kotlin("remove", "STU\n", status=1))
    check(answer["code"] == "cargo_not_closed", "Kotlin leaves a cargo that isn't closed", str(answer))
    there = store.agree("after Kotlin removed a cargo", first)
    check("PQR" not in there and "STU" in there, "it isn't shown any more", str(list(there)))
    run = later.start("track", "PQR", "-q", "-o", "json", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = run.communicate()[1].decode()
    check(run.returncode == 3 and "kotlin" in message, "Swift says in which archive it is", f"{run.returncode} {message}")

    later.run("store", "trim", "--older-than", "P0D", "--include-stored-cargos", "-q")
    store.run("store", "compact", "-q")
    check(store.agree("after Swift trimmed and compacted again", first_event(store)) == there, "every cargo is as it was")
    store.kotlin("handle", event("STU", "RECEIVE", "HKHKG", "2020-03-02T00:00:00Z"))
    store.agree("after Kotlin went on", first_event(store))


def first_event(store):
    """The position of the first domain event that is there, or will be."""
    return json.loads(pathlib.Path(store.store, "MANIFEST.json").read_text()).get("trimmed", 0) + 1


def main(words: list[str]) -> int:
    arguments = options_of(__doc__, words, cli=str, rows=40)
    if not 1 <= arguments.rows <= 1000:
        fail("--rows is 1 to 1000", USAGE)
    checked.shows = True
    build_kotlin()
    cli = built(arguments.cli)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(cli, pathlib.Path(folder), "store", NOW)
        in_turn(store)
        made_by_kotlin(Store(cli, pathlib.Path(folder), "kotlins", NOW))
        at_once(store, arguments.rows)
        one_sync_for_both(store)
        out_of_room(store)
        ended(store)
    return tell("store parity")
