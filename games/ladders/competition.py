"""What clubs and ladders add to games: all that the rest of ``games`` asks of them.

The setting ``COMPETITION`` names the object ``LADDERS`` of this module.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models.person import Person
from games.ladders.arbitration import jurisdiction
from games.ladders.bidding import sealed_bids
from games.ladders.bidding.sentences import notes_on
from games.ladders.challenges import automation
from games.ladders.clubs.privacy import known_to, may_watch
from games.ladders.models.club import Membership
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.models.game import Game
from games.models.outage import Timer
from games.reads import deadlines
from games.reads.competition import Competition, SeasonLink


class Ladders:
    """Clubs and ladders as a ``Competition``."""

    def open_to(self, games: QuerySet[Game], person: Person | None) -> QuerySet[Game]:
        """Only members can join a game of a club."""
        no_clubs = Q(in_club=None)
        if person is None:
            return games.filter(no_clubs)
        own = Membership.objects.filter(person=person).values("club")
        return games.filter(no_clubs | Q(in_club__club__in=own))

    def known_to(self, games: QuerySet[Game], person: Person | None) -> QuerySet[Game]:
        """Only members know of a game that waits in a private club."""
        return games.filter(Q(in_club=None) | known_to(person, "in_club__club"))

    def may_watch(self, game: Game, person: Person) -> bool:
        """Whether a person is a member of the private club of a game."""
        return may_watch(game, person)

    def outside(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """The games that no ladder has paired."""
        return games.filter(match=None)

    def share_club(self, one: Person, other: Person) -> bool:
        """Whether there is a club that both are in."""
        own = Membership.objects.filter(person=one).values("club")
        return Membership.objects.filter(person=other, club__in=own).exists()

    def season_of(self, game: Game) -> SeasonLink | None:
        """The season in which a ladder has paired the players. Everyone who sees the game may know it."""
        matches = Match.objects.select_related("season__ladder__club")
        match = matches.filter(game=game).first() if game.is_rated else None
        if match is None:
            return None
        season, ladder = match.season, match.season.ladder
        path = f"{reverse('ladders:ladder', args=[ladder.public_id])}?season={season.number}"
        return SeasonLink(ladder.name, season.number, ladder.club.name, path)

    def notes_on(self, game: Game, view: dict[str, Any]) -> list[str]:
        """The handicap from bidding, and its effect on the result."""
        return notes_on(game, view)

    def agreed_on_silence(self, game: Game) -> str:
        """The rule of the ladder by which both players lose, if it has one."""
        match = matches_by_game([game]).get(game.pk)
        if match is None or not match.season.ladder.silence_loses or game.pace is None:
            return ""
        return deadlines.agreed_on_silence(game.pace, game.time_out_policy)

    def lacks_arbiter(self, game: Game) -> bool:
        """Whether all who could decide a club's game play in it themselves, or there are none."""
        return jurisdiction.lacks_arbiter(game)

    def timers(self, person: Person | None = None) -> Iterator[Timer]:
        """The deadlines of bids and challenges, and the times from which idleness is counted.

        Locks every ladder with such a time first, in the order of their keys. Bids and answers lock one of
        these ladders before the rows that are changed then.
        """
        waiting, going = sealed_bids.waiting(), automation.GOING
        if person is not None:
            waiting = waiting.filter(Q(first=person) | Q(second=person))
            going &= Q(entrants__person=person)
        concerned = Ladder.objects.filter(Q(pk__in=waiting.values("season__ladder")) | going).values("pk")
        rows = Ladder.objects.filter(pk__in=concerned)
        locked = list(rows.select_for_update(no_key=True).order_by("pk"))
        yield sealed_bids.timer(locked)
        yield from automation.timers(locked)


LADDERS: Final[Competition] = Ladders()


def matches_by_game(games: Collection[Game]) -> dict[int, Match]:
    """By the ids of games, the matches of those that ladders have paired, with their seasons and ladders."""
    rated = [game.pk for game in games if game.is_rated]  # as those of ladders are
    found = Match.objects.select_related("season__ladder").filter(game__in=rated) if rated else ()
    return {match.game_id: match for match in found}
