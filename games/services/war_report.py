"""A finished game to be read and kept: its weeks with a board each, and what both players wrote beside them.

It is there once both have agreed to show their diaries, for everyone who can see the game; before that, for
nobody.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.name_rules import inert
from games import story
from games.analysis import sentences
from games.engine.side import NOBODY
from games.log import diary_chain, position
from games.models.game import Game
from games.models.note import Note
from games.models.seat import Seat
from games.reads.access import Viewer
from games.reads.chronicle import SeenChange
from games.reads.endings import ending_in_words
from games.reads.moments import Moments
from games.services import analyses, diary
from games.services.analyses import AnalysisStanding, AnalysisStatus

TOLD: Final = ("combat-ended", "overrun", "castle-fell", "game-over")
"""The events that the report tells of, beside what notes were written at."""


class Line(NamedTuple):
    """A line of the report: what happened, or what a player wrote then.

    Attributes:
        moment: the public's number of the moment.
        text: plain text.
        seat: whose note it is; None for what happened.
        note: the note itself.
        at: when it was written, as it is hashed.
    """

    moment: int
    text: str
    seat: Seat | None = None
    note: Note | None = None
    at: str = ""


class Week(NamedTuple):
    """A week, or what was written after the end.

    Attributes:
        heading: its name.
        number: of the week; None after the end of the game.
        last: the number of its last moment, after which its board is as everybody saw it.
        lines: what happened, and what was written.
        turning_points: of an analysis, a sentence each.
    """

    heading: str
    number: int | None
    last: int
    lines: list[Line]
    turning_points: list[str]


class Kept(NamedTuple):
    """A diary, and whether its notes are those that were written.

    Attributes:
        seat: of its author.
        notes: all of them.
        first: the head of the diary before its first note; empty where it is not shown.
        head: of the diary.
        fault: the number of the first note that is not as it was written; 0 if all are.
    """

    seat: Seat
    notes: list[Note]
    first: str
    head: str
    fault: int


class WarReport(NamedTuple):
    """The report of a game, in the current language.

    Attributes:
        ending: who won.
        line: who played what, and how it ended.
        standing: what was won and lost, a sentence each.
        weeks: in order.
        kept: both diaries.
        moments: of the game, as everybody saw it.
    """

    ending: str
    line: str
    standing: list[str]
    weeks: list[Week]
    kept: list[Kept]
    moments: Moments

    @property
    def game(self) -> Game:
        """The game."""
        return self.moments.game

    @property
    def date(self) -> str:
        """When it ended."""
        ended_at = self.game.ended_at
        return "" if ended_at is None else date_format(localtime(ended_at))

    @property
    def address(self) -> str:
        """The URL of its page."""
        return f"{settings.SITE_URL}/games/{self.game.public_id}/report/"


def diaries_of(viewer: Viewer) -> list[Kept] | None:
    """Both diaries of a game, East's first; None while not both players agree to show them.

    Raises:
        Frozen: the game is stopped.
    """
    if not diary.is_report_shown(viewer.both):
        return None
    position.refuse_stopped(viewer.game)
    return [_kept(seat) for seat in viewer.both]


def made_of(viewer: Viewer, kept: list[Kept]) -> WarReport:
    """The report of a game.

    Args:
        viewer: of the game.
        kept: its diaries.
    """
    moments = Moments(viewer.game, NOBODY)
    view, names = moments.view(moments.last), story.Names(moments.rules)
    ending = ending_in_words(viewer.both, view)
    standing = [str(each) for each in story.standing(names, view)]
    return WarReport(ending.title, ending.line, standing, list(_weeks(moments, names, kept)), kept, moments)


def analysis_of(game: Game) -> AnalysisStanding:
    """How far the analysis of a game is. Games for practice have none."""
    may_be = analyses.may_be_analysed(game)
    return analyses.of_game(game) if may_be else AnalysisStanding(AnalysisStatus.UNASKED)


def _kept(seat: Seat) -> Kept:
    if not seat.shares_diary:
        # A program that was not asked has nothing against a report, but its owner may have written.
        return Kept(seat, [], "", "", 0)
    notes, first = list(diary.notes_of(seat)), diary.first_head_of(seat)
    head = diary.head_of(seat, notes[-1] if notes else None)
    return Kept(seat, notes, first, head, diary_chain.fault_in(first, notes))


def _weeks(moments: Moments, names: story.Names, kept: Sequence[Kept]) -> Iterator[Week]:
    notes = _noted(moments, kept)
    during = [line for line in notes if line.note is not None and not _is_after(line.note)]
    points = _turning_points(moments.game, names)
    begins = moments.weeks()
    for number, first in begins.items():
        # What comes before the first week belongs to it.
        since = first if number > min(begins) else 1
        last = begins.get(number + 1, moments.last + 1) - 1
        yield Week(
            _("Week %(week)d") % {"week": number},
            number,
            last,
            list(_lines(names, moments.changes[since - 1 : last], during)),
            points.get(number, []),
        )
    if afterwards := [line for line in notes if line not in during]:
        yield Week(_("Afterwards"), None, moments.last, afterwards, [])


def _is_after(note: Note) -> bool:
    return note.game.ended_at is not None and note.written_at > note.game.ended_at


def _noted(moments: Moments, kept: Sequence[Kept]) -> list[Line]:
    """The notes of both, by when they were written."""
    lines = []
    for each in kept:
        own = Moments(moments.game, each.seat.plays)
        for note in each.notes:
            note.game = moments.game
            moment, at = max(1, own.same(note.version, NOBODY)), diary_chain.written(note.written_at)
            lines.append(Line(moment, note.words, each.seat, note, at))
    return sorted(lines, key=lambda line: (line.moment, line.at))


def _lines(names: story.Names, changes: Sequence[SeenChange], notes: Sequence[Line]) -> Iterator[Line]:
    """What changes told, and after each what was written then; of others only what somebody wrote at."""
    for change in changes:
        written = [line for line in notes if line.moment == change.version]
        events = [] if change.undone else [each for each in change.events if each["event"] in TOLD]
        told: list[str] = [story.Sentence.of(names, event) for event in events]
        if written and not told:
            told = story.change(
                names, change.type, side=change.side, action=change.action, events=change.events
            )[:2]
        yield from (Line(change.version, text) for text in told)
        yield from written


def _turning_points(game: Game, names: story.Names) -> dict[int, list[str]]:
    """By week, what the turning points of the game cost; empty without an analysis."""
    result = analysis_of(game).result
    found: dict[int, list[str]] = {}
    for point in () if result is None else result.turning_points:
        values = {"side": names.side(point.side), "turn": point.turn, "cost": sentences.cost(names, point)}
        text = _("A turning point: %(side)s, turn %(turn)s. %(cost)s") % values
        found.setdefault(point.week, []).append(text)
    return found


_SIGN = re.compile(r"([\\`*_\[\]<>#|~&@$^]|^[-+=:])")
"""Whatever means something in Markdown or HTML where it stands."""
_NUMBER_OF_LIST = re.compile(r"^(\d{1,9})(?=[.)](\s|$))")
_NAME = re.compile(
    r"(?<=\\#)(?=\w)|(?<=\bGH)(?=-\d)|(?<=\bwww)(?=\.)|(?<=:)(?=[\w+\\-]+:)|(?<=\b[0-9a-f]{6})(?=[0-9a-f]{1,34}\b)",
    re.IGNORECASE,
)
"""In what forums find after that: numbers of issues, addresses, pictures by their names, commits."""
_NON_JOINER = "\u200c"


def in_markdown(report: WarReport) -> str:
    """The report as Markdown."""
    return "\n".join(_in_markdown(report)) + "\n"


def _in_markdown(report: WarReport) -> Iterator[str]:
    yield f"# {escaped(report.ending)}"
    yield f"\n{escaped(report.line)}"
    yield from (f"\n{escaped(each)}" for each in (report.date, *report.standing))
    for week in report.weeks:
        yield f"\n## {escaped(week.heading)}"
        for line in week.lines:
            if line.note is None or line.seat is None:
                yield f"\n{escaped(line.text)}"
                continue
            at = date_format(localtime(line.note.written_at), "DATETIME_FORMAT")
            yield f"\n> **{escaped(line.seat.played_by)}**, {escaped(at)}:\n>"
            yield "\n".join(f"> {escaped(each)}  " if each else ">" for each in line.text.splitlines())
        yield from (f"\n*{escaped(text)}*" for text in week.turning_points)
    yield "\n---"
    for each in report.kept:
        if each.first and not each.fault:
            name = escaped(each.seat.played_by)
            yield "\n" + _("Head of the diary of %(name)s: `%(head)s`") % {"name": name, "head": each.head}
    yield f"\n<{report.address}>"


def escaped(line: str) -> str:
    """A line in which nothing is a link, a heading, a list, HTML, a mention, or the number of anything."""
    signs = _SIGN.sub(r"\\\1", inert(" ".join(line.split())))
    return _NAME.sub(_NON_JOINER, _NUMBER_OF_LIST.sub(r"\1\\", signs))
