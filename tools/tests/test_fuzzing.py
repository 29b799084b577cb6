import json

from tools.fuzzing.outcomes import difference
from tools.fuzzing.reach import outcomes
from tools.fuzzing.shrink import shrink

LINE = json.dumps({"clock": "2026-01-01T00:00:00.000Z", "cmd": "run", "given": {}, "ids": [], "seq": 1, "when": [
    {"op": "other.op", "args": {"text": "x"}}, {"op": "text.parse", "args": {"text": "a long text with Q in it", "more": [1, 2, 3]}}]}).encode()


def answer(results):
    return json.dumps({"steps": [{"events": [], "result": result} for result in results]}).encode()


def pair(line):
    """Two runners that differ on a text with Q in it."""
    ops = json.loads(line).get("when", [])
    one = answer([{"ok": 1} for _ in ops])
    return one, answer([{"ok": 2 if "Q" in str(step.get("args")) else 1} for step in ops])


def test_a_missing_answer_differs_even_from_another():
    assert difference(LINE, None, None) == ("answer", "none", "none")


def test_shrinking_keeps_the_difference_and_nothing_else():
    small = json.loads(shrink(LINE, ("text.parse", "ok", "ok", "result.ok"), lambda lines: [pair(line) for line in lines]))
    assert [step["args"] for step in small["when"]] == [{"text": "Q"}] and "more" not in str(small)


def test_outcomes_are_found_without_parsing():
    failed = b'{"steps":[{"events":[],"result":{"ok":1}},{"events":[],"result":{"err":{"code":"leg_invalid","params":{},"tier":"validation"}}}]}'
    assert outcomes(failed) == [b"ok", b"leg_invalid"]
