"""The OpenAPI document passes Spectral's rules for OpenAPI, warnings included."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.api.published import OPENAPI
from tests.kit.sizes import PACKAGES

SPECTRAL = Path(__file__).parent / "spectral"


@pytest.mark.services
def test_the_document_passes_the_rules_of_spectral(tmp_path: Path) -> None:
    folder = tmp_path / "spectral"
    shutil.copytree(SPECTRAL, folder)
    # what was fetched before is not fetched again, and no script of a package is run
    install = [PACKAGES, "ci", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"]
    subprocess.run(install, cwd=folder, check=True, capture_output=True)
    lint = ["lint", str(OPENAPI), "--ruleset", "ruleset.yaml", "--fail-severity", "warn", "--format", "text"]
    command = [str(folder / "node_modules" / ".bin" / "spectral"), *lint]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
