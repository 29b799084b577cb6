"""Finds broken relative links in the repository's Markdown: each file and each anchor that a link names must exist.

    ./tool check-links [FILE]...      every *.md that git tracks or would add, if no file is given

It reads inline links, images and link definitions, but not code. A heading's anchor is formed as GitHub does. Links with a scheme (https:,
mailto:, doc:) aren't followed; DocC checks doc: links. The script tests itself on planted links first.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
from collections.abc import Iterable, Iterator
from typing import Any

from ..project import ROOT, output

FENCE = re.compile(r"^ {0,3}(?:> ?)*(`{3,}|~{3,})(.*)$")
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
TARGET = r"(<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)"
INLINE = re.compile(r"\]\(\s*" + TARGET + r"(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)")
DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:[ \t]*" + TARGET, re.M)
HTML = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)=\"([^\"]*)\"", re.S)
NAMED = re.compile(r"<[a-z]+\b[^>]*?\b(?:id|name)=\"([^\"]*)\"", re.S)
SCHEME = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:|//)")
SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)


def prose(text: str) -> str:
    """The text with the lines of code blocks left empty, so that line numbers stay."""
    lines, fence = [], ""
    for line in text.splitlines():
        match = FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not match[2].strip():
                fence = ""
            line = ""
        elif match:
            fence, line = match[1], ""
        lines.append(line)
    return "\n".join(lines)


def without_spans(text: str) -> str:
    """The text with code spans blanked out. A span ends with its paragraph."""
    return "\n\n".join(SPAN.sub(lambda span: re.sub(r"[^\n]", " ", span[0]), part) for part in text.split("\n\n"))


def anchors(text: str) -> set[str]:
    """The anchors of a Markdown file: of its headings, repeated ones numbered, and of its HTML elements."""
    text = prose(text)
    found = set(NAMED.findall(text))
    for line in text.splitlines():
        match = HEADING.match(line)
        if match:
            title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", match[1])
            slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            name, number = slug, 0
            while name in found:
                number += 1
                name = f"{slug}-{number}"
            found.add(name)
    return found


def faults(path: pathlib.Path, root: pathlib.Path, known: Any) -> Iterator[tuple[int, str, str]]:
    """The broken links of a file, each with its line. `known` holds the files and folders of the repository."""
    text = without_spans(prose(path.read_text(encoding="utf-8")))
    links = [match for pattern in (INLINE, DEFINITION, HTML) for match in pattern.finditer(text)]
    for match in sorted(links, key=lambda match: match.start(1)):
        link = match[1].strip("<>")
        if not link or SCHEME.match(link):
            continue
        name, _, anchor = link.partition("#")
        name, anchor = urllib.parse.unquote(name), urllib.parse.unquote(anchor)
        target = ((root if name.startswith("/") else path.parent) / name.lstrip("/")).resolve() if name else path
        line = text.count("\n", 0, match.start(1)) + 1
        if target not in known:
            yield line, link, "no such file"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")):
            yield line, link, "no such heading"


def with_folders(files: list[pathlib.Path], root: pathlib.Path) -> set[pathlib.Path]:
    known = {root, *files}
    for file in files:
        known.update(folder for folder in file.parents if root in folder.parents)
    return known


BROKEN = ["[a](gone.md)", "[a](b.md#nowhere)", "![a](images/gone.png)", "[a](#nowhere)", "[a]: gone.md", "[over\ntwo lines](gone.md)",
          "[a](../outside.md)", '<img src="gone.png">', '[a](gone.md "title")', "[a](b.md#twice-2)", "[`a`](gone.md)", "[a](/gone.md)"]
WHOLE = ["[a](b.md)", "[a](b.md#a-heading-of-b)", "[a](b.md#twice-1)", "[a](#here-it-is)", "[a](folder)", "[a](folder/)", "[a](https://example.com/gone.md)",
         "`[a](gone.md)`", "```\n[a](gone.md)\n```", "[a]: b.md", "<a href=\"b.md\">", "[a](<b.md>)", "[a](folder/my%20file.txt)", "[a](/b.md)",
         "[a](doc:Gone)", "[a](b.md#named)", "``[a](gone.md) ` ``", "````\n```\n[a](gone.md)\n````"]


def self_test() -> None:
    with tempfile.TemporaryDirectory() as place:
        root = pathlib.Path(place).resolve() / "repository"
        (root / "folder").mkdir(parents=True)
        (root / "folder" / "my file.txt").write_text("")
        (root.parent / "outside.md").write_text("")
        (root / "b.md").write_text('# A `heading`, of B\n## Twice\n## Twice\n```\n# Nowhere\n```\n<a id="named"></a>\n')
        page = root / "page.md"
        known = with_folders([page, root / "b.md", root / "folder" / "my file.txt"], root)
        for text, expected in [(text, 1) for text in BROKEN] + [(text, 0) for text in WHOLE]:
            page.write_text(f"# Here it is\n\n{text}\n")
            found = len(list(faults(page, root, known)))
            if found != expected:
                raise SystemExit(f"error: the self-test of check-links found {found} broken links, not {expected}, in {text!r}")


def main(arguments: list[str]) -> int:
    self_test()
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    files = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    files = [file for file in files if file.exists()]
    known = with_folders(files, ROOT)
    pages = [pathlib.Path(name).resolve() for name in arguments] or [file for file in files if file.suffix == ".md" and not file.is_symlink()]
    broken = [(page, *fault) for page in pages for fault in faults(page, ROOT, known)]
    for page, line, link, why in broken:
        print(f"{page.relative_to(ROOT)}:{line}: error: {why}: {link}", file=sys.stderr)
    if broken:
        return 1
    print(f"links: every relative link of {len(pages)} Markdown files resolves; {len(BROKEN)} planted links are found broken")
    return 0


BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.M | re.S)


def examples(path: str) -> list[str]:
    """The blocks of Swift in a Markdown file of the repository."""
    return BLOCK.findall((ROOT / path).read_text(encoding="utf-8"))


def flush(text: str) -> str:
    """The text without indentation."""
    return "".join(f"{line.strip()}\n" for line in text.splitlines())


def uncompiled(pages: Iterable[str], sources: Iterable[str]) -> list[str]:
    """The examples of some pages that none of the sources has."""
    compiled = [flush(text) for text in sources]
    return [f"{page}: no test has this example:\n{block}" for page in pages for block in examples(page) if not any(flush(block) in text for text in compiled)]


def check_examples(_: list[str]) -> int:
    """Checks that every Swift example in the documentation stands, apart from its indentation, in a file that the tests compile.

    `check-embedding` compiles and runs the README's example.
    """
    pages = output("git", "ls-files", "*.md").split()
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "Tests").rglob("*.swift")]
    found = uncompiled(pages, [*tests, *examples("README.md")])
    print("\n".join(found) if found else f"examples: {sum(len(examples(page)) for page in pages)} in Swift, each is compiled")
    return 1 if found else 0
