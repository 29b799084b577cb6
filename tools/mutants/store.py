"""Breaks each branch of the journal's recovery in turn and requires a proof of the store to fail.

    ./tool mutants-store [WORD…]                   WORDs choose by function or text
    ./tool mutants-store --sample 8 [--seed 7]     so many, chosen by a seed that is printed
    ./tool mutants-store --check                   only looks whether every construct is there

Tests/Mutations/store.json lists the mutations as the other lists do (see ./tool mutants). All are compiled into one copy of the store-proofs executable,
each behind a number. A mutation is killed where `crash` or `damage`, at a small size and with one seed, ends with a problem, a crash, or not
within six times as long as without a mutation; what survives that is tried by a longer `crash`. `seenBy: "tests"` names those that only a test
among Swift's own can see, and `because` says why; `survives` says why nothing can.
"""

import concurrent.futures
import json
import os
import random
import subprocess
import sys
import time

from ..project import DATA, ROOT, UNAVAILABLE, USAGE, fail, options_of
from . import schemata

FOLDER = ROOT / ".build" / "mutants" / "store" / "cargo-kit"
TARGETS = ["CargoDomain", "CargoApplication", "RecordJournal", "CargoTesting"]
PARTS = [*(f"Sources/{name}" for name in TARGETS), "Tests/StoreProofs"]
PROOFS = [
    ["crash", "--states", "4000", "--states-per-step", "150", "--seed", "3"],
    ["damage", "--flips", "1", "--journals", "3", "--seed", "3"],
]
# What none of them sees, where nothing excuses it.
LARGE = [["crash", "--states", "100000", "--seed", "1"]]
# How much longer a proof may take than without a mutation. Two run at once.
PATIENCE = 6


def prepare(mutations):
    schemata.link(FOLDER, "Sources/CCRC32C")
    schemata.put(FOLDER / "Package.swift", schemata.manifest([*TARGETS, "CCRC32C", "store-proofs"]))
    schemata.copy(FOLDER, PARTS, ".swift", mutations,
                  {f"Sources/{name}/Mutation.swift": schemata.SWIFT_SWITCH for name in TARGETS})
    # As ./tool store-proofs builds it: optimised, or else each mutation takes minutes.
    flags = ["-c", "release", "-Xswiftc", "-enable-testing", "-Xswiftc", "-DSTORE_PROOFS", "-Xswiftc", "-suppress-warnings",
             "-Xswiftc", "-Xfrontend", "-Xswiftc", "-enable-copy-propagation=false"]
    schemata.build(["swift", "build", "--product", "store-proofs", *flags], FOLDER, FOLDER.parent / "build.log")
    return FOLDER / ".build" / "release" / "store-proofs"


def excuse_of(mutation):
    return mutation.get("survives") or mutation.get("because")


def finding(program, number, proofs, limits):
    """What the proofs say of a mutation; None where they find nothing. Without a time limit, notes one for a proof."""
    for proof in proofs:
        started, name = time.monotonic(), " ".join(proof)
        try:
            done = subprocess.run([program, *proof], capture_output=True, text=True, errors="replace", timeout=limits.get(name),
                                  env={**os.environ, "MUTATION": str(number)})
        except subprocess.TimeoutExpired:
            return f"{proof[0]}: no end within {limits[name]:.0f} s"
        limits.setdefault(name, max(60, PATIENCE * (time.monotonic() - started)))
        if done.returncode != 0:
            lines = [line for line in done.stdout.splitlines() if not line.startswith(("  ", "crash:", "damage:"))]
            return f"{proof[0]}: {lines[0] if lines else f'ended with {done.returncode}'}"
    return None


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "word*", check=False, sample=int, seed=random.randrange(1_000_000))
    mutations = schemata.mutations_of("store")
    chosen = [one for one in mutations if not options.word or any(word in json.dumps(one, ensure_ascii=False) for word in options.word)]
    if not chosen:
        fail(f"no mutation has {' or '.join(options.word)}", USAGE)
    wrong = list(schemata.faults(mutations, schemata.sources(PARTS, ".swift")))
    for told in wrong:
        print(f"error: {told}", file=sys.stderr)
    if wrong:
        return DATA
    if options.check:
        print(f"mutants-store: {len(mutations)} mutations, every construct is there")
        return 0
    if options.sample:
        print(f"mutants-store: {options.sample} mutations, seed {options.seed}", flush=True)
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    try:
        program = prepare(mutations)
    except schemata.Failed as failure:
        print(failure, file=sys.stderr)
        return UNAVAILABLE
    limits: dict[str, float] = {}
    unexplained = killed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        started = time.monotonic()

        def found_by(proofs, some):
            """What the proofs find, for each of some mutations, by its number."""
            if problem := finding(program, 0, proofs, limits):
                fail(f"the proofs are not clean to begin with: {problem}")
            numbers = [one["number"] for one in some]
            return dict(zip(numbers, pool.map(lambda number: finding(program, number, proofs, limits), numbers)))

        results = found_by(PROOFS, chosen)
        # The large proof takes longer than all else together.
        if rest := [one for one in chosen if not results[one["number"]] and not excuse_of(one)]:
            results |= found_by(LARGE, rest)
        for mutation in chosen:
            found = results[mutation["number"]]
            name = f"{mutation['in']}: {mutation['change']}"
            excuse = excuse_of(mutation)
            if found:
                killed += 1
                print(f"killed    {name}\n          {found[:160]}", flush=True)
            elif excuse:
                print(f"explained {name}\n          {mutation.get('seenBy', 'nothing')} sees it: {excuse}", flush=True)
            else:
                unexplained += 1
                print(f"SURVIVED  {name}", flush=True)
    print(f"{len(chosen)} mutations: {killed} killed, {len(chosen) - killed - unexplained} explained, {unexplained} survived, "
          f"{time.monotonic() - started:.0f} s")
    return 1 if unexplained else 0
