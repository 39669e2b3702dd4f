"""The events of clubs' webhooks: new members, announcements, games that begin and end, rounds and steps of
ladders.

Everything in them is public, but for announcements, which members read: organisers, who write these, create
the webhooks too. There is no event of a game that not everyone may watch, not even of its
existence. Events of other games name the players, and at the end the winner.
"""

from typing import Annotated, Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Meta, Struct

from accounts.models.person import Person
from accounts.public_keys import identity
from games import engine
from games.engine.side import LABELS, NOBODY
from games.ladders import isolation
from games.ladders.models.announcement import ClubAnnouncement
from games.ladders.models.club import Club, ClubGame, Membership
from games.ladders.models.ladder import Ladder, LadderStep
from games.ladders.models.season import Season
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.notices.game_events import (
    EventTime,
    GameId,
    GameLinks,
    MessagePerson,
    NaturalNumber,
    PageLink,
    Victory,
    Winner,
    player_of,
)
from games.reads.competition import competition
from games.services import suspension
from notifications.registry import Event, EventType
from notifications.webhooks import queue
from sekigahara.errors.exceptions import Frozen

CLUBS_AS_OWNERS = "clubs"
"""The part before the first dot in the name of a club as an owner of webhooks."""


AnswerBy = Annotated[
    EventTime, Meta(description="The deadline. A challenge that is not answered by then is lost.")
]


class MessageClub(Struct, frozen=True):
    """A club."""

    slug: Annotated[str, Meta(examples=["friends-of-sekigahara"])]
    """The club's id in URLs. It never changes."""
    name: Annotated[str, Meta(examples=["Friends of Sekigahara"])]
    """Its display name."""


class MessageLadder(Struct, frozen=True):
    """A ladder."""

    id: str
    name: str


class MessageMember(MessagePerson, frozen=True):
    """A member of a club."""

    id: Annotated[str, Meta(extra_json_schema={"deprecated": True})]
    """The id of the membership. Deprecated: use `key`."""


class MessagePlayers(Struct, frozen=True):
    """The players; null for a computer player."""

    east: MessagePerson | None
    west: MessagePerson | None


class LadderData(Struct, frozen=True, kw_only=True):
    """An event of a ladder."""

    club: MessageClub
    ladder: MessageLadder
    links: PageLink


class MemberJoinedData(Struct, frozen=True, kw_only=True):
    """A new member of a club."""

    club: MessageClub
    member: MessageMember
    links: PageLink


class ClubGameData(Struct, frozen=True, kw_only=True):
    """A public game of a club."""

    club: MessageClub
    game: GameId
    edition: Annotated[str, Meta(examples=["kessen"])]
    rated: bool
    players: MessagePlayers
    links: GameLinks


class ClubGameOverData(ClubGameData, frozen=True, kw_only=True):
    """A finished public game of a club."""

    winner: Winner
    victory: Victory
    week: NaturalNumber
    remarks: list[str]
    """Remarks on the result, as sentences."""


class RoundPairedData(LadderData, frozen=True, kw_only=True):
    """A round of pairings on a ladder."""

    round: NaturalNumber
    pairings: NaturalNumber
    """The number of games."""


class LadderStepData(LadderData, frozen=True, kw_only=True):
    """A ladder opens, closes, or goes on to another season or other rules."""

    step: LadderStep
    """`opened`; `last-week`: the season ends within a week; `turned`: a season is over, and this one has
    begun; `changed`: other rules are coming; `closed`."""
    season: Annotated[int, Meta(ge=1, examples=[3])]
    """The number of the latest season."""
    season_ends_at: EventTime


class AnnouncedData(Struct, frozen=True, kw_only=True):
    """An announcement to the members of a club."""

    club: MessageClub
    announcement: Annotated[str, Meta(examples=["k7m2p9qrst"])]
    """Its id in URLs."""
    title: str
    text: str
    """In Markdown."""
    ladder: MessageLadder | None
    """The ladder whose players it is for; null for all members."""
    by: MessagePerson
    """The organiser who wrote it."""
    links: PageLink


