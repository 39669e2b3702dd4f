"""Mails in a real browser, as mail programs show them: on phones and wider, in the light and in the dark."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from tests.sekigahara.home import Home

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages"), pytest.mark.long]

WIDTHS = (320, 390, 640)
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LEAST_LETTERS = 13
"""Pixels."""
MOST_DECISIONS = 11
SHOTS = "MAIL_SHOTS"
"""The variable of the environment that names a folder for a picture of each mail, for people to look at."""
MEASURES = """
() => ({
  wide: document.documentElement.scrollWidth,
  heading: document.querySelector("h1").textContent,
  size: Math.min(...[...document.querySelectorAll("p, li, td, a")].filter(each => each.checkVisibility())
    .map(each => parseFloat(getComputedStyle(each).fontSize))),
  buttons: document.querySelectorAll(".button a").length,
  faint: [...document.querySelectorAll("h1, h2, p, li, p a, li a, .button a")]
    .filter(each => each.checkVisibility() && contrast(each) < 4.5).map(each => each.textContent.trim()),
})
"""
CONTRAST = """
const light = text => {
  const [r, g, b] = text.match(/\\d+/g).slice(0, 3).map(each => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const below = each => {
  const ground = getComputedStyle(each).backgroundColor;
  return ground === "rgba(0, 0, 0, 0)" ? below(each.parentElement) : ground;
};
window.contrast = each => {
  const [more, less] = [light(getComputedStyle(each).color), light(below(each))].sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
};
"""


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """Subject and page of each mail, by what it is about."""
    home = Home(tmp_path_factory.mktemp("home"))
    found: dict[str, dict[str, str]] = json.loads(home.run("-m", "tests.browser.letters").splitlines()[-1])
    return found


def shown(
    browser: Browser, mails: dict[str, dict[str, str]]
) -> Iterator[tuple[str, str, int, dict[str, Any]]]:
    """Each mail at each width, in the light and in the dark: what it is, its subject, and its measures."""
    for width in WIDTHS:
        for scheme in SCHEMES:
            page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            for about, mail in mails.items():
                page.set_content(mail["html"])
                page.add_script_tag(content=CONTRAST)
                yield f"{about} at {width}, {scheme}", mail["subject"], width, page.evaluate(MEASURES)
                if folder := os.environ.get(SHOTS):
                    path = Path(folder) / f"{about}-{width}-{scheme}.png"
                    page.screenshot(path=path, full_page=True)
                    path.with_name(f"{about}.txt").write_text(mail["text"], encoding="utf-8")
            page.close()


def test_every_mail_fits_every_width_and_can_be_read_in_light_and_dark(
    browser: Browser, mails: dict[str, dict[str, str]]
) -> None:
    wrong = []
    for about, subject, width, measures in shown(browser, mails):
        wrong += [f"{about}: {measures['wide']} wide"] if measures["wide"] > width else []
        wrong += [f"{about}: headed {measures['heading']}"] if measures["heading"] != subject else []
        wrong += [f"{about}: {measures['buttons']} buttons"] if measures["buttons"] > 1 else []
        wrong += [f"{about}: letters of {measures['size']} px"] if measures["size"] < LEAST_LETTERS else []
        wrong += [f"{about}: faint {text}" for text in measures["faint"]]
    assert wrong == []
    assert len(mails) > MOST_DECISIONS


def test_mail_shows_its_button_on_the_first_screen_of_a_phone(
    browser: Browser, mails: dict[str, dict[str, str]]
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    below = {}
    for about, mail in mails.items():
        page.set_content(mail["html"])
        for box in [each.bounding_box() for each in page.locator(".button a").all()]:
            assert box is not None
            if box["y"] + box["height"] > 800:
                below[about] = box["y"]
    page.close()
    assert below == {}
