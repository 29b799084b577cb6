"""What runs on the hosts: etcd, PostgreSQL under Patroni, and NATS with JetStream."""

import glob
import http.client
import json
import pathlib
import shutil
from collections.abc import Callable
from typing import Any

from .. import libraries, services
from ..project import SOFTWARE, fail
from .hosts import Host, Network

PATIENCE = 180.0  # seconds, for what has to happen but may take a while on a busy machine


def wait(what: str, due: Callable[[], bool]) -> float:
    return services.wait(what, due, PATIENCE)


def program(name: str) -> str:
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)
    return found or fail(f"{name} is not installed", SOFTWARE)


def start_etcd(network: Network) -> None:
    """Three members, with the time limits of a local network."""
    cluster = ",".join(f"{host.name}=http://{host.address}:2380" for host in network.hosts)
    for host in network.hosts:
        host.start("etcd", [
            program("etcd"), "--name", host.name, "--data-dir", host.directory / "etcd", "--listen-peer-urls", f"http://{host.address}:2380",
            "--initial-advertise-peer-urls", f"http://{host.address}:2380", "--listen-client-urls", f"http://{host.address}:2379",
            "--advertise-client-urls", f"http://{host.address}:2379", "--initial-cluster", cluster, "--initial-cluster-state", "new",
            "--initial-cluster-token", "cargo"])


def patroni_settings(host: Host, network: Network) -> dict[str, Any]:
    """The settings that docs/scaling.md explains. JSON is YAML."""
    return {
        "scope": "cargo", "name": host.name,
        "restapi": {"listen": f"{host.address}:8008", "connect_address": f"{host.address}:8008"},
        "etcd3": {"hosts": [f"{other.address}:2379" for other in network.hosts]},
        "bootstrap": {
            "dcs": {
                "ttl": 20, "loop_wait": 2, "retry_timeout": 5, "maximum_lag_on_failover": 1 << 20, "synchronous_mode": True,
                "postgresql": {"use_pg_rewind": True, "parameters": {"wal_log_hints": "on", "max_connections": 100, "wal_keep_size": "256MB"}},
            },
            "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
        },
        "postgresql": {
            "listen": f"{host.address}:5432", "connect_address": f"{host.address}:5432", "data_dir": str(host.directory / "postgres"),
            "bin_dir": str(pathlib.Path(program("initdb")).resolve().parent), "pgpass": str(host.directory / "pgpass"),
            "parameters": {"unix_socket_directories": str(host.directory)},
            "authentication": {name: {"username": user, "password": "cargo"} for name, user in
                               [("superuser", "postgres"), ("replication", "replicator"), ("rewind", "rewinder")]},
            "pg_hba": ["local all all trust", "host all all samenet trust", "host replication all samenet trust"],
        },
    }


def start_patroni(network: Network) -> None:
    """Starts Patroni from PyPI with Debian's Python and libraries: Debian 12's own Patroni loses acknowledged commits."""
    folder = network.hosts[0].directory.parent / "python"  # where the user postgres can read it
    libraries.install_alone("cluster-hosts", folder)
    for host in network.hosts:
        settings = host.directory / "patroni.yml"
        settings.write_text(json.dumps(patroni_settings(host, network)), encoding="utf-8")
        shutil.chown(host.directory, "postgres")
        host.start("patroni", ["env", f"PYTHONPATH={folder}", "/usr/bin/python3", "-m", "patroni", settings], user="postgres")


def told(host: Host, path: str) -> dict[str, Any]:
    """What a host's own Patroni answers, whatever the status; empty if it doesn't."""
    connection = http.client.HTTPConnection(host.address, 8008, timeout=1)
    try:
        answer: dict[str, Any] = json.loads(services.exchange(connection, "GET", path)[2])
        return answer
    except (OSError, ValueError, http.client.HTTPException):
        return {}
    finally:
        connection.close()


def primary(network: Network) -> Host | None:
    found = ((host, told(host, "/patroni")) for host in network.hosts)
    return next((host for host, state in found if state.get("state") == "running" and state.get("role") in ("master", "primary")), None)


def is_whole(network: Network) -> bool:
    """Whether there is a primary, a synchronous standby and another one, and all of them run, as any host describes the cluster."""
    found: list[dict[str, Any]] = next(filter(None, (told(host, "/cluster").get("members") for host in network.hosts)), [])
    return len(found) == len(network.hosts) and all(one.get("state") in ("running", "streaming") for one in found) \
        and {"sync_standby"} < {one.get("role") for one in found} and primary(network) is not None


def start_nats(network: Network) -> None:
    routes = ",".join(f"nats://{host.address}:6222" for host in network.hosts)
    for host in network.hosts:
        host.start("nats", [
            program("nats-server"), "--name", host.name, "--addr", host.address, "--port", "4222", "--jetstream",
            "--store_dir", host.directory / "nats", "--cluster_name", "cargo", "--cluster", f"nats://{host.address}:6222", "--routes", routes])


def nats_url(network: Network) -> str:
    return "nats://" + ",".join(f"{host.address}:4222" for host in network.hosts)


def store_url(network: Network) -> str:
    hosts = ",".join(f"{host.address}:5432" for host in network.hosts)
    return f"postgres://postgres@{hosts}/postgres?target_session_attrs=read-write&connect_timeout=3&tcp_user_timeout=5000"
