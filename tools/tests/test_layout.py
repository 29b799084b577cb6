"""How the files of spec/ are written, and the tables among them read."""

import json

from ..spec.files import Spec, of_table
from ..spec.layout import WIDTH, written

VECTOR = {"args": {"text": "a"}, "id": "VAL-ID-1--a", "polarity": "reject", "result": {"err": {"code": "x"}}, "rules": ["VAL-ID-1"], "title": "A"}


def test_title_and_steps_come_first_and_the_rest_by_name():
    assert list(json.loads(written({"rules": ["R"], "clock": "c", "then": [], "title": "T", "when": []}))) == ["title", "when", "then", "clock", "rules"]


def test_what_fits_stands_on_one_line():
    lines = written({"given": {"b": 1, "a": "ä"}, "when": ["x" * WIDTH, "y"]}).splitlines()
    assert lines == ["{", '  "when": [', f'    "{"x" * WIDTH}",', '    "y"', "  ],", '  "given": {"a": "\\u00e4", "b": 1}', "}"]


def test_nothing_is_lost():
    value = {"when": [{"op": "a.b", "args": {"z": [[], {}, [1, {"y": "x" * WIDTH}]]}}], "then": [True, "", 0]}
    assert json.loads(written(value)) == value


def test_a_vector_is_a_fixture_of_one_step():
    (case,) = of_table({"op": "trackingId.parse", "vectors": [VECTOR]})
    assert case["when"] == [{"args": {"text": "a"}, "op": "trackingId.parse"}]
    assert case["then"] == [{"events": [], "result": {"err": {"code": "x"}}}]
    assert (case["id"], case["rules"], case["given"]) == ("VAL-ID-1--a", ["VAL-ID-1"], {})


def test_a_table_that_is_named_or_sorted_wrongly_is_found(tmp_path):
    folder = tmp_path / "fixtures" / "values"
    folder.mkdir(parents=True)
    table = {"op": "trackingId.parse", "vectors": [VECTOR, {**VECTOR, "id": "VAL-ID-1--B"}]}
    (folder / "other.json").write_text(written(table) + " ")
    spec = Spec(tmp_path)
    assert len(spec.fixtures) == 2
    problems = "\n".join(spec.check(with_schemas=False))
    for fault in ("the op is trackingId.parse", "the vectors aren't in the order of their ids", "is not written as the README says"):
        assert f"fixtures/values/other.json: {fault}" in problems
