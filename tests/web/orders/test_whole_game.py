"""Orders for a whole game, and those with which a person begins new games."""

import re
from typing import Any

import pytest

from games.engine.orders.shapes import (
    AskFrom,
    ChallengeFrom,
    GameOrders,
    LossOrder,
    NeverChallenge,
    Orders,
    RetreatOrder,
)
from games.engine.side import EAST
from games.services import orders as service
from tests.factories.people import PersonFactory
from tests.kit.table import Table
from tests.web.browsers import address, by_link, signed_in, text
from tests.web.orders import standing

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NOTHING = {"loyalty": "ask", "losses": "ask", "disks": "ask"}


def send(table: Table, **fields: Any) -> Any:
    """Send East's form."""
    sent = {"version": str(standing.shown(table, EAST).version), **NOTHING, **fields}
    return signed_in(table.people[EAST]).post(address(table.seat(EAST)) + "orders/game/", sent)


def kept(table: Table) -> Orders:
    return standing.shown(table, EAST).orders


def test_everything_that_is_filled_in_is_ordered_and_shown_again() -> None:
    table = Table()
    fields = {
        "loyalty": "challenge-from",
        "challenge_from": "3",
        "losses": "order",
        "first": "maeda",
        "second": "tokugawa",
        "disks": "last",
        "toward": "edo",
        "stay": "2",
        "castle_edo": "inside",
        "castle_okazaki": "outside",
    }
    assert send(table, **fields)["Location"] == address(table.seat(EAST)) + "orders/"
    assert kept(table) == Orders(
        ChallengeFrom(3),
        LossOrder(("maeda", "tokugawa"), "last"),
        RetreatOrder(toward="edo", stay=2),
        {"edo": "inside", "okazaki": "outside"},
    )
    page = text(by_link(table.seat(EAST)).get(address(table.seat(EAST)) + "orders/game/"))
    chosen = re.findall(r'value="([^"]*)"[^>]*(?:selected|checked)', page)
    for value in ("challenge-from", "order", "maeda", "tokugawa", "last", "edo", "2", "inside", "outside"):
        assert value in chosen, value
    assert send(table).status_code == 302
    assert kept(table) == Orders()


def test_a_page_offers_what_is_ones_own() -> None:
    table = Table()
    path = address(table.seat(EAST)) + "orders/game/"
    east, west = (text(signed_in(person).get(path)) for person in table.people)
    assert 'name="castle_edo"' in east
    assert 'name="castle_osaka"' not in east
    assert 'name="castle_osaka"' in west
    assert '<option value="ishida">' not in east
    assert '<option value="ishida">' in west


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"loyalty": "ask-from"}, "Enter a whole number."),
        ({"loyalty": "challenge-from"}, "Say which number."),
        ({"losses": "order", "first": "maeda", "second": "maeda"}, "This clan is named above."),
        ({"losses": "order", "first": "ishida"}, "is not one of the available choices"),
        ({"toward": "atlantis"}, "is not one of the available choices"),
        ({"stay": "3"}, "is not one of the available choices"),
        ({"castle_edo": "away"}, "is not one of the available choices"),
        ({"losses": ""}, "This field is required."),
    ],
)
def test_wrong_input_is_kept_and_says_what_to_do(fields: dict[str, Any], sentence: str) -> None:
    table = Table()
    refused = send(table, **{"ask_from": "x7", "castle_okazaki": "outside", **fields})
    page = text(refused)
    assert refused.status_code == 422
    assert sentence in page
    assert "Something is missing below; nothing was sent." in page
    assert 'value="x7"' in page
    assert kept(table) == Orders()


def test_orders_for_battles_and_lists_of_places_stay() -> None:
    table = Table()
    retreat = RetreatOrder(places={"kyoto": ("osaka",)}, toward="edo")
    losses = LossOrder(("maeda", "tokugawa", "date", "ii"))
    standing.give(table, EAST, Orders(losses=losses, retreat=retreat))
    page = text(signed_in(table.people[EAST]).get(address(table.seat(EAST)) + "orders/game/"))
    assert "From Kyoto you retreat to Osaka, the first that is allowed." in page
    same = {"losses": "order", "first": "maeda", "second": "tokugawa", "third": "date"}
    assert send(table, **same, loyalty="never").status_code == 302
    assert kept(table) == Orders(NeverChallenge(), losses, RetreatOrder(places=retreat.places))


def test_a_battles_orders_stay() -> None:
    table, asked = standing.at_a_battle()
    side = asked.enemy
    step = standing.first_step(table, side)
    standing.give(table, side, standing.planned(standing.fought(table), [step]))
    version = str(standing.shown(table, side).version)
    path = address(table.seat(side)) + "orders/game/"
    signed_in(table.people[side]).post(path, {**NOTHING, "loyalty": "never", "version": version})
    given = standing.shown(table, side)
    assert given.orders.loyalty == NeverChallenge()
    assert list(given.orders.battles) == [standing.fought(table)]


def test_game_orders_that_changed_meanwhile_are_shown_again() -> None:
    table = Table()
    stale = send(table, version="7", loyalty="never")
    page = text(stale)
    assert stale.status_code == 409
    assert "Your orders have changed in the meantime, so nothing was sent." in page
    assert re.search(r'value="never"[^>]*checked', page)
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version is not None
    assert send(table, version=version[1], loyalty="never").status_code == 302


def test_new_games_begin_with_usual_orders_and_running_ones_keep_theirs() -> None:
    before = Table()
    person = before.people[EAST]
    browser = signed_in(person)
    assert '"/me/orders/"' in text(browser.get("/games/"))
    sent = {
        **NOTHING,
        "loyalty": "ask-from",
        "ask_from": "3",
        "losses": "order",
        "first": "kuroda",
        "second": "maeda",
        "castle_edo": "inside",
        "castle_osaka": "outside",
    }
    done = browser.post("/me/orders/", sent, follow=True)
    assert "Your usual orders are saved." in text(done)
    assert service.usual(person) == GameOrders(
        AskFrom(3), LossOrder(("kuroda", "maeda")), None, {"edo": "inside", "osaka": "outside"}
    )
    assert re.search(r'value="ask-from"[^>]*checked', text(done))
    assert kept(before) == Orders()
    begun = kept(Table(1))
    assert begun == Orders(AskFrom(3), LossOrder(("kuroda", "maeda")), None, {"edo": "inside"})
    other = Table(2, edition="gmt-2016")
    assert kept(other) == Orders(AskFrom(3), LossOrder(("maeda",)))
    assert send(other, loyalty="never").status_code == 302, "they can be changed there"


def test_usual_orders_without_their_number_are_refused() -> None:
    browser = signed_in(PersonFactory.create())
    refused = browser.post("/me/orders/", {"loyalty": "ask-from", "losses": "ask"})
    assert refused.status_code == 422
    assert "Say which number." in text(refused)
    warning = "Something is missing below; nothing was sent."
    assert warning in text(refused)
    assert warning not in text(browser.get("/me/orders/"))
