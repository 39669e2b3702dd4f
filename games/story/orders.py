"""The orders of a side in words: those in force, what they did recently, and why a plan stopped."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.engine.orders import shapes
from games.engine.orders.keeping import Deed, Ending, KeptOrders
from games.engine.orders.planning import Outlook
from games.story.names import Names, listing

ENDINGS: dict[Ending, Promise] = {
    "complete": gettext_lazy("Your plan at %(place)s ended in week %(week)d: all its steps were done."),
    "ahead": gettext_lazy("Your plan at %(place)s ended in week %(week)d: you were far enough ahead."),
    "not-behind": gettext_lazy("Your plan at %(place)s ended in week %(week)d: you were no longer behind."),
    "they-finished": gettext_lazy(
        "Your plan at %(place)s stopped in week %(week)d: the other side stopped deploying."
    ),
    "challenged": gettext_lazy(
        "Your plan at %(place)s stopped in week %(week)d: one of your blocks was challenged."
    ),
    "they-gained": gettext_lazy(
        "Your plan at %(place)s stopped in week %(week)d: the other side's impact rose too far."
    ),
    "taken-over": gettext_lazy(
        "Your plan at %(place)s stopped in week %(week)d: you deployed a block yourself."
    ),
    "changed": gettext_lazy(
        "Your plan at %(place)s stopped in week %(week)d before it began: "
        "your cards or blocks were no longer those it needs."
    ),
    "impossible": gettext_lazy(
        "Your plan at %(place)s stopped in week %(week)d: its next step was no longer possible."
    ),
}
"""Why a plan is not in force any more, as whole sentences."""

DEEDS: dict[tuple[str, str], Promise] = {
    ("plan", "deploy"): gettext_lazy("Your plan at %(place)s deployed in week %(week)d."),
    ("plan", "finish"): gettext_lazy("Your plan at %(place)s stopped deploying for you in week %(week)d."),
    ("loyalty", "pass"): gettext_lazy(
        "Your loyalty order let a deployment at %(place)s stand in week %(week)d."
    ),
    ("loyalty", "challenge"): gettext_lazy(
        "Your loyalty order challenged a deployment at %(place)s in week %(week)d."
    ),
    ("losses", "losses"): gettext_lazy(
        "Your order for losses chose what you lost at %(place)s in week %(week)d."
    ),
    ("retreat", "retreat"): gettext_lazy(
        "Your order for retreats chose where you went from %(place)s in week %(week)d."
    ),
    ("stance", "stance"): gettext_lazy(
        "Your order for castles chose between inside and outside at %(place)s in week %(week)d."
    ),
}
"""What orders did, by the kind of order and the type of its action."""


def stopped(names: Names, place: str, week: int, ending: Ending) -> str:
    """Why a plan stopped, in a sentence for its owner."""
    return str(ENDINGS[ending]) % {"place": names.place(place), "week": week}


def did(names: Names, deed: Deed) -> str:
    """One thing that orders did, in a sentence for their owner."""
    if deed.ending is not None:
        return stopped(names, deed.location, deed.week, deed.ending)
    return str(DEEDS[deed.kind, deed.did]) % {"place": names.place(deed.location), "week": deed.week}


LOYALTY: dict[type, tuple[Promise, Promise]] = {
    shapes.AlwaysAsk: (
        gettext_lazy("You are asked about every deployment of the other side."),
        gettext_lazy("Loyalty: ask me."),
    ),
    shapes.AskFrom: (
        gettext_lazy("You are asked about deployments of impact %(impact)d or more; smaller ones stand."),
        gettext_lazy("Loyalty: ask me from impact %(impact)d."),
    ),
    shapes.ChallengeFrom: (
        gettext_lazy(
            "If you hold a loyalty challenge, you challenge deployments of impact %(impact)d or more, "
            "and any double; all others stand."
        ),
        gettext_lazy("Loyalty: challenge from impact %(impact)d."),
    ),
    shapes.NeverChallenge: (
        gettext_lazy("Every deployment of the other side stands: you never challenge."),
        gettext_lazy("Loyalty: never challenge."),
    ),
}
"""Each kind of loyalty order, as a sentence and in short."""


def loyalty(order: shapes.LoyaltyOrder, *, is_short: bool = False) -> str:
    """A loyalty order as a sentence, or in short."""
    return str(LOYALTY[type(order)][is_short]) % {"impact": getattr(order, "impact", None)}


def step(names: Names, planned: shapes.Step) -> str:
    """A step of a plan: the blocks, and the card that deploys them."""
    values = {"blocks": names.blocks(planned.blocks)}
    if planned.card is None:
        return _("%(blocks)s, without a card") % values
    values["card"] = names.card(planned.card)
    if planned.show is None:
        return _("%(blocks)s, with %(card)s") % values
    return _("%(blocks)s, with %(card)s; if challenged, you show %(show)s") % {
        **values,
        "show": names.card(planned.show),
    }


def going_on(plan: shapes.Plan) -> str:
    """The rule by which a plan goes on, as a sentence."""
    match plan.go_on:
        case shapes.WhileBehind():
            return _("It goes on while you are behind; as the attacker also at a tie.")
        case shapes.UntilAhead(by=by):
            return _("It goes on until you are ahead by %(by)d.") % {"by": by}
    return _("It goes on until all of it is done.")


def stopping(plan: shapes.Plan) -> str:
    """What stops a plan before its end, as a sentence."""
    stop = _("the other side stops deploying")
    if plan.then == "stop":
        stop = _("the other side stops deploying before the plan is at its end")
    reasons = [stop, _("a step is no longer possible")]
    if plan.stop_if_they_gain is not None:
        gain = _("their impact rises by %(gain)d or more") % {"gain": plan.stop_if_they_gain}
        reasons.insert(0, gain)
    if plan.stop_if_challenged:
        reasons.insert(0, _("one of your blocks is challenged"))
    return _("It stops and you are asked when %(reasons)s.") % {"reasons": _either(reasons)}


def ending(plan: shapes.Plan) -> str:
    """What happens at the end of a plan, as a sentence."""
    if plan.then == "stop":
        return _("At its end you stop deploying.")
    return _("At its end you are asked.")


def outlook(looked: Outlook) -> str:
    """What a plan would come to; empty without a step that can be carried out."""
    if not looked.totals:
        return ""
    return _("Your impact would be %(mine)d; the other side loses its next block at %(loss)d.") % {
        "mine": looked.totals[-1],
        "loss": looked.next_loss,
    }


def theirs(looked: Outlook) -> str:
    """The other side's impact, as a sentence."""
    return _("The impact of the other side is %(impact)d now.") % {"impact": looked.theirs}


