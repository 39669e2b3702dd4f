"""One's own stream tells of ladders too: that one is challenged, and asked for a bid."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.person import Person
from games.api.streams import person_stream
from games.api.streams.person_stream import PersonStream
from games.engine.side import EAST, WEST
from games.ladders.bidding.auction import Bid
from tests.factories.ladders import BiddingFactory, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import caller_at
from tests.kit.ladders import DAY, accept, bid
from tests.kit.stream_listener import told_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

Told = list[tuple[str, Any]]


def events(sent: bytes) -> Told:
    """The names and the data of events as they are sent, without those of games."""
    return [(event.name, event.data) for event in told_in(sent, "challenge", "bidding")]


def told(person: Person, since: int | None = 0) -> Told:
    """What a stream of theirs begins with."""
    after = "" if since is None else f"&since={since}"
    answer = caller_at(person.email).get(f"me/stream/?once=1{after}")
    assert answer.status_code == 200
    return events(answer.content)


def listening(person: Person) -> PersonStream:
    """A stream that knows all there was before."""
    return PersonStream("who", None, person, person_stream.beginning(person, None))


def news(stream: PersonStream) -> Told:
    found = [each for _stream, each in person_stream.look([stream])]
    return [each for one in found for each in events(one.sent)]


def test_the_challenged_is_told_once_and_the_challenger_nothing() -> None:
    ladder = ChallengeLadderFactory.create(now=timezone.now() - DAY)
    one, other = listening(PersonFactory.numbered(2)), listening(PersonFactory.numbered(4))
    assert news(one) == []
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2, now=timezone.now())
    expected = [
        (
            "challenge",
            {
                "challenge": made.public_id,
                "ladder": ladder.public_id,
                "answer_by": made.answer_by.isoformat().replace("+00:00", "Z"),
            },
        )
    ]
    assert news(one) == expected
    assert news(one) == []
    assert news(other) == []
    assert told(PersonFactory.numbered(2)) == expected
    assert told(PersonFactory.numbered(2), None) == [], "what was before is not told to who names no id"
    assert listening(PersonFactory.numbered(2)).known.keys() == {("challenge", made.pk)}
    accept(made, timezone.now())
    assert told(PersonFactory.numbered(2)) == []


def test_stream_does_not_repeat_earlier_challenges() -> None:
    ladder = ChallengeLadderFactory.create(now=timezone.now() - DAY)
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2, now=timezone.now() - DAY / 2)
    stream = listening(PersonFactory.numbered(2))
    assert stream.since == made.made_at
    assert news(stream) == []


def test_both_are_asked_for_a_bid_each_by_their_own_alone() -> None:
    row = BiddingFactory.create(ladder__now=timezone.now() - timedelta(days=1))
    expected = [
        (
            "bidding",
            {
                "bidding": row.public_id,
                "ladder": row.season.ladder.public_id,
                "due_at": row.due_at.isoformat().replace("+00:00", "Z"),
            },
        )
    ]
    assert [told(each) for each in row.players] == [expected, expected]
    bid(row, row.first, Bid(EAST, 3))
    assert told(row.first) == []
    assert told(row.second) == expected, "whatever the other has done"
    bid(row, row.second, Bid(WEST, 1))
    assert [told(each) for each in row.players] == [[], []]


@pytest.mark.parametrize("since", [None, 0], ids=["from now on", "from the beginning"])
def test_stream_is_silent_while_the_opponent_bids(since: int | None) -> None:
    row = BiddingFactory.create(ladder__now=timezone.now() - timedelta(days=1))
    stream = PersonStream("who", None, row.second, person_stream.beginning(row.second, since))
    for made in (Bid(EAST, 3), Bid(WEST, 2)):
        bid(row, row.first, made)
        assert list(person_stream.look([stream])) == []


def test_two_who_listen_at_the_same_place_are_told_their_own() -> None:
    row = BiddingFactory.create(ladder__now=timezone.now() - timedelta(days=1))
    streams = [PersonStream("who", None, each, person_stream.beginning(each, 0)) for each in row.players]
    for stream in streams:
        stream.known.clear()
    bid(row, row.first, Bid(EAST, 3))
    found = {stream: events(each.sent) for stream, each in person_stream.look(streams)}
    assert [len(found.get(stream, [])) for stream in streams] == [0, 1]


def test_a_look_takes_as_many_statements_for_many_as_for_one() -> None:
    ladder = ChallengeLadderFactory.create(now=timezone.now() - DAY)
    streams = [listening(PersonFactory.numbered(number)) for number in (1, 2, 3)]
    counts = []
    for some in (streams[:1], streams):
        with CaptureQueriesContext(connection) as captured:
            list(person_stream.look(some))
        counts.append(len(captured))
    ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2, now=timezone.now())
    ChallengeFactory.create(ladder=ladder, challenger=5, challenged=3, now=timezone.now())
    with CaptureQueriesContext(connection) as captured:
        assert len(list(person_stream.look(streams))) == 2
    assert {*counts, len(captured)} == {5}
