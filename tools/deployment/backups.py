"""Backups are made under load with deploy/backup, restored with deploy/restore, and have every booking that was acknowledged before."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import threading
from collections.abc import Iterator

from ..checked import check
from ..project import SOFTWARE, fail
from ..services import PATIENCE, Postgres, Service, environment, until
from ..load import Load, missing
from .files import DEPLOY, from_guide, install, new_token

ENOUGH = 60  # bookings before a backup


class Tools:
    """The scripts of deploy/, which find cargo-cli and the programs of PostgreSQL by the path."""

    def __init__(self, directory: pathlib.Path, cli: str, programs: str) -> None:
        self.directory, self.programs = directory, programs
        bin = directory / "bin"
        bin.mkdir()
        (bin / "cargo-cli").symlink_to(cli)
        self.environment = environment(PATH=f"{bin}:{programs}:{os.environ['PATH']}")
        self.secret, self.setting = new_token("admin@alice")

    def run(self, *command: str, as_server: bool = False) -> subprocess.CompletedProcess[str]:
        """Runs a command, as the user of PostgreSQL's server if it is the server's."""
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if as_server and os.getuid() == 0 else []
        return subprocess.run([*user, *command], env=self.environment, cwd=self.directory, capture_output=True, text=True, check=False)

    def must(self, *command: str, as_server: bool = False) -> str:
        done = self.run(*command, as_server=as_server)
        if done.returncode:
            fail(f"{' '.join(command)}: {done.returncode} {done.stdout} {done.stderr}", SOFTWARE)
        return done.stdout

    def script(self, name: str, *arguments: str) -> str:
        return self.must(str(DEPLOY / name), *arguments)

    def serve(self, server: str, store: str) -> Service:
        return Service(server, store, "--log-level", "notice", CARGO_ACCESS_TOKENS=self.setting)


@contextlib.contextmanager
def busy(tools: Tools, server: str, store: str, name: str) -> Iterator[Load]:
    """A service in use, which has some bookings already."""
    with tools.serve(server, store) as service:
        service.add_ports("HKHKG", "SESTO", token=tools.secret)
        load = Load(lambda _: service.connection(), name, clients=2, token=tools.secret)
        load.wait(ENOUGH)
        yield load
        load.wait(10)
        load.end()
        check(not load.wrong, f"{name}: bookings go on during the backup", load.wrong[:3])


def verify(tools: Tools, server: str, store: str, name: str, ids: list[str]) -> None:
    tools.script("check-store", store)
    with tools.serve(server, store) as service:
        lost = missing(service.connection(), tools.secret, ids)
        check(not lost, f"{name}: the restored store has every booking that was acknowledged before the backup", f"{len(lost)} of {len(ids)}")
        service.add_ports("USNYC", token=tools.secret)


def rehearse(tools: Tools, server: str, store: str, restored: str, name: str, compacts: bool = False) -> None:
    target = str(tools.directory / f"backup-{name}")
    with busy(tools, server, store, name) as load:
        ids, done = load.ids(), threading.Event()
        compactions: list[int] = []

        def compact() -> None:
            while not done.is_set():
                compactions.append(tools.run("cargo-cli", "store", "compact", "--store", store).returncode)

        thread = threading.Thread(target=compact)
        if compacts:
            thread.start()
        try:
            for number in range(3 if compacts else 1):
                tools.script("backup", store, f"{target}{number or ''}")
        finally:
            done.set()
            if compacts:
                thread.join(PATIENCE)
                check(compactions.count(0) > 0, f"{name}: the store is compacted during the backup", compactions)
    check(tools.run(str(DEPLOY / "backup"), store, target).returncode == 1, f"{name}: a backup is never overwritten")
    tools.script("restore", target, restored)
    verify(tools, server, restored, name, ids)
    print(f"{name}: {len(ids)} bookings before the backup, {len(load.ids())} at the end", flush=True)


def files(tools: Tools, server: str) -> None:
    for kind, name in [("json", "JSON"), ("sqlite", "SQLITE")]:
        rehearse(tools, server, f"{kind}:{tools.directory}/{kind}", f"{kind}:{tools.directory}/{kind}-restored", name, compacts=kind == "json")
    # A backup with a damaged byte is refused.
    damaged = tools.directory / "json-damaged"
    shutil.copytree(tools.directory / "backup-JSON", damaged)
    segment = max(damaged.glob("seg-*.jsonl"), key=lambda path: path.stat().st_size)
    content = bytearray(segment.read_bytes())
    # Behind the last record there is padding.
    content[len(content.rstrip(b"\n\0 ")) // 2] ^= 1
    segment.write_bytes(content)
    done = tools.run(str(DEPLOY / "check-store"), f"json:{damaged}")
    check(done.returncode == 74, "check-store finds a damaged byte", (done.returncode, done.stdout + done.stderr))


def database(tools: Tools, server: str, postgres: Postgres) -> None:
    """pg_dump while the service runs, into a new database of the same server."""
    client = ["--host", postgres.directory, "--username", "postgres"]
    urls = []
    for name in ("cargo", "restored"):
        command = from_guide("createdb --owner cargo cargo")
        if name == "cargo":
            tools.must(command[0].replace("createdb", "createuser"), *client, *from_guide("createuser cargo")[1:])
        tools.must(command[0], *client, *command[1:-1], name)
        urls.append(f"postgres://cargo@/{name}?host={postgres.directory}")
    rehearse(tools, server, urls[0], urls[1], "POSTGRES")


def point_in_time(tools: Tools, server: str) -> None:
    """Someone drops the tables; the server is recovered to the moment before."""
    place = tools.directory / "archive"
    wal, base, data = place / "wal", place / "base", place / "recovered"
    place.mkdir()
    wal.mkdir()
    settings = install("postgresql.conf", place / "cargo.conf", {"/var/lib/postgresql/wal": wal})
    for path in (place, wal):
        if os.getuid() == 0:
            shutil.chown(path, "postgres", "postgres")
    lines = [line for line in settings.read_text().splitlines() if line and not line.startswith("#")]
    with Postgres(str(place / "server"), *lines) as postgres:
        url = f"postgres://postgres@/postgres?host={postgres.directory}"

        def sql(statement: str) -> str:
            return tools.must(*postgres.program("psql", "-Atc", statement)).strip()

        with busy(tools, server, url, "RECOVERY") as load:
            before = load.ids()
            tools.must(*from_guide("pg_basebackup --pgdata /var/backups/cargo/base --checkpoint fast", {"/var/backups/cargo/base": base}),
                       "--host", postgres.directory, "--username", "postgres", as_server=True)
            load.wait(20)
            ids = load.ids()
            moment = sql("SELECT clock_timestamp()")
            load.wait(20)
        sql("DROP SCHEMA cargo_kit CASCADE")
        # The segment with the mistake is archived, too.
        last = sql("SELECT pg_walfile_name(pg_switch_wal())")
        until((wal / last).exists)
        recover = "/usr/local/lib/cargo-kit/recover /var/backups/cargo/base /var/lib/postgresql/wal '2026-03-01 12:00:00+00' /var/lib/postgresql/15/main"
        tools.must(*from_guide(recover, {"/usr/local/lib/cargo-kit": DEPLOY, "/var/backups/cargo/base": base, "/var/lib/postgresql/wal": wal,
                                         "2026-03-01 12:00:00+00": moment, "/var/lib/postgresql/15/main": data}), as_server=True)
    check(len(ids) >= len(before) + 20, "bookings go on during the base backup", (len(before), len(ids)))
    socket, log = place / "socket", place / "recovered.log"
    socket.mkdir()
    if os.getuid() == 0:
        shutil.chown(socket, "postgres", "postgres")
    options = f"-c listen_addresses='' -c unix_socket_directories={socket}"
    tools.must(f"{tools.programs}/pg_ctl", "start", "--wait", "--pgdata", str(data), "--log", str(log), "--options", options, as_server=True)
    try:
        url = f"postgres://postgres@/postgres?host={socket}"
        client = [f"{tools.programs}/psql", "-h", str(socket), "-U", "postgres", "-Atc"]
        until(lambda: tools.must(*client, "SELECT pg_is_in_recovery()").strip() == "f")
        verify(tools, server, url, "RECOVERY", ids)
        later = int(tools.must(*client, "SELECT count(*) FROM cargo_kit.cargo").strip())
        print(f"RECOVERY: {len(before)} bookings before the base backup, {len(ids)} before the moment, {later} recovered, {len(load.ids())} in all", flush=True)
        check(later < len(load.ids()), "what was booked after the moment isn't recovered", later)
    finally:
        tools.run(f"{tools.programs}/pg_ctl", "stop", "--mode", "immediate", "--pgdata", str(data), as_server=True)


def several_servers(tools: Tools, server: str) -> None:
    """A coordinator of Citus and its workers are recovered to a restore point that all of them have."""
    place = tools.directory / "several"
    archiving = ["archive_mode = on", "archive_command = 'cp %p ../wal-%f'"]
    with Postgres(str(place), "citus=2", *archiving) as postgres:
        servers = {name: place / name for name in ("", "worker1", "worker2")}

        def sql(directory: pathlib.Path, statement: str) -> str:
            return tools.must(f"{tools.programs}/psql", "-h", str(directory), "-U", "postgres", "-Atc", statement).strip()

        refused = tools.run(str(DEPLOY / "backup"), postgres.url, str(place / "dump"))
        check(refused.returncode == 64 and "several servers" in refused.stderr, "a dump of one of several servers is refused", refused.stderr)
        with busy(tools, server, postgres.url, "CITUS") as load:
            for directory in servers.values():
                tools.must(f"{tools.programs}/pg_basebackup", "--pgdata", str(directory / "base"), "--checkpoint", "fast", "--host", str(directory),
                           "--username", "postgres", as_server=True)
            load.wait(20)
            ids = load.ids()
            postgres.ask("SELECT citus_create_restore_point('before')")
            load.wait(20)
        for directory in servers.values():
            last = sql(directory, "SELECT pg_walfile_name(pg_switch_wal())")
            until((directory / f"wal-{last}").exists)
        for name, directory in servers.items():
            postgres.control(f"{name} stop".strip())
            shutil.rmtree(directory / "data")
            wal = directory / "wal"
            wal.mkdir()
            for file in directory.glob("wal-*"):
                file.rename(wal / file.name.removeprefix("wal-"))
            wal.chmod(0o755)
            tools.must(str(DEPLOY / "recover"), str(directory / "base"), str(wal), "name=before", str(directory / "data"), as_server=True)
        for name in servers:
            postgres.control(f"{name} start".strip())
        until(lambda: all(sql(directory, "SELECT pg_is_in_recovery()") == "f" for directory in servers.values()))
        verify(tools, server, postgres.url, "CITUS", ids)
        later = int(postgres.ask("SELECT count(*) FROM cargo_kit.cargo"))
        check(later < len(load.ids()), "what was booked after the restore point isn't recovered", later)
        print(f"CITUS: {len(ids)} bookings before the restore point, {later} recovered, {len(load.ids())} in all", flush=True)
