"""A cargo-server behind nginx, set up from the files of deploy/."""

from __future__ import annotations

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import time
from typing import Any

from ..project import SOFTWARE, fail
from ..services import PATIENCE, Answer, environment, exchange, free_port, listens, until, wait
from .files import Unit, install, new_token, program

HOST = "cargo.example"
WRAPPER = """{user}daemon off;
worker_processes 2;
pid {directory}/nginx.pid;
error_log {directory}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    include /etc/nginx/mime.types;
    include {directory}/cargo.conf;
}}
"""


class Secure(http.client.HTTPSConnection):
    """A connection to nginx by the site's name, from an address of the loopback interface."""

    def __init__(self, site: Site, source: str = "127.0.0.1", name: str = HOST) -> None:
        super().__init__(HOST, site.tls_port, timeout=PATIENCE)
        self.site, self.source, self.server_name = site, source, name

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.site.tls_port), PATIENCE, (self.source, 0))
        self.sock = self.site.trust.wrap_socket(plain, server_hostname=self.server_name)


class Site:
    """The programs and files of one deployment. Ports and paths are the run's own; all else is what deploy/ says."""

    def __init__(self, directory: pathlib.Path, server: str, store: str, read_timeout: int = 60) -> None:
        self.directory, self.server = directory, server
        directory.mkdir()
        self.port, self.tls_port, self.plain_port = free_port(), free_port(), free_port()
        self.authority = f"{HOST}:{self.tls_port}"
        self.admin, self.clerk, self.scraper = [new_token(holder) for holder in ("admin@alice", "clerk@bob", "metrics@prometheus")]
        install("settings.json", directory / "settings.json", {
            "ADMIN_TOKEN": self.admin[1], "CLERK_TOKEN": self.clerk[1], "METRICS_TOKEN": self.scraper[1],
            "postgres:///cargo?host=/run/postgresql": store, '"port": 8080': f'"port": {self.port}'})
        self.unit = Unit("cargo-server.service", {"/usr/local/bin/cargo-server": server, "%d": directory, "127.0.0.1:8080": f"127.0.0.1:{self.port}"})
        self.process: subprocess.Popen[bytes] | None = None
        certificate, key = directory / "fullchain.pem", directory / "privkey.pem"
        subprocess.run([program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST},DNS:other.example", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        self.trust = ssl.create_default_context(cafile=str(certificate))
        install("nginx.conf", directory / "cargo.conf", {
            "127.0.0.1:8080": f"127.0.0.1:{self.port}", "listen 80": f"listen 127.0.0.1:{self.plain_port}", "listen 443": f"listen 127.0.0.1:{self.tls_port}",
            "/etc/ssl/cargo/fullchain.pem": certificate, "/etc/ssl/cargo/privkey.pem": key, "proxy_read_timeout 60s": f"proxy_read_timeout {read_timeout}s"})
        user = "user root;\n" if os.getuid() == 0 else ""
        (directory / "nginx.conf").write_text(WRAPPER.format(directory=directory, user=user))
        words = [program("nginx"), "-p", str(directory), "-c", str(directory / "nginx.conf")]
        tested = subprocess.run([*words, "-t"], capture_output=True, text=True, check=False)
        if tested.returncode or "warn" in tested.stderr:
            fail(f"nginx rejects deploy/nginx.conf: {tested.stderr}")
        with open(directory / "nginx.out", "wb") as log:
            self.nginx = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def start(self) -> None:
        """Starts the service, as the unit does: it has started when ExecStartPost has ended."""
        variables = dict(line.split("=", 1) for line in self.unit.all("Environment"))
        with open(self.directory / "server.log", "ab") as log:
            self.process = subprocess.Popen(self.unit.command("ExecStart", {}), env=environment(**variables), cwd=self.directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        with subprocess.Popen(self.unit.command("ExecStartPost", {}), env=environment(MAINPID=str(self.process.pid)), stdin=subprocess.DEVNULL) as started:
            # ExecStartPost ends when the service has, once that is waited for, as systemd does.
            while started.poll() is None and self.process.poll() is None:
                time.sleep(0.02)
        if started.returncode:
            fail(f"the service isn't ready: {self.log()}", SOFTWARE)

    def stop(self) -> int:
        """Stops the service, as systemd does; returns its status, or -9 if it took longer than the unit allows."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(int(self.unit.one("TimeoutStopSec")))
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def log(self) -> str:
        return (self.directory / "server.log").read_text(errors="replace")[-2000:]

    def ask(self, method: str, path: str, body: str | None = None, kind: str = "application/json", source: str = "127.0.0.1", name: str = HOST,
            **fields: str) -> Answer:
        """The status, header fields and body of nginx's answer."""
        connection = Secure(self, source, name)
        try:
            return exchange(connection, method, path, body, kind, **{"Host": self.authority if name == HOST else name, **fields})
        finally:
            connection.close()

    def api(self, method: str, path: str, value: Any = None, **fields: str) -> Any:
        """What the API answers to the admin; a refusal ends the check."""
        status, _, body = self.ask(method, path, None if value is None else json.dumps(value), Authorization=f"Bearer {self.admin[0]}", **fields)
        if status >= 300:
            fail(f"{method} {path}: {status} {body!r}")
        return json.loads(body)

    def spread(self, upstream: str) -> None:
        """Has nginx read its configuration again, with several services in the place of its one."""
        file = self.directory / "cargo.conf"
        text, upstreams = re.subn(r"^upstream cargo \{.*?^\}\n", lambda _: upstream, file.read_text(), flags=re.M | re.S)
        if upstreams != 1:
            fail("deploy/nginx.conf has no single upstream to replace")
        file.write_text(text)
        self.nginx.send_signal(signal.SIGHUP)
        # Workers with the old configuration answer 502: no service runs at their address.
        wait("reaching the services through nginx", lambda: self.ask("GET", "/livez")[0] == 200)

    def close(self) -> None:
        if self.process and self.process.poll() is None:
            self.stop()
        self.nginx.terminate()
        self.nginx.wait(PATIENCE)

    def __enter__(self) -> Site:
        until(lambda: listens(self.tls_port) or self.nginx.poll() is not None, pause=0.02)
        if self.nginx.poll() is None and listens(self.tls_port):
            return self
        fail(f"nginx doesn't listen: {(self.directory / 'nginx.out').read_text()}", SOFTWARE)

    def __exit__(self, *_: object) -> None:
        self.close()
