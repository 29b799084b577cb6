"""Runs the checks that every change must pass; ./tool proofs runs the long ones. Ends with one line: N passed, N failed.

    make test                             everything in a fresh clone; then what depends on what was changed
    make test AGAIN=1                     everything
    make test ONLY=EventStreamTests       one suite, or the tests with this in their names
    make test ONLY=HND-6                  one rule: the tests that name it, and its fixtures in both languages
    make test ONLY='fixture:handling*'    fixtures by id or area, in both languages
"""

import os
import re

from .. import inputs
from ..install import declined
from ..project import ALL, KOTLIN, TOOL, all_traits
from ..steps import Step, Steps

# The suites of servers, clients and databases have time limits, so they run apart from the tests that only compute, one group at a time.
TIMED = [["CargoServerTests"], ["CargoRemoteTests"], ["CargoSQLiteTests", "CargoPostgresTests", "EndToEndTests.RelayTests"]]
NEEDS = {"CargoSQLiteTests": ["sqlite"], "CargoPostgresTests": ["postgres"]}


def some(only: str) -> int:
    steps, flags = Steps(), all_traits()
    fixtures = only.removeprefix("fixture:")
    if fixtures == only:
        steps.build(flags)
        steps.swift_tests(f"tests of {only}", [], "--filter", only, flags=flags)
    if fixtures != only or re.fullmatch(r"[A-Z]+(-[A-Z]+)*-[0-9]+", only):
        steps.step("parity", *TOOL, "parity", "--debug", "--only", fixtures)
    return steps.totals()


def main(_: list[str]) -> int:
    if only := os.environ.get("ONLY"):
        return some(only)
    steps = Steps(declined("test"), everything="AGAIN" in os.environ)
    # The build needs the packages only.
    steps.step("install missing packages", *TOOL, "install", "--packages")
    steps.step("fetch dependencies", "swift", "package", "--enable-all-traits", "--scratch-path", ALL, "resolve")
    flags = all_traits()
    cli, server = str(ALL / "debug" / "cargo-cli"), str(ALL / "debug" / "cargo-server")
    timed = [suite for suites in TIMED for suite in suites]
    with steps.beside(
        Step("install the rest", [*TOOL, "install"]),
        Step("kotlin tests", [KOTLIN / "build.sh", "test"], needs=["kotlin"], depends=["kotlin-parity", "spec"]),
        Step("tools", [*TOOL, "check-tools"], depends=["tools", "spec"]),
        Step("lint", [*TOOL, "lint"]),
    ):
        steps.build(flags)
        steps.swift_tests("swift test", [target for target in inputs.test_targets() if target not in timed], "--skip",
                          "|".join(f"^{suite}[./]" for suite in timed), flags=flags)
    # These suites mostly wait, so that a processor is free for what only computes.
    with steps.beside(
        Step("parity", [*TOOL, "parity", "--debug"], (), ["cargo-parity", "kotlin-parity", "spec", "tools"]),
        Step("one story, every store", [*TOOL, "check-stores", cli], (), ["cargo-cli", "tools"]),
        Step("fuzz targets", [*TOOL, "fuzz-parsers", "check"], (), ["Tests/Fuzz", "Sources"]),
        Step("demo", [cli, "demo"], (), ["cargo-cli"]),
        Step("what users see stays", [*TOOL, "frozen"], ["sqlite", "postgres"], ["Sources", "Tests/Frozen", "tools"]),
    ):
        for suites in TIMED:
            if there := [suite for suite in suites if not steps.lacks(suite, NEEDS.get(suite, ()))]:
                steps.swift_tests(", ".join(there), there, flags=flags)
    steps.together(
        Step("pages", [*TOOL, "pages"], ["chromium"], ["cargo-server", "tools"]),
        Step("one store, two languages", [*TOOL, "store-parity", "--cli", cli], ["kotlin"], ["cargo-cli", "kotlin-parity", "tools"]),
        Step("one service, two languages", [*TOOL, "remote-parity", "--server", server], ["kotlin"], ["cargo-server", "kotlin-parity", "tools"]),
        Step("kotlin samples", [*TOOL, "kotlin-samples", "--server", server], ["kotlin"], ["cargo-server", "kotlin-parity", "tools"]),
        Step("four services, one PostgreSQL", [*TOOL, "torture-postgres", server, "--registrations", "800", "--cargos", "20"], ["postgres"],
             ["cargo-server", "tools"]),
    )
    return steps.totals()
