"""Deploys the service as docs/deploy.md says, with the files of deploy/, and checks what has to work then.

A cargo-server behind nginx with TLS, on PostgreSQL; two of them with an identity provider; backups and restores under load; the upgrade of old stores under load; Prometheus with alerts.
"""

import os
import pathlib
import shutil
import tempfile

from ..checked import check, tell
from ..load import Load
from ..project import options_of
from ..services import PROGRAMS, Postgres, programs
from ..stores.postgres_server import has_citus
from . import backups, company, monitoring, proxying, units, upgrade
from .site import Secure, Site


def main(arguments: list[str]) -> int:
    server, cli = programs(options_of(__doc__, arguments, **PROGRAMS))
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
            others = Load(lambda _: Secure(site), "NOISE", clients=1, token=site.clerk[0])
            proxying.transport(site)
            proxying.bodies(site)
            proxying.sign_in(site)
            proxying.entity_tags(site)
            proxying.addresses(site, server)
            proxying.events(site)
            tell("proxy")
            units.guide()
            units.analyze(directory, server)
            units.agreement(site)
            tell("units")
            tools = backups.Tools(directory, cli, database.programs)
            backups.files(tools, server)
            backups.database(tools, server, database)
            backups.point_in_time(tools, server)
            if has_citus(pathlib.Path(database.programs)):
                backups.several_servers(tools, server)
            else:
                print("left out: Citus, which isn't installed", flush=True)
            tell("backups")
            silence.end()
            noise.end()
            check(others.end() and not others.wrong, "others book meanwhile", others.wrong)
            tell("event streams")
            proxying.restart(site)
            tell("restart")
            company.company(directory, server, database.url)
            tell("company")
            monitoring.monitor(directory, site, cli)
            tell("monitoring")
        upgrade.json_files(directory, server, cli)
        upgrade.database(directory, server)
        tell("upgrades")
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return tell("deployment")
