"""Runs the tests of the JSON-file store on btrfs and on XFS, each made in a file and mounted through a loop device.

Says why where this machine can't do that, and succeeds.
"""

import pathlib
import tempfile

from ..project import TOOL, run
from .images import mounted, obstacle


def main(_: list[str]) -> int:
    if why := obstacle():
        print(f"other file systems: not possible here: {why}")
        return 0
    run(*TOOL, "install", "file-systems")
    run("swift", "build", "--build-tests")
    tried = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("btrfs", "xfs"):
            # Sparse: only what the tests write takes space.
            with mounted(kind, pathlib.Path(folder), size=2) as place:
                if isinstance(place, str):
                    print(f"{kind}: not possible here: {place}")
                    continue
                print(f"── {kind}", flush=True)
                run("swift", "test", "--skip-build", "--filter", "CargoInfrastructureTests", TMPDIR=str(place))
                run(*TOOL, "store-proofs", "kill", "--rounds", "5", TMPDIR=str(place))
                tried.append(kind)
    print(f"other file systems: {', '.join(tried) or 'none'} passed")
    return 0
