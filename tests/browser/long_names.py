"""Names of 150 letters for everybody, each club and each ladder, and how pages show them."""

from __future__ import annotations

from tests.browser.windows import Window

WORD = ("Konoenonobutada" * 10)[:150]
WORDS = ("Konoe no Nobutada, also called Sanmyakuin " * 4)[:150].strip()
RENAMED = f"""
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
"""Gives them these names, and prints where a ladder of challenges is."""
ROWS = ("/games/", "/games/open/", "/archive/", "/clubs/", "club", "members", "my clubs", "ladder", "ranking")
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


def assert_long_names_are_cut(shown: Window, page: str) -> None:
    """In rows they take two lines at most and are whole in a title; elsewhere they are whole.

    Args:
        shown: a phone.
        page: a path, or the name of a page of the stage.
    """
    cut = shown.page.evaluate(CUT)
    assert bool(cut) == (page in ROWS) or page not in (*ROWS, *OTHERS), page
    assert max((each["lines"] for each in cut), default=0) <= 2, page
    assert [each for each in cut if each["title"] not in each["words"] or not each["title"]] == [], page
    if page in WHOLE:
        words = shown.page.inner_text(WHOLE[page])
        assert WORD in words or WORDS in words, page
