"""Finds broken relative links in the repository's Markdown: each file and each anchor that a link names must exist.

    ./tool check-links [FILE]...      every *.md that git tracks or would add, if no file is given

It reads links, images, link definitions and HTML. A heading's anchor is formed as GitHub does. Links with a scheme (https:, mailto:, doc:) aren't
followed; DocC checks doc: links.
"""

import functools
import pathlib
import re
import sys
import urllib.parse
from collections.abc import Container, Iterable, Iterator

from .. import libraries
from ..project import ROOT, SERVICE, output

HTML = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)=\"([^\"]*)\"", re.S)
NAMED = re.compile(r"<[a-z]+\b[^>]*?\b(?:id|name)=\"([^\"]*)\"", re.S)
SCHEME = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:|//)")


class Page:
    """What a Markdown file links to, with line numbers, and the anchors that it has."""

    def __init__(self, text: str) -> None:
        from markdown_it import MarkdownIt

        definitions: dict = {}
        self.anchors: set[str] = set()
        self.links: list[tuple[int, str]] = []
        self.heading = False
        for token in MarkdownIt().enable("table").parse(text, definitions):
            line = token.map[0] + 1 if token.map else 0
            for one in token.children or [token]:
                self.links += [(line, str(one.attrs[name])) for name in ("href", "src") if name in one.attrs]
                if one.type.startswith("html"):
                    self.links += [(line + one.content.count("\n", 0, match.start(1)), match[1]) for match in HTML.finditer(one.content)]
                    self.anchors.update(NAMED.findall(one.content))
                line += one.type in ("softbreak", "hardbreak")
            if self.heading:
                self.add_heading("".join(one.content for one in token.children or () if one.type in ("text", "code_inline")))
            self.heading = token.type == "heading_open"
        given = [*definitions.get("references", {}).values(), *definitions.get("duplicate_refs", ())]
        self.links = sorted({*self.links, *((one["map"][0] + 1, one["href"]) for one in given)})

    def add_heading(self, title: str) -> None:
        """Repeated ones are numbered."""
        slug = name = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        number = 0
        while name in self.anchors:
            number += 1
            name = f"{slug}-{number}"
        self.anchors.add(name)


@functools.cache
def read(path: pathlib.Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def faults(path: pathlib.Path, root: pathlib.Path, known: Container[pathlib.Path]) -> Iterator[tuple[int, str, str]]:
    """The broken links of a file, each with its line. `known` holds the files and folders of the repository."""
    for line, link in read(path).links:
        name, _, anchor = (urllib.parse.unquote(part) for part in link.partition("#"))
        if not link or SCHEME.match(link):
            continue
        target = ((root if name.startswith("/") else path.parent) / name.lstrip("/")).resolve() if name else path
        if target not in known:
            yield line, link, "no such file"
        elif anchor and target.suffix == ".md" and anchor not in read(target).anchors:
            yield line, link, "no such heading"


def with_folders(files: list[pathlib.Path], root: pathlib.Path) -> set[pathlib.Path]:
    return {root, *files, *(folder for file in files for folder in file.parents if root in folder.parents)}


def main(arguments: list[str]) -> int:
    libraries.require("base")
    files = [ROOT / name for name in output("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0") if name]
    files = [file for file in files if file.exists()]
    known = with_folders(files, ROOT)
    pages = [pathlib.Path(name).resolve() for name in arguments] or [file for file in files if file.suffix == ".md" and not file.is_symlink()]
    broken = [(page, *fault) for page in pages for fault in faults(page, ROOT, known)]
    for page, line, link, why in broken:
        print(f"{page.relative_to(ROOT)}:{line}: error: {why}: {link}", file=sys.stderr)
    if not broken:
        print(f"links: every relative link of {len(pages)} Markdown files resolves")
    return 1 if broken else 0


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
    tests = [path.read_text(encoding="utf-8") for package in (ROOT, SERVICE) for path in (package / "Tests").rglob("*.swift")]
    found = uncompiled(pages, [*tests, *examples("README.md")])
    print("\n".join(found) if found else f"examples: {sum(len(examples(page)) for page in pages)} in Swift, each is compiled")
    return 1 if found else 0
