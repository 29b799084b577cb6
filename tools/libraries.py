"""The Python libraries that some commands need. Those of the system are used if they are there; others are installed under .build."""

import importlib
import importlib.metadata
import pathlib
import subprocess
import sys
import tomllib

from .project import BUILD, ROOT, UNAVAILABLE, fail

FOLDER = BUILD / f"python{sys.version_info.major}.{sys.version_info.minor}"

def requirements(*groups: str) -> list[str]:
    """The requirements of some groups of pyproject.toml; `base` stands for those of the project itself."""
    project = tomllib.loads((ROOT / "tools" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = {**project["optional-dependencies"], "base": project["dependencies"]}
    return [one for group in groups for one in listed[group]]


def use_folder() -> None:
    """Lets Python find what was installed under .build, before what the system has: it was installed because that does not do."""
    if str(FOLDER) not in sys.path:
        sys.path.insert(1, str(FOLDER))


def missing(*groups: str) -> list[str]:
    """The requirements that neither the system nor .build has."""
    use_folder()
    importlib.invalidate_caches()
    return [one for one in requirements(*groups) if not _is_here(one)]


def _is_here(requirement: str) -> bool:
    try:
        return bool(importlib.metadata.version(requirement.split(">")[0]))
    except importlib.metadata.PackageNotFoundError:
        return False


def require(*groups: str) -> None:
    """Installs what is missing with pip under .build, and says so before it does."""
    wanted = missing(*groups)
    if not wanted:
        return
    print(f"installing into {FOLDER.relative_to(ROOT)}: {', '.join(wanted)}", file=sys.stderr, flush=True)
    if not _install(FOLDER, *wanted) or missing(*groups):
        fail(f"cannot install {', '.join(wanted)}; ./tool install installs pip as well", UNAVAILABLE)


def install_alone(group: str, folder: pathlib.Path) -> None:
    """Installs a group without its dependencies into a folder, for another Python that already has these."""
    if not _install(folder, "--no-deps", *requirements(group)):
        fail(f"cannot install {', '.join(requirements(group))}", UNAVAILABLE)


def _install(folder: pathlib.Path, *arguments: str) -> bool:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore", "--upgrade", "--target", str(folder), *arguments]
    return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0
