"""The printed example of combat can be stepped through, with the numbers that the rule book gives."""

import re

import pytest
from django.test import Client

from tests.web.browsers import shown

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SCORES = ["0:0", "1:0", "1:3", "6:3", "6:6", "7:6", "7:8", "12:8", "12:8", "16:8", "12:12"]
"""West's impact and East's, as the example writes them."""


def impact(page: str, side: str) -> str:
    (row,) = re.findall(rf'<div class="rank of-{side}.*?</div>', page)
    (total,) = re.findall(r'class="total">(\d+)<', row)
    return str(total)


def test_example_has_the_scores_of_the_rule_book_step_by_step() -> None:
    pages = [shown(f"/rules/example/{number}/") for number in range(1, len(SCORES) + 1)]
    assert [f"{impact(page, 'west')}:{impact(page, 'east')}" for page in pages] == SCORES


def test_example_ends_with_the_retreat_after_its_last_step() -> None:
    page = shown("/rules/example/14/")
    assert "Step 14 of 14" in page
    assert "West retreated from Kiso to Matsumoto with 4 blocks." in page
    assert 'rel="next"' not in page


@pytest.mark.parametrize("number", [0, 15, 10**9])
def test_no_step_is_before_the_first_or_after_the_last(number: int) -> None:
    assert Client().get(f"/rules/example/{number}/").status_code == 404


def test_rule_of_the_example_leads_to_its_first_step() -> None:
    assert shown("/rules/").count('href="/rules/example/1/"') == 1
