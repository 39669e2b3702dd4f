"""What a side is asked, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.engine import actions
from games.engine.options import Choice, Options, Subset
from games.story.names import Names, cards_between

Seen = dict[str, Any]

ASKED: dict[str, Promise] = {
    "discard": gettext_lazy("choose the cards to discard"),
    "bid": gettext_lazy("bid a card for turn order"),
    "replace-bid": gettext_lazy("bid another card for turn order, if you like"),
    "order": gettext_lazy("go first or second this week"),
    "level": gettext_lazy("choose the movement level"),
    "movement": gettext_lazy("move, muster, or end the movement phase"),
    "declare": gettext_lazy("declare a combat"),
    "stance": gettext_lazy("stay inside the castle or come outside"),
    "deploy": gettext_lazy("deploy a block, or stop"),
    "window": gettext_lazy("challenge the deployment just made, or let it stand"),
    "losses": gettext_lazy("choose the blocks to lose"),
    "retreat": gettext_lazy("choose where to retreat"),
}
"""To stand after "The game waits for you to", where no more than the decision's word is known."""


IN_BRIEF: dict[str, Promise] = {
    "discard": gettext_lazy("your discards"),
    "bid": gettext_lazy("your bid"),
    "replace-bid": gettext_lazy("your bid"),
    "order": gettext_lazy("first or second?"),
    "level": gettext_lazy("how much to move?"),
    "movement": gettext_lazy("your moves"),
    "declare": gettext_lazy("where to fight?"),
    "stance": gettext_lazy("inside %(location)s or out?"),
    "deploy": gettext_lazy("your deployment at %(location)s"),
    "window": gettext_lazy("challenge %(blocks)s at %(location)s?"),
    "losses": gettext_lazy("your losses at %(location)s"),
    "retreat": gettext_lazy("your retreat from %(location)s"),
}
"""The same in a few words."""


class Asked(NamedTuple):
    """What a side is asked.

    Attributes:
        heading: to stand above the form, with a capital and without a full stop.
        task: to stand after "The game waits for you to".
        brief: a few words, for the subject of a mail.
    """

    heading: str
    task: str
    brief: str


def question(names: Names, seen: Seen, options: Options) -> Asked:
    """What a side is asked, as fully as its view and options allow, in the active language.

    Args:
        seen: the view of the side that is asked.
        options: what it may answer.
    """
    window = _window(seen)
    if window is not None:
        return _answering(names, seen, options, window)
    wording = WORDINGS.get(options.decision)
    task = str(ASKED[options.decision]) if wording is None else wording(names, seen, options)
    place = "" if seen["combat"] is None else names.place(seen["combat"]["location"])
    return Asked(capfirst(task), task, IN_BRIEF[options.decision] % {"location": place})


def _window(seen: Seen) -> dict[str, Any] | None:
    """The other side's deployment that the viewer may challenge, alone or before deploying itself."""
    window: dict[str, Any] | None = (seen["combat"] or {}).get("window")
    return None if window is None or window["deployer"] == seen["viewer"] else window


def _answering(names: Names, seen: Seen, options: Options, window: dict[str, Any]) -> Asked:
    """Challenge or not; the side that has the initiative may also go on at once, which lets it stand."""
    values = {
        "blocks": names.blocks(window["kinds"]),
        "card": names.card(window["card"]),
        "location": names.place(seen["combat"]["location"]),
    }
    if options.decision == "deploy":
        heading = _("Challenge %(blocks)s at %(location)s, deploy a block, or stop")
        task = _(
            "answer the deployment of %(blocks)s with %(card)s at %(location)s: challenge it, or let it "
            "stand and deploy a block yourself, or stop"
        )
    else:
        heading = _("Challenge %(blocks)s at %(location)s, or let it stand")
        task = _(
            "answer the deployment of %(blocks)s with %(card)s at %(location)s: challenge it, or let it stand"
        )
    return Asked(heading % values, task % values, IN_BRIEF["window"] % values)


def _discard(names: Names, seen: Seen, options: Options) -> str:
    subset = options.shapes[0]
    return _("choose %(cards)s to discard") % {"cards": cards_between(subset.least, subset.most)}


def _movement(names: Names, seen: Seen, options: Options) -> str:
    """Each way to go on that is left; how many there are of each is in the form."""
    musters = {type(shape.build(())) for shape in options.shapes if isinstance(shape, Subset)}
    routes = [shape for shape in options.shapes if not isinstance(shape, (Subset, Choice))]
    ways = [_("move a stack")] if routes else []
    if actions.Muster in musters:
        ways.append(_("muster"))
    if actions.Mori in musters:
        ways.append(_("bring blocks from the Mori box"))
    return _either([*ways, _("end the movement phase")])


def _declare(names: Names, seen: Seen, options: Options) -> str:
    places = [names.place(offer.action.location) for shape in options.shapes for offer in shape.offers]
    return _("choose where to fight next, at %(places)s") % {"places": _either(places)}


def _stance(names: Names, seen: Seen, options: Options) -> str:
    text = _("let your blocks at %(location)s stay inside the walls, or come out to fight")
    return text % {"location": names.place(seen["combat"]["location"])}


def _deploy(names: Names, seen: Seen, options: Options) -> str:
    values = {"location": names.place(seen["combat"]["location"])}
    if seen["combat"]["siege"]:
        return _("deploy a block in the siege of %(location)s, or stop") % values
    return _("deploy a block in the battle of %(location)s, or stop") % values


def _losses(names: Names, seen: Seen, options: Options) -> str:
    count = options.shapes[0].most
    text = ngettext(
        "choose %(count)d block to lose at %(location)s",
        "choose %(count)d blocks to lose at %(location)s",
        count,
    )
    task = text % {"count": count, "location": names.place(seen["combat"]["location"])}
    for unit in (unit for tier in options.shapes[0].tiers for unit in tier.items if names.is_disk(unit)):
        task = _("%(task)s, or the disk of %(name)s in place of one") % {
            "task": task,
            "name": names.disk(unit),
        }
    return task


def _retreat(names: Names, seen: Seen, options: Options) -> str:
    values = {"location": names.place(seen["combat"]["location"])}
    if any(shape.most for shape in options.shapes):
        return _("choose where to retreat from %(location)s, and who stays in the castle") % values
    return _("choose where to retreat from %(location)s") % values


def _either(items: list[str]) -> str:
    return get_text_list(items, pgettext("between the last two of a list", "or"))


WORDINGS: dict[str, Callable[[Names, Seen, Options], str]] = {
    "discard": _discard,
    "movement": _movement,
    "declare": _declare,
    "stance": _stance,
    "deploy": _deploy,
    "losses": _losses,
    "retreat": _retreat,
}
"""The tasks of the decisions of which there is more to say than their word does."""
