"""A form depends only on the view and the options of the side that decides."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

import games.web.answers
from games.engine import options, pending_for, view
from games.engine.side import OTHER, SIDES
from games.web.answers import described, form
from tests.engine.golden.recording import names
from tests.kit.twins import twin
from tests.web.answers.positions import asked

FOLDER = Path(games.web.answers.__file__).parent


@pytest.mark.parametrize("name", names()[::4])
def test_twins_that_differ_in_what_the_enemy_hides_have_the_same_form(name: str) -> None:
    random = Random(name)
    other_bids = 0
    for number, each in enumerate(asked(name)):
        if number % 5:
            continue
        other = twin(each.rules, each.state, SIDES[OTHER[each.side]], random)
        assert pending_for(other, each.side) is not None
        forms = []
        for state in (each.state, other):
            offered = options(each.rules, state, each.side)
            assert offered is not None
            forms.append(form(each.rules, view(each.rules, state, each.side), described(offered)))
        assert forms[0] == forms[1]
        other_bids += other != each.state
    assert other_bids > 10, "the twins differ in nothing"


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
