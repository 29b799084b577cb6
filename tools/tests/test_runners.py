import pytest

from tools.parity.runner import STOP, Runner, RunnerFailed, exchanged, protocol_lines
from tools.project import TOOL

# Answers a line with itself, but for some words.
ECHO = """import sys, time
print('{"implementation":{"language":"none","version":"0"}}', flush=True)
for line in list(iter(sys.stdin.readline, ""))[1:] if LATE else (sys.stdin.readline() and sys.stdin):
    if line == "end\\n": sys.exit(3)
    if line == "silence\\n": time.sleep(60)
    if line == "half\\n": sys.exit(print("half", end=""))
    print(line, end="", flush=True)
"""


def echo(patience=30.0, code=ECHO.replace("LATE", "False")):
    return Runner("echo", ["python3", "-c", code], patience)


def test_answers_come_in_the_order_of_the_lines():
    runner, lines = echo(), [b"%d" % number for number in range(5_000)]
    assert runner.ask(lines) == lines
    assert runner.end() == 0


@pytest.mark.parametrize("word", [b"end", b"silence", b"half"])
def test_a_line_that_is_not_answered_is_given_up_and_the_others_are_answered(word):
    runner = echo(patience=0.5)
    assert runner.ask([b"a", word, b"b"]) == [b"a", None, b"b"]
    assert runner.end() == 0


def test_a_runner_that_keeps_its_answers_to_itself_is_found():
    assert echo(patience=0.5, code=ECHO.replace("LATE", "True")).ask([b"a"]) == [None]


@pytest.mark.parametrize(("code", "message"), [("print('{}', flush=True); input()", "answers start with"), ("raise SystemExit(3)", "does not answer start")])
def test_a_runner_that_does_not_begin_well_is_none(code, message):
    with pytest.raises(RunnerFailed, match=message):
        echo(code=code)


def test_what_is_missing_cannot_be_started():
    with pytest.raises(RunnerFailed, match="cannot be started"):
        Runner("none", ["/no/such/runner"], 1)


def test_the_model_answers_start_and_ends_at_stop():
    runner = Runner("model", [*TOOL, "model-runner"], 30)
    assert b'"ready":true' in runner.greeting
    runner.put([STOP])
    assert runner.end() == 0


def test_the_lines_of_a_protocol_case():
    case = {"lines": [[{"text": "ab", "times": 2}, {"hex": "ff"}], [{"text": ""}]]}
    assert protocol_lines(case) == [b"abab\xff", b""]
    assert exchanged(["cat"], case, 30) == (0, [b"abab\xff", b"", b""])
    assert exchanged(["sleep", "60"], case, 0.1) == (None, [b""])
