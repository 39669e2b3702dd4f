"""Ladders that are paired and played."""

from django.utils import timezone

from games.engine.side import EAST
from games.ladders import participation, settling
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.models.game import Game
from tests.factories.ladders import pair_round
from tests.factories.people import PersonFactory

FORM = {
    "name": "Free pairing",
    "format": "free",
    "edition": "kessen",
    "pace": "3",
    "on_time_out": "claim",
    "season_days": "91",
    "hours_between": "24",
}


def path(ladder: Ladder, rest: str = "") -> str:
    """The address of a ladder, or of something of it."""
    return f"/ladders/{ladder.public_id}/{rest}"


def taken_part(ladder: Ladder, count: int = 4) -> None:
    """Members take part, each in one game at a time."""
    for number in range(1, count + 1):
        participation.take_part(
            ladder=ladder, person=PersonFactory.numbered(number), most=1, now=timezone.now()
        )


def paired(ladder: Ladder, count: int = 4) -> list[Match]:
    """A round is paired."""
    taken_part(ladder, count)
    pair_round(ladder)
    return list(Match.objects.filter(season__ladder=ladder).order_by("pk"))


def won_by_east(*matches: Match) -> None:
    """East wins these games."""
    Game.objects.filter(match__in=matches).update(
        status=Game.Status.OVER, winner=EAST, victory="points", week=7, ended_at=timezone.now()
    )
    settling.settle()


def played(ladder: Ladder, count: int = 4) -> list[Match]:
    """A round is paired, and East wins every game."""
    matches = paired(ladder, count)
    won_by_east(*matches)
    return matches
