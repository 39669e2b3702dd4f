"""Devices over the API: listed, added once, and ended."""

import pytest
from pytest_django import Settings

from accounts.models.person import Person
from accounts.scopes import Scope
from notifications.push.encryption import public_key
from notifications.push.models import PushDevice
from tests.kit.calling import Caller, token_of
from tests.permissions.bodies import SUBSCRIPTION_KEYS

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SUBSCRIPTION = {"endpoint": "https://push.example.org/send/1", "keys": SUBSCRIPTION_KEYS}


@pytest.fixture
def caller() -> Caller:
    return Caller(token_of(Person.objects.at("someone@example.org"), scope=Scope.NOTIFICATIONS))


def test_device_is_added_once_listed_and_ended(caller: Caller) -> None:
    assert caller.get("me/devices/").json() == {"public_key": public_key(), "devices": []}
    told = {**SUBSCRIPTION, "expirationTime": None}  # as browsers have it
    first, second = (caller.post("me/devices/", told) for _time in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] == second.json()["id"]
    (listed,) = caller.get("me/devices/").json()["devices"]
    assert listed == second.json()
    assert "endpoint" not in listed
    assert caller.send("DELETE", f"me/devices/{listed['id']}/").json() == listed
    assert caller.send("DELETE", f"me/devices/{listed['id']}/").status_code == 404
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [{"endpoint": "https://10.0.0.1/a"}, {"keys": {"p256dh": "a", "auth": SUBSCRIPTION_KEYS["auth"]}}],
)
def test_what_is_no_subscription_is_refused_with_a_code(caller: Caller, changed: dict[str, object]) -> None:
    response = caller.post("me/devices/", {**SUBSCRIPTION, **changed})
    assert (response.status_code, response.json()["code"]) == (422, "bad-device")


def test_service_without_a_key_says_so(caller: Caller, settings: Settings) -> None:
    settings.PUSH_KEY = ""
    assert caller.get("me/devices/").json()["public_key"] is None
    response = caller.post("me/devices/", SUBSCRIPTION)
    assert (response.status_code, response.json()["code"]) == (409, "no-push")
