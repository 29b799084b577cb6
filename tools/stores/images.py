"""Runs the tests of the JSON-file store on btrfs and on XFS, each made in a file and mounted through a loop device, which only root on Linux can.

Says why where this machine can't do that, and succeeds.
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from ..project import TOOL, run

# A file system's program that makes it, and the words with which it says nothing and overwrites.
MAKERS = {"btrfs": ["mkfs.btrfs", "-q", "-f"], "ext4": ["mkfs.ext4", "-q", "-F"], "xfs": ["mkfs.xfs", "-q", "-f"]}


def obstacle() -> str:
    """Why no image can be mounted here; empty if one may."""
    if sys.platform != "linux":
        return "loop devices are a feature of Linux"
    if os.geteuid() != 0:
        return "only root can mount images"
    if not shutil.which("losetup"):
        return "losetup is missing (package mount)"
    return subprocess.run(["losetup", "--find"], capture_output=True, text=True, check=False).stderr.strip()


@contextlib.contextmanager
def mounted(kind: str, folder: pathlib.Path, size: int, sparse: bool = True) -> Iterator[pathlib.Path | str]:
    """An image of so many GB in a folder, mounted there; why it isn't, as text, if it can't be. The mount goes in the end, and its device with it.

    An image that isn't sparse has all its room from the beginning, as a disk has.
    """
    image, place = folder / f"{kind}.img", folder / kind
    place.mkdir()
    if not shutil.which(MAKERS[kind][0]):
        yield f"no {MAKERS[kind][0]}"
        return
    with open(image, "wb") as file:
        if sparse:
            file.truncate(size << 30)
        else:
            os.posix_fallocate(file.fileno(), 0, size << 30)
    for command in ([*MAKERS[kind], str(image)], ["mount", "-o", "loop", str(image), str(place)]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            yield (done.stderr.strip().splitlines() or [f"{command[0]} ended with {done.returncode}"])[-1]
            return
    try:
        yield place
    finally:
        if subprocess.run(["umount", place], check=False).returncode:
            subprocess.run(["umount", "-l", place], check=False)


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
