"""That the checks of a store find one that does not keep its promises."""

import sys

import pytest

from tools.project import Failure
from tools.stores import torture_import
from tools.stores.command_line import CommandLine


@pytest.fixture
def fake(tmp_path):
    """Makes a cargo-cli of a line of Python."""
    def make(body: str) -> CommandLine:
        path = tmp_path / "cargo-cli"
        path.write_text(f"#!{sys.executable} -IS\nimport sys\n{body}\n")
        path.chmod(0o755)
        return CommandLine(str(path), tmp_path)

    return make


def test_codes_are_distinct():
    found = list(torture_import.codes(40_000))
    assert found[:2] == ["AAAAA", "AAAAB"] and len(set(found)) == 40_000


def test_a_run_must_end_well(fake):
    with pytest.raises(Failure, match="ended with 3: printedtold"):
        fake("print('printed', end=''); print('told', end='', file=sys.stderr); sys.exit(3)").run("x")


def test_an_import_that_ends_otherwise_is_found(fake):
    with pytest.raises(Failure, match="ended with 0, not 65"):
        torture_import.peak(fake(""), "rows.csv", 65)
