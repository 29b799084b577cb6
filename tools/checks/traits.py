"""Checks that every library builds with its own trait alone and without any, and builds the service without its traits.

`make test` builds the kit with its default trait, so each library without a trait of its own, and the service with every trait. A library that
names no other trait than its own, in its dependencies and in its sources, is the same with that trait alone.
"""

import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

from .. import inputs
from ..project import ALL, ROOT, SAME_PLAN, SERVICE, THREADS, fail, shared_build, swift_build, thread_build

WARNING = re.compile(r"^(?!.*checkouts).*(?:Sources|Tests)/[^:]*:\d+:\d+: warning:.*$", re.M)
CONDITION = re.compile(r"^\s*#(?:else)?if\s+(.*)", re.M)


def strange(package: pathlib.Path) -> Iterator[str]:
    """The targets whose build depends on more than the traits of their own dependencies, and libraries that have more than one trait."""
    manifest = inputs.manifest(package)
    traits = {trait["name"] for trait in manifest["traits"]} - {"default"}
    libraries = {name for product in manifest["products"] if "library" in product["type"] for name in product["targets"]}
    for target in manifest["targets"]:
        if target["type"] == "test":
            continue
        conditions = [words[-1] for dependency in target["dependencies"] for words in dependency.values() if words[-1]]
        own = {trait for condition in conditions for trait in condition.get("traits", [])}
        sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted(inputs.folder_of(target, package).rglob("*.swift")))
        named = {word for condition in CONDITION.findall(sources) for word in re.findall(r"\w+", condition)} & traits
        if named - own:
            yield f"{target['name']} has #if of {', '.join(sorted(named - own))}, which none of its dependencies is for"
        if len(own) > 1 and target["name"] in libraries and package == ROOT:
            yield f"{target['name']} has several traits: {', '.join(sorted(own))}"


def refuse_other_stores(program: pathlib.Path, message: str, *words: str) -> None:
    """A store whose trait is missing is refused."""
    for store in ("sqlite:x.db", "postgres://x/y"):
        done = subprocess.run([program, *words, "--store", store], capture_output=True, text=True, check=False)
        if done.returncode != 78 or message not in done.stderr:
            fail(f"{program.name} without the trait of {store} ended with status {done.returncode}: {done.stderr}")


def main(_: list[str]) -> int:
    if found := [*strange(ROOT), *strange(SERVICE)]:
        fail("\n".join(f"traits: {one}" for one in found))
    print("traits: each target names the traits of its own dependencies only", flush=True)
    program = ALL / "debug" / "cargo-cli"
    refuse_other_stores(program if program.exists() else swift_build("cargo-cli", *shared_build()), "This build cannot open", "list")
    # The build of ./tool check-races has no traits.
    done = subprocess.run(["swift", "build", "--explicit-target-dependency-import-check", "error", "--product", "cargo-server", *thread_build()],
                          cwd=ROOT, env={**os.environ, **SAME_PLAN}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode or WARNING.search(done.stdout):
        print(re.sub(r"^\[\d+/\d+\].*\n", "", done.stdout, flags=re.M), file=sys.stderr)
        fail("traits: cargo-server does not build cleanly without traits")
    refuse_other_stores(THREADS / "debug" / "cargo-server", "this build doesn't include")
    print("traits: cargo-cli with its default trait and cargo-server without traits refuse stores in SQLite and PostgreSQL")
    return 0
