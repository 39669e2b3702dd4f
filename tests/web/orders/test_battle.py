"""Ordering a battle on its page: step by step, without scripts, and nothing is stored before it is given."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from django.http import QueryDict
from django.test import Client

from games.engine.actions import Deploy, Finish, encode
from games.engine.orders.shapes import (
    AllOfIt,
    AlwaysAsk,
    AskFrom,
    BattleOrders,
    ChallengeFrom,
    NeverChallenge,
    Orders,
    Plan,
    UntilAhead,
    WhileBehind,
)
from games.engine.side import Side
from games.services import orders as service
from games.web.orders.battle import steps_in, to_text
from tests.kit.table import Table
from tests.web.browsers import address, by_link, signed_in, text
from tests.web.orders import standing

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

USUAL = {"go_on": "while-behind", "stop_if_challenged": "on", "loyalty": "game"}
TELLING = "where the plan stops tells them when you wanted to be asked."
RADIO = re.compile(r'<input type="radio" name="deploy" value="([^"]+)"')
STEP = re.compile(r'<input type="hidden" name="step" value="([^"]*)">')


class Planner(NamedTuple):
    """A player at the page of a battle that has begun, in which the other side is asked first."""

    table: Table
    side: Side
    browser: Client
    path: str

    @property
    def place(self) -> str:
        return standing.fought(self.table)

    def press(self, button: str, steps: list[str] = (), **fields: Any) -> Any:  # type: ignore[assignment]
        """Send the form."""
        version = standing.shown(self.table, self.side).version
        sent = {"version": str(version), **USUAL, **fields, "do": button, "step": list(steps)}
        return self.browser.post(self.path, {key: each for key, each in sent.items() if each is not None})

    def kept(self) -> BattleOrders | None:
        """What is ordered for the battle."""
        return standing.shown(self.table, self.side).orders.battles.get(self.place)


@pytest.fixture
def planner() -> Planner:
    table, asked = standing.at_a_battle()
    side = asked.enemy
    path = f"{address(table.seat(side))}orders/{standing.fought(table)}/"
    return Planner(table, side, signed_in(table.people[side]), path)


def written(page: str) -> list[str]:
    """The steps that a page carries."""
    return STEP.findall(page)


def test_a_plan_is_made_step_by_step_and_then_given(planner: Planner) -> None:
    page = text(planner.browser.get(planner.path))
    assert "No step yet: choose below what you deploy first." in page
    assert TELLING in page
    steps: list[str] = []
    for number in (1, 2):
        choice = RADIO.findall(page)[0]
        answer = planner.press("add", steps, deploy=choice)
        assert answer.status_code == 200
        page = text(answer)
        steps = written(page)
        assert len(steps) == number
        assert choice in {step.rpartition(":")[0] for step in steps}
        assert "checked" not in re.findall(r'<input type="radio" name="deploy"[^>]*>', page)
    assert planner.kept() is None, "nothing is stored before it is given"
    sent = QueryDict(mutable=True)
    sent.setlist("step", steps)
    given = steps_in(standing.RULES, planner.side, sent)
    totals = service.drafted(planner.table.seat(planner.side), planner.place, given).outlook.totals
    assert f"Then your impact is {totals[0]}." in page
    assert f"Your impact would be {totals[1]};" in page
    done = planner.press("give", steps)
    assert done.status_code == 302
    assert planner.kept() == BattleOrders(Plan(given))
    shown = text(planner.browser.get(done["Location"]))
    assert "Your orders are given." in shown
    assert "0 of 2 steps are done." in shown


def test_the_last_step_is_removed(planner: Planner) -> None:
    first = to_text(standing.first_step(planner.table, planner.side))
    page = text(planner.press("remove", [first], go_on="all", stop_if_they_gain="3"))
    assert written(page) == []
    assert re.search(r'value="all"[^>]*checked', page), "the rest of the form is kept"
    assert 'name="stop_if_they_gain" value="3"' in page


def test_everything_that_is_filled_in_is_ordered(planner: Planner) -> None:
    step = standing.first_step(planner.table, planner.side)
    cases: list[tuple[dict[str, Any], BattleOrders]] = [
        (
            {"go_on": "until-ahead", "ahead_by": "2", "then_stop": "on", "stop_if_they_gain": "5"},
            BattleOrders(Plan((step,), UntilAhead(2), stop_if_they_gain=5, then="stop")),
        ),
        (
            {"go_on": "all", "stop_if_challenged": None, "loyalty": "ask-from", "ask_from": "3"},
            BattleOrders(Plan((step,), AllOfIt(), stop_if_challenged=False), AskFrom(3)),
        ),
        (
            {"loyalty": "challenge-from", "challenge_from": "4", "ask_from": "9"},
            BattleOrders(Plan((step,), WhileBehind()), ChallengeFrom(4)),
        ),
        ({"loyalty": "ask"}, BattleOrders(Plan((step,)), AlwaysAsk())),
    ]
    for fields, expected in cases:
        assert planner.press("give", [to_text(step)], **fields).status_code == 302
        assert planner.kept() == expected
        page = text(planner.browser.get(planner.path))
        assert "Leave my orders as they are" in page
        assert written(page) == [to_text(step)]
        loyalty = fields.get("loyalty")
        for name, value in fields.items():
            if value is not None and (name != "ask_from" or loyalty == "ask-from"):
                assert re.search(
                    rf'name="{name}"( value="{value}"|[^>]*value="{value}"[^>]*checked| [^>]*checked)', page
                ), name


def test_loyalty_alone_is_ordered_without_a_plan(planner: Planner) -> None:
    assert planner.press("give", loyalty="never").status_code == 302
    assert planner.kept() == BattleOrders(loyalty=NeverChallenge())


def test_a_plan_without_steps_only_stops(planner: Planner) -> None:
    assert planner.press("give", then_stop="on").status_code == 302
    assert planner.kept() == BattleOrders(Plan((), then="stop"))
    page = text(planner.browser.get(address(planner.table.seat(planner.side)) + "orders/"))
    assert "You stop deploying as soon as it is your turn." in page
    assert "It goes on" not in page
    game = text(planner.browser.get(address(planner.table.seat(planner.side))))
    assert "you stop deploying as soon as it is your turn." in game


def test_other_orders_stay(planner: Planner) -> None:
    standing.give(planner.table, planner.side, Orders(loyalty=NeverChallenge()))
    planner.press("give", loyalty="ask")
    assert standing.shown(planner.table, planner.side).orders.loyalty == NeverChallenge()


def test_a_card_to_show_is_part_of_a_step(planner: Planner) -> None:
    offers = standing.battle_of(planner.table, planner.side).offers
    offer = next(each for each in offers if each.may_show)
    assert isinstance(offer.action, Deploy)
    choice = f"{offer.action.card}:{'+'.join(offer.action.blocks)}"
    page = text(planner.press("add", deploy=choice, show=offer.may_show[0]))
    assert written(page) == [f"{choice}:{offer.may_show[0]}"]
    assert "if challenged, you show" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Add a step to the plan, let it stop deploying, or choose when to challenge in this battle."),
        ({"loyalty": "ask-from"}, "Say which number."),
        ({"loyalty": "challenge-from", "challenge_from": "0"}, "greater than or equal to 1"),
        ({"go_on": "until-ahead", "ahead_by": "many"}, "Enter a whole number."),
        ({"loyalty": "whatever"}, "is not one of the available choices"),
        ({"go_on": None}, "This field is required."),
        ({"stop_if_they_gain": "100", "loyalty": "never"}, "less than or equal to 99"),
    ],
)
def test_wrong_input_is_kept_and_says_what_to_do(
    planner: Planner, fields: dict[str, Any], sentence: str
) -> None:
    steps = [to_text(standing.first_step(planner.table, planner.side))] if fields else []
    refused = planner.press("give", steps, **fields)
    page = text(refused)
    assert refused.status_code == 422
    assert sentence in page
    assert 'role="alert"' in page
    assert written(page) == steps
    assert planner.kept() is None


def test_a_step_that_was_not_chosen_or_is_not_offered_is_not_added(planner: Planner) -> None:
    assert "Choose what you deploy." in text(planner.press("add"))
    refused = planner.press("add", deploy="tokugawa-special:nobody")
    assert refused.status_code == 422
    assert "What you chose is not offered now." in text(refused)


def test_a_plan_that_cannot_be_carried_out_is_refused_and_kept(planner: Planner) -> None:
    step = to_text(standing.first_step(planner.table, planner.side))
    refused = planner.press("give", [step, step])
    page = text(refused)
    assert refused.status_code == 422
    assert written(page) == [step, step]
    assert "Step 2 is not possible now." in page
    assert planner.kept() is None


FOREIGN = ("", ":", "::", "a:b", f"{'x' * 99}:b:", ":" + "b+" * 9 + "b:", "\x00:b:", ":nobody:", "nothing:b:")


@pytest.mark.parametrize("button", ["", "add", "remove", "give"])
def test_steps_that_the_page_did_not_write_are_refused(planner: Planner, button: str) -> None:
    for value in FOREIGN:
        page = planner.press(button, [value] * 3, loyalty="never")
        assert page.status_code == 422
        assert "What you chose is not offered now." in text(page)
        assert written(text(page)) == []
    assert planner.kept() is None


def test_the_other_sides_blocks_and_too_many_steps_are_refused(planner: Planner) -> None:
    theirs = to_text(standing.first_step(planner.table, planner.side.enemy))
    mine = to_text(standing.first_step(planner.table, planner.side))
    assert planner.press("give", [theirs]).status_code == 422
    assert planner.press("remove", [mine] * 21).status_code == 422
    assert planner.press("remove", [mine] * 20).status_code == 200


def test_battle_orders_that_changed_meanwhile_are_shown_again(planner: Planner) -> None:
    step = to_text(standing.first_step(planner.table, planner.side))
    stale = planner.press("give", [step], version="99")
    page = text(stale)
    assert stale.status_code == 409
    assert "Your orders have changed in the meantime, so nothing was sent." in page
    assert written(page) == [step]
    assert planner.kept() is None
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version is not None
    assert planner.press("give", [step], version=version[1]).status_code == 302


def test_a_double_click_gives_orders_once(planner: Planner) -> None:
    step = to_text(standing.first_step(planner.table, planner.side))
    version = str(standing.shown(planner.table, planner.side).version)
    first, second = [planner.press("give", [step], version=version) for _click in range(2)]
    assert (first.status_code, second.status_code) == (302, 302)
    assert standing.shown(planner.table, planner.side).version == int(version) + 1


def test_a_plan_that_stopped_can_be_given_again_unchanged(planner: Planner) -> None:
    """It begins again; that other orders are changed does not wake it."""
    table, side, place = planner.table, planner.side, planner.place
    step = standing.first_step(table, side)
    standing.give(table, side, standing.planned(place, [step]))
    stopped = standing.with_ending(table, side, place, "challenged")
    standing.store(table, side, stopped)
    standing.give(table, side, standing.shown(table, side).orders)
    assert standing.battle_of(table, side).ended == "challenged"
    page = text(planner.browser.get(planner.path))
    assert written(page) == [to_text(step)]
    planner.press("give", written(page))
    assert standing.battle_of(table, side).ended is None


def test_a_plan_is_laid_before_the_battle_is_declared_and_by_a_turn_link() -> None:
    table, side, place = standing.before_a_battle()
    browser = by_link(table.seat(side))
    path = f"{address(table.seat(side))}orders/{place}/"
    page = text(browser.get(path))
    choice = RADIO.findall(page)[0]
    sent = {**USUAL, "do": "add", "deploy": choice}
    steps = written(text(browser.post(path, sent)))
    version = str(standing.shown(table, side).version)
    done = browser.post(path, {**USUAL, "do": "give", "step": steps, "version": version})
    assert done.status_code == 302
    (battle,) = standing.shown(table, side).orders.battles.values()
    assert battle.plan is not None
    assert len(battle.plan.steps) == 1


def test_a_place_without_a_fight_cannot_be_planned(planner: Planner) -> None:
    places = {each.location for each in standing.shown(planner.table, planner.side).battles}
    quiet = next(each for each in ("kyoto", "osaka", "edo", "aizu") if each not in places)
    path = f"{address(planner.table.seat(planner.side))}orders/"
    answer = planner.browser.get(f"{path}{quiet}/", follow=True)
    assert "There is no fight at " in text(answer)
    assert planner.browser.get(f"{path}atlantis/").status_code == 404


def test_a_plan_that_is_given_when_asked_acts_at_once() -> None:
    table, side = standing.at_a_battle()
    place = standing.fought(table)
    step = standing.first_step(table, side)
    version = str(standing.shown(table, side).version)
    path = f"{address(table.seat(side))}orders/{place}/"
    sent = {**USUAL, "do": "give", "step": to_text(step), "version": version}
    page = text(signed_in(table.people[side]).post(path, sent, follow=True))
    assert "1 of 1 step is done." in page or "ended in week" in page
    assert "deployed in week" in page


def test_the_other_sides_page_does_not_change(planner: Planner) -> None:
    """Nothing that the opponent or the public is shown tells of orders."""
    other = signed_in(planner.table.people[planner.side.enemy])
    path = address(planner.table.seat(planner.side))
    hide = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|data-pass="[^"]+"')
    before = hide.sub("", text(other.get(path)))
    step = standing.first_step(planner.table, planner.side)
    planner.press("give", [to_text(step)], loyalty="never")
    assert planner.kept() is not None
    assert hide.sub("", text(other.get(path))) == before


def test_a_plan_steps_when_its_side_is_asked(planner: Planner) -> None:
    """After the other side stopped deploying it asks its owner instead, and says why."""
    table, side = planner.table, planner.side
    step = standing.first_step(table, side)
    planner.press("give", [to_text(step)], go_on="all")
    table.submit(side.enemy, encode(Finish()))
    assert table.state.combat is not None
    page = text(planner.browser.get(address(table.seat(side)) + "orders/"))
    assert "the other side stopped deploying." in page
    assert "Make a new plan" in page
