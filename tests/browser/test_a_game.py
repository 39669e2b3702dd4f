"""Two people play in real browsers without scripts, from signing in to a stack move."""

import email
import email.policy
import re

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Place, window
from tests.browser.windows import DESK, PHONE, Window
from tests.kit.processes import wait_until
from tests.sekigahara.home import Home

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("browser")]


def newest_link(home: Home, address: str, kind: str) -> str:
    """The link of that kind in the newest mail to an address, once there is one."""
    found: list[str] = []

    def arrived() -> bool:
        for file in home.mails():
            mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            body = mail.get_body(preferencelist=("plain",))
            if mail["To"] == address and body is not None:
                found.extend(re.findall(rf"{re.escape(home.site)}/{kind}/\S+", body.get_content()))
                return bool(found)
        return False

    wait_until(arrived, what=f"a mail to {address}")
    return found[0]


def test_mail_leads_to_a_game_in_which_a_stack_moves(browser: Browser, place: Place) -> None:
    ieyasu, mitsunari = "ieyasu@example.org", "mitsunari@example.org"
    with window(browser, place, PHONE) as east, window(browser, place, DESK) as west:
        sign_in(east, place.home, ieyasu)
        begin(east, mitsunari)
        accept(west, place.home, mitsunari)
        east.open(newest_link(place.home, ieyasu, "t"))
        assert "/t/" not in east.page.url, "the token stayed in the address"
        bid(east)
        assert east.shows("The game waits for")
        bid(west)
        east.look_again()
        mover, watcher = (east, west) if is_asked(east) else (west, east)
        choose_level(mover)
        march(mover)
        watcher.look_again()
        assert watcher.shows("Since you last looked")


def is_asked(window: Window) -> bool:
    return window.page.title().startswith("Your decision")


def sign_in(window: Window, home: Home, address: str) -> None:
    window.open("/sign-in/")
    window.page.fill("input[name=email]", address)
    window.press("Mail me a link")
    window.open(newest_link(home, address, "sign-in"))
    window.page.fill("input[name=name]", "Ieyasu")
    window.press("Sign in")
    assert window.shows("Welcome.")


def begin(window: Window, opponent: str) -> None:
    window.open("/games/new/")
    window.page.fill("input[name=invited]", opponent)
    window.press("More choices")
    window.choose("East: Tokugawa Ieyasu")
    window.press("Begin")
    assert window.shows(f"on its way to {opponent}")


def accept(window: Window, home: Home, address: str) -> None:
    window.open(newest_link(home, address, "i"))
    assert window.shows("Ieyasu invites you to play")
    window.press("Accept, and begin")
    assert is_asked(window)


def bid(window: Window) -> None:
    window.page.locator("#answer label:has(input[name=card])").first.click()
    window.press("Say now what you want if it wins")
    window.choose("Go first this week")
    window.press("Bid this card")
    heading = window.page.locator("h1").bounding_box()
    assert heading
    assert heading["y"] >= 0, "one is back at the form, past what is new"


def choose_level(window: Window) -> None:
    window.choose("Total movement")
    for card in window.page.locator("#answer label:has(input[name=cards])").all()[:2]:
        card.click()
    window.press("Choose this level")


def march(window: Window) -> None:
    """A stack parts: a block goes one way, another block another way."""
    page = window.page
    places, blocks = (
        page.locator("#answer ul.choices a"),
        page.locator("#answer label:has(input[name=blocks]:not([value=all]))"),
    )
    near = page.locator("#answer fieldset", has_text="Where to: 1 location away").locator("label")
    for number in range(places.count()):
        places.nth(number).click()
        window.look_over()
        if blocks.count() > 1 and near.count() > 1:
            break
        window.press("Do something else instead")
    targets = []
    for number, button in enumerate(("Add this group, then another", "Move")):
        blocks.first.click()
        way = near.nth(number)
        targets.append(way.inner_text().split("\n")[0].strip())
        way.click()
        window.press(button)
    page.locator("details.story:not([open]) > summary").click()
    story = page.inner_text(".story")
    assert all(target in story for target in targets), f"{targets} in {story}"
    assert re.search(r"My latest action: \w+ moved from ", page.inner_text("main"))
    window.press("Take it back")
    assert re.search(r"Taken back: \w+ moved from ", page.inner_text("main"))
