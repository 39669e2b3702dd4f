"""What a side has to decide, in words."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.engine import actions
from games.engine.options import Choice, Options, Subset
from games.story.names import Names, Seen

TASKS: dict[str, Promise] = {
    "discard": gettext_lazy("Choose the cards to discard."),
    "bid": gettext_lazy("Bid a card for turn order."),
    "replace-bid": gettext_lazy("Bid another card for turn order, if you like."),
    "order": gettext_lazy("Go first or second this week."),
    "level": gettext_lazy("Choose the movement level."),
    "movement": gettext_lazy("Move, muster, or end the movement phase."),
    "declare": gettext_lazy("Declare a combat."),
    "stance": gettext_lazy("Stay inside the castle or come outside."),
    "deploy": gettext_lazy("Deploy a block, or stop."),
    "window": gettext_lazy("Challenge the deployment just made, or don't."),
    "losses": gettext_lazy("Choose the blocks to lose."),
    "retreat": gettext_lazy("Choose where to retreat."),
}
"""Sentences for the side that decides, by decision, for use where only the decision is known."""


AWAITED: dict[str, Promise] = {
    "discard": gettext_lazy("The game waits for %(name)s (%(side)s) to choose the cards to discard."),
    "bid": gettext_lazy("The game waits for %(name)s (%(side)s) to bid a card for turn order."),
    "order": gettext_lazy("The game waits for %(name)s (%(side)s) to go first or second this week."),
    "level": gettext_lazy("The game waits for %(name)s (%(side)s) to choose the movement level."),
    "movement": gettext_lazy(
        "The game waits for %(name)s (%(side)s) to move, muster, or end the movement phase."
    ),
    "declare": gettext_lazy("The game waits for %(name)s (%(side)s) to choose where to fight."),
    "stance": gettext_lazy(
        "The game waits for %(name)s (%(side)s) to stay inside the castle or come outside."
    ),
    "deploy": gettext_lazy("The game waits for %(name)s (%(side)s) to deploy a block, or stop."),
    "window": gettext_lazy(
        "The game waits for %(name)s (%(side)s) to challenge the deployment just made, or not."
    ),
    "losses": gettext_lazy("The game waits for %(name)s (%(side)s) to choose the blocks to lose."),
    "retreat": gettext_lazy("The game waits for %(name)s (%(side)s) to choose where to retreat."),
}
"""Sentences for everybody else, by decision. They contain only public facts."""


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
    "window-or-deploy": gettext_lazy("challenge %(blocks)s at %(location)s, or deploy?"),
    "let-stand": gettext_lazy("let %(blocks)s stand at %(location)s"),
    "stop": gettext_lazy("stop at %(location)s"),
    "losses": gettext_lazy("your losses at %(location)s"),
    "retreat": gettext_lazy("your retreat from %(location)s"),
}
"""Phrases for the subject of a mail, by decision, and for some of what may be answered to it."""


class Question(NamedTuple):
    """What a side has to decide.

    Attributes:
        heading: of the form, with a capital and without a full stop.
        task: a whole sentence about what to do.
        brief: a few words, for the subject of a mail.
    """

    heading: str
    task: str
    brief: str


def question(names: Names, seen: Seen, options: Options) -> Question:
    """What a side has to decide, as fully as its view and options allow, in the active language.

    Args:
        seen: the view of the side that decides.
        options: what it may answer.
    """
    window = _window(seen)
    if window is not None:
        return _answering(names, seen, options, window)
    wording = WORDINGS.get(options.decision)
    task = str(TASKS[options.decision]) if wording is None else wording(names, seen, options)
    place = "" if seen["combat"] is None else names.place(seen["combat"]["location"])
    return Question(task.rstrip(STOPS), task, IN_BRIEF[_brief_of(options)] % {"location": place})


def _brief_of(options: Options) -> str:
    if options.decision == "deploy" and not _is_offered(options, actions.Deploy):
        return "stop"
    return options.decision


def may_challenge(options: Options) -> bool:
    """Whether the side holds a loyalty challenge, and could play it."""
    return _is_offered(options, actions.Challenge)


def _is_offered(options: Options, action: type[actions.Body]) -> bool:
    return any(
        isinstance(offer.action, action)
        for shape in options.shapes
        if isinstance(shape, Choice)
        for offer in shape.offers
    )


def awaited(decision: str, *, name: str, side: str) -> str:
    """A sentence that the game waits for a player, and for which decision.

    Args:
        decision: its id.
        name: of the player.
        side: of the player, in words.
    """
    return str(AWAITED[decision]) % {"name": name, "side": side}


def _window(seen: Seen) -> dict[str, Any] | None:
    """The other side's deployment that the viewer may challenge, alone or before deploying itself."""
    window: dict[str, Any] | None = (seen["combat"] or {}).get("window")
    return None if window is None or window["deployer"] == seen["viewer"] else window


