"""The caller's diary of a game."""

from django.http import HttpResponse
from rest_framework.request import Request

from games.api import bodies
from games.api.answers import diary as answers
from games.api.bodies.games import WrittenNote
from games.api.endpoint import OfGame, answer, by_content
from games.api.openapi.operations import described, for_seats
from games.api.parameters import Seen
from games.models.note import Note
from games.services import diary


class Diary(OfGame):
    """The notes of the caller, which nobody else can read."""

    @described("readDiary", "Read your diary", answer=answers.Diary, parameters=Seen, problems=(409,))
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get what you wrote in your diary of the game, oldest first, and its head."""
        _viewer, seat = self.player(request, public_id)
        notes = list(diary.notes_of(seat))
        head = diary.head_of(seat, notes[-1] if notes else None)
        return by_content(request, answers.Diary([_one(note) for note in notes], head))

    @for_seats(
        "writeNote",
        "Write in your diary",
        answer=answers.Note,
        status=201,
        body=WrittenNote,
        problems=(409, 422),
    )
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Write a note in your diary of the game. Nobody else is told, and nothing of the game changes by it.
        Notes cannot be edited."""
        _viewer, seat = self.player(request, public_id)
        return answer(_one(diary.write(seat=seat, text=bodies.decoded(request, WrittenNote).text)), 201)


def _one(note: Note) -> answers.Note:
    return answers.Note(
        number=note.number,
        text=note.words,
        version=note.version,
        game_head=note.game_head,
        head=note.head,
        written_at=note.written_at,
    )
