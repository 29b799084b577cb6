"""Compiles what is behind `#if canImport(Darwin)`, against stand-ins for the module Darwin (Tests/Darwin).

With a module of that name, `canImport(Darwin)` is true on Linux, too. Each target with such a condition, and each target over it, is compiled with the
flags of its last build (`make test` builds all), but without code. A warning is an error. The declarations of the stand-ins are ours, after Apple's
headers, and Foundation is Linux's. Nothing is linked or run.
"""

import json
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator

from .. import inputs
from ..project import ALL, BUILD, ROOT, SERVICE_ALL, Word, fail, run

OUT = BUILD / "darwin"
STAND_INS = ROOT / "Tests" / "Darwin"
LANGUAGE = ["-swift-version", "6", "-parse-as-library"]
# On Darwin, Foundation has this. The only public import of Foundation for the sake of it looks unused then.
NETWORKING = ["-Xfrontend", "-import-module", "-Xfrontend", "FoundationNetworking"]
EXPECTED = "public import of 'Foundation' was not used"
# What is left out of the command of a build, and how many words each takes.
LEFT_OUT = {"-c": 1, "-emit-dependencies": 1, "-emit-module-path": 2, "-output-file-map": 2, "-incremental": 1, "-enable-batch-mode": 1, "-serialize-diagnostics": 1,
            "-parseable-output": 1, "-emit-objc-header": 1, "-emit-objc-header-path": 2, "-index-store-path": 2}
# Conditions that are Linux's here whatever modules there are.
STUCK = re.compile(r"^ *#(?:else)?if\b.*\bos\(|(?<!#if !canImport\(Darwin\)\n)^ *#if canImport\((?:Glibc|Musl)\)(?!.*Darwin)", re.M)


def module(target: str) -> str:
    return target.replace("-", "_")


def commands(build: pathlib.Path) -> dict[str, list[str]]:
    """The compiler's command for each module that was built."""
    text = (build / "debug.yaml").read_text(encoding="utf-8")
    found: Iterator[list[str]] = (json.loads(words) for words in re.findall(r'^ *args: (\["[^"]*swiftc".*"-module-name".*\])$', text, re.M))
    # A module that wasn't built has a command, but no list of its sources.
    return {words[words.index("-module-name") + 1]: words for words in found if any(word[:1] == "@" and pathlib.Path(word[1:]).exists() for word in words)}


def without_code(command: Iterable[str]) -> Iterator[str]:
    words = iter(command)
    for word in words:
        for _ in range(LEFT_OUT.get(word, 0) - 1):
            next(words)
        if word not in LEFT_OUT:
            yield word


def sources(target: str) -> Iterator[tuple[pathlib.Path, str]]:
    for path in sorted((ROOT / inputs.targets()[target][1]).rglob("*.swift")):
        yield path, path.read_text(encoding="utf-8")


def concerned() -> list[str]:
    """The targets that have conditions for Darwin, and those over them, in an order in which they can be compiled."""
    found: list[str] = []

    def add(name: str) -> bool:
        """Whether a target is one of them."""
        _, folder, dependencies = inputs.targets()[name]
        if name not in found and "Sources/" in folder:
            below = [add(other) for other in dependencies if other in inputs.targets()]
            if any(below) or any("canImport(Darwin)" in text for _, text in sources(name)):
                found.append(name)
        return name in found

    for name in inputs.targets():
        add(name)
    return found


def stuck(text: str) -> list[int]:
    """The lines with conditions that no stand-in turns over."""
    return [text.count("\n", 0, found.start()) + 1 for found in STUCK.finditer(text)]


def build(target: str, command: list[str]) -> None:
    compiler, *words = without_code(command)
    own: list[Word] = ["-I", OUT, *NETWORKING, "-emit-module-path", OUT / f"{module(target)}.swiftmodule"]
    done = subprocess.run([compiler, *own, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode or any(": warning: " in line and EXPECTED not in line for line in done.stdout.splitlines()):
        fail(f"{done.stdout}{target} doesn't compile as on Darwin")


def main(_: list[str]) -> int:
    if sys.platform != "linux":
        print("left out: every build here compiles the code for Darwin")
        return 0
    names = concerned()
    if found := [f"{path.relative_to(ROOT)}:{line}" for name in names for path, text in sources(name) for line in stuck(text)]:
        fail(f"{', '.join(found)}: begin with canImport(Darwin), which this check turns over; it can't turn over os(…) or canImport(Glibc)")
    OUT.mkdir(parents=True, exist_ok=True)
    for name in ("DarwinTypes", "Darwin"):
        run("swiftc", *LANGUAGE, "-emit-module", "-module-name", name, "-I", OUT, "-o", OUT / f"{name}.swiftmodule", STAND_INS / f"{name}.swift")
    known = commands(ALL) | commands(SERVICE_ALL)
    if missing := [name for name in names if module(name) not in known]:
        fail(f"{', '.join(missing)}: not built yet; make test builds them")
    for name in names:
        build(name, known[module(name)])
    print(f"darwin: {len(names)} targets compile as on Darwin: {', '.join(names)}")
    return 0
