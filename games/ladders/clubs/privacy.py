"""Private clubs: what happens to their games, and who knows of a club.

A game that everybody could watch is for the members of the club while the club is private. So whatever asks a
game whether it is public leaves it out, and only ``access`` asks for members.
"""

from django.db.models import Q

from accounts.models.person import Person
from games.ladders.models.club import Club, ClubGame, Membership
from games.ladders.models.ladder import Ladder
from games.models.game import Game


def known_to(reader: Person | None, club: str = "") -> Q:
    """Select what belongs to clubs that a reader knows of: public ones, and those they are a member of.

    Args:
        club: the path to the club; empty to select clubs.
    """
    path = f"{club}__" if club else ""
    public = Q(**{f"{path}is_private": False})
    if reader is None:
        return public
    return public | Q(**{f"{path}pk__in": Membership.objects.filter(person=reader).values("club")})


def take_in(game: Game, club: int) -> None:
    """Make a new game a club's, in the caller's transaction, which holds the lock of the club or of a ladder.

    Args:
        club: its primary key.
    """
    is_for_members = game.is_public and Club.objects.filter(pk=club, is_private=True).exists()
    if is_for_members:
        game.is_public = False
        Game.objects.filter(pk=game.pk).update(is_public=False)
    ClubGame.objects.create(game=game, club_id=club, is_for_members=is_for_members)


def set_watching(club: Club, *, is_private: bool) -> None:
    """Leave the games of a club that could be watched to its members, or give them back to everybody.

    The caller's transaction holds the lock of the club. The ladders are locked too, so no game begins now.
    """
    list(Ladder.objects.filter(club=club).select_for_update(no_key=True).order_by("pk"))
    watched = Q(is_public=True) if is_private else Q(in_club__is_for_members=True)
    games = Game.objects.filter(watched, in_club__club=club).order_by("pk")
    found = list(games.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    Game.objects.filter(pk__in=found).update(is_public=not is_private)
    ClubGame.objects.filter(game__in=found).update(is_for_members=is_private)


def may_watch(game: Game, person: Person) -> bool:
    """Whether a person is a member of the private club in which a game can be watched."""
    held = ClubGame.objects.filter(game=game, is_for_members=True)
    return held.filter(club__memberships__person=person).exists()
