"""Dissolving a club. It then has no members, and everything played in it stays under its name."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models.person import Person
from games.ladders.challenges.eligibility import State
from games.ladders.clubs.founding import led_by, locked
from games.ladders.clubs.webhook_events import group_of
from games.ladders.models.announcement import ClubAnnouncement
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.models.club import Club, JoinRequest, Membership
from games.ladders.models.ladder import Ladder
from games.models.game import Game
from games.services import creation
from notifications.services import Announcement, announce
from notifications.webhooks.models import Webhook
from sekigahara.errors.exceptions import Conflict

DISSOLVED = "clubs.dissolved"


def dissolve(*, club: Club, by: Person, now: datetime) -> None:
    """Dissolve a club. Its members are mailed and removed; games that no one has joined are called off.

    Its page, ladders, games, results and name stay, so no one else can take the name.

    Raises:
        Forbidden: the person is not an organiser.
        Conflict: the club has an open ladder, or games that are running or about to begin.
    """
    with transaction.atomic(durable=True):
        if locked(club).dissolved_at is not None:
            return
        row = led_by(club, by)
        games = Game.objects.filter(in_club__club=row)
        # Lock the games before checking them, so that a player joins either before this or too late.
        waiting = list(games.filter(status=Game.Status.WAITING).select_for_update().order_by("pk"))
        refuse_busy(row)
        for game in waiting:
            creation.close(game)
        announce(
            Announcement(DISSOLVED, row.slug, str(person), person)
            for person in Membership.objects.filter(club=row).values_list("person", flat=True)
            if person != by.pk
        )
        Membership.objects.filter(club=row).delete()
        ClubAnnouncement.objects.filter(club=row).delete()  # nobody could read them any more
        JoinRequest.objects.filter(club=row, is_accepted=None).delete()
        Webhook.objects.filter(group=group_of(row)).delete()
        Club.objects.filter(pk=row.pk).update(dissolved_at=now)


def refuse_busy(club: Club) -> None:
    """Refuse to dissolve a club with open ladders or games.

    Raises:
        Conflict: it has some.
    """
    if Ladder.objects.filter(club=club, closed_at=None).exists():
        raise Conflict("club-has-ladders")
    if Game.objects.filter(in_club__club=club, status=Game.Status.RUNNING).exists():
        raise Conflict("club-has-games")
    # Of a ladder that is closed, what both have agreed to is played all the same.
    of_club = Q(season__ladder__club=club)
    accepted = Challenge.objects.filter(of_club, state=State.ACCEPTED, match=None)
    if accepted.exists() or Bidding.objects.filter(of_club, Bidding.WAITING).exists():
        raise Conflict("club-has-games")
