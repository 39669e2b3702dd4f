"""The notifications of any ladder: its news, and that a player has missed check-ins and gets no games."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models.person import Person
from games.ladders import changing
from games.ladders.challenges.stored_ranking import ranked
from games.ladders.clubs.announcements import stop_url
from games.ladders.clubs.queries import mailed_news
from games.ladders.clubs.webhook_events import url
from games.ladders.models.ladder import Entrant, Ladder, LadderStep
from games.ladders.models.season import Season
from games.ladders.news import NEWS
from games.ladders.settling import ABSENT
from games.ladders.tables import lines, queries
from games.ladders.tables.review import Leading, best_of, leaders_of, review_of
from notifications.letters import letter
from notifications.registry import Kind, Message, register
from sekigahara.db import service_time

MAILED_LINES = 10
"""Of the final table, in the mail that a ladder is closed."""


def absent(public_id: str, occasion: str) -> Message | None:
    """Compose the mail to somebody who has missed check-ins; None if they are there again.

    Args:
        public_id: the ladder's.
        occasion: the id of the entrant.
    """
    entrants = Entrant.objects.select_related("ladder", "person").filter(ladder__public_id=public_id)
    entrant = entrants.filter(pk=int(occasion.partition(".")[0]), left_at=None).first()
    if entrant is None or not entrant.is_absent:
        return None
    return letter(
        "games/ladders/mail/absent",
        {"ladder": entrant.ladder},
        to=entrant.person,
        kind=ABSENT,
        subject=_("%(ladder)s: are you still there?") % {"ladder": entrant.ladder},
        button=(_("I am here"), url("ladders:ladder", public_id)),
        thread=f"ladders.{public_id}",
    )


def told(public_id: str, occasion: str) -> Message | None:
    """Compose the news of a ladder; None if it is past, or its recipient wants none of the club any more.

    Args:
        public_id: the ladder's.
        occasion: the step, the number of the season, the person's id, and a mark where a step comes again.
    """
    step, number, person = occasion.split(".")[:3]
    seasons = Season.objects.select_related("ladder__club").filter(ladder__public_id=public_id)
    season = seasons.filter(number=number).first()
    member = None if season is None else mailed_news(season.ladder.club).filter(person=int(person)).first()
    if season is None or member is None or _is_past(LadderStep(step), season):
        return None
    stop, words = stop_url(member), {"ladder": season.ladder, "number": season.number}
    subject = {
        LadderStep.OPENED: _("A new ladder: %(ladder)s"),
        LadderStep.LAST_WEEK: _("%(ladder)s: the last week of season %(number)d"),
        LadderStep.TURNED: _("%(ladder)s: season %(number)d has begun"),
        LadderStep.CHANGED: _("%(ladder)s: its rules change"),
        LadderStep.CLOSED: _("%(ladder)s is closed"),
    }[LadderStep(step)]
    return letter(
        "games/ladders/mail/news",
        {
            "ladder": season.ladder,
            "club": season.ladder.club,
            "sentences": list(_sentences(LadderStep(step), season, member.person)),
            "stop": stop,
        },
        to=member.person,
        kind=NEWS,
        subject=subject % words,
        button=(_("To the ladder"), url("ladders:ladder", public_id)),
        thread=f"ladders.{public_id}",
    )._replace(unsubscribe=stop)


def _is_past(step: LadderStep, season: Season) -> bool:
    is_over = step == LadderStep.LAST_WEEK and season.ends_at <= service_time.now()
    return is_over or (step != LadderStep.CLOSED and season.ladder.closed_at is not None)


def _sentences(step: LadderStep, season: Season, reader: Person) -> Iterator[str]:
    """What a mail about a step says."""
    words = {
        "ladder": season.ladder,
        "club": season.ladder.club,
        "until": date_format(localtime(season.ends_at)),
    }
    match step:
        case LadderStep.OPENED:
            yield _("There is a new ladder in %(club)s. Its first season ends on %(until)s.") % words
            yield _("On its page you can read its rules, and take part.")
        case LadderStep.LAST_WEEK:
            yield _("This season of %(ladder)s ends on %(until)s. Games paired by then count in it.") % words
            yield from _results(season, reader)
        case LadderStep.TURNED:
            before = Season.objects.filter(ladder=season.ladder, number=season.number - 1).first()
            yield _("The season before is over. The new one ends on %(until)s.") % words
            if before is not None:
                yield from _results(before, reader)
        case LadderStep.CHANGED:
            if (at := season.ladder.coming_at) is None:
                yield _("No other rules of %(ladder)s are coming. Its page says which hold.") % words
            else:
                date = date_format(localtime(at))
                yield _("Rules of %(ladder)s change on %(date)s.") % {**words, "date": date}
                yield from changing.sentences_of(season.ladder)
                yield _("Games that have begun by then keep their clock.")
        case LadderStep.CLOSED:
            yield _("An organiser of %(club)s has closed the ladder. No more games begin in it.") % words
            games = review_of(season.ladder).games
            text = ngettext("%(count)d game was played.", "%(count)d games were played.", games)
            yield text % {"count": games}
            yield from _results(season, reader)
            yield from map(_line, best_of(season, MAILED_LINES))


def _line(leading: Leading) -> str:
    """A line of the table or the ranking."""
    if leading.points is None:
        return f"{leading.place}. {leading.name}"
    text = ngettext(
        "%(place)d. %(name)s, %(points)d point", "%(place)d. %(name)s, %(points)d points", leading.points
    )
    return text % leading._asdict()


def _results(season: Season, reader: Person) -> Iterator[str]:
    """Who is at the top, the reader's place, and how many games are still played."""
    if season.ladder.format == Ladder.Format.CHALLENGE:
        ranking = ranked(season.ladder).select_related("person")
        entrant = ranking.filter(person=reader).first()
        own = None if entrant is None else ranking.filter(place__lt=entrant.place).count() + 1
    else:
        line = lines.line_of(season, reader)
        own = None if line is None else line.place
    running = queries.matches_of(season, is_over=False).count()
    if first := leaders_of(season):
        names = ", ".join(map(str, first))
        text = _("So far, at the top: %(names)s.") if running else _("At the top: %(names)s.")
        yield text % {"names": names}
    if own is not None:
        yield _("Your place: %(place)d.") % {"place": own}
    if running:
        text = ngettext(
            "%(count)d game of the season is still played.",
            "%(count)d games of the season are still played.",
            running,
        )
        yield text % {"count": running}


register(
    Kind(
        name=NEWS,
        title=gettext_lazy("News of ladders in your clubs: new ones, seasons, and results"),
        optional=True,
        compose=told,
    )
)
register(Kind(name=ABSENT, title=gettext_lazy("You have missed check-ins on a ladder"), compose=absent))
