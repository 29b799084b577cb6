"""The units, as far as they can be checked without systemd running."""

import pathlib
import re
import subprocess

from ..checked import check
from ..services import environment
from .files import DEPLOY, GUIDE, install, program
from .site import Site

# systemd-analyze rates the exposure of a service from 0 (none) to 10.
MOST_EXPOSED = 2.0


def guide() -> None:
    """The guide tells how to install each file, and each file that it names is there."""
    text = GUIDE.read_text()
    named = set(re.findall(r"\bdeploy/([\w./-]*\w)", text))
    there = {str(path.relative_to(DEPLOY)) for path in DEPLOY.rglob("*") if path.is_file()}
    check(named - {"", "md"} <= there | {"deploy.md"}, "each file that the guide names is there", named - there)
    check(there - named == {"prometheus/alerts.test.yml"}, "the guide names each file", there - named)


def analyze(directory: pathlib.Path, server: str) -> None:
    for name, values in [("cargo-server.service", {"/usr/local/bin/cargo-server": server}), ("cargo-relay.service", {"/usr/local/bin/cargo-server": server}),
                         ("cargo-backup.service", {}), ("cargo-backup.timer", {})]:
        unit = install(name, directory / name, values)
        done = subprocess.run([program("systemd-analyze"), "verify", str(unit)], capture_output=True, text=True, check=False)
        check(done.returncode == 0 and not done.stderr, f"systemd accepts {name}", done.stderr)
    for name in ("cargo-server.service", "cargo-relay.service"):
        done = subprocess.run([program("systemd-analyze"), "security", "--offline=yes", str(directory / name)], capture_output=True, text=True, check=False)
        level = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
        check(level and float(level[1]) <= MOST_EXPOSED, f"{name} is confined", done.stdout[-200:])


def agreement(site: Site) -> None:
    """The unit agrees with the service's own times and statuses."""
    text = subprocess.run([site.server, "--help"], capture_output=True, text=True, check=True).stdout
    drain = int(re.findall(r"--limits-drain-seconds.*default (\d+)", text)[0])
    check(int(site.unit.one("TimeoutStopSec")) > drain, "systemd waits longer than the service drains", drain)
    statuses = site.unit.one("RestartPreventExitStatus").split()
    for arguments, status in [(["--no-such-flag"], 64), (["--port", "x"], 78)]:
        done = subprocess.run([site.server, *arguments], env=environment(), capture_output=True, check=False)
        check(done.returncode == status and str(status) in statuses, f"status {status} isn't restarted", done.returncode)
    idle = int(re.findall(r"--limits-idle-seconds.*default (\d+)", text)[0])
    kept = int(re.findall(r"keepalive_timeout (\d+)s", (DEPLOY / "nginx.conf").read_text())[0])
    check(kept < idle, "nginx closes idle connections before the service does", (kept, idle))
    batch = int(re.findall(r"--limits-batch-bytes.*default (\d+)", text)[0])
    most = int(re.findall(r"client_max_body_size (\d+)m", (DEPLOY / "nginx.conf").read_text())[0])
    check(most << 20 == batch, "nginx takes the largest batch", (most, batch))
