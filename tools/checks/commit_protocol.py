"""Checks the model of the store's commit protocol (spec/model/commit_protocol.py): small configurations are explored to the end without a
violation, and every mutant of the protocol but the harmless ones breaks a promise.

    ./tool check-model                     both
    ./tool check-model configurations      the configurations alone, about two minutes
    ./tool check-model mutants             the mutants alone
"""

import sys
import time
from typing import Any

from ..project import ROOT

sys.path.insert(0, str(ROOT / "spec" / "model"))

from commit_protocol import CONFIGS, HARMLESS, MUTANTS, SEAL, Protocol, explore  # noqa: E402

# As those of the model, but small enough to be explored to the end.
SMALL: dict[str, dict[str, Any]] = {
    "two writers": dict(work=[[0], [0]], budget=(1, 1, 1, 1, 0), semantics="each"),
    "dropped pages": dict(work=[[0], [1]], budget=(2, 0, 1, 0, 1), semantics="each"),
    "a seal": dict(work=[[0], [SEAL]], budget=(1, 1, 1, 1, 0), semantics="each"),
    "a reader": dict(work=[[0], [0]], budget=(1, 0, 1, 1, 0), semantics="each", reader=True),
    "errors told once": dict(work=[[0], [1]], budget=(2, 0, 2, 0, 0), semantics="first"),
    "three writers": dict(work=[[0], [0], [1]], budget=(1, 0, 0, 1, 0), semantics="each"),
}
PATIENCE = 600
# Where a mutant is not found in the smallest configuration, the one to try first.
FIRST = {
    "target-after-sync": "seal",
    "target-is-length": "seal",
    "seal-at-own-start": "seal",
    "seal-without-sync": "seal",
    "watermark-is-end": "seal",
    "no-flag": "two-b",
    "adopt-silently": "two-b",
    "distrust-to-target": "first-3",
}


def main(arguments: list[str]) -> int:
    wrong = 0
    for name, configuration in SMALL.items() if arguments != ["mutants"] else ():
        start = time.monotonic()
        states, edges, found, _, whole = explore(Protocol(**configuration), PATIENCE, False)
        wrong += bool(found) or not whole
        print(f"{name}: {states} states, {edges} transitions, {'all' if whole else 'not all'}, {time.monotonic() - start:.0f} s: "
              f"{found or 'no violation'}", flush=True)
    for name in MUTANTS if arguments != ["configurations"] else ():
        if name in HARMLESS:
            continue
        start = time.monotonic()
        for tried in dict.fromkeys((FIRST.get(name, "small"), "small", "seal", "first-3", "first", "two-b")):
            states, _, found, _, _ = explore(Protocol(mutant=name, **CONFIGS[tried]), 150, False)
            if found:
                break
        wrong += not found
        print(f"mutant {name}: {tried}, {states} states, {time.monotonic() - start:.0f} s: {found or 'SURVIVED'}", flush=True)
    return 1 if wrong else 0
