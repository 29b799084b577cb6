import io

import pytest

from tools import install
from tools.__main__ import main
from tools.project import service_build

ABSENT = install.Part("one", "a test", needs=((["no-such-command", "/no/such/*/file"], "package"), (["sh"], "dash")))


def test_a_part_lacks_what_is_nowhere():
    assert ABSENT.packages() == ["package"]
    assert ABSENT.missing() == ["package (package)"]


def answer(monkeypatch, lines, terminal=True):
    monkeypatch.setattr("os.isatty", lambda _: terminal)
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return install.choose([ABSENT])


@pytest.mark.parametrize(("lines", "declined"), [("\n", []), ("yes\n", []), ("one\n", ["one"]), ("all\n", ["one"]), ("two\none\n", ["one"])])
def test_a_person_may_decline(monkeypatch, lines, declined):
    assert answer(monkeypatch, lines) == declined


def test_without_a_terminal_there_is_no_question(monkeypatch):
    assert answer(monkeypatch, "all\n", terminal=False) == []


def test_what_is_declined_beforehand_is_not_listed(monkeypatch, capsys):
    monkeypatch.setattr(install, "PARTS", [ABSENT])
    assert main(["install", "--list"]) == 0
    assert "package (package)" in capsys.readouterr().err
    monkeypatch.setenv("WITHOUT", "one")
    assert main(["install", "--list"]) == 0
    assert capsys.readouterr().err == ""


def test_an_unknown_part_is_a_mistake(monkeypatch, capsys):
    monkeypatch.setenv("WITHOUT", "postgress")
    assert main(["install", "--list"]) == 64
    assert "postgress" in capsys.readouterr().err


@pytest.mark.parametrize(("declined", "flags"), [("", ["--enable-all-traits"]), ("chromium", ["--enable-all-traits"]), ("postgres,kotlin", ["--traits", "SQLite"]),
                                                 ("sqlite postgres", ["--disable-build-manifest-caching"])])
def test_traits_of_declined_libraries_are_left_out(monkeypatch, declined, flags):
    monkeypatch.setenv("WITHOUT", declined)
    assert service_build()[2:len(flags) + 2] == flags
