"""The page of a game for players and spectators: the decision, the story, and whom the game waits for."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models.person import LONGEST_PERSON_NAME, Person
from games import story
from games.engine import pending
from games.engine.decisions import ChooseLevel
from games.engine.side import EAST, WEST
from games.models.seat import Seat
from games.rulebook.editions import ruleset
from games.rulebook.rules import rule_path, rulebook
from games.services import lobby, play
from games.services.computers import play_computers
from games.web import decision_rules
from tests.factories.games import GameFactory
from tests.kit.table import Table, on_the_march
from tests.web.browsers import address, by_link, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

FORM = 'id="answer"'


@pytest.fixture
def table() -> Table:
    return Table()


def page_of(browser: Client, table: Table, query: str = "") -> str:
    response = browser.get(f"/games/{table.game.public_id}/{query}")
    assert response.status_code == 200
    return text(response)


def title(page: str) -> str:
    found = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
    assert found
    return found[1].strip()


def heading(page: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", page, re.DOTALL)
    assert found
    return found[1].strip()


# ---- what is asked


def test_the_decision_comes_first_and_is_answered_on_the_same_page(table: Table) -> None:
    page = page_of(signed_in(table.people[EAST]), table)
    assert title(page).startswith("Your decision")
    assert heading(page) == "Bid a card for turn order"
    assert FORM in page
    assert "The game waits for" not in page


def test_a_bid_that_is_in_may_be_replaced_while_the_other_is_waited_for(table: Table) -> None:
    Person.objects.filter(pk=table.people[WEST].pk).update(name="Ishida")
    table.submit(EAST, table.a_bid(EAST))
    page = page_of(signed_in(table.people[EAST]), table)
    assert title(page).startswith("Game")
    assert heading(page) == "Waiting for Ishida"
    assert "The game waits for Ishida (West) to bid a card for turn order." in page
    assert "Bid another card for turn order, if you like" in page
    assert FORM in page


def test_the_waiting_player_reads_for_whom_since_when_and_what_for() -> None:
    with time_machine.travel(datetime(2026, 5, 1, 12, 0, tzinfo=UTC), tick=False):
        table, side = on_the_march()
    Person.objects.filter(pk=table.people[side].pk).update(name="Kobayakawa")
    with time_machine.travel(datetime(2026, 5, 4, 13, 0, tzinfo=UTC), tick=False):
        page = page_of(signed_in(table.people[side.enemy]), table)
    assert heading(page) == "Waiting for Kobayakawa"
    assert f"The game waits for Kobayakawa ({side.label.title()}) to move, muster, or end the" in page
    assert "For 3\xa0days, since 1 May 2026, 12:00" in page
    assert "You will get a mail when it is your turn." in page
    assert FORM not in page


def test_page_of_a_wait_that_has_only_begun_does_not_say_since_when(table: Table) -> None:
    table.submit(EAST, table.a_bid(EAST))
    browser = signed_in(table.people[EAST])
    assert "The game waits for" in page_of(browser, table)
    assert "since" not in page_of(browser, table), "just now says nothing"
    assert "Since just now." in text(browser.get("/games/"))


def test_the_situation_is_a_table_of_both_sides(table: Table) -> None:
    table.submit(EAST, table.a_bid(EAST))
    page = page_of(signed_in(table.people[EAST]), table)
    table_of_both = page.split('<table class="situation">')[1].split("</table>")[0]
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table_of_both)
    assert [re.sub("<.*?>", "", name) for name, _numbers in rows] == ["East", "West to move"]
    sides = story.situation(story.Names(ruleset("kessen")), table.view(EAST)).sides
    told = re.findall(r">\s*(\d+) <small>points", page)
    assert [int(number) for number in told] == [actual.points for actual in sides]
    for actual, (_name, numbers) in zip(sides, rows, strict=True):
        counted = [int(number) for number in re.findall(r">(\d+)<", numbers)]
        assert counted == [actual.points, actual.castles, actual.resources, actual.disks, actual.cards]


def test_the_rules_behind_what_is_asked_are_beside_the_form(table: Table) -> None:
    page = page_of(signed_in(table.people[EAST]), table)
    section = page[page.index("What the rules say") :].split("</details>", maxsplit=1)[0]
    for number in decision_rules.BEHIND["bid"]:
        rule = rulebook().rules[number]
        assert f"{rule.title}</span></dt><dd>{rule.text}</dd>" in section
        assert f'href="{rule_path(number, "kessen")}">{number}</a>' in section
    assert 'href="/rules/?edition=kessen"' in section


def test_every_decision_has_rules_to_read() -> None:
    assert set(decision_rules.BEHIND) == set(story.TASKS)
    for decision in story.TASKS:
        assert "<dd>" in decision_rules.behind(decision, ruleset("kessen"), "kessen")


def test_a_place_on_the_board_is_where_the_next_move_begins() -> None:
    table, side = on_the_march()
    browser = signed_in(table.people[side])
    page = page_of(browser, table)
    places = re.findall(rf'href="\?as={side.label}&amp;from=(\w+)#answer"', page)
    assert places
    chosen = page_of(browser, table, f"?as={side.label}&from={places[0]}")
    assert 'value="move"' in chosen
    waiting = page_of(signed_in(table.people[side.enemy]), table)
    assert "&amp;from=" not in waiting
    for nonsense in ("?from=atlantis", "?from=", "?from=<b>&from=2", "?do=move&group=x&from=kyoto"):
        strange = page_of(browser, table, nonsense)
        assert FORM in strange
        assert "<b>&" not in strange


# ---- the story


def test_the_story_since_the_last_look_is_told_once_as_news(table: Table) -> None:
    browser = signed_in(table.people[WEST])
    assert "data-news" in page_of(browser, table)
    assert "data-news" not in page_of(browser, table)
    table.submit(EAST, table.a_bid(EAST))
    table.submit(WEST, table.a_bid(WEST))
    assert "East bid " in page_of(browser, table)


def test_only_actions_of_others_are_news(table: Table) -> None:
    browsers = {side: signed_in(table.people[side]) for side in (EAST, WEST)}
    for browser in browsers.values():
        page_of(browser, table)
    table.submit(WEST, table.a_bid(WEST))
    table.submit(EAST, table.a_bid(EAST))
    assert "Since you last looked" in page_of(browsers[WEST], table)
    assert "Since you last looked" not in page_of(browsers[EAST], table)
    assert "Since you last looked" not in page_of(browsers[WEST], table), "it was news once"


@pytest.mark.parametrize(("looked_at", "shown"), [(0, 6), (1, 8)], ids=["for the first time", "again"])
def test_a_long_story_is_folded_but_for_its_end(looked_at: int, shown: int) -> None:
    table = Table(3)
    table.play_on(until=lambda state: state.week == 3)
    side = table.asked()[0]
    browser = signed_in(table.people[side])
    Seat.objects.filter(game=table.game).update(looked_at=looked_at)
    page = page_of(browser, table)
    story = page[page.index('<details class="story"') : page.index('<section id="messages"')]
    folded, unfolded, _end = story.split("</details>")
    assert "<summary>Earlier</summary>" in folded
    assert len(re.findall(r"<p\b", folded)) == 24 - shown + 1, "the sentences, and the link to all of it"
    assert len(re.findall(r"<p\b", unfolded)) == shown


def test_undone_news_is_announced() -> None:
    table, side = on_the_march()
    watcher = signed_in(table.people[side.enemy])
    table.submit(side, table.a_quiet_move(side))
    page_of(watcher, table)
    table.undo(side)
    assert "took back" in page_of(watcher, table)


def test_looking_is_what_lets_the_next_mail_go_out(table: Table) -> None:
    seat = table.seat(WEST)
    Seat.objects.filter(pk=seat.pk).update(looked_at=0)
    browser = signed_in(table.people[WEST])
    browser.head(address(seat))
    browser.get(f"{address(seat)}?as=public")
    assert table.seat(WEST).looked_at == 0
    browser.get(address(seat))
    assert table.seat(WEST).looked_at == table.version(WEST)


# ---- who only watches


def test_spectators_see_only_what_both_players_see() -> None:
    table = Table(is_public=True)
    page = page_of(Client(), table)
    assert heading(page) == "A game to watch"
    assert "You are watching." in page
    assert "You are watching." not in page_of(signed_in(table.people[EAST]), table)
    assert "The game waits for" in page
    for hidden in (FORM, "My hand", "My stacks", "Resign", "Links to my seat", "Take it back"):
        assert hidden not in page, hidden
    for each in (*table.view(EAST)["mine"]["hand"], *table.view(WEST)["mine"]["hand"]):
        assert each not in page


def test_a_player_may_look_as_the_public_does() -> None:
    table = Table(is_public=True)
    page = page_of(signed_in(table.people[EAST]), table, "?as=public")
    assert FORM not in page
    assert "Switch to East" in page


# ---- the end


def end(table: Table) -> None:
    play.resign(seat=table.seat(WEST))


def test_the_end_is_told_to_each_as_it_concerns_them() -> None:
    table = Table(is_public=True)
    end(table)
    for browser, sentence in (
        (signed_in(table.people[EAST]), "You won"),
        (signed_in(table.people[WEST]), "You lost"),
        (Client(), "East won"),
    ):
        page = page_of(browser, table)
        assert heading(page) == sentence
        assert "West resigned; East won." in page
        assert re.search(r"East, \d+ points: the castles of", page)
        assert "Download the full record" in page
        for gone in (FORM, "Take it back", ">Resign<", "The game waits for"):
            assert gone not in page, gone


def test_page_says_above_a_decision_what_happened_last(table: Table) -> None:
    page = page_of(signed_in(table.people[EAST]), table)
    (lately,) = re.findall(r'<p class="lately">(.*?)(?:<a|</p>)', page, re.DOTALL)
    assert lately.strip().startswith("Week 1 began")


def test_week_that_began_after_a_fight_is_told_below_it() -> None:
    table = Table(2)
    for _side in table.wander():
        if table.state.week > 1:
            break
    page = page_of(signed_in(table.people[EAST]), table)
    assert page.index("won the battle of") < page.index("Week 2 began") < page.index('id="answer"')


def test_points_are_left_out_of_the_head_of_a_game_they_did_not_decide(table: Table) -> None:
    assert "<small>points</small>" in page_of(signed_in(table.people[EAST]), table)
    play.resign(seat=table.seat(EAST))
    page = page_of(signed_in(table.people[EAST]), table)
    assert "<small>points</small>" not in page
    assert "which did not decide this game" in page


# ---- a computer player


def test_a_page_that_waits_for_a_computer_player_loads_itself_again_a_few_times() -> None:
    person = Person.objects.at("person@example.org")
    game = GameFactory.create(creator=person, opponent=lobby.Computer("random"))
    seat = Seat.objects.select_related("game").get(game=game, side=EAST)
    browser, path = signed_in(person), address(seat)
    assert "Refresh" not in browser.get(path), "it is asked something itself"
    page = text(browser.get(path))
    card = re.search(r'name="card" value="([\w-]+)"', page)
    assert card
    browser.post(path, {"version": seat.version, "card": card[1], "wish": "first", "do": "bid"})
    waits = []
    query = ""
    while refresh := browser.get(f"{path}{query}").get("Refresh"):
        seconds, target = refresh.split("; url=")
        assert target.startswith(path)
        query = target.removeprefix(path)
        waits.append(int(seconds))
    assert waits == [1, 2, 3, 5, 8, 13, 21, 34]
    assert "Refresh" not in browser.get(f"{path}?waited=nonsense")
    assert "Refresh" not in browser.get(f"{path}?as=public&waited=-1")
    play_computers()
    assert "Refresh" not in browser.get(path)
    assert FORM in text(browser.get(path))


def test_a_page_that_waits_for_a_person_does_not(table: Table) -> None:
    table.submit(EAST, table.a_bid(EAST))
    assert "Refresh" not in signed_in(table.people[EAST]).get(address(table.seat(EAST)))


# ---- from game to game


def test_the_next_game_is_offered_once_this_one_waits_for_somebody_else(table: Table) -> None:
    other = Table(1)
    browser = signed_in(table.people[EAST])
    assert "Next game waiting for me" not in page_of(browser, table)
    table.submit(EAST, table.a_bid(EAST))
    assert f"/games/next/?after={table.game.public_id}" in page_of(browser, table)
    other.submit(EAST, other.a_bid(EAST))
    assert "Next game waiting for me" not in page_of(browser, table)


# ---- strange things


def test_a_name_does_nothing_to_the_page(table: Table) -> None:
    evil = "</p><script>alert('&lt;')</script>%s{{1}}"[:LONGEST_PERSON_NAME]
    Person.objects.filter(pk=table.people[WEST].pk).update(name=evil)
    table.submit(EAST, table.a_bid(EAST))
    browser = signed_in(table.people[EAST])
    for page in (page_of(browser, table), text(browser.get("/games/"))):
        assert "<script>" not in page
        assert "&lt;/p&gt;&lt;script&gt;alert(&#x27;&amp;lt;&#x27;)&lt;/script&gt;%s{{1" in page


@pytest.mark.parametrize("odd", ["nosuchgame", "0", "-", "a" * 200, "East", "_", "new-", "p6mgh9e9t8-"])
def test_an_odd_game_id_is_not_found(odd: str) -> None:
    browser = signed_in(Person.objects.at("person@example.org"))
    for path in ("", "history/", "record.json", "resign/", "invitation/"):
        assert browser.get(f"/games/{odd}/{path}").status_code == 404, path
    for path in ("undo/", "resign/", "links/", "call-off/"):
        assert browser.post(f"/games/{odd}/{path}").status_code == 404, path


@pytest.mark.parametrize("wanted", ["north", "East", "east ", "0", "%00", "east&as=west", "'"])
def test_nobody_is_on_a_side_there_is_not(table: Table, wanted: str) -> None:
    browser = signed_in(table.people[EAST])
    for path in ("", "history/", "record.json", "resign/"):
        assert browser.get(f"/games/{table.game.public_id}/{path}?as={wanted}").status_code == 404


def test_an_empty_wish_for_a_side_is_none(table: Table) -> None:
    assert FORM in page_of(signed_in(table.people[EAST]), table, "?as=")


def test_times_long_gone_are_told_in_days(table: Table) -> None:
    table.submit(EAST, table.a_bid(EAST))
    with time_machine.travel(datetime.now(UTC) + timedelta(days=3650)):
        page = page_of(by_link(table.seat(EAST)), table)
    assert re.search(r"For (9|10)\xa0years, since", page)


def test_a_card_is_named_alone_where_one_of_several_is_played() -> None:
    """Scripts say "with a special attack" of a card that is held twice."""
    table = next(each for each in map(marching, range(20)) if max(Counter(hand(each)).values()) > 1)
    (card, count), *_ = Counter(hand(table)).most_common(1)
    one = story.Names(ruleset(table.game.edition)).card(card)
    page = page_of(signed_in(table.people[WEST]), table)
    assert f'data-card="{card}" data-count="{count}" data-name="{one}"' in page


def marching(seed: int) -> Table:
    table = Table(seed)
    table.play_on(until=lambda state: type(pending(state)[0]) is ChooseLevel)
    return table


def hand(table: Table) -> list[str]:
    return list(table.view(WEST)["mine"]["hand"])
