"""Makes a case smaller as long as the two runners differ in the same way."""

import itertools
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from ..spec.canonical import parse
from .outcomes import Signature, difference

BATCH = 48
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)  # shorter, it would be none
Ask = Callable[[list[bytes]], list[tuple[bytes | None, bytes | None]]]


def shrink(line: bytes, signature: Signature, ask: Ask, seconds: float = 20.0) -> bytes:
    """The smallest line found with the same difference. `ask` sends lines to both runners and gives pairs of answers."""
    end = time.monotonic() + seconds
    size = 1 if signature[0] == "answer" else BATCH  # a line that ends a runner costs a start

    def descend(best: Any, encode: Callable[[Any], bytes]) -> Any:
        """Takes the first cut that keeps the difference, and goes on from there, until none does."""
        candidates = cuts(best)
        while time.monotonic() < end and (batch := list(itertools.islice(candidates, size))):
            lines = [encode(candidate) for candidate in batch]
            pairs = zip(batch, lines, ask(lines))
            found = next((candidate for candidate, line, answers in pairs if difference(line, *answers) == signature), None)
            if found is not None:
                best, candidates = found, cuts(found)
        return best

    try:
        value = parse(line)
        if isinstance(value, dict) and "when" in value:
            value = {"when": value["when"], **value}  # the steps are cut first
        if difference(encoded(value), *ask([encoded(value)])[0]) == signature:
            return encoded(descend(value, encoded))
    except ValueError:
        pass
    return bytes(descend(line, bytes))


def encoded(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def cuts(value: Any) -> Iterator[Any]:
    """All values that are one cut smaller, outer cuts before inner ones."""
    if isinstance(value, (list, bytes)) or isinstance(value, str) and not INSTANT.fullmatch(value):
        yield from shorter(value)
    if isinstance(value, list):
        for index, element in enumerate(value):
            yield from (value[:index] + [other] + value[index + 1:] for other in cuts(element))
    if isinstance(value, dict):
        for key in value:
            yield {name: member for name, member in value.items() if name != key}
        if "type" in value and "voyageNumber" in value:  # handling on a voyage, which takes a step that registers it
            yield {name: member for name, member in value.items() if name != "voyageNumber"} | {"type": "CUSTOMS"}
        for key in value:
            yield from ({**value, key: other} for other in cuts(value[key]))


def shorter(whole: Any) -> Iterator[Any]:
    """Parts of a list, a text or bytes cut out: halves, quarters, …, single ones."""
    size = (len(whole) + 1) // 2
    while size:
        for start in range(0, len(whole), size):
            yield whole[:start] + whole[start + size:]
        size //= 2
