"""Limits have a name, a place in the table of the deploy guide, and a variable of the environment."""

import json
import re
from pathlib import Path

import pytest

from accounts.rate_limits import DECLARED_LIMITS, check_chosen_limits
from tests.architecture.test_settings import probed, read

PROJECT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "notifications", "sekigahara")
MADE = re.compile(r'^(?!    [A-Z]+ =).*\bLimit(\.declare)?\(\s*"(.+?)"', re.MULTILINE)
"""But not in the example of a docstring."""
ROW = re.compile(r"^\| `(LIMIT_[A-Z_]+)` \| (\d+)/(\d+) \| (.+) \|$", re.MULTILINE)


def test_guide_lists_every_limit_with_its_default() -> None:
    check_chosen_limits()
    guide = (PROJECT / "deploy" / "README.md").read_text(encoding="utf-8")
    listed = {variable: (int(most), int(seconds)) for variable, most, seconds, _what in ROW.findall(guide)}
    assert listed == {variable: limit[1:] for variable, limit in DECLARED_LIMITS.items()}


def test_no_limit_of_the_service_is_undeclared() -> None:
    """One that is made otherwise has no variable, and stands in no table."""
    check_chosen_limits()
    texts = [path.read_text(encoding="utf-8") for app in APPS for path in (PROJECT / app).rglob("*.py")]
    made = [made for text in texts for made in MADE.findall(text)]
    assert {name for declare, name in made if declare} == {limit.name for limit in DECLARED_LIMITS.values()}
    assert not [name for declare, name in made if not declare]


def test_installation_chooses_its_limits(tmp_path: Path) -> None:
    chosen = {"LIMIT_SIGN_IN_LINKS_FROM_A_SENDER": "40/7200", "LIMIT_NOTHING": "1/1"}
    probe = """
import django, json
django.setup()
from accounts import links, rate_limits
print(json.dumps([links.LINKS_FROM_SENDER[1:], [each.msg for each in rate_limits.check_chosen_limits()]]))
"""
    done = probed(probe, SEKIGAHARA_HOME=str(tmp_path), **chosen)
    assert json.loads(done.stdout) == [[40, 7200], ["LIMIT_NOTHING limits nothing."]]


@pytest.mark.parametrize("value", ["20", "20/0", "-1/60", "twenty/60", "20/60/60", ""])
def test_limit_that_is_no_limit_is_refused(value: str, tmp_path: Path) -> None:
    done = read("DEBUG", SEKIGAHARA_HOME=str(tmp_path), LIMIT_PAGES=value)
    assert done.returncode != 0
    assert "LIMIT_PAGES: is not such as 20/3600" in done.stderr
