"""A person's settings: what may be chosen, what it changes, and how to leave."""

import zoneinfo
from typing import Any

import pytest
import time_machine
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.utils import timezone

from accounts import links, zones
from accounts.models.person import LONGEST_PERSON_NAME, Person
from accounts.models.signed_in_browser import SignedInBrowser
from tests.accounts.conftest import new_browser
from tests.kit.pages import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]
FAMILY = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
PERSIAN = "\u0646\u0627\u0645\u200c\u0647\u0627"


def keep(browser: Client, **changes: str) -> Any:
    return browser.post("/me/", {"name": "Anna", "zone": "UTC", **changes})


def page_of(browser: Client) -> str:
    return words_of(browser.get("/me/"))


# --- who ---


@pytest.mark.parametrize(
    "path",
    ["/me/", "/me/tokens/", "/me/tokens/skg_0/revoke/", "/me/blocks/0/take-back/", "/me/end-everything/"],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_strangers_are_asked_to_sign_in_first(browser: Client, path: str, method: str) -> None:
    response = getattr(browser, method)(path)
    assert response["Location"] == f"/sign-in/?next={path}"
    assert "no-store" in response["Cache-Control"]


# --- names ---


@pytest.mark.parametrize(
    "name",
    ["Anna", "石田三成", "O'Neill & Söhne", "J.R.R. Tolkien", "x" * LONGEST_PERSON_NAME, FAMILY, PERSIAN, ""],
    ids=["plain", "japanese", "signs", "initials", "longest", "family", "persian", "none"],
)
def test_a_name_may_be(signed_in: Client, person: Person, name: str) -> None:
    response = keep(signed_in, name=f"  {name} ")
    assert response["Location"] == "/me/"
    person.refresh_from_db()
    assert person.name == name
    assert "Your settings are saved." in page_of(signed_in)


@pytest.mark.parametrize(
    "name",
    [
        "a\x00b",
        "a\tb",
        "a\nb",
        "a\x1bb",
        "a\x7fb",
        "a\u202eb",
        "a\u200bb",
        "a\u2028b",
        "\u200d",
        "\ufeff",
        "\ue000",
        "x" * (LONGEST_PERSON_NAME + 1),
    ],
    ids=ascii,
)
def test_a_name_may_not_be(signed_in: Client, person: Person, name: str) -> None:
    response = keep(signed_in, name=name, zone="Asia/Tokyo")
    assert response.status_code == 400
    assert 'class="errorlist"' in response.content.decode()
    assert '<option value="Asia/Tokyo" selected>' in response.content.decode()  # nothing chosen is lost
    person.refresh_from_db()
    assert (person.name, person.zone) == ("Anna", "UTC")


@pytest.mark.parametrize("name", ["Prizes at evil.example", "http://evil", "anna@localhost", "t.co/x"])
def test_a_name_is_no_link_in_somebody_elses_mail(signed_in: Client, person: Person, name: str) -> None:
    response = keep(signed_in, name=name)
    assert response.status_code == 400
    assert "Leave out addresses" in words_of(response)
    person.refresh_from_db()
    assert person.name == "Anna"


def test_a_name_is_escaped(signed_in: Client) -> None:
    keep(signed_in, name="<script>alert(1)</script>")
    page = signed_in.get("/me/").content
    assert b"<script>" not in page
    assert b"&lt;script&gt;" in page


# --- time zone ---


def test_places_of_the_whole_world_stand_under_their_region(signed_in: Client) -> None:
    page = page_of(signed_in)
    assert '<option value="UTC" selected>UTC</option>' in page
    assert '<optgroup label="Asia">' in page
    assert '<option value="Asia/Tokyo">Tokyo</option>' in page
    assert '<option value="America/Argentina/Buenos_Aires">Argentina, Buenos Aires</option>' in page
    for nowhere in ("Etc/GMT+5", "US/Pacific", "EST", "posix/Asia/Tokyo"):
        assert f'value="{nowhere}"' not in page


def test_every_zone_offered_is_one(person: Person) -> None:
    offered = [zone for _region, group in zones.zones_by_region() for zone, _label in group]
    assert len(offered) > 300
    assert set(offered) <= zoneinfo.available_timezones()
    assert len(set(offered)) == len(offered)


def test_a_zone_no_longer_offered_can_be_kept(signed_in: Client, person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(zone="Mars/Olympus_Mons")
    assert '<option value="Mars/Olympus_Mons" selected>' in page_of(signed_in)
    assert keep(signed_in, zone="Mars/Olympus_Mons").status_code == 302


@pytest.mark.parametrize("zone", ["", "Mars/Olympus_Mons", "../../etc/passwd", "Asia"])
def test_no_other_zone_is_taken(signed_in: Client, person: Person, zone: str) -> None:
    assert keep(signed_in, zone=zone).status_code == 400
    person.refresh_from_db()
    assert person.zone == "UTC"


def test_times_are_shown_in_the_zone_of_the_person(signed_in: Client) -> None:
    with time_machine.travel("2026-12-01T20:30:00Z"):
        assert "Tuesday, 20:30" in page_of(signed_in)
        keep(signed_in, zone="Asia/Tokyo")
        assert "Wednesday, 05:30" in page_of(signed_in)
        # one worker thread serves many: the next one is a stranger
        assert "05:30" not in page_of(new_browser())
    assert timezone.get_current_timezone_name() == "UTC"


# --- language ---


def test_language_cannot_be_chosen_where_there_is_one(signed_in: Client, person: Person) -> None:
    assert '<select name="language"' not in page_of(signed_in)
    assert keep(signed_in, language="de").status_code == 302
    person.refresh_from_db()
    assert person.language == "en"


@pytest.mark.usefixtures("in_two_languages")
def test_persons_language_wins_over_the_browsers(signed_in: Client) -> None:
    assert '<option value="de">Deutsch</option>' in page_of(signed_in)
    keep(signed_in, language="de")
    response = signed_in.get("/me/", headers={"Accept-Language": "en"})
    assert response["Content-Language"] == "de"
    assert '<html lang="de">' in response.content.decode()
    stranger = new_browser().get("/sign-in/", headers={"Accept-Language": "en"})
    assert stranger["Content-Language"] == "en"


@pytest.mark.usefixtures("in_two_languages")
def test_the_api_speaks_the_language_it_is_asked_for(signed_in: Client, person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(language="de")
    response = signed_in.get("/api/v1/no-such-thing/", headers={"Accept-Language": "en"})
    assert response["Content-Language"] == "en"
    assert "Cookie" not in response.get("Vary", "")


def test_a_language_no_longer_offered_is_the_installations(signed_in: Client, person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(language="tlh")
    assert signed_in.get("/me/")["Content-Language"] == "en"


# --- leaving ---


def test_signing_out_ends_this_session(signed_in: Client, person: Person) -> None:
    elsewhere = new_browser()
    elsewhere.force_login(person)
    assert signed_in.get("/sign-out/")["Location"] == "/me/"  # a link alone signs nobody out
    assert SESSION_KEY in signed_in.session
    page = signed_in.post("/sign-out/", follow=True)
    assert "You have signed out." in page.content.decode()
    assert SESSION_KEY not in signed_in.session
    assert signed_in.post("/sign-out/").status_code == 302  # the second click
    assert SESSION_KEY in elsewhere.session


def test_everything_is_ended_everywhere(signed_in: Client, person: Person) -> None:
    elsewhere = new_browser()
    elsewhere.force_login(person)
    link = links.new_token(Person.objects.get(pk=person.pk))
    assert signed_in.get("/me/end-everything/")["Location"] == "/me/"
    assert links.read(link) is not None
    assert elsewhere.get("/me/").status_code == 200
    assert SignedInBrowser.objects.count() == 2
    page = signed_in.post("/me/end-everything/", follow=True)
    assert "You have signed out everywhere" in page.content.decode()
    for browser in (signed_in, elsewhere):
        assert browser.get("/me/")["Location"].startswith("/sign-in/")
    assert not SignedInBrowser.objects.exists()
    assert links.read(link) is None
    assert browser.get(f"/sign-in/{link}/").status_code == 404


# --- back to where one was ---


@pytest.mark.parametrize("before", ["/games/abc/?as=east", "/clubs/"])
def test_saving_leads_back_to_the_page_before(signed_in: Client, before: str) -> None:
    page = signed_in.get("/me/", headers={"Referer": f"http://testserver{before}"}).content.decode()
    assert f'name="next" value="{before}"' in page
    saved = signed_in.post("/me/", {"name": "Ann", "zone": "UTC", "next": before}, follow=True)
    assert saved.redirect_chain[0][0] == before


@pytest.mark.parametrize(
    "before",
    [
        "http://testserver/me/",
        "http://testserver/me/data/",
        "http://testserver/sign-in/finish/",
        "http://evil.example/games/",
        "http://testserver//evil.example/",
        "",
    ],
)
def test_saving_leads_to_no_other_site_nor_back_to_signing_in(signed_in: Client, before: str) -> None:
    page = signed_in.get("/me/", headers={"Referer": before}).content.decode()
    assert 'name="next"' not in page
    saved = signed_in.post("/me/", {"name": "Ann", "zone": "UTC", "next": "//evil.example/"})
    assert saved["Location"] == "/me/"
    assert "Your settings are saved." in signed_in.get("/me/").content.decode()
