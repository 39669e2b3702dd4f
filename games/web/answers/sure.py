"""The question whether a grave answer is meant, before it is sent: one step, in words."""

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.engine.actions import Action, Losses, parse
from games.engine.errors import Malformed
from games.engine.grave import GraveReason
from games.story import warning
from games.web.answers.form_context import FormContext, SideView
from games.web.answers.form_data import not_offered
from games.web.answers.parts import Button, FormLink, Option, Section

SURE, ANSWER = "sure", "answer"
"""The value of the button that sends the answer after all, and the field that holds it as JSON."""


def again(context: FormContext, view: SideView, body: str, reasons: Sequence[GraveReason]) -> Section:
    """The question about an answer, in place of its form.

    Args:
        context: of the form.
        view: of the side that answers.
        body: the answer as JSON.
        reasons: why it is grave; not empty.
    """
    action = parse(body)
    units = action.blocks if isinstance(action, Losses) else ()
    return Section(
        [Button(SURE, _("Do it all the same"), look="danger")],
        heading=_("Are you sure?"),
        warnings=in_words(context, view, reasons, *units),
        hidden=[(ANSWER, body)],
        lines=[_("You cannot undo this, and you have another choice.")],
        way_out=FormLink(f"?{urlencode({'as': view['viewer']})}#answer", _("Choose again")),
    )


def read_sure(context: FormContext) -> Action:
    """The answer that was meant; the engine checks that it is legal."""
    try:
        return parse(context.data.required(ANSWER, _("Choose again.")))
    except Malformed:
        raise not_offered() from None


def in_words(context: FormContext, view: SideView, reasons: Iterable[GraveReason], *units: str) -> list[str]:
    """What each reason leads to, as a sentence; of these units, if they are named."""
    found = (warning(context.names, view["viewer"], reason, units) for reason in reasons)
    return list(dict.fromkeys(found))


def warned(
    context: FormContext, view: SideView, option: Option, reasons: Iterable[GraveReason], *units: str
) -> Option:
    """An option with what it leads to if it is grave."""
    return option._replace(warning=" ".join(in_words(context, view, reasons, *units)))


def grave_last(options: Iterable[Option]) -> list[Option]:
    """The options in their order, those that are grave after the others."""
    return sorted(options, key=lambda option: bool(option.warning))


def of_choices(context: FormContext) -> list[GraveReason]:
    """Why one of the choices is grave."""
    return [reason for row in context.choices() for reason in row.get("warns", ())]


def reasons_of(subset: dict[str, Any], *, chosen: Sequence[str] = ()) -> list[GraveReason]:
    """Why a described subset is grave whatever is selected, or if these items are."""
    warns = subset.get("warns", {})
    found = [*warns.get("always", ())]
    for item in chosen:
        found += warns.get("chosen", {}).get(item, ())
    return found
