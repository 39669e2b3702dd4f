"""The printed examples can be stepped through, with the numbers that the rule books give."""

import re

import pytest
from django.test import Client

from tests.web.browsers import shown

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SCORES = {
    "combat": ["0:0", "1:0", "1:3", "6:3", "6:6", "7:6", "7:8", "12:8", "12:8", "16:8", "12:12"],
    "cavalry": ["0:0", "1:0", "1:3", "6:3", "6:6", "7:6", "7:8", "11:8", "11:13", "11:13", "11:13"],
}
"""West's impact and East's, as the examples write them."""
ENDS = {
    "combat": (14, "West retreated from Kiso to Matsumoto with 4 blocks."),
    "cavalry": (13, "East lost Maeda cavalry."),
    "movement": (8, "West moved from Ueda: 2 blocks through Saku to Takasaki."),
}


def impact(page: str, side: str) -> str:
    (row,) = re.findall(rf'<div class="rank of-{side}.*?</div>', page)
    (total,) = re.findall(r'class="total">(\d+)<', row)
    return str(total)


@pytest.mark.parametrize("name", SCORES)
def test_fight_has_the_scores_of_the_rule_book_step_by_step(name: str) -> None:
    pages = [shown(f"/rules/examples/{name}/{number}/") for number in range(1, len(SCORES[name]) + 1)]
    assert [f"{impact(page, 'west')}:{impact(page, 'east')}" for page in pages] == SCORES[name]


@pytest.mark.parametrize("name", ENDS)
def test_example_ends_after_its_last_step(name: str) -> None:
    last, sentence = ENDS[name]
    page = shown(f"/rules/examples/{name}/{last}/")
    assert f"Step {last} of {last}" in page
    assert sentence in page
    assert 'rel="next"' not in page


@pytest.mark.parametrize("step", ["combat/0", "combat/15", f"combat/{10**9}", "siege/1"])
def test_other_steps_and_examples_are_not_found(step: str) -> None:
    assert Client().get(f"/rules/examples/{step}/").status_code == 404


@pytest.mark.parametrize("name", ENDS)
def test_rule_leads_to_the_first_step_of_its_example(name: str) -> None:
    assert shown("/rules/").count(f'href="/rules/examples/{name}/1/"') == 1
