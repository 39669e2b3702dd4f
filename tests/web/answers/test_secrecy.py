"""A form depends only on the view and the options of the side that decides."""

from __future__ import annotations

import ast
from pathlib import Path

import games.web.answers

FOLDER = Path(games.web.answers.__file__).parent


def test_no_module_of_the_forms_can_look_anything_up() -> None:
    """No models, services, queries, settings, clock or chance: what is not handed in is not known."""
    allowed = {
        "__future__", "collections", "json", "typing", "urllib", "msgspec", "django",
        "games.engine.actions", "games.engine.edition_data", "games.engine.errors", "games.engine.grave",
        "games.engine.options",
        "games.rule_numbers", "games.engine.ruleset",
        "games.engine.side", "games.story", "games.story.answers", "games.story.consequences",
        "games.story.names", "games.story.situation", "games.drawing.blocks", "games.drawing.cards",
    }  # fmt: skip
    found = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found.add(node.module or "")
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
    own = {module for module in found if module.startswith("games.web.answers")}
    others = {module if module.startswith("games") else module.split(".")[0] for module in found - own}
    assert others <= allowed
    django = {module for module in found if module.startswith("django")}
    assert django <= {
        "django.http",
        "django.template.loader",
        "django.utils.functional",
        "django.utils.html",
        "django.utils.safestring",
        "django.utils.text",
        "django.utils.translation",
    }
