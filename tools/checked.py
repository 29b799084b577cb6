"""Counts the facts that a check has found to be so, and those that aren't."""

import time

counts = {"passed": 0, "failed": 0}
started = time.monotonic()
shows = False  # whether facts that are so are printed too


def check(truth: object, name: str, detail: object = "") -> None:
    counts["passed" if truth else "failed"] += 1
    if not truth:
        print(f"failed: {name} {detail}", flush=True)
    elif shows:
        print(f"ok: {name}", flush=True)


def tell(name: str) -> int:
    """Prints the counts so far, and how long it took; returns the status to end with."""
    print(f"{name}: {counts['passed']} passed, {counts['failed']} failed, {time.monotonic() - started:.0f} s", flush=True)
    return 1 if counts["failed"] else 0
