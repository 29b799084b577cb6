"""Compares each language's file with the texts of the kit that need a translation.

    ./tool check-languages            fails if a file lacks a text, has one that no source uses, or differs in the places for values
    ./tool check-languages --list     prints the texts

The texts are the arguments of `localized(…)`, literals that are declared as a Phrase or passed as one, headings of tables, the errors of the kit
and of the service, and what stands in double brackets in a page's template."""

import pathlib
import re
from collections.abc import Iterator

from ..project import ROOT, SERVICE, options_of

SOURCES = ROOT / "Sources"
LANGUAGES = SOURCES / "CargoLocalization" / "Languages"
TEMPLATES = SERVICE / "Sources" / "CargoServer" / "Resources" / "pages"
# Tables of whole sentences.
TABLES = {
    "CargoApplication/Subscriptions/DeliveryFailure.swift",
    "CargoApplication/Subscriptions/PauseReason.swift",
    "CargoDomain/Shared/DomainError+Code.swift",
    "CargoServer/HTTP/TransportFault.swift",
}
# What a phrase is passed to without a call of `localized`.
PASSED = re.compile(r"(?:\bdetail: |\bline\(\s*|\bunit: |: Phrase = |\bcheck\([^\"\n]*)(?=\")")
LISTED = re.compile(r"(?:\[Phrase\]|\[[\w.]+: Phrase\]) = \[(.*?)\n?\s*\]\n", re.S)
COMPUTED = re.compile(r"var \w+: Phrase \{\n(.*?)\n    \}\n", re.S)
HEADING = re.compile(r"\.(?:init|table)\(\s*\"([A-Z][A-Z/ -]*[A-Z])\"")
PLACE = re.compile(r"\{\w+\}")
# What a key has if it is more than an option's name or punctuation that all languages share.
SPOKEN = re.compile(r"[A-Za-z][A-Za-z/]|‘|1,000|\{4\}")
OPTION = re.compile(r"--[\w-]+")
ESCAPES = {"n": "\n", '"': '"', "\\": "\\", "t": "\t"}

# A text, and its form for other numbers than one.
Text = tuple[str, str | None]


def literal(source: str, at: int) -> tuple[str, int]:
    """The key of the Swift literal that starts at a quote, and where it ends: interpolations are {1}, {2} and so on."""
    fence = '"""' if source.startswith('"""', at) else '"'
    at += len(fence)
    key, count = "", 0
    while not source.startswith(fence, at):
        if source.startswith("\\(", at):
            at, count = closing(source, at + 1), count + 1
            key += f"{{{count}}}"
        elif source[at] == "\\" and source[at + 1] == "\n":
            at += 2
            while source[at] == " ":
                at += 1
        elif source[at] == "\\":
            key += ESCAPES[source[at + 1]]
            at += 2
        else:
            key += source[at]
            at += 1
    if fence == '"""':
        lines = key.split("\n")
        key = "\n".join(line.removeprefix(lines[-1]) for line in lines[1:-1])
    return key, at + len(fence)


def closing(source: str, at: int) -> int:
    """The index after the partner of the bracket at an index."""
    depth = 0
    while True:
        if source[at] == '"':
            at = literal(source, at)[1]
            continue
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        at += 1
        if depth == 0:
            return at


def literals(source: str) -> Iterator[str]:
    """The keys of all literals of a piece of source, those within interpolations left out."""
    at = source.find('"')
    while at >= 0:
        key, at = literal(source, at)
        yield key
        at = source.find('"', at)


def calls(source: str) -> Iterator[Text]:
    """The texts of the calls of `localized`, those within other calls included."""
    for match in re.finditer(r"\blocalized\(", source):
        arguments = source[match.end() : closing(source, match.end() - 1) - 1]
        one, other = (re.search(rf"\b{label}:\s*(?=\")", arguments) for label in ("one", "other"))
        if one and other:
            yield literal(arguments, one.end())[0], literal(arguments, other.end())[0]
        elif arguments.lstrip().startswith('"'):
            yield literal(arguments, arguments.index('"'))[0], None


