"""The page of a person: who may see it, and what it says to whom.

Strangers see what the person has chosen (``PageShows``). Anyone who played a game with them that began, or is
in a club with them, sees everything, and so do they themselves. Nothing here comes from a running game, but
the list of those that everyone may watch.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Value

from accounts.models.person import Block, PageShows, Person
from games.ladders.bots import in_pool
from games.ladders.clubs.privacy import known_to
from games.ladders.clubs.queries import clubs_of
from games.ladders.finished_games import FinishedGames, against_people, finished_games
from games.ladders.models.club import Club, Membership
from games.ladders.models.rating import Player, RatingChange, RatingStanding
from games.ladders.ratings import queries
from games.ladders.ratings.fold import OVERALL
from games.models.game import Game
from games.models.seat import Invitation, Seat


class RecordAgainst(NamedTuple):
    """How many of their finished games the reader and the person won."""

    reader: int
    person: int


class PersonPage(NamedTuple):
    """What a reader is told of a person.

    Attributes:
        is_own: whether the reader is that person.
        shows: how much the reader sees.
        rated_as: the person, as ratings know them; None before the end of their first rated game.
        is_blocked: whether the reader blocks them.
        finished: empty where the page shows nothing. Strangers read of public and of rated games alone.
        record: None for nobody, oneself, and those who have finished no game with them.
        clubs: those the reader knows of; empty where the page does not show them.
    """

    person: Person
    is_own: bool
    shows: PageShows
    rated_as: Player | None
    is_blocked: bool
    finished: FinishedGames
    record: RecordAgainst | None
    clubs: list[Club]

    @property
    def shows_games(self) -> bool:
        """Whether the reader sees ratings and games."""
        return self.shows != PageShows.NOTHING

    @property
    def shows_all(self) -> bool:
        """Whether the reader sees everything."""
        return self.shows == PageShows.ALL


def page_of(key: str, reader: Person | None, *, opened: Collection[str] = ()) -> PersonPage | None:
    """The page of a person; None if there is none that the reader may know of.

    There is one of everybody with a name who has an account and was seen in something public: a game that
    everyone may watch, a rating, a club, an open game. People who know them from elsewhere find it too.

    Args:
        key: their public key, or their deprecated key of ratings.
        reader: who asks; None for nobody known.
        opened: the ids of games that the reader has opened by links of mails.
    """
    person = _found(key, reader, opened)
    if person is None:
        return None
    is_own = person == reader
    shows = PageShows.ALL if is_own or person.is_known else PageShows(person.page_shows)  # type: ignore[attr-defined] # annotated
    finished, record = FinishedGames(), None
    if shows != PageShows.NOTHING:
        finished = finished_games({person.pk: shows == PageShows.ALL})[person.pk]
    if reader is not None and person.is_known and not is_own:  # type: ignore[attr-defined] # annotated
        record = _record(person, reader)
    return PersonPage(
        person=person,
        is_own=is_own,
        shows=shows,
        rated_as=getattr(person, "rated_as", None),
        is_blocked=person.is_blocked,  # type: ignore[attr-defined] # annotated
        finished=finished,
        record=record,
        clubs=_clubs(person, reader) if shows == PageShows.ALL else [],
    )


def _clubs(person: Person, reader: Person | None) -> list[Club]:
    return [row.club for row in clubs_of(person).filter(known_to(reader, "club"))]


def standings_of(page: PersonPage) -> list[RatingStanding]:
    """The ratings on a page, the overall one first."""
    if page.rated_as is None or not page.shows_games:
        return []
    return list(RatingStanding.objects.filter(player=page.rated_as).order_by("ladder"))


def changes_on(page: PersonPage, ladder: str) -> QuerySet[RatingChange]:
    """What games did to a person's rating on a ladder, the latest first."""
    if page.rated_as is None or not page.shows_games:
        return RatingChange.objects.none().order_by("-at", "-id")
    return queries.changes_of(page.rated_as, ladder)


def public_games_of(page: PersonPage) -> QuerySet[Game]:
    """The games of a person that everyone may watch, the latest changed first."""
    own = Seat.objects.filter(player=page.person).values("game")
    seen = Game.objects.filter(is_public=True, length__gt=0, pk__in=own)
    return (seen if page.shows_games else seen.none()).order_by("-changed_at", "public_id")


