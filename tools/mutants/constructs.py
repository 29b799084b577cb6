"""Finds a construct of a function by what it says, and changes it.

A mutation names its construct and says what becomes of it:

    in       the function (see `sources`)
    at       the construct, as a run of whole tokens; spaces, line ends and comments do not count
    to       what stands there instead; without it the construct goes, with the comma or the && or || that joins it to its neighbours
    nth      which one, if the function has several that say the same

`at` names the whole construct that it begins if it ends in ` …`, and one inside another if the two are joined by ` › `.
"""

import dataclasses
import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

from .sources import Function, Node

INSIDE, REST = " › ", " …"
JOINING = {"&&", "||", ","}
# A list of statements begins where its first statement does and is no construct.
LISTS = {"statements", "source_file"}


class Misplaced(Exception):
    """A mutation whose construct is not there, or is there more than once."""


@dataclasses.dataclass(frozen=True)
class Change:
    """Bytes of a file and what replaces them."""

    function: Function
    start: int
    end: int
    replacement: bytes


class Sources:
    """Functions by every name they answer to."""

    def __init__(self, found: Iterable[Function]) -> None:
        self.by_name: dict[str, list[Function]] = {}
        for function in found:
            for name in function.names():
                self.by_name.setdefault(name, []).append(function)

    def change(self, mutation: Mapping[str, Any]) -> Change:
        """What a mutation changes, and where; raises `Misplaced`."""
        named = self.by_name.get(mutation["in"], [])
        if not named:
            raise Misplaced(f"there is no function {mutation['in']}")
        found = [(function, *span) for function in named for span in spans(function, mutation["at"])]
        nth = mutation.get("nth")
        if nth is None and len(found) != 1 or nth is not None and not 1 <= nth <= len(found):
            raise Misplaced(f"{mutation['in']} has {len(found)} times “{mutation['at']}”")
        function, first, last = found[(nth or 1) - 1]
        tokens = function.tokens
        if "to" in mutation:
            return _shortened(Change(function, tokens[first].start_byte, tokens[last].end_byte, mutation["to"].encode()))
        return Change(function, *_removed(tokens, first, last), b"")


def _shortened(change: Change) -> Change:
    """A change without what it leaves as it is at its beginning and its end, where spaces and line ends don't count."""
    before, after = change.function.source[change.start:change.end].decode(), change.replacement.decode()
    tail, new_tail = _common(before[::-1], after[::-1])
    before_tail, after_tail = before[:len(before) - tail], after[:len(after) - new_tail]
    head, new_head = _common(before_tail, after_tail)
    start = change.start + len(before[:head].encode())
    end = change.start + len(before_tail.encode())
    return dataclasses.replace(change, start=start, end=end, replacement=after_tail[new_head:].encode())


def _common(before: str, after: str) -> tuple[int, int]:
    """How much two texts have in common at their beginning, with the spaces that follow it in both."""
    one, other = 0, 0
    while True:
        next_one, next_other = _past_spaces(before, one), _past_spaces(after, other)
        if next_one == len(before) or next_other == len(after) or before[next_one] != after[next_other]:
            return (next_one, next_other) if next_one > one and next_other > other else (one, other)
        one, other = next_one + 1, next_other + 1


def _past_spaces(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def spans(function: Function, at: str) -> list[tuple[int, int]]:
    """The first and last tokens of the constructs that `at` names."""
    found = [(0, len(function.tokens) - 1)]
    for step in at.split(INSIDE):
        found = [inner for outer in found for inner in _spans(function, step, *outer)]
    return list(dict.fromkeys(found))


def _spans(function: Function, step: str, first: int, last: int) -> list[tuple[int, int]]:
    tokens = function.tokens
    wanted = squeezed(step.removesuffix(REST))
    texts = function.texts[first:last + 1]
    line, found, place = "".join(texts), [], -1
    if wanted not in line:
        return []
    starts = dict(zip(itertools.accumulate(map(len, texts), initial=0), range(first, last + 2)))
    while (place := line.find(wanted, place + 1)) >= 0:
        begin, end = starts.get(place), starts.get(place + len(wanted))
        if begin is None or end is None or end == begin:
            continue
        if step.endswith(REST):
            end = _end_of_construct(tokens, begin, last)
            if end < starts[place + len(wanted)]:
                continue
        found.append((begin, end - 1))
    return found


def _end_of_construct(tokens: list[Node], begin: int, last: int) -> int:
    """The token after the largest construct that begins at a token."""
    node, limit = tokens[begin], tokens[last].end_byte
    while (parent := node.parent) and parent.start_byte == node.start_byte and parent.end_byte <= limit and parent.type not in LISTS:
        node = parent
    end = begin
    while end <= last and tokens[end].end_byte <= node.end_byte:
        end += 1
    return end


def _removed(tokens: list[Node], first: int, last: int) -> tuple[int, int]:
    """The bytes of a construct and of what joins it to the next one, or else to the one before."""
    before = tokens[first - 1] if first else None
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    start, end = tokens[first].start_byte, tokens[last].end_byte
    if after is not None and after.type in JOINING and (before is None or before.type not in JOINING - {after.type}):
        return start, tokens[last + 2].start_byte
    if before is not None and before.type in JOINING:
        return tokens[first - 2].end_byte, end
    return start, end
