"""Changes each expected value of each fixture in turn, and requires every runner to fail.

    ./tool perturb                                  Swift and Kotlin, which are built, and the model
    ./tool perturb --runner swift=.build/release/cargo-parity
    ./tool perturb --only 'HND-6*'                  some fixtures: by id, rule or area

A number becomes one more and one less, a truth the other one, a text gets another first character and one more at its end; a member or an element is
taken away, one too many is put in, unequal neighbours change places. The answers that the runners give are held against each spoilt expectation by the
comparison of ./tool parity, which has to see it, and where; `then`, `finalState` and the answers of the protocol cases are spoilt alike. Of a list of
more than 32 elements, which then are all of one kind, the first and the last 8 are spoilt.

Exit status: 0 all seen; 1 something was not; 64 usage; 69 a runner cannot be started.
"""

import concurrent.futures
import json
import os
import time
from collections.abc import Iterator
from typing import Any

from ..project import options_of
from ..spec.canonical import canonical
from ..spec.files import Case, Spec
from .comparison import compare, differences, expected
from .runner import RUNNERS, Command, Runner, run_line, runners_of


def spoilt(value: Any) -> list[Any]:
    """Other values in the place of a text, a number or a truth."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [("y" if value[:1] == "x" else "x") + value[1:], value + "x"]


def places(elements: list[Any]) -> list[int]:
    return [index for index in range(len(elements)) if len(elements) <= 32 or index < 8 or index >= len(elements) - 8]


def spoil(value: Any, path: str = "") -> Iterator[str]:
    """Spoils what is below a value, one thing at a time, in place; yields the path of each, and mends it afterwards."""
    is_object = isinstance(value, dict)
    keys: list[Any] = sorted(value) if is_object else places(value)
    for key in keys:
        inner: str = (f"{path}.{key}" if path else key) if is_object else f"{path}[{key}]"
        kept = value[key]
        if isinstance(kept, (dict, list)):
            yield from spoil(kept, inner)
        else:
            for other in spoilt(kept):
                value[key] = other
                yield inner
            value[key] = kept
        if is_object:
            del value[key]
            yield inner
            value[key] = kept
    if is_object:
        value["zzz"] = 0
        yield f"{path}.zzz" if path else "zzz"
        del value["zzz"]
        return
    value.append(0)
    yield f"{path}[{len(value) - 1}]"
    value.pop()
    if value:
        last = value.pop()
        yield f"{path}[{len(value)}]"
        value.append(last)
    for index in places(value)[:-1]:
        if index + 1 < len(value) and canonical(value[index]) != canonical(value[index + 1]):
            value[index], value[index + 1] = value[index + 1], value[index]
            yield f"{path}[{index}"  # somewhere in this element
            value[index], value[index + 1] = value[index + 1], value[index]


def unseen(case: tuple[Case, bytes]) -> tuple[str, int, list[tuple[str, Any]]]:
    """(id, number of changes, those that the comparison did not see or saw elsewhere) for a fixture and an answer."""
    fixture, answer = case
    if compare(fixture, 1, answer):
        return fixture["id"], 0, [("", "red before anything is changed")]
    count = 0
    missed: list[tuple[str, Any]] = []
    got = json.loads(answer)
    whole = expected(fixture, 1)
    del whole["seq"]
    for path in spoil(whole):
        if "." not in path and "[" not in path:
            continue  # a fixture without then or finalState is refused before it is run
        count += 1
        found = list(differences({**whole, "seq": 1}, got))
        if not found or not any(place.startswith(path) for place, _, _ in found):
            missed.append((path, found[:1]))
        elif count % 50 == 1 and not compare({**fixture, "then": whole["steps"], "finalState": whole["finalState"]}, 1, answer):
            missed.append((path, "the bytes are said to be equal"))
    return fixture["id"], count, missed


def answers(name: str, command: Command, cases: list[Case]) -> list[bytes]:
    runner = Runner(name, command, 120)
    given = [answer or b"" for answer in runner.ask([run_line(case, 1) for case in cases])]
    runner.end()
    return given


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, **RUNNERS, only=([], "fixtures by id, rule or area, with * and ?"))
    spec = Spec()
    chosen = spec.chosen(options.only)
    started = time.monotonic()
    runners = runners_of(options)
    given = {name: answers(name, command, chosen) for name, command in runners.items()}
    total, blind = 0, 0
    # Equal answers are held against the same changes once.
    cases = [(fixture, answer) for index, fixture in enumerate(chosen) for answer in dict.fromkeys(given[name][index] for name in runners)]
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, count, missed in pool.map(unseen, cases, chunksize=8):
            total += count
            blind += len(missed)
            for path, found in missed[:3]:
                print(f"{name}: a change at {path or 'nothing'} is not seen there: {found}")
    for case in spec.protocol:
        for want in case["answers"]:
            line = canonical(want).encode()
            for _ in spoil(want):
                total += 1
                if canonical(want).encode() == line:
                    print(f"{case['id']}: a change of an answer is not seen")
                    blind += 1
    print(f"perturb: {total} changes of what {len(chosen)} fixtures and {len(spec.protocol)} protocol cases expect, {total - blind} turn "
          f"{' and '.join(runners)} red, {blind} do not; {time.monotonic() - started:.0f} s")
    return 1 if blind else 0

