"""The page of a moment: the board, the change before it, and the links to other moments."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models.person import Person
from games import story
from games.engine.actions import Bid, encode
from games.engine.side import EAST, WEST
from games.log import position
from games.reads.moments import Moments
from games.services import play
from sekigahara.server.joined_files import joined
from tests.factories.games import GameFactory
from tests.kit.table import Table, on_the_march
from tests.web.browsers import by_link, read, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def shown(browser: Client, table: Table, number: int, wanted: str = "", status: int = 200) -> str:
    query = f"?as={wanted}" if wanted else ""
    response: Any = browser.get(f"/games/{table.game.public_id}/moments/{number}/{query}")
    assert response.status_code == status
    return read(response)


def leads(page: str, words: str) -> str | None:
    """Where a link of these words leads; None where they are no link."""
    found = re.search(rf'<a [^>]*href="([^"]*)"[^>]*>{re.escape(words)}</a>', page)
    return found[1] if found else None


def steps(page: str) -> list[str | None]:
    return [leads(page, words) for words in ("First", "Back", "Next", "Last")]


@pytest.fixture
def finished() -> Table:
    table = Table(7, is_public=True)
    table.play_on(until=lambda state: state.week >= 3)
    play.resign(seat=table.seat(WEST))
    return table


def test_one_steps_on_and_back_and_to_either_end(finished: Table) -> None:
    last = Moments(finished.game, EAST).last
    folder = f"/games/{finished.game.public_id}/moments"

    def to(number: int) -> str:
        return f"{folder}/{number}/?as=east#moment"

    assert steps(shown(Client(), finished, 1, "east")) == [None, None, to(2), to(last)]
    assert steps(shown(Client(), finished, 5, "east")) == [to(1), to(4), to(6), to(last)]
    assert steps(shown(Client(), finished, last, "east")) == [to(1), to(last - 1), None, None]
    page = shown(Client(), finished, 5, "east")
    assert f'<link rel="prev" href="{folder}/4/?as=east">' in page
    assert f'<link rel="next" href="{folder}/6/?as=east">' in page
    assert f'<script type="module" src="{joined("replay_en.js")}">' in page


def test_every_moment_of_a_game_has_its_page(finished: Table) -> None:
    """Board, heading and a sentence; the same as the story has."""
    names = story.Names(position.rules_of(finished.game))
    moments = Moments(finished.game, WEST)
    for number, change in enumerate(moments.changes, start=1):
        page = shown(Client(), finished, number, "west")
        assert f"<h1>{story.moment(names, moments.view(number))}</h1>" in page
        assert page.count("<svg") >= 2
        for event in change.events:
            assert story.sentence(names, event) in page
        assert f"Moment {number} of {moments.last}" in page


def test_a_linked_moment_says_who_plays(finished: Table) -> None:
    Person.objects.filter(pk=finished.people[EAST].pk).update(name="Ieyasu")
    Person.objects.filter(pk=finished.people[WEST].pk).update(name="Mitsunari")
    page = shown(Client(), finished, 3)
    players = page.partition('<p class="players">')[2].partition("</p>")[0]
    named = re.findall(r'(\w+): <a href="/players/(\w+)/">(\w+)</a></span>', players)
    keys = [person.key for person in finished.people]
    assert named == [("East", keys[EAST], "Ieyasu"), ("West", keys[WEST], "Mitsunari")]


def test_the_many_things_of_the_set_up_are_folded_up(finished: Table) -> None:
    set_up, later = (shown(Client(), finished, number, "west") for number in (1, 2))
    opened, _summary, folded = set_up.partition("more things happened</summary>")
    assert "The two armies took the field." in opened
    assert "East drew 5 cards." in folded
    assert "<details>" not in later


def test_one_jumps_to_a_week(finished: Table) -> None:
    weeks = Moments(finished.game, WEST).weeks()
    page = shown(Client(), finished, 4, "west")
    assert sorted(weeks) == [1, 2, 3]
    for week, number in weeks.items():
        assert leads(page, str(week)) == f"/games/{finished.game.public_id}/moments/{number}/?as=west#moment"
    assert f"Week {max(weeks)}" in shown(Client(), finished, weeks[max(weeks)], "west")


def test_the_address_to_copy_is_that_of_the_moment(finished: Table) -> None:
    address = f"http://testserver/games/{finished.game.public_id}/moments/5/?as=referee"
    page = shown(Client(), finished, 5, "referee")
    assert leads(page, address) == address
    default = shown(Client(), finished, 5)
    assert "/moments/5/?as=public</a>" in default


# ---- through whose eyes


def test_each_is_shown_their_own_hand_and_blocks(finished: Table) -> None:
    pages = {name: shown(Client(), finished, 1, name) for name in ("east", "west", "public", "referee")}
    hands = {
        name: [side for side in ("East", "West") if f"{side}'s hand" in page] for name, page in pages.items()
    }
    assert hands == {"east": ["East"], "west": ["West"], "public": [], "referee": ["East", "West"]}
    rules = position.rules_of(finished.game)
    names = story.Names(rules)
    for name, page in pages.items():
        eyes = {"east": 0, "west": 1, "public": -1, "referee": 2}[name]
        for row in story.forces(names, Moments(finished.game, eyes).view(1)):
            assert f"<td>{row.east}</td><td>{row.west}</td>" in page
    assert "The bag" in pages["referee"]
    assert "The bag" not in pages["east"]


def test_the_same_moment_is_seen_through_other_eyes(finished: Table) -> None:
    moments = Moments(finished.game, EAST)
    page = shown(Client(), finished, moments.last, "east")
    for words, name, eyes in (
        ("West", "west", WEST),
        ("Everybody", "public", -1),
        ("All revealed", "referee", 2),
    ):
        number = Moments(finished.game, eyes).last
        assert leads(page, words) == f"/games/{finished.game.public_id}/moments/{number}/?as={name}#moment"


def test_a_sealed_bid_is_shown_to_its_side_and_when_all_is_revealed() -> None:
    table = Table()
    card = table.view(EAST)["mine"]["hand"][0]
    table.submit(EAST, encode(Bid(card)))
    number = table.version(EAST)
    assert "Sealed bid: " in shown(signed_in(table.people[EAST]), table, number)
    assert "Sealed bid: " not in shown(signed_in(table.people[WEST]), table, table.version(WEST))
    play.resign(seat=table.seat(WEST))
    assert "Sealed bid: " in shown(signed_in(table.people[WEST]), table, 2, "referee")


def test_while_the_game_runs_no_link_leads_to_other_eyes() -> None:
    table = Table(is_public=True)
    east = by_link(table.seat(EAST))
    page = shown(east, table, 1)
    assert [leads(page, words) for words in ("West", "All revealed")] == [None, None]
    assert leads(page, "Everybody")
    play.resign(seat=table.seat(WEST))
    assert leads(shown(east, table, 1), "All revealed")


def test_the_page_speaks_as_the_player_of_the_link_likes() -> None:
    table = Table()
    Person.objects.filter(pk=table.people[EAST].pk).update(zone="Asia/Tokyo")
    table.submit(WEST)
    links, nobody = by_link(table.seat(EAST)), signed_in(table.people[WEST])
    times = [
        re.findall(r"<time [^>]*>(.*?)</time>", shown(browser, table, 1))[0] for browser in (links, nobody)
    ]
    assert times[0] != times[1]


# ---- the ends, and what was taken back


def test_the_latest_of_a_running_game_leads_to_the_game() -> None:
    table = Table()
    browser = signed_in(table.people[EAST])
    table.submit(WEST)
    game = f"/games/{table.game.public_id}/?as=east"
    assert leads(shown(browser, table, table.version(EAST)), "the game as it stands") == game
    assert leads(shown(browser, table, 1), "the game as it stands") is None
    play.resign(seat=table.seat(WEST))
    assert leads(shown(browser, table, table.version(EAST)), "the game as it stands") is None


@pytest.mark.parametrize(("number", "nearest"), [(0, 1), (99, 2), (10**30, 2)])
def test_a_number_there_is_not_leads_to_the_nearest(number: int, nearest: int) -> None:
    table = Table()
    table.submit(WEST)
    page = shown(signed_in(table.people[EAST]), table, number, status=404)
    assert "There is no such moment" in page
    address = f"/games/{table.game.public_id}/moments/{nearest}/?as=east#moment"
    assert leads(page, f"To the nearest, moment {nearest}") == address


def test_before_a_game_begins_there_is_nothing_to_step_through() -> None:
    person = Person.objects.at("east@example.org")
    game = GameFactory.create(creator=person)
    response: Any = signed_in(person).get(f"/games/{game.public_id}/moments/1/")
    assert response.status_code == 404
    assert "Nothing has happened yet." in text(response)


def test_undone_moments_are_marked_and_can_be_stepped_through() -> None:
    table, side = on_the_march()
    table.submit(side, table.a_quiet_move(side))
    table.undo(side)
    browser, last = signed_in(table.people[side]), table.version(side)
    done, undone = shown(browser, table, last - 1), shown(browser, table, last)
    folder = f"/games/{table.game.public_id}/moments/{last}/"
    assert leads(done, f"moment {last}") == f"{folder}?as={side.label}#moment"
    (struck,) = re.findall(r"<del>(.*?)</del>", done, re.DOTALL)
    (again,) = re.findall(r"<del>(.*?)</del>", undone, re.DOTALL)
    assert again in struck
    assert "took back its latest action." in undone
    assert "Taken back later" not in undone


# ---- the ways there


def test_each_change_of_the_story_leads_to_its_moment() -> None:
    table = Table(3, is_public=True)
    table.play_on(until=lambda state: state.active >= 0)
    response: Any = signed_in(table.people[EAST]).get(f"/games/{table.game.public_id}/history/")
    page = text(response)
    folder = f"/games/{table.game.public_id}/moments"
    numbers = [
        int(number) for number in re.findall(rf'href="{folder}/(\d+)/\?as=east#moment" aria-label', page)
    ]
    assert numbers == [each.version for each in table.told(EAST) if each.events]
    assert leads(page, "Step through the game") == f"{folder}/1/?as=east#moment"


def test_a_finished_game_leads_to_its_first_moment(finished: Table) -> None:
    response: Any = Client().get(f"/games/{finished.game.public_id}/")
    address = f"/games/{finished.game.public_id}/moments/1/?as=public#moment"
    assert leads(text(response), "Step through the game") == address
