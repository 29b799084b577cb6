"""Writes docs/kotlin-surface.md, the page that compares the public interfaces of Swift and Kotlin by name.

It reads the declarations in the sources: the public types of each Swift product that Kotlin mirrors, and the functions of the facade and of the
protocols that backends implement. A Swift name without a Kotlin one of the same name is shown as "not yet".

With --check it writes nothing, and fails if the page is out of date.
"""

import pathlib
import re

from ..project import KOTLIN, ROOT, SERVICE, fail, generate

PAGE = ROOT / "docs" / "kotlin-surface.md"
# Swift product → the Kotlin modules that mirror it.
MIRRORED = {
    "CargoDomain": ["cargo-domain"],
    "CargoApplication": ["cargo-application", "cargo-domain"],
    "CargoRouting": ["cargo-infrastructure"],
    "CargoInfrastructure": ["cargo-infrastructure", "cargo-application"],
    "CargoRemote": ["cargo-remote"],
    "CargoTesting": ["cargo-testing"],
}
SWIFT_ALONE = {
    "CargoSQLite": "a store in SQLite", "CargoPostgres": "a store in PostgreSQL", "CargoServer": "the HTTP service, its pages and the event streams",
    "CargoLocalization": "texts in languages", "CargoArchive": "archives of cargos", "CargoMaps": "maps", "CargoWire": "imports from CSV; what else it has is `input`, `jsoncodec` and `records` in Kotlin", "cargo-cli": "the command line",
}
# Swift type → what Kotlin has instead, by design.
INSTEAD = {
    "CargoRequest": "a `Request` of each use case", "RemoteStoreError": "`validation_failed`, as a `Result`",
    "RepositoryBackend": "any `CargoStore`", "SkippedCheck": "no check is optional",
}
# The Swift protocols and values whose functions are compared.
COMPARED = ["CargoKit", "CargoRepository", "HandlingEventRepository", "HandlingUnitOfWork", "VoyageRepository", "LocationRepository", "DomainEventFeed"]
SWIFT_TYPE = re.compile(r"^public (?:final |indirect )?(?:struct|class|enum|actor|protocol) (\w+)", re.M)
SWIFT_FUNCTION = re.compile(r"^    (?:public )?(?:mutating )?func (\w+)", re.M)
KOTLIN_TYPE = re.compile(r"^public (?:data |sealed |value |enum |fun |abstract |open )*(?:class|interface|object) (\w+)", re.M)
KOTLIN_FUNCTION = re.compile(r"^    (?:public )?(?:override )?(?:suspend )?fun (?:<[^>]*> )?(\w+)", re.M)


def swift_files(target: str) -> list[pathlib.Path]:
    return sorted(path for package in (ROOT, SERVICE) for path in (package / "Sources" / target).rglob("*.swift"))


def kotlin_files(module: str) -> list[pathlib.Path]:
    return sorted((KOTLIN / module / "src" / "main" / "kotlin").rglob("*.kt"))


def names(files: list[pathlib.Path], pattern: re.Pattern[str]) -> list[str]:
    return sorted({name for file in files for name in pattern.findall(file.read_text(encoding="utf-8"))})


def swift_functions(owner: str) -> list[str]:
    """The functions of a type and of its public extensions: of those in the file that declares it, and in `<owner>+*.swift` files."""
    found: set[str] = set()
    for target in ("CargoDomain", "CargoApplication"):
        for file in swift_files(target):
            text = file.read_text(encoding="utf-8")
            declared = re.search(rf"^public (?:struct|protocol) {owner}\b.*?^}}", text, re.M | re.S)
            parts = [declared.group(0)] if declared else []
            if owner == "CargoKit" and file.name.startswith("CargoKit"):
                parts = [text]
            for part in parts:
                found |= {match[1] for match in SWIFT_FUNCTION.finditer(part) if "public" in match[0] or owner != "CargoKit"}
    return sorted(found)


def kotlin_functions(owner: str) -> set[str]:
    """The functions of a type; of the kit, also those that it has from the operations that a client of a service shares with it."""
    if owner == "CargoKit":
        return declared_kotlin_functions(owner) | declared_kotlin_functions("CargoOperations")
    return declared_kotlin_functions(owner)


def declared_kotlin_functions(owner: str) -> set[str]:
    for module in ("cargo-domain", "cargo-application"):
        for file in kotlin_files(module):
            if declared := re.search(rf"^public (?:fun )?(?:class|interface) {owner}\b.*?^}}", file.read_text(encoding="utf-8"), re.M | re.S):
                return set(KOTLIN_FUNCTION.findall(declared.group(0)))
    fail(f"Kotlin has no {owner}")


def table(head: str, rows: list[tuple[str, str]]) -> str:
    return "\n".join([f"| {head} | Kotlin |", "| --- | --- |", *(f"| `{name}` | {'`' + found + '`' if found else INSTEAD.get(name, 'not yet')} |" for name, found in rows)])


def page() -> str:
    parts = [
        "# The interfaces of Swift and Kotlin\n",
        "`./tool kotlin-surface` writes this page from the sources, and `./tool lint` checks that it is up to date. The page compares names, not\n"
        "signatures. \"Not yet\" stands beside what Kotlin has neither under the same name nor in another way.\n",
        "Only in Swift:\n\n" + "\n".join(f"- `{name}`: {what}." for name, what in SWIFT_ALONE.items()) + "\n",
    ]
    for owner in COMPARED:
        known = kotlin_functions(owner)
        rows = [(f"{name}()", f"{name}()" if name in known else "") for name in swift_functions(owner)]
        parts.append(f"## {owner}\n\n{table('Swift', rows)}\n")
        if more := sorted(known - {name.removesuffix("()") for name, _ in rows}):
            parts.append("Only in Kotlin: " + ", ".join(f"`{name}()`" for name in more) + ".\n")
    for target, modules in MIRRORED.items():
        swift = names(swift_files(target), SWIFT_TYPE)
        kotlin = {name for module in modules for name in names(kotlin_files(module), KOTLIN_TYPE)}
        rows = [(name, name if name in kotlin else "") for name in swift]
        parts.append(f"## Types of {target}\n\n{table('Swift', rows)}\n")
    return "\n".join(parts)


def main(words: list[str]) -> int:
    return generate(__doc__, words, {PAGE: page()})
