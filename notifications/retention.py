"""How long messages are kept."""

from datetime import timedelta

from notifications.models import Notification
from sekigahara.db import service_time

MESSAGES_KEPT_FOR = timedelta(days=60)
"""For how long a recipient can see what happened to a message."""


def forget_old() -> int:
    """Delete messages that were settled long ago.

    Returns:
        How many messages.
    """
    settled = Notification.objects.exclude(status=Notification.Status.WAITING)
    return settled.filter(settled_at__lt=service_time.now() - MESSAGES_KEPT_FOR).delete()[0]
