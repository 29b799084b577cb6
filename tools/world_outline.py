"""Prints Sources/CargoMaps/WorldOutline+Land.swift, made from a GeoJSON file of the land.

    ./tool world-outline land-110m.geojson > Sources/CargoMaps/WorldOutline+Land.swift

The file is Natural Earth's 1:110m land (public domain), as one MultiPolygon. Antarctica is left out, because no map reaches as far south.
"""

import json
import pathlib
from collections.abc import Iterator
from typing import Any

from .project import options_of

Point = tuple[int, int]
# Minutes of arc north.
SOUTHMOST = -60 * 60
LINE = 130
HEAD = """\
extension WorldOutline {
    /// A ring on each line or run of continued lines: the first point's longitude and latitude, then the steps to the next points.
    ///
    /// Made by `./tool world-outline` from Natural Earth's 1:110m land, which is in the public domain.
    static let text = \"""
"""


def rings(shape: dict[str, Any]) -> Iterator[list[Point]]:
    """The rings of all polygons in whole minutes of arc, longitude first, without the last point, which repeats the first."""
    for polygon in shape["coordinates"]:
        for ring in polygon:
            points: list[Point] = []
            for longitude, latitude in ring[:-1]:
                point = (round(longitude * 60), round(latitude * 60))
                if not points or point != points[-1]:
                    points.append(point)
            if max(latitude for _, latitude in points) > SOUTHMOST:
                yield points


def line(ring: list[Point]) -> str:
    steps = [(to[0] - start[0], to[1] - start[1]) for start, to in zip(ring, ring[1:])]
    return " ".join(f"{x} {y}" for x, y in [ring[0], *steps])


def folded(text: str) -> Iterator[str]:
    """The lines of a multi-line string literal; a backslash continues a line."""
    words = text.split(" ")
    row = ""
    for word in words:
        if row and len(row) + len(word) + 1 > LINE:
            yield row + " \\"
            row = word
        else:
            row = f"{row} {word}" if row else word
    yield row


def swift(shape: dict[str, Any]) -> str:
    rows = [f"        {row}" for ring in rings(shape) for row in folded(line(ring))]
    return HEAD + "\n".join(rows) + '\n        \"""\n}\n'


def main(arguments: list[str]) -> int:
    file = pathlib.Path(options_of(__doc__, arguments, "file").file)
    print(swift(json.loads(file.read_text(encoding="utf-8"))), end="")
    return 0
