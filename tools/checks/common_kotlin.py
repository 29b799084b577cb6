"""Checks that the modules of the Kotlin twin that are ready for other platforms than the JVM use Kotlin's common library only."""

import re
from collections.abc import Iterator

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


def blank(text: str) -> str:
    """The text without what stands in comments and strings; lines keep their numbers, strings their quotes."""
    def blanked(match: re.Match[str]) -> str:
        quote = '"' if match[0].startswith('"') else ""
        return quote + "\n" * match[0].count("\n") + quote
    return BLANKED.sub(blanked, text)


def breaches(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file that other platforms don't have, and why."""
    code = blank(text)
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


def main(_: list[str]) -> int:
    files = [path for folder in COMMON for path in sorted((KOTLIN / folder).rglob("*.kt"))]
    found = [f"{path.relative_to(ROOT)}:{number}: {reason}" for path in files for number, reason in breaches(path.read_text(encoding="utf-8"))]
    missing = [folder for folder in COMMON if not list((KOTLIN / folder).rglob("*.kt"))]
    found += [f"kotlin-parity/{folder}: no Kotlin there" for folder in missing]
    print("\n".join(found) if found else f"common Kotlin: {len(files)} files use nothing of the JVM")
    return 1 if found else 0
