"""The status of every page of a club for every kind of visitor, as tables."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.ladders.clubs import membership
from games.ladders.models.club import Club, JoinRequest, Membership, Removal
from games.web.clubs.urls import urlpatterns
from notifications.models import Delivery, Webhook
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SETTINGS = {"name": "New", "joining": "open", "edition": "kessen", "pace": "", "on_time_out": "nothing"}

WEBHOOK = {"url": "https://hooks.example.org/another", "shape": "discord", "types": ["club.game-over"]}

Request = Callable[[Client, str, Club], Any]

REQUESTS: dict[str, Request] = {
    "look": lambda browser, path, club: browser.get(path),
    "games": lambda browser, path, club: browser.get(f"{path}games/"),
    "members": lambda browser, path, club: browser.get(f"{path}members/"),
    "a member": lambda browser, path, club: browser.get(f"{path}members/{of_member(club)}/"),
    "role": lambda browser, path, club: browser.post(
        f"{path}members/{of_member(club)}/", {"what": "role", "role": "arbiter"}
    ),
    "hand over": lambda browser, path, club: browser.post(
        f"{path}members/{of_member(club)}/", {"what": "hand-over"}
    ),
    "remove": lambda browser, path, club: browser.post(
        f"{path}members/{of_member(club)}/", {"what": "remove", "reason": "Gone."}
    ),
    "look to join": lambda browser, path, club: browser.get(f"{path}join/"),
    "join": lambda browser, path, club: browser.post(f"{path}join/"),
    "follow the link": lambda browser, path, club: browser.get(f"{path}join/{club.link}/"),
    "ask to leave": lambda browser, path, club: browser.get(f"{path}leave/"),
    "leave": lambda browser, path, club: browser.post(f"{path}leave/"),
    "settings": lambda browser, path, club: browser.get(f"{path}settings/"),
    "save": lambda browser, path, club: browser.post(f"{path}settings/", SETTINGS),
    "new link": lambda browser, path, club: browser.post(f"{path}link/", {"old": club.link}),
    "requests": lambda browser, path, club: browser.get(f"{path}requests/"),
    "let in": lambda browser, path, club: browser.post(
        f"{path}requests/{JoinRequest.objects.get(club=club, is_accepted=None).public_id}/",
        {"answer": "accept"},
    ),
    "allow back": lambda browser, path, club: browser.post(
        f"{path}removals/{Removal.objects.get(club=club).public_id}/"
    ),
    "ask to dissolve": lambda browser, path, club: browser.get(f"{path}dissolve/"),
    "dissolve": lambda browser, path, club: browser.post(f"{path}dissolve/"),
    "webhooks": lambda browser, path, club: browser.get(f"{path}webhooks/"),
    "a new webhook": lambda browser, path, club: browser.get(f"{path}webhooks/new/"),
    "make it": lambda browser, path, club: browser.post(f"{path}webhooks/new/", WEBHOOK),
    "a webhook": lambda browser, path, club: browser.get(f"{path}webhooks/{hook()}/"),
    "test it": lambda browser, path, club: browser.post(f"{path}webhooks/{hook()}/test/"),
    "its secret": lambda browser, path, club: browser.post(
        f"{path}webhooks/{hook()}/secret/", {"rotations": 0}
    ),
    "switch it on": lambda browser, path, club: browser.post(f"{path}webhooks/{hook()}/on/"),
    "delete it": lambda browser, path, club: browser.post(f"{path}webhooks/{hook()}/delete/"),
    "send it again": lambda browser, path, club: browser.post(
        f"{path}webhooks/{hook()}/deliveries/m_1/", {"attempts": 1}
    ),
}


def hook() -> str:
    return Webhook.objects.get().key


def of_member(club: Club) -> str:
    return member(club, PersonFactory.named("Ashigaru Member")).public_id


def browser(who: str) -> Client:
    return Client() if who == "nobody" else signed_in(PersonFactory.named(f"Ashigaru {who}"))


def played_by_all(joining: Club.Joining) -> Club:
    """A club with somebody of every kind."""
    club = ClubFactory.create(founder__name="Ashigaru Organiser", joining=Club.Joining.APPROVAL)
    MembershipFactory.create(club=club, person__name="Ashigaru Arbiter", role=Role.ARBITER)
    MembershipFactory.create(club=club, person__name="Ashigaru Member")
    membership.join(club=club, person=PersonFactory.named("Ashigaru Asker"))
    removed = MembershipFactory.create(club=club, person__name="Ashigaru Removed")
    membership.remove(member=removed, by=PersonFactory.named("Ashigaru Organiser"), reason="Gone.")
    Club.objects.filter(pk=club.pk).update(joining=joining)
    webhook = ClubWebhookFactory.create(club=club)
    Webhook.objects.update(failing_since=timezone.now())
    Delivery.objects.create(
        webhook=webhook, message_id="m_1", type="club.game-over", body="{}", status="failed", attempts=1
    )
    return Club.objects.get(pk=club.pk)


TABLE = """
                | nobody   Stranger Asker    Removed  Member   Arbiter  Organiser
