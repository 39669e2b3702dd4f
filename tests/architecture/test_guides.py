"""The guides: links lead somewhere, commands can be run, and worked examples still apply."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = sorted(
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    if (ROOT / name).is_file()
)
MODULES = sorted({name for path in GUIDES for name in re.findall(r"python -m ([\w.]+)", path.read_text())})
LOAD = "import runpy, sys; runpy.run_module(sys.argv[1], run_name='looked_at')"
"""All that comes before the module, or that of a package, does anything."""
EXAMPLE = re.compile(r"^```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [(path, example) for path in GUIDES for example in EXAMPLE.findall(path.read_text())]
MOST_FILES = 3
"""Of the product that a new kind, verb or policy changes."""
LINES_OF_README = 150
LINES_OF_CONTRIBUTING = 120


def anchors(path: Path) -> set[str]:
    """What links into a guide may name: its headings as GitHub spells them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_a_guide_lead_somewhere(guide: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", guide.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        file, _hash, anchor = link.partition("#")
        target = (guide.parent / file).resolve() if file else guide
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert not broken


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_tests_named_in_a_guide_exist(guide: Path) -> None:
    named = re.findall(r"(?<!\.\./)\btests/[\w/]+\b(?:\.py)?(?!\.)", guide.read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("module", MODULES)
def test_module_named_in_a_guide_loads_alone(module: str) -> None:
    bare = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-c", LOAD, module], cwd=ROOT, env=bare, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("guide", "example"), EXAMPLES, ids=lambda value: value.parent.name if isinstance(value, Path) else "diff"
)
def test_worked_example_of_a_guide_applies(guide: Path, example: str) -> None:
    changed = re.findall(r"^\+\+\+ b/(?!tests/)", example, re.MULTILINE)
    assert len(changed) <= MOST_FILES
    applied = subprocess.run(
        ["git", "apply", "--check", "-"], input=example, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert applied.returncode == 0, (
        f"what the example of {guide.relative_to(ROOT)} changes has changed: bring its diff up to date.\n"
        f"{applied.stderr}"
    )


def test_front_door_is_short() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= LINES_OF_README
    assert len(readme.encode()) <= 10_000
    contributing = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(contributing.splitlines()) <= LINES_OF_CONTRIBUTING
