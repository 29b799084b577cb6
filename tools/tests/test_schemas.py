import json

import pytest

from tools.spec.files import SPEC
from tools.spec.schemas import Schemas, Validator, matches

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
