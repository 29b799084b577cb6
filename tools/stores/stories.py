"""Runs the same commands against every kind of store, chosen by its URL alone, and compares output, exports and copies.

    ./tool check-stores PROGRAM [URL...]      a cargo-cli with the traits for these URLs

Without URLs: json: and sqlite: in a temporary directory, postgres: on a server that is started for it, and on three with Citus where that is installed, and
http: on the cargo-server beside PROGRAM, which has its store in memory. WITHOUT="sqlite postgres" leaves those out.
"""

import contextlib
import difflib
import os
import pathlib
import re
import subprocess
import tempfile

from ..project import fail, options_of, without
from ..services import Postgres, Service
from .postgres_server import has_citus, programs

TOKEN = "check-stores-service-secret-0123456789"


class Teller:
    def __init__(self, program: str, folder: str) -> None:
        self.program, self.folder = program, folder
        # The story saves aggregates, which a service grants to no one without a token.
        self.environment = {**os.environ, "CARGO_NOW": "2026-03-01T00:00:00Z", "CARGO_TOKEN": TOKEN}

    def run(self, *words: str, notes: int | None = None) -> str:
        done = subprocess.run([self.program, *words], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=notes, text=True, check=False)
        if done.returncode:
            fail(f"{words[0]} ended with status {done.returncode}: {done.stdout[-1000:]}")
        return done.stdout

    def story(self, url: str) -> str:
        """The story; where it names its store and the files beside it stores may differ. Of PostgreSQL's, only the scheme is shown."""
        told = self.run("demo", "--store", url, notes=subprocess.STDOUT)
        scheme, _, place = url.partition(":")
        told = re.sub(r"CARGO_STORE=.*", "CARGO_STORE=STORE", told)
        told = re.sub(r" \S+-([a-z]+)[.](?:csv|json)", r" STORE-\1", told)
        for name in (place, f"{scheme}:STORE", "'postgres://…'", "cargo-postgres"):
            told = told.replace(name, "STORE")
        return told


def compare(what: str, first: str, other: str, one: str, two: str) -> None:
    if one != two:
        print("\n".join(difflib.unified_diff(one.splitlines(), two.splitlines(), first, other, lineterm="")))
        fail(f"{other}: another {what} than {first}")


def timeless(story: str) -> str:
    """Without the times of a service, which tells the time itself."""
    return re.sub(r"^SEQUENCE  OCCURRED +", "SEQUENCE  ", re.sub(r"^( +\d+)  \d{4}-[-\d]+ [\d:.]+", r"\1", story, flags=re.M), flags=re.M)


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "program", "url*")
    with tempfile.TemporaryDirectory(prefix="check-stores.") as folder, contextlib.ExitStack() as stack:
        program = pathlib.Path(options.program).resolve()
        teller = Teller(str(program), folder)
        urls = options.url or ["json:json"]
        if not options.url:
            for name in {"sqlite", "postgres"} & set(without()):
                print(f"left out: {name}")
            if "sqlite" not in without():
                urls.append("sqlite:sqlite")
            if "postgres" not in without():
                # The server's user has to reach its directory.
                os.chmod(folder, 0o711)
                urls.append(stack.enter_context(Postgres(f"{folder}/server")).url + "&cargo_schema=story")
                if has_citus(programs()):
                    urls.append(stack.enter_context(Postgres(f"{folder}/citus", "citus=2")).url + "&cargo_schema=story")
                else:
                    print("left out: Citus, which isn't installed")
        stories, exports, kept = [], [], []
        for number, url in enumerate(urls):
            scheme = url.partition(":")[0] + (" on Citus" if "cargo_distribution" in url else "")
            stories.append(teller.story(url))
            teller.run("store", "copy", "--from", url, "--to", f"json:copy-{number}")
            exports.append(teller.run("store", "export", "--store", f"json:copy-{number}"))
            if not stories[-1] or '"aggregateId"' not in exports[-1]:
                fail(f"{scheme}: no story")
            compare("story", urls[0], scheme, stories[0], stories[-1])
            compare("export", urls[0], scheme, exports[0], exports[-1])
            kept.append(teller.run("store", "trim", "--dry-run", "-o", "json", "--store", url))
            compare("reason why events stay", urls[0], scheme, kept[0], kept[-1])
            if scheme != "json":
                compare("account of what stays", "trim", scheme, kept[-1], teller.run("store", "info", "-o", "json", "--store", url))
            print(f"ok     {scheme}: the same story, the same export, the same events stay", flush=True)
        if not options.url:
            # Its store in memory cannot be copied, but all else is to be the same.
            with Service(program.with_name("cargo-server"), "memory:", "--log-level", "notice", CARGO_ACCESS_TOKENS=f"service:{TOKEN}") as service:
                compare("story", urls[0], "http", timeless(stories[0]), timeless(teller.story(service.url)))
            print("ok     http, before a store in memory: the same story")
    return 0
