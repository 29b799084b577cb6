import subprocess

import pytest

from tools import libraries
from tools.__main__ import COMMANDS, main, path_of, summary
from tools.project import ROOT, TOOL

ALL = {name: target for commands in COMMANDS.values() for name, target in commands.items()}


@pytest.mark.parametrize("name", ALL)
def test_each_command_is_there_and_says_in_a_line_what_it_does(name):
    path = ROOT / path_of(ALL[name])
    assert path.is_file()
    assert 15 < len(summary(ALL[name])) <= 160, summary(ALL[name])


def test_the_list_of_commands(capsys):
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out
    assert all(f"\n  {name} " in listed for name in ALL)


def test_usage():
    assert main(["no-such-command"]) == main([]) == main(["parity", "--no-such-option"]) == 64


def test_a_command_runs_from_another_directory(tmp_path):
    done = subprocess.run([*TOOL, "parity", "--hash"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert len(done.stdout.strip()) == 64


def test_requirements_come_from_the_project_file():
    assert any(one.startswith("jsonschema") for one in libraries.requirements("base"))
    assert any(one.startswith("pytest") for one in libraries.requirements("base", "tests"))
    assert not any(one.startswith("pytest") for one in libraries.requirements("base"))


def test_no_module_needs_a_library_to_be_imported():
    """So that a command that needs none runs on a machine that has none."""
    code = "import sys; from tools import libraries; libraries.use_folder = lambda: None; import tools.parity.command, tools.fuzzing.command"
    subprocess.run(["python3", "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"], check=True)
