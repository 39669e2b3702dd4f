"""What webhooks of clubs are told: who joins, games that begin and end, rounds and challenges of ladders.

Anybody may know all of it. Of a game that not everybody may watch nothing is told, not even that it is there;
of one they may, who plays, and in the end who won.
"""

from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models.person import Person
from games import engine
from games.engine.side import LABELS, NOBODY, SIDES
from games.errors import Frozen
from games.ladders import isolation
from games.ladders.clubs.queries import club_at, organisers_of
from games.ladders.models.club import Club
from games.ladders.models.club_game import ClubGame
from games.ladders.models.ladder import Ladder
from games.ladders.models.membership import Membership
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.reads.competition import competition
from notifications.webhooks import queue
from notifications.webhooks.event_types import Event
from notifications.webhooks.owners import Sort, register_sort

CLUBS = "clubs"
MEMBER_JOINED = "club.member-joined"
GAME_STARTED = "club.game-started"
GAME_OVER = "club.game-over"
ROUND_PAIRED = "club.round-paired"
CHALLENGE_MADE = "club.challenge-made"
CHALLENGE_ENDED = "club.challenge-ended"

TITLES: dict[str, Promise] = {
    MEMBER_JOINED: gettext_lazy("Somebody has joined the club"),
    GAME_STARTED: gettext_lazy("A public game of the club has begun"),
    GAME_OVER: gettext_lazy("A public game of the club is over"),
    ROUND_PAIRED: gettext_lazy("A round of a ladder is paired"),
    CHALLENGE_MADE: gettext_lazy("Somebody has challenged somebody on a ladder"),
    CHALLENGE_ENDED: gettext_lazy("A challenge was played, or lost without a game"),
}

AT_ONCE = 100
"""Games that are reported before other work is looked at."""

Status = Game.Status


def register_groups() -> None:
    """Let clubs have webhooks."""
    register_sort(Sort(CLUBS, TITLES, _organisers, _path, _called))


def group_of(club: Club) -> str:
    """What webhooks know a club by."""
    return f"{CLUBS}.{club.slug}"


def joined(member: Membership) -> None:
    """Tell that somebody is in the club now, in the caller's transaction."""
    club, person = member.club, member.person

    def made() -> Event:
        page = url("clubs:club", club.slug)
        data = {"club": _club(club), "member": {**who(person), "id": member.public_id}}
        text = _("%(name)s has joined %(club)s.") % {"name": person, "club": club}
        told = {**data, "links": {"page": page}}
        return Event(MEMBER_JOINED, told, f"{text} <{page}>", named(person))

    queue.tell(group_of(club), MEMBER_JOINED, member.public_id, made)


def paired(ladder: Ladder, number: int, games: int) -> None:
    """Tell that a ladder has paired a round, in the caller's transaction."""

    def made() -> Event:
        page = url("ladders:ladder", ladder.public_id)
        data = {
            **of_ladder(ladder),
            "round": number,
            "pairings": games,
            "links": {"page": page},
        }
        text = ngettext(
            "%(ladder)s of %(club)s: round %(number)d is paired, %(games)d game.",
            "%(ladder)s of %(club)s: round %(number)d is paired, %(games)d games.",
            games,
        ) % {"ladder": ladder, "club": ladder.club, "number": number, "games": games}
        return Event(ROUND_PAIRED, data, f"{text} <{page}>")

    if games:
        queue.tell(group_of(ladder.club), ROUND_PAIRED, f"{ladder.public_id}_{number}", made)


def of_ladder(ladder: Ladder) -> dict[str, dict[str, str]]:
    """Which ladder an event is of, and of which club."""
    return {"club": _club(ladder.club), "ladder": {"id": ladder.public_id, "name": ladder.name}}


def who(person: Person) -> dict[str, Any]:
    """Who it is, in the words of the API."""
    return {"name": person.name if person.closed_at is None else str(person), "bot": person.is_bot}


def named(*people: Person | None) -> list[int]:
    """Whom an event names: of whoever has closed their account no name is told."""
    return [person.pk for person in people if person is not None and person.closed_at is None]


def url(name: str, *parts: str) -> str:
    """The address of a page, with the host."""
    return f"{settings.SITE_URL}{reverse(name, args=parts)}"


