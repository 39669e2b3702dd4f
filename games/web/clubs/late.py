"""What is late in clubs, in sentences for those who see to it, each with the page where it is seen to."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Min, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ladders.arbitration import queries as arbitration_queries
from games.ladders.clubs import queries as club_queries
from games.ladders.models.club import Club
from games.ladders.tables import queries as ladder_queries
from games.reads.deadlines import moment
from sekigahara.db import service_time

ENDS_SOON = timedelta(days=7)
"""The end of a season is announced for so long."""


class Late(NamedTuple):
    """Something that waits for an arbiter or an organiser.

    Attributes:
        text: a sentence.
        path: of the page where something can be done about it.
        act: what that is, for the link.
        is_urgent: whether somebody waits for it.
    """

    text: str
    path: str
    act: str
    is_urgent: bool = True


def late_in(clubs: Sequence[Club], *, leads: bool) -> dict[int, list[Late]]:
    """What is late in clubs, by club, the most urgent first; by as many statements for many as for one.

    Args:
        clubs: in any order; those in which nothing is late are left out of the result.
        leads: whether the reader leads them. Arbiters are told only what they can decide.
    """
    found: defaultdict[int, list[Late]] = defaultdict(list)
    told = (_overdue, _questions, _requests, _absent, _unpairable, _ending)
    for part in told if leads else (_overdue, _questions, _absent):
        for club, late in part(clubs):
            found[club].append(late)
    return dict(found)


def _counted(
    clubs: Sequence[Club], rows: QuerySet[Any], club: str, single: str
) -> Iterator[tuple[Club, int, str]]:
    """Each club that has some of the rows, with how many it has, and the first of what they are about.

    Args:
        rows: of all clubs.
        club: the field that leads to the club.
        single: the field that is counted.
    """
    counts = rows.order_by().values(club).annotate(rows=Count(single, distinct=True), one=Min(single))
    by_club = {row[club]: row for row in counts}
    for each in clubs:
        if row := by_club.get(each.pk):
            yield each, row["rows"], row["one"]


def _case(club: Club, count: int, game: str) -> str:
    """The page of the only game, or of all that waits in the club."""
    if count == 1:
        return reverse("arbitration:game", args=[club.slug, game])
    return reverse("arbitration:overview", args=[club.slug])


def _overdue(clubs: Sequence[Club]) -> Iterator[tuple[int, Late]]:
    rows = arbitration_queries.overdue_in(clubs, service_time.now())
    for club, count, game in _counted(clubs, rows, "game__in_club__club", "game__public_id"):
        words = ngettext("Time is up in %(count)d game.", "Time is up in %(count)d games.", count)
        act = ngettext("View the late game", "View late games", count)
        yield club.pk, Late(words % {"count": count}, _case(club, count, game), act)


def _questions(clubs: Sequence[Club]) -> Iterator[tuple[int, Late]]:
    rows = arbitration_queries.questions_in(clubs)
    for club, count, game in _counted(clubs, rows, "game__in_club__club", "game__public_id"):
        words = ngettext(
            "%(count)d question waits for a ruling.", "%(count)d questions wait for a ruling.", count
        )
        act = ngettext("View the question", "View the questions", count)
        yield club.pk, Late(words % {"count": count}, _case(club, count, game), act)


def _absent(clubs: Sequence[Club]) -> Iterator[tuple[int, Late]]:
    rows = ladder_queries.absent_in_clubs(clubs)
    for club, count, _one in _counted(clubs, rows, "ladder__club", "pk"):
        words = ngettext(
            "%(count)d player of a ladder has not checked in.",
            "%(count)d players of ladders have not checked in.",
            count,
        )
        path = reverse("arbitration:overview", args=[club.slug])
        yield club.pk, Late(words % {"count": count}, path, _("View who is away"), is_urgent=False)


def _requests(clubs: Sequence[Club]) -> Iterator[tuple[int, Late]]:
    for club, count, _one in _counted(clubs, club_queries.requests_to(clubs), "club", "public_id"):
        words = ngettext("%(count)d person asks to join.", "%(count)d people ask to join.", count)
        path = reverse("clubs:requests", args=[club.slug])
        yield club.pk, Late(words % {"count": count}, path, _("Let them in or decline"))


def _unpairable(clubs: Sequence[Club]) -> Iterator[tuple[int, Late]]:
    for ladder in ladder_queries.unpairable_in(clubs):
        words = _(
            "Nobody can be paired on %(ladder)s: fewer than two players want games. Next round: %(when)s."
        )
        text = words % {"ladder": ladder, "when": moment(ladder.next_round_at)}
        path = reverse("ladders:ladder", args=[ladder.public_id])
        yield ladder.club_id, Late(text, path, _("View the ladder"), is_urgent=False)


def _ending(clubs: Sequence[Club]) -> Iterator[tuple[int, Late]]:
    now = service_time.now()
    for season in ladder_queries.ending_in(clubs, now, now + ENDS_SOON):
        words = _("Season %(number)d of %(ladder)s ends on %(when)s.")
        text = words % {
            "number": season.number,
            "ladder": season.ladder,
            "when": moment(season.ends_at),
        }
        path = reverse("ladders:ladder", args=[season.ladder.public_id])
        yield season.ladder.club_id, Late(text, path, _("View the ladder"), is_urgent=False)