def _answering(names: Names, seen: Seen, options: Options, window: dict[str, Any]) -> Question:
    """The question whether to challenge. The side with the initiative can deploy instead."""
    values = {
        "blocks": names.blocks(window["kinds"]),
        "card": names.card(window["card"]),
        "location": names.place(seen["combat"]["location"]),
    }
    if options.decision == "deploy" and not may_challenge(options):
        task = _deploy(names, seen, options)
        return Question(task.rstrip(STOPS), task, IN_BRIEF[_brief_of(options)] % values)
    brief = IN_BRIEF["window"] % values
    if options.decision == "deploy":
        if _is_offered(options, actions.Deploy):
            brief = IN_BRIEF["window-or-deploy"] % values
            heading = _("Challenge %(blocks)s, deploy, or stop")
            task = _(
                "Challenge the loyalty of %(blocks)s, deployed with %(card)s at %(location)s, deploy a block "
                "yourself, or stop."
            )
        else:
            heading = _("Challenge %(blocks)s, or stop")
            task = _(
                "Challenge the loyalty of %(blocks)s, deployed with %(card)s at %(location)s, or stop: you "
                "cannot deploy another block."
            )
    elif not may_challenge(options):
        brief = IN_BRIEF["let-stand"] % values
        heading = _("Let %(blocks)s stand")
        task = _(
            "You have no loyalty challenge card: let %(blocks)s, deployed with %(card)s at %(location)s, "
            "stand."
        )
    else:
        heading = _("Challenge %(blocks)s at %(location)s?")
        task = _(
            "Decide whether to challenge the loyalty of %(blocks)s, deployed with %(card)s at %(location)s."
        )
    return Question(heading % values, task % values, brief)


def _discard(names: Names, seen: Seen, options: Options) -> str:
    subset = options.shapes[0]
    if subset.least == subset.most:
        text = ngettext("Choose %(most)d card to discard.", "Choose %(most)d cards to discard.", subset.most)
    elif not subset.least:
        text = ngettext(
            "Choose up to %(most)d card to discard.", "Choose up to %(most)d cards to discard.", subset.most
        )
    else:
        text = _("Choose %(least)d or %(most)d cards to discard.")
    return text % {"least": subset.least, "most": subset.most}


def _movement(names: Names, seen: Seen, options: Options) -> str:
    """The sentence for the movement phase, which names the kinds of actions that are left."""
    musters = {type(shape.build(())) for shape in options.shapes if isinstance(shape, Subset)}
    is_moving = any(not isinstance(shape, (Subset, Choice)) for shape in options.shapes)
    return str(MOVEMENT[is_moving, actions.Muster in musters, actions.Mori in musters])


MOVEMENT: dict[tuple[bool, bool, bool], Promise] = {
    (True, True, True): gettext_lazy("Move, muster, bring the Mori or end the phase."),
    (True, True, False): gettext_lazy("Move, muster or end the movement phase."),
    (True, False, True): gettext_lazy("Move a stack, bring the Mori or end the phase."),
    (True, False, False): gettext_lazy("Move a stack or end the movement phase."),
    (False, True, True): gettext_lazy("Muster, bring the Mori or end the phase."),
    (False, True, False): gettext_lazy("Muster or end the movement phase."),
    (False, False, True): gettext_lazy("Bring the Mori or end the movement phase."),
    (False, False, False): gettext_lazy("End the movement phase."),
}
"""By whether stacks may move, blocks may muster, and Mori blocks may come."""


def _declare(names: Names, seen: Seen, options: Options) -> str:
    places = [names.place(offer.action.location) for shape in options.shapes for offer in shape.offers]
    return _("Choose where to fight next, at %(places)s.") % {"places": _either(places)}


def _stance(names: Names, seen: Seen, options: Options) -> str:
    text = _("Let your blocks at %(location)s stay inside the walls, or come out to fight.")
    return text % {"location": names.place(seen["combat"]["location"])}


def _deploy(names: Names, seen: Seen, options: Options) -> str:
    values = {"location": names.place(seen["combat"]["location"])}
    if not _is_offered(options, actions.Deploy):
        if seen["combat"]["siege"]:
            return _("Stop the siege of %(location)s: you cannot deploy another block.") % values
        return _("Stop in the battle of %(location)s: you cannot deploy another block.") % values
    if seen["combat"]["siege"]:
        return _("Deploy a block in the siege of %(location)s, or stop.") % values
    return _("Deploy a block in the battle of %(location)s, or stop.") % values


def _losses(names: Names, seen: Seen, options: Options) -> str:
    losses = options.shapes[0]
    disks = [names.disk(unit) for tier in losses.tiers for unit in tier.items if names.is_disk(unit)]
    values = {"count": losses.most, "location": names.place(seen["combat"]["location"])}
    if not disks:
        text = ngettext(
            "Choose %(count)d block to lose at %(location)s.",
            "Choose %(count)d blocks to lose at %(location)s.",
            losses.most,
        )
        return text % values
    text = ngettext(
        "Choose %(count)d block to lose at %(location)s, or the disk of %(disks)s instead.",
        "Choose %(count)d blocks to lose at %(location)s, or the disk of %(disks)s in place of one.",
        losses.most,
    )
    return text % {**values, "disks": _either(disks)}


def _retreat(names: Names, seen: Seen, options: Options) -> str:
    values = {"location": names.place(seen["combat"]["location"])}
    ways = [(shape.build(()).to, shape.most) for shape in options.shapes]
    if any(most for to, most in ways if to is not None):
        return _("Choose where to retreat from %(location)s, and who stays in the castle.") % values
    if any(to is None for to, _most in ways):
        return _("Choose where to retreat from %(location)s, or stay in the castle.") % values
    return _("Choose where to retreat from %(location)s.") % values


def _either(items: list[str]) -> str:
    return get_text_list(items, pgettext("between the last two of a list", "or"))


STOPS = ".。"
"""Characters that end a sentence and are removed from headings."""

WORDINGS: dict[str, Callable[[Names, Seen, Options], str]] = {
    "discard": _discard,
    "movement": _movement,
    "declare": _declare,
    "stance": _stance,
    "deploy": _deploy,
    "losses": _losses,
    "retreat": _retreat,
}
"""Functions for decisions whose sentence depends on the position."""
