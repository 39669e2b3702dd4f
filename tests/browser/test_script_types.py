"""The scripts of our own pages have the types of the schema, by the compiler that the example brings."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.kit.processes import PROJECT

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("example_frontend")]


def checked(built: Path, name: str, scripts: list[Path], lib: list[str], **options: Any) -> str:
    """What the compiler says of scripts, which is nothing if their types are right.

    Args:
        built: the folder with the compiler.
        name: of its configuration.
        scripts: what it looks at.
        lib: what their browser has.
        options: more for the compiler.
    """
    assert scripts
    common = {
        "allowJs": True,
        "checkJs": True,
        "strict": True,
        "noEmit": True,
        "skipLibCheck": True,  # the build of the page has checked its schema
        "target": "es2022",
        "module": "es2022",
        "moduleResolution": "bundler",
    }
    told = {"compilerOptions": {**common, "lib": ["es2022", *lib], **options}, "files": [*map(str, scripts)]}
    config = built / name
    config.write_text(json.dumps(told), encoding="utf-8")
    check = [str(built / "node_modules" / ".bin" / "tsc"), "--project", str(config)]
    return subprocess.run(check, capture_output=True, text=True, check=False).stdout


def test_the_scripts_of_the_games_page_have_the_types_of_the_schema(built: Path) -> None:
    static = PROJECT / "games" / "static"
    scripts = sorted([*static.glob("*.js"), *static.glob("play/*.js")])
    assert len(scripts) > 10
    paths = {"sekigahara-schema": [str(built / "src" / "schema.d.ts")]}
    lib = ["dom", "dom.iterable", "dom.asynciterable"]
    assert checked(built, "scripts.json", scripts, lib, paths=paths) == ""


def test_the_service_worker_has_the_types_of_workers(built: Path) -> None:
    worker = PROJECT / "sekigahara" / "pages" / "offline_worker.js"
    # It is no module, so that the compiler would add the types of all packages it finds.
    assert checked(built, "worker.json", [worker], ["webworker", "webworker.iterable"], types=[]) == ""
