"""Declaring combat, the defender's choice at a castle, losses and retreat [8.1, 8.7, 8.8, 8.9]."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Declare, Losses, Retreat
from games.engine.grave import GraveReason
from games.story.consequences import coming_out, fighting_at, staying_inside, tiers_of_losses
from games.story.situation import at_place
from games.web.answers.form_context import FormContext, SideView, copies, in_reach, merged
from games.web.answers.form_data import Incomplete, check_blocks, not_offered
from games.web.answers.parts import Button, FormPart, Option, Section, checkboxes, only, radios
from games.web.answers.sure import grave_last, in_words, of_choices, reasons_of, warned


def declare(context: FormContext, view: SideView) -> list[Section]:
    """The form for the next combat: the places where combat is due, with the forces there."""
    options = [
        Option(place, context.names.place(place), fighting_at(context.names, view, place))
        for place in _places(context)
    ]
    return [
        Section(
            [Button("declare", _("Fight here"))],
            [radios(context.data, "location", _("The next combat"), options, default=only(options))],
            lines=[_("You choose the order. Your blocks may stay inside a castle of yours.")],
            warning=_("The combat begins at once."),
        )
    ]


def _places(context: FormContext) -> list[str]:
    return [row["action"]["location"] for row in context.choices()]


def read_declare(context: FormContext) -> Declare:
    place = context.data.required("location", _("Choose the place where you fight next."))
    if place not in _places(context):
        raise not_offered()
    return Declare(place)


def stance(context: FormContext, view: SideView) -> list[Section]:
    """The form for the owner of a castle: stay inside, or come out and fight."""
    stay, out = staying_inside(view), coming_out()
    grave = in_words(context, view, of_choices(context))
    return [
        Section(
            [
                Button("inside", *stay),
                Button("outside", out.words, " ".join([out.outcome, *grave])),
            ],
            warning=_("This cannot be undone."),
        )
    ]


def losses(context: FormContext, view: SideView) -> list[Section]:
    """The form for losses: the blocks and disks that can be lost. Forced losses are ticked."""
    subset = next(context.subsets("losses"))
    count = subset["most"]
    tiers = in_reach(subset["of"], count)
    forced = [block for tier in tiers[:-1] for block in tier]
    if len(tiers[-1]) <= count - len(forced):
        forced += tiers[-1]
    parts: list[FormPart] = [
        checkboxes(context.data, "blocks", legend, _units(context, view, subset, tier), default=forced)
        for tier, legend in zip(tiers, tiers_of_losses(view), strict=False)
    ]
    lines = [_("Blocks that changed sides are lost first, then those that deployed, then the rest.")]
    warning = _("Lost blocks leave the game, and the other side sees them.")
    button = Button("lose", _losing(context, merged(subset["of"]), count))
    told = lines if len(subset["of"]) > 1 else ()
    return [Section([button], parts, lines=told, warning=warning, most=count, least=subset["least"])]


def _units(context: FormContext, view: SideView, subset: dict[str, Any], tier: Iterable[str]) -> list[Option]:
    """The options for the units of a tier; those that lose the game come last."""
    return grave_last(
        warned(context, view, context.unit(unit, view), reasons_of(subset, chosen=[unit]), unit)
        for unit in tier
    )


def _losing(context: FormContext, units: Iterable[str], count: int) -> str:
    """The label of the button, which depends on whether a disk can be lost."""
    if any(context.names.is_disk(unit) for unit in units):
        return _("Give this up") if count == 1 else _("Give these up")
    return ngettext("Lose this block", "Lose these blocks", count)


def read_losses(context: FormContext) -> Losses:
    subset = next(context.subsets("losses"))
    blocks = context.data.chosen("blocks", merged(subset["of"]))
    check_blocks(blocks, subset["least"], subset["most"])
    return Losses(blocks)


def retreat(context: FormContext, view: SideView) -> list[Section]:
    """The form for a retreat: where to, and at a castle also which blocks stay inside."""
    ways = _ways(context)
    places = [
        warned(
            context,
            view,
            Option(place, context.names.place(place), at_place(context.names, view, place)),
            [*reasons_of(subset), *_left_out(subset)],
        )
        for place, subset in ways.items()
        if place
    ]
    parts: list[FormPart] = [
        radios(context.data, "to", _("Where to"), grave_last(places), default=only(places))
    ]
    staying = max(subset["most"] for place, subset in ways.items() if place)
    if staying:
        legend = ngettext(
            "Blocks that stay in the castle: one or none",
            "Blocks that stay in the castle: up to %(count)d",
            staying,
        )
        force = [context.block(block) for block in copies(merged(next(iter(ways.values()))["of"]))]
        grave = (reason for subset in ways.values() for reason in subset.get("warns", {}).get("none", ()))
        hint = " ".join(in_words(context, view, grave))
        parts.append(checkboxes(context.data, "stay", legend % {"count": staying}, force, hint=hint))
    buttons = [Button("retreat", _("Retreat"))]
    if None in ways:
        hint = _("None leaves: all your blocks withdraw into the castle.")
        buttons.append(Button("stay", _("Stay in the castle"), hint, "quiet"))
    return [Section(buttons, parts, warning=_("This cannot be undone."))]


def _left_out(subset: dict[str, Any]) -> Iterable[GraveReason]:
    """Why a retreat is grave unless somebody stays in the castle."""
    warns: dict[str, list[GraveReason]] = subset.get("warns", {}).get("left_out", {})
    return dict.fromkeys(reason for reasons in warns.values() for reason in reasons)


def _ways(context: FormContext) -> dict[str | None, dict[str, Any]]:
    """The subset of blocks that can stay, by the destination; the key is None if all blocks stay."""
    return {subset["action"].get("to"): subset for subset in context.subsets("retreat")}


def read_retreat(context: FormContext) -> Retreat:
    """Read the form for a retreat.

    Raises:
        Incomplete: something is missing, or is not offered.
    """
    to = context.data.required("to", _("Choose where your blocks retreat."))
    subset = _ways(context).get(to)
    if subset is None:
        raise not_offered()
    stay = context.data.chosen("stay", merged(subset["of"]))
    if len(stay) == sum(merged(subset["of"]).values()):
        raise Incomplete(
            _("At least one block must leave. Let fewer stay, or keep all of them in the castle.")
        )
    check_blocks(stay, subset["least"], subset["most"])
    return Retreat(to, stay)


def read_stay(context: FormContext) -> Retreat:
    subset = _ways(context).get(None)
    if subset is None:
        raise not_offered()
    return Retreat(None, tuple(copies(merged(subset["of"]))))
