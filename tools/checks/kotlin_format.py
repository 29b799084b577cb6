"""Checks the format of the Kotlin sources: lines, indentation, imports and spaces.

It stands in for ktlint, which isn't in the package registries that the tests install from. It reports what Kotlin's coding conventions settle
and a line shows; how an expression is broken into lines is left to its author.
"""

import pathlib
import re
import subprocess
from collections.abc import Iterator

from ..project import KOTLIN, ROOT
from .common_kotlin import BLANKED

WIDTH = 120
INDENT = 4
IMPORT = re.compile(r"import ([\w.]+(?:\.\*)?)(?: as (\w+))?$")
# Names that the compiler uses without their being written.
IMPLICIT = {"getValue", "setValue", "provideDelegate"}
# A name of a test and a raw string can't be broken.
UNBREAKABLE = re.compile(r'\bfun `[^`]*`\(|"""')
NAME = re.compile(r"`[^`\n]*`")
SPACING = [
    (re.compile(r"\b(?:if|for|while|when|catch)\("), "a space goes before the parenthesis"),
    (re.compile(r"\)\{"), "a space goes before the brace"),
    (re.compile(r",(?=[^\s)\]>])"), "a space goes after the comma"),
    (re.compile(r"\S\s+,"), "no space goes before the comma"),
    (re.compile(r"\( |\S \)"), "no space goes inside the parentheses"),
    (re.compile(r"\S\s*;$"), "no semicolon is needed"),
    (re.compile(r"\S  +\S"), "one space is enough"),
]


def masked(text: str) -> str:
    """The text with spaces for comments and underscores for what stands in strings and quoted names. All columns stay the same."""
    def mask(match: re.Match[str]) -> str:
        whole = match[0]
        if whole.startswith("/"):
            return re.sub(r"[^\n]", " ", whole)
        return whole[0] + re.sub(r"[^\n]", "_", whole[1:-1]) + whole[-1]
    return NAME.sub(lambda match: "_" * len(match[0]), BLANKED.sub(mask, text))


def imports(lines: list[str]) -> Iterator[tuple[int, str]]:
    """What is wrong with the imports."""
    found = [(number, match[1], match[2] or match[1].rsplit(".", 1)[-1]) for number, line in enumerate(lines, 1) if (match := IMPORT.match(line))]
    used = set(re.findall(r"\w+", "\n".join(line for line in lines if not line.startswith(("import ", "package ")))))
    for place, (number, name, known_as) in enumerate(found):
        if name.endswith(".*"):
            yield number, "import each name by itself"
        elif known_as not in used | IMPLICIT:
            yield number, f"{known_as} is not used"
        if place and name <= found[place - 1][1]:
            yield number, "the imports are not in order"
        if place and number != found[place - 1][0] + 1:
            yield number, "the imports are one block"


def breaches(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file that break the format, and why."""
    lines = text.split("\n")
    if not text.endswith("\n") or text.endswith("\n\n"):
        yield len(lines), "the file ends with one line break"
    for number, line in enumerate(lines, 1):
        if len(line) > WIDTH and not UNBREAKABLE.search(line):
            yield number, f"{len(line)} columns, at most {WIDTH}"
        if "\t" in line or "\r" in line:
            yield number, "no tabs and no carriage returns"
        if line != line.rstrip():
            yield number, "no space at the end of a line"
        if 1 < number < len(lines) and not line.strip() and not lines[number - 2].strip():
            yield number, "one empty line is enough"
    for number, line in enumerate(masked(text).split("\n"), 1):
        code = line.strip()
        for pattern, reason in SPACING:
            if pattern.search(code):
                yield number, reason
        if code and (len(line) - len(line.lstrip(" "))) % INDENT:
            yield number, f"indent by a multiple of {INDENT}"
    yield from imports(lines)


def sources() -> list[pathlib.Path]:
    """The Kotlin files that git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.kt", "*.kts"], cwd=KOTLIN, stdout=subprocess.PIPE, check=True)
    return sorted(KOTLIN / name for name in listed.stdout.decode().split("\0") if name and (KOTLIN / name).is_file())


def main(_: list[str]) -> int:
    files = sources()
    found = [f"{path.relative_to(ROOT)}:{number}: {reason}" for path in files for number, reason in sorted(set(breaches(path.read_text(encoding="utf-8"))))]
    print("\n".join(found) if found else f"Kotlin's format: {len(files)} files are in order")
    return 1 if found else 0
