"""Builds the package without traits and with each trait alone; `make test` builds all of them together.

The list comes from the manifest, so it cannot go stale. The build of the last trait is left in .build/all, where other packages are compiled once and
ours again for each trait.
"""

import json
import re
import subprocess
import sys
import time

from ..project import ALL, ROOT, fail, output, shared_build, without

WARNING = re.compile(r"^.*(?:Sources|Tests)/[^:]*:\d+:\d+: warning:.*$", re.M)


def build(name: str, *flags: str) -> None:
    started = time.monotonic()
    done = subprocess.run(["swift", "build", "--explicit-target-dependency-import-check", "error", "--disable-default-traits", *flags], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode or WARNING.search(done.stdout):
        print(re.sub(r"^\[\d+/\d+\].*\n", "", done.stdout, flags=re.M), file=sys.stderr)
        fail(f"traits: {name} does not build cleanly")
    print(f"traits: {name} builds ({time.monotonic() - started:.0f} s)", flush=True)


def refuse_other_stores() -> None:
    """What `make test` can't see, because its build has every trait: a store whose trait is missing is refused."""
    for store in ("sqlite:x.db", "postgres://x/y"):
        done = subprocess.run([ALL / "debug" / "cargo-cli", "list", "--store", store], capture_output=True, text=True, check=False)
        if done.returncode != 78 or "This build cannot open" not in done.stderr:
            fail(f"cargo-cli without the trait of {store} ended with status {done.returncode}: {done.stderr}")


def main(_: list[str]) -> int:
    traits = json.loads(output("swift", "package", "dump-package"))["traits"]
    names = sorted(trait["name"] for trait in traits if trait["name"] != "default")
    if not names:
        fail("the manifest names no traits")
    build("none", "--scratch-path", ".build/traits/none")
    for program in ("cargo-cli", "cargo-server"):
        if subprocess.run([ROOT / ".build/traits/none/debug" / program], capture_output=True, check=False).returncode == 0:
            fail(f"{program} without its trait must fail")
    for name in names:
        if name.lower() in without():
            print(f"left out: the trait {name}")
        else:
            build(f"only {name}", "--traits", name, *shared_build())
            if name == "CLI":
                refuse_other_stores()
    return 0
