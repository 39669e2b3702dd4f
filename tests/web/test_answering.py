"""Submitting decisions on the page of a game: accepted once, refused with a sentence, undone."""

import re
from typing import Any

import pytest
from django.test import Client

from games import engine
from games.engine import actions
from games.engine.actions import Bid, EndMovement, Group, Level, Move, encode
from games.engine.decisions import ChooseLevel
from games.engine.side import EAST, WEST, Side
from games.engine.state import State
from games.log import position
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat
from games.reads.access import Viewer
from games.services import play
from games.story import Names, sentence
from games.web import visitors
from tests.factories.people import PersonFactory
from tests.kit.table import Table, on_the_march, table_where
from tests.web.browsers import FORM, address, answer, form, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


@pytest.fixture
def table() -> Table:
    return Table()


def entries(table: Table) -> int:
    return Entry.objects.filter(game=table.game).count()


def own_bid(table: Table) -> Bid:
    return Bid(table.view(EAST)["mine"]["hand"][0])


def asked_section(page: str) -> str:
    return page[page.index('<section id="answer"') :].split("</form>", maxsplit=1)[0]


def errors(page: str) -> list[str]:
    actual = re.search(r'<ul class="errors" role="alert">(.*?)</ul>', page, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", actual[1], re.DOTALL) if actual else []


# ---- taken


def test_an_answer_is_taken_and_leads_to_a_page_that_can_be_loaded_again(table: Table) -> None:
    browser, bid = signed_in(table.people[EAST]), own_bid(table)
    done = answer(browser, table, EAST, bid)
    assert (done.status_code, done["Location"]) == (302, f"{address(table.seat(EAST))}#main")
    assert '<main id="main"' in text(browser.get(done["Location"]))
    assert table.view(EAST)["mine"]["bid"] == bid.card
    before = entries(table)
    assert browser.get(done["Location"]).status_code == 200
    assert entries(table) == before


def test_a_second_click_is_the_same_answer(table: Table) -> None:
    browser, data = signed_in(table.people[EAST]), form(table, EAST, own_bid(table))
    where = address(table.seat(EAST))
    first = browser.post(where, data.urlencode(), FORM)
    count = entries(table)
    again = browser.post(where, data.urlencode(), FORM)
    assert [first.status_code, again.status_code] == [302, 302]
    assert entries(table) == count


def test_a_second_click_is_the_same_answer_also_when_the_game_has_gone_on() -> None:
    """What was filled in is not even offered any more: the blocks have left, the phase has ended."""
    table, side = on_the_march()
    browser, where = signed_in(table.people[side]), address(table.seat(side))
    for action in (quiet_move(table, side), EndMovement()):
        data = form(table, side, action)
        data["csrfmiddlewaretoken"] = "of the page"
        assert browser.post(where, data.urlencode(), FORM).status_code == 302
        count = entries(table)
        data["csrfmiddlewaretoken"] = "masked otherwise"
        assert browser.post(where, data.urlencode(), FORM).status_code == 302
        assert entries(table) == count


def quiet_move(table: Table, side: Side) -> Move:
    move = actions.parse(table.a_quiet_move(side))
    assert isinstance(move, Move)
    return move


def test_two_bids_made_from_pages_opened_before_either_are_both_taken(table: Table) -> None:
    versions = {side: str(table.version(side)) for side in (EAST, WEST)}
    for side in (EAST, WEST):
        bid = Bid(table.view(side)["mine"]["hand"][0])
        done = answer(signed_in(table.people[side]), table, side, bid, version=versions[side])
        assert done.status_code == 302


def test_a_group_that_is_added_is_on_the_page_and_nowhere_else() -> None:
    table, side = on_the_march()
    browser, where = signed_in(table.people[side]), address(table.seat(side))
    data = form(table, side, quiet_move(table, side), do="add-group")
    count = entries(table)
    shown = browser.post(where, data.urlencode(), FORM)
    assert shown.status_code == 200
    assert 'name="group"' in asked_section(text(shown))
    assert entries(table) == count


# ---- refused


def test_an_answer_from_an_old_page_is_told_so_and_keeps_what_was_filled_in() -> None:
    table, side = on_the_march()
    browser = signed_in(table.people[side])
    move = quiet_move(table, side)
    data = form(table, side, move)
    table.submit(side, move_from_elsewhere(table, side, move.source))
    count = entries(table)
    refused = browser.post(address(table.seat(side)), data.urlencode(), FORM)
    page = text(refused)
    assert refused.status_code == 409
    assert errors(page) == ["The game moved on; nothing was sent. Look at it again."]
    assert entries(table) == count
    for block in move.groups[0].blocks:
        assert re.search(rf'value="{block}" checked', page)
    assert f'name="version" value="{table.version(side)}"' in page


def move_from_elsewhere(table: Table, side: Side, source: str) -> bytes:
    """One block of another place goes somewhere, for nothing."""
    for shape in table.options(side).describe()["answers"]:
        for row in shape.get("sources", ()):
            for way in row["reach"]:
                is_free = way["size"][0] == 1 and not way["leader"] and not way["force_march"]
                if row["source"] != source and is_free:
                    return encode(Move(row["source"], (Group(tuple(row["blocks"][:1]), tuple(way["path"])),)))
    raise AssertionError("only one place has blocks that may move")


@pytest.mark.parametrize(
    "version", ["", "-1", "x", "1.0", "99999999999999999999", "٣", "0x1", "1e3", "999999999"]
)
def test_a_version_there_is_not_is_an_old_page(table: Table, version: str) -> None:
    count = entries(table)
    refused = answer(signed_in(table.people[EAST]), table, EAST, own_bid(table), version=version)
    assert refused.status_code == 409
    assert entries(table) == count


def test_an_illegal_answer_is_refused_beside_the_form_with_what_was_filled_in() -> None:
    table, side = on_the_march()
    browser = signed_in(table.people[side])
    move = quiet_move(table, side)
    hand = set(table.view(side)["mine"]["hand"])
    cards = position.rules_of(table.game).edition.cards
    other = next(card.id for card in cards if card.id not in hand and card.side == side.label)
    count = entries(table)
    refused = answer(browser, table, side, move, **{"force-march": other})
    section = asked_section(text(refused))
    assert refused.status_code == 422
    (sentence,) = errors(section)
    assert re.search(r"\. <a [^>]*>Rule [\d.]+</a>$", sentence)
    for block in move.groups[0].blocks:
        assert re.search(rf'value="{block}" checked', section)
    assert entries(table) == count


def test_an_incomplete_answer_is_told_what_is_missing_and_keeps_the_rest(table: Table) -> None:
    browser = signed_in(table.people[EAST])
    sent = {"version": table.version(EAST), "wish": "second", "do": "bid"}
    refused = browser.post(address(table.seat(EAST)), sent)
    section = asked_section(text(refused))
    assert refused.status_code == 422
    assert errors(section) == ["Choose the card you bid."]
    assert re.search(r'value="second" checked', section)


def test_too_few_cards_are_told_as_too_few() -> None:
    table = table_where(asks_level)
    (side,) = table.asked()
    browser = signed_in(table.people[side])
    sent = {"version": table.version(side), "level": "total", "do": "level"}
    refused = browser.post(address(table.seat(side)), sent)
    assert refused.status_code == 422
    assert "Choose 2 cards; none is chosen yet." in text(refused)
    hand = table.view(side)["mine"]["hand"]
    assert answer(browser, table, side, Level("total", tuple(hand[:2]))).status_code == 302


def asks_level(state: State) -> bool:
    return type(engine.pending(state)[0]) is ChooseLevel


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"do": ""},
        {"do": "end-movement"},
        {"do": "resign"},
        {"do": "bid", "card": "no-such-card"},
        {"do": "bid", "card": ["date-plain", "maeda-plain"]},
        {"do": "bid", "card": "\x00"},
        {"do": "💥" * 500},
        {"do": "bid", "card": "<script>alert(1)</script>", "wish": "<b>"},
        {"from": ["kyoto", "osaka"], "group": "[" * 3000, "do": "move"},
    ],
)
def test_nonsense_is_refused_in_words(table: Table, sent: dict[str, str]) -> None:
    count = entries(table)
    refused = signed_in(table.people[EAST]).post(
        address(table.seat(EAST)), {"version": table.version(EAST), **sent}
    )
    page = text(refused)
    assert refused.status_code == 422
    assert errors(page)
    assert "<script>" not in page
    assert "<b>" not in asked_section(page)
    assert entries(table) == count


