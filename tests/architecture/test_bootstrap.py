"""The environment manage.py builds for itself, built for real out of wheels made here: by uv, by a uv that
pip fetches, and by pip alone.
"""

import ast
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from uv import find_uv_bin

from sekigahara import bootstrap

PYPROJECT = """
[project]
name = "borrowed-castle"
version = "0"
requires-python = ">=3.11"
dependencies = ["sekigahara-proof-runtime"]
[dependency-groups]
dev = ["sekigahara-proof-dev"]
[tool.uv]
package = false
no-index = true
find-links = ["wheels"]
"""
WITHOUT_UV = os.pathsep.join(
    folder for folder in os.environ["PATH"].split(os.pathsep) if not (Path(folder) / "uv").exists()
)
WITH_UV = os.pathsep.join([str(Path(find_uv_bin()).parent), WITHOUT_UV])


def make_wheel(folder: Path, name: str, command: str = "") -> str:
    """The smallest package pip and uv accept: an empty module, and a command of its name. Return its line in
    a requirement file.
    """
    info = f"{name}-1.dist-info"
    files = {
        f"{name}.py": "",
        f"{name}-1.data/scripts/{name}": f"#!/bin/sh\n{command}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{file},,\n" for file in [*files, f"{info}/RECORD"])
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for file, text in {**files, f"{info}/RECORD": record}.items():
            entry = zipfile.ZipInfo(file)
            entry.external_attr = (stat.S_IFREG | 0o755) << 16
            wheel.writestr(entry, text)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"--no-index\n--find-links {folder}\n{name}==1 --hash=sha256:{digest}\n"


