"""Mails of every kind in a real browser, as mail programs show them: narrow and wide, light and dark."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from games.services.waiting import WINDOW, YOUR_PHASE
from notifications.bounces import BOUNCED
from notifications.registry import kinds
from tests.sekigahara.home import Home

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages")]

WIDTHS = (320, 390, 640)
FIRST_SCREEN = 844  # CSS pixels, of a phone
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LEAST_LETTERS = 13
"""Pixels."""
LEAST_CONTRAST = 4.5
SHOTS = "MAIL_SHOTS"
"""The variable of the environment that names a folder for pictures of the mails, for people to look at."""
FRAMES = """
async ([mails, widths, height]) => {
  document.head.innerHTML = '<meta name="color-scheme" content="light dark">';
  const show = (name, srcdoc, width) => new Promise(onload => {
    const frame = Object.assign(document.createElement("iframe"), { name, srcdoc, width, height, onload });
    frame.style.border = 0;
    document.body.append(frame);
  });
  await Promise.all(
    Object.entries(mails).flatMap(([about, mail]) => widths.map(width => show(about, mail.html, width)))
  );
}
"""
"""Shows every mail at every width in one page, which takes less time than a page for each."""
MEASURES = """
least => {
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
  const contrast = each => {
    const [more, less] = [light(getComputedStyle(each).color), light(below(each))].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  return [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument;
    const seen = [...page.querySelectorAll("h1, h2, h3, p, li, th, td, a, small")]
      .filter(each => each.checkVisibility())
      .filter(each => [...each.childNodes].some(child => child.nodeType === 3 && child.data.trim()));
    const buttons = [...page.querySelectorAll(".button a")];
    return {
      about: frame.name,
      width: Number(frame.width),
      is_dark: frame.contentWindow.matchMedia("(prefers-color-scheme: dark)").matches,
      wide: page.documentElement.scrollWidth,
      heading: page.querySelector("h1").textContent,
      size: Math.min(...seen.map(each => parseFloat(getComputedStyle(each).fontSize))),
      buttons: buttons.map(each => each.getBoundingClientRect().bottom),
      faint: seen.filter(each => contrast(each) < least).map(each => each.textContent.trim()),
    };
  });
}
"""


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """Subject and page of each mail, by the decision or the kind that it is about."""
    home = Home(tmp_path_factory.mktemp("home"))
    found: dict[str, dict[str, str]] = json.loads(home.run("-m", "tests.browser.letters").splitlines()[-1])
    return found


def test_there_is_a_mail_of_every_kind(mails: dict[str, dict[str, str]]) -> None:
    shown = {about.partition(",")[0] for about in mails}
    missing = {kind.name for kind in kinds()} - shown
    assert missing == {BOUNCED, WINDOW, YOUR_PHASE}, "what is never mailed, and what goes by its decision"


def test_every_mail_fits_every_width_and_can_be_read_in_light_and_dark(
    browser: Browser, mails: dict[str, dict[str, str]]
) -> None:
    page = browser.new_page()
    page.evaluate(FRAMES, [mails, WIDTHS, FIRST_SCREEN])
    wrong = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for each in page.evaluate(MEASURES, LEAST_CONTRAST):
            assert each["is_dark"] == (scheme == "dark")
            faults = faults_of(each, mails[each["about"]]["subject"])
            wrong += [f"{each['about']} at {each['width']}, {scheme}: {fault}" for fault in faults]
    page.close()
    take_pictures(browser, mails)
    assert wrong == []


def faults_of(measures: dict[str, Any], subject: str) -> list[str]:
    """What is wrong with a mail at a width.

    Args:
        measures: as the script takes them.
        subject: of the mail.
    """
    faults = [f"faint {text}" for text in measures["faint"]]
    faults += [f"{measures['wide']} wide"] if measures["wide"] > measures["width"] else []
    faults += [f"headed {measures['heading']}"] if measures["heading"] != subject else []
    faults += [f"letters of {measures['size']} px"] if measures["size"] < LEAST_LETTERS else []
    faults += [f"{len(measures['buttons'])} buttons"] if len(measures["buttons"]) > 1 else []
    if measures["width"] >= WIDTHS[1]:
        faults += [f"a button down to {foot}" for foot in measures["buttons"] if foot > FIRST_SCREEN]
    return faults


def take_pictures(browser: Browser, mails: dict[str, dict[str, str]]) -> None:
    """Keep a picture of each mail at each width, in light and dark, and its text, where a folder is named."""
    folder = os.environ.get(SHOTS)
    for width in WIDTHS if folder else ():
        for scheme in SCHEMES:
            page = browser.new_page(viewport={"width": width, "height": FIRST_SCREEN}, color_scheme=scheme)
            for about, mail in mails.items():
                page.set_content(mail["html"])
                path = Path(str(folder)) / f"{about}-{width}-{scheme}.png"
                page.screenshot(path=path, full_page=True)
                path.with_name(f"{about}.txt").write_text(mail["text"], encoding="utf-8")
            page.close()
