"""How answers differ beyond what spec/selftest shows at each run."""

import json

from tools.parity.comparison import compare
from tools.parity.perturb import spoil
from tools.spec.canonical import canonical, encoded

FIXTURE = {"finalState": {"cargos": [], "handlingEvents": []}, "then": [{"events": [], "result": {"ok": 1}}]}
RIGHT = encoded({"finalState": FIXTURE["finalState"], "seq": 7, "steps": FIXTURE["then"]})


def test_the_same_value_in_other_bytes_differs():
    (path, _, actual), = compare(FIXTURE, 7, RIGHT.replace(b":", b": "))
    assert path == "" and "not in canonical form" in actual


def test_an_answer_that_is_no_json_differs():
    assert len(compare(FIXTURE, 7, b"{")) == len(compare(FIXTURE, 7, b"\xff")) == 1


def test_spoiling_changes_one_thing_at_a_time_and_mends_it():
    value = {"a": [1, "x"], "b": True}
    whole = canonical(value)
    paths = []
    for path in spoil(value):
        assert canonical(value) != whole
        paths.append(path)
    assert canonical(value) == whole
    assert {"a", "a[0]", "a[1]", "a[2]", "b", "zzz"} <= set(paths)
    assert json.loads(whole) == value
