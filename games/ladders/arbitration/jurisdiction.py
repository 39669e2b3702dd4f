"""Who decides of a club's games, and who knows too much of one to play in it."""

from collections.abc import Collection, Sequence

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models.person import Person
from games.ladders.clubs.queries import leading, standing_of
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
    return arbiters_in([held.game_id])


def arbiters_in(game_ids: Collection[int]) -> QuerySet[Membership]:
    """Who may rule on each of some games of clubs: a row for each game, whose key is ``rules_on``."""
    deciding = Membership.objects.select_related("person").annotate(rules_on=F("club__club_games__game"))
    here = {"game": OuterRef("rules_on")}
    playing = Seat.objects.filter(**here, player=OuterRef("person"))
    former = Ruling.objects.filter(**here, former=OuterRef("person"))
    found = deciding.filter(leading(*ROLES), rules_on__in=game_ids)
    return found.exclude(Exists(playing)).exclude(Exists(former)).order_by("joined_at", "pk")


def lacks_arbiter(game: Game) -> bool:
    """Whether no one may rule on a club's game at the moment."""
    found = ClubGame.objects.select_related("club").filter(game=game).first()
    return found is not None and not arbiters_of(found).exists()


def leaders_of(*club_ids: int) -> QuerySet[Membership]:
    """Who may appoint an arbiter in each of some clubs, including the players of their games."""
    led = Membership.objects.select_related("person").filter(club__in=club_ids)
    return led.filter(leading(Membership.Role.ORGANISER)).order_by("joined_at", "pk")


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
