"""Breaks one place of a JSON value, or moves a whole value to other places, voyages and times, which most outcomes survive."""

import re
from typing import Any

from .values import GRID, INSTANTS, PORTS

NAMES = ["", "zz", "~", "[0]", "a.b", "\uff5e", "\U0001f600", "extra", "version", "voyageNumber"]
NAMED = re.compile(r'"(20\d\d-\d\d-\d\dT\d\d:\d\d:00\.000Z|[A-Z]{5}|V[1-9]00)"')
DAY_OF = {text: day for day, text in enumerate(GRID)}


def places(whole, limit=8):
    """All places of a value, as pairs of a list or object and a key; of a long list the first few elements only. The first is the whole, in a list."""
    top = [whole]
    found: list[tuple[Any, Any]] = [(top, 0)]
    for node, key in found:  # grows as it goes
        value = node[key]
        if type(value) is dict:
            found += [(value, inner) for inner in value]
        elif type(value) is list:
            found += [(value, inner) for inner in range(min(len(value), limit))]
    return found


def mutate(value, values, times=1):
    """Changes `value` in place at a random place and gives it back (another value if the place is the whole)."""
    for _ in range(times):
        found = places(value)
        node, key = values.one(found)
        node[key] = broken(node[key], values)
        value = found[0][0][0]
    return value


def broken(old, values):
    """Another value in the place of `old`: half of the time one of the same type."""
    if values.chance(0.25):
        return values.one([5, True, [], {}, "x", values.option(), values.text()])
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return values.one([old + 1, old - 1, -old, values.option()])
    if isinstance(old, str):
        return values.one([old.lower(), old + " ", old[:-1], old + "A", values.text(), values.one(INSTANTS), values.one(PORTS), values.at(values.below(60))])
    if isinstance(old, dict):
        if old and values.chance(0.6):
            gone = values.one(list(old))
            return {key: member for key, member in old.items() if key != gone}
        return {**old, values.one(NAMES): values.one([1, "1", "V100", {}])}
    if old and values.chance(0.4):
        return old[:-1]
    if len(old) > 1 and values.chance(0.4):
        return old[::-1]
    return old + [values.one(old)] if old else [{}]


def moved(text, values):
    """A JSON text with its places and voyages permuted and its times shifted: valid values stay valid, neighbours stay neighbours."""
    ports = dict(zip(PORTS, values.random.sample(PORTS, len(PORTS))))
    shift = values.below(5)

    def other(match):
        name = match[1]
        day = DAY_OF.get(name)
        if day is not None:
            return f'"{GRID[max(0, min(day + shift, len(GRID) - 1))]}"'
        return f'"{ports.get(name, name)}"'

    return NAMED.sub(other, text)
