"""What people do with their devices. Each verb is one durable transaction."""

from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model, QuerySet
from oauth2_provider.models import Application

from notifications.nudge import nudge
from notifications.push.encryption import BadKeyError, check_keys
from notifications.push.models import PushDevice
from notifications.webhooks.addresses import AddressError, checked
from notifications.webhooks.owners import Owner, hold
from sekigahara.db import service_time
from sekigahara.errors.exceptions import RefusalError

MOST_DEVICES = 10
"""Devices of one person. One more ends the one that was not used for longest."""
UNUSED_DEVICES_KEPT_FOR = timedelta(days=180)
BETWEEN_TRIALS = timedelta(seconds=10)


def add_device(
    *, person: Model, endpoint: str, p256dh: str, auth: str, kind: str, app: Application | None = None
) -> PushDevice:
    """Notify a browser of what waits for a person, and no other person any more.

    To repeat it changes nothing but what it says of the browser.

    Args:
        endpoint: the address of its subscription.
        p256dh: its public key, in base64url.
        auth: its secret, in base64url.
        kind: of the browser (``sekigahara.requests.browser_names``).
        app: the program that adds it; None for the person.

    Raises:
        RefusalError: ``no-push``: there are no notifications here.
        RefusalError: ``bad-device``: messages cannot be sent there.
    """
    if not settings.PUSH_KEY:
        raise RefusalError("no-push")
    _check(endpoint, p256dh, auth)
    values = {"person": person, "p256dh": p256dh, "auth": auth, "kind": kind, "app": app, **_fresh()}
    with transaction.atomic(durable=True):
        hold(Owner(person.pk))  # so that requests at the same moment count one after another
        device, is_new = PushDevice.objects.update_or_create(endpoint=endpoint, defaults=values)
        if is_new:
            others = (
                PushDevice.objects.filter(person_id=person.pk)
                .exclude(pk=device.pk)
                .order_by("-used_at", "pk")
            )
            PushDevice.objects.filter(
                pk__in=list(others[MOST_DEVICES - 1 :].values_list("pk", flat=True))
            ).delete()
        return device


def renew_device(*, old_endpoint: str, old_auth: str, endpoint: str, p256dh: str, auth: str) -> bool:
    """Go on notifying a browser that got another subscription.

    Args:
        old_endpoint: the address of the subscription before.
        old_auth: its secret, which nobody else knows, not even the push service.
        endpoint, p256dh, auth: the new subscription.

    Returns:
        Whether it is notified.

    Raises:
        RefusalError: ``bad-device``: messages cannot be sent there.
    """
    _check(endpoint, p256dh, auth)
    with transaction.atomic(durable=True):
        known = PushDevice.objects.select_for_update().filter(endpoint=old_endpoint, auth=old_auth).first()
        if known is None:
            return False
        PushDevice.objects.filter(endpoint=endpoint).exclude(pk=known.pk).delete()
        values = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth, **_fresh()}
        PushDevice.objects.filter(pk=known.pk).update(**values)
    return True


def end_device(*, device: PushDevice) -> None:
    """Stop notifying a device."""
    with transaction.atomic(durable=True):
        device.delete()


def end_all_devices(person: Model) -> None:
    """Notify no device of a person any more, in the caller's transaction."""
    PushDevice.objects.filter(person_id=person.pk).delete()


def send_trial(*, device: PushDevice) -> bool:
    """Queue a test message for a device.

    Returns:
        Whether it was queued: not within ``BETWEEN_TRIALS`` after another.
    """
    if not cache.add(f"push-trial:{device.key}", 1, BETWEEN_TRIALS.total_seconds()):
        return False
    with transaction.atomic(durable=True):
        values = {"notification": None, "due_at": service_time.now(), "attempts": 0}
        device.pushes.update_or_create(topic="", defaults=values)
        nudge()
    return True


def forget_unused() -> int:
    """Delete the devices that nobody has used for long.

    Returns:
        How many.
    """
    unused = PushDevice.objects.filter(used_at__lt=service_time.now() - UNUSED_DEVICES_KEPT_FOR)
    return unused.delete()[1].get("notifications.PushDevice", 0)


def _fresh() -> dict[str, object]:
    return {"used_at": service_time.now(), "failed_at": None}


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    try:
        checked(endpoint)
        check_keys(p256dh, auth)
    except (AddressError, BadKeyError):
        raise RefusalError("bad-device") from None


def devices_of(person: Model) -> QuerySet[PushDevice]:
    """The devices of a person, the one that was added last first."""
    return PushDevice.objects.filter(person=person.pk).order_by("-created_at", "-pk")


def device_of(person: Model, key: str) -> PushDevice | None:
    """A person's device by its name in addresses; None if they have none of that name."""
    return PushDevice.objects.filter(person=person.pk, key=key).first()
