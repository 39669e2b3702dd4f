"""Whoever makes up a message says whom it names: what is kept of it loses whoever closes their account.

A function that makes up a mail ends with `.naming(person)`, or with `names=`, where the subject names others
than its recipient; one that makes up an event for webhooks gives `Event` the ids of whom that names. One
that names nobody stands in NAMES_NOBODY.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = ("from notifications.letters import", "from notifications.registry import")
NAMES_NOBODY = {
    "accounts/notices.py": {"restriction", "sign_in", "token_expiring"},
    "games/notices/game_events.py": {"game_event"},
    "games/ladders/notices.py": {"absent", "told"},
    "games/ladders/clubs/webhook_events.py": {"paired", "stepped"},
    "games/ladders/clubs/notices.py": {"announcement", "decision", "removed", "dissolved", "role"},
    "games/ladders/challenges/notices.py": {"taken_off"},
    "games/ladders/arbitration/notices.py": {"no_arbiter"},
    "games/ladders/digests/notices.py": {"digest", "digest_event"},
}
"""By the file: functions."""

ARGUMENTS_OF_EVENT = 4


def makers() -> Iterator[tuple[str, str, bool]]:
    """Every function that makes up mails or events: the file, its name, and whether it says whom it names."""
    for app in ("accounts", "games"):
        for path in sorted(Path(ROOT, app).rglob("*.py")):
            text = path.read_text()
            if any(module in text for module in MODULES):
                for node in ast.parse(text).body:
                    if isinstance(node, ast.FunctionDef) and (says := _says(node)) is not None:
                        yield str(path.relative_to(ROOT)), node.name, says


def _says(function: ast.FunctionDef) -> bool | None:
    """Whether a function says whom it names; None where it makes up nothing."""
    calls = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
    named = [each for each in calls if isinstance(each.func, ast.Name)]
    called = {ast.unparse(each.func) for each in named}
    if "letter" in called:
        written = ast.unparse(function)
        return ".naming(" in written or "names=" in written
    events = [each for each in named if ast.unparse(each.func) == "Event"]
    return all(len(each.args) == ARGUMENTS_OF_EVENT for each in events) if events else None


def test_names_in_messages_are_noted() -> None:
    found = list(makers())
    assert len(found) > 20
    silent = {(path, name) for path, name, says in found if not says}
    nobody = {(path, name) for path, names in NAMES_NOBODY.items() for name in names}
    assert not silent - nobody, "end with .naming(person), or list it in NAMES_NOBODY"
    assert not nobody - silent, "take it out of NAMES_NOBODY"
