"""Who looks at a game: shown to two players who both agree, and never what a loyalty window must not tell."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import pytest
from django.test import Client

from accounts import export
from accounts.models.person import Person
from games.api.streams import game_stream
from games.api.streams.game_stream import GameStream
from games.engine.side import EAST, SIDES, WEST, Side
from games.models import both_seats
from games.models.seat import Seat
from games.reads.access import Visitor, viewer_among
from games.reads.link_lifetime import OpenedLink
from games.services import lobby, play, presence
from games.services.presence import Presence
from games.services.waiting import SEPARATE_WINDOW
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict
from tests.factories.games import GameFactory
from tests.kit import caches
from tests.kit.calling import Caller, token_of
from tests.kit.stream_listener import events
from tests.kit.table import Table, is_window_separate, table_where
from tests.web.browsers import address, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.both]

NOTHING = Presence()
LOOKING = Presence(mine=True, theirs=True, looking=True)
AWAY = Presence(mine=True, theirs=True, looking=False)
HIDDEN = Presence(mine=True, theirs=True, looking=None)


@pytest.fixture(autouse=True)
def _nobody_is_there() -> None:
    caches.empty()


def switched_on(table: Table) -> Table:
    for side in SIDES:
        presence.switch(table.seat(side), on=True)
    return table


def seen(table: Table, open_at: Collection[Side] = ()) -> tuple[Presence, Presence]:
    """What East and West are shown by their streams at a beat.

    Args:
        table: the game.
        open_at: the sides that have the page open.
    """
    both = both_seats.of_game(table.game.pk)
    known = presence.beat([both], [both[side].pk for side in open_at])
    return known[both[EAST].pk], known[both[WEST].pk]


def answered(table: Table, side: Side) -> Presence:
    return presence.shown(table.seat(side), both_seats.of_game(table.game.pk))


def test_presence_needs_both_switches_and_ends_at_once() -> None:
    table = Table()
    assert seen(table, SIDES) == (NOTHING, NOTHING)
    presence.switch(table.seat(EAST), on=True)
    assert seen(table, SIDES) == (Presence(mine=True), Presence(theirs=True))
    presence.switch(table.seat(WEST), on=True)
    assert seen(table, [EAST]) == (AWAY, LOOKING)
    assert (answered(table, EAST), answered(table, WEST)) == (AWAY, LOOKING)
    presence.switch(table.seat(EAST), on=False)
    assert seen(table, SIDES) == (Presence(theirs=True), Presence(mine=True))
    assert answered(table, WEST) == Presence(mine=True)


def test_presence_ends_when_the_mark_expires() -> None:
    table = switched_on(Table())
    assert seen(table, SIDES) == (LOOKING, LOOKING)
    caches.empty()
    assert seen(table, [WEST]) == (LOOKING, AWAY)


def test_a_beat_writes_nothing_and_asks_nothing_of_the_database(django_assert_num_queries: Any) -> None:
    both = both_seats.of_game(switched_on(Table()).game.pk)
    with django_assert_num_queries(0):
        presence.beat([both], [seat.pk for seat in both])


def test_presence_shows_nothing_during_a_loyalty_window() -> None:
    """Neither that the asked player came, nor that they did not, also not just afterwards."""
    table = switched_on(table_where(is_window_separate))
    (asked,) = table.asked()
    before = Seat.objects.filter(game=table.game).values_list("side", "version")
    afterwards = []
    for there in ((), [asked], [asked.enemy], SIDES):
        caches.empty()
        assert seen(table, there) == (HIDDEN, HIDDEN)
        assert (answered(table, EAST), answered(table, WEST)) == (HIDDEN, HIDDEN)
        Seat.objects.filter(game=table.game).update(asked="")  # as after the answer
        afterwards.append(seen(table, [asked.enemy])[asked.enemy])
        Seat.objects.filter(pk=table.seat(asked).pk).update(asked=SEPARATE_WINDOW)
    assert afterwards == [AWAY] * 4
    assert list(before) == list(Seat.objects.filter(game=table.game).values_list("side", "version"))


def test_a_window_that_is_answered_shows_who_looks_again() -> None:
    table = switched_on(table_where(is_window_separate))
    (asked,) = table.asked()
    assert seen(table, SIDES) == (HIDDEN, HIDDEN)
    while is_window_separate(table.state):
        (side,) = table.asked()
        table.submit(side)
    assert seen(table, [asked])[asked.enemy] == LOOKING


@pytest.mark.parametrize("opponent", [lobby.Myself(), lobby.Computer("ashigaru"), lobby.Anybody()])
def test_alone_there_is_nobody_to_see(opponent: lobby.Opponent) -> None:
    person = Table().people[EAST]
    game = GameFactory.create(creator=person, opponent=opponent)
    seat = Seat.objects.select_related("game").get(game=game, side=EAST)
    with pytest.raises(Conflict, match="no-presence"):
        presence.switch(seat, on=True)
    assert not Seat.objects.filter(game=game, shares_presence=True).exists()
    assert "Seeing each other look" not in text(signed_in(person).get(address(seat)))


def test_nothing_survives_the_game() -> None:
    table = switched_on(Table())
    seen(table, SIDES)
    play.resign(seat=table.seat(WEST))
    assert not Seat.objects.filter(game=table.game, shares_presence=True).exists()
    assert answered(table, EAST) == NOTHING
    with pytest.raises(Conflict, match="no-presence"):
        presence.switch(table.seat(EAST), on=True)


def test_another_player_of_a_seat_begins_without_it() -> None:
    table = switched_on(Table())
    presence.forget(table.game.pk)
    assert seen(table, SIDES) == (NOTHING, NOTHING)


def test_the_page_of_whoever_had_the_seat_before_is_neither_marked_nor_told() -> None:
    table = switched_on(Table())
    page, opposite = stream_of(table, EAST), stream_of(table, WEST)
    assert told(page) == [("presence", {"mine": True, "theirs": True, "looking": False})]
    Seat.objects.filter(pk=table.seat(EAST).pk).update(player=Person.objects.at("newcomer@example.org"))
    caches.empty()
    assert told(page) == [("closed", {"code": "not-found"})]
    assert told(opposite) == [("presence", {"mine": True, "theirs": True, "looking": False})]


def stream_of(table: Table, side: Side) -> GameStream:
    """That of the page of a player, who opened it by a link."""
    both = both_seats.of_game(table.game.pk)
    player = table.people[side]
    link = OpenedLink(player.pk, service_time.now(), player.get_session_auth_hash())
    links = {both[side].reference: link}
    viewer = viewer_among(both, Visitor(links=links), side.label)
    return GameStream("a browser", None, viewer, b"", links=links)


def told(stream: GameStream) -> list[tuple[str, Any]]:
    """The events of a stream at a beat."""
    news = [events(each.sent.decode()) for _stream, each in game_stream.look([stream], {})]
    return [(event.name, event.data) for found in news for event in found]


# ---- the page and the API


def test_the_page_has_the_switch_and_says_who_looks() -> None:
    table = Table(is_public=True)
    east, west = (signed_in(person) for person in table.people)
    page = address(table.seat(EAST))
    line = "East One is looking at the game."
    name_east(table)
    assert line not in text(west.get(page))
    for browser in (east, west):
        assert "Switch presence off" in text(browser.post(f"{page}presence/", {"on": "yes"}, follow=True))
    assert f'<p class="presence hint" hidden>{line}</p>' in text(west.get(page))
    seen(table, [EAST])
    assert f'<p class="presence hint">{line}</p>' in text(west.get(page))
    for spectator in (Client().get(page), west.get(f"{page}?as=public")):
        assert "resence" not in text(spectator)
    east.post(f"{page}presence/", {"on": "no"})
    assert f'<p class="presence hint" hidden>{line}</p>' in text(west.get(page))


def name_east(table: Table) -> None:
    east = table.people[EAST]
    east.name = "East One"
    east.save()


def test_only_players_may_switch_it() -> None:
    table = Table(is_public=True)
    page = f"{address(table.seat(EAST))}presence/"
    assert Client().post(page, {"on": "yes"}).status_code == 404
    assert signed_in(table.people[EAST]).get(page).status_code == 405
    assert not Seat.objects.filter(shares_presence=True).exists()


def test_programs_read_and_switch_it() -> None:
    table = Table()
    east, west = (Caller(token_of(person)) for person in table.people)
    path = f"games/{table.game.public_id}/presence/"
    off = {"mine": False, "theirs": False, "looking": None}
    assert east.get(path).json() == off
    assert east.send("PUT", path, {"mine": True}).json() == {**off, "mine": True}
    assert west.send("PUT", path, {"mine": True}).json() == {"mine": True, "theirs": True, "looking": False}
    seen(table, [EAST])
    assert west.get(path).json()["looking"] is True
    assert west.send("PUT", path, {"mine": False}).json() == {**off, "theirs": True}
    assert east.get(path).json() == {**off, "mine": True}
    assert east.send("PUT", path, {}).status_code == 400


def test_presence_switch_is_in_the_personal_data() -> None:
    table = Table()
    presence.switch(table.seat(EAST), on=True)
    told = [json.loads(export.document(person))["games"] for person in table.people]
    assert [[game["shares_presence"] for game in games] for games in told] == [[True], [False]]
