"""Runs schemathesis against a server on a store in memory: what openapi.json describes, with values that it allows and values that it does not.

EXAMPLES=200 says how many for each operation, SEED=7 which; further arguments go to schemathesis.
"""

import os
import pathlib
import subprocess
import sys

from ... import libraries
from ...project import ROOT, built_with_all_traits
from ...services import BOOKING, Service

TOKEN = "schemathesis-service-0123456789"
HERE = pathlib.Path(__file__).parent
# Rates would answer for the routes; CargoServerTests have tests of their own for them.
NO_RATES = {f"CARGO_ACCESS_{what}_PER_MINUTE": "0" for what in ("PUBLIC_REQUESTS", "TOKEN_REQUESTS", "WRONG_TOKENS")}


def main(arguments: list[str]) -> int:
    libraries.require("api")
    binary = os.environ.get("CARGO_SERVER") or built_with_all_traits("cargo-server")
    with Service(binary, "memory:", "--log-level", "notice", "--log-format", "json", CARGO_ACCESS_TOKENS=f"service:{TOKEN}", **NO_RATES) as server:
        server.add_ports(token=TOKEN)
        server.api("POST", "/v1/cargos", {**BOOKING, "trackingId": "7K3M9QX2R5TB"}, token=TOKEN)
        # An event stream has no end, so its answer is not waited for: only the pages of the feed are tried.
        accepted = "Accept: application/json, application/x-ndjson, text/plain, application/problem+json"
        return schemathesis(f"{server.url}/openapi.json", "--header", accepted, *arguments, SCHEMATHESIS_HOOKS="hooks")


def schemathesis(*words: str, **settings: str) -> int:
    """Tries what a description says, as many times as EXAMPLES says; returns the status of schemathesis."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml"), "run", "--checks", "all",
               "--max-examples", os.environ.get("EXAMPLES", "50"), "--seed", os.environ.get("SEED", "1"), "--request-timeout", "10",
               "--header", f"Authorization: Bearer {TOKEN}", *words]
    path = os.pathsep.join([str(HERE), str(libraries.FOLDER), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, **settings, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
