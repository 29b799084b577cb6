"""Checks that dependencies point inward only and that third-party modules are imported only by their own targets."""

import re
from collections.abc import Iterator

from .. import inputs
from ..project import ROOT, SERVICE

# Each target, and the modules that it may import. SYSTEM stands for the C library, by its name on each system.
LAYERS = """
CargoDomain:
CargoFoundation: CargoDomain CargoLocalization Foundation
CargoRouting: CargoDomain
CargoApplication: CargoDomain
CargoLocalization: CargoDomain CargoApplication CLanguages
CargoWire: CargoDomain CargoApplication
CCRC32C:
RecordJournal: CCRC32C Dispatch Synchronization SYSTEM
CargoInfrastructure: CargoDomain CargoRouting CargoApplication CargoWire RecordJournal Dispatch Synchronization SYSTEM
CZlib:
CargoArchive: CargoDomain CargoApplication CargoWire CZlib Synchronization SYSTEM
CargoMaps: CargoDomain CargoApplication CargoLocalization
CargoRemote: CargoDomain CargoApplication CargoWire CargoInfrastructure Foundation Synchronization AsyncHTTPClient NIOCore NIOHTTP1 NIOPosix NIOSSL
CargoTesting: CargoDomain CargoApplication Dispatch Synchronization
cargo-cli: CargoDomain CargoApplication CargoLocalization CargoWire CargoMaps CargoInfrastructure CargoArchive CargoSQLite CargoPostgres CargoRemote
cargo-cli: ArgumentParser Dispatch Foundation Synchronization SYSTEM
CargoServer: CargoDomain CargoApplication CargoLocalization CargoWire CargoMaps CargoInfrastructure CargoArchive CargoSQLite CargoPostgres CPages Dispatch Foundation
CargoServer: Configuration CoreMetrics Hummingbird HummingbirdCore Logging Mustache NIOCore NIOHTTP1 NIOHTTPTypes ServiceLifecycle Tracing UnixSignals
CargoServer: CargoRemote Crypto CryptoExtras Synchronization SYSTEM
CargoSQLite: CargoDomain CargoApplication CargoWire CargoInfrastructure Foundation GRDB Synchronization SYSTEM
CLibPQ:
CargoPostgres: CargoDomain CargoApplication CargoWire CargoInfrastructure CLibPQ Dispatch Synchronization SYSTEM
cargo-server: CargoDomain CargoApplication CargoLocalization CargoWire CargoInfrastructure CargoRemote CargoServer ArgumentParser Dispatch Foundation
cargo-server: Synchronization SYSTEM
cargo-parity: CargoDomain CargoRouting CargoApplication CargoWire CargoInfrastructure Synchronization SYSTEM
"""
# These need no dependency.
SYSTEM = {"Darwin", "Glibc", "Musl", "Dispatch", "Foundation", "Synchronization"}
ALLOWED: dict[str, set[str]] = {}
for target, _, modules in (line.partition(":") for line in LAYERS.strip().replace("SYSTEM", "Darwin Glibc Musl").splitlines()):
    ALLOWED.setdefault(target, set()).update(modules.split())
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|package|internal|fileprivate|private)?\s*import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)"
)


def breaches() -> Iterator[str]:
    for folder in sorted(p for package in (ROOT, SERVICE) for p in (package / "Sources").iterdir() if p.is_dir()):
        target = folder.name
        if target not in ALLOWED:
            yield f"{folder.relative_to(ROOT)}: no layer is named for it in tools/checks/layers.py"
            continue
        # SwiftPM's import check sees only the package at hand, with the traits at hand.
        for name in sorted(set(inputs.targets()[target][2]) ^ (ALLOWED[target] - SYSTEM)):
            yield f"{target}: {name} is in the manifest or in tools/checks/layers.py, but not in both"
        for path in sorted(folder.rglob("*.swift")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                found = IMPORT.match(line)
                if found and found.group(1) not in ALLOWED[target]:
                    yield f"{path.relative_to(ROOT)}:{number}: {target} must not import {found.group(1)}"


def main(_: list[str]) -> int:
    found = list(breaches())
    print("\n".join(found) if found else "layers: every import points inward")
    return 1 if found else 0
