"""Measures the JSON-file store against SQLite and the bare disk, on this machine's file system and, as root, on loop-mounted ext4 and XFS.

    ./tool bench-store                     all rows, the plots and the table in Benchmarks/README.md
    ./tool bench-store --quick            the same in small, results to a temporary file
    ./tool bench-store callers-512 find-of-parts
    ./tool bench-store --list

Options are those of StoreBenchmarks: --quick --cargos N --small N --seconds S --on NAME=DIRECTORY --results FILE --note TEXT --list. Prints a
line for each row: bench NAME ratio=R goal=G better=higher|lower against=PEER. BENCH_STORE_DIR says where the stores are.
"""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

from ..install import install_packages, is_here
from ..project import ROOT, TOOL, run, swift_build
from ..stores.images import mounted, obstacle

PACKAGE = "Benchmarks"
RESULTS = ROOT / PACKAGE / "results" / "store.json"
# The programs that make the images, and the Debian packages that bring them; the peer links the system's SQLite.
NEEDS = {"/usr/include/sqlite3.h": "libsqlite3-dev", "mkfs.ext4": "e2fsprogs", "mkfs.xfs": "xfsprogs"}


def say(text: str) -> None:
    print(f"bench-store: {text}", file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    if arguments and arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    images = not {"--on", "--list"} & set(arguments)
    if why := obstacle() if images else "":
        say(f"skipped ext4 and xfs: {why}")
        images = False
    install_packages([package for place, package in NEEDS.items() if not is_here(place) and (images or place.startswith("/"))])
    # A file that is new in the kit is not seen by a build plan made before.
    (ROOT / PACKAGE / "Package.swift").touch()
    program = swift_build("StoreBenchmarks", "-c", "release", "--package-path", PACKAGE)
    with contextlib.ExitStack() as stack:
        work = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-store.", dir=os.environ.get("BENCH_STORE_DIR"))))
        places = {"machine": work}
        for kind in ("ext4", "xfs") if images else ():
            place = stack.enter_context(mounted(kind, work, size=3, sparse=False))
            if isinstance(place, str):
                say(f"skipped {kind}: {place}")
            else:
                places[kind] = place
        # Only a full run replaces the figures in the repository.
        is_full = not arguments or (arguments[0] == "--note" and len(arguments) == 2)
        results = RESULTS if is_full else work / "results.json"
        on = [word for name, place in places.items() for word in ("--on", f"{name}={place}")]
        status = subprocess.run([program, *on, "--results", results, *arguments], cwd=ROOT, check=False).returncode
    if is_full and status == 0:
        run(*TOOL, "plot-store")
    return status
