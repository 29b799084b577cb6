"""Compares what users of the kit see with what was kept in Tests/Frozen, so that a change of the sources that should change nothing shows that it didn't.

    ./tool frozen            compares
    ./tool frozen --write    keeps what is seen now; what changes on purpose is a line in CHANGELOG.md

Kept are the public declarations of each library, the API's description, the command line's arguments and help, the schemas of the SQL stores, and the texts
of pages in both languages. `./tool fuzz --frozen` does the same for the answers of the parity runners. Stores in files are in spec/files.
"""

import difflib
import html
import json
import pathlib
import re
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from typing import Any

from ..project import ROOT, built_with_all_traits, fail, options_of, output
from ..services import BOOKING, PORTS, Postgres, Service
from .docs import extract_symbols, libraries

KEPT = ROOT / "Tests" / "Frozen"
PAGES = ["/", "/track/ABC123", "/track/NONE", "/clerk", "/clerk/book", "/clerk/book?like=ABC123", "/clerk/import", "/clerk/cargos/ABC123", "/clerk/cargos/ABC123/routes",
         "/clerk/cargos/NONE", "/clerk/carrier-events", "/clerk/subscriptions", "/clerk/voyages", "/clerk/voyages/V100"]
VOYAGE = {"schedule": [{"departureLocation": "HKHKG", "arrivalLocation": "SESTO", "departureTime": "2099-01-20T00:00:00Z", "arrivalTime": "2099-02-10T00:00:00Z"}]}
MOST_LINES = 40


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def description(document: dict[str, Any]) -> str:
    """An OpenAPI document, a line for each operation and each component."""
    lines = [f"{name}: {compact(value)}" for name, value in document.items() if name not in ("paths", "components")]
    lines += [f"{method} {path}: {compact(value)}" for path, item in document["paths"].items() for method, value in item.items()]
    lines += [f"{kind} {name}: {compact(value)}" for kind, all in document["components"].items() for name, value in all.items()]
    return "\n".join(sorted(lines)) + "\n"


def help_of(command: dict[str, Any], *path: str) -> Iterator[str]:
    """A line for a command, its discussion, and a line for each of its arguments; then those of its subcommands."""
    path = (*path, command["commandName"])
    yield f"{' '.join(path)}: {command.get('abstract', '')}"
    yield from (f"    {line}" for line in command.get("discussion", "").splitlines())
    for argument in command.get("arguments", []):
        yield "  " + compact({name: value for name, value in argument.items() if name not in ("completionKind", "preferredName", "parsingStrategy", "shouldDisplay")})
    for one in command.get("subcommands", []):
        yield from help_of(one, *path)


def declarations() -> Iterator[tuple[str, str]]:
    for module in sorted(libraries()):
        with tempfile.TemporaryDirectory() as folder:
            extract_symbols(module, pathlib.Path(folder), "-skip-inherited-docs")
            lines = set()
            for path in pathlib.Path(folder).glob("*.symbols.json"):
                graph = json.loads(path.read_text())
                extended = path.name.partition("@")[2].partition(".")[0]
                names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in graph["symbols"]}
                for symbol in graph["symbols"]:
                    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
                    lines.add(f"{extended + '.' if extended else ''}{'.'.join(symbol['pathComponents'])}: {text}")
                for relation in graph["relationships"]:
                    if relation["kind"] == "conformsTo" and relation["source"] in names:
                        lines.add(f"{names[relation['source']]}: {relation.get('targetFallback', names.get(relation['target'], relation['target']))}")
            yield f"api/{module}.txt", "\n".join(sorted(lines)) + "\n"


def texts_of(page: str) -> str:
    """The texts of a page, a line each, with the attributes that are read or shown."""
    page = re.sub(r"<(script|style|svg).*?</\1>", "", page, flags=re.S)
    shown = re.findall(r'(?:aria-label|placeholder|title|alt)="([^"]*)"|>([^<]+)<', page)
    lines = (re.sub(r"\s+", " ", html.unescape(one or other)).strip() for one, other in shown)
    return "".join(f"  {line}\n" for line in lines if line)


def seen_of_service() -> Iterator[tuple[str, str]]:
    with Service(built_with_all_traits("cargo-server"), "memory:") as service:
        yield "openapi.txt", description(json.loads(service.ask("GET", "/openapi.json")[2]))
        service.add_ports(*PORTS)
        service.api("PUT", "/v1/voyages/V100", VOYAGE)
        service.api("POST", "/v1/cargos", {**BOOKING, "trackingId": "ABC123"})
        pages = ""
        for language in ("en", "de"):
            for path in PAGES:
                status, _, page = service.ask("GET", path, Accept="text/html", Accept_Language=language)
                pages += f"{language} {path} {status}\n{texts_of(page)}"
        # Times of today, and the ids of requests.
        pages = re.sub(r"\b20[2-8]\d-\d\d-\d\d( \d\d:\d\d)?( UTC)?|\d{1,2}\. \w+ 20[2-8]\d[^\n]*|\b[0-9a-f]{16}\b", "…", pages)
        yield "pages.txt", pages


def seen_of_stores() -> Iterator[tuple[str, str]]:
    cli = built_with_all_traits("cargo-cli")
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/store.db"
        subprocess.run([cli, "location", "add", "SESTO", "Stockholm", "--store", f"sqlite:{path}"], check=True, stdout=subprocess.DEVNULL)
        with sqlite3.connect(path) as database:
            rows = database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name").fetchall()
        yield "sqlite.sql", "".join(f"{sql};\n" for sql, in rows)
    with tempfile.TemporaryDirectory() as folder, Postgres(folder) as server:
        subprocess.run([cli, "location", "add", "SESTO", "Stockholm", "--store", server.url], check=True, stdout=subprocess.DEVNULL)
        dump = output(*server.program("pg_dump", "--schema-only", "--no-owner", "postgres"))
        yield "postgres.sql", "".join(line + "\n" for line in dump.splitlines() if line and not line.startswith(("--", "SET ", "SELECT ", "\\")))


def seen() -> Iterator[tuple[str, str]]:
    yield from declarations()
    frozen = {"command-line.txt": ["cargo-cli"], "relays.txt": ["cargo-server", "relay"], "seal-secrets.txt": ["cargo-server", "seal-secrets"]}
    for name, words in frozen.items():
        help = json.loads(output(built_with_all_traits(words[0]), *words[1:], "--experimental-dump-help"))
        yield name, "\n".join(help_of(help["command"])) + "\n"
    yield from seen_of_service()
    yield from seen_of_stores()


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, write=False)
    found = dict(seen())
    differing = 0
    for name, text in found.items():
        path = KEPT / name
        if options.write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif (old := path.read_text() if path.exists() else "") != text:
            differing += 1
            print(*list(difflib.unified_diff(old.splitlines(), text.splitlines(), f"Tests/Frozen/{name}", "now", n=0, lineterm=""))[:MOST_LINES], sep="\n")
    if differing:
        fail(f"frozen: {differing} of {len(found)} files differ; if that is meant, say so in CHANGELOG.md and run: ./tool frozen --write")
    print(f"frozen: {len(found)} files {'are kept' if options.write else 'say what is seen now'}")
    return 0
