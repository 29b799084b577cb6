import pytest

from tools.deployment import files, upgrade
from tools.project import Failure


def test_each_word_to_replace_has_to_be_there():
    assert files.substituted("listen 80;", {"80": 81}, "a file") == "listen 81;"
    with pytest.raises(Failure, match="a file doesn't have '82'"):
        files.substituted("listen 80;", {"82": 81}, "a file")


def test_a_command_of_the_guide_is_found_without_sudo():
    assert files.from_guide("createdb --owner cargo cargo") == ["createdb", "--owner", "cargo", "cargo"]
    with pytest.raises(Failure, match="doesn't have the command"):
        files.from_guide("createdb --owner someone cargo")


def test_a_unit_has_its_commands_with_variables():
    unit = files.Unit("cargo-relay.service", {"%d": "/credentials"})
    words = unit.command("ExecStart", {"CARGO_WEBHOOK": "https://a.example/hook"})
    assert words == ["/usr/local/bin/cargo-server", "relay", "--webhook", "https://a.example/hook", "--secret-file", "/credentials/webhook-secret"]
    assert unit.one("User") == "cargo"
    assert len(unit.all("SystemCallFilter")) == 2
    with pytest.raises(Failure, match="2 lines SystemCallFilter="):
        unit.one("SystemCallFilter")


def test_a_token_is_strong_and_its_setting_does_not_reveal_it():
    secret, setting = files.new_token("clerk@bob")
    assert len(secret) == 64
    assert setting.startswith("clerk@bob:sha256:") and secret not in setting


def test_golden_documents_are_the_newest_of_each_id():
    assert {document["version"] for document in upgrade.golden("cargo").values()} != {1}
