"""Deploys the service as docs/deploy.md says, with the files of deploy/, and checks what has to work then.

A cargo-server behind nginx with TLS, on PostgreSQL; two stores behind one nginx; backups and restores under load; the upgrade of old stores under load; Prometheus with alerts.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import tempfile
import time

from ..pages.inspection import check, counts
from ..project import built_with_all_traits
from ..services import Postgres
from . import backups, monitoring, partitions, proxying, units, upgrade
from .load import Load
from .site import Secure, Site


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", help="a cargo-server with all traits; built if not given")
    parser.add_argument("--cli", help="a cargo-cli with all traits; built if not given")
    options = parser.parse_args(arguments)
    # Programs run in folders of their own.
    server = os.path.abspath(options.server or built_with_all_traits("cargo-server"))
    cli = os.path.abspath(options.cli or built_with_all_traits("cargo-cli"))
    started = time.monotonic()

    def done(name: str) -> None:
        print(f"{name}: {counts['passed']} passed, {counts['failed']} failed, {time.monotonic() - started:.0f} s", flush=True)

    directory = pathlib.Path(tempfile.mkdtemp(prefix="deploy-"))
    try:
        os.chmod(directory, 0o755)
        with (Postgres(str(directory / "postgres")) as database, Site(directory / "quiet", server, "memory:", read_timeout=20) as quiet,
              Site(directory / "site", server, database.url, read_timeout=20) as site):
            quiet.start()
            silence = proxying.Patience(quiet, "/v1/events", "an event stream without events", 35, quiet.clerk[0])
            site.start()
            proxying.prepare(site)
            noise = proxying.Patience(site, "/track/ROUTED1/live", "the stream of one cargo while others are booked", 35)
            others = Load(lambda: Secure(site), site.clerk[0], "NOISE", clients=1)
            proxying.transport(site)
            proxying.bodies(site)
            proxying.sign_in(site)
            proxying.entity_tags(site)
            proxying.addresses(site, server)
            proxying.events(site)
            done("proxy")
            units.guide()
            units.analyze(directory, server, cli)
            units.agreement(site)
            done("units")
            tools = backups.Tools(directory, cli, database.programs)
            backups.files(tools, server)
            backups.database(tools, server, database)
            backups.point_in_time(tools, server)
            done("backups")
            silence.end()
            noise.end()
            check(others.end() and not others.wrong, "others book meanwhile", others.wrong)
            done("event streams")
            proxying.restart(site)
            done("restart")
            partitions.partitions(directory, server)
            done("partitions")
            monitoring.monitor(directory, site, cli)
            done("monitoring")
        upgrade.json_files(directory, server, cli)
        upgrade.database(directory, server)
        done("upgrades")
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    done("deployment")
    return 1 if counts["failed"] else 0
