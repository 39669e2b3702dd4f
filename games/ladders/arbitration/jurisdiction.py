"""Who decides of a club's games, and who knows too much of one to play in it."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from accounts.models.person import Person
from games.ladders.clubs.queries import heir_of, organisers_of, standing_of
from games.ladders.models.club import Club, ClubGame, Membership
from games.ladders.models.ruling import OPEN, Ruling, RulingRequest
from games.models.game import Game
from games.models.seat import Seat
from sekigahara.errors.exceptions import Conflict, Forbidden

ROLES = (Membership.Role.ORGANISER, Membership.Role.ARBITER)


def may_rule_in(club: Club, person: Person | None) -> bool:
    """Whether someone rules on a club's games, except those they play in."""
    return standing_of(club, person).role in ROLES


def held_in(club: Club, public_id: str) -> ClubGame | None:
    """A game of a club that has begun; None if there is none with this id."""
    games = ClubGame.objects.select_related("game", "club").filter(club=club, game__length__gt=0)
    return games.filter(game__public_id=public_id).first()


def refuse_others(held: ClubGame, seats: Sequence[Seat], person: Person) -> None:
    """Refuse anyone who may not rule on this game.

    Raises:
        Forbidden: they are neither arbiter nor organiser of the club, or have played in the game.
    """
    if not may_rule_in(held.club, person):
        raise Forbidden("not-arbiter")
    if has_played(held.game, seats, person):
        raise Forbidden("own-case")


def has_played(game: Game, seats: Sequence[Seat], person: Person) -> bool:
    """Whether someone has or had a seat in a game."""
    if any(seat.player_id == person.pk for seat in seats):
        return True
    return Ruling.objects.filter(game=game, former=person).exists()


def involved(game_id: int) -> Q:
    """Filter rows by person: those who have played in a game, or have seen what a side hides in it."""
    opened = Ruling.objects.filter(game=game_id, kind=OPEN, arbiter__isnull=False)
    read = RulingRequest.objects.filter(game=game_id, readers__isnull=False).values("readers")
    read_once = ClubGame.objects.filter(game=game_id, readers__isnull=False).values("readers")
    shown = Q(person__in=opened.values("arbiter")) | Q(person__in=read) | Q(person__in=read_once)
    return _playing(game_id) | shown


def own_cases(person: Person) -> Q:
    """Filter rows by game: those on which someone may not rule, because they play or have played in them."""
    played = Seat.objects.filter(player=person).values("game")
    return Q(game__in=played) | Q(game__in=Ruling.objects.filter(former=person).values("game"))


def arbiters_of(held: ClubGame) -> QuerySet[Membership]:
    """Who may rule on a game: arbiters and organisers of its club who have never played in it."""
    heir = heir_of(held.club)
    leads = Q(role__in=ROLES) if heir is None else Q(role__in=ROLES) | Q(pk=heir.pk)
    deciding = Membership.objects.select_related("person").filter(leads, club=held.club_id)
    return deciding.exclude(_playing(held.game_id)).order_by("joined_at", "pk")


def lacks_arbiter(game: Game) -> bool:
    """Whether no one may rule on a club's game at the moment."""
    found = ClubGame.objects.select_related("club").filter(game=game).first()
    return found is not None and not arbiters_of(found).exists()


def leaders_of(held: ClubGame) -> list[Membership]:
    """Who may appoint an arbiter in the club of a game, including its players."""
    heir = heir_of(held.club)
    return list(organisers_of(held.club)) if heir is None else [heir]


def held(game: Game) -> ClubGame:
    """A game in its club.

    Raises:
        Conflict: it is played in none.
    """
    found = ClubGame.objects.select_related("game", "club").filter(game=game).first()
    if found is None:
        raise Conflict("no-club")
    return found


def _playing(game_id: int) -> Q:
    playing = Seat.objects.filter(game=game_id, player__isnull=False).values("player")
    former = Ruling.objects.filter(game=game_id, former__isnull=False).values("former")
    return Q(person__in=playing) | Q(person__in=former)
