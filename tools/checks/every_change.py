"""Runs the checks that every change must pass; ./tool proofs runs the long ones. Ends with one line: N passed, N failed.

    make test                             everything
    make test ONLY=EventStreamTests       one suite, or the tests with this in their names
    make test ONLY=HND-6                  one rule: the tests that name it, and its fixtures in both languages
    make test ONLY='fixture:handling*'    fixtures by id or area, in both languages
"""

from __future__ import annotations

import os
import re

from ..install import declined
from ..project import BUILD, KOTLIN, TOOL, all_traits
from ..steps import Steps

# Servers, clients and databases keep time limits: one suite after the other, apart from the tests that only compute.
TIMED = {"CargoServerTests": (), "CargoRemoteTests": (), "CargoSQLiteTests": ("sqlite",), "CargoPostgresTests": ("postgres",), "EndToEndTests.RelayTests": ()}


def some(only: str) -> int:
    steps, flags = Steps(), all_traits()
    fixtures = only.removeprefix("fixture:")
    if fixtures == only:
        steps.build(flags)
        steps.swift_tests(f"tests of {only}", *flags, "--filter", only)
    if fixtures != only or re.fullmatch(r"[A-Z]+(-[A-Z]+)*-[0-9]+", only):
        steps.step("parity", *TOOL, "parity", "--debug", "--only", fixtures)
    return steps.totals()


def main(_: list[str]) -> int:
    if only := os.environ.get("ONLY"):
        return some(only)
    steps, flags = Steps(declined("test")), all_traits()
    steps.step("install what is missing", *TOOL, "install")
    steps.build(flags)
    cli, server = (str(BUILD / "all" / "debug" / program) for program in ("cargo-cli", "cargo-server"))
    steps.swift_tests("swift test", *flags, "--skip", "|".join(f"^{suite}[./]" for suite in TIMED))
    for suite, needs in TIMED.items():
        steps.swift_tests(suite, *flags, "--filter", f"^{suite}[./]", needs=needs)
    steps.together(
        ("kotlin tests", [KOTLIN / "build.sh", "test"], ["kotlin"]),
        ("lint", [*TOOL, "lint"], []),
        ("fuzz targets", [*TOOL, "fuzz-parsers", "check"], []),
        ("one story, every store", [*TOOL, "check-stores", cli], []),
    )
    steps.step("four services, one PostgreSQL", *TOOL, "torture-postgres", server, "--registrations", "800", "--cargos", "20", needs=["postgres"])
    steps.step("pages", *TOOL, "pages", needs=["chromium"])
    steps.step("parity", *TOOL, "parity", "--debug")
    steps.step("one store, two languages", *TOOL, "store-parity", "--cli", cli, needs=["kotlin"])
    steps.step("demo", cli, "demo")
    return steps.totals()