def offer_uv(project: Path, command: str) -> None:
    """What pip fetches as uv, and what it does when called."""
    line = make_wheel(project / "wheels", "uv", command)
    (project / "deploy" / "requirements-uv.txt").write_text(line)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project like ours in little: the real bootstrap, a real lock, and requirement files with hashes."""
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv-cache"))
    for folder in ("wheels", "deploy", "sekigahara"):
        (tmp_path / folder).mkdir()
    for file in ("sekigahara/__init__.py", "sekigahara/bootstrap.py"):
        shutil.copy(bootstrap.PROJECT / file, tmp_path / file)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    for file, name in (
        ("requirements.txt", "sekigahara_proof_runtime"),
        ("requirements-dev.txt", "sekigahara_proof_dev"),
    ):
        (tmp_path / "deploy" / file).write_text(make_wheel(tmp_path / "wheels", name))
    offer_uv(tmp_path, "exit 1")
    lock(tmp_path)
    return tmp_path


def lock(project: Path) -> None:
    subprocess.run([find_uv_bin(), "lock", "--offline", "--quiet"], cwd=project, check=True)


def start(project: Path, *groups: str, path: str = WITH_UV) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "sekigahara.bootstrap", *groups],
        cwd=project,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def build(project: Path, *groups: str, path: str = WITH_UV) -> str:
    """Build for these groups, check that stdout holds the interpreter alone, and return what was said."""
    with start(project, *groups, path=path) as process:
        out, said = process.communicate()
    assert process.returncode == 0, said
    assert out == f"{project / '.venv' / 'bin' / 'python'}\n"
    return said


def can_import(project: Path, module: str) -> bool:
    python = project / ".venv" / "bin" / "python"
    return (
        subprocess.run([python, "-c", f"import {module}"], check=False, capture_output=True).returncode == 0
    )


EITHER_INSTALLER = pytest.mark.parametrize(
    "path", [pytest.param(WITHOUT_UV, marks=pytest.mark.overnight), WITH_UV], ids=["pip", "uv"]
)
"""The gate installs by uv; pip takes longer, and the long proof ``overnight`` tries it."""


@EITHER_INSTALLER
def test_packages_are_installed_once_and_development_ones_when_asked_for(project: Path, path: str) -> None:
    assert "installing packages" in build(project, path=path)
    assert can_import(project, "sekigahara_proof_runtime")
    assert not can_import(project, "sekigahara_proof_dev")
    assert build(project, path=path) == ""

    assert "installing packages" in build(project, "dev", path=path)
    assert can_import(project, "sekigahara_proof_runtime")
    assert can_import(project, "sekigahara_proof_dev")
    assert build(project, path=path) == ""  # less is asked for than is there


def test_uv_that_pip_fetches_installs_the_others(project: Path) -> None:
    (project / "deploy" / "requirements.txt").write_text("nothing that pip could install")
    offer_uv(project, f'exec {find_uv_bin()} "$@"')
    build(project, path=WITHOUT_UV)
    assert can_import(project, "sekigahara_proof_runtime")


@pytest.mark.overnight
def test_pip_goes_on_with_what_uv_began(project: Path) -> None:
    build(project, path=WITH_UV)
    build(project, "dev", path=WITHOUT_UV)
    assert can_import(project, "sekigahara_proof_dev")


@pytest.mark.parametrize("flaw", ["half-made", "outdated", "moved", "mark cut short", "Python gone"])
def test_an_environment_that_cannot_be_trusted_is_built_anew(project: Path, flaw: str) -> None:
    build(project)
    leftover = project / ".venv" / "leftover"
    leftover.touch()
    mark = project / ".venv" / "built-from.json"
    if flaw == "half-made":
        mark.unlink()
    elif flaw == "outdated":
        (project / "uv.lock").write_text((project / "uv.lock").read_text() + "\n")
    elif flaw == "moved":  # the scripts in it name the interpreter by its full path
        mark.write_text(mark.read_text().replace(str(project), "/elsewhere"))
    elif flaw == "mark cut short":
        mark.write_text(mark.read_text()[:20])
    else:
        (project / ".venv" / "bin" / "python").unlink()
    build(project)
    assert not leftover.exists()
    assert can_import(project, "sekigahara_proof_runtime")


@EITHER_INSTALLER
def test_two_commands_at_once_build_once(project: Path, path: str) -> None:
    with start(project, path=path) as first, start(project, path=path) as second:
        said = [first.communicate()[1], second.communicate()[1]]
    assert (first.returncode, second.returncode) == (0, 0), said
    assert "".join(said).count("installing packages") == 1


def test_a_package_that_is_not_the_locked_one_is_refused_and_leaves_no_mark(project: Path) -> None:
    # by pip; a lock of uv's holds no hashes of local files, which are all that a test can offer
    with zipfile.ZipFile(project / "wheels" / "sekigahara_proof_runtime-1-py3-none-any.whl", "a") as wheel:
        wheel.writestr("stowaway.py", "")
    with start(project, path=WITHOUT_UV) as process:
        out, said = process.communicate()
    assert process.returncode == 1
    assert out == ""
    assert "could not install the packages" in said
    assert not (project / ".venv" / "built-from.json").exists()


def test_without_venv_or_uv_the_person_is_told_what_to_install(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)  # as on Debian without python3-venv
    monkeypatch.setenv("PATH", WITHOUT_UV)
    with pytest.raises(bootstrap.BootstrapError, match="apt install python3-venv"):
        bootstrap.interpreter_for((), project)


def test_an_environment_that_has_the_packages_is_used_as_it_is(project: Path) -> None:
    assert bootstrap.interpreter_for({"dev"}) == sys.executable
    (project / "pyproject.toml").write_text('[project]\ndependencies = ["pytest>=1", "django"]')
    assert bootstrap.interpreter_for((), project) == sys.executable
    assert not (project / ".venv").exists()


def test_the_mark_says_what_it_was_built_from(project: Path) -> None:
    build(project, "dev")
    mark = json.loads((project / ".venv" / "built-from.json").read_text())
    digest = hashlib.sha256((project / "uv.lock").read_bytes()).hexdigest()
    assert mark == {"lock": digest, "groups": ["dev"], "folder": str(project)}


def test_a_python_too_old_can_still_read_the_line_that_says_so() -> None:
    source = (bootstrap.PROJECT / "manage.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))
    assert source.index("sys.version_info < (3, 11)") < source.index("from sekigahara import bootstrap")
