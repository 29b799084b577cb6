"""Writes the error codes of Swift and Kotlin, with their statuses and texts, from spec/errors.json.

With --check it writes nothing, and fails if a file is out of date.
"""

import json
import re

from ..project import KOTLIN, ROOT, generate

TABLE = ROOT / "spec" / "errors.json"
SWIFT = ROOT / "Sources" / "CargoDomain" / "Shared" / "DomainError+Code.swift"
KOTLIN_FILE = KOTLIN / "cargo-domain" / "src" / "main" / "kotlin" / "domain" / "shared" / "DomainError.kt"
KOTLIN_PART = re.compile(r"(?<=// The table of spec/errors.json; ./tool errors writes it.\n).*?(?=    \}\n\}\n\Z)", re.S)
KOTLIN_WIDTH = 120
HEAD = """\
// swift-format-ignore-file
// ./tool errors writes this file from spec/errors.json.

extension DomainError {
    /// The stable error codes of the kit.
    ///
    /// A code is never renamed, and never reused with another meaning. New codes are added without a new major version, so a `switch` in
    /// another package needs a `default` or an `@unknown default`.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
"""
MIDDLE = """\
    }
}

extension DomainError.Code {
    /// The code's line of `spec/errors.json`.
    package var entry: DomainError.Entry {
        switch self {
"""


def literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def swift_name(code: str) -> str:
    return re.sub(r"_(.)", lambda match: match[1].upper(), code)


def swift(errors: list[dict]) -> str:
    cases, entries = [], []
    for error in errors:
        parameters = ", ".join(f"`{one['name']}`" + (" (optional)" if one["optional"] else "") for one in error["params"])
        name = swift_name(error["code"])
        cases.append(f"        /// {error['message']}" + (f" Parameters: {parameters}." if parameters else ""))
        cases.append(f"        case {name} = {literal(error['code'])}")
        texts = [f"{label}: {literal(error[key])}" for label, key in (("title", "message"), ("detail", "detail"), ("advice", "advice")) if key in error]
        facts = [f".{error['tier']}", f"exit: {error['cliExit']}", f"status: {error['httpStatus']}", *texts]
        entries.append(f"        case .{name}:\n            .init(\n                " + ",\n                ".join(facts) + "\n            )")
    return HEAD + "\n".join(cases) + "\n" + MIDDLE + "\n".join(entries) + "\n        }\n    }\n}\n"


def kotlin(errors: list[dict]) -> str:
    lines = []
    for error in errors:
        facts = [literal(error["code"]), f"ErrorTier.{error['tier'].upper()}", literal(error["message"]).replace("$", "\\$")]
        line = f"        {error['code'].upper()}({', '.join(facts)}),"
        if len(line) > KOTLIN_WIDTH:
            line = f"        {error['code'].upper()}(\n            " + ",\n            ".join(facts) + ",\n        ),"
        lines.append(line)
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    errors = json.loads(TABLE.read_text(encoding="utf-8"))["errors"]
    source = KOTLIN_FILE.read_text(encoding="utf-8")
    return generate(__doc__, arguments, {SWIFT: swift(errors), KOTLIN_FILE: KOTLIN_PART.sub(lambda _: kotlin(errors), source)})
