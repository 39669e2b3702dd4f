"""The browsers that show a person notifications."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from rest_framework.request import Request

from accounts import oauth
from accounts.scopes import Scope
from games.api import bodies
from games.api.answers import people as answers
from games.api.bodies import Nothing
from games.api.bodies.people import Subscription
from games.api.endpoint import Endpoint, answer, by_content
from games.api.errors import ApiRefusal, Unfit
from games.api.openapi.operations import described
from notifications.push import services
from notifications.push.encryption import public_key
from notifications.push.models import PushDevice
from sekigahara.errors.exceptions import RefusalError, or_404
from sekigahara.requests.browser_names import kind_of


class Devices(Endpoint):
    """All of them."""

    @described("listDevices", answer=answers.Devices, scope=Scope.NOTIFICATIONS)
    def get(self, request: Request) -> HttpResponse:
        """List your devices.

        Get the browsers that show you notifications, and the key with which another one subscribes."""
        found = services.devices_of(self.person(request))
        key = public_key() if settings.PUSH_KEY else None
        return by_content(
            request, answers.Devices(public_key=key, devices=[_shown(device) for device in found])
        )

    @described(
        "addDevice",
        answer=answers.Device,
        status=201,
        body=Subscription,
        problems=(409, 422),
        scope=Scope.NOTIFICATIONS,
    )
    def post(self, request: Request) -> HttpResponse:
        """Add a device.

        Have a browser show notifications when a game waits for you. They are encrypted for it, in the
        format of declarative push messages. Repeating the request has no effect. If you have 10 devices, the
        one that was not used for longest ends."""
        person = self.person(request)
        body = bodies.decoded(request, Subscription)
        kind = kind_of(request.headers.get("User-Agent", ""))
        keys = {"p256dh": body.keys.p256dh, "auth": body.keys.auth}
        try:
            device = services.add_device(
                person=person, endpoint=body.endpoint, kind=kind, app=oauth.app_of(request.auth), **keys
            )
        except RefusalError as error:
            raise (Unfit if error.code == "bad-device" else ApiRefusal)(error.code) from None
        return answer(_shown(device), 201)


class Device(Endpoint):
    """One of them."""

    @described("endDevice", answer=answers.Device, body=Nothing, scope=Scope.NOTIFICATIONS)
    def delete(self, request: Request, device: str) -> HttpResponse:
        """End a device.

        Have a browser show no notifications any more. The response is the device as it was."""
        found = or_404(services.device_of(self.person(request), device))
        bodies.decoded(request, Nothing)
        shown = _shown(found)
        services.end_device(device=found)
        return answer(shown)


def _shown(device: PushDevice) -> answers.Device:
    values: dict[str, Any] = {name: getattr(device, name) for name in ("created_at", "used_at", "failed_at")}
    return answers.Device(id=device.key, kind=device.label, **values)
