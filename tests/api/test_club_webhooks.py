"""Webhooks of a club and its end through the API, for organisers."""

from typing import Any

import pytest

from games.ladders.club_webhooks import CLUBS
from games.ladders.models.club import Club
from games.services import joining
from notifications.webhooks.models import Delivery, Webhook
from tests.api.ladder_case import calling
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, problem_of
from tests.ladders.test_club_games import made

pytestmark = pytest.mark.django_db

BASE = "clubs/friends-of-sekigahara/webhooks/"
URL = "https://hooks.example.org/in"


@pytest.fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def organiser(club: Club) -> Caller:
    return calling("Organiser One")


def test_one_is_made_listed_looked_at_and_deleted(organiser: Caller) -> None:
    made_one = organiser.post(BASE, {"url": URL, "types": ["club.game-over"]})
    assert made_one.status_code == 201
    told = made_one.json()
    secret = told.pop("secret")
    assert Webhook.objects.get().secret == secret
    assert (told["types"], told["game"], told["shape"]) == (["club.game-over"], None, "standard")
    assert organiser.get(BASE).json() == {"webhooks": [told]}
    assert organiser.get(f"{BASE}{told['id']}/").json() == told
    assert organiser.send("DELETE", f"{BASE}{told['id']}/").json() == told
    assert organiser.get(BASE).json() == {"webhooks": []}


def test_webhook_receives_all_club_events_by_default(organiser: Caller) -> None:
    assert organiser.post(BASE, {"url": URL}).json()["types"] == [each.name for each in CLUBS.types]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"url": "https://127.0.0.1/"}, 422, "private-address"),
        ({"url": URL, "types": ["game.your-phase"]}, 422, "unknown-type"),
        ({"url": URL, "game": "k7m2p9qrst"}, 400, "malformed-body"),
    ],
)
def test_invalid_webhook_is_refused(organiser: Caller, body: Any, status: int, code: str) -> None:
    assert problem_of(organiser.post(BASE, body), status)["code"] == code
    assert not Webhook.objects.exists()


def test_messages_are_listed_and_redelivered(club: Club, organiser: Caller) -> None:
    hook = ClubWebhookFactory.create(club=club)
    Delivery.objects.create(
        webhook=hook, message_id="m_1", type="club.game-over", body="{}", status="failed", attempts=8
    )
    (logged,) = organiser.get(f"{BASE}{hook.key}/deliveries/").json()["deliveries"]
    assert (logged["id"], logged["status"]) == ("m_1", "failed")
    again = organiser.post(f"{BASE}{hook.key}/deliveries/m_1/redeliver/", {"attempts": 8}).json()
    assert again["status"] == "waiting"
    assert organiser.post(f"{BASE}{hook.key}/deliveries/x/redeliver/", {"attempts": 8}).status_code == 404
    Webhook.objects.update(off_at=hook.created_at, off_for="gone")
    refused = organiser.post(f"{BASE}{hook.key}/deliveries/m_1/redeliver/", {"attempts": 8})
    assert problem_of(refused, 409)["code"] == "webhook-off"


def test_webhooks_of_another_club_or_a_person_are_not_found(club: Club, organiser: Caller) -> None:
    elsewhere = ClubWebhookFactory.create(
        club=ClubFactory.create(founder__name="Elsewhere", name="Elsewhere")
    )
    own = ClubWebhookFactory.create(club=club)
    assert organiser.get(f"{BASE}{elsewhere.key}/").status_code == 404
    assert organiser.get(f"webhooks/{own.key}/").status_code == 403, "the token is for clubs"


def test_a_club_is_dissolved_once(club: Club, organiser: Caller) -> None:
    path = "clubs/friends-of-sekigahara/dissolve/"
    for name in ("Anna", "Bert"):
        MembershipFactory.create(club=club, person__name=name)
    game = made(club, PersonFactory.named("Anna"))
    joining.join(game=game, person=PersonFactory.named("Bert"))
    assert problem_of(organiser.post(path, {}), 409)["code"] == "club-has-games"
    game.in_club.delete()
    told = organiser.post(path, {}).json()
    assert told["dissolved_at"] is not None
    assert (told["members"], told["you"]["role"]) == (0, None)
    assert organiser.post(path, {}).json()["dissolved_at"] == told["dissolved_at"]
    assert Caller().get("clubs/").json()["clubs"] == []
    assert Caller().get("clubs/friends-of-sekigahara/").json()["dissolved_at"] == told["dissolved_at"]
