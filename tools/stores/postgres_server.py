"""Runs a private PostgreSQL in a new directory, on a socket there, until standard input ends; then it is stopped and the directory is removed.

    ./tool postgres-server DIRECTORY [NAME=VALUE…]
    ./tool citus-server DIRECTORY [NAME=VALUE…]          the same with citus=2

Prints "ready" and the folder of PostgreSQL's programs when it answers. As root it runs as the user postgres, for the server refuses root.

Five names are not settings of PostgreSQL's: citus=WORKERS makes it the coordinator of so many servers more, worker1 and so on, each in a directory of
that name, or prints "absent" if the extension Citus isn't installed; replica_of=DIRECTORY makes a standby of the server there; disk=SIZE gives the data (not the
write-ahead log), with citus that of each worker, a file system of that size, which needs root on Linux; tls=NAME has it listen on 127.0.0.1 as well, to a port that it writes into
DIRECTORY/port, for TLS alone, as NAME, which DIRECTORY/authority.crt vouches for (DIRECTORY/stranger.crt does not); pooler=MODE puts a PgBouncer
before it, on the socket of port 6432.

Lines on standard input are done one after the other, each answered by "done" or "failed": stop, crash (without writing anything), kill (-9,
all of its processes), start, promote, fill (the data's file system), free. A worker's name and a space before a command have the worker do it.
"""

import contextlib
import glob
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator

from ..project import SOFTWARE, UNAVAILABLE, Word, fail, options_of
from ..services import free_port, until

OWN = ("citus", "replica_of", "disk", "tls", "pooler")
KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
POOLER = """[databases]
* = host={directory} user=postgres
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = {directory}
auth_type = any
pool_mode = {mode}
max_client_conn = 400
default_pool_size = 40
pidfile = {directory}/pgbouncer.pid
logfile = {directory}/pgbouncer.log
"""


def programs() -> pathlib.Path:
    """The folder of the newest PostgreSQL's programs."""
    found = glob.glob("/usr/lib/postgresql/*/bin/initdb") or list(filter(None, [shutil.which("initdb")]))
    if not found:
        fail("PostgreSQL's programs are not there: ./tool install", UNAVAILABLE)
    return pathlib.Path(max(found, key=lambda path: [int(number) for number in re.findall(r"\d+", path)])).parent


# Distributed transactions are prepared on each server; the workers' names are the directories of their sockets.
CITUS = ["shared_preload_libraries = 'citus'", "max_prepared_transactions = 400", "wal_level = logical", "citus.shard_count = 2",
         "citus.local_hostname = '{directory}'"]


