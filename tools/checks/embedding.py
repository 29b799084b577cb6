"""Embeds the committed package, without traits, in a fresh consumer.

Compiles and runs there the example of the README, and a service with a repository of its own (Tests/Embedding), and compiles every library. Checks
that nothing but this package was checked out, and prints how long the first build took.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time

from .. import inputs
from ..project import ROOT, Word, fail, run
from .links import examples

PRODUCTS = {
    "consumer": ["CargoDomain", "CargoApplication", "CargoInfrastructure"],
    "service": ["CargoDomain", "CargoApplication", "CargoInfrastructure", "CargoMaps", "CargoTesting"],
}
MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(url: "file://%s", exact: "1.0.0", traits: [])],
    targets: [%s]
)
"""
# Public enums that may grow, and the files of their cases.
OPEN = {"DomainError.Code": "DomainError+Code", "DomainFact": "DomainFact", "DomainEvent.AggregateType": "DomainEvent"}


# What the service of Tests/Embedding prints.
SERVICE = re.compile(r"""Tracking failed: The store cannot be used\.
(\w+): In port Hong Kong\. From Hong Kong to Stockholm, one voyage\. In port Hong Kong\.
Event 1: CargoBooked of \1
Event 2: CargoRouted of \1
Event 3: HandlingEventRegistered of \1
Event 4: CargoHandled of \1
""")


def printed(folder: pathlib.Path, *command: Word, succeeds: bool = True) -> str:
    """What a command prints in a folder; it is shown if the command fails."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if succeeds and done.returncode:
        print(done.stdout, file=sys.stderr)
        fail(f"{pathlib.Path(command[0]).name} ended with status {done.returncode}")
    return done.stdout


def check_open(kind: str, cases: pathlib.Path, consumer: pathlib.Path) -> None:
    """A new case must not break a consumer's build: a switch over all of today's has to ask for a default already."""
    names = re.findall(r"^ +case ([a-zA-Z]+)", cases.read_text(encoding="utf-8"), re.M)
    switch = "".join(f"    case .{name}: break\n" for name in names)
    (consumer / "open.swift").write_text(f"import CargoDomain\nfunc use(_ value: {kind}) {{\n    switch value {{\n{switch}    }}\n}}\n", encoding="utf-8")
    said = printed(consumer, "swiftc", "-typecheck", "-swift-version", "6", "-I", ".build/debug/Modules", "open.swift", succeeds=False)
    if "may have additional unknown values" not in said:
        print(said, file=sys.stderr)
        fail(f"{kind} is closed to new cases")


def main(_: list[str]) -> int:
    example = examples("README.md")[0]
    libraries = [product["name"] for product in inputs.manifest(ROOT)["products"] if "library" in product["type"]]
    with tempfile.TemporaryDirectory(prefix="check-embedding.") as place:
        package, consumer = pathlib.Path(place, "cargo-kit"), pathlib.Path(place, "consumer")
        run("git", "clone", "--quiet", "--no-hardlinks", ".", package)
        run("git", "-C", package, "-c", "user.name=check", "-c", "user.email=check@localhost", "tag", "--force", "1.0.0")
        (consumer / "Sources/consumer").mkdir(parents=True)
        (consumer / "Sources/consumer/main.swift").write_text(example, encoding="utf-8")
        shutil.copytree(ROOT / "Tests/Embedding", consumer / "Sources/service")
        (consumer / "Sources/every").mkdir()
        (consumer / "Sources/every/main.swift").write_text("".join(f"import {name}\n" for name in libraries), encoding="utf-8")
        targets = [f'.executableTarget(name: "{target}", dependencies: [{", ".join(f""".product(name: "{name}", package: "cargo-kit")""" for name in names)}])'
                   for target, names in {**PRODUCTS, "every": libraries}.items()]
        (consumer / "Package.swift").write_text(MANIFEST % (package, ", ".join(targets)), encoding="utf-8")

        started = time.monotonic()
        printed(consumer, "swift", "build", "--product", "consumer")
        print(f"embedding: first build of a consumer, debug: {time.monotonic() - started:.0f} s", flush=True)
        printed(consumer, "swift", "build")
        print(f"embedding: {len(libraries)} libraries build with traits: []", flush=True)
        for kind, file in OPEN.items():
            check_open(kind, package / f"Sources/CargoDomain/Shared/{file}.swift", consumer)
        print("embedding: switches over codes, facts and aggregate types ask for a default", flush=True)
        checkouts = sorted(path.name for path in (consumer / ".build/checkouts").iterdir())
        if checkouts != ["cargo-kit"]:
            fail(f"the consumer checked out: {' '.join(checkouts)}")
        print("embedding: with traits: [] the consumer checked out cargo-kit and nothing else")
        print("embedding: the README's example printed:", printed(consumer, consumer / ".build/debug/consumer").splitlines()[-1])
        print("embedding: a service with its own locations keeps their contract and printed:")
        said = printed(consumer, consumer / ".build/debug/service")
        print(textwrap.indent(said, "  "), end="")
        if not SERVICE.fullmatch(said):
            fail("the service printed something else")
    return 0
