"""Sends generated cases to the parity runners and compares their answers byte by byte.

    ./tool fuzz                                   a minute, Swift and Kotlin which are built, and the model
    ./tool fuzz --seconds 600 --seed 42           longer; the seed is always printed
    ./tool fuzz --cases 200000                    so many cases, however long it takes
    ./tool fuzz --runner swift=PATH --runner mine=PATH
    ./tool fuzz --replay .build/fuzz/FILE.json    a find once more
    ./tool fuzz --frozen                          compares the answers to 100,000 cases with what Tests/Frozen keeps; --write keeps them
    ./tool fuzz --self-test                       spoils answers on purpose and demands that they are found

A case is one `run` line of the protocol (spec/README.md), from one of these families: hostile texts and numbers in single operations; operations
on cargos that earlier answers made; damaged stored cargos and voyages; journeys through the use cases; ships that come late, and what becomes of their
cargos; any operations in one world; routing networks full of ties; fixtures of spec/ moved to other places and times, or broken in one place; lines
that are nearly none. The same seed, spec and answers give the same cases.

The first case of each kind of difference (operation and the two outcomes, or the place where equal outcomes differ) is shrunk as long as the kind stays
the same, and written to .build/fuzz/ like a fixture, with all answers. A line that a runner does not answer is a find too, whatever the other does.

The table at the end counts operation × outcome. Every pair that a fixture reaches or that the rules make possible (fuzzing/possible.py) has to be reached by a
generated case, or a run of 40,000 cases fails, and a minute has as many even on a busy machine; and no pair may come that neither foresees.

Exit status: 0 no difference; 1 a difference, or something never reached, or not foreseen; 64 usage; 65 spec/ is wrong; 69 a runner cannot be started.
"""

import argparse
import itertools
import os
import sys

from ..parity.runner import RUNNERS, Runner, runners_of
from ..project import DATA, ROOT, USAGE, options_of
from ..spec.files import SPEC, Spec
from . import selftest
from .hunt import BLOCK, TRULY, Hunt, line_of
from .outcomes import difference

FROZEN, FROZEN_CASES, FROZEN_SEED = ROOT / "Tests" / "Frozen" / "answers.txt", 100_000, 34
PROMOTE = """
To keep a find as a fixture:
  1. Decide by the rules which answer is right (perhaps neither is), and put the other implementation right.
  2. Copy the file to spec/fixtures/<area>/<RULE>--<slug>.json and keep its `origin`; one with `lines` goes to spec/protocol/, without.
  3. Add `id`, `title`, `rules`, `polarity`; move the right answer's `then` and `finalState` to the top; remove `answers` and `difference`.
  4. ./tool parity --check, then ./tool parity --only '<RULE>--<slug>'."""


def explain(hunt: Hunt) -> None:
    for find in hunt.finds.values():
        print(f"\ndifference: {find.title()} ({find.times} times, first in case {find.case.number}, {find.case.family})")
        print(f"  line   {shortened(find.line)}")
        for runner, answer in zip(hunt.runners, find.answers):
            print(f"  {runner.name:<6} {'no answer' if answer is None else shortened(answer)}")
        print(f"  kept   {os.path.relpath(find.path, ROOT)}")
    if hunt.finds:
        print(PROMOTE)


