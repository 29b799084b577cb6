"""What an answer says, what sets two answers apart, and which operations reached which outcomes."""

import collections
import json
import re

from . import parity

# Within a text a quotation mark is escaped, and generated names hold no `result`, so these bytes stand at results only.
RESULT = re.compile(rb'"result":\{"(?:(ok|unsupported)"|err":\{"code":"(\w+)"(?:,"params":\{(?:"id":"(?:[^"\\]|\\.)*",)?"rule":"([\w-]+)")?)')


def outcome(result):
    """`ok`, `unsupported`, the code of a failure, with its rule if a record is corrupt."""
    if "err" not in result:
        return "ok" if "ok" in result else "unsupported"
    code = result["err"]["code"]
    return f"{code}:{result['err']['params'].get('rule')}" if code == "corrupt_record" else code


def outcomes(answer):
    """The outcomes of all steps of an answer, found without parsing it."""
    return [match[1].decode() if match[1] else (match[2] + b":" + match[3] if match[3] else match[2]).decode() for match in RESULT.finditer(answer)]


def strict(answer):
    try:
        return json.loads(answer.decode("utf-8"), object_pairs_hook=parity.no_duplicates, parse_float=parity.refuse, parse_constant=parity.refuse)
    except ValueError:
        return None


def is_canonical(answer):
    value = strict(answer)
    return value is not None and parity.canonical(value).encode("utf-8", "surrogatepass") == answer


def difference(line, one, other):
    """What sets two answers apart, as a tuple that stays the same while a case is shrunk; None if nothing does.

    A line that a runner does not answer is a find even if the other does not answer it either.
    """
    if one is None or other is None:
        return ("answer", *("none" if answer is None else "one" for answer in (one, other)))
    if one == other:
        return None
    values = strict(one), strict(other)
    if None in values:
        return ("bytes", *("no JSON" if value is None else "JSON" for value in values))
    if values[0] == values[1]:
        return ("bytes", "the same value", "written in another way")
    stepped = [isinstance(value, dict) and "steps" in value for value in values]
    if not all(stepped):
        return ("line", *(kind(value) for value in values))
    ops = [step.get("op") for step in json.loads(line)["when"]]
    for index, (op, first, second) in enumerate(zip(ops, values[0]["steps"], values[1]["steps"])):
        if first == second:
            continue
        pair = outcome(first["result"]), outcome(second["result"])
        if pair[0] != pair[1]:
            return (op, *pair)
        path = next(parity.differences(first, second))[0]
        return (op, *pair, re.sub(r"\[\d+\]", "[]", path))
    path = next(parity.differences(values[0], values[1]), ("?",))[0]
    return ("line", re.sub(r"\[\d+\]", "[]", path))


def kind(value):
    if isinstance(value, dict):
        return "steps" if "steps" in value else value["err"].get("code", "?") if isinstance(value.get("err"), dict) else "other"
    return "other"


class Reach:
    """Counts operation × outcome by family of cases, and knows what has to be reached: all that a fixture of spec/ reaches."""

    def __init__(self, fixtures):
        self.counts = collections.defaultdict(collections.Counter)  # (op, outcome) → family → times
        self.due = collections.defaultdict(list)  # (op, outcome) → indices of fixtures
        for index, fixture in enumerate(fixtures):
            for step, then in zip(fixture["when"], fixture["then"]):
                pair = step["op"], outcome(then["result"])
                if not self.due[pair] or self.due[pair][-1] != index:
                    self.due[pair].append(index)

    def add(self, case, answer):
        found = outcomes(answer)
        if not found and case.ops != []:
            self.counts["(line)", "protocol_malformed" if b'"protocol_malformed"' in answer else "other"][case.family] += 1
        elif case.ops is not None and len(found) == len(case.ops):
            for pair in zip(case.ops, found):
                self.counts[pair][case.family] += 1

    def missing(self):
        return sorted(pair for pair in self.due if pair not in self.counts)

    def table(self):
        """Lines: a row for each operation with its outcomes, how often they came, and from how many families."""
        rows = collections.defaultdict(list)
        for (op, what), families in self.counts.items():
            rows[op or "(none)"].append((what, sum(families.values()), len(families), (op, what) in self.due))
        for op, what in self.missing():
            rows[op].append((what, 0, 0, True))
        known = {op for op, _ in self.due}
        invented = sum(total for op in rows if op not in known and op != "(line)" for _, total, _, _ in rows[op])
        yield f"{'operation':<34}{'outcome':<48}{'reached':>10}{'families':>10}"
        for op in sorted(op for op in rows if op in known or op == "(line)"):
            for what, total, families, due in sorted(rows[op], key=lambda row: (row[0] != "ok", row[0])):
                yield f"{op:<34}{what:<48}{total if total else 'NEVER':>10}{families:>10}{'' if due else '  by no fixture'}"
        if invented:
            yield f"{'(operations that do not exist)':<34}{'unsupported':<48}{invented:>10}"
