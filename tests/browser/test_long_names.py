"""Pages in which everybody, each club and each ladder has a name of 150 letters, on a phone."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Place, window
from tests.browser.test_pages import sign_in
from tests.browser.windows import Size
from tests.sekigahara.home import Home

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("pages")]

PHONE = Size(390, 844)
WORD = ("Konoenonobutada" * 10)[:150]
WORDS = ("Konoe no Nobutada, also called Sanmyakuin " * 4)[:150].strip()
RENAME = f"""
import django
django.setup()
from games.ladders import participation
from games.ladders.models.ladder import Entrant
from sekigahara.db import service_time
from accounts.models.person import Person
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
for person in Person.objects.exclude(name=""):
    Person.objects.filter(pk=person.pk).update(name=({WORD!r}, {WORDS!r})[person.pk % 2])
Club.objects.update(name={WORD!r})
for ladder in Ladder.objects.all():
    Ladder.objects.filter(pk=ladder.pk).update(name=f"{WORDS} {{ladder.pk}}")
paired = Entrant.objects.select_related("ladder__club").earliest("pk").ladder
rules = participation.Rules("Challenges", "kessen", pace=3, format=Ladder.Format.CHALLENGE)
people = [each.person for each in paired.entrants.select_related("person")]
ranked = participation.begin(club=paired.club, by=people[0], rules=rules, now=service_time.now())
for person in people:
    participation.take_part(ladder=ranked, person=person, most=1, now=service_time.now())
print(f"/ladders/{{ranked.public_id}}/")
"""
ROWS = ("/games/", "/games/open/", "/archive/", "/clubs/", "club", "members", "my clubs", "ladder")
OTHERS = ("bid", "watch", "join", "invitation", "member", "requests", "desk", "/me/", "/me/mail/")
"""Pages without rows of names, where a name is whole."""
WHOLE = {"club": "h1", "member": "h1", "watch": ".players", "invitation": "main"}
CUT = """
() => [...document.querySelectorAll("main .cut")].map(each => ({
  words: each.textContent.trim().replace(/\\s+/g, " "),
  lines: Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)),
  title: each.closest("[title]")?.title ?? "",
}))
"""


def test_long_name_is_cut_in_rows_and_no_page_scrolls_sideways(
    browser: Browser, place: Place, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("long-names")
    shutil.copytree(place.home.folder, folder, dirs_exist_ok=True)
    home = Home(folder)
    ranking = home.run("-c", RENAME).strip()
    with home.served(), window(browser, Place(home, place.paths, place.session), PHONE) as shown:
        sign_in(shown, Place(home, place.paths, place.session))
        for page in (*ROWS, *OTHERS, ranking):
            shown.open(path_of(place, page))
            cut = shown.page.evaluate(CUT)
            assert bool(cut) == (page in (*ROWS, ranking)), page
            assert max((each["lines"] for each in cut), default=0) <= 2, page
            assert [each for each in cut if each["title"] not in each["words"] or not each["title"]] == []
            if page in WHOLE:
                words = shown.page.inner_text(WHOLE[page])
                assert WORD in words or WORDS in words, page


def path_of(place: Place, page: str) -> str:
    """The path of a page of the stage, also of one whose link names the site that it was made for."""
    return place.paths.get(page, page).removeprefix(place.home.site)
