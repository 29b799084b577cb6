"""What an answer should be, and how it differs from that."""

from collections.abc import Iterator
from typing import Any

from ..spec.canonical import canonical, encoded, order, parse
from ..spec.files import Case

Difference = tuple[str, str, str]  # path, expected, actual


def expected(case: Case, seq: int) -> dict[str, Any]:
    return {"finalState": case["finalState"], "seq": seq, "steps": case["then"]}


def differences(want: Any, got: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yields (path, expected, actual), depth first; None stands for what is absent."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key in sorted(set(want) | set(got), key=order):
            inner = f"{path}.{key}" if path else key
            if key in want and key in got:
                yield from differences(want[key], got[key], inner)
            else:
                yield inner, want.get(key), got.get(key)
    elif isinstance(want, list) and isinstance(got, list):
        for index in range(max(len(want), len(got))):
            inner = f"{path}[{index}]"
            if index < len(want) and index < len(got):
                yield from differences(want[index], got[index], inner)
            else:
                yield inner, want[index] if index < len(want) else None, got[index] if index < len(got) else None
    elif type(want) is not type(got) or want != got:
        yield path, want, got


def shown(value: Any) -> str:
    if value is None:
        return "(absent)"
    line = canonical(value)
    return line if len(line) <= 400 else line[:400] + f" … ({len(line)} characters)"


def compare(case: Case, seq: int, answer: bytes) -> list[Difference]:
    """The differences of one answer; an empty list iff the bytes are equal."""
    want = expected(case, seq)
    if encoded(want) == answer:
        return []
    try:
        got = parse(answer)
    except ValueError as error:
        return [("", shown(want), f"{error}: {answer[:400]!r}")]
    found = [(path, shown(a), shown(b)) for path, a, b in differences(want, got)]
    return found or [("", shown(want), f"the same value, not in canonical form: {answer[:400].decode('utf-8', 'replace')}")]
