"""Webhooks of people: that they are challenged, or paired to bid for sides, and nothing of any bid."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from msgspec import to_builtins

from accounts.models.person import Person
from accounts.public_keys import identity
from games.engine.side import EAST, WEST
from games.ladders.bidding import notices as bidding_notices
from games.ladders.bidding.auction import Bid
from games.ladders.challenges import negotiation
from games.ladders.challenges import notices as challenge_notices
from games.ladders.models.ladder import Ladder
from games.reads import deadlines
from notifications.registry import Event
from notifications.webhooks import services
from notifications.webhooks.models import Delivery
from notifications.webhooks.owners import Owner
from tests.factories.ladders import NOW, BiddingFactory, ChallengeFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, accept, bid, look, run
from tests.kit.receiver import Receiver
from tests.kit.work import do_due_work

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SITE = "http://testserver"
CLUB = {"slug": "friends-of-sekigahara", "name": "Friends of Sekigahara"}
Hear = Callable[[], list[Any]]


def hears(person: Person, server: Receiver, shape: str = "standard") -> Hear:
    """Makes a webhook of somebody's, and tells what it was posted of ladders since the last look."""
    services.create(
        owner=Owner(person.pk),
        url=f"http://{server.address}/in",
        shape=shape,
        types=["challenge.received", "challenge.reminder", "bidding.begun"],
    )

    def look() -> list[Any]:
        do_due_work()
        told = [json.loads(body) for body in server.bodies()]
        server.got.clear()
        return told

    return look


def test_the_challenged_is_told_by_whom_until_when_and_where_to_answer(
    ladder: Ladder, server: Receiver
) -> None:
    hear = hears(PersonFactory.numbered(2), server)
    with time_machine.travel(NOW, tick=False):
        made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
        (told,) = hear()
        assert hear() == []
    assert told["type"] == "challenge.received"
    assert told["data"] == {
        "club": CLUB,
        "ladder": {"id": ladder.public_id, "name": "Challenges"},
        "challenge": made.public_id,
        "challenger": {"name": "Ashigaru 4", "bot": False, **identity(made.challenger)},
        "answer_by": made.answer_by.isoformat(),
        "links": {"page": f"{SITE}/ladders/{ladder.public_id}/challenges/{made.public_id}/"},
    }


def test_a_channel_is_told_in_words(ladder: Ladder, server: Receiver) -> None:
    hear = hears(PersonFactory.numbered(2), server, "discord")
    with time_machine.travel(NOW, tick=False):
        made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
        (told,) = hear()
    page = f"{SITE}/ladders/{ladder.public_id}/challenges/{made.public_id}/"
    start, end = told["content"].split(": ", 1)
    assert start == "Ashigaru 4 challenges you on Challenges of Friends of Sekigahara"
    assert end.startswith("answer until ")
    assert end.endswith(f". <{page}>")


def test_the_challenger_is_told_nothing_of_their_own(ladder: Ladder, server: Receiver) -> None:
    hear = hears(PersonFactory.numbered(4), server)
    with time_machine.travel(NOW, tick=False):
        ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
        assert hear() == []


@pytest.mark.parametrize(
    "ends", [accept, lambda made: negotiation.withdraw(challenge=made, by=made.challenger, now=NOW)]
)
def test_ended_challenge_is_not_reported(ladder: Ladder, server: Receiver, ends: Any) -> None:
    hear = hears(PersonFactory.numbered(2), server)
    with time_machine.travel(NOW, tick=False):
        ends(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
        assert hear() == []


def test_the_challenged_is_reminded(ladder: Ladder, server: Receiver) -> None:
    hear = hears(PersonFactory.numbered(2), server)
    with time_machine.travel(NOW, tick=False):
        made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
        hear()
    with time_machine.travel(made.answer_by - DAY / 2, tick=False):
        run(made.answer_by - DAY / 2)
        (told,) = hear()
    assert told["type"] == "challenge.reminder"
    assert told["data"]["challenge"] == made.public_id
    with time_machine.travel(made.answer_by - DAY / 2, tick=False):
        Delivery.objects.all().delete()
        assert challenge_notices.reminder_event(made.public_id, "20260302T200000000000") is None, (
            "of another deadline"
        )
    with time_machine.travel(made.answer_by, tick=False):
        told_of = deadlines.occasion(made.answer_by)
        assert challenge_notices.reminder_event(made.public_id, told_of) is None, "run out"


def test_both_are_told_that_they_are_paired_to_bid(server: Receiver) -> None:
    with time_machine.travel(NOW, tick=False):
        row = BiddingFactory.create(ladder__now=NOW)
    with time_machine.travel(row.paired_at, tick=False):
        for person, opponent in ((row.first, row.second), (row.second, row.first)):
            event = bidding_notices.begun_event(row.public_id, str(person.pk))
            assert event is not None
            assert event.type.name == "bidding.begun"
            assert to_builtins(event.data) == {
                "club": CLUB,
                "ladder": {"id": row.season.ladder.public_id, "name": "Bidding"},
                "bidding": row.public_id,
                "opponent": {"name": opponent.name, "bot": False, **identity(opponent)},
                "due_at": row.due_at.isoformat(),
                "links": {"page": f"{SITE}/biddings/{row.public_id}/"},
            }
            assert event.text.startswith(f"You are paired with {opponent.name} on Bidding of Friends of")
    assert bidding_notices.begun_event("nosuchone", str(row.first_id)) is None


def test_a_pairing_is_posted_once_and_its_reminder_never(server: Receiver) -> None:
    """Of the two only who has not bid is reminded, and that is for nobody else to know."""
    with time_machine.travel(NOW, tick=False):
        row = BiddingFactory.create(ladder__now=NOW)
        hear = hears(row.first, server)
    with time_machine.travel(row.paired_at, tick=False):
        (told,) = hear()
        assert told["type"] == "bidding.begun"
    with time_machine.travel(row.due_at - DAY / 2, tick=False):
        assert look(row.due_at - DAY / 2) == 1, "reminded by mail"
        assert hear() == []


@pytest.mark.parametrize("who", ["first", "second"])
def test_event_of_a_bidding_is_the_same_after_a_bid(server: Receiver, who: str) -> None:
    with time_machine.travel(NOW, tick=False):
        row = BiddingFactory.create(ladder__now=NOW)
    with time_machine.travel(row.paired_at, tick=False):

        def events() -> list[Event | None]:
            return [bidding_notices.begun_event(row.public_id, str(each.pk)) for each in row.players]

        before = events()
        bid(row, getattr(row, who), Bid(EAST, 3))
        assert events() == before
        bid(row, row.second if who == "first" else row.first, Bid(WEST, 1))
        assert events() == [None, None]
