"""The page of an edition: every fact with its reliability."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from games.rulebook.differences import described
from games.rulebook.editions import edition_ids, ruleset
from games.rulebook.rules import rule_path, rulebook
from games.web.edition import GRADES
from tests.web.browsers import text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


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
    table = page[page.index("<caption>How sure") :].split("</table>", maxsplit=1)[0]
    counted = sum(int(number) for number in re.findall(r"<td>(\d+)</td></tr>", table))
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


@pytest.mark.parametrize("edition", edition_ids())
def test_differing_rules_of_an_edition_link_to_all_rules(edition: str) -> None:
    page = text(Client().get(f"/editions/{edition}/"))
    section = page[page.index('<section id="rules">') :].split("</section>")[0]
    printed = ruleset(edition).edition
    for name, difference in rulebook().differences.items():
        assert escape(described(name, printed).text) in section
        assert f'href="{rule_path(difference.rules[0], edition)}"' in section
    assert f'href="/rules/?edition={edition}"' in section


def test_the_page_of_an_edition_has_a_board_without_anybodys_secrets() -> None:
    page = text(Client().get("/editions/kessen/"))
    assert page.count('class="board"') == 1
    assert "?from=" not in page


@pytest.mark.parametrize(
    "odd", ["nosuch", "..", "kessen.toml", "Kessen", "%2e%2e", "kessen%00", "a" * 500, "0" * 64, "f" * 63]
)
def test_an_unknown_edition_is_not_found(odd: str) -> None:
    assert Client().get(f"/editions/{odd}/").status_code == 404
