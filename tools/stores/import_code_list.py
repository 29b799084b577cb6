"""Imports a generated code list in UNECE's layout: three parts without headers, in Windows-1252, with all that real editions have.

    ./tool import-code-list CLI [ROWS] [DIRECTORY]      116,000 rows unless ROWS says otherwise

All parts are imported in one command, twice. Prints the time, and on Linux the peak of memory in KiB.
"""

import json
import os
import pathlib
import time
from collections import Counter

from ..project import fail, options_of
from .command_line import LETTERS, SIGNS, CommandLine, begun

HEADER = "Change,Country,Location,NameWoDiacritics,Name,Subdivision,Status,Function,Date,IATA,Coordinates,Remarks,CoordinatesDecimal,Distance,Source"
COUNTRIES, MARKS = 240, ("", "", "", "", "+", "|", "#", "¦", "!")


def code(number: int, rows: int) -> tuple[str, str]:
    """A country, and a place in it."""
    country, place = number * COUNTRIES // rows, ""
    for _ in range(3):
        number, sign = divmod(number, len(SIGNS))
        place += SIGNS[sign]
    return LETTERS[country // 26] + LETTERS[country % 26], place


def quoted(fields: list[str]) -> str:
    """A line of UNECE's: every field that isn't empty in quotes."""
    return ",".join('"' + field.replace('"', '""') + '"' if field else "" for field in fields) + "\r\n"


def lines(number: int, rows: int, counts: Counter[str]) -> list[list[str]]:
    """The entry of a number and its neighbours; counts what an import should say of them."""
    country, place = code(number, rows)
    name, coordinates, mark = f"Småö-l'Île, {number}", f"{number % 90:02}{number % 60:02}N {number % 180:03}{number % 60:02}W", MARKS[number % len(MARKS)]
    found: list[list[str]] = []

    def add(verdict: str, mark: str, place: str, name: str, coordinates: str = "", remark: str = "") -> None:
        counts["read"] += 1
        counts[verdict] += 1
        plain = name.replace("å", "a").replace("ö", "o").replace("Î", "I")
        found.append([mark, country, place, name, plain, "", "1-3-----" if place else "", "AI" if place else "", "2407" if place else "", "", coordinates, remark])

    if number == 0 or code(number - 1, rows)[0] != country:
        add("skipped", "", "", f".LAND {country}")
        add("skipped", "=", "", "Peking = Beijing")
    match number % 500:
        case 0: add("added", mark, place, name + "\u00a0", f"{number % 90}.9826N {number % 180}.9391E")
        case 1: add("added", mark, place, f'The "old" Œuf’s {name}', coordinates, "a remark\r\non two lines")
        case 2:
            counts["warnings"] += 1
            add("added", mark, place, name, "5160N 00042W")
        case 3: add("skipped", "X" if number % 1000 < 500 else "x", place, name, coordinates)
        case _: add("added", mark, place, name, coordinates)
    if number % 500 == 4: add("skipped", "", place, name, coordinates)
    if number % 500 == 5: add("skipped", "", place, f"{name} (Other)", coordinates)
    return found


def write_parts(folder: pathlib.Path, rows: int) -> tuple[list[str], Counter[str]]:
    """Writes three parts with a number of entries, and returns their paths and what an import should count.

    In the middle of the last, a header exchanges two pairs of columns and adds three.
    """
    counts: Counter[str] = Counter()
    paths = []
    for part in range(3):
        text: list[str] = []
        numbers = range(rows * part // 3, rows * (part + 1) // 3)
        middle = numbers[len(numbers) // 2] if part == 2 else rows
        for number in numbers:
            if number == middle: text.append(HEADER + "\r\n")
            for fields in lines(number, rows, counts):
                if number >= middle:
                    fields[3], fields[4], fields[6], fields[7] = fields[4], fields[3], fields[7], fields[6]
                    fields += ["", "N/A", "N/A"]
                text.append(quoted(fields))
        path = folder / f"UNLOCODE CodeListPart{part + 1}.csv"
        path.write_bytes("".join(text).encode("windows-1252"))
        paths.append(str(path))
    return paths, counts


def imported(cli: CommandLine, files: list[str], counts: dict[str, int]) -> None:
    begin, out = time.monotonic(), cli.folder / "summary"
    with out.open("wb") as stream:
        process = cli.start("location", "import", *files, "-o", "json", "-q", stdout=stream)
        _, ended, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    summary = json.loads(out.read_text(encoding="utf-8") or "{}")
    if process.returncode != 0 or {name: count for name, count in summary.items() if count} != counts:
        fail(f"the import ended with {process.returncode} and {summary}, not {counts}")
    print(f"{counts['read']} rows in {len(files)} files: {time.monotonic() - begin:.1f} s, {usage.ru_maxrss} KiB: {summary}", flush=True)


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "cli", "rows?", "directory?")
    rows = int(options.rows or 116_000)
    with begun(options) as cli:
        files, counts = write_parts(cli.folder, rows)
        imported(cli, files, counts)
        counts["unchanged"] = counts.pop("added")
        imported(cli, files, counts)
        for number in (6, 1, rows - 1):
            country, place = code(number, rows)
            cli.run("location", "show", country + place, says=f"Småö-l'Île, {number} ({country}{place})\n")
    return 0

