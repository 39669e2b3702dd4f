"""Pages with lists of games: my games, the next game, open games, games to watch."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models.person import LONGEST_PERSON_NAME, Person
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.services import lobby, play
from tests.factories.games import GameFactory
from tests.kit import cached_positions
from tests.kit.table import Table
from tests.web.browsers import link, signed_in, text

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def open_game(creator: Person, *, is_public: bool = False) -> Game:
    return GameFactory.create(creator=creator, side="west", terms=lobby.Terms(is_public=is_public))


def listed(page: str) -> list[str]:
    """The ids of the games on a page, in order."""
    return list(dict.fromkeys(re.findall(r'href="/games/(\w{10})/', page)))


def row_of(page: str, game: Game) -> str:
    """The words of one game in the list."""
    (row,) = [row for row in page.split("<li class=") if game.public_id in row]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", row))


# ---- mine


def test_games_that_wait_come_first_the_longest_waiting_first() -> None:
    with time_machine.travel(NOON):
        early = Table(0)
    with time_machine.travel(NOON + timedelta(days=1)):
        late, waits, over = Table(1), Table(2), Table(3)
        waits.submit(EAST, waits.a_bid(EAST))
        play.resign(seat=over.seat(WEST))
    page = text(signed_in(early.people[EAST]).get("/games/"))
    mine, theirs = page.split("<h2>Waiting for others</h2>")
    assert "<h2>Waiting for me</h2>" in mine
    assert waits.game.public_id in theirs
    assert listed(page)[:2] == [early.game.public_id, late.game.public_id]
    assert set(listed(page)) == {table.game.public_id for table in (early, late, waits, over)}
    assert page.count('class="card waits"') == 2


def test_games_that_are_over_stand_apart_below_the_others() -> None:
    with time_machine.travel(NOON):
        over, early = Table(0), Table(1)
        play.resign(seat=over.seat(WEST))
    page = text(signed_in(early.people[EAST]).get("/games/"))
    assert listed(page) == [early.game.public_id, over.game.public_id]
    under_way, ended = page.split("<h2>Over</h2>")
    assert early.game.public_id in under_way
    assert over.game.public_id in ended


def test_a_row_says_who_is_waited_for_what_for_and_how_long() -> None:
    with time_machine.travel(NOON):
        mine, theirs, over = Table(0), Table(1), Table(2)
        Person.objects.filter(pk=mine.people[WEST].pk).update(name="Ishida")
        theirs.submit(EAST, theirs.a_bid(EAST))
        play.resign(seat=over.seat(EAST))
    with time_machine.travel(NOON + timedelta(hours=5, minutes=1)):
        page = text(signed_in(mine.people[EAST]).get("/games/"))
    assert "Bid a card for turn order. For 5 hours. Week 1. 16 to 10 points." in row_of(page, mine.game)
    assert "East against Ishida" in row_of(page, mine.game)
    assert "East against Ishida For 5 hours. Week 1. 16 to 10 points." in row_of(page, theirs.game)
    assert "You lost." in row_of(page, over.game)


def test_row_of_a_west_player_has_their_own_points_first() -> None:
    table = Table(0)
    page = text(signed_in(table.people[WEST]).get("/games/"))
    assert "10 to 16 points." in row_of(page, table.game)


def test_row_says_no_points_where_the_position_would_have_to_be_replayed() -> None:
    table = Table(0)
    cached_positions.forget()
    Game.objects.update(dump=b"")
    page = text(signed_in(table.people[WEST]).get("/games/"))
    assert "points" not in row_of(page, table.game)


def test_a_game_that_has_not_begun_says_whom_it_is_open_to() -> None:
    person = Person.objects.at("person@example.org")
    game = open_game(person)
    asked = GameFactory.create(creator=person, opponent=lobby.Invite("friend@example.org"))
    alone = GameFactory.create(creator=person, opponent=lobby.Myself())
    page = text(signed_in(person).get("/games/"))
    assert "West in a game anybody may join" in row_of(page, game)
    assert "East in a game that someone is invited to" in row_of(page, asked)
    rows = [row for row in page.split("<li class=") if alone.public_id in row]
    assert len(rows) == 2, "one for each seat"
    assert all("against yourself" in row for row in rows)


def test_an_empty_list_says_how_to_get_a_game() -> None:
    page = text(signed_in(Person.objects.at("new@example.org")).get("/games/"))
    assert "You have no game yet" in page
    assert 'href="/games/new/"' in page
    assert 'href="/games/open/"' in page


def test_strangers_sign_in_first_and_come_back() -> None:
    assert Client().get("/games/next/?after=x")["Location"] == "/sign-in/?next=/games/next/%3Fafter%3Dx"


def test_a_browser_that_followed_links_lists_those_seats_the_waiting_first() -> None:
    tables = [Table(number) for number in range(3)]
    browser = Client()
    for table in tables:
        browser.get(link(table.seat(EAST)))
    tables[0].submit(EAST, tables[0].a_bid(EAST))
    page = text(browser.get("/games/"))
    assert listed(page)[-1] == tables[0].game.public_id
    assert len(listed(page)) == 3
    assert "You came by a link in a mail" in page
    assert "Next game waiting for me" not in page


def test_many_games_are_on_several_pages() -> None:
    person = Person.objects.at("person@example.org")
    games = {open_game(person).public_id for _number in range(27)}
    browser = signed_in(person)
    first, second = (text(browser.get(f"/games/?page={page}")) for page in (1, 2))
    assert (len(listed(first)), len(listed(second))) == (20, 7)
    assert set(listed(first)) | set(listed(second)) == games
    assert "page 1" in first
    assert 'href="?page=2"' in first
    for odd in ("0", "-1", "99", "x", "", "%00"):
        assert browser.get(f"/games/?page={odd}").status_code == 200


# ---- next


def test_the_next_game_is_the_one_that_has_waited_longest() -> None:
    with time_machine.travel(NOON):
        first = Table(0)
    second = Table(1)
    browser = signed_in(first.people[EAST])
    assert browser.get("/games/next/")["Location"] == f"/games/{first.game.public_id}/?as=east"
    first.submit(EAST, first.a_bid(EAST))
    assert browser.get("/games/next/")["Location"] == f"/games/{second.game.public_id}/?as=east"
    second.submit(EAST, second.a_bid(EAST))
    assert browser.get("/games/next/")["Location"] == "/games/"


def led_to(browser: Client, after: str) -> str:
    return str(browser.get(f"/games/next/?after={after}")["Location"])


def test_the_next_game_is_another_than_the_one_just_seen() -> None:
    tables = [Table(0), Table(1)]
    browser = signed_in(tables[0].people[EAST])
    first, second = (table.game.public_id for table in tables)
    assert led_to(browser, first) == f"/games/{second}/?as=east"
    assert led_to(browser, second) == f"/games/{first}/?as=east"


@pytest.mark.parametrize("after", ["", "no-such-game", "%00", "%F0%9F%8E%B2", "x" * 3000])
def test_a_game_there_is_not_is_left_alone(after: str) -> None:
    table = Table()
    assert led_to(signed_in(table.people[EAST]), after) == f"/games/{table.game.public_id}/?as=east"


# ---- to join and to watch


def test_games_to_join_are_those_of_others_with_the_side_that_is_free() -> None:
    creator, other = Person.objects.at("creator@example.org"), Person.objects.at("other@example.org")
    Person.objects.filter(pk=creator.pk).update(name="Kuroda")
    with time_machine.travel(NOON):
        game = open_game(creator)
    with time_machine.travel(NOON + timedelta(days=2, minutes=1)):
        page = text(signed_in(other).get("/games/open/"))
    assert "is looking for someone to play East" in page
    assert "Kuroda" in page
    assert "Asked 2\xa0days ago." in page
    assert listed(page) == [game.public_id]
    assert listed(text(signed_in(creator).get("/games/open/"))) == []
    assert listed(text(Client().get("/games/open/"))) == [game.public_id]


def test_many_games_to_join_are_on_several_pages() -> None:
    creator = Person.objects.at("creator@example.org")
    for _number in range(11):
        open_game(creator)
    first, second = (text(Client().get(f"/games/open/?open={page}")) for page in (1, 2))
    assert (len(listed(first)), len(listed(second))) == (10, 1)
    assert 'href="?open=2"' in first


def test_games_to_watch_are_the_public_ones_that_have_begun() -> None:
    public, private, over = Table(0, is_public=True), Table(1), Table(2, is_public=True)
    open_game(public.people[EAST], is_public=True)
    play.resign(seat=over.seat(EAST))
    page = text(Client().get("/games/open/"))
    watched = page[page.index("To watch") :]
    assert set(listed(watched)) == {public.game.public_id, over.game.public_id}
    assert private.game.public_id not in page
    assert "Week 1." in row_of(page, public.game)
    assert "West won." in row_of(page, over.game)


def test_an_empty_page_of_open_games_says_so() -> None:
    page = text(Client().get("/games/open/"))
    assert "No one is looking for an opponent right now." in page
    assert "No game is open to the public yet." in page
    assert "Games to watch" not in text(Client().get("/"))


def test_the_first_page_shows_games_to_strangers_and_leads_players_to_theirs() -> None:
    table = Table(is_public=True)
    assert listed(text(Client().get("/"))) == [table.game.public_id]
    assert signed_in(table.people[EAST]).get("/")["Location"] == "/games/"


def test_a_very_long_name_is_shown_whole() -> None:
    table = Table(is_public=True)
    name = "W" * LONGEST_PERSON_NAME
    Person.objects.filter(pk=table.people[WEST].pk).update(name=name)
    assert name in text(Client().get("/games/open/"))
    assert name in text(signed_in(table.people[EAST]).get("/games/"))
