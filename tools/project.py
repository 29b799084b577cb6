"""Where things are in the repository, and how commands are run in it."""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
# What tests, proofs and docs share: the kit's build, with its default trait, and the build of the service's package, with every trait.
ALL = BUILD / "all"
SERVICE = ROOT / "service"
SERVICE_ALL = SERVICE / ".build" / "all"
# The service without its traits, built for ThreadSanitizer.
THREADS = SERVICE / ".build" / "tsan"
# The stores behind traits, whose system libraries can be declined.
STORES = {"sqlite": "SQLite", "postgres": "Postgres"}
# SwiftPM lists a package's traits in the order of a hash table, so that each process plans other command lines and compiles everything anew.
# The service's manifest takes the tests of these stores in.
SAME_PLAN = {"SWIFT_DETERMINISTIC_HASHING": "1", "TESTED_STORES": " ".join(store for store in STORES if store not in os.environ.get("WITHOUT", ""))}
TOOL = [str(ROOT / "tool")]
KOTLIN = ROOT / "kotlin-parity"

# Exit statuses, as sysexits(3) has them.
USAGE, DATA, UNAVAILABLE, SOFTWARE = 64, 65, 69, 70

# BoringSSL's headers include these. The flags are what SwiftPM and the manifests compile it with; the compiler refuses headers that were compiled with
# other flags.
STANDARD = ["algorithm", "array", "atomic", "functional", "limits", "memory", "new", "optional", "string", "string_view", "tuple", "utility", "vector"]
FLAGS = [
    "-O0", "-DSWIFT_PACKAGE=1", "-DDEBUG=1", "-fblocks", "-D_GNU_SOURCE", "-D_POSIX_C_SOURCE=200112L", "-D_DARWIN_C_SOURCE", "-fPIC", "-g0",
    "-fno-omit-frame-pointer", "-w", "-std=c++17",
]

Word = str | os.PathLike[str]


class Failure(Exception):
    """Ends the command with a message and a status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def fail(message: str, status: int = 1) -> NoReturn:
    raise Failure(message, status)


def options_of(about: str | None, arguments: list[str], *words: str, **flags: Any) -> argparse.Namespace:
    """The arguments of a command, whose help is its module's documentation.

    A word that ends in ? may be missing, and one in * is a list. What is given for a flag is its default or, without one, its type: False makes a
    switch, a list collects each use, and a pair has a text for the help as well.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    for word in words:
        parser.add_argument(word.rstrip("?*"), nargs=word[-1] if word[-1] in "?*" else None)
    for name, given in flags.items():
        default, text = given if isinstance(given, tuple) else (given, None)
        more: dict[str, Any] = {"type": default} if isinstance(default, type) else {"type": type(default), "default": default}
        if isinstance(default, (bool, list)):
            more = {"action": "append" if default == [] else "store_true", "default": default}
        parser.add_argument(f"--{name.replace('_', '-')}", help=text, **more)
    return parser.parse_args(arguments)


def generate(about: str | None, arguments: list[str], files: Mapping[pathlib.Path, str | bytes], folder: pathlib.Path | None = None) -> int:
    """Writes the files that a command makes; with --check, tells which differ instead. If there is a folder for them, it has no other files. Returns the
    command's status."""
    checks = options_of(about, arguments, check=False).check
    wanted = {path: content if isinstance(content, bytes) else content.encode() for path, content in files.items()}
    there = {path: path.read_bytes() for path in (folder.rglob("*") if folder else files) if path.is_file()}
    wrong = sorted(path for path in wanted.keys() | there.keys() if wanted.get(path) != there.get(path))
    for path in wrong:
        if checks:
            print(f"error: {path.relative_to(ROOT)} is not what ./{sys.argv[0]} writes", file=sys.stderr)
        elif path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted[path])
        else:
            path.unlink()
    print(f"{sys.argv[0].removeprefix('tool ')}: {len(wanted)} files, {len(wrong)} of them {'wrong' if checks else 'changed'}", flush=True)
    return 1 if checks and wrong else 0


def group(pattern: str, text: str) -> str:
    """The first group of a pattern that the text must have."""
    match = re.search(pattern, text)
    if not match:
        fail(f"no {pattern} in {text[:300]!r}", SOFTWARE)
    return match[1]


def run(*command: Word, **settings: str) -> None:
    """Runs a command in the root of the repository, with further environment variables; its failure ends the tool with its status."""
    sys.stdout.flush()
    status = subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, check=False).returncode
    if status:
        fail(f"{pathlib.Path(command[0]).name} ended with status {status}", status if status > 0 else SOFTWARE)


