"""Notifications about biddings: a request to bid, a reminder, the opened bids, and a cancelled pairing.

No mail reveals what the other player did before the bids are open, by its text or by whether it is sent. A
webhook may lead to a channel that the opponent reads too. So no event depends on bids, or on whether someone
has bid: both players' webhooks get one when they are paired, and none when the time runs out.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.person import Person
from games.ladders.bidding import sentences as bid_words
from games.ladders.bidding.links import bidding_link
from games.ladders.bidding.sealed_bids import BID_REMINDER, BIDDING_CALLED_OFF, OPENED
from games.ladders.clubs.webhook_events import (
    LadderData,
    named,
    of_ladder,
    url,
)
from games.ladders.models.bidding import Bidding
from games.ladders.models.ladder import Ladder
from games.ladders.starting import BIDDING
from games.notices.game_events import EventTime, MessagePerson, PageLink, player_of
from games.reads import deadlines
from games.reads.deadlines import moment
from notifications.letters import letter
from notifications.registry import Event, EventType, Kind, Message, register


class BiddingData(LadderData, frozen=True, kw_only=True):
    """A bidding in which you have to bid."""

    bidding: str
    opponent: MessagePerson
    due_at: EventTime
    """The deadline, at which the bids are opened."""


BIDDING_BEGUN = EventType("bidding.begun", gettext_lazy("A bidding for sides has started"), BiddingData)


def invitation(public_id: str, occasion: str) -> Message | None:
    """Compose the request for a bid; None if they have bid, or the bidding is over.

    Args:
        public_id: the bidding's.
        occasion: the id of the player it goes to.
    """
    found = _owing(public_id, occasion)
    if found is None:
        return None
    bidding, person = found
    subject = _("Your pairing with %(name)s: bid for sides") % {"name": bidding.opponent_of(person)}
    return _letter(found, "asked", BIDDING, subject, {"rule": bid_words.rule(), "bidding": bidding})


def reminder(public_id: str, occasion: str) -> Message | None:
    """That the time to bid runs out; None when they have bid, it is over, or the deadline was moved.

    Args:
        public_id: the bidding's.
        occasion: the id of the player it goes to, a full stop, and the deadline.
    """
    to, _dot, due = occasion.partition(".")
    found = _owing(public_id, to)
    if found is None or deadlines.occasion(found[0].due_at) != due:
        return None
    bidding, person = found
    words = {"name": bidding.opponent_of(person), "when": moment(bidding.due_at)}
    subject = _("Your pairing with %(name)s: bid for sides until %(when)s") % words
    return _letter(found, "reminder", BID_REMINDER, subject, {})


def opened(public_id: str, occasion: str) -> Message | None:
    """Compose the mail about the opened bids and their result."""
    found = _found(public_id, occasion)
    if found is None:
        return None
    bidding, person = found
    if bidding.match is None:
        return None
    words = (
        _("The bids are open: you play East against %(name)s")
        if bidding.match.east_id == person.pk
        else _("The bids are open: you play West against %(name)s")
    )
    subject = words % {"name": bidding.opponent_of(person)}
    context = {
        "story": list(bid_words.story(bidding)),
        "has_begun": bidding.match.game.started_at is not None,
    }
    return _letter(found, "opened", OPENED, subject, context)


def called_off(public_id: str, occasion: str) -> Message | None:
    """That there will be no game, since one of both has left the ladder."""
    found = _found(public_id, occasion)
    if found is None or found[0].called_off_at is None:
        return None
    bidding, person = found
    subject = _("Your pairing with %(name)s was cancelled") % {"name": bidding.opponent_of(person)}
    is_paired = bidding.season.ladder.format == Ladder.Format.FREE
    return _letter(found, "called_off", BIDDING_CALLED_OFF, subject, {"is_paired": is_paired})


def _found(public_id: str, occasion: str) -> tuple[Bidding, Person] | None:
    rows = Bidding.objects.select_related(
        "season__ladder", "first", "second", "match__game", "match__east", "match__west"
    )
    bidding = rows.filter(public_id=public_id).first()
    for person in () if bidding is None else bidding.players:
        if bidding is not None and str(person.pk) == occasion:
            return bidding, person
    return None


def _owing(public_id: str, occasion: str) -> tuple[Bidding, Person] | None:
    """A pairing and the player that a notice is for, while that player has not bid; None otherwise."""
    found = _found(public_id, occasion)
    if found is None:
        return None
    bidding, person = found
    return found if bidding.is_waiting and bidding.bid_of(person) is None else None


def _letter(
    found: tuple[Bidding, Person], template: str, kind: str, subject: str, context: Mapping[str, Any]
) -> Message:
    bidding, person = found
    values = {
        "name": bidding.opponent_of(person),
        "ladder": bidding.season.ladder,
        "until": moment(bidding.due_at),
        **context,
    }
    words = _("Bid for a side") if bidding.is_waiting else _("View the bids")
    button = None if bidding.called_off_at is not None else (words, bidding_link(bidding, person))
    return letter(
        f"games/ladders/mail/{template}",
        values,
        to=person,
        kind=kind,
        subject=subject,
        button=button,
        thread=f"biddings.{bidding.public_id}",
    ).naming(bidding.opponent_of(person))


def begun_event(public_id: str, occasion: str) -> Event | None:
    """The event that someone is paired and bids for sides.

    None if the bids are open or the pairing is cancelled.

    Args:
        public_id: the bidding's.
        occasion: the id of the owner of the webhooks.
    """
    rows = Bidding.objects.filter(Bidding.WAITING, public_id=public_id)
    bidding = rows.select_related("season__ladder__club", "first", "second").first()
    if bidding is None:
        return None
    opponent = bidding.second if str(bidding.first_id) == occasion else bidding.first
    ladder = bidding.season.ladder
    page = url("ladders:bidding", bidding.public_id)
    data = BiddingData(
        **of_ladder(ladder),
        bidding=bidding.public_id,
        opponent=player_of(opponent),
        due_at=bidding.due_at.isoformat(),
        links=PageLink(page),
    )
    text = _("You are paired with %(name)s on %(ladder)s of %(club)s: bid for sides until %(until)s.")
    words = {"name": opponent, "ladder": ladder, "club": ladder.club, "until": moment(bidding.due_at)}
    return Event(BIDDING_BEGUN, data, f"{text % words} <{page}>", named(opponent))


for _kind in (
    Kind(
        name=BIDDING,
        title=BIDDING_BEGUN.title,
        compose=invitation,
        events=(BIDDING_BEGUN,),
        compose_event=begun_event,
    ),
    Kind(
        name=BID_REMINDER,
        title=gettext_lazy("Your time to bid for sides is running out"),
        optional=True,
        compose=reminder,
    ),
    Kind(name=OPENED, title=gettext_lazy("The bids for sides were opened"), optional=True, compose=opened),
    Kind(name=BIDDING_CALLED_OFF, title=gettext_lazy("A pairing was called off"), compose=called_off),
):
    register(_kind)
