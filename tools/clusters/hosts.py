"""Hosts on one machine: network namespaces on a bridge, whose links can be cut."""

import contextlib
import os
import pathlib
import signal
import subprocess
from collections.abc import Sequence

from ..project import Word

NETWORK = "10.77.83"  # a private network (RFC 1918)


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Host:
    """A network namespace with one address, a directory, and programs that are started again under the names that they had."""

    def __init__(self, number: int, directory: pathlib.Path) -> None:
        self.name, self.address = f"cargo{number}", f"{NETWORK}.{number}"
        self.link = f"cargo-l{number}"
        self.directory = directory / self.name
        self.directory.mkdir()
        self.commands: dict[str, list[Word]] = {}
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        ip("netns", "add", self.name)
        ip("link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "set", self.link, "master", Network.BRIDGE, "up")
        ip("-n", self.name, "addr", "add", f"{self.address}/24", "dev", "eth0")
        ip("-n", self.name, "link", "set", "eth0", "up")
        ip("-n", self.name, "link", "set", "lo", "up")

    def cut(self) -> None:
        """Takes the host off the network. What runs on it still reaches itself."""
        ip("link", "set", self.link, "down")

    def mend(self) -> None:
        ip("link", "set", self.link, "up")

    def start(self, name: str, command: Sequence[Word] = (), user: str | None = None) -> None:
        """Starts a program in the background, or one of that name again."""
        if command:
            as_user: list[Word] = ["setpriv", "--reuid", user, "--regid", user, "--init-groups"] if user else []
            self.commands[name] = ["ip", "netns", "exec", self.name, *as_user, *command]
        with (self.directory / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(self.commands[name], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.directory,
                                                  start_new_session=True)

    def kill(self, *names: str) -> None:
        """Kills programs and what they started with SIGKILL, all of the host's if none is named."""
        if not names:
            done = subprocess.run(["ip", "netns", "pids", self.name], check=True, capture_output=True, text=True)
            for process in done.stdout.split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process), signal.SIGKILL)
        for name in names or list(self.running):
            if child := self.running.pop(name, None):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)
                child.wait()

    def restart(self) -> None:
        """Starts everything that was ever started and doesn't run, in the same order."""
        for name in self.commands:
            if name not in self.running:
                self.start(name)


class Network(contextlib.AbstractContextManager["Network"]):
    """Some hosts that reach each other, and that this machine reaches."""

    BRIDGE = "cargo-br"

    def __init__(self, count: int, directory: pathlib.Path) -> None:
        self.remove(count)
        ip("link", "add", self.BRIDGE, "type", "bridge")
        ip("addr", "add", f"{NETWORK}.254/24", "dev", self.BRIDGE)
        ip("link", "set", self.BRIDGE, "up")
        self.hosts = [Host(number, directory) for number in range(1, count + 1)]

    @classmethod
    def remove(cls, count: int) -> None:
        """Removes what an interrupted run left."""
        for number in range(1, count + 1):
            subprocess.run(["ip", "netns", "del", f"cargo{number}"], capture_output=True)
            subprocess.run(["ip", "link", "del", f"cargo-l{number}"], capture_output=True)
        subprocess.run(["ip", "link", "del", cls.BRIDGE], capture_output=True)

    def __exit__(self, *_: object) -> None:
        for host in self.hosts:
            host.kill()
        self.remove(len(self.hosts))