def losses(names: Names, order: shapes.LossOrder | None) -> list[str]:
    """The order for losses, as sentences."""
    if order is None:
        return [_("You are asked what you lose.")]
    said = [_("You lose the weakest blocks first, and daimyo last.")]
    if order.clans:
        clans = listing(names.clan(clan) for clan in order.clans)
        text = _("You lose blocks of these clans first, in this order: %(clans)s; daimyo last.")
        said = [text % {"clans": clans}]
    disks = {
        "first": _("A disk is lost before blocks."),
        "last": _("A disk is lost after blocks."),
        "ask": _("You are asked where a disk may fall in place of a block."),
    }
    return [*said, disks[order.disks], _("A leader without whom you lose is lost last of all.")]


def retreat(names: Names, order: shapes.RetreatOrder | None) -> list[str]:
    """The order for retreats, as sentences."""
    if order is None or (order.toward is None and not order.places):
        return [_("You are asked where to retreat.")]
    said = [
        _("From %(place)s you retreat to %(ends)s, the first that is allowed.")
        % {"place": names.place(place), "ends": _either(names.place(end) for end in ends)}
        for place, ends in order.places.items()
    ]
    if order.toward is not None:
        toward = _("You retreat to the place nearest to %(place)s.")
        if said:
            toward = _("From elsewhere you retreat to the place nearest to %(place)s.")
        said.append(toward % {"place": names.place(order.toward)})
    if order.stay:
        text = ngettext(
            "%(count)d block stays in a castle of yours, the weakest.",
            "%(count)d blocks stay in a castle of yours, the weakest.",
            order.stay,
        )
        said.append(text % {"count": order.stay})
    return said


def castles(names: Names, orders: shapes.GameOrders) -> list[str]:
    """The orders for castles, as sentences."""
    said = []
    for way, text in (
        ("inside", _("You stay inside at %(places)s.")),
        ("outside", _("You come out and fight at %(places)s.")),
    ):
        places = [names.place(place) for place, wanted in orders.castles.items() if wanted == way]
        if places:
            said.append(text % {"places": listing(places)})
    return said or [_("You are asked whether to stay inside a castle.")]


def in_short(names: Names, kept: KeptOrders) -> str:
    """What is in force, in a line; that nothing is, if so."""
    said = [_of_battle(names, kept, place, battle) for place, battle in kept.orders.battles.items()]
    if kept.orders.loyalty != shapes.GameOrders().loyalty:
        said.insert(0, loyalty(kept.orders.loyalty, is_short=True))
    others = []
    if kept.orders.losses is not None:
        others.append(_("losses"))
    if kept.orders.retreat is not None:
        others.append(_("retreats"))
    if kept.orders.castles:
        others.append(_("castles"))
    if others:
        said.append(_("You have orders for %(kinds)s.") % {"kinds": listing(others)})
    return " ".join(said) or _("No orders are in force.")


def _of_battle(names: Names, kept: KeptOrders, place: str, battle: shapes.BattleOrders) -> str:
    values = {"place": names.place(place)}
    if battle.plan is None:
        return _("A loyalty order for %(place)s.") % values
    progress = kept.progress[place]
    if progress.ended is not None:
        return _("The plan at %(place)s has ended.") % values
    steps = len(battle.plan.steps)
    if not steps:
        return _("At %(place)s you stop deploying as soon as it is your turn.") % values
    text = ngettext(
        "A plan at %(place)s: %(done)d of %(count)d step done.",
        "A plan at %(place)s: %(done)d of %(count)d steps done.",
        steps,
    )
    return text % {**values, "done": progress.done, "count": steps}


def _either(items: Iterable[str]) -> str:
    return get_text_list(list(items), pgettext("between the last two of a list", "or"))
