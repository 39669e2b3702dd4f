"""How long is kept what came of addresses that nobody confirmed, and holidays."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, ForeignObjectRel, OuterRef, QuerySet

from accounts.models.person import Person, SignInRequest
from accounts.time_away import read
from notifications.models import Notification
from sekigahara.db import service_time

log = logging.getLogger(__name__)

FORGOTTEN_AFTER = timedelta(days=14)
"""How long an address is kept that nobody confirms."""
REQUESTS_KEPT = timedelta(days=7)
"""How long we remember what a sign-in link was for, in case it is opened late."""


def forget_unconfirmed() -> int:
    """Delete people who never confirmed their address, long ago, and to whom nothing refers.

    Old requests for sign-in links are deleted first.

    Messages they were sent are deleted with them, unless one is so new that its link may still be followed.

    Returns:
        How many were deleted.
    """
    long_ago = service_time.now() - FORGOTTEN_AFTER
    with transaction.atomic(durable=True):
        SignInRequest.objects.filter(created_at__lt=service_time.now() - REQUESTS_KEPT).delete()
        old = Person.objects.filter(confirmed_at=None, created_at__lt=long_ago)
        # While a row is locked nothing new can refer to it. What referred to it before is found by the second
        # query, which is a separate statement.
        locked = list(_unreferred(old, long_ago).select_for_update().values_list("pk", flat=True))
        _total, deleted = _unreferred(Person.objects.filter(pk__in=locked), long_ago).delete()
    count = deleted.get("accounts.Person", 0)
    if count:
        log.info("forgot %d addresses that nobody confirmed", count)
    return count


def forget_past_holidays() -> int:
    """Forget the holidays that ended before the year before this one.

    Returns:
        Of how many people.
    """
    now, count = service_time.now(), 0
    for key, text in list(Person.objects.exclude(time_away="").values_list("pk", "time_away")):
        if (after := read(text).without_past(now).text) != text:
            # Who has changed their holidays meanwhile is left for the next time.
            with transaction.atomic(durable=True):
                count += Person.objects.filter(pk=key, time_away=text).update(time_away=after)
    return count


def _unreferred(people: QuerySet[Person], long_ago: datetime) -> QuerySet[Person]:
    """Those to whom no row of any table refers; old messages do not count."""
    for relation in Person._meta.get_fields(include_hidden=True):  # noqa: SLF001 - Django's name for it
        if isinstance(relation, ForeignObjectRel):
            rows = relation.related_model._base_manager  # noqa: SLF001 - the one that leaves nothing out
            referring = rows.filter(**{relation.field.name: OuterRef("pk")})
            if relation.related_model is Notification:
                referring = referring.filter(created_at__gte=long_ago)
            people = people.filter(~Exists(referring))
    return people
