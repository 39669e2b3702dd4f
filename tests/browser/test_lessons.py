"""A newcomer plays a lesson on a phone: a few taps on its board, and it is done."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Place, window
from tests.browser.windows import PHONE

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]


def test_a_lesson_is_done_with_a_few_taps(browser: Browser, place: Place) -> None:
    with window(browser, place, PHONE, scripts=True) as newcomer:
        page = newcomer.page
        newcomer.open("/lessons/")
        page.get_by_role("button", name="Begin lesson 2").click()
        taught = page.locator(".taught")
        expect(taught).to_contain_text("Lesson 2 of 6")
        box = taught.bounding_box()
        assert box
        assert box["y"] + box["height"] < PHONE.height, "the task is not on the first screen"
        panel = page.locator(".panel")
        panel.get_by_role("button", name=re.compile("^Muster")).click()
        for number in range(3):
            panel.get_by_role("button", name=re.compile("^Tokugawa")).nth(number).click()
        page.locator('[data-location="edo"]:visible').first.dispatch_event("click")
        panel.get_by_role("button", name="Send").click()
        expect(page.get_by_role("heading", name="Done")).to_be_visible()
        newcomer.look_over()
        assert newcomer.barriers() == []
        page.get_by_role("button", name="Next lesson: A battle").click()
        expect(taught).to_contain_text("Lesson 3 of 6")
        newcomer.press("A hint")
        newcomer.press("Another hint")
        assert newcomer.barriers() == []
        newcomer.open("/lessons/")
        assert newcomer.shows("Done")
        assert newcomer.barriers() == []
