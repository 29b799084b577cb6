"""The command line that a check of a store runs."""

from __future__ import annotations

import os
import pathlib

from ..project import UNAVAILABLE, fail, output


def built(path: str | None) -> str:
    """The cargo-cli at a path, or the debug build of the default traits."""
    found = path or str(pathlib.Path(output("swift", "build", "--show-bin-path").strip()) / "cargo-cli")
    if not os.access(found, os.X_OK):
        fail(f"{found} is not built", UNAVAILABLE)
    return os.path.abspath(found)
