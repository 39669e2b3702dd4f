"""Whom a person has blocked: they find them among their settings, and take a block back."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from accounts.models.person import Block, Person
from tests.accounts.conftest import new_browser, somebody
from tests.kit.pages import in_one_line, words_of

pytestmark = pytest.mark.django_db


def page_of(browser: Client) -> str:
    return words_of(browser.get("/me/"))


def buttons(browser: Client) -> dict[str, str]:
    """By the name of whom it is about, where a button leads."""
    found = re.findall(r"<h3>(.+?)</h3>.*?action=\"(/me/blocks/[^\"]+)\"", page_of(browser), re.DOTALL)
    return dict(found)


def blocked_by(person: Person) -> list[str]:
    return sorted(block.blocked.name for block in Block.objects.filter(person=person))


def test_person_without_blocks_reads_how_to_block(signed_in: Client) -> None:
    page = page_of(signed_in)
    assert "You have not blocked anyone." in page
    assert "Take back" not in page


def test_blocks_are_listed_with_their_time_latest_first(signed_in: Client, person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(zone="Asia/Tokyo")
    for hour, name in ((20, "Bungo"), (21, "Chikuzen"), (22, "")):
        with time_machine.travel(datetime(2026, 3, 1, hour, tzinfo=UTC)):
            Block.objects.create(person=person, blocked=somebody(name))
    page = page_of(signed_in)
    assert list(buttons(signed_in)) == ["nameless", "Chikuzen", "Bungo"]
    assert "2 March 2026, 05:00" in page
    assert "You have not blocked anyone." not in page
    assert "@example.org" not in page.replace(person.email, "")


def test_a_blocked_name_is_escaped(signed_in: Client, person: Person) -> None:
    Block.objects.create(person=person, blocked=somebody('<b>" onclick="x'))
    page = in_one_line(signed_in.get("/me/").content.decode())
    assert '<b>"' not in page
    assert '" onclick="x' not in page


def test_nobody_reads_that_they_are_blocked(person: Person) -> None:
    blocked = somebody("Bungo")
    browser = new_browser()
    browser.force_login(blocked)
    own = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')
    before = own.sub("", page_of(browser))
    Block.objects.create(person=person, blocked=blocked)
    assert own.sub("", page_of(browser)) == before


def test_one_block_is_taken_back_and_no_other(signed_in: Client, person: Person) -> None:
    for name in ("Bungo", "Chikuzen"):
        Block.objects.create(person=person, blocked=somebody(name))
    Block.objects.create(person=somebody("Dewa"), blocked=Person.objects.get(name="Bungo"))
    button = buttons(signed_in)["Bungo"]
    assert signed_in.get(button)["Location"] == "/me/"  # a link alone takes nothing back
    assert blocked_by(person) == ["Bungo", "Chikuzen"]
    page = words_of(signed_in.post(button, follow=True))
    assert "You no longer block Bungo, who can invite you again." in page
    assert list(buttons(signed_in)) == blocked_by(person) == ["Chikuzen"]
    assert blocked_by(Person.objects.get(name="Dewa")) == ["Bungo"]


def test_a_second_click_changes_nothing_and_says_nothing(signed_in: Client, person: Person) -> None:
    block = Block.objects.create(person=person, blocked=somebody("Bungo"))
    (button,) = buttons(signed_in).values()
    signed_in.post(button, follow=True)
    again = signed_in.post(button, follow=True)
    assert again.redirect_chain == [("/me/", 302)]
    assert "You no longer block" not in again.content.decode()
    Block.objects.create(person=person, blocked=block.blocked)
    signed_in.post(button)
    assert blocked_by(person) == ["Bungo"], "the button is of the block that is gone, and of no later one"


def test_nothing_on_the_page_counts_the_blocks_of_others(signed_in: Client, person: Person) -> None:
    """Else somebody would see by two of their own whether there was another between them."""
    Block.objects.create(pk=987_654, person=person, blocked=somebody("Bungo"))
    assert buttons(signed_in)
    assert "987654" not in page_of(signed_in)
