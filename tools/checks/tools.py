"""Checks the types of the tools with mypy and runs their tests with pytest."""

import os
import sys

from .. import libraries
from ..project import ROOT, run, without


def main(arguments: list[str]) -> int:
    if "libraries" in without():
        print("left out: the tests and types of the tools")
        return 0
    libraries.require("base", "tests")
    path = os.pathsep.join(filter(None, [str(ROOT), str(libraries.FOLDER), os.environ.get("PYTHONPATH")]))
    python = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    if not arguments:
        run(sys.executable, "-m", "mypy", "--config-file", "tools/pyproject.toml", **python)
    run(sys.executable, "-m", "pytest", "-c", "tools/pyproject.toml", *(arguments or ["tools/tests"]), **python)
    return 0
