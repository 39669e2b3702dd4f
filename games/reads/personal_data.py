"""A person's games in the export of personal data, without what they may not see."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet

from accounts.export import File, register_export
from accounts.models.person import Person
from games.engine.side import LABELS
from games.models.game import Game
from games.models.mail_reply import MailReply
from games.models.message import Message
from games.models.note import Note
from games.models.orders import SeatOrders, UsualOrders
from games.models.receipt import Receipt
from games.models.rematch import Rematch
from games.models.seat import Invitation, Seat, Tempo
from games.models.seat_change import SeatChange
from games.reads import chronicle
from games.reads.queries import invitations_of
from notifications.webhooks import sealing
from sekigahara.errors.exceptions import Frozen


def register_parts() -> None:
    """Register the parts of the export about games."""
    register_export("games", games_of, "games.Seat.player", "games.Game.creator", files=records_of)
    register_export("seat_changes", seat_changes_of, "games.SeatChange.person")
    register_export("invitations", invitations_to, "games.Invitation.person")
    register_export("rematches", rematches_by, "games.Rematch.by")
    register_export("usual_orders", usual_orders_of, "games.UsualOrders.person")
    register_export("receipts", receipts_of, "games.Receipt.person")
    register_export("messages_in_games", messages_of, "games.Message.author")
    register_export("diaries_of_games", notes_of, "games.Note.author")
    register_export("replies_by_mail", replies_of, "games.MailReply.person")


def games_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The person's seats with their games, oldest first, including games that were called off."""
    written = Invitation.objects.filter(seat__game__creator=person).exclude(note="")
    notes = dict(written.values_list("seat__game_id", "note"))
    for seat in _seats(person).select_related("game__creator").iterator():
        game = seat.game
        yield {
            "game": game.public_id,
            "side": None if seat.game.is_to_be_drawn else seat.plays.label,
            "opponent": _opponent(seat),
            "made_by_you": game.creator_id == person.pk,
            "note_to_the_invited": notes.get(game.pk, ""),
            "edition": game.edition,
            "status": game.status,
            "public": game.is_public,
            "nonce": game.nonces[seat.side],
            "pace": game.pace,
            "time_bank": game.time_bank,
            "hold": game.hold,
            "reaction": game.reaction,
            "lesson": game.lesson or None,
            "played_on_from_moment": game.source_moment,
            "played_on_from_week": game.source_week,
            "created_at": game.created_at,
            "started_at": game.started_at,
            "ended_at": game.ended_at,
            "winner": None if game.winner is None else LABELS[game.winner],
            "victory": game.victory,
            "version": seat.version,
            "looked_at_version": seat.looked_at,
            "told_at_version": seat.told_at,
            "waiting_since": seat.waiting_since,
            "due_at": seat.due_at,
            "seconds_left_in_time_bank": seat.bank_left,
            "lapses_at": seat.lapses_at,
            "links_void_before": seat.links_after,
            "tempo": None if seat.tempo is None else Tempo(seat.tempo).name.lower(),
            "shares_presence": seat.shares_presence,
            "mutes_messages": seat.mutes_messages,
            "messages_read": seat.messages_seen,
            "shares_diary": seat.shares_diary,
            "asked_to_take_back_at_version": seat.take_back_asked,
            "orders": _orders(seat),
        }


def invitations_to(person: Person) -> Iterator[Mapping[str, Any]]:
    """The invitations to the person, with their answers.

    Invitations from people they blocked are hidden until answered.
    """
    shown = invitations_of(person).values("pk")
    invitations = Invitation.objects.filter(person=person).select_related("seat__game__creator")
    is_answered = ~Q(seat__game__status=Game.Status.WAITING) | Q(seat__player=person)
    rows = invitations.filter(is_answered | Q(pk__in=shown))
    for invitation in rows.order_by("created_at", "pk"):
        game = invitation.seat.game
        yield {
            "game": game.public_id,
            "side": None if game.is_to_be_drawn else invitation.seat.plays.label,
            "from": None if game.creator is None else str(game.creator),
            "created_at": invitation.created_at,
            "declined_at": invitation.declined_at,
            "note": invitation.note,
        }