def report_games() -> int:
    """Tell of the games that have begun or ended since. Several workers may call it at the same time.

    Returns:
        How many games were told of.
    """
    begun = Q(reported="", game__status__in=(Status.RUNNING, Status.OVER))
    over = Q(reported=Status.RUNNING, game__status=Status.OVER)
    due = ClubGame.objects.filter(begun | over).select_related("club", "game").order_by("pk")
    found = list(due[:AT_ONCE])
    return sum(isolation.tried(partial(_report, one), "report game", one.game) for one in found)


def _report(one: ClubGame) -> int:
    # A game whose log proves broken is stopped in a transaction of its own.
    notes = _notes(one.game) if one.game.is_over and one.game.is_public else []
    with transaction.atomic(durable=True):
        _report_once(one, notes)
    return 1


def _report_once(one: ClubGame, notes: list[str]) -> None:
    status = str(one.game.status)
    # Of two workers one gets to change it.
    if not ClubGame.objects.filter(pk=one.pk, reported=one.reported).update(reported=status):
        return
    if not one.game.is_public:
        return
    group, name = group_of(one.club), one.game.public_id
    if not one.reported:
        queue.tell(group, GAME_STARTED, name, lambda: _started(one.club, one.game))
    if status == Status.OVER:
        queue.tell(group, GAME_OVER, name, lambda: _over(one.club, one.game, notes))


def _started(club: Club, game: Game) -> Event:
    east, west = _seats(game)
    text = _("A game of %(club)s has begun: %(east)s (East) against %(west)s (West).")
    names = {"club": club, "east": east.played_by, "west": west.played_by}
    return _of_game(GAME_STARTED, club, game, text % names)


def _over(club: Club, game: Game, notes: list[str]) -> Event:
    east, west = _seats(game)
    names = {"club": club, "east": east.played_by, "west": west.played_by, "week": game.week}
    match game.winner:
        case None:
            text = _("A game of %(club)s is over: nobody won, %(east)s (East) against %(west)s (West).")
        case 0:
            text = _("A game of %(club)s is over: %(east)s (East) won against %(west)s, in week %(week)d.")
        case _won:
            text = _("A game of %(club)s is over: %(west)s (West) won against %(east)s, in week %(week)d.")
    winner = None if game.winner is None else LABELS[game.winner]
    more = {"winner": winner, "victory": game.victory, "week": game.week}
    return _of_game(GAME_OVER, club, game, " ".join([text % names, *notes]), **more, remarks=notes)


def _notes(game: Game) -> list[str]:
    """What else there is to say: points given by bidding may turn who wins in the ladder. Of a game that is
    stopped nothing."""
    if not game.is_rated:
        return []
    try:
        rules, state = position.load(game)
    except Frozen:
        return []
    return competition().notes_on(game, engine.view(rules, state, NOBODY))


def _of_game(name: str, club: Club, game: Game, text: str, **more: Any) -> Event:
    page = url("games:game", game.public_id)
    seats = _seats(game)
    data = {
        "club": _club(club),
        "game": game.public_id,
        "edition": game.edition,
        "rated": game.is_rated,
        "players": {LABELS[side]: _player(seats[side]) for side in SIDES},
        **more,
        "links": {"page": page, "view": url("games-api:view", game.public_id)},
    }
    return Event(name, data, f"{text} <{page}>", named(*(seat.player for seat in seats)))


def _seats(game: Game) -> list[Seat]:
    """East's and West's."""
    return list(Seat.objects.select_related("game", "player").filter(game=game).order_by("side"))


def _player(seat: Seat) -> dict[str, Any] | None:
    return None if seat.player is None else who(seat.player)


def _club(club: Club) -> dict[str, str]:
    return {"slug": club.slug, "name": club.name}


def _organisers(group: str) -> list[int]:
    club = _named(group)
    return [] if club is None else [organiser.person_id for organiser in organisers_of(club)]


def _path(group: str) -> str:
    return reverse("clubs:webhooks", args=[group.partition(".")[2]])


def _called(group: str) -> str:
    return str(_named(group) or group)


def _named(group: str) -> Club | None:
    return club_at(group.partition(".")[2])
