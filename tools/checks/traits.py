"""Builds the libraries without traits, what each trait is for with that trait alone, and the service without its traits.

`make test` builds the kit with its default trait and the service with every trait. The traits come from the manifest, so none can be forgotten. What was
built last is left in .build/all and service/.build/all, where other packages are compiled once and ours again for each trait.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

from ..project import ALL, ROOT, SAME_PLAN, SERVICE_ALL, Word, fail, output, shared_build, without

WARNING = re.compile(r"^.*(?:Sources|Tests)/[^:]*:\d+:\d+: warning:.*$", re.M)
# What is built with a trait alone: a program, or a library.
BUILT = {"CLI": "cargo-cli", "Remote": "CargoRemote", "SQLite": "CargoSQLite", "Postgres": "CargoPostgres"}


def build(product: str, kind: str, name: str, *flags: Word) -> None:
    """Builds one product. SwiftPM builds a library by the name of its target."""
    started = time.monotonic()
    option = "--product" if kind == "executable" else "--target"
    done = subprocess.run(["swift", "build", "--explicit-target-dependency-import-check", "error", "--disable-default-traits", option, product, *flags],
                          cwd=ROOT, env={**os.environ, **SAME_PLAN}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode or WARNING.search(done.stdout):
        print(re.sub(r"^\[\d+/\d+\].*\n", "", done.stdout, flags=re.M), file=sys.stderr)
        fail(f"traits: {product} does not build cleanly with {name}")
    print(f"traits: {product} builds with {name} ({time.monotonic() - started:.0f} s)", flush=True)


def refuse_other_stores(program: pathlib.Path, message: str, *words: str) -> None:
    """What `make test` can't see, because its programs have every trait: a store whose trait is missing is refused."""
    for store in ("sqlite:x.db", "postgres://x/y"):
        done = subprocess.run([program, *words, "--store", store], capture_output=True, text=True, check=False)
        if done.returncode != 78 or message not in done.stderr:
            fail(f"{program.name} without the trait of {store} ended with status {done.returncode}: {done.stderr}")


def main(_: list[str]) -> int:
    manifest = json.loads(output("swift", "package", "dump-package"))
    kinds = {product["name"]: next(iter(product["type"])) for product in manifest["products"]}
    names = {trait["name"] for trait in manifest["traits"]} - {"default"}
    if names != set(BUILT):
        fail(f"the manifest's traits are {sorted(names)}, and {sorted(BUILT)} are checked")
    for product, kind in kinds.items():
        if product != BUILT["CLI"]:
            build(product, kind, "no trait", "--scratch-path", ".build/traits/none")
    for name, product in BUILT.items():
        if name.lower() in without():
            print(f"left out: the trait {name}")
        else:
            build(product, kinds[product], f"{name} alone", "--traits", name, *shared_build())
            if name == "CLI":
                refuse_other_stores(ALL / "debug" / "cargo-cli", "This build cannot open", "list")
    build("cargo-server", "executable", "no trait", "--package-path", "service", *shared_build(SERVICE_ALL))
    refuse_other_stores(SERVICE_ALL / "debug" / "cargo-server", "this build doesn't include")
    return 0
