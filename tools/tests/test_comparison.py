"""How answers differ beyond what spec/selftest shows at each run."""

from tools.parity.comparison import compare
from tools.spec.canonical import encoded

FIXTURE = {"finalState": {"cargos": [], "handlingEvents": []}, "then": [{"events": [], "result": {"ok": 1}}]}
RIGHT = encoded({"finalState": FIXTURE["finalState"], "seq": 7, "steps": FIXTURE["then"]})


def test_the_same_value_in_other_bytes_differs():
    (path, _, actual), = compare(FIXTURE, 7, RIGHT.replace(b":", b": "))
    assert path == "" and "not in canonical form" in actual


def test_an_answer_that_is_no_json_differs():
    assert len(compare(FIXTURE, 7, b"{")) == len(compare(FIXTURE, 7, b"\xff")) == 1
