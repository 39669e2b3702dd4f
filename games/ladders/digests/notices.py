"""The digest as a mail and as an event, which say of each late game no more than its players.

An event may be read by anybody, so it tells of no question, not even by being sent.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct

from games.ladders.clubs.webhook_events import MessageClub, url
from games.ladders.digests.daily import DIGEST, ClubNews, news_for
from games.ladders.models.club import ClubDigest
from games.models.seat import Seat
from games.notices.game_events import NaturalNumber, PageLink
from games.reads import deadlines
from notifications.letters import letter
from notifications.registry import Event, EventType, Kind, Message, register

MOST_LISTED: Final = 20
"""Late games of a club that a digest lists, and new members that it names."""


class DigestClub(Struct, frozen=True, kw_only=True):
    """What is told of one club."""

    club: MessageClub
    late: NaturalNumber
    """The number of players whose time is over."""
    joined: NaturalNumber
    """The number of new members; 0 for an arbiter."""
    links: PageLink


class ClubDigestData(Struct, frozen=True, kw_only=True):
    """What is new in clubs whose organiser or arbiter you are, without games that you play or have played."""

    clubs: list[DigestClub]


CLUB_DIGEST = EventType(
    "club.digest",
    gettext_lazy("Once a day: late games and new members in clubs that you lead"),
    ClubDigestData,
)


def digest(person: str, occasion: str) -> Message | None:
    """Compose the digest of somebody's clubs; None if nothing is left of what was new.

    Args:
        person: the id of the person it is for.
        occasion: when it was written.
    """
    row = _written(person, occasion)
    told = [] if row is None else _told(row)
    if row is None or not any(news.joined or any(row.told[key] for key in news.waiting) for news in told):
        return None
    _seat_opponents(told)
    only = told[0].club if len(told) == 1 else None
    sections = [_section(row, news) for news in told]
    desk = sections[0]["desk"] if only else ""
    return letter(
        "games/clubs/mail/digest",
        {"sections": sections},
        to=row.person,
        kind=DIGEST,
        subject=_subject(told, _("Your clubs") if only is None else str(only)),
        button=(_("To the arbitration page"), desk) if desk else None,
        thread="" if only is None else f"clubs.{only.slug}",
    )


def digest_event(person: str, occasion: str) -> Event | None:
    """The event; None if no late game is left that was new, and nobody has joined."""
    row = _written(person, occasion)
    told = [] if row is None else [news for news in _told(row) if news.late or news.joined]
    if row is None or not any(news.joined or any(row.told[key] for key in news.late) for news in told):
        return None
    clubs = [
        DigestClub(
            club=MessageClub(news.club.slug, news.club.name),
            late=len(news.late),
            joined=len(news.joined),
            links=PageLink(url("arbitration:overview" if news.late else "clubs:club", news.club.slug)),
        )
        for news in told
    ]
    text = _subject(told, ", ".join(news.club.name for news in told))
    return Event(CLUB_DIGEST, ClubDigestData(clubs=clubs), f"{text} <{clubs[0].links.page}>")


def _written(person: str, occasion: str) -> ClubDigest | None:
    """Somebody's digest, unless there is a later one."""
    row = ClubDigest.objects.select_related("person").filter(person=int(person)).first()
    return None if row is None or deadlines.occasion(row.until) != occasion else row


def _told(row: ClubDigest) -> list[ClubNews]:
    """What is left, by club, of what a digest was written about; what has come since is for the next."""
    left = [
        news._replace(
            late={key: seat for key, seat in news.late.items() if key in row.told},
            questions=[key for key in news.questions if key in row.told],
            requests=[key for key in news.requests if key in row.told],
        )
        for news in news_for(row.person, row.since, row.until)
    ]
    return [news for news in left if news.waiting or news.joined]


def _seat_opponents(told: Sequence[ClubNews]) -> None:
    """Read the opponents of all late players at once."""
    late = [seat for news in told for seat in news.late.values()]
    seats = Seat.objects.select_related("game", "player").filter(game__in={seat.game_id for seat in late})
    both = {(seat.game_id, seat.side): seat for seat in seats}
    for seat in late:
        seat.sit_beside(both[seat.game_id, seat.plays.enemy])


