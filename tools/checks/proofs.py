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
    prove("embedding", "check-embedding")
    prove("docs", "docs", needs=("sqlite", "postgres"))
    prove("parity", "parity")
    prove("fuzz self-test", "fuzz", "--self-test")
    prove("fuzz", "fuzz", "--seconds", "30")
    prove("answers stay", "fuzz", "--frozen", "--cases", "20000", needs=("kotlin",))
    prove("locales", "locales", needs=("locales",))
    steps.together(
        Step("a sample of Swift's mutants", [*TOOL, "mutants", "--sample", "20", "--language", "swift"]),
        Step("a sample of Kotlin's mutants", [*TOOL, "mutants", "--sample", "20", "--language", "kotlin"], ["kotlin"]),
    )
    prove("a sample of the store's mutants", "mutants-store", "--sample", "3")
    prove("store proofs: kill", "store-proofs", "kill", "--rounds", "100")
    prove("store proofs: contention", "store-proofs", "contention", "--saves", "10000")
    prove("one store, killed writers of two languages", "torture-languages", "--cli", cli, "--rounds", "6", needs=("kotlin",))
    prove("carriers' events, killed and flooded", "torture-carriers", "--server", server)
    steps.together(
        Step("model of the commit protocol", [*TOOL, "check-model"]),
        Step("store proofs: crash", [*TOOL, "store-proofs", "crash", "--states", "10000", "--states-per-step", "500"]),
        Step("store proofs: damage", [*TOOL, "store-proofs", "damage", "--flips", "100000"]),
    )
    prove("fuzzed parsers", "fuzz-parsers", "5")
    os.environ["EXAMPLES"] = "5"
    prove("the API against its description", "check-api", needs=("libraries",))
    prove("DCSA's routes against the official description", "check-dcsa", needs=("libraries",))
    # Fewer silent connections than make attack opens: a debug build takes a second to accept 10,000.
    prove("attacks", "attack", "--seconds", "5", "--connections", "1000", "--server", server)
    prove("deployment", "check-deployment", "--server", server, "--cli", cli, needs=("sqlite", "postgres", "deployment"))
    prove("a carrier's day", "replay-day", "--server", server, "--cli", cli, needs=("libraries",))
    prove("clusters", "check-clusters", "--server", server, "--cli", cli, needs=("postgres", "clusters"))
    # Nothing else builds the benchmarks; what they measure is no proof.
    prove("benchmarks still run", "bench", "codec-encode", "codec-decode", "in-memory-save", needs=("sqlite",))
    # Last, since it builds over .build/all.
    prove("traits", "check-traits")
    return steps.totals()
