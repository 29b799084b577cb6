import sys

import pytest

from tools.parity.runner import START, Runner, RunnerFailed, protocol_lines
from tools.project import TOOL

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"


def echo(patience=30.0, code=ECHO):
    return Runner("echo", [sys.executable, "-c", code], patience)


def test_answers_come_in_the_order_of_the_lines():
    runner = echo()
    runner.send([b"%d" % number for number in range(5_000)])
    assert [runner.answer() for _ in range(5_000)] == [b"%d" % number for number in range(5_000)]
    assert runner.end(stop=False) == 0


def test_a_runner_that_ends_is_told_with_its_status():
    with pytest.raises(RunnerFailed, match="ended with status 3"):
        echo(code="raise SystemExit(3)").answer()


def test_a_silent_runner_is_given_up():
    runner = echo(patience=0.2)
    with pytest.raises(RunnerFailed, match="no answer within"):
        runner.answer()
    assert runner.process.wait(30) != 0


def test_half_a_line_is_no_answer():
    with pytest.raises(RunnerFailed, match="without a line feed"):
        echo(code="print('half', end='')").answer()


def test_what_is_missing_cannot_be_started():
    with pytest.raises(RunnerFailed, match="cannot be started"):
        Runner("none", ["/no/such/runner"], 1)


def test_the_model_answers_start_and_ends_at_stop():
    runner = Runner("model", [*TOOL, "model-runner"], 30)
    runner.send([START])
    assert b'"ready":true' in runner.answer()
    assert runner.end() == 0


def test_the_lines_of_a_protocol_case():
    assert protocol_lines({"lines": [[{"text": "ab", "times": 2}, {"hex": "ff"}], [{"text": ""}]]}) == [b"abab\xff", b""]
