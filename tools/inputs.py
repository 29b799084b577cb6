"""What a step depends on, and which steps passed with just that: `make test` after a change runs what the change concerns."""

import functools
import hashlib
import json
import pathlib
from collections.abc import Iterable
from typing import Any

from .project import BUILD, ROOT, SAME_PLAN, SERVICE, output, without

PASSED = BUILD / "passed"
# What every step depends on, besides its own inputs.
ALWAYS = ("Package.swift", "service/Package.swift", "Makefile", "tool", "tools/install.py", "tools/steps.py", "tools/checks/every_change.py")


@functools.cache
def manifest(package: pathlib.Path) -> Any:
    """The manifest of a package, as SwiftPM reads it."""
    return json.loads(output("swift", "package", "--ignore-lock", "--package-path", package, "dump-package", **SAME_PLAN))


def folder_of(target: Any, package: pathlib.Path) -> pathlib.Path:
    return package / (target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}")


@functools.cache
def targets() -> dict[str, tuple[str, str, list[str]]]:
    """Each target of the kit and of the service: its type, its folder, and the targets that it depends on with any trait."""
    found = {}
    for package in (ROOT, SERVICE):
        for target in manifest(package)["targets"]:
            # A product of the kit is named for its target.
            names = [name for dependency in target["dependencies"] for kind in ("byName", "target", "product") if kind in dependency for name in dependency[kind][:1]]
            found[target["name"]] = (target["type"], str(folder_of(target, package).relative_to(ROOT)), names)
    return found


def test_targets(package: pathlib.Path) -> list[str]:
    """The test targets of a package."""
    return sorted(name for name, (kind, folder, _) in targets().items() if kind == "test" and (ROOT / folder).parent == package / "Tests")


def folders(name: str) -> set[str]:
    """The folders of a target and of all that it depends on; anything else is a path itself."""
    if name not in targets():
        return {name}
    _, folder, dependencies = targets()[name]
    return {folder}.union(*(folders(other) for other in dependencies if other in targets()))


@functools.cache
def files() -> dict[str, str]:
    """The checksum of each file of the work tree that git doesn't ignore."""
    names = output("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in names if (ROOT / name).is_file()}


@functools.cache
def surroundings() -> str:
    """The compiler's version, and what is gone without."""
    return f"{output('swift', '--version')} {sorted(without())}"


def note(step: str, inputs: Iterable[str]) -> pathlib.Path:
    """The file that stands if a step passed with the present files of the targets and paths that it depends on."""
    roots = set(ALWAYS).union(*(folders(name) for name in inputs))
    found = {name: checksum for name, checksum in files().items() if any(name == root or name.startswith(f"{root}/") for root in roots)}
    return PASSED / hashlib.sha256(json.dumps([step, surroundings(), found], sort_keys=True).encode()).hexdigest()
