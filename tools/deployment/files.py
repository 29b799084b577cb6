"""The files of deploy/, the commands of docs/deploy.md, and units of systemd, with this run's paths and ports in them."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping

from ..project import ROOT, UNAVAILABLE, fail, group

DEPLOY = ROOT / "deploy"
GUIDE = ROOT / "docs" / "deploy.md"


def substituted(text: str, values: Mapping[str, object], origin: object) -> str:
    """A text with other words for some of its words, each of which it must have."""
    for word, value in values.items():
        if word not in text:
            fail(f"{origin} doesn't have {word!r}")
        text = text.replace(word, str(value))
    return text


def install(name: str, target: pathlib.Path, values: Mapping[str, object]) -> pathlib.Path:
    """Writes a file of deploy/ to another place."""
    target.write_text(substituted((DEPLOY / name).read_text(), values, f"deploy/{name}"))
    return target


def from_guide(command: str, values: Mapping[str, object] | None = None) -> list[str]:
    """The words of a command that the guide tells its reader to type."""
    lines = re.sub(r" \\\n\s*", " ", GUIDE.read_text()).splitlines()
    if command not in [line.strip().removeprefix("sudo -u postgres ").removeprefix("sudo ") for line in lines]:
        fail(f"docs/deploy.md doesn't have the command: {command}")
    return shlex.split(substituted(command, values or {}, "the command"))


def program(name: str, *places: str) -> str:
    """The path of an installed program; Debian has some outside the path of a user."""
    found = shutil.which(name, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin", *places]))
    if not found:
        fail(f"{name} is not there: ./tool install proofs", UNAVAILABLE)
    return found


def new_token(holder: str) -> tuple[str, str]:
    """A secret and the setting that accepts it, by deploy/new-token."""
    text = subprocess.run([DEPLOY / "new-token", holder], check=True, capture_output=True, text=True).stdout
    return group(r"secret: +(\S+)", text), group(r"setting: +(\S+)", text)


class Unit:
    """A unit of deploy/, whose commands are run without systemd."""

    def __init__(self, name: str, values: Mapping[str, object]) -> None:
        self.lines: list[tuple[str, str]] = []
        for line in substituted((DEPLOY / name).read_text(), values, f"deploy/{name}").splitlines():
            key, found, value = line.partition("=")
            if found and not line.startswith("#"):
                self.lines.append((key, value))

    def all(self, key: str) -> list[str]:
        return [value for name, value in self.lines if name == key]

    def one(self, key: str) -> str:
        values = self.all(key)
        return values[0] if len(values) == 1 else fail(f"the unit has {len(values)} lines {key}=")

    def command(self, key: str, variables: Mapping[str, str]) -> list[str]:
        """The words of a command line, with ${NAME} replaced as systemd does."""
        return [re.sub(r"\$\{(\w+)\}", lambda match: variables[match[1]], word) for word in shlex.split(self.one(key))]
