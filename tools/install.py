"""Installs the missing dependencies of the tests, and lists them first.

    ./tool install              what `make test` needs
    ./tool install proofs       what `make proofs` needs as well; so does `file-systems`
    ./tool install --list       says what would be installed, and installs nothing
    ./tool install --packages   Debian's packages only

WITHOUT="postgres chromium" leaves parts out. Packages come from apt-get, Python libraries from pip into .build, and the Kotlin compiler from a Python
wheel into kotlin-parity/.tools.
"""

import dataclasses
import glob
import importlib.util
import os
import shutil
import sys
from collections.abc import Sequence

from . import libraries
from .pages import COMMANDS as BROWSERS
from .project import KOTLIN, UNAVAILABLE, USAGE, fail, options_of, run, without

# What has to be there: commands, files (patterns) or either, and the Debian packages that bring it.
Need = tuple[Sequence[str], str]


@dataclasses.dataclass(frozen=True)
class Part:
    """Something that checks need, and that one may decline by its name."""

    name: str
    purpose: str
    needs: tuple[Need, ...] = ()
    libraries: tuple[str, ...] = ()  # groups of tools/pyproject.toml
    purposes: tuple[str, ...] = ("test",)
    compiler: bool = False

    def packages(self) -> list[str]:
        found = [package for places, package in self.needs if not any(is_here(place) for place in places)]
        downloads = self.lacks_compiler() or libraries.missing(*self.libraries)
        return found + ["python3-pip"] * (bool(downloads) and importlib.util.find_spec("pip") is None)

    def lacks_compiler(self) -> bool:
        return self.compiler and not is_here("kotlinc") and not list((KOTLIN / ".tools").glob("ready-*"))

    def missing(self) -> list[str]:
        found = [f"{package} (package)" for package in self.packages()]
        if self.libraries:
            found += [f"{one} (pip)" for one in libraries.missing(*self.libraries)]
        return found + ["a Kotlin compiler (kotlin-parity/.tools, 100 MB)"] * self.lacks_compiler()


PARTS = [
    Part("libraries", "schemas, and the tests of the tools", libraries=("base", "tests", "mutants")),
    Part("chromium", "the page tests", ((BROWSERS, "chromium"),), ("pages",)),
    Part("sqlite", "stores in SQLite", ((["/usr/include/sqlite3.h", "/usr/include/*/sqlite3.h"], "libsqlite3-dev"),)),
    Part("postgres", "stores in PostgreSQL", (
        (["/usr/include/postgresql/libpq-fe.h"], "libpq-dev"), (["initdb", "/usr/lib/postgresql/*/bin/initdb"], "postgresql"),
        (["/usr/sbin/pgbouncer", "pgbouncer"], "pgbouncer"), (["openssl"], "openssl"), (["pkg-config"], "pkg-config"))),
    Part("kotlin", "the Kotlin twin", ((["java"], "openjdk-17-jdk-headless"), (["/usr/share/java/junit-platform-console.jar"], "junit5")), compiler=True),
    Part("api", "generated requests", libraries=("api",), purposes=("proofs",)),
    Part("identity", "tokens of an identity provider", libraries=("identity",), purposes=("proofs",)),
    Part("locales", "fixtures in other languages", ((["/usr/share/i18n/locales/tr_TR"], "locales"),), purposes=("proofs",)),
    Part("deployment", "nginx, Prometheus and units of systemd", (
        (["nginx", "/usr/sbin/nginx"], "nginx"), (["promtool"], "prometheus"), (["prometheus-node-exporter"], "prometheus-node-exporter"),
        (["sqlite3"], "sqlite3"), (["curl"], "curl"), (["systemd-analyze"], "systemd")), purposes=("proofs",)),
    Part("clusters", "clusters of PostgreSQL and NATS", (
        (["patroni"], "patroni"), (["etcd"], "etcd-server"), (["nats-server"], "nats-server"), (["ip"], "iproute2"), (["setpriv"], "util-linux"),
        (["initdb", "/usr/lib/postgresql/*/bin/initdb"], "postgresql")), ("clusters",), purposes=("proofs",)),
    Part("file-systems", "btrfs and XFS", ((["mkfs.btrfs"], "btrfs-progs"), (["mkfs.xfs"], "xfsprogs")), purposes=("file-systems",)),
]


def is_here(place: str) -> bool:
    """Whether a command, or a file that a pattern names, is there. Only Linux has the headers where we look for them."""
    if place.startswith("/"):
        return bool(glob.glob(place)) or (sys.platform != "linux" and place.startswith("/usr/include"))
    return shutil.which(place) is not None


def choose(parts: list[Part]) -> list[str]:
    """Asks the person at the terminal, if there is one; the names of declined parts."""
    if not (os.isatty(0) and os.isatty(2)):
        return []
    names = [part.name for part in parts]
    while True:
        print(f"Install them? Press Enter for all, or name what to go without ({', '.join(names)}, or all): ", end="", file=sys.stderr, flush=True)
        words = sys.stdin.readline().replace(",", " ").split()
        if words in (["all"], ["n"], ["no"]):
            return names
        if words in (["y"], ["yes"]) or set(words) <= set(names):
            return [word for word in words if word in names]


def announce(parts: list[Part], verb: str) -> None:
    print(f"{verb} (WITHOUT=\"NAME …\" declines):", file=sys.stderr)
    for part in parts:
        print(f"  {part.name:<12} for {part.purpose}: {', '.join(part.missing())}", file=sys.stderr)


def install_packages(packages: list[str]) -> None:
    if not packages:
        return
    if not shutil.which("apt-get"):
        fail(f"please install {' '.join(packages)} with this system's package manager", UNAVAILABLE)
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    run(*as_root, "apt-get", "update", "-qq")
    run(*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", *packages)


def declined(purpose: str) -> list[str]:
    """What `make test` or `make proofs` goes without: says what they will install, and asks if a person is there. Kept in WITHOUT for what they run."""
    lacking = [part for part in wanted(purpose) if part.missing()]
    if lacking:
        announce(lacking, f"make {purpose} will install")
        os.environ["WITHOUT"] = " ".join(without() + choose(lacking))
    return without()


def wanted(purpose: str) -> list[Part]:
    unknown = set(without()) - {part.name for part in PARTS}
    if unknown:
        fail(f"WITHOUT names {', '.join(sorted(unknown))}; there are {', '.join(part.name for part in PARTS)}", USAGE)
    return [part for part in PARTS if {"test", purpose} & set(part.purposes) and part.name not in without()]


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "purpose?", list=False, packages=False)
    purpose = options.purpose or "test"
    if not any(purpose in part.purposes for part in PARTS):
        fail(f"nothing is installed for {purpose}", USAGE)
    lacking = [part for part in wanted(purpose) if part.missing()]
    if lacking:
        announce(lacking, "installing" if not options.list else f"make {purpose} will install")
    if options.list:
        return 0
    install_packages(sorted({package for part in lacking for package in part.packages()}))
    if options.packages:
        return 0
    for part in lacking:
        if part.libraries:
            libraries.require(*part.libraries)
        if part.lacks_compiler():
            run(KOTLIN / "build.sh", "compiler")
    return 0
