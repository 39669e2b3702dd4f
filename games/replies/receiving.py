"""Receiving replies: who may answer a mail, and playing what they say.

A reply counts only if it comes from the address of the seat's player; anybody else's does nothing and is not
answered. It is kept before it is played, so that one that comes twice, or whose playing was cut off, counts
once. What cannot be played is answered by one mail with the reason and all that is possible.
"""

import hashlib
import logging
from datetime import timedelta
from email.utils import getaddresses
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models.person import Person
from accounts.rate_limits import waiting_time
from games import engine, story
from games.engine import actions as a
from games.engine.errors import EngineError
from games.engine.grave_actions import grave_reasons
from games.log import position
from games.models.mail_reply import MailReply
from games.models.seat import Seat
from games.replies import tokens
from games.replies.kept import key_of
from games.replies.marching import is_marching, read_march
from games.replies.reading import MisfitError, new_paragraphs, plain, read_answer
from games.replies.tokens import AnsweredMail
from games.services import messages, play, suspension
from games.story.answers import possible
from games.story.numbered import numbered
from notifications.inbound import Incoming, register
from notifications.services import Announcement, announce
from sekigahara.db import service_time
from sekigahara.errors.codes import CODES
from sekigahara.errors.exceptions import Frozen, Limited, Refused, Stale

REPLY = "games.reply"
YES = "yes"
"""What plays a draft, as the answer to the mail that shows it."""
MOST_REFUSALS = 5
"""Replies for each seat that are answered by a mail with the reason why they were not played."""
MOST_DRAFTS = 20
"""Replies for each seat that are answered by a mail with a draft."""
ANSWERED_WITHIN = timedelta(days=1)

log = logging.getLogger(__name__)


class _Fit(NamedTuple):
    """What a reply says, and whether its player is to agree before it is played."""

    actions: str
    words: str
    outcome: str = MailReply.Outcome.READ


def register_reader() -> None:
    """Have replies read."""
    register(tokens.PREFIX, receive)
    register(tokens.MESSAGE_PREFIX, receive_message)


def receive(token: str, incoming: Incoming) -> None:
    """Play what a reply says, or have its sender told why not.

    Args:
        token: of the address at which it came.
        incoming: the mail.
    """
    answered = tokens.answered_by(token)
    seat = None if answered is None else _seat(answered.seat_id)
    if answered is None or seat is None or seat.player is None or not _is_from(seat.player, incoming):
        log.info("left a reply unread: it is not from the player of a seat that it names")
        return
    with translation.override(seat.player.reads), timezone.override(seat.player.tzinfo):
        try:
            with suspension.stopping():
                _take(seat, seat.player, answered, incoming)
        except Frozen:  # the players are told that it is stopped
            log.info("left a reply to a stopped game unread")


def receive_message(token: str, incoming: Incoming) -> None:
    """Write what is new in a reply to the other player, or have its sender told why not.

    Args:
        token: of the address at which it came, in the mail that quotes the other player's message.
        incoming: the mail. One that comes twice is one message.
    """
    answered = tokens.answered_by(token, tokens.MESSAGE_PURPOSE)
    seat = None if answered is None else _seat(answered.seat_id)
    if answered is None or seat is None or seat.player is None or not _is_from(seat.player, incoming):
        log.info("left a message by mail unread: it is not from the player of a seat that it names")
        return
    digest = hashlib.sha256(f"message {_digest(incoming)}".encode()).hexdigest()
    if MailReply.objects.filter(seat=seat, digest=digest).exists():
        return
    row = MailReply(seat=seat, person=seat.player, digest=digest, version=answered.version)
    with translation.override(seat.player.reads), timezone.override(seat.player.tzinfo):
        try:
            messages.write(seat=seat, text="\n\n".join(new_paragraphs(incoming.text)))
        except Limited as error:
            _refuse(row, _("Try again in %(time)s.") % {"time": waiting_time(error.seconds)})
        except Refused as error:
            _refuse(row, CODES[error.code].sentence(error.parameters))
        else:
            row.outcome, row.words = MailReply.Outcome.PLAYED, _("your message was sent")
            row.save()


def _seat(pk: int) -> Seat | None:
    """The seat, with its game and player as they are now."""
    return Seat.objects.select_related("game", "player").filter(pk=pk).first()


def _is_from(person: Person, incoming: Incoming) -> bool:
    """Whether a mail says that it is from a person. Its envelope may say what a forwarding server wrote."""
    senders = [address.casefold() for _name, address in getaddresses([incoming.headers.get("from", "")])]
    return person.is_active and senders == [person.email.casefold()]


