"""One mail a day for those who lead clubs or rule on their games, if there is anything new for them.

It comes at the hour of a person's daily mail, and tells of all their clubs. What they are mailed at once is
no reason for a digest, but stands in one.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction

from accounts.models.person import Person
from games.ladders import isolation
from games.ladders.digests.contents import news_for, ruling
from games.ladders.models.digest import ClubDigest
from games.reads import deadlines
from games.services import outages
from notifications import queries, rhythm
from notifications.services import Announcement, announce
from sekigahara.db import service_time

DIGEST: Final = "clubs.digest"

_APART: Final = timedelta(hours=12)
"""Between a digest that is late, as after an outage, and the next."""


def write_due() -> int:
    """Announce the digests whose hour has come, with those who have become organiser or arbiter since.

    Does nothing while the time is in doubt. Several workers may call it at the same time, because what a
    digest tells is recorded together with its message.

    Returns:
        The number of digests.
    """
    now = service_time.now()
    if not outages.catch_up(now):
        return 0
    new = Person.objects.filter(pk__in=ruling().values("person"), club_digest=None)
    ClubDigest.objects.bulk_create(
        [
            ClubDigest(person=person, next_at=rhythm.daily_after(person, now), since=now, until=now)
            for person in new.select_related("mail_rhythm")
        ],
        ignore_conflicts=True,
    )
    due = ClubDigest.objects.filter(next_at__lte=now).order_by("next_at", "pk")
    rows = due.select_related("person__mail_rhythm")
    return isolation.attempt_each(partial(_write, now), "write the digest of", rows)


def _write(now: datetime, row: ClubDigest) -> int:
    clubs = news_for(row.person, row.until, now)
    if not clubs:
        row.delete()
        return 0
    at_once = {choice.kind.name for choice in queries.choices_of(row.person) if choice.is_wanted}
    told = {
        key: key not in row.told and kind not in at_once
        for news in clubs
        for key, kind in news.waiting.items()
    }
    is_new = any(told.values()) or any(news.joined for news in clubs)
    with transaction.atomic(durable=True):
        # Of two workers one gets to write it.
        same = ClubDigest.objects.filter(pk=row.pk, next_at=row.next_at)
        next_at = rhythm.daily_after(row.person, now + _APART)
        written = {"since": row.until, "until": now, "told": told} if is_new else {}
        if not same.update(next_at=next_at, **written) or not is_new:
            return 0
        announce([Announcement(DIGEST, str(row.person_id), deadlines.occasion(now), row.person_id)])
        return 1
