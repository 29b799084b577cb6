"""Today's server opens stores as the first releases left them, while clients book and track."""

import json
import pathlib
import shutil
import subprocess

from ..checked import check
from ..load import Load, missing
from ..project import ROOT
from ..services import Postgres, until
from .site import Secure, Site

GOLDEN = ROOT / "Tests" / "CargoInfrastructureTests" / "Golden"
VERSION_1 = ROOT / "Tests" / "Data" / "postgres-version-1.sql"
# Copies of each golden cargo, so that a migration has something to do.
COPIES = 500


def lines(kind: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (GOLDEN / "schema-1" / f"{kind}.jsonl").read_text().splitlines()]


def golden(kind: str) -> dict[str, dict[str, object]]:
    """The newest document of each id."""
    names = {"cargo": "trackingId", "voyage": "voyageNumber", "location": "unLocode"}
    found: dict[str, dict[str, object]] = {}
    for document in lines(kind):
        found[str(document[names[kind]])] = document
    return found


def fill(database: Postgres) -> list[str]:
    """Creates the tables of version 1 and fills them with documents of schema 1; returns the tracking ids."""
    statements, ids = [VERSION_1.read_text()], []

    def insert(table: str, id: str, version: object, document: dict[str, object]) -> None:
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("'", "''")
        statements.append(f"INSERT INTO cargo_kit.{table} (id, version, schema, document) VALUES ('{id}', {version}, 1, '{text}');")

    for code, document in golden("location").items():
        insert("location", code, 1, document)
    for number, document in golden("voyage").items():
        insert("voyage", number, document["version"], document)
    for id, document in golden("cargo").items():
        for copy in range(COPIES):
            ids.append(f"{id}-{copy}" if copy else id)
            insert("cargo", ids[-1], document["version"], {**document, "trackingId": ids[-1]})
    subprocess.run(database.program("psql", "-q", "-v", "ON_ERROR_STOP=1", "-1"), input="\n".join(statements), text=True, check=True, capture_output=True)
    return ids


def upgrade(site: Site, ids: list[str], name: str) -> None:
    """Clients are at work before the service is there; every old cargo is read through nginx, and changed."""
    load = Load(lambda _: Secure(site), f"UPGRADE-{name}", clients=2, token=site.clerk[0])
    until(lambda: load.repeated, pause=0.01)
    site.start()
    load.wait(20)
    lost = missing(Secure(site), site.clerk[0], ids)
    check(not lost, f"{name}: every cargo of the old store is tracked", f"{len(lost)} of {len(ids)}: {lost[:3]}")
    refused = []
    for id in ids[:3]:
        status, headers, _ = site.ask("GET", f"/v1/cargos/{id}", Authorization=f"Bearer {site.clerk[0]}")
        new = json.dumps({"arrivalDeadline": "2101-01-01T00:00:00Z"})
        status, _, body = site.ask("PUT", f"/v1/cargos/{id}/deadline", new, If_Match=headers["ETag"], Authorization=f"Bearer {site.clerk[0]}")
        # A claimed cargo can't be changed any more.
        if status != 200 and b"cargo_already_claimed" not in body:
            refused.append(body)
    check(not refused, f"{name}: cargos of the old store are changed", refused)
    booked = load.end()
    check(not load.wrong, f"{name}: clients are served during the upgrade", load.wrong[:3])
    check(not missing(Secure(site), site.clerk[0], booked), f"{name}: every booking made meanwhile is there")
    check(site.stop() == 0, f"{name}: the service ends well", site.log())
    print(f"{name}: {len(ids)} cargos of schema 1 read, {len(booked)} booked meanwhile", flush=True)


def json_files(directory: pathlib.Path, server: str, cli: str) -> None:
    store = directory / "old-store"
    shutil.copytree(GOLDEN / "format-1", store)
    ids = [cargo["trackingId"] for cargo in json.loads((GOLDEN / "format-1.json").read_text())["cargos"]]
    with Site(directory / "upgraded-json", server, f"json:{store}") as site:
        upgrade(site, ids, "JSON")
    verified = subprocess.run([cli, "store", "verify", "--store", f"json:{store}"], capture_output=True, text=True, check=False)
    check(verified.returncode == 0, "JSON: the upgraded store is sound", verified.stdout + verified.stderr)


def database(directory: pathlib.Path, server: str) -> None:
    with Postgres(str(directory / "old-postgres")) as postgres:
        ids = fill(postgres)
        with Site(directory / "upgraded-postgres", server, postgres.url) as site:
            upgrade(site, ids, "POSTGRES")
        version = subprocess.run(postgres.program("psql", "-Atc", "SELECT version FROM cargo_kit.schema_version"), capture_output=True, text=True, check=True).stdout
        check(int(version) > 1, "POSTGRES: the tables are migrated", version)