def output(*command: Word, **settings: str) -> str:
    """What a command in the root of the repository prints, with further environment variables."""
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        fail(f"{pathlib.Path(command[0]).name} ended with status {done.returncode}", SOFTWARE)
    return done.stdout.decode()


def swift_build(product: str, *flags: str) -> pathlib.Path:
    """Builds a product and returns the path of its executable. The compiler's output goes to standard error."""
    done = subprocess.run(["swift", "build", *flags, "--product", product], cwd=ROOT, env={**os.environ, **SAME_PLAN}, stdout=sys.stderr, check=False)
    if done.returncode:
        fail(f"{product} does not build", SOFTWARE)
    return pathlib.Path(output("swift", "build", *flags, "--show-bin-path").strip()) / product


def compiled_headers(scratch: pathlib.Path) -> list[str]:
    """The flags that use C++'s own headers compiled, which is done once; none where nothing of C++ is checked out.

    BoringSSL, which swift-nio-ssl and swift-crypto have a copy of each, includes them in 600 files, and parsing them takes half of their time.
    """
    swift = shutil.which("swiftc")
    if sys.platform != "linux" or not swift or not (scratch / "checkouts" / "swift-nio-ssl").is_dir():
        return []
    target = json.loads(subprocess.run([swift, "-print-target-info"], capture_output=True, text=True, check=True).stdout)
    clang = pathlib.Path(swift).resolve().with_name("clang")
    key = hashlib.sha256(str([target["compilerVersion"], STANDARD, FLAGS]).encode())
    path = scratch / f"standard-{key.hexdigest()[:12]}.pch"
    if not path.exists():
        source = path.with_suffix(f".{os.getpid()}.hpp")
        source.write_text("".join(f"#include <{name}>\n" for name in STANDARD), encoding="utf-8")
        made = source.with_suffix(".pch")
        command = [clang, "-target", target["target"]["unversionedTriple"], *FLAGS, "-x", "c++-header", source, "-o", made]
        subprocess.run(command, check=True)
        made.rename(path)
    return ["-Xcxx", "-include-pch", "-Xcxx", str(path)]


# Debug information serves debuggers only. The index can't be left out as well: SwiftPM finds tests with it. To compile modules whole takes a quarter less
# processor time than file by file; with one thread the compiler refuses to write an index.
QUICK = ["-debug-info-format", "none", *(word for flag in ("-whole-module-optimization", "-num-threads", "2") for word in ("-Xswiftc", flag))]


def shared_build(scratch: pathlib.Path = ALL) -> list[str]:
    """The flags of every build in a folder that tests, proofs and docs share: with others everything would be compiled again."""
    return ["--scratch-path", str(scratch.relative_to(ROOT)), *QUICK, *compiled_headers(scratch)]


def service_build() -> list[str]:
    """The flags of the service's build: its package, and its traits but those whose system libraries are declined. SwiftPM keeps the plan of a build until
    a file comes or goes in the package itself, so that it would miss those of the kit."""
    traits = [trait for name, trait in STORES.items() if name not in without()]
    chosen = ["--enable-all-traits"] if len(traits) == len(STORES) else ["--traits", ",".join(traits)] if traits else []
    return ["--package-path", "service", *chosen, "--disable-build-manifest-caching", *shared_build(SERVICE_ALL)]


def thread_build() -> list[str]:
    """The flags of the service's build for ThreadSanitizer, whose packages it fetches first. BoringSSL, the only C++, is built without, so that its headers
    are compiled as elsewhere; no check of races uses TLS."""
    run("swift", "package", "--package-path", "service", "--scratch-path", THREADS, "resolve", **SAME_PLAN)
    return ["--package-path", "service", "--sanitize=thread", "-Xcxx", "-fno-sanitize=thread", "--disable-index-store", *shared_build(THREADS)]


def built_with_all_traits(product: str) -> pathlib.Path:
    """The debug program that `make test` leaves, built if it is missing: from the service's build, which has every trait, but for cargo-parity."""
    is_alone = product == "cargo-parity"
    path = (ALL if is_alone else SERVICE_ALL) / "debug" / product
    return path if os.access(path, os.X_OK) else swift_build(product, *(shared_build() if is_alone else service_build()))


def without() -> list[str]:
    """What to go without, of the parts that tools/install.py names: WITHOUT="kotlin postgres"."""
    return os.environ.get("WITHOUT", "").replace(",", " ").split()
