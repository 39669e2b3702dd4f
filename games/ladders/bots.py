"""The pool of bots: people for whom a program plays, and whom anyone may challenge."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Max, QuerySet

from accounts.models.person import ChallengesFrom, PageShows, Person
from games.ladders.models.rating import RatingStanding
from games.ladders.ratings.fold import OVERALL

BOT_UP_FOR = timedelta(minutes=70)
"""A bot is up that used the API within this time. Uses are noted once an hour, also of those that listen."""
BOTS_LISTED_FOR = timedelta(days=30)
MOST_BOTS_LISTED = 100


class PooledBot(NamedTuple):
    """A bot that anyone may challenge.

    Attributes:
        seen_at: when it last used the API, to the hour.
        is_up: whether that was just now.
        rating: of all editions; None for none.
    """

    person: Person
    seen_at: datetime
    is_up: bool
    rating: RatingStanding | None


def in_pool() -> QuerySet[Person]:
    """The bots that anyone may challenge, whether they are up or not."""
    return Person.objects.filter(
        is_bot=True, challenges_from=ChallengesFrom.ANYONE, closed_at=None, guest_seen_at=None
    ).exclude(name="")


def pool(now: datetime) -> list[PooledBot]:
    """The bots that were up recently: those that are up now first, and of them the one seen last."""
    seen = (
        in_pool().annotate(seen_at=Max("auth_token_set__used_at")).filter(seen_at__gt=now - BOTS_LISTED_FOR)
    )
    people = list(seen.order_by("-seen_at", "pk")[:MOST_BOTS_LISTED])
    shown = [each for each in people if each.page_shows != PageShows.NOTHING]
    rated = RatingStanding.objects.filter(ladder=OVERALL, player__person__in=shown)
    ratings = {row.player.person_id: row for row in rated.select_related("player")}
    return [
        PooledBot(each, each.seen_at, each.seen_at > now - BOT_UP_FOR, ratings.get(each.pk))
        for each in people
    ]
