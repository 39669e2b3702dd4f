"""The page of ``deploy/examples/frontend``, and the compiler of TypeScript that it brings."""

import shutil
import subprocess
from pathlib import Path

from tests.kit.migrated import made_once
from tests.kit.processes import PROJECT
from tests.kit.sizes import PACKAGES

FRONTEND = Path("deploy") / "examples" / "frontend"


def frontend() -> Path:
    """The folder of the page, built as its own page says in a copy of the project's folders."""
    return made_once("frontend", _build) / FRONTEND


def _build(home: Path) -> None:
    folder = home / FRONTEND
    made = shutil.ignore_patterns("node_modules", "dist", "schema.d.ts")
    shutil.copytree(PROJECT / FRONTEND, folder, ignore=made)
    shutil.copytree(
        PROJECT / "fixtures", home / "fixtures", ignore=lambda _folder, names: {*names} - {"openapi.json"}
    )
    # what is there already need not be asked for again, nor anybody whether it is safe: the lock names it
    for command in ("ci --prefer-offline --no-audit --no-fund", "run build"):
        subprocess.run([PACKAGES, *command.split()], cwd=folder, check=True, stdout=subprocess.DEVNULL)
