"""Which operations reached which outcomes, and which they still have to reach."""

import collections
import re
from collections.abc import Iterator
from typing import Any

from ..spec.files import Case as FixtureFile
from .cases import Case
from .outcomes import outcome
from .possible import outcomes_of

# Within a text a quotation mark is escaped, and generated names hold no `result`, so these bytes stand at results only.
RESULT = b'"result":{"'
FAILURE = b'err":{"code":"'
CORRUPT = re.compile(rb'err":\{"code":"corrupt_record","params":\{(?:"id":"(?:[^"\\]|\\.)*",)?"rule":"([\w-]+)"')
FIELDS = re.compile(rb'err":\{"code":"validation_failed","fields":\[([^\]]*(?:\][^\]]+)*?)\],"tier"')
FIELD = re.compile(rb'"code":"(\w+)"')


def outcomes(answer: bytes) -> list[bytes]:
    """The outcomes of all steps of an answer, found without parsing it."""
    return [_outcome(part) for part in answer.split(RESULT)[1:]]


def group(pattern: re.Pattern[bytes], part: bytes) -> bytes:
    match = pattern.match(part)
    assert match, part
    return match[1]


def _outcome(part: bytes) -> bytes:
    if part.startswith(b"ok"):
        return b"ok"
    if not part.startswith(FAILURE):
        return b"unsupported"
    code = part[14:part.index(b'"', 14)]
    if code == b"corrupt_record":
        return b"corrupt_record:" + group(CORRUPT, part)
    if code == b"validation_failed":
        return b"validation_failed:" + b",".join(sorted(set(FIELD.findall(group(FIELDS, part)))))
    return code


def outcomes_of_result(result: dict[str, Any]) -> set[str]:
    """The outcomes that a result, read, stands for."""
    if "fields" in result.get("err", {}):
        return {f"validation_failed:{field['code']}" for field in result["err"]["fields"]}
    return {outcome(result)}


class Reached:
    """How often an outcome came, and from which families."""

    def __init__(self) -> None:
        self.times = 0
        self.families: set[str] = set()

    def add(self, times: int, family: str) -> None:
        self.times += times
        self.families.add(family)


class Reach:
    """Counts operation × outcome, and knows what has to be reached: all that a fixture of spec/ reaches, and all that the rules make possible."""

    def __init__(self, fixtures: list[FixtureFile], operations: list[dict[str, Any]]) -> None:
        self.counts: collections.Counter[tuple[str, bytes, str]] = collections.Counter()  # (op, outcome as in the answer, family) → times
        self.due: dict[tuple[str, str], list[int]] = collections.defaultdict(list)  # (op, outcome) → indices of fixtures
        for index, fixture in enumerate(fixtures):
            for step, then in zip(fixture["when"], fixture["then"]):
                for what in outcomes_of_result(then["result"]):
                    if not self.due[step["op"], what] or self.due[step["op"], what][-1] != index:
                        self.due[step["op"], what].append(index)
        self.possible = {(op["op"], what) for op in operations for what in outcomes_of(op)}
        for pair in self.possible:
            self.due[pair]  # makes an empty list of fixtures
        self.operations = {op["op"] for op in operations}

    def add(self, case: Case, answer: bytes) -> None:
        found = outcomes(answer)
        counts, family = self.counts, case.family
        if not found and case.ops != []:
            counts["(line)", b"protocol_malformed" if b'"protocol_malformed"' in answer else b"other", family] += 1
        elif case.ops is not None and len(found) == len(case.ops):
            for op, what in zip(case.ops, found):
                counts[op, what, family] += 1

    def reached(self) -> dict[tuple[str, str], Reached]:
        """(op, outcome) → how often; each field of a failed validation counts, and a corrupt record with and without its rule."""
        found: dict[tuple[str, str], Reached] = collections.defaultdict(Reached)
        for (op, what, family), times in self.counts.items():
            code, _, rest = what.decode().partition(":")
            for pair in [(op, f"{code}:{part}") for part in rest.split(",")] if rest else [(op, code)]:
                found[pair].add(times, family)
            if code == "corrupt_record":
                found[op, code].add(times, family)
        return found

    def missing(self) -> list[tuple[str, str]]:
        reached = self.reached()
        return sorted(pair for pair in self.due if pair not in reached)

    def unforeseen(self) -> list[tuple[str, str]]:
        """What came though neither a fixture nor the rules tell of it."""
        wide = {op for op, what in self.possible if what == "corrupt_record"}
        return sorted(pair for pair in self.reached() if pair[0] in self.operations and pair not in self.due
                      and not (pair[1].startswith("corrupt_record:") and pair[0] in wide) and not (pair[1] == "corrupt_record" and pair[0].endswith(".reconstitute")))

    def table(self) -> Iterator[str]:
        """Lines: a row for each operation with its outcomes, how often they came, and from how many families."""
        reached = self.reached()
        for pair in self.missing():
            reached[pair]
        invented = sum(it.times for (op, _), it in reached.items() if op not in self.operations and op != "(line)")
        yield f"{'operation':<34}{'outcome':<48}{'reached':>10}{'families':>10}"
        for op, what in sorted((pair for pair in reached if pair[0] in self.operations or pair[0] == "(line)"), key=lambda pair: (pair[0], pair[1] != "ok", pair[1])):
            times, families = reached[op, what].times, reached[op, what].families
            yield f"{op:<34}{what:<48}{times or 'NEVER':>10}{len(families):>10}{'' if self.due.get((op, what)) or op == '(line)' else '  by no fixture'}"
        if invented:
            yield f"{'(operations that do not exist)':<34}{'unsupported':<48}{invented:>10}"
