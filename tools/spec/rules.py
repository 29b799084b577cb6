"""Writes docs/rules.md, the page of the rules and their tests: a section for each rule of spec/rules.json, with its fixtures and the Swift and Kotlin tests that name it.

The text of a rule is its section in spec/rules/<area>.md; the page shows the first paragraph.

With --check it writes nothing and fails if a rule has no test in one of the languages or lacks a kind of fixture, if a test or fixture names a rule
that doesn't exist, if the sections of spec/rules/ aren't exactly the rules, if no comment of Kotlin's libraries names a rule, or if the page is out of date. Rules of the wire, of requests, of use cases and of the runner need no tests beside their fixtures.

A test names a rule by its id in its display name, or in a comment `// Rule: ID` before it; `REP-1 to REP-8` names all of them. The checks of the
repository contract count as tests, because the contract tests of each backend run them all.
"""

import collections
import json
import pathlib
import re
from collections.abc import Iterator
import sys

from ..project import KOTLIN, ROOT, SERVICE, generate
from .files import Spec

PAGE = ROOT / "docs" / "rules.md"
STRING = r'"((?:[^"\\]|\\.)*)"'
TEST = re.compile(r"@Test\(\s*" + STRING + r"|@Test[^\n{]*?\bfunc\s+`([^`]+)`", re.S)
COMMENT = re.compile(r"//\s*Rule:\s*([^\n]*)\n(?:\s*@[^\n]*\n)*?[^\n]*?@Test\b[^\n]*?(?:" + STRING + r"|func\s+`?([^`(]+))")
CHECK = re.compile(r"ContractCheck\(\s*\[([^\]]*)\],\s*" + STRING, re.S)
SHOWN_BY_FIXTURES = {"request", "runner", "useCase", "wire"}
ID = re.compile(r"\b((?:VAL-[A-Z]+|VOY|RTE|LEG|ITN|HND|DLV|REF|EST|CRG|REP|CCH|RTG|JSON|READ|RUN|REQ|UC)-)(\d+)(?:\s+to\s+\1(\d+))?\b")


