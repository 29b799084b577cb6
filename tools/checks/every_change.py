"""Runs the checks that every change must pass; ./tool proofs runs the long ones. Ends with one line: N passed, N failed.

    make test                             everything in a fresh clone; then what depends on what was changed
    make test AGAIN=1                     everything
    make test ONLY=EventStreamTests       one suite, or the tests with this in their names
    make test ONLY=HND-6                  one rule: the tests that name it, and its fixtures in both languages
    make test ONLY='fixture:handling*'    fixtures by id or area, in both languages
"""

import os
import pathlib
import re

from .. import inputs
from ..install import declined
from ..project import ALL, KOTLIN, ROOT, SERVICE, SERVICE_ALL, TOOL, fail, service_build, shared_build
from ..steps import Step, Steps

# The suites of servers, clients and databases have time limits, so they run apart from the tests that only compute, one group at a time.
TIMED = [["CargoServerTests"], ["CargoRemoteTests"], ["CargoSQLiteTests", "CargoPostgresTests", "RelayEndToEndTests"]]
NEEDS = {"CargoSQLiteTests": ["sqlite"], "CargoPostgresTests": ["postgres"]}


def names(only: str, package: pathlib.Path) -> bool:
    """Whether a test of a package may have a text in its name, which its target, its file or its source says."""
    return any(re.search(only, f"{path.relative_to(package)} {path.read_text(encoding='utf-8')}") for path in (package / "Tests").rglob("*.swift"))


def some(only: str) -> int:
    steps = Steps()
    fixtures = only.removeprefix("fixture:")
    if fixtures == only:
        there = [one for one in (("the kit", ROOT, shared_build), ("the service", SERVICE, service_build)) if names(only, one[1])]
        for name, _, flags in there:
            steps.build(f"build {name}", flags())
            steps.swift_tests(f"tests of {only} in {name}", [], "--filter", only, flags=flags(), may_be_none=len(there) > 1)
        if not there:
            fail(f"no test is named {only}")
    if fixtures != only or re.fullmatch(r"[A-Z]+(-[A-Z]+)*-[0-9]+", only):
        steps.step("parity", *TOOL, "parity", "--debug", "--only", fixtures)
    return steps.totals()


def main(_: list[str]) -> int:
    if only := os.environ.get("ONLY"):
        return some(only)
    steps = Steps(declined("test"), everything="AGAIN" in os.environ)
    # The build needs the packages only.
    steps.step("install missing packages", *TOOL, "install", "--packages")
    steps.step("fetch the kit's dependencies", "swift", "package", "--scratch-path", ALL, "resolve")
    steps.step("fetch the service's dependencies", "swift", "package", "--enable-all-traits", "--package-path", SERVICE, "--scratch-path", SERVICE_ALL, "resolve")
    kit, service = shared_build(), service_build()
    # The service's build has the command line with every trait.
    cli, server = str(SERVICE_ALL / "debug" / "cargo-cli"), str(SERVICE_ALL / "debug" / "cargo-server")
    with steps.beside(
        Step("install the rest", [*TOOL, "install"]),
        Step("kotlin tests", [KOTLIN / "build.sh", "test"], needs=["kotlin"], depends=["kotlin-parity", "spec"]),
        Step("tools", [*TOOL, "check-tools"], depends=["tools", "spec"]),
        Step("lint", [*TOOL, "lint"]),
    ):
        steps.build("build the kit", kit)
        steps.swift_tests("swift test", inputs.test_targets(ROOT), flags=kit)
        steps.build("build the service", service)
    # These suites mostly wait, so that a processor is free for what only computes.
    with steps.beside(
        Step("parity", [*TOOL, "parity", "--debug"], (), ["cargo-parity", "kotlin-parity", "spec", "tools"]),
        Step("one story, every store", [*TOOL, "check-stores", cli], (), ["cargo-cli", "tools"]),
        Step("fuzz targets", [*TOOL, "fuzz-parsers", "check"], (), ["Tests/Fuzz", "Sources", "service"]),
        Step("demo", [ALL / "debug" / "cargo-cli", "demo"], (), ["cargo-cli"]),
        Step("code for Darwin", [*TOOL, "check-darwin"], (), ["Sources", "service", "Tests/Darwin", "tools"]),
        Step("what users see stays", [*TOOL, "frozen"], ["sqlite", "postgres"], ["Sources", "service", "Tests/Frozen", "tools"]),
    ):
        for suites in TIMED:
            if there := [suite for suite in suites if not steps.lacks(suite, NEEDS.get(suite, ()))]:
                steps.swift_tests(", ".join(there), there, flags=service)
    steps.together(
        Step("pages", [*TOOL, "pages"], ["chromium"], ["cargo-server", "tools"]),
        Step("one store, two languages", [*TOOL, "store-parity", "--cli", cli], ["kotlin"], ["cargo-cli", "kotlin-parity", "tools"]),
        Step("one service, two languages", [*TOOL, "remote-parity", "--server", server], ["kotlin"], ["cargo-server", "kotlin-parity", "tools"]),
        Step("kotlin samples", [*TOOL, "kotlin-samples", "--server", server], ["kotlin"], ["cargo-server", "kotlin-parity", "tools"]),
        Step("four services, one PostgreSQL", [*TOOL, "torture-postgres", server, "--registrations", "800", "--cargos", "20"], ["postgres"],
             ["cargo-server", "tools"]),
    )
    return steps.totals()