def test_an_oversized_form_is_no_answer(table: Table) -> None:
    browser = signed_in(table.people[EAST])
    many = "&".join(f"cards={number}" for number in range(2000))
    large = "card=" + "x" * 3_000_000
    for body in (many, large):
        assert browser.post(address(table.seat(EAST)), body, FORM).status_code == 400
    strange = browser.post(address(table.seat(EAST)), b'{"type": {}}', "application/json")
    assert strange.status_code == 409, "no form, so no version"


def test_an_answer_out_of_turn_is_told_that_the_game_moved_on(table: Table) -> None:
    table.submit(EAST, table.a_bid(EAST))
    table.submit(WEST, table.a_bid(WEST))
    (asked,) = table.asked()
    waits = asked.enemy
    refused = signed_in(table.people[waits]).post(
        address(table.seat(waits)), {"version": table.version(waits), "do": "bid", "card": "date-plain"}
    )
    assert refused.status_code == 409
    assert errors(text(refused))


def test_nothing_is_answered_in_a_game_that_is_over(table: Table) -> None:
    data = form(table, EAST, own_bid(table))
    play.resign(seat=table.seat(WEST))
    count = entries(table)
    refused = signed_in(table.people[EAST]).post(address(table.seat(EAST)), data.urlencode(), FORM)
    assert refused.status_code == 409
    assert errors(text(refused))
    assert "You won" in text(refused)
    assert entries(table) == count


