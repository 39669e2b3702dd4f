"""Fills in the form of a decision for a given action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from django.http import QueryDict

from games.engine import Ruleset, actions
from games.engine.actions import Action
from games.engine.options import Options
from games.web import answers
from tests.web.answers.page import Page


class Before(Protocol):
    """A form that somebody has before them."""

    def page(self, data: QueryDict | None = None) -> Page:
        """The form, as it is or as it comes back; for the query of a link, the form there."""

    def send(self, data: QueryDict) -> object | None:
        """Send it filled in; None where it goes on."""


class Reader:
    """Somebody who is asked something and has the page of it before them.

    Args:
        seen: their view; it and the options reach the form as JSON alone.
    """

    def __init__(self, rules: Ruleset, seen: dict[str, Any], options: Options) -> None:
        self.rules = rules
        self.seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(seen))
        self.options = answers.described(options)

    def page(self, data: QueryDict | None = None) -> Page:
        """The form, as it is or as it comes back."""
        return Page(answers.form(self.rules, self.seen, self.options, data))

    def send(self, data: QueryDict) -> Action | None:
        """What the form is understood as."""
        bodies = answers.read(self.rules, self.options, data)
        if bodies is None:
            return None
        (body,) = bodies
        return actions.parse(body)

    def answer(self, action: Action) -> Action | None:
        """Fill the form in for an action, in as many steps as it takes, and send it."""
        return self.send(FILL[type(action)](self, action))


def _discard(reader: Before, action: actions.Discard) -> QueryDict:
    page = reader.page()
    page.tick("cards", *action.cards)
    return page.press("discard")


def _bid(reader: Before, action: actions.Bid) -> QueryDict:
    page = reader.page()
    page.choose("card", action.card)
    page.choose("wish", action.wish or "")
    return page.press("bid")


def _order(reader: Before, action: actions.Order) -> QueryDict:
    return reader.page().press(action.order)


def _level(reader: Before, action: actions.Level) -> QueryDict:
    page = reader.page()
    page.choose("level", action.level)
    if action.cards:
        page.tick("cards", *action.cards)
    return page.press("level")


def _move(reader: Before, action: actions.Move) -> QueryDict:
    page = reader.page(reader.page().follow(**{"from": action.source}))
    *first, last = action.groups
    for group in first:
        _fill_group(page, group)
        data = page.press("add-group")
        assert reader.send(data) is None
        page = reader.page(data)
    _fill_group(page, last)
    if action.leader is not None:
        page.choose("leader", action.leader)
    return page.press("move")


def _fill_group(page: Page, group: actions.Group) -> None:
    page.tick("blocks", *group.blocks)
    page.choose("path", "/".join(group.path))
    if group.force_march is not None:
        page.choose("force-march", group.force_march)


def _muster(reader: Before, action: actions.Muster) -> QueryDict:
    page = reader.page()
    page.choose("muster", f"{action.location}:{'openly' if action.openly else 'hidden'}")
    page.tick("recruits", *action.blocks)
    return page.press("muster")


def _mori(reader: Before, action: actions.Mori) -> QueryDict:
    page = reader.page()
    page.choose("price", action.card)
    page.tick("mori", *action.blocks)
    return page.press("mori")


def _end_movement(reader: Before, action: actions.EndMovement) -> QueryDict:
    return reader.page().press("end-movement")


def _declare(reader: Before, action: actions.Declare) -> QueryDict:
    page = reader.page()
    page.choose("location", action.location)
    return page.press("declare")


def _stance(reader: Before, action: actions.Stance) -> QueryDict:
    return reader.page().press("inside" if action.inside else "outside")


def _deploy(reader: Before, action: actions.Deploy) -> QueryDict:
    page = reader.page()
    page.choose("deploy", f"{action.card or ''}:{'+'.join(action.blocks)}")
    if action.show is not None:
        page.choose("show", action.show)
    return page.press("deploy")


def _finish(reader: Before, action: actions.Finish) -> QueryDict:
    return reader.page().press("finish")


def _challenge(reader: Before, action: actions.Challenge) -> QueryDict:
    return reader.page().press("challenge")


def _pass(reader: Before, action: actions.Pass) -> QueryDict:
    return reader.page().press("pass-rest" if action.rest_of_battle else "pass")


def _losses(reader: Before, action: actions.Losses) -> QueryDict:
    page = reader.page()
    page.tick("blocks", *action.blocks)
    return page.press("lose")


def _retreat(reader: Before, action: actions.Retreat) -> QueryDict:
    page = reader.page()
    if action.to is None:
        return page.press("stay")
    page.choose("to", action.to)
    if action.stay:
        page.tick("stay", *action.stay)
    return page.press("retreat")


FILL: dict[type, Callable[[Before, Any], QueryDict]] = {
    actions.Discard: _discard,
    actions.Bid: _bid,
    actions.Order: _order,
    actions.Level: _level,
    actions.Move: _move,
    actions.Muster: _muster,
    actions.Mori: _mori,
    actions.EndMovement: _end_movement,
    actions.Declare: _declare,
    actions.Stance: _stance,
    actions.Deploy: _deploy,
    actions.Finish: _finish,
    actions.Challenge: _challenge,
    actions.Pass: _pass,
    actions.Losses: _losses,
    actions.Retreat: _retreat,
}


def settled(action: Action | None) -> Action | None:
    """The action with what has no order put into one: a form sends boxes in the order of the page."""
    match action:
        case actions.Discard() | actions.Level():
            return msgspec.structs.replace(action, cards=tuple(sorted(action.cards)))
        case actions.Muster() | actions.Mori() | actions.Losses():
            return msgspec.structs.replace(action, blocks=tuple(sorted(action.blocks)))
        case actions.Retreat():
            return msgspec.structs.replace(action, stay=tuple(sorted(action.stay)))
        case actions.Move():
            groups = tuple(
                msgspec.structs.replace(group, blocks=tuple(sorted(group.blocks))) for group in action.groups
            )
            return msgspec.structs.replace(action, groups=groups)
    return action