def _subject(told: Sequence[ClubNews], club: str) -> str:
    late = sum(len(news.late) for news in told)
    joined = sum(len(news.joined) for news in told)
    if late:
        text = ngettext("%(club)s: %(count)d player is late", "%(club)s: %(count)d players are late", late)
    elif joined:
        text = ngettext("%(club)s: %(count)d new member", "%(club)s: %(count)d new members", joined)
    else:
        text = _("%(club)s: a decision waits for you")
    return text % {"club": club, "count": late or joined}


def _section(row: ClubDigest, news: ClubNews) -> dict[str, Any]:
    """What a template shows of a club; new late games stand first."""
    games: dict[int, list[Seat]] = {}
    for seat in news.late.values():
        games.setdefault(seat.game_id, []).append(seat)
    new = {seat.game_id for key, seat in news.late.items() if row.told[key]}
    shown = sorted(games, key=lambda game: game not in new)[:MOST_LISTED]
    groups = {
        _("Newly late"): [_late_game(news, games[game]) for game in shown if game in new],
        _("Still waiting for a decision"): [
            _late_game(news, games[game]) for game in shown if game not in new
        ],
    }
    return {
        "club": news.club,
        "page": url("clubs:club", news.club.slug),
        "desk": url("arbitration:overview", news.club.slug) if games or news.questions else "",
        "groups": [(title, listed) for title, listed in groups.items() if listed],
        "lines": list(_lines(news, len(games) - len(shown))),
    }


def _lines(news: ClubNews, more: int) -> Iterator[tuple[str, str]]:
    """Further sentences about a club, each with the address it leads to.

    Args:
        more: late games that are not listed.
    """
    slug = news.club.slug
    desk, members = url("arbitration:overview", slug), url("clubs:members", slug)
    if more:
        text = ngettext("%(count)d more game is late.", "%(count)d more games are late.", more)
        yield text % {"count": more}, desk
    if count := len(news.questions):
        text = ngettext(
            "%(count)d question from a player waits for an answer.",
            "%(count)d questions from players wait for an answer.",
            count,
        )
        yield text % {"count": count}, desk
    if count := len(news.requests):
        text = ngettext("%(count)d person asks to join.", "%(count)d people ask to join.", count)
        yield text % {"count": count}, url("clubs:requests", slug)
    names = ", ".join(str(member.person) for member in news.joined[:MOST_LISTED])
    if others := len(news.joined[MOST_LISTED:]):
        text = ngettext(
            "New members: %(names)s and %(count)d more.", "New members: %(names)s and %(count)d more.", others
        )
        yield text % {"names": names, "count": others}, members
    elif names:
        text = ngettext("New member: %(names)s.", "New members: %(names)s.", len(news.joined))
        yield text % {"names": names}, members


def _late_game(news: ClubNews, late: Sequence[Seat]) -> dict[str, Any]:
    """A game: who plays, which of them should have answered by when, and where it is decided."""
    east, west = sorted((late[0], late[0].opposite()), key=lambda seat: seat.plays)
    players = _("%(east)s (East) against %(west)s (West)")
    return {
        "players": players % {"east": east.played_by, "west": west.played_by},
        "sentences": [_sentence(seat) for seat in late],
        "link": url("arbitration:game", news.club.slug, late[0].game.public_id),
    }


def _sentence(seat: Seat) -> str:
    if seat.game.time_out_policy.arbiter_decides:
        text = _("%(name)s should have answered by %(when)s.")
    else:
        text = _("%(name)s should have answered by %(when)s. %(other)s has not claimed the win.")
    when = "" if seat.due_at is None else deadlines.moment(seat.due_at)
    return text % {"name": seat.played_by, "when": when, "other": seat.opposite().played_by}


register(
    Kind(
        name=DIGEST,
        title=gettext_lazy(
            "Once a day: late games, questions and new members of clubs that you lead or arbitrate"
        ),
        optional=True,
        compose=digest,
        events=(CLUB_DIGEST,),
        compose_event=digest_event,
    )
)
