"""How the checks of a store run the command line, and that they find one that does not keep its promises."""

import argparse
import csv
import io
import itertools
import pathlib
import signal
import subprocess
import sys

import pytest

from tools.project import ROOT, Failure
from tools.stores import import_code_list, torture_import, torture_kill
from tools.stores.command_line import CommandLine, begun, codes


@pytest.fixture
def fake(tmp_path):
    """Makes a cargo-cli of some lines of Python."""
    def make(body: str) -> CommandLine:
        path = tmp_path / "cargo-cli"
        path.write_text(f"#!{sys.executable} -IS\nimport os, sys, time\nwords = sys.argv[1:]\n{body}\n")
        path.chmod(0o755)
        return CommandLine(str(path), tmp_path)

    return make


def test_codes_are_distinct():
    assert list(itertools.islice(codes(10**6), 2)) == ["AAAAA", "AAAAB"]
    assert len(set(codes(40_000))) == 40_000


def test_a_run_must_end_and_speak_as_expected(fake):
    cli = fake("print('printed'); print('told', file=sys.stderr); sys.exit(3)")
    assert cli.run("x", status=3, says="told") == "printed\n"
    for expected in ({}, {"status": 3, "says": "else"}):
        with pytest.raises(Failure, match="ended with 3"):
            cli.run("x", **expected)


def test_the_files_of_a_failure_are_kept(fake):
    options = argparse.Namespace(cli=fake("").path, directory=None)
    with begun(options) as cli:
        pass
    assert not cli.folder.exists()
    with pytest.raises(Failure, match="its files are in"), begun(options) as cli:
        raise Failure("lost")
    cli.folder.rmdir()


def test_a_code_list_has_what_it_counts(tmp_path):
    files, counts = import_code_list.write_parts(tmp_path, 3000)
    raw = [pathlib.Path(file).read_bytes() for file in files]
    for part in raw:
        with pytest.raises(UnicodeDecodeError):
            part.decode()
    rows = [row for part in raw for row in csv.reader(io.StringIO(part.decode("windows-1252"), newline=""))]
    assert {len(row) for row in rows} == {12, 15}
    assert len(rows) == counts["read"] + 1 == counts["added"] + counts["skipped"] + 1
    places = [row[1] + row[2] for row in rows if row[2] and row[0] not in ("X", "x", "Change")]
    assert len(set(places)) == counts["added"] < len(places)


@pytest.mark.parametrize("handler", [signal.SIG_IGN, signal.default_int_handler])
def test_a_command_hears_the_interruption(fake, handler):
    """Also under a parent that ignores it."""
    # Blocked and waited for: an interruption between Python's last look at its signals and the system call that waits would be missed.
    cli = fake("import os, signal\nheard = signal.getsignal(signal.SIGINT) != signal.SIG_IGN\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])\n"
               "open('ready', 'w').close()\nif heard:\n    signal.sigwait([signal.SIGINT])\n    os._exit(130)\nsys.stdin.read()")
    program = "import pathlib, signal, sys; from tools.stores import torture_interrupt; from tools.stores.command_line import CommandLine\n" \
              "torture_interrupt.hear()\nfolder = pathlib.Path(sys.argv[2])\n" \
              "print(torture_interrupt.Interrupts(CommandLine(sys.argv[1], folder), 1).interrupted((folder / 'ready').exists, 'import'))"
    before = signal.signal(signal.SIGINT, handler)
    try:
        done = subprocess.run([sys.executable, "-c", program, cli.path, str(cli.folder)], capture_output=True, text=True, cwd=ROOT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.stdout == "130\n", done.stderr


def test_an_import_that_ends_otherwise_is_found(fake):
    with pytest.raises(Failure, match="ended with 0, not 65"):
        torture_import.peak(fake(""), "rows.csv", 65)


KEEPER = """
if words[0] == "book":
    id = f"ID{os.getpid()}"
    if KEEPS: open("booked", "a").write(id + "\\n")
    print(id)
elif words[0] == "list":
    print("tracking_id\\r\\n" + (open("booked").read() if os.path.exists("booked") else ""))
elif words == ["store", "verify"]:
    print("The store is sound.")
elif words[:2] == ["location", "list"]:
    print("un_locode\\nA\\nB\\nC")
"""


def test_a_booking_that_is_acknowledged_and_lost_is_found(fake, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(torture_kill, "LOCATIONS", 1)
    keeper = fake(KEEPER.replace("KEEPS", "True"))
    assert torture_kill.main([keeper.path, "2", str(tmp_path / "kept")]) == 0
    assert "0 lost" in capsys.readouterr().out
    loser = fake(KEEPER.replace("KEEPS", "False"))
    with pytest.raises(Failure, match="acknowledged bookings are lost"):
        torture_kill.main([loser.path, "1", str(tmp_path / "lost")])
