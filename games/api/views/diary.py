"""The caller's diary of a game, and the report of the game with both."""

from collections.abc import Sequence

from django.http import HttpResponse
from rest_framework.request import Request

from games.api import bodies
from games.api.answers import diary as answers
from games.api.bodies.games import SharingDiary, WrittenNote
from games.api.endpoint import OfGame, answer, by_content
from games.api.openapi.operations import described, for_seats, for_watchers
from games.api.parameters import Seen
from games.engine.side import LABELS
from games.models import both_seats
from games.models.note import Note
from games.models.seat import Seat
from games.services import diary, war_report
from games.services.war_report import Kept, Line, in_markdown
from sekigahara.errors.exceptions import or_404


class Diary(OfGame):
    """The notes of the caller, which nobody else can read."""

    @described("readDiary", answer=answers.Diary, parameters=Seen, problems=(409,))
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Read your diary.

        Get what you wrote in your diary of the game, oldest first, its head, and who agrees to show both
        diaries."""
        viewer, seat = self.player(request, public_id)
        return by_content(request, _diary(seat, viewer.both))

    @for_seats("writeNote", answer=answers.Note, status=201, body=WrittenNote, problems=(409, 422))
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Write in your diary.

        Write a note in your diary of the game. Nobody else is told, and nothing of the game changes by it.
        Notes cannot be edited."""
        _viewer, seat = self.player(request, public_id)
        return answer(_one(diary.write(seat=seat, text=bodies.decoded(request, WrittenNote).text)), 201)

    @for_seats("shareDiary", answer=answers.Diary, body=SharingDiary)
    def put(self, request: Request, public_id: str) -> HttpResponse:
        """Agree to show both diaries.

        Agree that both diaries of a finished game are shown to everyone who can see it, or take that back.
        Once both of you agree, and as long as you do, there is a report of the game."""
        self.person(request)  # a pass may come from a mail that was forwarded
        viewer, seat = self.player(request, public_id)
        diary.agree(seat=seat, on=bodies.decoded(request, SharingDiary).mine)
        both = both_seats.of_game(viewer.game.pk)
        return answer(_diary(both[seat.plays], both))


class Report(OfGame):
    """The report of a finished game."""

    @for_watchers("getReport", answer=answers.WarReport)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get the report of a game.

        Get the report of a finished game: its weeks, its turning points, and what both players wrote in
        their diaries. There is none (`404`) unless both agree to show them."""
        viewer = self.begun(request, public_id)
        made = war_report.made_of(viewer, or_404(war_report.diaries_of(viewer)))
        weeks = [
            answers.ReportWeek(
                week.number, week.last, [_line(line) for line in week.lines], week.turning_points
            )
            for week in made.weeks
        ]
        diaries = [_kept(each) for each in made.kept if each.first]
        shown = answers.WarReport(
            made.ending, made.line, made.standing, weeks, diaries, made.address, in_markdown(made)
        )
        return by_content(request, shown)


def _line(line: Line) -> answers.ReportLine:
    if line.note is None or line.seat is None:
        return answers.ReportLine(line.moment, str(line.text), None, None, None)
    note = line.note
    return answers.ReportLine(line.moment, line.text, LABELS[line.seat.side], note.written_at, note.game_head)


def _kept(kept: Kept) -> answers.ReportDiary:
    return answers.ReportDiary(LABELS[kept.seat.side], kept.first, kept.head, kept.fault)


def _diary(seat: Seat, both: Sequence[Seat]) -> answers.Diary:
    notes, sharing = list(diary.notes_of(seat)), diary.sharing(seat, both)
    return answers.Diary(
        [_one(note) for note in notes],
        diary.head_of(seat, notes[-1] if notes else None),
        None if sharing is None else answers.DiarySharing(sharing.mine, sharing.theirs, sharing.is_shown),
    )


def _one(note: Note) -> answers.Note:
    return answers.Note(
        number=note.number,
        text=note.words,
        version=note.version,
        game_head=note.game_head,
        head=note.head,
        written_at=note.written_at,
    )
