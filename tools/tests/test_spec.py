"""The files of spec/: their canonical form, layout and schemas, and what fixtures say of themselves, against what can be computed."""

import json
from typing import Any

import pytest

from tools.spec.canonical import canonical, parse
from tools.spec.dddsample import departs
from tools.spec.files import SPEC, Spec, of_table
from tools.spec.layout import WIDTH, written
from tools.spec.schemas import Schemas, Validator, matches


@pytest.mark.parametrize(("value", "written"), [
    ({"b": 1, "a": [True, False]}, '{"a":[true,false],"b":1}'),
    ("\x00\t\"\\\u007fé", '"\\u0000\\t\\"\\\\\u007fé"'),
    (-9_007_199_254_740_991, "-9007199254740991"),
    # By UTF-16 code units U+1F600 (D83D DE00) comes before U+FF5E, though its scalar is greater.
    ({"\uff5e": 1, "\U0001f600": 2}, '{"\U0001f600":2,"\uff5e":1}'),
])
def test_the_canonical_form(value, written):
    assert canonical(value) == written
    assert parse(written) == value


@pytest.mark.parametrize("value", [1.5, None, {"a": None}, [float("nan")]])
def test_what_has_no_canonical_form(value):
    with pytest.raises(ValueError, match="has no canonical form"):
        canonical(value)


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', "1.0", "1e3", "NaN", "-Infinity", "[1,]", b"\xff", ""])
def test_what_is_refused(text):
    with pytest.raises(ValueError):
        parse(text)


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


ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description"}


def schemas(tmp_path, **files):
    for name, schema in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps({"$id": f"{name}.json", **schema}))
    return Schemas(tmp_path)


def test_a_schema_refers_to_another_file(tmp_path):
    both = schemas(tmp_path, one={"properties": {"at": {"$ref": "two.json#/$defs/Port"}}}, two={"$defs": {"Port": {"pattern": "^[A-Z]+$"}}})
    assert both.errors({"at": "SESTO"}, "one.json", 3) == []
    assert both.errors({"at": "sesto"}, "one.json", 3) == [".at: 'sesto' does not match '^[A-Z]+$'"]


def test_no_more_errors_than_wanted(tmp_path):
    assert len(schemas(tmp_path, one={"items": {"type": "string"}}).errors([1, 2, 3], "one.json", 2)) == 2


@pytest.mark.parametrize(("text", "fits"), [("SESTO", True), ("SESTO\n", False), ("sesto", False), ("", False)])
def test_the_end_of_a_pattern_is_the_end_of_the_text(text, fits):
    assert matches("^[A-Z]+$", text) is fits


def test_true_is_no_integer(tmp_path):
    assert schemas(tmp_path, one={"type": "integer"}).errors(True, "one.json", 1) == [".: True is not of type 'integer'"]


def keywords(schema):
    """The keywords of a schema and of those inside it; names of members and definitions are none."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            yield key
            if key in ("properties", "$defs", "patternProperties"):
                for inner in value.values():
                    yield from keywords(inner)
            elif key not in ("const", "enum", "default"):
                yield from keywords(value)
    elif isinstance(schema, list):
        for inner in schema:
            yield from keywords(inner)


@pytest.mark.parametrize("path", sorted((SPEC / "schema").glob("*.json")), ids=lambda path: path.name)
def test_each_keyword_of_our_schemas_is_known(path):
    assert set(keywords(json.loads(path.read_text()))) - ANNOTATIONS - set(Validator.VALIDATORS) == set()


def derived(events: list[dict[str, Any]], ours: dict[str, Any]) -> dict[str, Any]:
    """A fixture that derives a delivery of a cargo without an itinerary."""
    specification = {"arrivalDeadline": "2026-03-01T00:00:00.000Z", "destination": "SESTO", "origin": "CNHKG"}
    args = {"events": events, "routeSpecification": specification, "trackingId": "ABC123"}
    return {"when": [{"args": args, "op": "delivery.derive"}], "then": [{"events": [], "result": {"ok": ours}}]}


CUSTOMS = {
    "completionTime": "2026-01-03T00:00:00.000Z", "location": "CNHKG", "registrationTime": "2026-01-03T00:00:00.000Z", "trackingId": "ABC123", "type": "CUSTOMS"
}
NOTHING = {"isMisdirected": False, "isUnloadedAtDestination": False, "routingStatus": "NOT_ROUTED", "transportStatus": "NOT_RECEIVED"}


def test_a_cargo_that_was_not_handled_is_the_same_to_both() -> None:
    assert departs(derived([], NOTHING)) is False


def test_customs_puts_a_cargo_in_port_for_dddsample_alone() -> None:
    assert departs(derived([CUSTOMS], NOTHING)) is True
    assert departs(derived([CUSTOMS], {**NOTHING, "lastKnownLocation": "CNHKG", "transportStatus": "IN_PORT"})) is False


def test_other_operations_have_no_answer() -> None:
    assert departs({"when": [{"args": {}, "op": "cargo.book"}], "then": [{"events": [], "result": {"ok": {}}}]}) is None


def problems(**changes: Any) -> list[str]:
    spec = Spec()
    fixture = next(each for each in spec.fixtures if each["id"] == "CRG-1--deadline-past")
    return list(spec._claim_problems({**fixture, **changes}))


def test_the_polarity_is_held_against_the_outcomes() -> None:
    assert problems() == []
    assert problems(polarity="accept") == [": accepts nothing"]
    assert problems(then=[{"events": [], "result": {"ok": {}}}]) == [": rejects nothing"]
