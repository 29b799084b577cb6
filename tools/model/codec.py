"""Canonical JSON, read strictly and written in one way (spec/rules/wire.md)."""

import dataclasses
import json
import re
from typing import Any

from .errors import Failure

GREATEST = 2**53 - 1
DEEPEST = 64
SURROGATE = re.compile("[\ud800-\udfff]")


@dataclasses.dataclass(frozen=True)
class Outsized:
    """An integer beyond ±(2^53−1): a valid number in JSON, but out of range (JSON-3)."""

    digits: str


class NotJSON(Exception):
    """The text departs from JSON-2."""


def utf16(name: str) -> bytes:
    """The key by which members are sorted (JSON-1)."""
    return name.encode("utf-16-be")


def write(value: Any) -> str:
    """Writes a value in its canonical form (JSON-1)."""
    if isinstance(value, Outsized):
        return value.digits
    if isinstance(value, list):
        return "[" + ",".join(write(element) for element in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(write(name) + ":" + write(value[name]) for name in sorted(value, key=utf16)) + "}"
    return json.dumps(value, ensure_ascii=False)


def parse(text: str) -> Any:
    """Reads a text by JSON-2 and JSON-3; integers out of range become Outsized. Raises NotJSON."""
    try:
        value = json.loads(text, object_pairs_hook=_members, parse_int=_integer, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise NotJSON from None
    _require_valid(value, DEEPEST)
    return value


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotJSON
    return members


def _integer(digits: str) -> int | Outsized:
    return int(digits) if len(digits) <= 17 and abs(int(digits)) <= GREATEST else Outsized(digits)


def _refuse(_: str) -> Any:
    raise NotJSON


def _require_valid(value: Any, depth: int) -> None:
    """Refuses what Python's reader admits: null, unpaired surrogates, and lists and objects more than `depth` levels deep."""
    if value is None or isinstance(value, str) and SURROGATE.search(value):
        raise NotJSON
    if isinstance(value, (dict, list)):
        if depth == 0:
            raise NotJSON
        for part in [*value, *value.values()] if isinstance(value, dict) else value:
            _require_valid(part, depth - 1)


def outsized(value: Any) -> Outsized | None:
    """The first integer out of range, in the order of the text."""
    if isinstance(value, Outsized):
        return value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, map(outsized, inside)), None)


def canonicalize(text: str) -> str:
    """The canonical form of a text; `json_invalid` comes before `integer_out_of_range` (JSON-3)."""
    try:
        value = parse(text)
    except NotJSON:
        raise Failure("json_invalid", text=text) from None
    found = outsized(value)
    if found:
        raise Failure("integer_out_of_range", text=found.digits)
    return write(value)
