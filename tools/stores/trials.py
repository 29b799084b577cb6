"""Tests how a store copes with mishaps: a full disk, its directory removed, the holder of its lock stopped, the clock set back, a damaged byte.

    ./tool store-trials CLI [DIRECTORY]
    ./tool store-trials CLI --stopped 60        for how many seconds the holder of the lock is stopped (1)
    ./tool store-trials CLI --server PATH       a cargo-server whose store is removed, too

It works with the command line itself, and prints what happened. Exit status: 0 all went as docs/store.md promises; 1 something did not; 64 usage;
69 nothing to run.
"""

import contextlib
import fcntl
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection

from ..project import UNAVAILABLE, fail, options_of
from ..services import Service
from .command_line import BOOK, NOW, CommandLine, begun, codes, during, write_locations

FAULTY, LOCKED = 74, 75  # a full disk or damage; a lock that is held
CARGOS = ["NR1", "NR2", "NR3", "NR4", "NR5"]
MANY, BATCH = 8000, 1000


def filled(cli: CommandLine) -> CommandLine:
    """The command line, once its store has two locations and five cargos."""
    cli.add_ports()
    for id in CARGOS:
        cli.run(*BOOK, "--tracking-id", id, says=id)
    return cli


def add_hamburg(cli: CommandLine) -> None:
    cli.run("location", "add", "DEHAM", "Hamburg", "-q", says="Hamburg")


@contextlib.contextmanager
def small_disk(path: pathlib.Path) -> Iterator[bool]:
    """A file system of 2 MB, where this process may mount one."""
    path.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(path)]
    mounted = sys.platform == "linux" and os.geteuid() == 0 and subprocess.run(mount, stderr=subprocess.DEVNULL).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", path], check=True)


def full_disk(cli: CommandLine) -> str:
    small = cli.folder / "small"
    with small_disk(small) as mounted:
        if not mounted:
            return "skipped, mounting a small file system takes root on Linux"
        here = filled(cli.on("small/store"))
        (small / "filler").write_bytes(bytes(20 * 65536))
        many = write_locations(cli.folder / "many.csv", codes(MANY))
        here.run("location", "import", many, "-o", "json", status=FAULTY, says="store_full")
        kept = len(here.locations()) - 2
        if kept <= 0 or kept % BATCH:
            fail(f"{kept} rows are kept, and a batch has {BATCH}")
        here.run("track", "NR3", says="NR3")
        here.verify()
        (small / "filler").unlink()
        subprocess.run(["mount", "-o", "remount,size=64m", small], check=True)
        here.run("location", "import", many, "-o", "json", says=f'"unchanged":{kept},')
        if (count := len(here.locations())) != MANY + 2:
            fail(f"{count} locations")
    return f"store_full, 74; {kept:,} of {MANY:,} rows kept, in whole batches; the store is sound and reads; " \
           "with room, the same import brings the rest"


def removed_under_a_process(cli: CommandLine) -> str:
    here = filled(cli.on("gone"))
    pipe = subprocess.PIPE
    with here.start("location", "import", "-", "-o", "json", stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, bufsize=0) as process:
        assert process.stdin and process.stdout
        process.stdin.write(b"un_locode,name\nAAAA2,One\n")
        while len(here.locations()) != 3:
            if process.poll() is not None:
                fail("ended too soon")
        shutil.rmtree(here.store)
        process.stdin.write(b"AAAA3,Two\n")
        status, said = process.wait(), process.stdout.read()
    if status != UNAVAILABLE or b"store_unavailable" not in said:
        fail(f"ended with {status}: {said.decode()}")
    if here.store.exists():
        fail("a store was made in its place")
    return "store_unavailable, 69, at the next save; nothing is made in its place"


def removed_under_a_server(server: str, cli: CommandLine) -> str:
    here = filled(cli.on("served"))
    with Service(server, f"json:{here.store}", CARGO_NOW=NOW) as service:
        if (status := service.ask("GET", "/v1/cargos/NR1")[0]) != 200:
            fail(f"answers {status}")
        shutil.rmtree(here.store)
        for method, path, body in (("GET", "/v1/cargos/NR1", None), ("GET", "/v1/locations", None), ("GET", "/readyz", None),
                                   ("PUT", "/v1/locations/DEHAM", '{"name":"Hamburg"}')):
            if (status := service.ask(method, path, body)[0]) != 503:
                fail(f"{method} {path} answers {status}")
        if here.store.exists():
            fail("a store was made in its place")
        if status := service.close():
            fail(f"the server ended with {status}")
    return "503 for reading, saving and readyz; nothing is made in its place; it ends as it is told to"


def hold(path: pathlib.Path, parent: Connection) -> None:
    """Holds the lock of a store, as a process does that saves, until the parent says something."""
    lock = os.open(path, os.O_RDWR)
    if sys.platform == "linux":
        fcntl.fcntl(lock, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 1, 0))
    else:
        fcntl.flock(lock, fcntl.LOCK_EX)
    os.ftruncate(lock, 0)
    os.pwrite(lock, b"%d\n" % os.getpid(), 0)
    parent.send("held")
    parent.recv()