def test_nobody_answers_for_somebody_else() -> None:
    table = Table(is_public=True)
    data = form(table, EAST, own_bid(table))
    count = entries(table)
    for browser, query in (
        (Client(), ""),
        (Client(), "?as=east"),
        (signed_in(table.people[WEST]), "?as=east"),
        (signed_in(table.people[EAST]), "?as=public"),
    ):
        refused = browser.post(address(table.seat(EAST)) + query, data.urlencode(), FORM)
        assert refused.status_code == 404
    assert entries(table) == count


def test_a_form_from_another_site_does_nothing(table: Table) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(table.people[EAST])
    count = entries(table)
    where = address(table.seat(EAST))
    for path in (where, f"{where}undo/", f"{where}resign/", f"{where}links/", "/games/new/"):
        refused = browser.post(path, {"version": table.version(EAST), "do": "bid"})
        assert refused.status_code == 403, path
        assert "That page was too old" in text(refused)
    assert entries(table) == count
    assert not table.game.is_over


# ---- taken back


def test_the_latest_action_is_taken_back_and_a_second_click_takes_back_no_more() -> None:
    table, side = on_the_march()
    browser, where = signed_in(table.people[side]), address(table.seat(side))
    for _move in range(2):
        table.submit(side, table.a_quiet_move(side))
    names = Names(position.rules_of(table.game))
    first, latest = (sentence(names, item.events[0]) for item in table.told(side)[-2:])
    assert first != latest
    page = text(browser.get(where))
    assert "Take it back" in page
    assert f"<b>My latest action:</b> {latest}</p>" in page
    version = table.version(side)
    for _click in range(2):
        done = browser.post(f"{where}undo/", {"version": version}, follow=True)
        assert f"Taken back: {latest}</li>" in text(done)
        assert f"<b>My latest action:</b> {first}</p>" in text(done)
    undone = [item for item in table.told(side) if item.undone]
    assert len(undone) == 1
    assert table.seat(side).can_undo


def test_nothing_is_taken_back_from_an_old_page() -> None:
    table, side = on_the_march()
    browser, where = signed_in(table.people[side]), address(table.seat(side))
    before = table.version(side)
    table.submit(side, table.a_quiet_move(side))
    response = browser.post(f"{where}undo/", {"version": before}, follow=True)
    assert "The game moved on; nothing was sent." in text(response)
    assert not any(item.undone for item in table.told(side))


def test_revealed_actions_cannot_be_undone() -> None:
    table, side = on_the_march()
    browser, where = signed_in(table.people[side]), address(table.seat(side))
    assert "Take it back" not in text(browser.get(where))
    response = browser.post(f"{where}undo/", {"version": table.version(side)}, follow=True)
    assert "This can no longer be undone" in text(response)


# ---- resigned


def test_resigning_asks_for_confirmation(table: Table) -> None:
    browser, where = signed_in(table.people[EAST]), f"{address(table.seat(EAST))}resign/"
    page = text(browser.get(where))
    assert "This cannot be undone" in page
    assert not table.game.is_over
    response = browser.post(where, follow=True)
    assert response.redirect_chain == [(address(table.seat(EAST)), 302)]
    assert "You lost" in text(response)
    assert (table.game.status, table.game.winner) == (Game.Status.OVER, WEST)


def test_a_game_is_resigned_once(table: Table) -> None:
    browser, where = signed_in(table.people[EAST]), f"{address(table.seat(EAST))}resign/"
    browser.post(where)
    again = browser.post(where, follow=True)
    assert "The game is over already." in text(again)
    late = signed_in(table.people[WEST])
    late.post(where)
    assert table.game.winner == WEST
    assert late.get(where)["Location"] == address(table.seat(EAST))


def test_a_player_who_lost_the_seat_cannot_resign(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where an arbiter has somebody else play on at that moment."""

    def look_then_lose(*asked: Any) -> tuple[Viewer, Seat]:
        found = visitors.player_in(*asked)
        Seat.objects.filter(game=table.game, side=EAST).update(player=PersonFactory.named("A newcomer"))
        return found

    monkeypatch.setattr("games.web.game.player_in", look_then_lose)
    where = f"{address(table.seat(EAST))}resign/"
    assert signed_in(table.people[EAST]).post(where).status_code == 404
    assert not table.game.is_over
