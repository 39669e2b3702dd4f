"""Builds the environment that `manage.py` runs in. Uses only the standard library, because nothing else is
installed.

The environment is `.venv` in the project's folder. It is built with uv, which pip fetches if it is not on
the PATH, or with pip alone from the hashed requirement files; both install exactly what `uv.lock` names. A
mark, written last, records the lock and the dependency groups. Without a mark the environment is incomplete,
with another lock's mark it is outdated; in both cases it is rebuilt. Needs POSIX, for the file lock.

`python3 -m sekigahara.bootstrap [GROUP ...]` prints the interpreter to use, for scripts.
"""

import contextlib
import fcntl
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent

GROUPS_OF_COMMAND = {
    "test": frozenset({"dev"}),
    "bench": frozenset({"bench"}),
    "page_report": frozenset({"dev"}),
}
"""The dependency groups of pyproject.toml a command needs beyond the packages the service runs on."""


class BootstrapError(Exception):
    """The environment cannot be built; the message says what to do."""


def interpreter_for(groups: Collection[str], project: Path = PROJECT) -> str:
    """The Python to run with: this one where it has the packages, else the environment's, built if need be.

    Raises BootstrapError where it cannot be built.
    """
    environment = project / ".venv"
    python = environment / "bin" / "python"
    inside = environment.exists() and Path(sys.prefix).resolve() == environment.resolve()
    if not inside and _has_packages(project, groups):
        return sys.executable
    if not _is_ready(project, groups):
        with _sole_builder(project) as lock:
            if not _is_ready(project, groups):  # another process may have built it while we waited
                _build(project, groups, lock)
    return sys.executable if inside else str(python)


def _has_packages(project: Path, groups: Collection[str]) -> bool:
    """Whether the running interpreter already has every package pyproject.toml asks for, of any version."""
    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    requirements = [*declared["project"]["dependencies"]]
    for group in groups:
        requirements += declared["dependency-groups"][group]
    for requirement in requirements:
        name = re.match(r"[\w.-]+", requirement)
        try:
            importlib.metadata.distribution(name.group() if name else requirement)
        except importlib.metadata.PackageNotFoundError:
            return False
    return True


def _lock_digest(project: Path) -> str:
    return hashlib.sha256((project / "uv.lock").read_bytes()).hexdigest()


def _mark(project: Path) -> Path:
    return project / ".venv" / "built-from.json"


def _groups_built(project: Path) -> frozenset[str] | None:
    """The groups the environment holds, or None where it is missing, half-made, moved or of another lock."""
    try:
        mark = json.loads(_mark(project).read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return None
    if mark["lock"] != _lock_digest(project) or mark["folder"] != str(project):
        return None
    if not (project / ".venv" / "bin" / "python").exists():  # the Python it was made from was uninstalled
        return None
    return frozenset(mark["groups"])


def _is_ready(project: Path, groups: Collection[str]) -> bool:
    built = _groups_built(project)
    return built is not None and built.issuperset(groups)


@contextlib.contextmanager
def _sole_builder(project: Path) -> Iterator[int]:
    """Hold the build lock, so that of two commands started at once one builds and the other waits."""
    with (project / ".venv.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("waiting for another command that is building the environment")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock.fileno()


def _build(project: Path, groups: Collection[str], lock: int) -> None:
    """Install the packages of these groups in addition to those already built from this lock; write the mark
    last.
    """
    environment = project / ".venv"
    present = _groups_built(project)
    needed = sorted({*groups, *(present or ())})
    _say(f"installing packages into {environment} ({', '.join(['runtime', *needed])}); later runs skip this")
    _mark(project).unlink(missing_ok=True)
    if present is None and environment.exists():
        shutil.rmtree(environment)
    uv = shutil.which("uv")
    if uv:
        _build_with_uv(uv, project, needed, lock)
    else:
        _build_with_pip(project, needed, lock)
    unfinished = _mark(project).with_suffix(".part")
    mark = {"lock": _lock_digest(project), "groups": needed, "folder": str(project)}
    unfinished.write_text(json.dumps(mark), encoding="utf-8")
    unfinished.replace(_mark(project))


def _base_python() -> str:
    """The interpreter behind a virtual environment, which remains when `.venv` itself is replaced."""
    return getattr(sys, "_base_executable", sys.executable)


def _build_with_uv(uv: str, project: Path, groups: list[str], lock: int) -> None:
    options = ["--frozen", "--quiet", "--no-default-groups", "--no-python-downloads", "--compile-bytecode"]
    for group in groups:
        options += ["--group", group]
    _run([uv, "sync", "--directory", str(project), "--python", _base_python(), *options], lock)


def _build_with_pip(project: Path, groups: list[str], lock: int) -> None:
    """Let pip fetch uv, which is faster (`sekigahara/adr/0033-pip-fetches-uv.md`). If uv cannot install the
    others, as behind an index that only pip is told of, pip does.
    """
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        raise BootstrapError(
            f"{sys.executable} cannot make virtual environments: its venv or ensurepip module is missing.\n"
            "On Debian and Ubuntu: apt install python3-venv. Or put uv on the PATH."
        )
    environment = project / ".venv"
    python = str(environment / "bin" / "python")
    if not environment.exists():
        _run([_base_python(), "-m", "venv", "--without-pip", str(environment)], lock)
    _run([python, "-m", "ensurepip"], lock)  # without venv's own pip: an environment made by uv has none
    try:
        _install_with_pip(python, project, ["requirements-uv.txt"], lock)
        _build_with_uv(str(environment / "bin" / "uv"), project, groups, lock)
    except BootstrapError:
        files = ["requirements.txt", *(f"requirements-{group}.txt" for group in groups)]
        _install_with_pip(python, project, files, lock)


def _install_with_pip(python: str, project: Path, files: list[str], lock: int) -> None:
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes", "--only-binary=uv"]
    for file in files:
        options += ["--requirement", str(project / "deploy" / file)]
    _run([python, "-m", "pip", "install", *options], lock)


def _run(command: list[str], lock: int) -> None:
    """Run an installer. Its output is shown, on stderr, only if it fails.

    The installer inherits the lock, so that an installer that outlives a killed manage.py still keeps others
    out.
    """
    outer = ("VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "PYTHONHOME", "PYTHONPATH")
    surroundings = {name: value for name, value in os.environ.items() if name not in outer}
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=surroundings,
        pass_fds=(lock,),
        check=False,
        text=True,
    )
    if done.returncode:
        failed = f"could not install the packages: {' '.join(command)} ended with {done.returncode}"
        raise BootstrapError(f"{done.stdout}{failed}")


def _say(text: str) -> None:
    print(f"manage.py: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        print(interpreter_for(sys.argv[1:]))
    except BootstrapError as error:
        sys.exit(f"manage.py: {error}")
