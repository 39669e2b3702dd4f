"""A browser that has subscribed to push messages at a push service of this machine, and reads what comes."""

import base64
import json
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from accounts.models.person import Person
from notifications.push.models import PushDevice
from notifications.push.services import add_device
from tests.kit.receiver import Receiver

AUTH = bytes(range(16))


class Shown(NamedTuple):
    """One message as the browser reads it.

    Attributes:
        headers: with which the push service got it.
        message: its JSON.
    """

    headers: dict[str, str]
    message: dict[str, Any]


class PushBrowser:
    """A subscription.

    Args:
        service: where its push service listens.
        name: of the subscription, its path there.
    """

    def __init__(self, service: Receiver, name: str = "push/browser") -> None:
        self._service, self._name = service, name
        self._key = ec.generate_private_key(ec.SECP256R1())

    @property
    def endpoint(self) -> str:
        return f"http://{self._service.address}/{self._name}"

    @property
    def keys(self) -> dict[str, Any]:
        """As it tells them."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="), "auth": encoded(AUTH)}

    def added(self, person: Person) -> PushDevice:
        """The device as which it notifies a person."""
        return add_device(person=person, endpoint=self.endpoint, kind="Firefox/Android", **self.keys)

    def shown(self) -> list[Shown]:
        """What came since the last look, each proved to be from the service."""
        mine = [got for got in self._service.got if got.path == f"/{self._name}"]
        self._service.got = [got for got in self._service.got if got not in mine]
        assert all(Vapid02.verify(got.headers["authorization"]) for got in mine)
        return [Shown(got.headers, json.loads(self.read(got.content))) for got in mine]

    def read(self, content: bytes) -> bytes:
        """What a message to it says."""
        read: bytes = http_ece.decrypt(content, private_key=self._key, auth_secret=AUTH, version="aes128gcm")
        return read


def encoded(content: bytes) -> str:
    """Bytes in base64url, as browsers tell them."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
