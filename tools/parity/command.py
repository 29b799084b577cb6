"""Runs the parity runners over spec/ and compares every answer byte by byte.

    ./tool parity                                    Swift and Kotlin, which are built, and the model
    ./tool parity --runner swift=.build/release/cargo-parity
    ./tool parity --only 'HND-6*' --only scenarios   some fixtures: by id, rule or area
    ./tool parity --check                            the files of spec/ alone, no runner

Each runner gets all fixtures through one process. An answer passes iff its bytes are the canonical JSON of what the fixture expects.
Exit status: 0 all passed; 1 a difference; 64 usage; 65 spec/ is wrong; 69 a runner cannot be started.
"""

import concurrent.futures
import dataclasses
import itertools
import sys
import time
from typing import Any

from .. import libraries
from ..project import DATA, USAGE, options_of, without
from ..spec.canonical import encoded
from ..spec.files import SPEC, Case, Spec
from .comparison import Difference, compare, shown
from .runner import RUNNERS, STOP, Command, Runner, exchanged, run_line, runners_of

SHOWN = 5  # differences shown of one fixture
Result = tuple[str, str, list[Difference]]  # area, id, differences


@dataclasses.dataclass
class Outcome:
    """The results of one runner."""

    name: str
    description: Any = None
    results: list[Result] = dataclasses.field(default_factory=list)
    seconds: float = 0.0

    def failed(self) -> list[Result]:
        return [result for result in self.results if result[2]]


def word(bad: int) -> str:
    return f"{f'{bad} failed' if bad else 'all passed':>14}"


def table(spec: Spec, outcomes: list[Outcome]) -> None:
    print(f"{'area':<14}{'cases':>7}" + "".join(f"{outcome.name:>14}" for outcome in outcomes))
    total = 0
    for area in sorted({area for outcome in outcomes for area, _, _ in outcome.results}):
        in_area = [[result for result in outcome.results if result[0] == area] for outcome in outcomes]
        count = max(map(len, in_area))
        total += count
        print(f"{area:<14}{count:>7}" + "".join(word(sum(bool(found) for _, _, found in results)) for results in in_area))
    print(f"{'together':<14}{total:>7}" + "".join(word(len(outcome.failed())) for outcome in outcomes))
    for outcome in outcomes:
        implementation = outcome.description["implementation"]
        count = len(outcome.results)
        print(f"{outcome.name}: {implementation['language']} {implementation['version']}, {count} cases, {count / outcome.seconds:.0f} a second"
              f", spec {spec.hash[:16]}")


def explain(outcomes: list[Outcome], limit: int) -> None:
    for outcome in outcomes:
        failed = outcome.failed()
        for area, identity, found in failed[:limit]:
            print(f"\n{outcome.name}: {area}/{identity}")
            for path, want, got in found[:SHOWN]:
                print(f"  at {path or 'the whole answer'}\n    expected {want}\n    actual   {got}")
            if len(found) > SHOWN:
                print(f"  and {len(found) - SHOWN} more differences")
        if len(failed) > limit:
            print(f"\n{outcome.name}: {len(failed) - limit} more failed (--show N)")


def drive(name: str, command: Command, spec: Spec, chosen: list[Case], patience: float) -> Outcome:
    runner = Runner(name, command, patience)
    outcome = Outcome(name, runner.description, [("protocol", "start", check_start(runner.description, runner.greeting, spec))])
    cases = chosen + spec.selftests
    began = time.monotonic()
    answers = runner.ask([run_line(case, seq) for seq, case in enumerate(cases, 1)])
    outcome.seconds = time.monotonic() - began
    for seq, (case, answer) in enumerate(zip(cases, answers), 1):
        found = [("", "an answer", "none")] if answer is None else compare(case, seq, answer)
        if "mustFailAt" in case:
            wanted = case["mustFailAt"]
            found = [] if [path for path, _, _ in found][:1] == [wanted] else [("", f"a first difference at {wanted}", str(found[:1]))]
        outcome.results.append((case["_area"], case["id"], found))
    runner.put([STOP])
    status = runner.end()
    outcome.results.append(("protocol", "stop", [] if status == 0 else [("", "exit status 0", str(status))]))
    outcome.results += [("protocol", case["id"], check_lines(command, case, patience)) for case in spec.protocol]
    return outcome


def check_start(answer: dict, line: bytes, spec: Spec) -> list[Difference]:
    found = []
    if encoded(answer) != line:
        found.append(("", "canonical JSON", line[:200].decode("utf-8", "replace")))
    if set(answer) != {"errorCodes", "implementation", "ops", "protocol", "ready"} or answer["protocol"] != 1 or answer["ready"] is not True:
        return [*found, ("", "errorCodes, implementation, ops, protocol 1, ready", shown(answer))]
    for key, entries, member in (("ops", spec.ops and spec.ops["ops"], "op"), ("errorCodes", spec.errors and spec.errors["errors"], "code")):
        if entries:
            want = {entry[member] for entry in entries}
            absent, more = sorted(want - set(answer[key])), sorted(set(answer[key]) - want)
            if absent or more or len(answer[key]) != len(set(answer[key])):
                found.append((key, f"also {absent}" if absent else "each once", f"not in spec/: {more}"))
    return found


def check_lines(command: Command, case: Case, patience: float) -> list[Difference]:
    """Raw lines go to a process of their own, so that what a line does to a runner shows."""
    status, answers = exchanged(command, case, patience)
    found = [("", "exit status 0", "no end" if status is None else str(status))] if status != 0 else []
    for index, (want, answer) in enumerate(itertools.zip_longest([*map(encoded, case["answers"]), b""], answers)):
        if answer != want:
            expected, actual = ("(none)" if line is None else line[:400].decode("utf-8", "replace") for line in (want, answer))
            found.append((f"answers[{index}]", expected, actual))
    return found


def main(arguments: list[str]) -> int:
    options = options_of(
        __doc__, arguments, **RUNNERS, only=([], "fixtures by id, rule or area, with * and ?"), spec=str(SPEC),
        show=(20, "how many failures of a runner to explain"), patience=(120.0, "seconds to wait for one answer"), check=False,
        hash=(False, "print the hash of spec/ and end"))

    spec = Spec(options.spec)
    if options.hash:
        print(spec.hash)
        return 0
    if "libraries" in without():
        print("left out: the schemas of spec/")
    else:
        libraries.require("base")
    problems = spec.check(with_schemas="libraries" not in without())
    for problem in problems[:50]:
        print(f"spec/{problem}", file=sys.stderr)
    if problems:
        print(f"spec/: {len(problems)} problems", file=sys.stderr)
        return DATA
    print(f"spec {spec.hash[:16]}: {len(spec.fixtures)} fixtures, {len(spec.protocol)} protocol cases, {len(spec.selftests)} that must fail; files are sound",
          flush=True)
    if options.check:
        return 0
    chosen = spec.chosen(options.only)
    if not chosen:
        print("no fixture is so named", file=sys.stderr)
        return USAGE
    runners = runners_of(options)
    with concurrent.futures.ThreadPoolExecutor(len(runners)) as pool:
        outcomes = list(pool.map(lambda name: drive(name, runners[name], spec, chosen, options.patience), runners))
    explain(outcomes, options.show)
    print()
    table(spec, outcomes)
    counts = {len(outcome.results) for outcome in outcomes}
    if len(counts) != 1:
        print("the runners did not run the same number of cases", file=sys.stderr)
    return 1 if any(outcome.failed() for outcome in outcomes) or len(counts) != 1 else 0