look            | 200      200      200      200      200      200      200
games           | 200      200      200      200      200      200      200
members         | 200      200      200      200      200      200      200
a member        | sign-in  404      404      404      404      404      200
role            | sign-in  404      404      404      club     club     members
hand over       | sign-in  404      404      404      club     club     club
remove          | sign-in  404      404      404      club     club     members
look to join    | sign-in  club     club     club     club     club     club
join            | sign-in  club     club     club     club     club     club
follow the link | club     club     club     club     club     club     club
ask to leave    | sign-in  club     200      club     200      200      200
leave           | sign-in  club     club     club     club     club     club
settings        | sign-in  404      404      404      404      404      200
save            | sign-in  404      404      404      club     club     settings
new link        | sign-in  404      404      404      club     club     settings
requests        | sign-in  404      404      404      404      404      200
let in          | sign-in  404      404      404      club     club     requests
allow back      | sign-in  404      404      404      club     club     requests
ask to dissolve | sign-in  404      404      404      404      404      200
dissolve        | sign-in  404      404      404      club     club     club
webhooks        | sign-in  404      404      404      404      404      200
a new webhook   | sign-in  404      404      404      404      404      200
make it         | sign-in  404      404      404      club     club     200
a webhook       | sign-in  404      404      404      404      404      200
test it         | sign-in  404      404      404      club     club     webhook
its secret      | sign-in  404      404      404      club     club     200
switch it on    | sign-in  404      404      404      club     club     webhook
delete it       | sign-in  404      404      404      club     club     webhooks
send it again   | sign-in  404      404      404      club     club     webhook
"""

CHANGES = {
    ("role", "Organiser"),
    ("hand over", "Organiser"),
    ("remove", "Organiser"),
    ("save", "Organiser"),
    ("new link", "Organiser"),
    ("let in", "Organiser"),
    ("allow back", "Organiser"),
    ("dissolve", "Organiser"),
    ("make it", "Organiser"),
    ("test it", "Organiser"),
    ("its secret", "Organiser"),
    ("switch it on", "Organiser"),
    ("delete it", "Organiser"),
    ("send it again", "Organiser"),
    ("leave", "Asker"),
    ("leave", "Member"),
    ("leave", "Arbiter"),
}
OF_THE_WAY_IN = ("look", "join", "follow the link")
"""What may depend on how one joins."""
JOINS = {
    Club.Joining.OPEN: {("join", "Stranger"), ("join", "Asker")},
    Club.Joining.LINK: set[tuple[str, str]](),
    Club.Joining.APPROVAL: {("join", "Stranger")},
}
"""Requests that change anything, by who makes them. Nobody else's do."""


def found(response: Any, path: str) -> str:
    """The status, or where it leads."""
    if response.status_code != 302:
        return str(response.status_code)
    location: str = response["Location"].partition("?")[0]
    if location == path:
        return "club"
    below = location.removeprefix(path).strip("/")
    return "webhook" if below.startswith("webhooks/") else below


def kept(club: Club) -> list[list[Any]]:
    """All that is stored of a club."""
    models = (Membership, JoinRequest, Removal)
    rows = [list(model.objects.filter(club=club).order_by("pk").values()) for model in models]
    own = [Club.objects.filter(pk=club.pk), Webhook.objects.all(), Delivery.objects.all()]
    return [*(list(each.values()) for each in own), *rows]


@contextmanager
def forgotten() -> Iterator[None]:
    """What was done in the block never was."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)


@pytest.mark.parametrize("joining", Club.Joining)
def test_every_page_answers_each_role_and_changes_only_what_it_may(joining: Club.Joining) -> None:
    club = played_by_all(joining)
    path = f"/clubs/{club.slug}/"
    head, *rows = [line.split("|") for line in TABLE.strip().splitlines()]
    who = head[1].split()
    expected = {row[0].strip(): dict(zip(who, row[1].split(), strict=True)) for row in rows}
    if joining != Club.Joining.APPROVAL:
        expected = {request: expected[request] for request in OF_THE_WAY_IN}
    actual: dict[str, dict[str, str]] = {request: {} for request in expected}
    changed = set()
    before = kept(club)
    for request, row in expected.items():
        for each in row:
            with forgotten():
                actual[request][each] = found(REQUESTS[request](browser(each), path, club), path)
                if kept(club) != before:
                    changed.add((request, each))
    assert actual == expected
    assert changed == JOINS[joining] | {each for each in CHANGES if each[0] in expected}


def test_the_pages_of_a_club_are_all_in_the_table() -> None:
    of_clubs = {url.name for url in urlpatterns if "<slug:slug>" in str(url.pattern)}
    assert of_clubs == {
        "club",
        "games",
        "members",
        "member",
        "join",
        "link",
        "leave",
        "settings",
        "renew-link",
        "requests",
        "decide",
        "allow-back",
        "dissolve",
        "webhooks",
        "new-webhook",
        "webhook",
        "webhook-trial",
        "webhook-secret",
        "webhook-on",
        "webhook-delete",
        "webhook-redeliver",
    }


@pytest.mark.parametrize(
    "path", ["", "games/", "members/", "join/", "join/x/", "leave/", "settings/", "requests/"]
)
def test_unknown_club_has_no_pages(path: str) -> None:
    assert signed_in(PersonFactory.named("Ashigaru One")).get(f"/clubs/nosuchclub/{path}").status_code == 404


def test_rows_of_another_club_are_not_found() -> None:
    club, organiser = played_by_all(Club.Joining.APPROVAL), PersonFactory.named("Organiser Two")
    other = ClubFactory.create(founder=organiser, name="Another")
    asked = JoinRequest.objects.get(club=club)
    removed = Removal.objects.get(club=club)
    visitor, path = signed_in(organiser), f"/clubs/{other.slug}/"
    before = kept(club)
    assert visitor.get(f"{path}members/{of_member(club)}/").status_code == 404
    visitor.post(f"{path}members/{of_member(club)}/", {"what": "remove", "reason": "Gone."})
    visitor.post(f"{path}requests/{asked.public_id}/", {"answer": "accept"})
    visitor.post(f"{path}removals/{removed.public_id}/")
    assert kept(club) == before
