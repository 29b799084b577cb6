"""Makes a case smaller as long as the two runners differ in the same way."""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from ..spec.canonical import parse
from .outcomes import Signature, difference

BATCH = 48
Ask = Callable[[list[bytes]], list[tuple[bytes | None, bytes | None]]]
CANONICAL_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)  # stays one, so that what is given stays admissible


def shrink(line: bytes, signature: Signature, ask: Ask, seconds: float = 20.0) -> bytes:
    """The smallest line found with the same difference. `ask` sends lines to both runners and gives pairs of answers."""
    until = time.monotonic() + seconds
    batch = 1 if signature[0] == "answer" else BATCH  # a line that ends a runner costs a start
    try:
        value = parse(line)
        structured = difference_of(encoded(value), ask) == signature
    except ValueError:
        structured = False
    if not structured:
        return descend(line, raw, lambda line: line, signature, ask, until, batch)
    return encoded(descend(value, smaller, encoded, signature, ask, until, batch))


def difference_of(line: bytes, ask: Ask) -> Signature | None:
    return difference(line, *ask([line])[0])


def encoded(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def descend(best: Any, candidates: Callable[[Any], Iterator[Any]], encode: Callable[[Any], bytes], signature: Signature, ask: Ask, until: float, size: int) -> Any:
    """Takes the first candidate that keeps the difference, and goes on from there, until none does."""
    improved = True
    while improved and time.monotonic() < until:
        improved = False
        batch = []
        for candidate in candidates(best):
            batch.append(candidate)
            if len(batch) == size:
                found = first(batch, encode, signature, ask)
                if found is not None or time.monotonic() > until:
                    break
                batch = []
        else:
            found = first(batch, encode, signature, ask)
        if found is not None:
            best, improved = found, True
    return best


def first(batch: list[Any], encode: Callable[[Any], bytes], signature: Signature, ask: Ask) -> Any:
    lines = [encode(candidate) for candidate in batch]
    for candidate, line, answers in zip(batch, lines, ask(lines) if lines else []):
        if difference(line, *answers) == signature:
            return candidate
    return None


def raw(line: bytes) -> Iterator[bytes]:
    """Shorter lines of bytes."""
    size = len(line) // 2
    while size:
        for start in range(0, len(line), size):
            yield line[:start] + line[start + size:]
        size //= 2


def smaller(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Smaller run lines: the big cuts first."""
    when = line.get("when")
    if isinstance(when, list):
        for steps in shorter(when):
            yield {**line, "when": steps}
    for key in ("given", "ids"):
        if line.get(key):
            yield {**line, key: type(line[key])()} if isinstance(line[key], (dict, list)) else line
    for key in ("given", "ids", "when"):
        if key in line:
            for value in reduced(line[key], 0):
                yield {**line, key: value}
    if line.get("clock") != "2026-01-01T00:00:00.000Z" and "clock" in line:
        yield {**line, "clock": "2026-01-01T00:00:00.000Z"}
    if line.get("seq") != 1 and "seq" in line:
        yield {**line, "seq": 1}


def shorter(elements: list[Any]) -> Iterator[list[Any]]:
    """Parts of a list cut out: halves, quarters, …, single ones."""
    size = max(1, len(elements) // 2)
    while elements:
        for start in range(0, len(elements), size):
            yield elements[:start] + elements[start + size:]
        if size == 1:
            return
        size //= 2


def reduced(value: Any, depth: int) -> Iterator[Any]:
    """All values that are one cut smaller, outer cuts before inner ones."""
    if isinstance(value, list):
        yield from shorter(value)
        for index, element in enumerate(value):
            for other in reduced(element, depth + 1):
                yield value[:index] + [other] + value[index + 1:]
    elif isinstance(value, dict):
        for key in value:
            yield {name: member for name, member in value.items() if name != key}
        for key in value:
            for other in reduced(value[key], depth + 1):
                yield {**value, key: other}
    elif isinstance(value, bool):
        if value:
            yield False
    elif isinstance(value, int):
        for other in (0, 1, value // 2, value - 1):
            if abs(other) < abs(value):
                yield other
    elif isinstance(value, str) and CANONICAL_INSTANT.fullmatch(value):
        for other in ("2026-01-01T00:00:00.000Z", value[:-4] + "000Z", value[:11] + "00:00:00.000Z"):
            if other < value:
                yield other
    elif isinstance(value, str) and value:
        yield ""
        for size in (len(value) // 2, len(value) // 4, 1):
            if size:
                for start in range(0, len(value), size):
                    yield value[:start] + value[start + size:]
        for index, character in enumerate(value):
            if character > "z":
                yield value[:index] + "A" + value[index + 1:]