def stopped_holder(seconds: float, cli: CommandLine) -> str:
    here = filled(cli.on("held"))
    pipe, of_holder = multiprocessing.Pipe()
    holder = multiprocessing.Process(target=hold, args=(here.store / "LOCK", of_holder))
    holder.start()
    of_holder.close()
    assert holder.pid
    try:
        pipe.recv()
        os.kill(holder.pid, signal.SIGSTOP)
        attempts, end = 0, time.monotonic() + seconds
        while attempts == 0 or time.monotonic() < end:
            here.run("location", "add", "DEHAM", "Hamburg", "-v", status=LOCKED, says=f"held by process {holder.pid}")
            attempts += 1
        os.kill(holder.pid, signal.SIGCONT)
        pipe.send("end")
        holder.join()
    finally:
        holder.kill()
        holder.join()
    add_hamburg(here)
    here.verify()
    return f"{attempts} saves store_locked, 75, with its process id; afterwards saving succeeds, and nothing is lost"


def clock_set_back(cli: CommandLine) -> str:
    here, earlier = filled(cli.on("back")), cli.on("back", now="2019-01-01T00:00:00Z")
    earlier.run("handle", "receive", "NR1", "--at", "HKHKG", "-q")
    earlier.run("route", "change-deadline", "NR2", "2026-07-01T00:00:00Z", "-q")
    here.run("events", "-o", "csv", says="2019-01-01")
    numbers = [row["sequence"] for row in here.table("events")]
    if numbers != [str(number + 1) for number in range(len(numbers))]:
        fail(f"the events are not in order: {numbers}")
    here.verify()
    return "saving succeeds, versions and events go on in their order, with the times that the clock told"


def damaged_byte(cli: CommandLine) -> str:
    here = filled(cli.on("damaged"))
    segment = here.store / "seg-000001.jsonl"
    content = bytearray(segment.read_bytes())
    record = re.search(rb'\{"~crc":"[0-9a-f]*","s":[0-9]*,"t":"cargo","id":"NR3".*\n', content)
    if not record:
        fail(f"{segment} has no record of NR3")
    offset, length = record.start(), record.end() - record.start() - 1
    content[offset + length // 2] = 0
    segment.write_bytes(content)
    findings = [json.loads(line) for line in here.run("store", "verify", "-o", "ndjson", status=FAULTY).splitlines()]
    expected = [("damage", "cargo NR3"), ("events", None)]
    if [(finding["problem"], finding.get("record")) for finding in findings] != expected \
            or (findings[0]["file"], findings[0]["offset"]) != (segment.name, offset) \
            or not re.fullmatch(r"events \d+ to \d+ are missing.*", findings[1]["detail"]):
        fail(f"verify does not name the record at {offset} and its event: {findings}")
    for id in CARGOS:
        if id != "NR3":
            here.run("track", id, says=id)
    here.run("track", "NR3", "-o", "json", status=FAULTY, says="corrupt_record")
    here.run("location", "add", "DEHAM", "Hamburg", "-q", status=FAULTY)
    before = segment.read_bytes()
    here.run("store", "repair", status=FAULTY, says="cargo NR3")
    if segment.read_bytes() != before:
        fail("the damaged segment was changed")
    if [file.read_bytes() for file in (here.store / "quarantine").iterdir()] != [content[record.start():record.end()]]:
        fail("the damaged record is not in quarantine/ to the byte")
    add_hamburg(here)
    here.run("track", "NR3", "-o", "json", status=FAULTY, says="corrupt_record")
    return "verify names file, offset and cargo, and the domain event that is lost with it; the other four are read; saving is refused until " \
           f"repair, which moves the {length} bytes to quarantine/ and leaves the old segment as it was; NR3 stays corrupt_record"


def main(arguments: list[str]) -> int:
    chosen = options_of(__doc__, arguments, "cli", "directory?", stopped=(float(os.environ.get("STOPPED") or 1), "seconds; or STOPPED says so"),
                        server=(os.environ.get("SERVER") or str, "a built cargo-server; or SERVER says so"))
    trials: dict[str, Callable[[CommandLine], str]] = {
        "the disk becomes full in the middle of a batch": full_disk,
        "the directory is removed under a running process": removed_under_a_process,
        "the directory is removed under a running server": partial(removed_under_a_server, chosen.server),
        f"the holder of the lock is stopped for {chosen.stopped:g} s": partial(stopped_holder, chosen.stopped),
        "the clock is set back by seven years": clock_set_back,
        "a byte in the middle is damaged": damaged_byte,
    }
    if not chosen.server:
        del trials["the directory is removed under a running server"]
    with begun(chosen) as cli:
        for trial, run in trials.items():
            with during(trial):
                came = run(cli)
            print(f"{trial}: {came}", flush=True)
    print("all trials went as docs/store-proofs.md says")
    return 0
