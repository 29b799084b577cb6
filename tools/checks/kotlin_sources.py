"""Checks the Kotlin sources: what only the JVM has isn't used by modules for other platforms, and the format.

The format stands in for ktlint, which isn't in the package registries that the tests install from. It reports what Kotlin's coding conventions settle
and a line shows; how an expression is broken into lines is left to its author.
"""

import pathlib
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence

from ..project import KOTLIN, ROOT

# Folders of common Kotlin, below kotlin-parity. All others are written for the JVM.
INFRASTRUCTURE = "cargo-infrastructure/src/main/kotlin/infrastructure"
COMMON = ["cargo-domain/src/main", "cargo-application/src/main", *(f"{INFRASTRUCTURE}/{name}" for name in ("jsoncodec", "records", "routing"))]

# The packages of the library that exist on the JVM alone, and what common code may import from them nevertheless.
JVM_PACKAGES = re.compile(r"^(?:java|javax|jdk|sun|android|androidx|kotlin\.jvm|kotlin\.io|kotlin\.concurrent|kotlin\.system|kotlin\.reflect\.(?:jvm|full))\b")
COMMON_IMPORTS = {
    "kotlin.jvm.JvmInline", "kotlin.concurrent.Volatile", "kotlin.concurrent.atomics.AtomicReference", "kotlin.concurrent.atomics.ExperimentalAtomicApi",
    "kotlin.io.encoding.Base64",
}

# What the JVM offers without an import, in files whose comments and strings are blanked out.
JVM_NAMES = re.compile(
    r"(?<![\w.])(?:java|javax)\.\w+"
    r"|(?<![\w.])(?:Character|Math|System|Thread|Runtime|Runnable|ProcessHandle|Arrays|Collections|Objects)\s*[.(]"
    r"|\bCharsets\b|(?<![\w.])String\s*\(|\bString\.format\b|\"\.format\("
    r"|(?<![\w.])synchronized\s*\(|@Synchronized\b|@Jvm(?!Inline\b)\w+|@Transient\b|@Strictfp\b"
    r"|\.javaClass\b|::class\.java\b|\b(?:TreeMap|TreeSet|sortedMapOf|sortedSetOf|toSortedMap|toSortedSet)\b"
    r"|\.(?:toByteArray|merge|compute|computeIfAbsent|computeIfPresent|putIfAbsent|getOrDefault|removeIf|replaceAll|stream|parallelStream)\s*[({]"
    r"|\.(?:appendCodePoint|codePointAt|codePointBefore|codePointCount|intern|toBigInteger|toBigDecimal|toPattern)\s*\("
    r"|\b(?:BigInteger|BigDecimal|ThreadLocal|StringBuffer|LinkedList)\s*[.(<]"
)
IMPORT = re.compile(r"^import\s+([\w.*]+)")
BLANKED = re.compile(r'/\*.*?\*/|//[^\n]*|"""(?:.*?)"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\[^\n]+?)\'', re.S)
# Imported by default on the JVM, but not on other platforms.
NEEDS_IMPORT = {"@JvmInline": "kotlin.jvm.JvmInline", "@Volatile": "kotlin.concurrent.Volatile"}


def breaches_of_platform(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file that other platforms don't have, and why."""
    code = masked(text)
    imported = set()
    for number, line in enumerate(code.splitlines(), 1):
        if found := IMPORT.match(line):
            imported.add(found[1])
            if JVM_PACKAGES.match(found[1]) and found[1] not in COMMON_IMPORTS:
                yield number, f"{found[1]} exists only on the JVM"
        elif name := JVM_NAMES.search(line):
            yield number, f"`{name[0].strip(' (.{')}` exists only on the JVM"
        else:
            for use, needed in NEEDS_IMPORT.items():
                if re.search(rf"{use}\b", line) and needed not in imported:
                    yield number, f"{use} needs `import {needed}` on other platforms"


def check_common(_: list[str]) -> int:
    """Checks that the modules of the Kotlin twin that are ready for other platforms than the JVM use Kotlin's common library only."""
    files = {folder: sorted((KOTLIN / folder).rglob("*.kt")) for folder in COMMON}
    found = [f"kotlin-parity/{folder}: no Kotlin there" for folder, paths in files.items() if not paths]
    return told([path for paths in files.values() for path in paths], breaches_of_platform, "common Kotlin: {} files use nothing of the JVM", found)


WIDTH = 120
INDENT = 4
IMPORTED = re.compile(r"import ([\w.]+(?:\.\*)?)(?: as (\w+))?$")
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
    found = [(number, match[1], match[2] or match[1].rsplit(".", 1)[-1]) for number, line in enumerate(lines, 1) if (match := IMPORTED.match(line))]
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


def breaches_of_format(text: str) -> Iterator[tuple[int, str]]:
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


def check_format(_: list[str]) -> int:
    """Checks the format of the Kotlin sources: lines, indentation, imports and spaces."""
    return told(sources(), breaches_of_format, "Kotlin's format: {} files are in order")


def told(files: list[pathlib.Path], breaches: Callable[[str], Iterator[tuple[int, str]]], good: str, found: Sequence[str] = ()) -> int:
    """Prints what is wrong with files, or that they are good; returns the status."""
    wrong = [f"{path.relative_to(ROOT)}:{number}: {reason}" for path in files for number, reason in sorted(set(breaches(path.read_text(encoding="utf-8"))))]
    print("\n".join([*wrong, *found]) or good.format(len(files)))
    return 1 if wrong or found else 0
