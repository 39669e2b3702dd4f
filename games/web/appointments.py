"""What calendars show: until when a person is waited for, when their ladders go on, and those of a club.

All of it stands in their lists too. It says that a game waits, against whom and until when, and no more:
people share calendars, so no link in it opens a seat.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models.person import Person
from games.ladders.bidding import queries as bid_queries
from games.ladders.challenges import queries as challenge_queries
from games.ladders.models.club import Club
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Season
from games.models.game import Game
from games.reads import queries
from games.reads.deadlines import is_stopped

if TYPE_CHECKING:
    from icalendar import Event

READ_EVERY: Final = timedelta(hours=1)
"""How often calendar programs are asked to read it again. Some do so once a day whatever one asks."""
SHOWN_BEFORE: Final = timedelta(minutes=30)
"""An entry ends at its deadline, and begins so long before, since some programs hide what takes no time."""
MOST_GAMES: Final = 100


class Appointment(NamedTuple):
    """An entry of a calendar.

    Attributes:
        name: unique on this site, and the same for as long as it is about the same.
        since: when it came to be; the same at each reading.
        until: when it ends.
        summary: its sentence.
        path: of its page.
    """

    name: str
    since: datetime
    until: datetime
    summary: str
    path: str


def calendar_of(person: Person, now: datetime) -> bytes:
    """The person's calendar, as calendar programs read it: with instants, and no zones or alarms.

    As long as nothing changes it is the same, byte for byte.
    """
    appointments = (*_games(person), *_challenges(person), *_biddings(person), *_ladders(person, now))
    return _calendar("Sekigahara", f"calendar-{person.key}", person.reads, appointments)


def calendar_of_club(club: Club, now: datetime) -> bytes:
    """When the seasons of a club's ladders end and their rounds are paired, which everybody may know."""
    ladders = Ladder.objects.filter(club=club, closed_at=None).order_by("pk")
    appointments = chain.from_iterable(_ladder(ladder, now, has_rounds=True) for ladder in ladders)
    return _calendar(club.name, f"club-{club.slug}", get_language() or "en", appointments)


def _calendar(name: str, uid: str, language: str, appointments: Iterable[Appointment]) -> bytes:
    from icalendar import Calendar, vDuration  # noqa: PLC0415 - 3 MB, of no use where no calendar is made

    calendar = Calendar.new(
        name=name,
        uid=f"{uid}@{_site()}",  # else it has another at each reading
        prodid=f"-//Sekigahara//{language.upper()}",
        refresh_interval=READ_EVERY,
        subcomponents=[_entry(each) for each in appointments],
    )
    calendar["REFRESH-INTERVAL"].params["VALUE"] = "DURATION"  # RFC 7986 knows no default
    calendar.add("X-PUBLISHED-TTL", vDuration(READ_EVERY))  # what Outlook reads
    content: bytes = calendar.to_ical()
    return content


def _site() -> str:
    return urlsplit(settings.SITE_URL).hostname or ""


def _entry(each: Appointment) -> "Event":
    from icalendar import CLASS, TRANSP, Event  # noqa: PLC0415 - as above

    page = f"{settings.SITE_URL}{each.path}"
    return Event.new(
        uid=f"{each.name}@{_site()}",
        stamp=each.since,
        start=each.until - SHOWN_BEFORE,
        end=each.until,
        summary=each.summary,
        description=page,  # many programs show no other link
        url=page,
        transparency=TRANSP.TRANSPARENT,
        classification=CLASS.PRIVATE,
    )


def _games(person: Person) -> Iterator[Appointment]:
    for seat, other in queries.seats_with_opponents(person, MOST_GAMES):
        until = seat.answer_by
        if until is None or seat.waiting_since is None or is_stopped(seat.game):
            continue
        name, opponent = f"game-{seat.reference}", {"opponent": other.played_by}
        if seat.game.status == Game.Status.WAITING:
            summary = _("Sekigahara: check in to play against %(opponent)s") % opponent
            path = reverse("games:check-in", args=[seat.game.public_id])
        else:
            summary = _("Sekigahara: %(opponent)s waits for you") % opponent
            path = reverse("games:game", args=[seat.game.public_id]) + f"?as={seat.plays.label}"
        yield Appointment(name, seat.waiting_since, until, summary, path)


def _challenges(person: Person) -> Iterator[Appointment]:
    for each in challenge_queries.waiting_for(person).filter(challenged=person):
        summary = _("Sekigahara: answer the challenge of %(opponent)s") % {"opponent": each.challenger}
        path = reverse("ladders:challenge", args=[each.season.ladder.public_id, each.public_id])
        yield Appointment(f"challenge-{each.public_id}", each.made_at, each.answer_by, summary, path)


def _biddings(person: Person) -> Iterator[Appointment]:
    """The pairings in which the person has not bid yet, whatever the other has done."""
    for each in bid_queries.waiting_for(person):
        if each.bids[0 if each.first_id == person.pk else 1] is not None:
            continue
        summary = _("Sekigahara: bid for sides against %(opponent)s") % {"opponent": each.opponent_of(person)}
        path = reverse("ladders:bidding", args=[each.public_id])
        yield Appointment(f"bidding-{each.public_id}", each.paired_at, each.due_at, summary, path)


def _ladders(person: Person, now: datetime) -> Iterator[Appointment]:
    mine = Entrant.objects.filter(person=person, left_at=None, ladder__closed_at=None)
    for entry in mine.select_related("ladder").order_by("ladder"):
        yield from _ladder(entry.ladder, now, has_rounds=bool(entry.most))


def _ladder(ladder: Ladder, now: datetime, *, has_rounds: bool) -> Iterator[Appointment]:
    season = Season.objects.filter(ladder=ladder, begins_at__lte=now, ends_at__gt=now).first()
    if season is None:
        return
    path = reverse("ladders:ladder", args=[ladder.public_id])
    if ladder.format == Ladder.Format.FREE and has_rounds and ladder.next_round_at > now:
        yield Appointment(
            f"round-{ladder.public_id}-{ladder.round + 1}",
            ladder.next_round_at - ladder.between_rounds,
            ladder.next_round_at,
            _("Sekigahara: the next round of %(ladder)s is paired") % {"ladder": ladder},
            path,
        )
    yield Appointment(
        f"season-{ladder.public_id}-{season.number}",
        season.begins_at,
        season.ends_at,
        _("Sekigahara: season %(number)d of %(ladder)s ends") % {"number": season.number, "ladder": ladder},
        path,
    )