MEMBER_JOINED = EventType("club.member-joined", gettext_lazy("Someone has joined the club"), MemberJoinedData)
ANNOUNCED = EventType("club.announced", gettext_lazy("An organiser has announced something"), AnnouncedData)
CLUB_GAME_STARTED = EventType(
    "club.game-started", gettext_lazy("A public game of the club has started"), ClubGameData
)
CLUB_GAME_OVER = EventType(
    "club.game-over", gettext_lazy("A public game of the club is over"), ClubGameOverData
)
ROUND_PAIRED = EventType("club.round-paired", gettext_lazy("A round of a ladder was paired"), RoundPairedData)
LADDER_STEP = EventType(
    "club.ladder", gettext_lazy("A ladder opens, closes, changes or has a new season"), LadderStepData
)

_STEPS = {
    LadderStep.OPENED: gettext_lazy("A new ladder of %(club)s: %(ladder)s."),
    LadderStep.LAST_WEEK: gettext_lazy("%(ladder)s of %(club)s: the last week of season %(number)d."),
    LadderStep.TURNED: gettext_lazy("%(ladder)s of %(club)s: season %(number)d has begun."),
    LadderStep.CHANGED: gettext_lazy("%(ladder)s of %(club)s: its rules change."),
    LadderStep.CLOSED: gettext_lazy("%(ladder)s of %(club)s is closed."),
}

GAMES_REPORTED_A_RUN = 100
"""Games that are reported before other work gets a turn."""


def group_of(club: Club) -> str:
    """What webhooks know a club by."""
    return f"{CLUBS_AS_OWNERS}.{club.slug}"


def joined(member: Membership) -> None:
    """Report that someone has joined the club, in the caller's transaction."""
    club, person = member.club, member.person

    def made() -> Event:
        page, known = url("clubs:club", club.slug), player_of(person)
        data = MemberJoinedData(
            club=_club(club),
            member=MessageMember(known.name, known.bot, member.public_id, **identity(person)),
            links=PageLink(page),
        )
        text = _("%(name)s has joined %(club)s.") % {"name": person, "club": club}
        return Event(MEMBER_JOINED, data, f"{text} <{page}>", named(person))

    queue.tell(group_of(club), MEMBER_JOINED, member.public_id, made)


def announced(made: ClubAnnouncement, by: Person) -> None:
    """Report an announcement, in the caller's transaction."""

    def event() -> Event:
        page = url("clubs:announcement", made.club.slug, made.public_id)
        data = AnnouncedData(
            club=_club(made.club),
            announcement=made.public_id,
            title=made.title,
            text=made.text,
            ladder=None if made.ladder is None else _ladder(made.ladder),
            by=player_of(by),
            links=PageLink(page),
        )
        return Event(ANNOUNCED, data, f"{made.club}: {made.title} <{page}>", named(by))

    queue.tell(group_of(made.club), ANNOUNCED, made.public_id, event)


def paired(ladder: Ladder, number: int, games: int) -> None:
    """Report that a ladder has paired a round, in the caller's transaction."""

    def made() -> Event:
        page = url("ladders:ladder", ladder.public_id)
        data = RoundPairedData(**of_ladder(ladder), round=number, pairings=games, links=PageLink(page))
        text = ngettext(
            "%(ladder)s of %(club)s: round %(number)d is paired, %(games)d game.",
            "%(ladder)s of %(club)s: round %(number)d is paired, %(games)d games.",
            games,
        ) % {"ladder": ladder, "club": ladder.club, "number": number, "games": games}
        return Event(ROUND_PAIRED, data, f"{text} <{page}>")

    if games:
        queue.tell(group_of(ladder.club), ROUND_PAIRED, f"{ladder.public_id}_{number}", made)


def stepped(step: LadderStep, ladder: Ladder, season: Season, mark: str) -> None:
    """Report a step of a ladder, in the caller's transaction.

    Args:
        season: which began, ends, or was the last.
        mark: tells it from the same step in the same season.
    """

    def made() -> Event:
        page = url("ladders:ladder", ladder.public_id)
        data = LadderStepData(
            **of_ladder(ladder),
            step=step,
            season=season.number,
            season_ends_at=season.ends_at.isoformat(),
            links=PageLink(page),
        )
        text = _STEPS[step] % {"ladder": ladder, "club": ladder.club, "number": season.number}
        return Event(LADDER_STEP, data, f"{text} <{page}>")

    occasion = f"{ladder.public_id}_{step}_{season.number}{mark}"
    queue.tell(group_of(ladder.club), LADDER_STEP, occasion, made)


def of_ladder(ladder: Ladder) -> dict[str, Any]:
    """The facts of ``LadderData``: the ladder of an event, and its club."""
    return {"club": _club(ladder.club), "ladder": _ladder(ladder)}


