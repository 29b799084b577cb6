"""Replays a carrier's day with a service and relays that are built for ThreadSanitizer, which reports data races.

A report is a defect: there are no suppressions. ./tool sanitize runs the kit's tests in the same way.
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

from ..project import THREADS, Failure, fail, options_of, run, swift_build, thread_build
from ..replay import command as replay

REPORTS = THREADS / "reports"


def watched(server: pathlib.Path) -> pathlib.Path:
    """A script that starts a program with what ThreadSanitizer needs: services are started without our environment."""
    settings = [f"TSAN_OPTIONS=exitcode=66 log_path={REPORTS}/race"]
    if sys.platform == "linux":
        mutex = THREADS / "mutex.so"
        run(os.environ.get("CC", "clang"), "-O1", "-fPIC", "-shared", "-o", mutex, "tools/checks/mutex.c", "-ldl")
        settings.append(f"LD_PRELOAD={mutex}")
    script = THREADS / "cargo-server"
    script.write_text(f'#!/bin/sh\nexec env {shlex.join([*settings, str(server)])} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return script


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, cli=(str, "a cargo-cli; built if not given"), cargos=40, voyages=8, seed=1, pause=0.0)
    server = watched(swift_build("cargo-server", *thread_build()))
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir()
    words = [word for name, value in vars(options).items() if value is not None for word in (f"--{name}", str(value))]
    try:
        status = replay.main(["--server", str(server), *words])
    except (Failure, subprocess.CalledProcessError) as failure:
        # A relay with reports ends the day with its status.
        print(f"error: {failure}", flush=True)
        status = 1
    reports = "".join(path.read_text(encoding="utf-8", errors="replace") for path in sorted(REPORTS.iterdir()))
    if reports:
        subprocess.run(["swift", "demangle", "-simplified"], input=reports[:30_000], text=True, check=False)
        fail(f"ThreadSanitizer has {reports.count('WARNING: ThreadSanitizer')} reports, in {REPORTS}")
    print("races: ThreadSanitizer has no reports", flush=True)
    return status
