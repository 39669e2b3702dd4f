"""Messages between the two players of a game."""

from urllib.parse import urlencode

from django.http import HttpResponse
from rest_framework.request import Request

from games.api import bodies, parameters
from games.api.answers import messages as answers
from games.api.bodies.games import MessageReading, WrittenMessage
from games.api.endpoint import OfGame, address, answer, by_content
from games.api.openapi.operations import described, for_seats
from games.api.parameters import SinceMessage
from games.engine.side import LABELS
from games.models.message import Message
from games.models.seat import Seat
from games.services import messages


class Messages(OfGame):
    """The messages of a game, and new ones."""

    @described("listMessages", answer=answers.Messages, parameters=SinceMessage, problems=(409,))
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """List messages.

        Get what you and your opponent wrote to each other in the game, oldest first."""
        query = parameters.read(request, SinceMessage)
        _viewer, seat = self.player(request, public_id)
        return by_content(request, _listed(seat, query))

    @for_seats("writeMessage", answer=answers.Message, status=201, body=WrittenMessage, problems=(409, 422))
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """Write a message.

        Write to your opponent. It is plain text, and no part of the game's record. Your opponent gets the
        event `game.message`, and reads it in the next mail about the game."""
        _viewer, seat = self.player(request, public_id)
        written = messages.write(seat=seat, text=bodies.decoded(request, WrittenMessage).text)
        return answer(_one(written, seat), 201)

    @for_seats("readMessages", answer=answers.Messages, body=MessageReading)
    def put(self, request: Request, public_id: str) -> HttpResponse:
        """Say what you have read.

        Note that you have read all messages, so that no mail tells you of them, or mute your opponent's in
        this game. Your opponent is told neither."""
        _viewer, seat = self.player(request, public_id)
        reading = bodies.decoded(request, MessageReading)
        if reading.read:
            messages.mark_read(seat=seat)
            seat.messages_seen = seat.messages
        if reading.muted is not None:
            messages.mute(seat=seat, on=reading.muted)
            seat.mutes_messages = reading.muted
        return answer(_listed(seat, SinceMessage()))


class OneMessage(OfGame):
    """A message of the caller's."""

    @for_seats("editMessage", answer=answers.Message, body=WrittenMessage, problems=(409, 422))
    def put(self, request: Request, public_id: str, message: int) -> HttpResponse:
        """Edit a message.

        Change a message of yours, within five minutes. An empty text takes it away, at any time."""
        _viewer, seat = self.player(request, public_id)
        text = bodies.decoded(request, WrittenMessage).text
        return answer(_one(messages.edit(seat=seat, number=message, text=text), seat))


def _listed(seat: Seat, query: SinceMessage) -> answers.Messages:
    rows = list(messages.shown_to(seat).filter(number__gt=query.since)[: query.limit + 1])
    found, following = rows[: query.limit], None
    if len(rows) > query.limit:
        after = urlencode({"as": seat.plays.label, "since": found[-1].number, "limit": query.limit})
        following = address("messages", seat.game.public_id, query=after)
    return answers.Messages(
        [_one(each, seat) for each in found], seat.messages_seen, following, seat.mutes_messages
    )


def _one(written: Message, seat: Seat) -> answers.Message:
    return answers.Message(
        number=written.number,
        side=LABELS[written.side],
        text=written.text or None,
        version=written.version_of(seat.side),
        written_at=written.written_at,
        edited_at=written.edited_at,
    )
