"""Checks that every Swift example in the documentation stands, apart from its indentation, in a file that the tests compile.

`check-embedding` compiles and runs the README's example.
"""

import re
from collections.abc import Iterable

from ..project import ROOT, output

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


def main(_: list[str]) -> int:
    pages = output("git", "ls-files", "*.md").split()
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "Tests").rglob("*.swift")]
    found = uncompiled(pages, [*tests, *examples("README.md")])
    print("\n".join(found) if found else f"examples: {sum(len(examples(page)) for page in pages)} in Swift, each is compiled")
    return 1 if found else 0
