"""Runs the long proofs. Ends with one line: N passed, N failed."""

import os

from ..install import declined
from ..project import SERVICE_ALL, TOOL
from ..steps import Step, Steps


def main(_: list[str]) -> int:
    steps = Steps(declined("proofs"))

    def prove(name: str, *words: str, needs: tuple[str, ...] = ()) -> None:
        steps.step(name, *TOOL, *words, needs=needs)

    prove("install what is missing", "install", "proofs")
    cli, server = (str(SERVICE_ALL / "debug" / program) for program in ("cargo-cli", "cargo-server"))
    # A build that is done in parts, and work on one processor.
    steps.together(Step("embedding", [*TOOL, "check-embedding"]), Step("docs", [*TOOL, "docs"], ["sqlite", "postgres"]))
    prove("fuzz self-test", "fuzz", "--self-test")
    prove("fuzz", "fuzz", "--seconds", "30")
    prove("answers stay", "fuzz", "--frozen", "--cases", "20000", needs=("kotlin",))
    # With the release build, and so in place of a parity in the machine's own language.
    prove("locales", "locales", needs=("locales",))
    steps.together(
        Step("a sample of Swift's mutants", [*TOOL, "mutants", "--sample", "20", "--language", "swift"]),
        Step("a sample of Kotlin's mutants", [*TOOL, "mutants", "--sample", "20", "--language", "kotlin"], ["kotlin"]),
    )
    steps.together(
        Step("a sample of the store's mutants", [*TOOL, "mutants-store", "--sample", "3"]),
        Step("store proofs: kill", [*TOOL, "store-proofs", "kill", "--rounds", "100"]),
        Step("one store, killed writers of two languages", [*TOOL, "torture-languages", "--cli", cli, "--rounds", "6"], ["kotlin"]),
    )
    prove("store proofs: contention", "store-proofs", "contention", "--saves", "10000")
    prove("carriers' events, killed and flooded", "torture-carriers", "--server", server)
    steps.together(
        Step("model of the commit protocol", [*TOOL, "check-model"]),
        Step("store proofs: crash", [*TOOL, "store-proofs", "crash", "--states", "10000", "--states-per-step", "500"]),
        Step("store proofs: damage", [*TOOL, "store-proofs", "damage", "--flips", "100000"]),
    )
    prove("fuzzed parsers", "fuzz-parsers", "5")
    os.environ["EXAMPLES"] = "5"
    steps.together(
        Step("the API against its description", [*TOOL, "check-api"], ["libraries", "api"]),
        Step("DCSA's routes against the official description", [*TOOL, "check-dcsa"], ["libraries", "api"]),
    )
    # Fewer silent connections than make attack opens: a debug build takes a second to accept 10,000.
    prove("attacks", "attack", "--seconds", "5", "--connections", "1000", "--server", server)
    # Nothing else builds the benchmarks; what they measure is no proof. They get the processor time that the others leave.
    with steps.beside(Step("benchmarks still run", [*TOOL, "bench", "codec-encode", "codec-decode", "in-memory-save"], ["sqlite"])):
        prove("deployment", "check-deployment", "--server", server, "--cli", cli, needs=("sqlite", "postgres", "deployment"))
        prove("a carrier's day", "replay-day", "--server", server, "--cli", cli, needs=("libraries",))
    prove("clusters", "check-clusters", "--server", server, "--cli", cli, needs=("postgres", "clusters"))
    # Last, since it builds over .build/all.
    prove("traits", "check-traits")
    return steps.totals()
