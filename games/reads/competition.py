"""What clubs and ladders add to games, as the rest of ``games`` knows it.

Games can be played without any club or ladder, so the modules of a single game import neither. Where they
need one all the same they ask the one object that the setting ``COMPETITION`` names.
"""

from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from accounts.models.person import Person
from games.models.game import Game


class SeasonLink(NamedTuple):
    """The season of a ladder that a game counts for. Anybody may know it.

    Attributes:
        name: the ladder's.
        season: its number.
        club: whose ladder it is.
        path: of the page of that season.
    """

    name: str
    season: int
    club: str
    path: str


class Competition(Protocol):
    """Whatever games are played for, beside themselves. ``games.ladders.competition`` implements it."""

    def open_to(self, games: QuerySet[Game], person: Person | None) -> QuerySet[Game]:
        """Those of some games whose free seat a person may take.

        Whether there is a free seat is not looked at here.

        Args:
            games: any games.
            person: who wants to join; None for somebody who is not known.
        """

    def season_of(self, game: Game) -> SeasonLink | None:
        """The season that a game counts for; None for a game that people have made for themselves."""

    def notes_on(self, game: Game, view: dict[str, Any]) -> list[str]:
        """Sentences about a game for anybody who may look at it, from public facts alone.

        They stand on its page, and in mails about its beginning and its end.

        Args:
            game: any game.
            view: a view of it, of any viewer.
        """

    def lacks_arbiter(self, game: Game) -> bool:
        """Whether a game that an arbiter decides has nobody who may decide it."""

    def move_deadlines(self, since: datetime, down: timedelta) -> None:
        """Move the deadlines of competitions on after an outage, in the caller's transaction.

        Args:
            since: when the service went down.
            down: for how long.
        """


def competition() -> Competition:
    """The competition of this installation."""
    found: Competition = import_string(settings.COMPETITION)
    return found


def may_join(person: Person | None, game: Game) -> bool:
    """Whether the free seat of a game, if it has one, is not kept for others.

    Args:
        person: who wants to join; None for somebody who is not known.
        game: any game.
    """
    return competition().open_to(Game.objects.filter(pk=game.pk), person).exists()
