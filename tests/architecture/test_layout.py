"""The shape of the project: what stands at its top, what the engine may load, what is installed."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent.parent
TOP_LEVEL = {
    *("manage.py", "pyproject.toml", "uv.lock", "README.md", "CHANGELOG.md", "LICENSE"),
    *("sekigahara", "games", "accounts", "notifications", "fixtures", "tests", "deploy"),
}
APPS = ("accounts", "games", "notifications", "sekigahara")
MOST_LOOSE = 3
"""Modules beside the rooms of `games`."""
MOST_ENTRIES = 18
"""Files and folders of the project's own package."""


WRITES = {
    "save",
    "create",
    "bulk_create",
    "get_or_create",
    "update_or_create",
    "update",
    "bulk_update",
    "delete",
}
HEAVY = {"django", "rest_framework", "celery", "redis", "psycopg", "random"}
"""What an engine that only computes has no need of."""
LOCKS = {"select_for_update", "atomic", "to_change"}
MAILS = {"announce", "announcing"}


def test_nothing_new_stands_at_the_top() -> None:
    present = {entry.name for entry in PROJECT.iterdir() if not entry.name.startswith(".")}
    assert present <= TOP_LEVEL, f"a place inside one of the folders: {sorted(present - TOP_LEVEL)}"


def test_importing_the_engine_loads_nothing_heavy() -> None:
    """In a process of its own: this one has loaded everything long ago."""
    probe = f"import sys, games.engine; print(*{HEAVY} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_the_games_package_is_empty() -> None:
    assert (PROJECT / "games" / "__init__.py").read_bytes() == b"", "importing games.engine would run it"


def test_the_requirement_files_are_in_step_with_the_lock(tmp_path: Path) -> None:
    path = (
        f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"  # uv is one of the development packages
    )
    subprocess.run(
        [PROJECT / ".ci" / "export", tmp_path], env={"PATH": path, "HOME": str(tmp_path)}, check=True
    )
    fresh = {file.name: file.read_text() for file in tmp_path.glob("*.txt")}
    kept = {file.name: file.read_text() for file in (PROJECT / "deploy").glob("requirements*.txt")}
    assert kept == fresh, "run: uv lock && .ci/export deploy"


def test_celery_brings_no_extras() -> None:
    """The extra celery[redis] pins packaging and redis to versions of its own."""
    declared = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert not [requirement for requirement in declared if requirement.startswith("celery[")]
    assert {requirement.split(">")[0] for requirement in declared} >= {"redis", "packaging"}


def test_no_module_repeats_the_name_of_its_folder() -> None:
    modules = [path for app in APPS for path in (PROJECT / app).rglob("*.py")]
    repeating = [
        path.relative_to(PROJECT).as_posix()
        for path in modules
        if path.stem.removesuffix("s") == path.parent.name.removesuffix("s")
    ]
    assert not repeating, f"a name that says what is in it: {repeating}"


def test_few_things_stand_loose() -> None:
    loose = {path.stem for path in (PROJECT / "games").glob("*.py")} - {"__init__", "apps"}
    assert len(loose) <= MOST_LOOSE, f"a room for one of them: {sorted(loose)}"
    entries = {path.name for path in (PROJECT / "sekigahara").iterdir()} - {"__pycache__"}
    assert len(entries) <= MOST_ENTRIES, f"a room for one of them: {sorted(entries)}"


@pytest.mark.parametrize("room", ["reads", "story", "drawing", "rulebook"])
def test_reading_modules_neither_lock_nor_write_nor_mail(room: str) -> None:
    called = {
        f"{path.relative_to(PROJECT)}: {node.func.attr}"
        for path in (PROJECT / "games" / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in WRITES | LOCKS | MAILS
    }
    assert not called, "a matter for games.services"