def rematches_by(person: Person) -> Iterator[Mapping[str, Any]]:
    """The rematches that the person offered, or began against a computer player or themselves."""
    for row in Rematch.objects.filter(by=person).select_related("of", "game").order_by("created_at", "pk"):
        game = None if row.game is None else row.game.public_id
        yield {"of": row.of.public_id, "game": game, "created_at": row.created_at}


def seat_changes_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What registers of games say of the person: when they got a seat."""
    for row in SeatChange.objects.filter(person=person).select_related("game").order_by("at", "pk"):
        yield {"game": row.game.public_id, "side": LABELS[row.side], "kind": row.kind, "at": row.at}


def usual_orders_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The orders with which the person begins new games."""
    for row in UsualOrders.objects.filter(person=person):
        if text := sealing.unseal(row.text):
            yield json.loads(text)


def receipts_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """The stored idempotency keys of the person's programs, without the responses."""
    receipts = Receipt.objects.filter(person=person).order_by("created_at", "pk")
    rows = receipts.values_list("game__public_id", "key", "request", "created_at")
    for game, key, request, at in rows.iterator():
        yield {"game": game, "key": key, "request": request, "created_at": at}


def replies_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person answered by mail, and what came of it."""
    for row in MailReply.objects.filter(person=person).select_related("seat__game").order_by("at", "pk"):
        yield {
            "game": row.seat.game.public_id,
            "side": row.seat.plays.label,
            "message": row.digest,
            "at": row.at,
            "version": row.version,
            "outcome": row.outcome,
            "actions": json.loads(row.actions) if row.actions else [],
            "words": row.words,
        }


def messages_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person wrote to the other player in their games."""
    for row in Message.objects.filter(author=person).select_related("game").order_by("written_at", "pk"):
        yield {
            "game": row.game.public_id,
            "number": row.number,
            "side": LABELS[row.side],
            "text": row.text,
            "former_texts": row.former.split("\0")[1:],
            "written_at": row.written_at,
            "edited_at": row.edited_at,
        }


def notes_of(person: Person) -> Iterator[Mapping[str, Any]]:
    """What the person wrote in the diaries of their games."""
    for row in Note.objects.filter(author=person).select_related("game").order_by("written_at", "pk"):
        yield {
            "game": row.game.public_id,
            "side": LABELS[row.side],
            "number": row.number,
            "text": row.words,
            "version": row.version,
            "head_of_the_game": row.game_head,
            "head": row.head,
            "written_at": row.written_at,
        }


def records_of(person: Person) -> Iterator[File]:
    """The records of the person's games that have begun, the latest first.

    The record of a running game contains what their side may know; a person who plays both sides gets one
    for each. So does a game for practice, which has no other.
    """
    whole: set[int] = set()
    for seat in _seats(person).filter(game__length__gt=0).order_by("-game__created_at", "-pk"):
        if not seat.game.is_over or seat.game.begins_from_position:
            yield File(f"games/{seat.reference}.json", partial(_record, seat))
        elif seat.game_id not in whole:
            whole.add(seat.game_id)
            yield File(f"games/{seat.game.public_id}.json", partial(_record, seat))


def _seats(person: Person) -> QuerySet[Seat]:
    seats = Seat.objects.filter(player=person).select_related("game")
    return seats.order_by("game__created_at", "game__public_id", "side")


def _record(seat: Seat) -> dict[str, Any] | None:
    """The record for a seat, of a game for practice what its side saw; None while the game is stopped."""
    try:
        if seat.game.begins_from_position:
            return {"game": seat.game.public_id, "history": chronicle.changes_seen(seat.game, seat.plays)}
        return chronicle.record_of(seat.game, seat.plays)
    except Frozen:
        return None


def _orders(seat: Seat) -> Mapping[str, Any] | None:
    """What the person has ordered at a seat, and what it did."""
    row = SeatOrders.objects.filter(seat=seat).first()
    text = "" if row is None else sealing.unseal(row.text)
    return json.loads(text) if text else None


def _opponent(seat: Seat) -> str | None:
    """The public name of the opponent; None while the other seat is free."""
    other = seat.opposite()
    return other.played_by if other.is_taken else None