def _found(key: str, reader: Person | None, opened: Collection[str]) -> Person | None:
    """The person with a key, and whether the reader knows and blocks them, by one statement."""
    people: QuerySet[Any] = Person.objects.select_related("rated_as").annotate(
        is_known=_is_known(reader),
        is_blocked=Value(False)
        if reader is None
        else Exists(Block.objects.filter(person=reader, blocked=OuterRef("pk"))),
        is_seen=_is_seen(reader, opened),
    )
    person: Any = people.filter(key=key).first() or people.filter(rated_as__key=key).first()
    # A person without a chosen name can be blocked and reported by those they have met.
    if person is None or not (person.has_page or (person.is_active and person.is_known)):
        return None
    return person if person.is_seen or person.is_known or person == reader else None


def _is_known(reader: Person | None) -> Exists | Value | Q:
    """Whether the reader and a person have played a game that began, or are in a club together."""
    if reader is None:
        return Value(False)
    met = Seat.objects.filter(player=OuterRef("pk"), game__seats__player=reader, game__length__gt=0)
    clubs = Membership.objects.filter(person=reader).values("club")
    return Q(Exists(met)) | Q(Exists(Membership.objects.filter(person=OuterRef("pk"), club__in=clubs)))


def _is_seen(reader: Person | None, opened: Collection[str]) -> Q:
    """Whether the reader may have seen the name of a person somewhere, without knowing them."""
    seats = Seat.objects.filter(player=OuterRef("pk"))
    in_public = Q(game__in_club=None) | Q(game__in_club__club__is_private=False)
    free = {"game__seats__player": None, "game__seats__computer": "", "game__seats__invitation": None}
    seen = (
        Q(pk__in=in_pool().values("pk"))
        | Q(Exists(seats.filter(game__is_public=True, game__length__gt=0)))
        | Q(Exists(Player.objects.filter(person=OuterRef("pk"))))
        | Q(Exists(Membership.objects.filter(person=OuterRef("pk"), club__is_private=False)))
        | Q(Exists(seats.filter(in_public, game__status=Game.Status.WAITING, **free)))
    )
    if opened:
        seen |= Q(Exists(seats.filter(game__public_id__in=opened)))
    if reader is not None:
        invited = Invitation.objects.filter(person=reader, seat__game__creator=OuterRef("pk"))
        seen |= Q(Exists(invited)) | Q(Exists(seats.filter(game__seats__player=reader)))
    return seen


class Offerer(NamedTuple):
    """What strangers see of somebody who offers a game, in short.

    Attributes:
        rating: of all editions; None for none.
        finished: see ``PersonPage``.
    """

    rating: RatingStanding | None
    finished: FinishedGames


def offerers(
    people: Collection[Person], ratings: Mapping[int | None, RatingStanding] | None = None
) -> dict[int, Offerer]:
    """What strangers see of people who offer games, by primary key.

    Those whose pages show nothing are left out.

    Args:
        people: with pages.
        ratings: in all editions together, by the primary keys of people; None to read them.
    """
    shown = {person.pk: person for person in people if person.page_shows != PageShows.NOTHING}
    if not shown:
        return {}
    if ratings is None:
        rated = RatingStanding.objects.filter(ladder=OVERALL, player__person__in=shown)
        ratings = {row.player.person_id: row for row in rated.select_related("player")}
    games = finished_games({pk: person.page_shows == PageShows.ALL for pk, person in shown.items()})
    return {pk: Offerer(ratings.get(pk), games[pk]) for pk in shown}


def _record(person: Person, reader: Person) -> RecordAgainst | None:
    return _counted(against_people([reader.pk]).filter(opponent=person.pk))


def _counted(seats: QuerySet[Any]) -> RecordAgainst | None:
    """What a reader won and lost with some seats; None for no game."""
    counts = seats.aggregate(games=Count("pk"), won=Count("pk", filter=Q(game__winner=F("side"))))
    games, won = counts["games"], counts["won"]
    return RecordAgainst(won, games - won) if games else None


def record_against_computer(name: str, reader: Person) -> RecordAgainst | None:
    """The finished games of a reader against a computer player, without those for practice; None for none.

    Args:
        name: of the computer player.
    """
    played = Seat.objects.filter(player=reader, game__seats__computer=name, game__status=Game.Status.OVER)
    return _counted(played.filter(game__lesson="", game__source_moment=None))
