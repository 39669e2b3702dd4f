"""Every sentence of the pages and mails can be said in another language."""

import json
import re
import tomllib
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.db.models import F, Max
from django.utils.translation import trans_real
from django.views.i18n import JavaScriptCatalog
from pytest_django import Settings

from accounts.zones import zones_by_region
from games.models.game import Game
from games.models.seat import Seat
from games.rulebook.editions import FIXTURES
from games.rulebook.rules import rulebook
from games.services import computers
from games.services.waiting import YOUR_PHASE
from games.web.edition import GRADES
from notifications.models import Notification
from notifications.registry import kind_named
from sekigahara.server.joined_files import joined_file
from tests.kit import pseudo
from tests.kit.table import is_asked, table_where
from tests.permissions.test_table import answer_to, forgotten
from tests.permissions.world import World
from tests.secrecy.routes import Route, routes
from tests.web.untranslated import ENDS, Brackets, Found, Untranslated

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.long]

ROLES = ("nobody", "person", "player", "opponent", "arbiter", "organiser")
"""Who looks, and acts. All others are shown what one of these is."""


def named_in(data: Any) -> Iterator[str]:
    """What an edition names: places, clans, blocks and cards."""
    if isinstance(data, dict):
        yield from (data[key] for key in ("name", "title") if isinstance(data.get(key), str))
        data = list(data.values())
    if isinstance(data, list):
        for each in data:
            yield from named_in(each)


NAMES = {
    "the game and the service": {"Sekigahara", "UTC", "API", "JSON", "ZIP"},
    "of people": {*(f"Ashigaru {role}" for role in ("Host", "Bot", "Asker", "Blocked", "Removed"))},
    "of computer players": {*computers.COMPUTER_NAMES},
    "of places, clans, blocks and cards": {
        name
        for path in sorted(FIXTURES.glob("editions/*.toml"))
        for name in named_in(tomllib.loads(path.read_text(encoding="utf-8")))
    },
    "of time zones": {place for _region, zones in zones_by_region() for _zone, place in zones},
    "of answers over HTTP": {status.phrase for status in HTTPStatus},
    "of rules, whose text is English on every page": {rule.title for rule in rulebook().rules.values()},
    "of an error of the API": {"stale"},
    "of people, on their crests": {"E"},
    "of the grades of facts, as an edition's file has them; the page explains each": set(GRADES),
}
NAMES["of people"] |= {f"Ashigaru {role.capitalize()}" for role in ROLES} | {
    "Ashigaru Member",
    "East",
    "West",
}
"""What is the same in every language, by reason."""
WRITTEN = {
    *("Friends of Sekigahara", "An idle club", "Another", "Challenges", "New", "No challenges yet", "Free"),
    *("Good luck!", "Gone.", "May I?", "So it is.", "To see.", "You may."),
    *("Welcome", "We play on Fridays.", "Club evening", "We meet at eight."),
    *("Will he take the bait?", "The name is an insult."),
    *("another", "one more", "Same", "not None", "not club:manage", "not data:read", "not games:play"),
    *("not games:read", "not notifications"),
}
"""What people of `World` have written: names of clubs, ladders and tokens, notes, and reasons."""
CODE = re.compile(
    r"https?://\S+|\S+@\S+|\b[0-9a-f]{64}\b|\b\d+:[0-9a-f]{8,}(?::[0-9a-f]+)?\b|\bR-\d\d\b"
    r"|^\s*(?:\d+|[a-z](?:[,\s]+[a-z])*)\.(?:\s|$)"
)
"""Addresses, fingerprints, heads, numbers of rulings, and what stands before a line of a list."""
KNOWN = re.compile(
    "|".join(
        rf"(?<!\w){re.escape(name)}(?!\w)"
        for name in sorted({*WRITTEN, *(name for names in NAMES.values() for name in names)}, key=len)[::-1]
    )
)


def wrong_in(found: Found) -> bool:
    """Whether a text is neither in brackets nor a name, or a sentence is put together around brackets."""
    left = KNOWN.sub("", CODE.sub("", found.outside))
    if not (re.search(r"[^\W\d_]", left) or ENDS.search(left)):
        return False
    for public_id in Game.objects.values_list("public_id", flat=True):
        left = left.replace(public_id, "")
    return bool(re.search(r"[^\W\d_]", left) or ENDS.search(left))


