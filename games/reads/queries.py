"""Queries for games: a person's seats, invitations, open games, games to watch; and for stored editions.

Every list has a total order made of values that its reader may see, so that pages of a list never overlap.
"""

from functools import lru_cache

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models.person import MOST_UNSEEN, Person
from games.engine import Ruleset
from games.models.game import EditionText, Game
from games.models.seat import Invitation, Seat
from games.reads.competition import competition
from games.rulebook.editions import Layered
from sekigahara.db.statements import Select

_INVITATION = Seat._meta.get_field("invitation")  # noqa: SLF001 - the documented way to a model's fields
_GOING = (Game.Status.WAITING, Game.Status.RUNNING)
_THE_MOST_URGENT_FIRST = (
    F("until").asc(nulls_last=True),
    F("waiting_since").asc(nulls_last=True),
    F("changed_at").desc(nulls_last=True),
    "-game__created_at",
    "game__public_id",
    "side",
)


def seats_of(person: Person) -> QuerySet[Seat]:
    """The person's seats with their games: by deadline, then longest waiting, then latest changed.

    Lessons are left out: they have a page of their own. The reaction clock of a separate loyalty window is a
    deadline too.
    """
    seats = Seat.objects.filter(player=person, game__lesson="").exclude(game__status=Game.Status.CALLED_OFF)
    listed = seats.annotate(until=Coalesce("lapses_at", "due_at")).select_related("game")
    return listed.order_by(*_THE_MOST_URGENT_FIRST)


def finished_seats_of(person: Person) -> QuerySet[Seat]:
    """The person's seats in games that are over, those that ended last first."""
    latest_first = (F("game__ended_at").desc(nulls_last=True), "game__public_id", "side")
    return seats_of(person).filter(game__status=Game.Status.OVER).order_by(*latest_first)


def going_games_of(person_id: int) -> list[str]:
    """The ids of a person's games that are not over."""
    seats = Seat.objects.filter(player_id=person_id, game__status__in=_GOING)
    return list(seats.values_list("game__public_id", flat=True))


def is_first_game(seat: Seat) -> bool:
    """Whether a game is its player's first: they have finished none, and none of theirs began before it.

    Games for practice do not count.
    """
    others = Seat.objects.filter(player=seat.player_id, game__lesson="", game__source_moment=None)
    is_earlier = Q(game__status=Game.Status.OVER) | Q(game__started_at__lt=seat.game.started_at)
    return not others.exclude(game=seat.game_id).filter(is_earlier).exists()


_OWN = Select[tuple[Seat, Game, Seat, Person, Invitation, Person]](
    """
    SELECT {seat}, {game}, {other}, {player}, {invitation}, {invited} FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id
    JOIN games_seat other ON other.game_id = game.id AND other.side <> seat.side
    LEFT JOIN accounts_person player ON player.id = other.player_id
    LEFT JOIN games_invitation invitation ON invitation.seat_id = other.id
    LEFT JOIN accounts_person invited ON invited.id = invitation.person_id
    WHERE seat.player_id = %s AND game.lesson = '' AND game.status <> 'called-off'
    ORDER BY COALESCE(seat.lapses_at, seat.due_at) NULLS LAST, seat.waiting_since NULLS LAST,
        seat.changed_at DESC NULLS LAST, game.created_at DESC, game.public_id, seat.side
    LIMIT %s OFFSET %s
    """,
    seat=Seat,
    game=Game,
    other=Seat,
    player=Person,
    invitation=Invitation,
    invited=Person,
)


def seats_with_opponents(person: Person, count: int, skipped: int = 0) -> list[tuple[Seat, Seat]]:
    """The person's seats, each with the opposite seat, in the order of ``seats_of``.

    Players are read too, and the invitation to the opposite seat with its person.

    Args:
        person: who plays.
        count: the most seats.
        skipped: how many are left out at first.
    """
    found = []
    for seat, game, other, player, invitation, invited in _OWN.rows(person.pk, count, skipped):
        seat.player, seat.game = person, game
        other.player, other.game = player if other.player_id is not None else None, game
        if invitation.seat_id == other.pk:  # of what is not there every column is null
            other.invitation, invitation.person = invitation, invited
        else:
            _INVITATION.set_cached_value(other, None)
        found.append((seat, other))
    return found


def waiting_seats(person: Person) -> QuerySet[Seat]:
    """The person's seats whose games wait for them, in the order of ``seats_of``."""
    return seats_of(person).filter(waiting_since__isnull=False, game__frozen_at=None)


def count_waiting(person: Person) -> int:
    """How many games wait for a person, each counted once."""
    return waiting_seats(person).order_by().values("game").distinct().count()


