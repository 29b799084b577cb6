"""Measurements of the service and of PostgreSQL, and the plots of the store's."""

import pathlib

from ..project import swift_build

# The exit status of a benchmark that has missed a goal; its rows are printed all the same.
MISSED = 2


def release_server() -> pathlib.Path:
    return swift_build("cargo-server", "-c", "release", "--package-path", "service", "--scratch-path", ".build/bench-server")
