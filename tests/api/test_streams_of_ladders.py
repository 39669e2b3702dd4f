"""The streams of a ladder and of a club: games, results and seasons, for anybody."""

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api.streams import ladder_stream
from games.api.streams.ladder_stream import Followed, LadderStream
from games.engine.side import EAST
from games.ladders import rounds, settling
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.models.game import Game
from tests.api.ladder_case import CLUB, DAY, NOW, calling, ladder, path, played
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller
from tests.kit.stream_listener import Event, told_in

__all__ = ["ladder", "played"]

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def asked(address: str, since: int | None = None) -> list[Event]:
    """What a stream begins with for somebody without a token."""
    after = "" if since is None else f"&since={since}"
    answer = Caller().get(f"{address}?once=1{after}")
    assert answer.status_code == 200
    return told_in(answer.content)


def listening(ladder: Ladder, since: int | None = None) -> LadderStream:
    return LadderStream("who", None, ladder_stream.beginning(Followed(ladder=ladder.pk), since))


def news(*streams: LadderStream) -> list[list[Event]]:
    """What each of the streams is sent now."""
    found = dict(ladder_stream.look(streams, {}))
    return [told_in(found[stream].sent) if stream in found else [] for stream in streams]


def end(match: Match, days: int = 5) -> None:
    with time_machine.travel(NOW + days * DAY, tick=False):
        Game.objects.filter(match=match).update(
            status=Game.Status.OVER, winner=EAST, victory="points", week=7, ended_at=NOW + days * DAY
        )
        settling.settle()


def test_stream_begins_with_the_state_of_the_ladder(ladder: Ladder) -> None:
    [(name, _id, told)] = asked(path(ladder, "stream/"))
    assert (name, told) == (
        "hello",
        {
            "ladders": [
                {
                    "ladder": ladder.public_id,
                    "name": ladder.name,
                    "season": 1,
                    "closed_at": None,
                    "register": None,
                }
            ]
        },
    )


def test_game_is_sent_when_it_begins_and_when_it_ends_each_once(ladder: Ladder) -> None:
    stream = listening(ladder)
    assert news(stream) == [[]]
    rounds.run(NOW + DAY)
    listed = Caller().get(path(ladder, "matches/")).json()["matches"]
    [begun] = news(stream)
    assert [name for name, _id, _told in begun] == ["match", "match"]
    assert sorted(told["game"] for _name, _id, told in begun) == sorted(each["game"] for each in listed)
    assert news(stream) == [[]]
    first = Match.objects.earliest("pk")
    end(first)
    [[(name, number, told), (state, _id, now)]] = news(stream)
    assert (name, told["game"], told["result"]) == ("match", first.game.public_id, "east")
    assert (state, now["register"]) == ("ladder", Ladder.objects.get(pk=ladder.pk).register)
    assert news(stream) == [[]]
    assert (number or 0) > max(each.id or 0 for each in begun)


def test_annulled_result_is_sent_again(ladder: Ladder, played: list[Match]) -> None:
    stream = listening(ladder)
    Annul(reason="A mistake.").decide(
        game=played[0].game, by=PersonFactory.named("Ashigaru organiser"), nonce="a"
    )
    [[(name, _id, told), (state, _next, _now)]] = news(stream)
    assert (name, state) == ("match", "ladder")
    assert (told["game"], told["result"], told["victory"]) == (played[0].game.public_id, None, "annulled")


def test_client_that_comes_back_is_sent_what_it_missed(ladder: Ladder) -> None:
    rounds.run(NOW + DAY)
    first, second = Match.objects.order_by("pk")
    end(first)
    seen = asked(path(ladder, "stream/"))[0][1]
    end(second, 6)
    missed = asked(path(ladder, "stream/"), seen)
    assert second.game.public_id in [told["game"] for name, _id, told in missed if name == "match"]
    everything = asked(path(ladder, "stream/"), 0)
    assert [name for name, _id, _told in everything] == ["hello", "match", "match"]
    assert [name for name, _id, _told in asked(path(ladder, "stream/"))] == ["hello"]


def test_closed_ladder_says_so(ladder: Ladder) -> None:
    stream = listening(ladder)
    closed = calling("Ashigaru organiser").post(path(ladder, "close/"))
    assert closed.status_code == 200
    [[(name, _id, told)]] = news(stream)
    assert name == "ladder"
    assert told["closed_at"] is not None


def test_stream_of_a_club_covers_all_its_ladders_and_those_that_come(ladder: Ladder) -> None:
    elsewhere = LadderFactory.create(club__name="Another club", players=("A", "B"), now=NOW)
    stream = LadderStream("who", None, ladder_stream.beginning(Followed(club=ladder.club_id), None))
    hello = asked(f"{CLUB}stream/")[0][2]
    assert [each["ladder"] for each in hello["ladders"]] == [ladder.public_id]
    another = LadderFactory.create(club=ladder.club, name="Challenges", players=("C", "D"), now=NOW)
    rounds.run(NOW + DAY)
    [told] = news(stream)
    assert [each["ladder"] for name, _id, each in told if name == "ladder"] == [another.public_id]
    games = {each["game"] for name, _id, each in told if name == "match"}
    of_club = Match.objects.filter(season__ladder__club=ladder.club)
    assert games == {*of_club.values_list("game__public_id", flat=True)}
    assert Match.objects.filter(season__ladder=elsewhere).exists()


def test_a_look_takes_as_many_statements_for_many_streams_as_for_one(ladder: Ladder) -> None:
    others = [LadderFactory.create(club=ladder.club, name=f"Ladder {n}", now=NOW) for n in range(3)]
    streams = [listening(each) for each in (ladder, *others)]
    counts = []
    for some in (streams[:1], streams):
        with CaptureQueriesContext(connection) as captured:
            assert not any(news(*some))
        counts.append(len(captured))
    assert counts[0] == counts[1] == 3


@pytest.mark.parametrize("address", ["ladders/nothinghere/stream/", "clubs/no-such-club/stream/"])
def test_stream_of_nothing_is_not_found(address: str) -> None:
    assert Caller().get(f"{address}?once=1").status_code == 404