def texts(source: str) -> Iterator[Text]:
    """The texts of a Swift file that need a translation."""
    yield from calls(source)
    for match in PASSED.finditer(source):
        yield literal(source, match.end())[0], None
    for match in LISTED.finditer(source):
        yield from ((key, None) for key in literals(re.sub(r'"(?:[^"\\]|\\.)*":', "", match[1])))
    for match in COMPUTED.finditer(source):
        yield from ((key, None) for key in literals(match[1]))
    for match in HEADING.finditer(source):
        yield match[1], None


def wanted() -> dict[str, str | None]:
    """Every text that needs a translation, with its form for other numbers."""
    found: dict[str, str | None] = {}
    for folder, path in sorted((folder, path) for folder in (SOURCES, SERVICE / "Sources") for path in folder.rglob("*.swift")):
        source = path.read_text(encoding="utf-8")
        name = str(path.relative_to(folder))
        if name in TABLES:
            found |= {key: None for key in literals(re.sub(r"^\s*//.*$", "", source, flags=re.M)) if " " in key.strip()}
        elif "import CargoLocalization" in source or name.startswith(("CargoLocalization/", "CargoServer/")):
            code = re.sub(r"^\s*//.*$", "", source, flags=re.M)
            found |= {key: plural for key, plural in texts(code) if SPOKEN.search(key) and not OPTION.fullmatch(key)}
    for path in sorted(TEMPLATES.glob("*.mustache")):
        found |= {key: None for key in re.findall(r"\[\[(.*?)\]\]", path.read_text(encoding="utf-8"))}
    return found


def bare(template: str) -> list[str]:
    """The words of a template that no brackets mark for translation."""
    template = re.sub(r"\[\[.*?\]\]|\{\{\{?.*?\}?\}\}", "", template)
    named = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', template)
    return re.findall(r"[A-Za-z]{2,}[^\n]*", "\n".join([re.sub(r"<[^>]*>", " ", template), *named]))


def entries(path: pathlib.Path) -> dict[str, tuple[str | None, list[str]]]:
    """The texts of a PO file: the form for other numbers, and the translations."""
    found = {}
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
        parts: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if match := re.match(r"(msg\w+(?:\[\d\])?) (?=\")", line):
                name, line = match[1], line[match.end() :]
            if line.startswith('"'):
                parts[name] = parts.get(name, "") + literal(line, 0)[0]
        if parts.get("msgid"):
            found[parts["msgid"]] = (parts.get("msgid_plural"), [text for part, text in parts.items() if part.startswith("msgstr")])
    return found


def faults(needed: dict[str, str | None], path: pathlib.Path) -> Iterator[str]:
    """What is wrong with a language's file."""
    present = entries(path)
    for key, plural in needed.items():
        if key not in present:
            yield f"{path.name} lacks {key!r}" + (f", for other numbers {plural!r}" if plural else "")
            continue
        other, forms = present[key]
        if other != plural:
            yield f"{path.name}: {key!r} is for other numbers {plural!r}, not {other!r}"
        places = set(PLACE.findall(plural or key))
        for form in forms:
            used = set(PLACE.findall(form))
            # The form for one may leave the number out.
            if not form or used != places and not (plural and form is forms[0] and used == set(PLACE.findall(key))):
                yield f"{path.name}: {form!r} has other values than {key!r}"
    yield from (f"{path.name}: no source uses {key!r}" for key in present if key not in needed)


def main(arguments: list[str]) -> int:
    needed = wanted()
    if options_of(__doc__, arguments, list=False).list:
        print("\n".join(repr(key) if plural is None else f"{key!r}, for other numbers {plural!r}" for key, plural in needed.items()))
        return 0
    found = [f"{path.name}: {word!r} has no brackets" for path in sorted(TEMPLATES.glob("*.mustache")) for word in bare(path.read_text(encoding="utf-8"))]
    listed = re.findall(r'Language\("(\w+)"\)', (LANGUAGES.parent / "Language.swift").read_text(encoding="utf-8"))
    files = sorted(LANGUAGES.glob("*.po"))
    for path in files:
        found += faults(needed, path)
        if path.stem not in listed:
            found.append(f"Language.swift doesn't list {path.name}")
    print("\n".join(found) if found else f"languages: {len(files)} besides English, each with all {len(needed)} texts")
    return 1 if found else 0
