"""The JSON Schemas of spec/schema (draft 2020-12), checked by the library jsonschema."""

import functools
import pathlib
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import referencing
from jsonschema import Draft202012Validator
from referencing.jsonschema import DRAFT202012

from .canonical import load


def matches(pattern: str, text: str) -> bool:
    """As ECMA-262 has it: `$` is the end of the text only, and classes are of ASCII."""
    return re.search(pattern.replace("$", r"\Z"), text, re.ASCII) is not None


def _pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    if isinstance(value, str) and not matches(pattern, value):
        yield jsonschema.ValidationError(f"{value!r} does not match {pattern!r}")


Validator = jsonschema.validators.extend(Draft202012Validator, {"pattern": _pattern})


class Schemas:
    """The schemas of a folder; they refer to one another by the names of their files."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.files = {path.name: load(path) for path in sorted(folder.glob("*.json"))}
        for schema in self.files.values():
            Validator.check_schema(schema)
        self.registry: referencing.Registry = referencing.Registry().with_resources(
            (name, DRAFT202012.create_resource(schema)) for name, schema in self.files.items())

    @functools.lru_cache(maxsize=None)
    def _validator(self, reference: str) -> Any:
        return Validator({"$ref": reference}, registry=self.registry)

    def errors(self, value: Any, reference: str, limit: int) -> list[str]:
        """The first ways in which a value breaks a schema (`case.json`, or a part of it: `wire.json#/$defs/Cargo`), as `.member[0]: message`."""
        found = []
        for error in self._validator(reference).iter_errors(value):
            found.append(f"{error.json_path.removeprefix('$') or '.'}: {error.message[:300]}")
            if len(found) == limit:
                break
        return found
