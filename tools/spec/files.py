"""The files of spec/: read, checked against their schemas and against each other, and chosen by name."""

import fnmatch
import hashlib
import pathlib
from collections.abc import Iterator, Sequence
from typing import Any

from ..project import ROOT
from . import dddsample
from .canonical import load
from .layout import written

Case = dict[str, Any]  # a fixture, a selftest or a protocol case; `_path` and `_area` say where it stands
SPEC = ROOT / "spec"


def of_table(table: dict[str, Any]) -> list[Case]:
    """The fixtures of a table of vectors: one step each, in an empty world."""
    return [{
        **{name: member for name, member in vector.items() if name not in ("args", "result")},
        "clock": "2026-01-01T00:00:00.000Z",
        "departsFromDddSample": False,
        "finalState": {"cargos": [], "handlingEvents": []},
        "given": {},
        "ids": [],
        "then": [{"events": [], "result": vector["result"]}],
        "when": [{"args": vector["args"], "op": table["op"]}],
    } for vector in table["vectors"]]


class NoSchemas:
    """In the place of schemas, for those who go without the library."""

    def errors(self, *_: object) -> list[str]:
        return []


class Spec:
    def __init__(self, folder: str | pathlib.Path = SPEC) -> None:
        self.folder = pathlib.Path(folder)
        self.problems: list[str] = []
        self.tables: dict[str, dict[str, Any]] = {}  # by path
        self.fixtures = self._read("fixtures", nested=True)
        self.selftests = self._read("selftest")
        self.protocol = self._read("protocol")
        self.errors, self.rules, self.ops = (self._optional(name) for name in ("errors.json", "rules.json", "ops.json"))
        self.hash = self._hash()

    def _read(self, kind: str, nested: bool = False) -> list[Case]:
        base = self.folder / kind
        found = []
        # By folder, then by name.
        for path in sorted((path for path in base.rglob("*") if path.is_file()), key=lambda path: (path.parent.parts, path.name)):
            try:
                value = load(path)
            except ValueError as error:
                self.problems.append(f"{path.relative_to(self.folder)}: {error}")
                continue
            name = str(path.relative_to(self.folder))
            if nested and "vectors" in value:
                self.tables[name] = value
            for case in of_table(value) if name in self.tables else [value]:
                found.append({**case, "_path": name, "_area": str(path.parent.relative_to(base)) if nested else kind})
        return found

    def _optional(self, name: str) -> Any:
        path = self.folder / name
        return load(path) if path.exists() else None

    def _hash(self) -> str:
        """SHA-256 over the path and the bytes of every file, in the order of the paths."""
        digest = hashlib.sha256()
        paths = [path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file()]
        for path in sorted(paths, key=str.encode):
            content = (self.folder / path).read_bytes()
            digest.update(f"{path}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()

    def chosen(self, patterns: Sequence[str]) -> list[Case]:
        """The fixtures whose id, rule or area a pattern names; all if there is no pattern."""
        return [fixture for fixture in self.fixtures if not patterns or any(
            fnmatch.fnmatchcase(key, pattern) for pattern in patterns for key in (fixture["id"], fixture["_area"], *fixture["rules"]))]

    def check(self, with_schemas: bool = True) -> list[str]:
        """What is wrong: files against their schemas, names against contents, rules and ops against their lists."""
        schemas: Any = NoSchemas()
        if with_schemas:
            from .schemas import Schemas  # reads a library that only this needs

            schemas = Schemas(self.folder / "schema")
        rules = {rule["id"] for rule in self.rules["rules"]} if self.rules else None
        ops = {op["op"]: op for op in self.ops["ops"]} if self.ops else {}
        ids: set[str] = set()
        for kind, files in (("fixture", self.fixtures), ("selftest", self.selftests), ("protocol", self.protocol)):
            for file in files:
                self.problems += [f"{file['_path']}{problem}" for problem in self._problems_of(file, kind, schemas, rules, ids)]
                for step, result in zip(file.get("when", []), file.get("then", [])) if kind != "selftest" else ():
                    self.problems += [f"{file['_path']}: {problem}" for problem in step_problems(schemas, ops, step, result["result"])]
        for name, table in self.tables.items():
            self.problems += [f"{name}{error}" for error in schemas.errors(table, "vectors.json", 3)]
            path = self.folder / name
            if path.stem != table["op"]:
                self.problems.append(f"{name}: the op is {table['op']}")
            if [vector["id"] for vector in table["vectors"]] != sorted(vector["id"] for vector in table["vectors"]):
                self.problems.append(f"{name}: the vectors aren't in the order of their ids")
            if path.read_text(encoding="utf-8") != written(table):
                self.problems.append(f"{name}: is not written as the README says")
        for name, value in (("errors.json", self.errors), ("rules.json", self.rules), ("ops.json", self.ops)):
            if value is not None:
                self.problems += [f"{name}{error}" for error in schemas.errors(value, name, 5)]
        for path in [*self.folder.glob("ops.json"), *sorted(self.folder.glob("schema/*.json"))]:
            if path.read_text(encoding="utf-8") != written(load(path)):
                self.problems.append(f"{path.relative_to(self.folder)}: is not written as the README says")
        for path in sorted(self.folder.glob("files/**/case.json")):
            self.problems += [f"{path.relative_to(self.folder)}{error}" for error in schemas.errors(load(path), "case.json", 3)]
        if self.errors:
            self.problems += self._code_problems()
        return self.problems

    def _problems_of(self, file: Case, kind: str, schemas: Any, rules: set[str] | None, ids: set[str]) -> Iterator[str]:
        path, identity = self.folder / file["_path"], file.get("id", "")
        value = {key: member for key, member in file.items() if not key.startswith("_")}
        yield from schemas.errors(value, f"{kind}.json", 3)
        if file["_path"] not in self.tables and path.name != f"{identity}.json":
            yield f": the id is {identity}"
        if identity in ids:
            yield ": the id stands twice"
        ids.add(identity)
        if kind != "selftest" and value.get("rules") and not identity.startswith(value["rules"][0] + "--"):
            yield f": the first rule is {value['rules'][0]}"
        for rule in value.get("rules", []):
            if rules is not None and rule not in rules:
                yield f": rule {rule} is not in rules.json"
        if kind == "fixture" and len(value["when"]) != len(value["then"]):
            yield f": {len(value['when'])} steps, {len(value['then'])} results"
        elif kind == "fixture":
            yield from self._claim_problems(value)
        if file["_path"] not in self.tables and path.read_bytes() != written(value).encode():
            yield ": is not written as the README says"

    def _claim_problems(self, fixture: Case) -> Iterator[str]:
        """What a fixture says of itself: its polarity against its outcomes, and whether it departs from dddsample-core where that can be computed."""
        outcomes = ["ok" in then["result"] for then in fixture["then"]]
        codes = {rule["id"]: rule["codes"] for rule in self.rules["rules"]} if self.rules else {}
        if fixture["polarity"] == "accept" and outcomes and not any(outcomes):
            yield ": accepts nothing"
        if fixture["polarity"] == "reject" and all(outcomes) and codes.get(fixture["rules"][0]):
            yield ": rejects nothing"
        computed = dddsample.departs(fixture)
        if computed not in (None, fixture["departsFromDddSample"]):
            yield f": departsFromDddSample is {computed}"

    def _code_problems(self) -> Iterator[str]:
        """Every code is reached by a fixture, or says that no runner can reach it; every code reached is listed, with its tier."""
        reached: dict[str, set[str | None]] = {}

        def walk(value: Any) -> None:
            if isinstance(value, dict):
                if isinstance(value.get("code"), str):
                    reached.setdefault(value["code"], set()).add(value.get("tier"))
                if isinstance(value.get("rule"), str):
                    reached.setdefault(value["rule"], set())
            for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
                walk(member)

        walk([fixture["then"] for fixture in self.fixtures] + [case["answers"] for case in self.protocol])
        listed = {entry["code"]: entry for entry in self.errors["errors"]}
        known_rules = {rule["id"] for rule in self.rules["rules"]} if self.rules else set()
        for code, tiers in sorted(reached.items()):
            if code in listed:
                for tier in tiers - {None, listed[code]["tier"]}:
                    yield f"errors.json: {code} has tier {listed[code]['tier']}, a fixture says {tier}"
            elif code not in known_rules:
                yield f"errors.json: {code} is reached and not listed"
        unreachable = {entry["code"] for entry in (self.ops or {}).get("unreachableCodes", [])}
        for code in sorted(set(listed) - set(reached) - unreachable):
            yield f"errors.json: no fixture reaches {code}"
        for code in sorted(unreachable & set(reached)):
            yield f"ops.json: {code} is reached after all"


def step_problems(schemas: Any, ops: dict[str, Any], step: Any, result: Any) -> Iterator[str]:
    """A result is unsupported iff the op is not listed; an ok has the shape, and was got with the args, that ops.json says."""
    op = ops.get(step["op"])
    if (op is None) != (result == {"unsupported": True}):
        yield f"op {step['op']}"
    if op and "ok" in result:
        yield from (f"ok of {step['op']}{error}" for error in schemas.errors(result["ok"], f"wire.json#/$defs/{op['ok']}", 3))
        names = {name.rstrip("?"): not name.endswith("?") for name in op["args"]}
        if set(step["args"]) - set(names) or {name for name, due in names.items() if due} - set(step["args"]):
            yield f"args of {step['op']}"