def shortened(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace")
    return text if len(text) <= 1_500 else text[:1_500] + f" … ({len(text)} characters)"


def report(hunt: Hunt) -> None:
    print()
    for line in hunt.reach.table():
        print(line)
    count = max(hunt.count, 1)
    print("\nfamilies: " + ", ".join(f"{name} {number}" for name, number in sorted(hunt.families.items())))
    costs = [(runner.name, runner.cpu) for runner in hunt.runners] + [("fuzz", hunt.processor)]
    print("processor time a case: " + ", ".join(f"{name} {seconds / count * 1e6:.0f} µs" for name, seconds in costs))
    missing, unforeseen = hunt.reach.missing(), hunt.reach.unforeseen()
    print(f"reach: {len(hunt.reach.due) - len(missing)} of the {len(hunt.reach.due)} pairs of operation and outcome that the rules make possible")
    for op, what in missing:
        print(f"never reached: {op} {what}")
    for op, what in unforeseen:
        print(f"not foreseen: {op} {what}")


def replay(runners: list[Runner], path: str) -> int:
    line = line_of(path)
    answers = [runner.ask([line])[0] for runner in runners]
    for runner, answer in zip(runners, answers):
        print(f"{runner.name}: {'no answer' if answer is None else answer.decode('utf-8', 'backslashreplace')}")
        runner.end()
    kinds = [(runner, difference(line, answers[0], answer)) for runner, answer in list(zip(runners, answers))[1:]]
    for runner, kind in kinds:
        print(f"{runners[0].name} and {runner.name}: " + ("the same" if kind is None else "difference: " + " / ".join(map(str, kind))))
    return 1 if any(kind for _, kind in kinds) else 0


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--proxy"]:
        return selftest.proxy(arguments[1], arguments[2:])
    options = options_of(
        __doc__, arguments, **RUNNERS, seconds=(float, "how long to send cases (60, if there is no --cases)"), cases=int, seed=int, spec=str(SPEC),
        patience=(60.0, "seconds that a runner may be silent"), replay=str, frozen=False, write=False, self_test=(False, "with the first runner"))
    sys.stdout.reconfigure(encoding="utf-8", errors="replace", line_buffering=True)  # type: ignore[union-attr]

    spec = Spec(options.spec)
    if spec.problems or not spec.fixtures:
        print("\n".join(spec.problems) or "spec/ has no fixtures", file=sys.stderr)
        return DATA
    commands = runners_of(options)
    if options.self_test:
        passed, failed = selftest.run(spec, next(iter(commands.values())))
        print(f"fuzz self-test: {passed} passed, {failed} failed")
        return 1 if failed else 0
    if options.frozen:
        options.cases, options.seed = options.cases or FROZEN_CASES, FROZEN_SEED
    if len(commands) < 2:
        print("a single runner has nothing to be compared with", file=sys.stderr)
        return USAGE
    runners = [Runner(name, command, options.patience) for name, command in commands.items()]
    return replay(runners, options.replay) if options.replay else fuzz(spec, runners, options)


def fuzz(spec: Spec, runners: list[Runner], options: argparse.Namespace) -> int:
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(4), "big")
    seconds = options.seconds if options.seconds is not None or options.cases is not None else TRULY[0]
    for runner in runners:
        print("{0}: {language} {version}".format(runner.name, **runner.description["implementation"]))
    print(f"seed {seed}, spec {spec.hash[:16]}, {len(spec.fixtures)} fixtures")
    hunt = Hunt(spec, runners, seed)
    hunt.run(seconds, options.cases)
    hunt.shrink()
    statuses = hunt.end()
    report(hunt)
    explain(hunt)
    for runner, status in zip(runners, statuses):
        if status:
            print(f"{runner.name} ended with status {status}")
    missing, unforeseen = hunt.missing(), hunt.reach.unforeseen()
    changed = compare(hunt, options.write) if options.frozen else 0
    differing = sum(find.times for find in hunt.finds.values())
    print(f"fuzz: {hunt.count} cases, {differing} differences, seed {seed}, {hunt.count / hunt.seconds:.0f} a second"
          + (f", {len(missing)} outcomes never reached" if missing else "") + (f", {len(unforeseen)} not foreseen" if unforeseen else ""))
    return 1 if hunt.finds or missing or unforeseen or changed or any(statuses) else 0


def compare(hunt: Hunt, writes: bool) -> int:
    """Compares the digests of the answers with those that are kept; returns how many differ."""
    found = "".join(f"{number * BLOCK} {digest:08x}\n" for number, digest in enumerate(hunt.answers))
    if writes:
        FROZEN.parent.mkdir(parents=True, exist_ok=True)
        FROZEN.write_text(found)
        return 0
    kept = FROZEN.read_text().splitlines() if FROZEN.exists() else []
    changed = [now for old, now in itertools.zip_longest(kept[:len(hunt.answers)], found.splitlines()) if old != now]
    if changed:
        first = changed[0].partition(" ")[0]
        print(f"frozen: {len(changed)} of {len(hunt.answers)} blocks of {BLOCK} cases have other cases or answers than were kept, from case {first} on; a changed"
              " fuzzer or fixture changes them, too. If it is meant, say so in CHANGELOG.md and run: ./tool fuzz --frozen --write")
    return len(changed)