def next_waiting(person: Person, *, after: str = "") -> Seat | None:
    """The first seat that waits for the person, in the order of ``seats_of``; None for none.

    Args:
        person: who plays.
        after: the id of a game that comes last; any text is allowed.
    """
    is_last = Q(game__public_id=after.replace("\0", ""))
    return (
        waiting_seats(person).annotate(is_last=is_last).order_by("is_last", *_THE_MOST_URGENT_FIRST).first()
    )


def invitations_of(person: Person) -> QuerySet[Invitation]:
    """Unanswered invitations to the person, without those from people they blocked."""
    read_too = ("seat__game__creator", "seat__game__rematch_offer")
    found = unanswered(Invitation.objects.filter(person=person)).select_related(*read_too)
    return found.order_by("-created_at", "seat__game__public_id")


def unanswered(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Those of some invitations that are not answered, and whose sender the invited person does not block."""
    open_ones = invitations.filter(seat__game__status=Game.Status.WAITING, seat__player=None)
    return open_ones.exclude(seat__game__creator__blocked_by__person=F("person"))


def open_games(person: Person | None = None) -> QuerySet[Game]:
    """Open games that a person may join; without a person, those that anybody may join.

    Left out are the person's own games, those of people who blocked them or whom they blocked, and those of
    clubs they are not in.
    """
    return competition().open_to(_open_games(person), person)


def _open_games(person: Person | None) -> QuerySet[Game]:
    # a single filter() call, so that all conditions apply to the same seat
    games = Game.objects.filter(
        status=Game.Status.WAITING,
        seats__player__isnull=True,
        seats__computer="",
        seats__invitation__isnull=True,
    ).exclude(creator__unseen_games__gte=MOST_UNSEEN)
    if person is not None:
        games = games.exclude(creator=person)
        games = games.exclude(Q(creator__blocked_by__person=person) | Q(creator__blocks__blocked=person))
    return games.select_related("creator").order_by("-created_at", "public_id").distinct()


def open_game(public_id: str, person: Person | None = None) -> Game | None:
    """The open game with an id, if the person may join it or could after joining its club; else None."""
    found = _open_games(person).filter(public_id=public_id)
    return competition().known_to(found, person).first()


def invitation_of(public_id: str, person: Person) -> Invitation | None:
    """The person's invitation to a game, answered or not."""
    invitations = Invitation.objects.select_related("seat__game__creator", "seat__game__rematch_offer")
    return invitations.filter(seat__game__public_id=public_id, person=person).first()


def games_to_watch() -> QuerySet[Game]:
    """Public games that have begun, the most recently changed first."""
    begun = Game.objects.filter(is_public=True, status__in=(Game.Status.RUNNING, Game.Status.OVER))
    # The condition is written like that of the index; every game that has begun has a changed_at.
    return begun.filter(changed_at__isnull=False).order_by("-changed_at", "public_id")


_WATCHED = Select[tuple[Game, Seat, Seat, Person, Person]](
    """
    SELECT {game}, {east}, {west}, {eastern}, {western} FROM games_game game
    JOIN games_seat east ON east.game_id = game.id AND east.side = 0
    JOIN games_seat west ON west.game_id = game.id AND west.side = 1
    LEFT JOIN accounts_person eastern ON eastern.id = east.player_id
    LEFT JOIN accounts_person western ON western.id = west.player_id
    WHERE game.is_public AND game.status IN ('running', 'over') AND game.changed_at IS NOT NULL
    ORDER BY game.changed_at DESC, game.public_id LIMIT %s OFFSET %s
    """,
    game=Game,
    east=Seat,
    west=Seat,
    eastern=Person,
    western=Person,
)


def seats_to_watch(count: int, skipped: int = 0) -> list[tuple[Seat, Seat]]:
    """The seats of the games to watch, with their players, in the order of ``games_to_watch``.

    Args:
        count: the most games.
        skipped: how many are left out at first.
    """
    found = []
    for game, east, west, eastern, western in _WATCHED.rows(count, skipped):
        for seat, player in ((east, eastern), (west, western)):
            seat.game, seat.player = game, player if seat.player_id is not None else None
        found.append((east, west))
    return found


@lru_cache(maxsize=64)
def pinned_rules(digest: str) -> Ruleset:
    """The current rules with the edition of a digest, as stored for games.

    Raises:
        EditionText.DoesNotExist: no game was made with it.
    """
    return Ruleset.from_text(EditionText.objects.get(pk=digest).text)


@lru_cache(maxsize=64)
def pinned(digest: str) -> Layered:
    """The edition with a digest, as stored for games. Texts never change, so the result is cached.

    Raises:
        EditionText.DoesNotExist: no game was made with it.
    """
    return Layered.from_text(EditionText.objects.get(pk=digest).text)
