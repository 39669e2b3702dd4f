"""What a person's webhooks are told of ladders: that they are challenged, and paired to bid for sides.

A webhook may lead to a channel that many read, the opponent too. So nothing in it rests on bids, nor on
whether somebody has bid: of a pairing both are told once, as it is made, and no reminder is.
"""

from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.ladders.challenges.automation import REMINDER
from games.ladders.challenges.negotiation import CHALLENGED
from games.ladders.challenges.queries import challenge_at
from games.ladders.clubs.webhook_events import named, of_ladder, url, who
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.starting import BIDDING
from games.reads import deadlines
from games.reads.deadlines import moment
from notifications.webhooks.event_types import Event, Source, register

CHALLENGE_RECEIVED = "challenge.received"
CHALLENGE_REMINDER = "challenge.reminder"
BIDDING_BEGUN = "bidding.begun"

TITLES: dict[str, Promise] = {
    CHALLENGE_RECEIVED: gettext_lazy("Somebody challenges you"),
    CHALLENGE_REMINDER: gettext_lazy("Your time to answer a challenge runs out"),
    BIDDING_BEGUN: gettext_lazy("You are paired, and bid for sides"),
}


def register_events() -> None:
    """Tell webhooks of what waits for people on ladders."""
    register(Source(CHALLENGED, {CHALLENGE_RECEIVED: TITLES[CHALLENGE_RECEIVED]}, received))
    register(Source(REMINDER, {CHALLENGE_REMINDER: TITLES[CHALLENGE_REMINDER]}, reminder))
    register(Source(BIDDING, {BIDDING_BEGUN: TITLES[BIDDING_BEGUN]}, begun))


def received(public_id: str, occasion: str) -> Event | None:  # noqa: ARG001 - there is one
    """That somebody is challenged; None when it is answered or over."""
    challenge = challenge_at(public_id)
    if challenge is None or not challenge.is_unanswered:
        return None
    text = _("%(name)s challenges you on %(ladder)s of %(club)s: answer until %(until)s.")
    return _asking(CHALLENGE_RECEIVED, challenge, text)


def reminder(public_id: str, occasion: str) -> Event | None:
    """That their time to answer runs out; None when it is answered, has run out, or there is more by now.

    Args:
        occasion: the deadline they are reminded of.
    """
    challenge = challenge_at(public_id)
    if challenge is None or not challenge.is_unanswered or challenge.answer_by <= timezone.now():
        return None
    if deadlines.occasion(challenge.answer_by) != occasion:
        return None
    text = _("Answer the challenge of %(name)s on %(ladder)s of %(club)s until %(until)s.")
    return _asking(CHALLENGE_REMINDER, challenge, text)


def begun(public_id: str, occasion: str) -> Event | None:
    """That somebody is paired, and bids for sides; None when the bids are open, or it came to nothing.

    Args:
        occasion: the id of the player whose webhooks are told.
    """
    rows = Bidding.objects.filter(Bidding.WAITING, public_id=public_id)
    bidding = rows.select_related("season__ladder__club", "first", "second").first()
    if bidding is None:
        return None
    opponent = bidding.second if str(bidding.first_id) == occasion else bidding.first
    ladder = bidding.season.ladder
    page = url("ladders:bidding", bidding.public_id)
    data = {
        **of_ladder(ladder),
        "bidding": bidding.public_id,
        "opponent": who(opponent),
        "due_at": bidding.due_at.isoformat(),
        "links": {"page": page},
    }
    text = _("You are paired with %(name)s on %(ladder)s of %(club)s: bid for sides until %(until)s.")
    told = {"name": opponent, "ladder": ladder, "club": ladder.club, "until": moment(bidding.due_at)}
    return Event(BIDDING_BEGUN, data, f"{text % told} <{page}>", named(opponent))


def _asking(name: str, challenge: Challenge, text: str) -> Event:
    ladder = challenge.season.ladder
    page = url("ladders:challenge", ladder.public_id, challenge.public_id)
    data: dict[str, Any] = {
        **of_ladder(ladder),
        "challenge": challenge.public_id,
        "challenger": who(challenge.challenger),
        "answer_by": challenge.answer_by.isoformat(),
        "links": {"page": page},
    }
    told = {
        "name": challenge.challenger,
        "ladder": ladder,
        "club": ladder.club,
        "until": moment(challenge.answer_by),
    }
    return Event(name, data, f"{text % told} <{page}>", named(challenge.challenger))
