"""Checks formatting, layers, common Kotlin, languages, traps on bytes from outside, rules and their tests, generated files, links and examples."""

import os
import sys

from .. import libraries
from ..project import ROOT, TOOL, run, without


def main(_: list[str]) -> int:
    run("swift", "format", "lint", "--strict", "--recursive", "--parallel", "Package.swift", "Sources", "Tests", "service/Package.swift", "service/Sources", "service/Tests", "Benchmarks/Package.swift", "Benchmarks/Sources")
    print("format: swift format lint --strict found nothing", flush=True)
    checks = ["check-layers", "check-common-kotlin", "check-kotlin-format", "check-languages", "check-traps", "errors --check", "rules --check", "store-files --check", "kotlin-surface --check"]
    if "libraries" in without():
        print("left out: whether every mutation is in its place and every link resolves", flush=True)
    else:
        checks += ["mutants --check", "mutants-store --check", "check-links"]
    for check in [*checks, "check-examples"]:
        run(*TOOL, *check.split())
    return 0


def check_tools(arguments: list[str]) -> int:
    """Checks the types of the tools with mypy and runs their tests with pytest."""
    if "libraries" in without():
        print("left out: the tests and types of the tools")
        return 0
    libraries.require("base", "tests")
    path = os.pathsep.join(filter(None, [str(ROOT), str(libraries.FOLDER), os.environ.get("PYTHONPATH")]))
    python = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    if not arguments:
        run(sys.executable, "-m", "mypy", "--config-file", "tools/pyproject.toml", **python)
    run(sys.executable, "-m", "pytest", "-c", "tools/pyproject.toml", *(arguments or ["tools/tests"]), **python)
    return 0