def named(*people: Person | None) -> list[int]:
    """The people whom an event names, except those whose account is closed."""
    return [person.pk for person in people if person is not None and person.closed_at is None]


def url(name: str, *parts: str) -> str:
    """The address of a page, with the host."""
    return f"{settings.SITE_URL}{reverse(name, args=parts)}"


def report_games() -> int:
    """Report the games that have begun or ended since. Several workers may call it at the same time.

    Returns:
        The number of reported games.
    """
    begun = Q(reported="", game__status__in=(Game.Status.RUNNING, Game.Status.OVER))
    over = Q(reported=Game.Status.RUNNING, game__status=Game.Status.OVER)
    due = ClubGame.objects.filter(begun | over).select_related("club", "game").order_by("pk")
    return isolation.attempt_each(_report, "report game", due[:GAMES_REPORTED_A_RUN])


def _report(one: ClubGame) -> int:
    # A game whose log proves broken is suspended in a separate transaction.
    notes = _notes(one.game) if one.game.is_over and _is_watched(one) else []
    with transaction.atomic(durable=True):
        _report_once(one, notes)
    return 1


def _report_once(one: ClubGame, notes: list[str]) -> None:
    status = str(one.game.status)
    # Of two workers one gets to change it.
    if not ClubGame.objects.filter(pk=one.pk, reported=one.reported).update(reported=status):
        return
    if not _is_watched(one):
        return
    group, name = group_of(one.club), one.game.public_id
    if not one.reported:
        queue.tell(group, CLUB_GAME_STARTED, name, lambda: _started(one.club, one.game))
    if status == Game.Status.OVER:
        queue.tell(group, CLUB_GAME_OVER, name, lambda: _over(one.club, one.game, notes))


def _is_watched(one: ClubGame) -> bool:
    return one.game.is_public or one.is_for_members


def _started(club: Club, game: Game) -> Event:
    east, west = _seats(game)
    text = _("A game of %(club)s has begun: %(east)s (East) against %(west)s (West).")
    names = {"club": club, "east": east.played_by, "west": west.played_by}
    return _of_game(CLUB_GAME_STARTED, club, game, text % names)


def _over(club: Club, game: Game, notes: list[str]) -> Event:
    east, west = _seats(game)
    names = {"club": club, "east": east.played_by, "west": west.played_by, "week": game.week}
    match game.winner:
        case None:
            text = _("A game of %(club)s is over: no one won, %(east)s (East) against %(west)s (West).")
        case 0:
            text = _("A game of %(club)s is over: %(east)s (East) won against %(west)s, in week %(week)d.")
        case _won:
            text = _("A game of %(club)s is over: %(west)s (West) won against %(east)s, in week %(week)d.")
    winner = None if game.winner is None else LABELS[game.winner]
    more = {"winner": winner, "victory": game.victory, "week": game.week}
    return _of_game(CLUB_GAME_OVER, club, game, " ".join([text % names, *notes]), **more, remarks=notes)


def _notes(game: Game) -> list[str]:
    """Further facts: a handicap may change who wins in the ladder. Empty for a suspended game."""
    if not game.is_rated:
        return []
    try:
        with suspension.stopping():
            rules, state = position.load(game)
    except Frozen:
        return []
    return competition().notes_on(game, engine.view(rules, state, NOBODY))


def _of_game(event_type: EventType, club: Club, game: Game, text: str, **more: Any) -> Event:
    page = url("games:game", game.public_id)
    seats = _seats(game)
    data = event_type.payload(
        club=_club(club),
        game=game.public_id,
        edition=game.edition,
        rated=game.is_rated,
        players=MessagePlayers(*(_player(seat) for seat in seats)),
        links=GameLinks(page, url("games-api:view", game.public_id)),
        **more,
    )
    return Event(event_type, data, f"{text} <{page}>", named(*(seat.player for seat in seats)))


def _seats(game: Game) -> list[Seat]:
    """East's and West's."""
    return list(Seat.objects.select_related("game", "player").filter(game=game).order_by("side"))


def _player(seat: Seat) -> MessagePerson | None:
    return None if seat.player is None else player_of(seat.player)


def _ladder(ladder: Ladder) -> MessageLadder:
    return MessageLadder(ladder.public_id, ladder.name)


def _club(club: Club) -> MessageClub:
    return MessageClub(club.slug, club.name)
