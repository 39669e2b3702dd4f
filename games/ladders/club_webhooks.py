"""Clubs as owners of webhooks: the setting ``WEBHOOK_GROUPS`` names ``CLUBS``."""

from typing import Final

from django.urls import reverse

from games.ladders.challenges.webhook_events import CHALLENGE_ENDED, CHALLENGE_MADE
from games.ladders.clubs.founding import locked
from games.ladders.clubs.queries import any_club_at, organisers_of
from games.ladders.clubs.webhook_events import (
    ANNOUNCED,
    CLUB_GAME_OVER,
    CLUB_GAME_STARTED,
    LADDER_STEP,
    MEMBER_JOINED,
    ROUND_PAIRED,
)
from games.ladders.models.club import Club
from notifications.webhooks.owners import Groups


def _hold(group: str) -> None:
    club = _club(group)
    if club is not None:
        locked(club)


def _organisers(group: str) -> list[int]:
    club = _club(group)
    return [] if club is None else [organiser.person_id for organiser in organisers_of(club)]


def _path(group: str) -> str:
    return reverse("clubs:webhooks", args=[group.partition(".")[2]])


def _title(group: str) -> str:
    return str(_club(group) or group)


def _club(group: str) -> Club | None:
    return any_club_at(group.partition(".")[2])


CLUBS: Final = Groups(
    hold=_hold,
    types=(
        MEMBER_JOINED,
        ANNOUNCED,
        CLUB_GAME_STARTED,
        CLUB_GAME_OVER,
        ROUND_PAIRED,
        LADDER_STEP,
        CHALLENGE_MADE,
        CHALLENGE_ENDED,
    ),
    keepers=_organisers,
    path=_path,
    title=_title,
)