def on_page(answer: Any) -> list[Found]:
    """What is wrong on a page, if it is one."""
    if answer.streaming:
        answer.getvalue()  # to its end, which closes its file
        return []
    if "html" not in answer.get("Content-Type", ""):
        return []
    return [found for found in Untranslated(answer.content.decode()).found if wrong_in(found)]


def in_mails(after: int) -> Iterator[tuple[str, Found]]:
    """What is wrong in the mails that were put down since one was, by kind."""
    for row in Notification.objects.filter(pk__gt=after).select_related("recipient"):
        kind = kind_named(row.kind)
        assert kind is not None
        message = kind.compose(row.about, row.occasion)
        if message is None:
            continue
        text = Brackets()
        lines = [Found("text", text.outside(line)) for line in message.text.splitlines()]
        subject = Found("subject", Brackets().outside(message.subject))
        for found in [subject, *lines, *Untranslated(message.html).found]:
            if wrong_in(found):
                yield row.kind, found


def newest() -> int:
    """The last message there is."""
    return Notification.objects.aggregate(last=Max("pk"))["last"] or 0


def all_wrong(world: World, route: Route) -> Iterator[tuple[str, Found]]:
    """What is wrong on the page of a route, on what follows when it is sent, and in the mails then."""
    for role in ROLES:
        yield from (
            (f"{route.name} of {role}", found) for found in on_page(answer_to(world, role, "GET", route))
        )
        with forgotten():
            before = newest()
            answer = answer_to(world, role, "POST", route)
            if answer.status_code == 302 and answer["Location"].startswith("/"):
                answer = shown_after(world, role, answer)
            yield from ((f"{route.name}, sent by {role}", found) for found in on_page(answer))
            yield from in_mails(before)


def shown_after(world: World, role: str, answer: Any) -> Any:
    """The page that a browser is led to, with what it is told there."""
    browser = world.browser(role)
    browser.cookies.update(answer.cookies)
    return browser.get(answer["Location"])


@pytest.fixture
def _pseudo(translated: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    translated.LANGUAGE_CODE, translated.LANGUAGES = pseudo.CODE, pseudo.LANGUAGES
    monkeypatch.setattr(JavaScriptCatalog, "get_catalog", pseudo.Catalogue.get_catalog)
    monkeypatch.setitem(vars(trans_real)["_translations"], pseudo.CODE, pseudo.Pseudo())


@pytest.mark.usefixtures("_pseudo")
def test_every_page_and_mail_is_translated_as_a_whole() -> None:
    world = World()
    wrong = {found: page for page, found in in_mails(0)}
    for route in routes():
        if not route.name.startswith("games-api:"):
            wrong |= {found: page for page, found in all_wrong(world, route)}
    assert not wrong, "\n".join(f"{each.where}: {each.outside}  ({page})" for each, page in wrong.items())


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize("decision", ["movement", "losses"])
def test_mails_with_things_to_choose_are_translated_as_a_whole(decision: str) -> None:
    table = table_where(is_asked(decision))
    seats = Seat.objects.filter(game=table.game, asked=decision)
    seats.update(told_at=F("version"))
    row = Notification.objects.filter(about=seats.get().reference, kind=YOUR_PHASE).latest("pk")
    Notification.objects.exclude(pk=row.pk).delete()
    Notification.objects.update(occasion=str(seats.get().version))
    assert [found for _kind, found in in_mails(0)] == []


@pytest.mark.usefixtures("_pseudo")
def test_the_scripts_find_their_sentences_in_the_catalogue() -> None:
    catalogue = joined_file(f"play_{pseudo.CODE}.js").content.decode()
    sources = [path.read_text(encoding="utf-8") for path in pseudo.SCRIPTS.glob("*.js")]
    calls = sum(len(re.findall(r"\bn?gettext\(", source)) for source in sources)
    known = sum(len(pseudo.ONE.findall(source)) + len(pseudo.SEVERAL.findall(source)) for source in sources)
    assert calls == known + 1 + 1, (
        "a text that is not written where it is asked for, beside those of words.js"
    )
    assert len(pseudo.of_scripts()) > 1
    for text in pseudo.of_scripts():
        assert json.dumps(text) in catalogue, text
