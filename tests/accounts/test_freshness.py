"""What cannot be undone takes a sign-in by a mailed link in this browser, half an hour ago at most."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.freshness import FRESH_FOR
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from games.ladders.models.club import Club
from tests.accounts.conftest import mailed_link, new_browser
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.kit.calling import Caller, problem_of, token_of

pytestmark = pytest.mark.django_db

LATER = FRESH_FOR + timedelta(seconds=1)
TOKEN = {"name": "my bot", "scopes": Scope.PLAY.value, "lifetime": "30"}
SURE = {"sure": "on"}


def deeds(person: Person) -> dict[str, dict[str, str]]:
    """The forms of what cannot be undone, by their addresses."""
    club = ClubFactory.create(founder=person)
    return {f"/clubs/{club.slug}/dissolve/": {}, "/me/tokens/": TOKEN, "/me/data/close/": SURE}


def done(person: Person) -> list[bool]:
    """Whether each has happened."""
    person.refresh_from_db()
    return [
        Club.objects.filter(dissolved_at__isnull=False).exists(),
        ApiToken.objects.exists(),
        person.closed_at is not None,
    ]


def test_a_browser_left_open_cannot_undo_an_account(signed_in: Client, person: Person) -> None:
    forms = deeds(person)
    with time_machine.travel(timezone.now() + LATER):
        for path, form in forms.items():
            assert "Mail me a link" in signed_in.get(path).content.decode()
            refused = signed_in.post(path, form)
            assert refused.status_code == 403
            assert "Mail me a link" in refused.content.decode()
    assert done(person) == [False, False, False]


@pytest.mark.parametrize("number", range(3))
def test_a_mailed_link_leads_back_and_there_it_is_done(
    signed_in: Client, person: Person, number: int
) -> None:
    path, form = list(deeds(person).items())[number]
    with time_machine.travel(timezone.now() + LATER):
        assert signed_in.post("/sign-in/fresh/", {"next": path})["Location"] == "/sign-in/sent/"
        link = mailed_link()
        assert mail.outbox[-1].to == [person.email]
        signed_in.get(link)
        assert signed_in.get("/sign-in/finish/").status_code == 200
        assert signed_in.post("/sign-in/finish/")["Location"] == path
        assert "Mail me a link" not in signed_in.get(path).content.decode()
        assert signed_in.post(path, form).status_code in {200, 302}
    assert done(person)[number]


def test_token_form_is_still_filled_in_after_the_fresh_sign_in(signed_in: Client) -> None:
    with time_machine.travel(timezone.now() + LATER):
        assert "Your entries are kept" in signed_in.post("/me/tokens/", TOKEN).content.decode()
        signed_in.post("/sign-in/fresh/", {"next": "/me/tokens/"})
        signed_in.get(mailed_link())
        signed_in.post("/sign-in/finish/")
        page = signed_in.get("/me/tokens/").content.decode()
        assert 'value="my bot"' in page
        assert '<option value="30" selected' in page
        signed_in.post("/me/tokens/", TOKEN)
        assert 'value="my bot"' not in signed_in.get("/me/tokens/").content.decode()


def test_a_copy_of_the_cookie_does_not_become_fresh_with_its_browser(signed_in: Client) -> None:
    thief = new_browser()
    thief.cookies["sessionid"] = signed_in.cookies["sessionid"].value
    with time_machine.travel(timezone.now() + LATER):
        assert thief.get("/me/tokens/").status_code == 200
        signed_in.post("/sign-in/fresh/", {"next": "/me/tokens/"})
        signed_in.get(mailed_link())
        signed_in.post("/sign-in/finish/")
        assert "Mail me a link" not in signed_in.get("/me/tokens/").content.decode()
        assert thief.post("/me/tokens/", TOKEN)["Location"].startswith("/sign-in/")
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("form", [{"what": "hand-over"}, {"what": "role", "role": "organiser"}])
def test_nobody_else_is_made_organiser_in_a_browser_left_open(
    signed_in: Client, person: Person, form: dict[str, str]
) -> None:
    club = ClubFactory.create(founder=person)
    other = MembershipFactory.create(club=club, person__name="Accomplice")
    path = f"/clubs/{club.slug}/members/{other.public_id}/"
    with time_machine.travel(timezone.now() + LATER):
        assert "Mail me a link" in signed_in.get(path).content.decode()
        refused = signed_in.post(path, form)
        assert refused.status_code == 403
        assert "Mail me a link" in refused.content.decode()
        assert signed_in.post(path, {"what": "role", "role": "arbiter"}).status_code == 302
    other.refresh_from_db()
    assert other.role == "arbiter"
    assert signed_in.post(path, form).status_code == 302
    other.refresh_from_db()
    assert other.role == "organiser"


def test_neither_does_an_old_token(person: Person) -> None:
    club = ClubFactory.create(founder=person)
    accomplice = MembershipFactory.create(club=club, person__name="Accomplice")
    member = f"clubs/{club.slug}/members/{accomplice.public_id}/"
    caller = Caller(token_of(person, scope=Scope.CLUBS))
    dissolve = f"clubs/{club.slug}/dissolve/"
    with time_machine.travel(timezone.now() + LATER):
        asked = caller.send("PATCH", member, {"role": "organiser"})
        assert problem_of(asked, 403)["code"] == "token-not-fresh"
        assert problem_of(caller.post(dissolve, {}), 403)["code"] == "token-not-fresh"
        assert caller.send("PATCH", member, {"role": "arbiter"}).status_code == 200
    assert caller.send("PATCH", member, {"role": "organiser"}).status_code == 200
    assert caller.post(dissolve, {}).status_code == 200


def test_sign_in_in_another_browser_is_not_fresh_here(signed_in: Client, person: Person) -> None:
    with time_machine.travel(timezone.now() + LATER):
        new_browser().force_login(person)
        assert signed_in.post("/me/tokens/", TOKEN).status_code == 403
    assert not ApiToken.objects.exists()


def test_a_link_leads_to_no_other_site(signed_in: Client) -> None:
    with time_machine.travel(timezone.now() + LATER):
        signed_in.post("/sign-in/fresh/", {"next": "https://evil.example.org/"})
        signed_in.get(mailed_link())
        assert signed_in.post("/sign-in/finish/")["Location"] == "/games/"
