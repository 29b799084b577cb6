"""Runs the tests of the package under ThreadSanitizer and AddressSanitizer, each in a build of its own (.build/tsan, .build/asan).

    ./tool sanitize [thread|address]… [-- ARGUMENTS]     both; ARGUMENTS go to swift test in the place of the default filter

What a sanitizer reports is a defect: there are no suppressions. On Linux ThreadSanitizer has to be told of mutexes (tools/checks/mutex.c).
"""

import os
import pathlib
import re
import subprocess
import sys
import time

from ..project import BUILD, ROOT, USAGE, Word, fail, options_of, run

FOLDERS = {"thread": BUILD / "tsan", "address": BUILD / "asan"}
# The end-to-end tests start other processes, and measure them: they have nothing to show here.
FILTER = ("^(CargoDomainTests|CargoLocalizationTests|CargoFoundationTests|CargoRoutingTests|CargoApplicationTests|CargoWireTests|CargoMapsTests|CargoInfrastructureTests|"
          r"CargoCLITests|SpecTests)\.")
# A report does not end the run, but makes it fail: all of them are seen at once. Leaks are not looked for, since what lives as long as the program
# counts as one.
OPTIONS = {"TSAN_OPTIONS": "halt_on_error=0 exitcode=66", "ASAN_OPTIONS": "detect_leaks=0 detect_stack_use_after_return=1"}
REPORT = re.compile("WARNING: ThreadSanitizer|ERROR: AddressSanitizer")
FAULT = re.compile(f"{REPORT.pattern}|^✘|error:")


def logged(log: pathlib.Path, *command: Word, **settings: str) -> tuple[int, list[str]]:
    """The status of a command, and the lines that it wrote to its log."""
    with open(log, "wb") as file:
        status = subprocess.run(command, cwd=ROOT, env={**os.environ, **OPTIONS, **settings}, stdout=file, stderr=file, check=False).returncode
    return status, log.read_text(encoding="utf-8", errors="replace").splitlines()


def holds(sanitizer: str, tests: list[str]) -> bool:
    folder = FOLDERS[sanitizer]
    log = folder / "sanitize.log"
    folder.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    flags = (f"--sanitize={sanitizer}", "--scratch-path", folder)
    status, lines = logged(log, "swift", "build", "--build-tests", *flags)
    if status:
        print(*[line for line in lines if "error:" in line][:20], f"sanitize {sanitizer}: FAILED to build; see {log}", sep="\n", flush=True)
        return False
    preload = {}
    if sanitizer == "thread" and sys.platform == "linux":
        run(os.environ.get("CC") or "clang", "-O1", "-fPIC", "-shared", "-o", folder / "mutex.so", "tools/checks/mutex.c", "-ldl")
        preload = {"LD_PRELOAD": str(folder / "mutex.so")}
    status, lines = logged(log, "swift", "test", "--skip-build", *flags, *tests, **preload)
    reports = sum(bool(REPORT.search(line)) for line in lines)
    count = sum(int(number) for number in re.findall(r"Test run with (\d+) tests?", "\n".join(lines)))
    if status == reports == 0 < count:
        print(f"sanitize {sanitizer}: {count} tests, clean, {time.monotonic() - started:.0f} s", flush=True)
        return True
    faults = [number for number, line in enumerate(lines) if FAULT.search(line)]
    shown = sorted({number for fault in faults for number in range(fault, min(fault + 21, len(lines)))})
    print(*[f"{number + 1}: {lines[number]}" for number in shown[:100]],
          f"sanitize {sanitizer}: FAILED: {reports} reports, {count} tests, ended with {status}; see {log}", sep="\n", flush=True)
    return False


def main(arguments: list[str]) -> int:
    split = arguments.index("--") if "--" in arguments else len(arguments)
    chosen = options_of(__doc__, arguments[:split], "sanitizer*").sanitizer or list(FOLDERS)
    for name in set(chosen) - set(FOLDERS):
        fail(f"there is no sanitizer {name} here; thread, address", USAGE)
    return 0 if all([holds(name, arguments[split + 1:] or ["--filter", FILTER]) for name in chosen]) else 1
