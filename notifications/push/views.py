"""What the page of a person's mail does with devices, and what a browser does by itself."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt  # noqa: TID251 - said below
from django.views.decorators.http import require_POST

from notifications.push import services
from notifications.push.encryption import public_key
from sekigahara.errors.exceptions import RefusalError, or_404
from sekigahara.requests.browser_names import kind_of


def section_of(person: Model) -> dict[str, Any]:
    """What the section of devices on a page is made of; it is left out where there is no ``push_key``."""
    if not settings.PUSH_KEY:
        return {}
    return {"push_key": public_key(), "devices": list(services.devices_of(person))}


@login_required
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Notify the browser that asks, or another one that has subscribed."""
    try:
        services.add_device(
            person=_person(request),
            endpoint=request.POST.get("endpoint", ""),
            p256dh=request.POST.get("p256dh", ""),
            auth=request.POST.get("auth", ""),
            kind=kind_of(request.headers.get("User-Agent", "")),
        )
    except RefusalError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("This device is notified from now on."))
    return _back()


@login_required
@require_POST
def end(request: HttpRequest, device: str) -> HttpResponse:
    """Stop notifying a device. One that is gone is ended already."""
    found = services.device_of(_person(request), device)
    if found is not None:
        services.end_device(device=found)
    messages.success(request, _("The device is not notified any more."))
    return _back()


@login_required
@require_POST
def trial(request: HttpRequest, device: str) -> HttpResponse:
    """Send a device a test."""
    found = or_404(services.device_of(_person(request), device))
    if services.send_trial(device=found):
        messages.success(request, _("A test is on its way to the device."))
    else:
        messages.error(request, _("A test is on its way already. Wait a moment."))
    return _back()


# A service worker has no page and so no token: the secret of the subscription before is proof enough, which
# nobody knows but that browser and we.
@csrf_exempt
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """A browser has got another subscription. 404 where the one before is not known: it was ended."""
    names = ("old_endpoint", "old_auth", "endpoint", "p256dh", "auth")
    try:
        is_known = services.renew_device(**{name: request.POST.get(name, "") for name in names})
    except RefusalError:
        return HttpResponse(status=400)
    return HttpResponse(status=204 if is_known else 404)


def _back() -> HttpResponse:
    return redirect(f"{resolve_url('notifications:mail')}#devices")


def _person(request: HttpRequest) -> Model:
    return cast(Model, request.user)  # login_required has seen to it
