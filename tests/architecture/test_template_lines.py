"""Templates keep to the length of a line that `.editorconfig` gives."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.kit.processes import PROJECT

TEMPLATES = sorted(
    path
    for app in ("accounts", "games", "notifications", "sekigahara")
    for path in (PROJECT / app / "templates").rglob("*.*")
)
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}")
UNBREAKABLE = re.compile(r"\{%(?:(?!%\}).)*%\}|[\w-]+=\"[^\"\s]*\"/?>?")
"""A template tag, or an attribute without white space outside of tags."""


def longest_allowed() -> int:
    """The length that `.editorconfig` gives for all files."""
    config = ConfigParser()
    config.read_string("[top]\n" + (PROJECT / ".editorconfig").read_text(encoding="utf-8"))
    return config.getint("*", "max_line_length")


def is_unbreakable(line: str) -> bool:
    """Whether a line is one tag or one attribute, and so cannot be broken."""
    text = line.strip()
    return bool(UNBREAKABLE.fullmatch(text) or UNBREAKABLE.fullmatch(TAG.sub("x", text)))


def too_long(path: Path) -> list[str]:
    """The lines of a template that could be shorter."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if len(line) > longest_allowed() and not is_unbreakable(line)]


def test_lines_of_templates_are_no_longer_than_editorconfig_says() -> None:
    assert {str(path): lines for path in TEMPLATES if (lines := too_long(path))} == {}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  {% blocktranslate trimmed with name=player.name %}", True),
        ('  href="{% url "games:game" game.public_id %}?as={{ side }}">', True),
        ('  <a href="/">{% translate "Home" %}</a>', False),
        ('  {% if x %}{% translate "Yes" %}{% endif %}', False),
        ('  title="Two words"', False),
    ],
)
def test_only_a_line_of_one_tag_or_one_attribute_may_be_longer(line: str, expected: bool) -> None:
    assert is_unbreakable(line) is expected