def ids(text: str) -> list[str]:
    """The rules that a text names, ranges spelled out."""
    found = []
    for prefix, first, last in ID.findall(text):
        found += [f"{prefix}{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def sentence(title: str) -> str:
    """A test's title without the rules that lead it; an interpolated value is shown by its name."""
    rest = re.sub(r"^(?:" + ID.pattern + r"[,\s]*)+:\s*", "", title)
    rest = re.sub(r"\\\((\w+)\)", r"\1", rest)
    return rest.replace('\\"', '"').replace("\\\\", "\\")


def tests() -> Iterator[tuple[str, str, str]]:
    """(rule, title, file) of every test and contract check that names a rule."""
    for path in sorted(path for package in (ROOT, SERVICE) for path in (package / "Tests").rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        for match in TEST.finditer(text):
            title = match[1] or match[2]
            for rule in ids(title):
                yield rule, title, name
        for match in COMMENT.finditer(text):
            title = (match[2] or match[3]).strip()
            for rule in ids(match[1]):
                yield rule, title, name
    for path in sorted((ROOT / "Sources" / "CargoTesting" / "Contract").glob("*.swift")):
        name = path.relative_to(ROOT).as_posix()
        for match in CHECK.finditer(path.read_text(encoding="utf-8")):
            for rule in ids(match[1]):
                yield rule, match[2], name


def kotlin_tests() -> Iterator[tuple[str, str, str]]:
    """(rule, title, file) of every test of the Kotlin twin that names a rule."""
    for path in sorted(KOTLIN.glob("*/src/test/**/*.kt")):
        for title in re.findall(r"@Test\s+(?:internal )?(?:suspend )?fun `([^`]+)`", path.read_text(encoding="utf-8")):
            for rule in ids(title):
                yield rule, title, path.relative_to(ROOT).as_posix()


def kotlin_docs() -> set[str]:
    """The rules that the comments of the published Kotlin modules name."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(KOTLIN.glob("cargo-*/src/main/kotlin/**/*.kt"))]
    return {rule for text in sources for comment in re.findall(r"/\*.*?\*/|//[^\n]*", text, re.S) for rule in ids(" ".join(comment.split()).replace(" * ", " "))}


def fixtures() -> Iterator[tuple[list[str], str, str]]:
    """(rules, polarity, file) of every fixture and protocol case."""
    spec = Spec()
    for case in spec.fixtures + spec.protocol:
        yield case["rules"], case["polarity"], f"spec/{case['_path']}"


def sections(rules: list[dict]) -> tuple[dict[str, str], list[str]]:
    """The first paragraph of each rule's section, and what is wrong with the sections: each area has its rules, in the order of spec/rules.json."""
    found: dict[str, str] = {}
    faults = []
    for area in dict.fromkeys(rule["area"] for rule in rules):
        path = ROOT / "spec" / "rules" / f"{area}.md"
        parts = re.split(r"^## (.*)$", path.read_text(encoding="utf-8") if path.exists() else "", flags=re.M)
        wanted = [rule["id"] for rule in rules if rule["area"] == area]
        if parts[1::2] != wanted:
            faults.append(f"spec/rules/{area}.md has the sections {', '.join(parts[1::2])}, not {', '.join(wanted)}")
        found.update((rule, text.strip().split("\n\n")[0]) for rule, text in zip(parts[1::2], parts[2::2]))
    return found, faults + [f"{rule['id']} has no text" for rule in rules if not found.get(rule["id"])]


Named = dict[str, list[tuple[str, str]]]  # (title, file) of the tests that name a rule


SHOWN_TITLES = 3
LONGEST_TITLE = 120


def abbreviated(title: str) -> str:
    """A test's title for a list: at most LONGEST_TITLE characters, cut between words, with Markdown's own characters escaped outside of code."""
    text = sentence(title)
    if len(text) > LONGEST_TITLE:
        text = text[:LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(",;:") + " …"
    if text.count("`") % 2:
        text += "`"
    parts = text.split("`")
    parts[::2] = [re.sub(r"([*_<\[\]])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def listed_tests(language: str, found: list[tuple[str, str]]) -> list[str]:
    """A list of the files whose tests name a rule, each with its number of tests and the first titles."""
    if not found:
        return [f"- {language} tests: none"]
    files: dict[str, list[str]] = {}
    for title, name in found:
        files.setdefault(name, []).append(title)
    lines = [f"- {language} tests: {len(found)}"]
    for name, titles in files.items():
        shown = ", ".join(f"“{abbreviated(title)}”" for title in titles[:SHOWN_TITLES])
        more = f", and {len(titles) - SHOWN_TITLES} more" if len(titles) > SHOWN_TITLES else ""
        lines.append(f"  - [{pathlib.PurePath(name).name}](../{name}): {shown}{more}")
    return lines


def page(rules: list[dict], texts: dict[str, str], named: Named, kotlin: Named, shown: dict[str, collections.Counter[str]]) -> str:
    """The text of docs/rules.md: a section for each rule."""
    count = sum(len(found) for found in [*named.values(), *kotlin.values()])
    total = sum(sum(kinds.values()) for kinds in shown.values())
    lines = [
        "# Rules",
        "",
        "This page lists each rule with its error codes, its fixtures and the tests that name it. `./tool rules` generates it from `spec/` and the tests; don't",
        f"edit it. There are {len(rules)} rules and {total} fixtures, and tests name rules {count} times. Each rule's full text is in `spec/rules`.",
        "",
        "Fixtures are in `spec/fixtures` under the rule's id, runner cases in `spec/protocol`; both run against Swift, Kotlin and the model. Of each test file, the list has",
        f"the first {SHOWN_TITLES} titles.",
        "",
    ]
    areas = list(dict.fromkeys(rule["area"] for rule in rules))
    for area in areas:
        inside = [rule for rule in rules if rule["area"] == area]
        lines.append(f"- {area.capitalize()}: " + ", ".join(f"[{rule['id']}](#{rule['id'].lower()})" for rule in inside))
    lines.append("")
    for area in areas:
        lines += [f"## {area.capitalize()}", ""]
        for rule in rules:
            if rule["area"] != area:
                continue
            lines += [f"### {rule['id']}", "", texts.get(rule["id"], ""), "", f"- Text: [{area}.md](../spec/rules/{area}.md#{rule['id'].lower()})"]
            if rule["codes"]:
                lines.append("- Codes: " + ", ".join(f"`{code}`" for code in rule["codes"]))
            kinds = [f"{shown[rule['id']][kind]} {kind}" for kind in ("accept", "reject", "boundary") if shown[rule["id"]][kind]]
            lines.append("- Fixtures: " + (", ".join(kinds) or "none"))
            lines += listed_tests("Swift", named.get(rule["id"], [])) + listed_tests("Kotlin", kotlin.get(rule["id"], [])) + [""]
    return "\n".join(lines).rstrip("\n") + "\n"


def main(arguments: list[str]) -> int:
    rules = json.loads((ROOT / "spec" / "rules.json").read_text(encoding="utf-8"))["rules"]
    known = {rule["id"] for rule in rules}
    named: dict[str, list[tuple[str, str]]] = {}
    kotlin: dict[str, list[tuple[str, str]]] = {}
    faults: list[str] = []
    for language, found, listed in (("Swift", named, tests()), ("Kotlin", kotlin, kotlin_tests())):
        for rule, title, name in listed:
            if rule not in known:
                faults.append(f"{name}: no such rule: {rule}")
            elif (title, name) not in found.setdefault(rule, []):
                found[rule].append((title, name))
        faults += [f"no {language} test names {rule['id']}" for rule in rules if rule["id"] not in found and rule["level"] not in SHOWN_BY_FIXTURES]
    documented = kotlin_docs()
    faults += [f"{rule}: no such rule, but a comment in Kotlin names it" for rule in sorted(documented - known)]
    faults += [f"no comment in Kotlin's libraries names {rule['id']}" for rule in rules if rule["id"] not in documented and rule["level"] != "runner"]
    texts, unwritten = sections(rules)
    faults += unwritten
    shown: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for about, polarity, name in fixtures():
        faults += [f"{name}: no such rule: {rule}" for rule in about if rule not in known]
        for rule in about:
            shown[rule][polarity] += 1
    for rule in rules:
        faults += [f"{rule['id']} has no {kind} fixture" for kind in rule["fixtures"] if not shown[rule["id"]][kind]]
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    print(f"rules: {len(rules)} rules, {len(named)} with Swift tests, {len(kotlin)} with Kotlin tests, {len(shown)} with fixtures")
    return generate(__doc__, arguments, {PAGE: page(rules, texts, named, kotlin, shown)}) or bool(faults)