def _take(seat: Seat, person: Person, answered: AnsweredMail, incoming: Incoming) -> None:
    digest = _digest(incoming)
    reply = MailReply.objects.filter(seat=seat, digest=digest).first()
    if reply is None:
        reply = _kept(seat, person, answered, digest, incoming.text)
    if reply is not None and reply.outcome == MailReply.Outcome.READ:
        _play(seat, reply)


def _digest(incoming: Incoming) -> str:
    """What is the same if a mail comes twice; of the whole where it has no Message-ID."""
    known = incoming.headers.get("message-id", "").strip()
    return hashlib.sha256(known.encode() if known else incoming.mail.as_bytes()).hexdigest()


def _kept(seat: Seat, person: Person, answered: AnsweredMail, digest: str, text: str) -> MailReply | None:
    """Keep what a new reply says; None if that cannot be played."""
    row = MailReply(seat=seat, person=person, digest=digest, version=answered.version)
    try:
        fit = _read(seat, answered, text)
    except MisfitError as misfit:
        _refuse(row, misfit.sentence)
        return None
    row.actions, row.words, row.outcome = fit
    if row.outcome == MailReply.Outcome.DRAFT:
        _tell(row, MOST_DRAFTS)
        return None
    row.save()
    return row


def _read(seat: Seat, answered: AnsweredMail, text: str) -> _Fit:
    """What a reply says, if that can be played now.

    Raises:
        MisfitError: it cannot.
        Frozen: the game is stopped.
    """
    rules, state = position.load(seat.game)
    options = engine.options(rules, state, seat.plays)
    if options is None or not seat.asked_at <= answered.version <= seat.version:
        raise _stale()
    if answered.draft and [plain(part) for part in new_paragraphs(text)][:1] == [YES]:
        return _agreed(seat, answered)
    names, seen = story.Names(rules), engine.view(rules, state, seat.plays)
    try:
        read = read_answer(numbered(possible(names, seen, options)), text)
    except MisfitError:
        if options.decision != "movement" or not is_marching(text):
            raise
        march = read_march(rules, state, seat.plays, text)
        return _Fit(_in_json(march.actions), "\n".join(march.lines), MailReply.Outcome.DRAFT)
    if read.is_grave or grave_reasons(rules, state, seat.plays, read.action):
        raise MisfitError("grave", _("A grave answer is not taken by mail: give it on the page of the game."))
    return _Fit(_in_json([read.action]), read.words)


def _agreed(seat: Seat, answered: AnsweredMail) -> _Fit:
    """The draft that the answered mail shows."""
    draft = MailReply.objects.filter(pk=answered.draft, seat=seat, version=answered.version).first()
    if draft is None or draft.outcome != MailReply.Outcome.DRAFT:
        raise _stale()
    return _Fit(draft.actions, "; ".join(draft.words.splitlines()))


def _in_json(actions: list[a.Action]) -> str:
    return msgspec.json.encode(actions).decode()


def _stale() -> MisfitError:
    return MisfitError("stale", _("The game had gone on before it came."))


def _play(seat: Seat, reply: MailReply) -> None:
    """Play what a reply says; a second time this does nothing."""
    bodies = [msgspec.json.encode(action) for action in msgspec.json.decode(reply.actions)]
    version, key = reply.version, key_of(reply)
    try:
        play.submit(seat=seat, bodies=bodies, expected_version=version, key=key, by_mail=True)
    except Stale:
        _refuse(reply, _stale().sentence)
    except (EngineError, Refused) as error:
        if isinstance(error, Frozen):
            raise
        _refuse(reply, story.refusal(story.Names(position.rules_of(seat.game)), error))
    else:
        reply.outcome = MailReply.Outcome.PLAYED
        reply.save(update_fields=["outcome"])


def _refuse(reply: MailReply, reason: str) -> None:
    """Keep why a reply was not played, and have its sender told."""
    reply.outcome, reply.words, reply.actions = MailReply.Outcome.REFUSED, reason, ""
    _tell(reply, MOST_REFUSALS)


def _tell(reply: MailReply, most: int) -> None:
    """Keep a reply and have it answered, unless so many of its outcome were answered of late."""
    since = service_time.now() - ANSWERED_WITHIN
    latest = MailReply.objects.filter(seat=reply.seat_id, outcome=reply.outcome, at__gt=since)
    if latest.count() >= most:
        log.info("left a reply unanswered: too many of late were %s", reply.outcome)
        MailReply.objects.filter(pk=reply.pk).delete()
        return
    with transaction.atomic(durable=True):
        reply.save()
        announce([Announcement(REPLY, reply.seat.reference, str(reply.pk), reply.person_id)])
