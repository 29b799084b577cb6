"""Canonical JSON (JSON-1 to JSON-3), written here once more so that no runner is compared with itself."""

import json
import os
from typing import Any

SHORT = {0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: '\\"', 0x5C: "\\\\"}


def text(value: str) -> str:
    return '"' + "".join(SHORT.get(ord(c)) or (f"\\u{ord(c):04x}" if ord(c) < 0x20 else c) for c in value) + '"'


def order(name: str) -> bytes:
    """What names of members are sorted by: their UTF-16 code units."""
    return name.encode("utf-16-be", "surrogatepass")


def canonical(value: Any) -> str:
    """The canonical form of a value. Raises ValueError for floating-point numbers and null."""
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(text(key) + ":" + canonical(value[key]) for key in sorted(value, key=order)) + "}"
    raise ValueError(f"{value!r} has no canonical form")


def encoded(value: Any) -> bytes:
    return canonical(value).encode()


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice")
    return members


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not admitted")


def parse(source: str | bytes) -> Any:
    """Reads JSON without duplicate names, floating-point numbers and constants such as NaN. Raises ValueError."""
    words = source.decode("utf-8") if isinstance(source, bytes) else source
    return json.loads(words, object_pairs_hook=_members, parse_float=_refuse, parse_constant=_refuse)


def load(path: str | os.PathLike[str]) -> Any:
    with open(path, "rb") as file:
        return parse(file.read())
