"""The server under attack: a process on a free loopback port, on a store of its own."""

import base64
import os
import tempfile

from ..project import BUILD, SERVICE_ALL, THREADS, UNAVAILABLE, fail
from ..services import Service

CLERK = "c1erk-Uf8Zt3Qw9LxKp2Vn7RbY4mSd"
ADMIN = "adm1n-Hq6Wj2Xc8NzTr5Gk9PfV3sLe"
# The token of a customer who attacks, and the customer's code.
SHOP, SHOPPER = "sh0p-Lw4Bn7Cy2Mx9Dz5Fv8Hj3KqT", "SHOPPER"
# Another one, who has a limit of its own.
FLOOD, FLOODER = "fl00d-Pz6Kc9Xv2Qm5Wn8Bt4Jr7Ys", "FLOODER"
CARRIER = base64.b64encode(b"a carrier's secret, 0123456789").decode()


def newest() -> str:
    """The cargo-server that was built last in any of the usual folders."""
    built = [path for folder in (BUILD, SERVICE_ALL.parent) for path in folder.glob("**/cargo-server") if path.is_file() and THREADS not in path.parents and path.parent.name in ("debug", "release")]
    if not built:
        fail("There is no cargo-server. Run: swift build --package-path service --product cargo-server", UNAVAILABLE)
    return str(max(built, key=lambda path: path.stat().st_mtime))


class Victim(Service):
    def __init__(self, binary: str, arguments: list[str]) -> None:
        self.directory = tempfile.TemporaryDirectory(prefix="cargo-attack-")
        place = self.directory.name
        super().__init__(binary, f"json:{place}/store", *arguments, HOME=place, CARGO_ACCESS_CARRIERS=f"carrier:{CARRIER}",
                         CARGO_ACCESS_TOKENS=f"clerk:{CLERK},admin:{ADMIN},customer={SHOPPER}@shop:{SHOP},customer={FLOODER}@flood:{FLOOD}",
                         CARGO_ACCESS_LIMITS=f"customer={FLOODER}:requestsPerMinute=300")
        for code, name in (("SESTO", "Stockholm"), ("USNYC", "New York")):
            self.api("PUT", f"/v1/locations/{code}", {"name": name}, token=ADMIN)

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    @property
    def descriptors(self) -> int:
        try:
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        except OSError:
            return 0

    def close(self) -> int:
        status = super().close()
        self.directory.cleanup()
        return status
