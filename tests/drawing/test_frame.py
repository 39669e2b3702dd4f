"""The frame of every page: what it links, what it offers to whom, and that its inks can be read."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from accounts.models.person import Person
from games.drawing.svg import inks

PROJECT = Path(__file__).resolve().parents[2]
STATIC = [PROJECT / "sekigahara" / "static", PROJECT / "games" / "static"]
PAGES = [
    path.relative_to(PROJECT)
    for app in ("accounts", "games", "notifications", "sekigahara")
    for path in sorted((PROJECT / app / "templates").rglob("*.html"))
    if "/mail" not in str(path.relative_to(PROJECT))  # a mail brings its style along
]


def offered(page: str) -> list[str]:
    """What the navigation of a page offers."""
    found = re.search(r"<nav.*?</nav>", page, re.DOTALL)
    return re.findall(r">([^<>]+)</a>", found[0]) if found else []


@pytest.mark.django_db
def test_strangers_are_offered_to_watch_and_to_sign_in(client: Client) -> None:
    page = client.get("/nothing-here/")
    assert page.status_code == 404
    assert offered(page.content.decode()) == ["Join or watch", "Clubs", "Editions", "Sign in"]


@pytest.mark.django_db
def test_signed_in_people_are_offered_their_games_and_settings(client: Client) -> None:
    client.force_login(Person.objects.at("mariko@example.org"))
    page = client.get("/nothing-here/").content.decode()
    assert offered(page) == ["My games", "New game", "Join or watch", "Clubs", "Editions", "Settings"]


@pytest.mark.django_db
def test_a_browser_with_the_link_of_a_seat_is_offered_its_game_and_to_sign_in(client: Client) -> None:
    session = client.session
    session["seats"] = {"abc.west": (1, "2026-11-21T00:00:00+00:00")}
    session.save()
    page = client.get("/nothing-here/").content.decode()
    assert offered(page) == ["My games", "Join or watch", "Clubs", "Editions", "Sign in"]


def test_the_page_of_a_crash_needs_nothing_that_could_be_broken() -> None:
    page = render_to_string("500.html")
    assert offered(page) == []
    assert "Something went wrong on our side" in page


def test_the_page_one_is_on_is_said_to_be_current(rf: RequestFactory) -> None:
    page = render_to_string("404.html", request=rf.get("/sign-in/"))
    assert re.findall(r'href="([^"]+)" aria-current="page"', page) == ["/sign-in/"]


def test_everything_the_frame_and_the_style_sheets_need_is_ours_and_there() -> None:
    page = render_to_string("base.html")
    linked = re.findall(r'(?:href|src)="/static/([^"?]+)"', page)
    assert len(linked) >= 2
    for sheet in (path for folder in STATIC for path in folder.glob("*.css")):
        text = sheet.read_text(encoding="utf-8")
        linked += re.findall(r'url\("([^"]+)"\)', text)
        assert "@import" not in text
    missing = [name for name in linked if finders.find(name) is None]
    assert not missing


@pytest.mark.parametrize("template", PAGES, ids=str)
def test_no_page_has_style_or_script_inside(template: Path) -> None:
    text = (PROJECT / template).read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)|https?://", text)


def test_every_drawing_that_a_page_asks_for_is_there_and_none_is_for_nothing() -> None:
    shown = {
        name
        for template in PAGES
        for name in re.findall(
            r'_art.html" with name="(\w+)"', (PROJECT / template).read_text(encoding="utf-8")
        )
    }
    drawn = (STATIC[1] / "art.svg").read_text(encoding="utf-8")
    assert {*re.findall(r'<symbol id="(\w+)"', drawn)} == shown
    assert len(drawn) < LARGEST_DRAWINGS


LARGEST_DRAWINGS = 10_000
"""Characters of the file of all drawings."""

INK_ON_PAPER = [
    ("ink", "paper"),
    ("soft", "paper"),
    ("soft", "sheet"),
    ("soft", "sunk"),
    ("vermilion", "paper"),
    ("vermilion-dark", "paper"),
    ("east-ink", "sheet"),
    ("west-ink", "sheet"),
    ("west-ink", "paper"),
    ("sheet", "ink"),
    ("sheet", "vermilion"),
    ("ink", "lit"),
    ("ink", "chosen"),
    ("soft", "chosen"),
    ("ink", "land"),
    ("washi", "east"),
    ("sumi", "west"),
    ("washi", "seal"),
    ("vermilion-dark", "alarm"),
]


def colours_of(sheet: str) -> dict[str, str]:
    """What a sheet names, by name."""
    text = (STATIC[0] / sheet).read_text(encoding="utf-8")
    return dict(re.findall(r"--([a-z-]+): #([0-9a-f]{6});", text))


@pytest.mark.parametrize("sheet", ["sekigahara.css", "dark.css"])
@pytest.mark.parametrize(("ink", "paper"), INK_ON_PAPER)
def test_every_ink_can_be_read_on_its_paper(ink: str, paper: str, sheet: str) -> None:
    """WCAG AA: 4.5 to 1."""
    colours = colours_of(sheet)
    dark, light = sorted((luminance(colours[ink]), luminance(colours[paper])))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_every_colour_has_a_name_and_a_second_value_for_dark_pages() -> None:
    assert {*colours_of("sekigahara.css")} == {*colours_of("dark.css")}
    named = re.compile(r"^\s*--[a-z-]+: .*$", re.MULTILINE)
    for sheet in (path for folder in STATIC for path in folder.glob("*.css")):
        plain = named.sub("", sheet.read_text(encoding="utf-8"))
        assert not re.findall(r"#[0-9a-f]{3,8}\b(?=[;\s,)])|\brgba?\(|\bhsla?\(", plain), sheet.name


def test_every_colour_of_a_drawing_has_a_name_that_is_known_outside_of_pages() -> None:
    assert "var(" not in inks()
    assert "#24395b" in inks(), "East"


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
