"""Reports: what one person tells those who judge about another, and what these decide.

Arbiters of a club judge how people behave in its games, and can hand a report on; what they have not judged
within a week goes on by itself. All else goes to the moderators of the site, who alone restrict
(``accounts.restrictions``). The reported person is not told of a report.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import restrictions
from accounts.models.person import Person
from accounts.models.restriction import Restricted
from accounts.rate_limits import Limit, refuse_often
from games.ladders.arbitration import jurisdiction
from games.ladders.clubs.games import in_club
from games.ladders.models.club import Club, ClubGame
from games.ladders.models.report import Report, ReportedFor
from games.models.game import Game
from games.models.seat import Seat
from games.services import messages
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.db.writes import one_at_a_time
from sekigahara.errors.exceptions import Conflict, Forbidden, Unacceptable

REPORT: Final = "ladders.report"
REPORTS = Limit.declare("reports of a person", 10, 24 * 60 * 60)
JUDGED_WITHIN: Final = timedelta(days=7)
"""How long a report waits for a club."""
REPORTS_KEPT_FOR: Final = timedelta(days=180)
"""How long a report is kept after it was decided."""


def report(
    *, by: Person, about: Person, why: ReportedFor, words: str, game: Game | None = None, number: int = 0
) -> Report:
    """Report somebody to those who judge. While a report waits, the same one again changes nothing.

    Args:
        by: who reports, who has an account.
        about: whom; ``by`` may see their page, or received a message of theirs (``author_to``).
        why: what for.
        words: what happened, at most ``restrictions.LONGEST_WORDS`` characters.
        game: in which game that both play or played.
        number: of the message there, which ``by`` received (``messages.reportable_by``).

    Raises:
        Unacceptable: ``bad-words``; ``nothing-to-report``: there is no such game of both, no such message by
            the reported person, or ``by`` reports themselves.
        Limited: too many reports by this person.
    """
    words, number = restrictions.checked_words(words), number if why == ReportedFor.MESSAGE else 0
    quote = _quoted(by, about, why, game, number)
    waiting = Report.objects.filter(
        reporter=by, reported=about, why=why, game=game, message=number or None, decided_at=None
    )
    held = None if game is None else in_club(game)
    with transaction.atomic(durable=True):
        one_at_a_time(f"reports by {by.pk}")  # one may be sent twice at once
        if (known := waiting.first()) is not None:
            return known
        refuse_often(REPORTS, str(by.pk))
        made = Report.objects.create(
            reporter=by,
            reported=about,
            why=why,
            game=game,
            message=number or None,
            quote=quote,
            words=words,
            club=None if held is None or _is_for_site(held, about, why) else held.club,
        )
        _tell(made)
    return made


def _is_for_site(held: ClubGame, about: Person, why: ReportedFor) -> bool:
    """Whether a report is not for the club of the game.

    The leader of a club could appoint a friend to judge what they write; so clubs judge only how somebody
    behaves in a game.
    """
    return why != ReportedFor.BEHAVIOUR or _leads(held, about) or not _judges_of(held)


def author_to(by: Person, key: str) -> Person | None:
    """Who wrote somebody a message that they can report, by their key, also if their page is hidden now."""
    return Person.objects.filter(key=key, pk__in=messages.reportable_by(by).values("author")).first()


def waiting_for(person: Person, club: Club | None = None) -> QuerySet[Report]:
    """The reports that somebody is to judge, oldest first.

    Args:
        person: who judges: a moderator for the site, an arbiter for a club.
        club: whose; None for those of the site.

    Raises:
        Forbidden: ``not-moderator`` or ``not-arbiter``.
    """
    if club is None and not person.is_moderator:
        raise Forbidden("not-moderator")
    if club is not None and not jurisdiction.may_rule_in(club, person):
        raise Forbidden("not-arbiter")
    rows = Report.objects.filter(club=club, decided_at=None).exclude(reported=person).exclude(reporter=person)
    if club is not None:  # nobody judges what they play in
        rows = rows.exclude(game__in=Seat.objects.filter(player=person).values("game"))
    return rows.select_related("reporter", "reported", "game").order_by("reported_at", "pk")


def decided(person: Person) -> QuerySet[Report]:
    """What was decided at the desk of the site, the latest first, without what concerns the reader."""
    rows = Report.objects.filter(club=None, decided_at__isnull=False).exclude(reported=person)
    return rows.select_related("reporter", "reported", "game", "decided_by").order_by("-decided_at", "-pk")


def settle(
    *,
    report: Report,
    by: Person,
    words: str,
    restrict: Collection[Restricted] = (),
    days: int = 0,
    reason: str = "",
) -> None:
    """Decide a report, with a restriction of the reported person or without.

    Args:
        words: a note for those who judge.
        restrict, days, reason: see ``restrictions.impose``; only of reports to the site.

    Raises:
        Conflict: ``report-decided``: somebody else was first.
        Forbidden: they do not judge this one.
        Unacceptable: ``bad-words``, ``bad-restriction``.
    """
    words = restrictions.checked_words(words)
    with transaction.atomic(durable=True):
        row = _judged(report, by)
        if restrict:
            restrictions.impose(
                person=row.reported, what=restrict, days=days, reason=reason, by=by, address=row.address
            )
        row.decided_at, row.decided_by, row.decision = service_time.now(), by, words
        row.has_restricted = bool(restrict)
        row.save(update_fields=["decided_at", "decided_by", "decision", "has_restricted"])


def hand_on(*, report: Report, by: Person) -> None:
    """Hand a report to a club on to the moderators of the site.

    Raises:
        Conflict: ``report-decided``.
        Forbidden: they do not judge this one.
    """
    with transaction.atomic(durable=True):
        row = _judged(report, by)
        if row.club_id is not None:
            row.club = None
            row.save(update_fields=["club"])
            _tell(row)


def hand_on_late() -> int:
    """Hand the reports on that a club has not judged within ``JUDGED_WITHIN``.

    Returns:
        The number of reports.
    """
    long_ago = service_time.now() - JUDGED_WITHIN
    with transaction.atomic(durable=True):
        late = Report.objects.select_for_update().filter(decided_at=None, reported_at__lt=long_ago)
        rows = list(late.exclude(club=None))
        for row in rows:
            row.club = None
            row.save(update_fields=["club"])
            _tell(row)
    return len(rows)


def forget_decided() -> int:
    """Delete the reports that were decided ``REPORTS_KEPT_FOR`` ago, or made then of somebody who has left.

    Returns:
        The number of reports.
    """
    long_ago = service_time.now() - REPORTS_KEPT_FOR
    of_former = Q(reported__closed_at__isnull=False, reported_at__lt=long_ago)
    return Report.objects.filter(of_former | Q(decided_at__lt=long_ago)).delete()[0]


def keep_for(person: Person) -> None:
    """Keep what is still to be judged of somebody who closes their account, without their name.

    They may come back with the same address, so a hash of it is kept. What was decided of them is deleted, as
    are reports of their name, which is gone; those they made are emptied of them.
    """
    theirs = Report.objects.filter(reported=person)
    theirs.exclude(decided_at=None).delete()
    theirs.filter(why=ReportedFor.NAME).delete()
    theirs.update(address=restrictions.hashed(person.email))
    Report.objects.filter(reporter=person).update(reporter=None)


def _quoted(by: Person, about: Person, why: ReportedFor, game: Game | None, number: int) -> str:
    """What a report is about, as it is now.

    Raises:
        Unacceptable: ``nothing-to-report``.
    """
    if by == about:
        raise Unacceptable("nothing-to-report")
    if why == ReportedFor.MESSAGE:
        found = messages.reportable_by(by).filter(author=about, game=game, number=number).first()
        if found is None:
            raise Unacceptable("nothing-to-report")
        return found.former[1:] if found.is_kept_back else f"{found.former}\0{found.text}".strip("\0")
    players = set(Seat.objects.filter(game=game).values_list("player", flat=True))
    if game is not None and not {by.pk, about.pk} <= players:
        raise Unacceptable("nothing-to-report")
    return str(about) if why == ReportedFor.NAME else ""


def _judged(report: Report, by: Person) -> Report:
    row = Report.objects.select_for_update().get(pk=report.pk)
    if row.decided_at is not None:
        raise Conflict("report-decided")
    if not waiting_for(by, row.club).filter(pk=row.pk).exists():
        raise Forbidden("own-case")
    return row


def _leads(held: ClubGame, about: Person) -> bool:
    """Whether those who judge in a club are the colleagues of the reported person."""
    return jurisdiction.may_rule_in(held.club, about)


def _judges_of(held: ClubGame) -> list[Person]:
    return [member.person for member in jurisdiction.arbiters_of(held)]


def _tell(row: Report) -> None:
    held = None if row.club_id is None or row.game is None else in_club(row.game)
    judges: Iterable[Person] = restrictions.moderators() if held is None else _judges_of(held)
    people = [each for each in judges if each.pk not in (row.reporter_id, row.reported_id)]
    announce(
        Announcement(REPORT, row.public_id, f"{row.club_id or 'site'}.{person.pk}", person.pk)
        for person in people
    )
