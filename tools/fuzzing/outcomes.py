"""What an answer says, and what sets two answers apart."""

import json
import re
from typing import Any

from ..parity.comparison import differences
from ..spec.canonical import canonical, parse

Signature = tuple[object, ...]  # what sets two answers apart
PLAIN = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"), sort_keys=True).encode

def outcome(result: dict[str, Any]) -> str:
    """`ok`, `unsupported`, the code of a failure, with its rule if a record is corrupt."""
    if "err" not in result:
        return "ok" if "ok" in result else "unsupported"
    code = result["err"]["code"]
    return f"{code}:{result['err']['params'].get('rule')}" if code == "corrupt_record" else code


def strict(answer: bytes) -> Any:
    try:
        return parse(answer)
    except ValueError:
        return None


def is_canonical(answer: bytes) -> bool:
    value = strict(answer)
    if value is None:
        return False
    # Python's own writer is fast and differs in the order of names beyond ASCII only.
    return PLAIN(value).encode("utf-8", "surrogatepass") == answer or canonical(value).encode("utf-8", "surrogatepass") == answer


def difference(line: bytes, one: bytes | None, other: bytes | None) -> Signature | None:
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
        path = next(differences(first, second))[0]
        return (op, *pair, re.sub(r"\[\d+\]", "[]", path))
    path = next(differences(values[0], values[1]), ("?",))[0]
    return ("line", re.sub(r"\[\d+\]", "[]", path))


def kind(value: Any) -> str:
    if isinstance(value, dict):
        return "steps" if "steps" in value else value["err"].get("code", "?") if isinstance(value.get("err"), dict) else "other"
    return "other"
