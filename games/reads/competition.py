"""The interface through which games know clubs and ladders.

Games can be played without clubs and ladders, so the modules of a game import neither. They use the object
that the setting ``COMPETITION`` names.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from accounts.models.person import Person
from games.models.game import Game
from games.models.outage import Timer


class SeasonLink(NamedTuple):
    """The season of a ladder for which a game counts. Everyone who may see the game may know it.

    Attributes:
        name: of the ladder.
        season: its number.
        club: the name of the club.
        path: of the page of the season.
    """

    name: str
    season: int
    club: str
    path: str


class Competition(Protocol):
    """What clubs and ladders add to games. ``games.ladders.competition`` implements it."""

    def open_to(self, games: QuerySet[Game], person: Person | None) -> QuerySet[Game]:
        """Select the games that a person is allowed to join, whether or not they have a free seat.

        Args:
            games: any games.
            person: who wants to join; None for an unknown person.
        """

    def known_to(self, games: QuerySet[Game], person: Person | None) -> QuerySet[Game]:
        """Select the games whose competition a person may know of.

        Args:
            games: any games.
            person: who asks; None for an unknown person.
        """

    def may_watch(self, game: Game, person: Person) -> bool:
        """Whether a person is allowed to watch a game that not everybody may watch.

        Args:
            game: that is not public.
            person: who does not play in it.
        """

    def outside(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Select the games that belong to no competition, which would need them later.

        Args:
            games: any games.
        """

    def share_club(self, one: Person, other: Person) -> bool:
        """Whether two people are members of the same club."""

    def season_of(self, game: Game) -> SeasonLink | None:
        """The season for which a game counts; None for a game outside ladders."""

    def notes_on(self, game: Game, view: dict[str, Any]) -> list[str]:
        """Sentences about a game, from public facts, for its page and for mails at its beginning and end.

        Args:
            game: any game.
            view: of the game, for any viewer.
        """

    def agreed_on_silence(self, game: Game) -> str:
        """By what both players lose a game in which both are silent; empty for nothing."""

    def lacks_arbiter(self, game: Game) -> bool:
        """Whether a game whose time-outs an arbiter decides has no arbiter."""

    def timers(self, person: Person | None = None) -> Iterator[Timer]:
        """The times in competitions that an outage moves; or the deadlines there of a person.

        Their rows are locked until the end of the caller's transaction.
        """


def competition() -> Competition:
    """The competition of this installation."""
    found: Competition = import_string(settings.COMPETITION)
    return found


def may_join(person: Person | None, game: Game) -> bool:
    """Whether a person is allowed to join a game, whether or not it has a free seat.

    Args:
        person: who wants to join; None for an unknown person.
        game: any game.
    """
    return competition().open_to(Game.objects.filter(pk=game.pk), person).exists()
