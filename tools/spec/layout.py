"""How the JSON files of spec/ are written: what a reader wants to see first, and as much on a line as fits."""

import json
from typing import Any

WIDTH = 200
# What comes first, wherever it stands at the top; the other members follow by name.
FIRST = ("title", "op", "args", "result", "when", "then")


def written(value: Any) -> str:
    """The text of a file: ASCII, two spaces of indentation, a line feed at the end. A value that fits stands on one line."""
    return _laid_out(value, 0, FIRST) + "\n"


def _laid_out(value: Any, indentation: int, first: tuple[str, ...] = ()) -> str:
    names = _sorted(value, first) if isinstance(value, dict) else []
    ordered = {name: value[name] for name in names} if isinstance(value, dict) else value
    line = _line(ordered)
    if not value or not isinstance(value, (dict, list)) or (indentation and indentation + len(line) <= WIDTH):
        return line
    inner = " " * (indentation + 2)
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(name)}: {_laid_out(value[name], indentation + 2)}" for name in names]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indentation + "}"
    # The vectors of a table and the operations begin as a fixture does.
    parts = [inner + _laid_out(item, indentation + 2, FIRST if _is_entry(item) else ()) for item in value]
    return "[\n" + ",\n".join(parts) + "\n" + " " * indentation + "]"


def _line(value: Any) -> str:
    """One line, with the order of the outermost members kept."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {_within(member)}" for name, member in value.items()) + "}"
    return _within(value)


def _within(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _sorted(value: dict[str, Any], first: tuple[str, ...]) -> list[str]:
    return [name for name in first if name in value] + sorted(name for name in value if name not in first)


def _is_entry(value: Any) -> bool:
    return isinstance(value, dict) and ({"id", "args", "result"} <= set(value) or {"op", "args", "ok"} == set(value))
