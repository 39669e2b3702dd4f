"""The page of an edition: every fact with how sure it is."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from games.editions import edition_ids, rule_texts, ruleset
from games.web.edition import GRADES
from tests.web.browsers import text

pytestmark = pytest.mark.django_db


def test_every_fact_of_the_edition_is_there_with_its_grade() -> None:
    rules = ruleset("kessen")
    page = text(Client().get("/editions/kessen/"))
    printed = rules.edition
    for name in [place.name for place in printed.locations] + [block.name for block in printed.blocks]:
        assert f">{name}<" in page
    used = {
        fact.grade
        for facts in (
            printed.locations,
            printed.roads,
            printed.disks,
            printed.blocks,
            printed.cards,
            printed.setup,
        )
        for fact in facts
    }
    assert used <= set(GRADES)
    for grade in used:
        assert f'<th scope="row">{grade}</th>' in page
    counted = sum(int(number) for number in re.findall(r"<td>(\d+)</td></tr>", page.split("</table>")[0]))
    assert counted == sum(
        len(facts)
        for facts in (
            printed.locations,
            printed.roads,
            printed.disks,
            printed.blocks,
            printed.cards,
            printed.setup,
        )
    )
    assert rules.digest in page


def test_the_rules_are_there_in_short_each_at_an_address_of_its_own() -> None:
    page = text(Client().get("/editions/kessen/"))
    assert page.count('id="rules"') == 1
    numbers = [number for number in rule_texts() if not number.startswith("R-")]
    assert re.findall(r'<dt id="rule-([\d.]+)">', page) == numbers
    for number in numbers:
        assert escape(rule_texts()[number].text) in page


def test_the_page_of_an_edition_has_a_board_without_anybodys_secrets() -> None:
    page = text(Client().get("/editions/kessen/"))
    assert page.count('class="board"') == 1
    assert "?from=" not in page


@pytest.mark.parametrize("odd", ["nosuch", "..", "kessen.toml", "Kessen", "%2e%2e", "kessen%00", "a" * 500])
def test_there_is_no_edition_of_an_odd_name(odd: str) -> None:
    assert Client().get(f"/editions/{odd}/").status_code == 404


def test_every_edition_there_is_has_a_page() -> None:
    for edition in edition_ids():
        assert Client().get(f"/editions/{edition}/").status_code == 200
