"""The rules as the API tells them, and the way to them from what is refused."""

import pytest

from games.rulebook.differences import described as in_words
from games.rulebook.editions import edition_ids, ruleset
from games.rulebook.rules import rulebook
from tests.kit.calling import Caller, problem_of

pytestmark = pytest.mark.django_db


def test_every_rule_and_ruling_is_told() -> None:
    told = Caller().get("rules/").json()["rules"]
    book = rulebook()
    assert [rule["number"] for rule in told] == [*book.rules, *book.rulings]
    assert all(rule["title"] and rule["text"] for rule in told)
    for number in ("8.6.1", "R-07"):
        assert Caller().get(f"rules/{number}/").json() in told


def test_a_ruling_says_what_it_reads_and_why_it_was_needed() -> None:
    ruling = Caller().get("rules/R-23/").json()
    words = rulebook().rulings["R-23"]
    assert (ruling["because"], ruling["reason"]) == ("secrecy", words.reason)
    assert ruling["rules"] == ["8.8.2", "8.8.3", "8.8.4"]
    rule = Caller().get("rules/8.8.2/").json()
    assert (rule["because"], rule["reason"], rule["rules"]) == ("", "", [])


def test_a_rule_says_what_holds_in_each_edition() -> None:
    (difference,) = Caller().get("rules/8.4.1/").json()["differences"]
    assert difference["name"] == "special_bonus_per_earlier"
    assert difference["editions"] == {
        edition: in_words("special_bonus_per_earlier", ruleset(edition).edition).text
        for edition in edition_ids()
    }


@pytest.mark.parametrize("number", ["99", "8.6.1x", "r-07"])
def test_a_rule_there_is_not(number: str) -> None:
    problem_of(Caller().get(f"rules/{number}/"), 404)


def test_a_rule_is_read_by_people_where_problems_lead_them() -> None:
    """As ``test_problems`` has the address."""
    assert Caller().get("rules/7.3.1/").json()["url"] == "http://testserver/rules/#rule-7-3-1"
