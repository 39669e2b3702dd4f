"""The worked examples of the guides: each is a diff that still applies to the code as it is."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("games/ladders/README.md", "games/services/README.md")
EXAMPLE = re.compile(r"^```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_FILES = 3
"""Of the product that a new verb or policy changes."""


@pytest.mark.parametrize("guide", GUIDES)
def test_the_example_of_a_guide_applies(guide: str) -> None:
    (example,) = EXAMPLE.findall((ROOT / guide).read_text(encoding="utf-8"))
    assert len(re.findall(r"^\+\+\+ ", example, re.MULTILINE)) <= MOST_FILES
    applied = subprocess.run(
        ["git", "apply", "--check", "-"], input=example, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert applied.returncode == 0, applied.stderr
