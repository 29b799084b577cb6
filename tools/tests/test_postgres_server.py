"""A private PostgreSQL is gone, with its directory, when whoever started it is."""

import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

from tools.project import TOOL, Failure
from tools.stores import postgres_server

try:
    postgres_server.programs()
except Failure as missing:
    pytest.skip(str(missing), allow_module_level=True)


@pytest.fixture
def started():
    with tempfile.TemporaryDirectory(prefix="cargo-pg-") as place:
        Path(place).chmod(0o711)
        directory = Path(place, "server")
        process = subprocess.Popen([*TOOL, "postgres-server", directory, "fsync=off"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout and process.stdout.readline().startswith("ready ")
        yield process, directory
        process.communicate()


def test_lines_are_answered_until_the_input_ends(started):
    process, directory = started
    assert process.communicate("stop\nstart\nkill\nstart\nfill\nnonsense\n")[0].split() == ["done"] * 4 + ["failed"] * 2
    assert not directory.exists()


def test_a_signal_ends_it_as_the_end_of_its_input_does(started):
    process, directory = started
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    assert not directory.exists()
