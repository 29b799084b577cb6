"""Checks formatting, layers, common Kotlin, languages, traps on bytes from outside, rules and their tests, generated files, links and examples."""

from ..project import TOOL, run, without


def main(_: list[str]) -> int:
    run("swift", "format", "lint", "--strict", "--recursive", "--parallel", "Package.swift", "Sources", "Tests", "Benchmarks/Package.swift", "Benchmarks/Sources")
    print("format: swift format lint --strict found nothing", flush=True)
    checks = ["check-layers", "check-common-kotlin", "check-kotlin-format", "check-languages", "check-traps", "errors --check", "rules --check", "cache-fixtures --check", "kotlin-surface --check"]
    if "libraries" in without():
        print("left out: whether every mutation is in its place", flush=True)
    else:
        checks += ["mutants --check", "mutants-store --check"]
    for check in [*checks, "check-links", "check-examples"]:
        run(*TOOL, *check.split())
    return 0