def has_citus(bin: pathlib.Path) -> bool:
    share = subprocess.run([bin / "pg_config", "--sharedir"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    return bool(share) and (pathlib.Path(share) / "extension" / "citus.control").exists()


class Server:
    def __init__(self, directory: pathlib.Path, bin: pathlib.Path) -> None:
        self.directory, self.bin = directory, bin
        self.data, self.disk, self.ballast = directory / "data", directory / "disk", directory / "disk" / "ballast"
        self.as_server: list[str] = []
        self.workers: dict[str, Server] = {}
        directory.mkdir(parents=True, exist_ok=True)
        if os.getuid() == 0:
            self.as_server = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
            shutil.chown(directory, "postgres", "postgres")

    def succeeds(self, *command: Word) -> bool:
        """Runs a program as the server's user. It may not hold our standard input or output, or those who wait for their end wait for ever."""
        with open(self.directory / "script.log", "ab") as log:
            return subprocess.run([*self.as_server, *command], cwd=self.directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False).returncode == 0

    def run(self, *command: Word) -> None:
        if not self.succeeds(*command):
            logs = [self.directory / name for name in ("script.log", "server.log")]
            fail("".join(log.read_text(errors="replace") for log in logs if log.exists()), SOFTWARE)

    def control(self, *words: str) -> list[Word]:
        return [self.bin / "pg_ctl", *words, "-w", "-D", self.data, "-l", self.directory / "server.log"]

    def set_up(self, settings: list[str], replica_of: str = "", disk: str = "", tls: str = "", pooler: str = "", citus: str = "") -> None:
        placement: list[Word] = []
        if disk and not citus:
            self.disk.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={disk},mode=0777", "tmpfs", self.disk], stdin=subprocess.DEVNULL, stdout=sys.stderr, check=True)
            self.run("mkdir", self.disk / "data")
            self.run("ln", "-s", self.disk / "data", self.data)
            placement = ["--waldir", self.directory / "wal"]
        if replica_of:
            self.run(self.bin / "pg_basebackup", "-h", replica_of, "-U", "postgres", "-D", self.data, "-R", "-X", "stream", "--checkpoint=fast", "--no-sync")
        else:
            self.run(self.bin / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", *placement)
        if tls:
            settings = settings + self.certified(tls)
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            print("listen_addresses = ''", f"unix_socket_directories = '{self.directory}'", "max_connections = 400",
                  *(one.replace("{directory}", str(self.directory)) for one in settings), sep="\n", file=file)
        self.run(*self.control("start"))
        if citus:
            self.distribute(int(citus), settings, disk)
        if pooler:
            (self.directory / "pgbouncer.ini").write_text(POOLER.format(directory=self.directory, mode=pooler), encoding="utf-8")
            self.run(shutil.which("pgbouncer") or "/usr/sbin/pgbouncer", "-d", self.directory / "pgbouncer.ini")
            # It says that it runs before it listens.
            until((self.directory / ".s.PGSQL.6432").is_socket)

    def distribute(self, count: int, settings: list[str], disk: str) -> None:
        """Starts the workers, and makes this server their coordinator."""
        statements = ["CREATE EXTENSION citus", f"SELECT citus_set_coordinator_host('{self.directory}')"]
        for number in range(1, count + 1):
            worker = self.workers[f"worker{number}"] = Server(self.directory / f"worker{number}", self.bin)
            worker.set_up(settings, disk=disk)
            worker.run(self.bin / "psql", "-h", worker.directory, "-U", "postgres", "-qc", "CREATE EXTENSION citus")
            statements.append(f"SELECT citus_add_node('{worker.directory}', 5432)")
        self.run(self.bin / "psql", "-h", self.directory, "-U", "postgres", "-q", *(word for one in statements for word in ("-c", one)))

    def certified(self, name: str) -> list[str]:
        """Makes an authority, one that nobody trusts, and the server's certificate; gives the settings that use them."""
        for authority in ("authority", "stranger"):
            self.run("openssl", "req", "-x509", *KEY, "-days", "2", "-subj", f"/CN={authority}", "-keyout", f"{authority}.key", "-out", f"{authority}.crt")
        self.run("openssl", "req", *KEY, "-subj", f"/CN={name}", "-keyout", "server.key", "-out", "server.csr")
        self.run("openssl", "x509", "-req", "-in", "server.csr", "-CA", "authority.crt", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2",
                 "-out", "server.crt")
        port = free_port()
        (self.directory / "port").write_text(f"{port}\n")
        (self.data / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 trust\nlocal all all trust\n")
        return ["listen_addresses = '127.0.0.1'", f"port = {port}", "ssl = on", f"ssl_cert_file = '{self.directory}/server.crt'",
                f"ssl_key_file = '{self.directory}/server.key'"]

    def obey(self, command: str) -> bool:
        name, _, rest = command.partition(" ")
        if name in self.workers:
            return self.workers[name].obey(rest)
        match command:
            case "stop":
                return self.succeeds(*self.control("stop", "-m", "fast"))
            case "crash":
                return self.succeeds(*self.control("stop", "-m", "immediate"))
            case "kill":
                return self.kill()
            case "start":
                # After a kill the system takes a moment to let go of the shared memory.
                return until(lambda: self.succeeds(*self.control("start")), pause=0.1)
            case "promote":
                return self.succeeds(*self.control("promote"))
            case "fill":
                with contextlib.suppress(OSError), open(self.ballast, "wb", buffering=0) as file:
                    while True:
                        file.write(bytes(65536))
                return self.ballast.exists()
            case "free":
                self.ballast.unlink(missing_ok=True)
                return True
        return False

    def kill(self) -> bool:
        """kill -9 of the server and of all that it has started; nobody gets to write anything."""
        with contextlib.suppress(FileNotFoundError):
            server = (self.data / "postmaster.pid").read_text().split()[0]
            children = subprocess.run(["ps", "-o", "pid=", "--ppid", server], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False).stdout
            for process in [server, *children.split()]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process), signal.SIGKILL)
        return True

    def clean_up(self) -> None:
        for worker in self.workers.values():
            worker.clean_up()
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            # A program that is started from a thread of libdispatch, as by the tests, is deaf to SIGTERM.
            os.kill(int((self.directory / "pgbouncer.pid").read_text()), signal.SIGKILL)
        self.succeeds(*self.control("stop", "-m", "immediate"))
        if self.disk.exists():
            subprocess.run(["umount", "-l", self.disk], stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
        shutil.rmtree(self.directory, ignore_errors=True)


def hear_signals() -> int:
    """A pipe that can be read when a signal has come. Their handlers alone would run too late for one that comes just before a system call that waits."""
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    return heard


def lines(heard: int) -> Iterator[str]:
    """The lines of the input, until it ends or a signal is heard. What is being done then is done first."""
    part = b""
    while heard not in select.select([sys.stdin, heard], [], [])[0] and (read := os.read(sys.stdin.fileno(), 1 << 16)):
        *whole, part = (part + read).split(b"\n")
        yield from (line.decode() for line in whole)


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "directory", "setting*")
    own = {name: value for name, _, value in (setting.partition("=") for setting in options.setting) if name in OWN}
    settings = [setting for setting in options.setting if setting.partition("=")[0] not in OWN]
    bin = programs()
    if "citus" in own:
        if not has_citus(bin):
            print("absent", flush=True)
            return 0
        settings = CITUS + settings
    heard = hear_signals()
    server = Server(pathlib.Path(os.path.abspath(options.directory)), bin)
    try:
        server.set_up(settings, **own)
        print(f"ready {bin}", flush=True)
        # Whoever started this holds the other end: when that is gone, so is the server.
        for line in lines(heard):
            print("done" if server.obey(line.strip()) else "failed", flush=True)
    finally:
        server.clean_up()
    return 0


def citus_server(arguments: list[str]) -> int:
    """Runs a coordinator of Citus and two workers as `./tool postgres-server` runs a server."""
    return main([*arguments, "citus=2"])
