"""Failures: a stable code, its tier (spec/errors.json), and its params."""

import json
import pathlib
from typing import Any

SPEC = pathlib.Path(__file__).resolve().parent.parent.parent / "spec"
CATALOGUE = json.loads((SPEC / "errors.json").read_text(encoding="utf-8"))["errors"]
TIERS: dict[str, str] = {entry["code"]: entry["tier"] for entry in CATALOGUE}
TECHNICAL_WITHOUT_PARAMS = {entry["code"] for entry in CATALOGUE if entry["tier"] == "technical" and not entry["params"]}


class Failure(Exception):
    """A failure with a code and params. Whatever raises it has changed nothing."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    @property
    def tier(self) -> str:
        return TIERS[self.code]

    def wire(self) -> dict[str, Any]:
        return {"code": self.code, "params": self.params, "tier": self.tier}


class ValidationFailed(Failure):
    """A request with bad fields (REQ-1): pairs of path and code."""

    def __init__(self, fields: list[tuple[str, str]]) -> None:
        super().__init__("validation_failed")
        self.fields = sorted(fields)

    def wire(self) -> dict[str, Any]:
        return {"code": self.code, "fields": [{"code": code, "path": path} for path, code in self.fields], "tier": self.tier}
