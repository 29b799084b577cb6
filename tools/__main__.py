"""The command line of the tools: finds a command by its name, and lists them all."""

import ast
import importlib
import os
import re
import sys

from . import libraries
from .project import ROOT, USAGE, Failure

# name → module (and function, if it isn't `main`) or shell script, by what the commands are for.
COMMANDS = {
    "Every change": {
        "test": "tools.checks.every_change",
        "proofs": "tools.checks.proofs",
        "install": "tools.install",
        "lint": "tools.checks.lint",
        "check-layers": "tools.checks.layers",
        "check-common-kotlin": "tools.checks.kotlin_sources:check_common",
        "check-kotlin-format": "tools.checks.kotlin_sources:check_format",
        "check-languages": "tools.checks.languages",
        "check-traps": "tools.checks.traps",
        "check-darwin": "tools.checks.darwin",
        "check-links": "tools.checks.links",
        "check-examples": "tools.checks.links:check_examples",
        "check-tools": "tools.checks.lint:check_tools",
        "frozen": "tools.checks.frozen",
    },
    "Specification": {
        "parity": "tools.parity.command",
        "build-parity": "tools.parity.runner:print_built",
        "model-runner": "tools.model.runner",
        "fuzz": "tools.fuzzing.command",
        "mutants": "tools.mutants.command",
        "locales": "tools/shell/locales",
        "rules": "tools.spec.rules",
        "errors": "tools.spec.errors",
        "store-files": "tools.spec.store_files",
        "kotlin-surface": "tools.spec.surface",
    },
    "Stores": {
        "check-model": "tools.checks.commit_protocol",
        "check-stores": "tools.stores.stories",
        "store-parity": "tools.stores.parity",
        "remote-parity": "tools.stores.remote",
        "kotlin-samples": "tools.checks.kotlin_samples",
        "store-proofs": "tools/shell/store-proofs",
        "mutants-store": "tools.mutants.store",
        "torture": "tools/shell/torture",
        "torture-carriers": "tools.stores.torture_carriers",
        "torture-import": "tools.stores.torture_import",
        "torture-languages": "tools.stores.torture_languages",
        "torture-postgres": "tools.stores.torture_postgres",
        "other-file-systems": "tools.stores.images",
        "postgres-server": "tools.stores.postgres_server",
        "citus-server": "tools.stores.postgres_server:citus_server",
    },
    "Service": {
        "pages": "tools.pages.command",
        "check-api": "tools.checks.api",
        "check-identity": "tools.identity.command",
        "check-dcsa": "tools.checks.api.dcsa",
        "attack": "tools.attacking.session",
        "check-clusters": "tools.clusters.command",
        "replay-day": "tools.replay.command",
        "check-races": "tools.checks.races",
        "check-deployment": "tools.deployment.command",
    },
    "Package": {
        "check-traits": "tools.checks.traits",
        "check-embedding": "tools.checks.embedding",
        "docs": "tools.checks.docs",
        "fuzz-parsers": "tools.checks.fuzz_parsers",
        "sanitize": "tools/shell/sanitize",
    },
    "Benchmarks": {
        "bench": "tools/shell/bench",
        "bench-all": "tools.benchmarks.all",
        "bench-store": "tools.benchmarks.store",
        "bench-sqlite": "tools/shell/bench-sqlite",
        "bench-postgres": "tools.benchmarks.postgres",
        "bench-citus": "tools.benchmarks.citus",
        "bench-server": "tools.benchmarks.server",
        "bench-streams": "tools.benchmarks.streams",
        "bench-flood": "tools.benchmarks.flood",
        "bench-dcsa": "tools.benchmarks.dcsa",
        "bench-aged": "tools.benchmarks.aged",
        "bench-trimming": "tools.benchmarks.trimming",
        "bench-aging": "tools.benchmarks.aging",
        "plot-store": "tools.benchmarks.plot_store",
    },
}
HELP = ("-h", "--help", "help")


def path_of(target: str) -> str:
    """The file of a target, relative to the root."""
    path = target if "/" in target else target.split(":")[0].replace(".", "/")
    return f"{path}/__init__.py" if (ROOT / path).is_dir() else path if "/" in target else f"{path}.py"


def summary(target: str) -> str:
    """The first sentence of a module or function's doc, or of a script's first comment."""
    source = (ROOT / path_of(target)).read_text(encoding="utf-8")
    if "/" in target:
        text = " ".join(line.removeprefix("#").strip() for line in re.findall(r"^#(?!!).*$", source, re.M)[:4])
    else:
        tree: ast.Module | ast.FunctionDef = ast.parse(source)
        if ":" in target:
            function = target.split(":")[1]
            tree = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
        text = " ".join((ast.get_docstring(tree) or "").split())
    return re.split(r"(?<=[^.])[.:](?:\s|$)", text)[0]


def list_commands() -> None:
    print("usage: ./tool COMMAND [ARGUMENT...]; ./tool COMMAND --help shows the options of those written in Python")
    for group, commands in COMMANDS.items():
        print(f"\n{group}")
        for name, target in commands.items():
            print(f"  {name:<20}{summary(target)}")


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in HELP:
        list_commands()
        return 0 if arguments else USAGE
    name, *rest = arguments
    target = next((commands[name] for commands in COMMANDS.values() if name in commands), None)
    if target is None:
        print(f"error: there is no command {name}; ./tool --help lists them", file=sys.stderr)
        return USAGE
    if "/" in target:
        os.execv(ROOT / target, [str(ROOT / target), *rest])
    libraries.use_folder()
    sys.argv = [f"tool {name}", *rest]
    module, _, function = target.partition(":")
    try:
        status: int = getattr(importlib.import_module(module), function or "main")(rest)
        return status
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return failure.status
    except SystemExit as end:  # of argparse, whose status for usage is 2
        if end.code == 2:
            return USAGE
        raise


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
