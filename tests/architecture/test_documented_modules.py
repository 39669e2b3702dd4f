"""What the guides say to run with ``python -m`` can be run: it needs nothing set up before."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
GUIDES = [*PROJECT.glob("*.md"), *PROJECT.glob("[!.]*/**/*.md")]
MODULES = sorted({name for path in GUIDES for name in re.findall(r"python -m ([\w.]+)", path.read_text())})
LOAD = "import runpy, sys; runpy.run_module(sys.argv[1], run_name='looked_at')"
"""All that comes before the module, or that of a package, does anything."""


@pytest.mark.parametrize("module", MODULES)
def test_a_module_that_is_told_of_can_be_loaded_alone(module: str) -> None:
    bare = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-c", LOAD, module],
        cwd=PROJECT,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_golden_games_are_among_them() -> None:
    assert "tests.engine.golden.record" in MODULES
