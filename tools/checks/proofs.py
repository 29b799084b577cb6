"""Runs the long proofs. Ends with one line: N passed, N failed."""

import os

from ..install import declined
from ..project import TOOL, built_with_all_traits
from ..steps import Step, Steps


def main(_: list[str]) -> int:
    steps = Steps(declined("proofs"))

    def prove(name: str, *words: str, needs: tuple[str, ...] = ()) -> None:
        steps.step(name, *TOOL, *words, needs=needs)

    def step(name: str, *words: str, needs: tuple[str, ...] = ()) -> Step:
        return Step(name, [*TOOL, *words], needs)

    prove("install what is missing", "install", "proofs")
    cli, server = (str(built_with_all_traits(program)) for program in ("cargo-cli", "cargo-server"))
    # These compile on one processor.
    steps.together(
        step("release build of the runners", "build-parity"),
        step("build of the fuzzed parsers", "fuzz-parsers", "list"),
        step("a sample of the store's mutants", "mutants-store", "--sample", "3"),
        step("a sample of Swift's mutants", "mutants", "--sample", "20", "--language", "swift"),
        step("a sample of Kotlin's mutants", "mutants", "--sample", "20", "--language", "kotlin", needs=("kotlin",)),
    )
    steps.together(
        step("fuzz self-test", "fuzz", "--self-test"),
        step("fuzz", "fuzz", "--seconds", "30"),
        step("answers stay", "fuzz", "--frozen", "--cases", "20000", needs=("kotlin",)),
        # With the release build, and so in place of a parity in the machine's own language.
        step("locales", "locales", needs=("locales",)),
    )
    steps.together(
        step("store proofs: kill", "store-proofs", "kill", "--rounds", "100"),
        step("store proofs: crash", "store-proofs", "crash", "--states", "10000", "--states-per-step", "500"),
        step("model of the commit protocol", "check-model"),
        step("one store, killed writers of two languages", "torture-languages", "--cli", cli, "--rounds", "6", needs=("kotlin",)),
        step("store proofs: damage", "store-proofs", "damage", "--flips", "100000"),
    )
    prove("store proofs: contention", "store-proofs", "contention", "--saves", "10000")
    prove("fuzzed parsers", "fuzz-parsers", "5")
    os.environ["EXAMPLES"] = "5"
    steps.together(
        step("the API against its description", "check-api", needs=("libraries", "api")),
        step("DCSA's routes against the official description", "check-dcsa", needs=("libraries", "api")),
    )
    # A service that is killed or waits for others leaves processor time, which builds get. Floods and attacks have bounds on time.
    with steps.beside(
        # Nothing else builds the benchmarks; what they measure is no proof.
        step("benchmarks still run", "bench", "codec-encode", "codec-decode", "in-memory-save", needs=("sqlite",)),
        step("embedding", "check-embedding"),
        step("docs", "docs", "--built", needs=("sqlite", "postgres")),
        step("traits", "check-traits"),
    ):
        prove("clusters", "check-clusters", "--server", server, "--cli", cli, needs=("postgres", "clusters"))
        prove("deployment", "check-deployment", "--server", server, "--cli", cli, needs=("sqlite", "postgres", "deployment"))
        prove("a carrier's day", "replay-day", "--server", server, "--cli", cli, needs=("libraries",))
        prove("the identity provider's door", "check-identity", "--server", server, needs=("chromium", "identity"))
    # With the build of the step above for traits.
    prove("races", "check-races", "--cli", cli, needs=("libraries",))
    # Of these, 10,000 are kept.
    prove("carriers' events, killed and flooded", "torture-carriers", "--flood", "50000", "--server", server)
    # Fewer silent connections than make attack opens: a debug build takes a second to accept 10,000.
    prove("attacks", "attack", "--seconds", "5", "--connections", "1000", "--server", server)
    return steps.totals()
