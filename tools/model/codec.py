"""Canonical JSON, read strictly and written in one way (spec/rules/wire.md)."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from .errors import Failure

GREATEST = 2**53 - 1
DEEPEST = 64
SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
UNESCAPED = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
WHITE_SPACE = re.compile(r"[ \t\r\n]*")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?![0-9.eE+-])")
PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
FOUR_HEX_DIGITS = re.compile(r"[0-9A-Fa-f]{4}")
TO_ESCAPE = re.compile(r'["\\\x00-\x1f]')


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
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Outsized):
        return value.digits
    if isinstance(value, str):
        return '"' + TO_ESCAPE.sub(lambda match: SHORT_ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04x}", value) + '"'
    if isinstance(value, list):
        return "[" + ",".join(write(element) for element in value) + "]"
    return "{" + ",".join(write(name) + ":" + write(value[name]) for name in sorted(value, key=utf16)) + "}"


def parse(text: str) -> Any:
    """Reads a text by JSON-2 and JSON-3; integers out of range become Outsized. Raises NotJSON."""
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def whole(self) -> Any:
        value = self.value(0)
        if self.next() != "":
            raise NotJSON
        return value

    def next(self) -> str:
        """The next character that isn't white space, or "" at the end."""
        self.position = WHITE_SPACE.match(self.text, self.position).end()  # type: ignore[union-attr]
        return self.text[self.position : self.position + 1]

    def take(self, expected: str) -> None:
        if self.next() != expected:
            raise NotJSON
        self.position += 1

    def value(self, depth: int) -> Any:
        first = self.next()
        if first == "{" or first == "[":
            if depth == DEEPEST:
                raise NotJSON
            return self.object(depth + 1) if first == "{" else self.list(depth + 1)
        if first == '"':
            return self.string()
        for word, value in (("true", True), ("false", False)):
            if self.text.startswith(word, self.position):
                self.position += len(word)
                return value
        return self.number()

    def object(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        self.take("{")
        while self.next() != "}" or members:
            self.next()
            name = self.string()
            self.take(":")
            if name in members:
                raise NotJSON
            members[name] = self.value(depth)
            if self.next() == "}":
                break
            self.take(",")
        self.take("}")
        return members

    def list(self, depth: int) -> list[Any]:
        elements: list[Any] = []
        self.take("[")
        while self.next() != "]" or elements:
            elements.append(self.value(depth))
            if self.next() == "]":
                break
            self.take(",")
        self.take("]")
        return elements

    def number(self) -> int | Outsized:
        match = NUMBER.match(self.text, self.position)
        if not match:
            raise NotJSON
        self.position = match.end()
        return int(match[0]) if len(match[0]) <= 17 and abs(int(match[0])) <= GREATEST else Outsized(match[0])

    def string(self) -> str:
        if self.text[self.position : self.position + 1] != '"':
            raise NotJSON
        self.position += 1
        parts: list[str] = []
        while True:
            plain = PLAIN.match(self.text, self.position)
            assert plain
            parts.append(plain[0])
            self.position = plain.end() + 1
            stop = self.text[plain.end() : self.position]
            if stop == '"':
                return "".join(parts)
            if stop != "\\":  # a raw control character, or the end
                raise NotJSON
            parts.append(self.escape())

    def escape(self) -> str:
        letter = self.text[self.position : self.position + 1]
        self.position += 1
        if letter and letter in UNESCAPED:
            return UNESCAPED[letter]
        if letter != "u":
            raise NotJSON
        unit = self.four_digits()
        if 0xDC00 <= unit <= 0xDFFF:
            raise NotJSON
        if 0xD800 <= unit <= 0xDBFF:
            if self.text[self.position : self.position + 2] != "\\u":
                raise NotJSON
            self.position += 2
            low = self.four_digits()
            if not 0xDC00 <= low <= 0xDFFF:
                raise NotJSON
            return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        return chr(unit)

    def four_digits(self) -> int:
        match = FOUR_HEX_DIGITS.match(self.text, self.position)
        if not match:
            raise NotJSON
        self.position = match.end()
        return int(match[0], 16)


def outsized(value: Any) -> Outsized | None:
    """The first integer out of range, in the order of the text."""
    if isinstance(value, Outsized):
        return value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for element in inside:
        found = outsized(element)
        if found:
            return found
    return None


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
