"""Webhooks and devices that programs of others have set up for a person.

They end when the program may no longer act for that person. Webhooks of clubs stay, and organisers see them.
"""

from django.db.models import Exists, OuterRef
from oauth2_provider.models import RefreshToken

from notifications.push.models import PushDevice
from notifications.webhooks.models import Webhook


def end_set_up(person: int, client_id: str | None = None) -> None:
    """Delete what a program has set up for a person, or what all have, in the caller's transaction.

    Args:
        person: their primary key.
        client_id: of the program; None for all.
    """
    of_app = {"app__isnull": False} if client_id is None else {"app__client_id": client_id}
    Webhook.objects.filter(person=person, **of_app).delete()
    PushDevice.objects.filter(person=person, **of_app).delete()


def forget_set_up(client_id: str | None = None) -> int:
    """Delete what was set up by programs that may no longer act for the person, in whatever way that ended.

    Args:
        client_id: of one program; None for all.

    Returns:
        How many webhooks and devices.
    """
    may_act = Exists(
        RefreshToken.objects.filter(user=OuterRef("person"), application=OuterRef("app"), revoked=None)
    )
    of_app = {"app__isnull": False} if client_id is None else {"app__client_id": client_id}
    rows = [
        model.objects.filter(person__isnull=False, **of_app).exclude(may_act)
        for model in (Webhook, PushDevice)
    ]
    return sum(each.delete()[0] for each in rows)
