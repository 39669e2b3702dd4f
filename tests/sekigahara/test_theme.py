"""Light or dark: what a visitor chose is kept without an account, and nothing else is."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from sekigahara.pages import theme
from tests.kit.pages import in_one_line

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def sheets(page: str) -> list[str]:
    """The names of the joined sheets of a page that have its colours."""
    return re.findall(r'href="/static/(pages\w*)\.css\?', page)


def shown(browser: Client) -> str:
    return in_one_line(browser.get("/rules/").content.decode())


def test_nobody_who_chooses_nothing_gets_a_cookie_and_pages_follow_the_browser() -> None:
    browser = Client()
    page = shown(browser)
    assert theme.COOKIE not in browser.cookies
    assert "data-theme" not in page
    assert sheets(page) == ["pages"]
    assert len(re.findall('name="theme-color" content="#[0-9a-f]{6}" media=', page)) == 2


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_a_choice_holds_for_every_page_from_then_on(chosen: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    there = "http://testserver/archive/?player=W"
    answer = browser.post("/theme/", {"theme": chosen}, headers={"Referer": there})
    assert (answer.status_code, answer["Location"]) == (302, f"{there}#theme")
    assert browser.cookies[theme.COOKIE]["httponly"]
    page = shown(browser)
    assert f'data-theme="{chosen}"' in page
    assert f'value="{chosen}" aria-pressed="true"' in page
    assert sheets(page) == [f"pages_{chosen}"]
    assert len(re.findall('name="theme-color"', page)) == 1


def test_the_browser_is_followed_again_once_that_is_chosen() -> None:
    browser = Client()
    browser.post("/theme/", {"theme": "dark"})
    browser.post("/theme/", {"theme": "system"})
    assert browser.cookies[theme.COOKIE].value == ""
    assert "data-theme" not in shown(browser)


def test_by_https_a_choice_is_kept_under_a_name_that_no_subdomain_can_set(settings: Settings) -> None:
    settings.COOKIE_PREFIX, settings.SESSION_COOKIE_SECURE = "__Host-", True
    browser = Client()
    browser.cookies[theme.COOKIE] = "dark"
    assert 'data-theme="dark"' in shown(browser), "what an earlier release kept still counts"
    browser.post("/theme/", {"theme": "light"})
    cookie = browser.cookies["__Host-theme"]
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
    assert 'data-theme="light"' in shown(browser)
    browser.post("/theme/", {"theme": "system"})
    assert "data-theme" not in shown(browser)


def test_by_https_messages_wait_under_such_a_name_too(settings: Settings) -> None:
    settings.COOKIE_PREFIX, settings.SESSION_COOKIE_SECURE = "__Host-", True
    browser = Client()
    browser.post("/sign-out/")
    assert browser.cookies["__Host-messages"]["secure"]
    assert "You have signed out." in browser.get("/sign-in/").content.decode()
    assert "messages" not in browser.cookies


@pytest.mark.parametrize("back", ["", "https://example.org/", "//example.org/", "javascript:alert(1)"])
def test_nobody_is_led_away_from_the_service(back: str) -> None:
    answer = Client().post("/theme/", {"theme": "dark"}, headers={"Referer": back})
    assert answer["Location"] == "/#theme"


def test_a_cookie_that_says_anything_else_says_nothing() -> None:
    browser = Client()
    browser.cookies[theme.COOKIE] = '"><script>'
    page = shown(browser)
    assert "data-theme" not in page
    assert "<script>" not in page


def test_theme_cannot_be_got() -> None:
    assert Client().get("/theme/").status_code == 405


def test_the_board_is_a_print_until_somebody_likes_it_plain_whatever_their_theme() -> None:
    browser = Client()
    assert "data-board" not in shown(browser)
    browser.post("/theme/", {"theme": "dark"})
    browser.post("/theme/", {"board": "plain"})
    assert 'data-theme="dark" data-board="plain"' in shown(browser)
    browser.post("/theme/", {"board": "print"})
    page = shown(browser)
    assert "data-board" not in page
    assert 'data-theme="dark"' in page
