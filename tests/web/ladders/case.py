"""Ladders that are begun and played on the pages of their club."""

from datetime import timedelta

from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST
from games.ladders import rounds, settling
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.models.game import Game
from tests.factories.people import PersonFactory
from tests.web.browsers import signed_in

FORM = {
    "name": "Free pairing",
    "format": "free",
    "edition": "kessen",
    "pace": "3",
    "on_time_out": "claim",
    "season_days": "91",
    "hours_between": "24",
}


def begun(club: Club, name: str = FORM["name"]) -> Ladder:
    """A new ladder with free pairing."""
    form = FORM | {"name": name}
    answer = signed_in(PersonFactory.named("Organiser One")).post(f"/clubs/{club.slug}/ladders/new/", form)
    assert answer.status_code == 302
    return Ladder.objects.get(name=name)


def path(ladder: Ladder, rest: str = "") -> str:
    """The address of a ladder, or of something of it."""
    return f"/ladders/{ladder.public_id}/{rest}"


def member(number: int) -> Person:
    """A member of the club."""
    return PersonFactory.numbered(number)


def taken_part(ladder: Ladder, count: int = 4) -> None:
    """Members take part, each in one game at a time."""
    for number in range(1, count + 1):
        answer = signed_in(member(number)).post(path(ladder, "part/"), {"most": "1"})
        assert answer.status_code == 302


def played(ladder: Ladder, count: int = 4) -> list[Match]:
    """A round is paired, and East wins every game."""
    taken_part(ladder, count)
    rounds.run(timezone.now() + timedelta(days=1, minutes=1))
    matches = list(Match.objects.order_by("pk"))
    Game.objects.filter(match__in=matches).update(
        status=Game.Status.OVER, winner=EAST, victory="points", week=7, ended_at=timezone.now()
    )
    settling.settle()
    return matches
