"""Blocks from the recruitment box and the Mori box, and the end of the movement phase [7.1, 7.2, 9.3]."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Mori, Muster
from games.story.consequences import ending_movement, mustering
from games.story.names import listing
from games.web.answers.form_context import FormContext, SideView, copies, in_reach, merged
from games.web.answers.form_data import Incomplete, check_blocks, not_offered
from games.web.answers.parts import Button, Option, Section, checkboxes, radios
from games.web.answers.sure import grave_last, in_words, of_choices, reasons_of, warned

HIDDEN, OPENLY = "hidden", "openly"


def muster(context: FormContext, view: SideView) -> list[Section]:
    """The form for mustering: where, how, and which blocks. Empty if no block may muster."""
    ways = _ways(context)
    if not ways:
        return []
    options = grave_last(
        warned(
            context,
            view,
            Option(f"{place}:{how}", _way(context, place, how, subsets)),
            dict.fromkeys(reason for subset in subsets for reason in reasons_of(subset)),
        )
        for (place, how), subsets in ways.items()
    )
    box = [context.block(block) for block in view["mine"]["recruitment"]]
    if view["movement"]["level"] == "total":
        line = _("Once in this phase, besides your moves. Blocks that muster do not move.")
    else:
        line = _("Once in this phase, in place of a stack move. Blocks that muster do not move.")
    return [
        Section(
            [Button("muster", _("Muster"))],
            [
                radios(context.data, "muster", _("Where and how"), options),
                checkboxes(context.data, "recruits", _("From the recruitment box"), box),
            ],
            heading=_("Muster"),
            lines=[line, *last_move(view)],
            warning=_("Blocks that muster openly are seen: that cannot be undone."),
            is_folded=not context.data.is_submitted,
            least=1,
        )
    ]


def _ways(context: FormContext) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The subsets of blocks that can muster, by place and way. Openly, there is one subset for each clan."""
    ways: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for subset in context.subsets("muster"):
        how = OPENLY if subset["action"].get("openly") else HIDDEN
        ways.setdefault((subset["action"]["location"], how), []).append(subset)
    return ways


def _way(context: FormContext, place: str, how: str, subsets: list[dict[str, Any]]) -> str:
    if how == HIDDEN:
        return mustering(context.names, place, "")
    clans = listing(context.names.clan(context.clan(next(iter(merged(subset["of"]))))) for subset in subsets)
    if len(subsets) == 1:
        return mustering(context.names, place, clans)
    values = {"place": context.names.place(place), "clans": clans}
    return _("%(place)s: any number of one clan, %(clans)s, openly") % values


def read_muster(context: FormContext) -> Muster:
    """Read the form for mustering.

    Raises:
        Incomplete: something is missing, or is not offered.
    """
    choice = context.data.required("muster", _("Choose where you muster, and how."))
    ways = {f"{place}:{how}": (place, how, found) for (place, how), found in _ways(context).items()}
    if choice not in ways:
        raise not_offered()
    place, how, subsets = ways[choice]
    box = {block: 1 for found in _ways(context).values() for each in found for block in merged(each["of"])}
    blocks = context.data.chosen("recruits", box)
    check_blocks(blocks, 1, 1 if how == HIDDEN else len(box))
    if how == OPENLY and not any(set(blocks) <= set(merged(subset["of"])) for subset in subsets):
        raise Incomplete(
            _("Openly, only blocks of one clan that recruits there muster. %(way)s.")
            % {"way": _way(context, place, how, subsets)}
        )
    return Muster(place, blocks, how == OPENLY)


def mori(context: FormContext, view: SideView) -> list[Section]:
    """The form for bringing blocks from the Mori box. Empty if that is not offered."""
    subsets = list(context.subsets("mori"))
    if not subsets:
        return []
    tiers = in_reach(subsets[0]["of"], max(subset["most"] for subset in subsets))
    blocks = [context.block(block) for block in copies(merged(tiers))]
    cards = grave_last(warned(context, view, _price(context, each), reasons_of(each)) for each in subsets)
    where = context.names.place(context.rules.edition.mori.location)
    return [
        Section(
            [Button("mori", _("Bring them"))],
            [
                radios(context.data, "price", _("Card to give up"), cards),
                checkboxes(context.data, "mori", _("From the Mori box"), blocks),
            ],
            heading=_("Bring blocks from the Mori box"),
            lines=[
                _("They come to %(place)s and do not move in this turn; their daimyo comes last.")
                % {"place": where}
            ],
            warning=_("The other side sees the card and the blocks: this cannot be undone."),
            is_folded=not context.data.is_submitted,
            least=1,
        )
    ]


def _price(context: FormContext, subset: dict[str, Any]) -> Option:
    """The option of a card that brings blocks from the Mori box."""
    hint = ngettext("brings one block", "brings up to %(count)d blocks", subset["most"])
    return context.card(subset["action"]["card"])._replace(hint=hint % {"count": subset["most"]})


def read_mori(context: FormContext) -> Mori:
    card = context.data.required("price", _("Choose the card you give up."))
    subset = next((each for each in context.subsets("mori") if each["action"]["card"] == card), None)
    if subset is None:
        raise not_offered()
    blocks = context.data.chosen("mori", merged(subset["of"]))
    check_blocks(blocks, subset["least"], subset["most"])
    return Mori(card, blocks)


def last_move(view: SideView) -> list[str]:
    """A warning that the phase ends with this move, which explains why the move cannot be undone."""
    if view["movement"]["moves_left"] != 1:
        return []
    return [_("It is your last: with it the phase ends at once, unless something else is left to do.")]


def end(context: FormContext, view: SideView) -> Section:
    """The button that ends the movement phase."""
    said = ending_movement(view, can_move=any(shape.get("sources") for shape in context.answers))
    hint = " ".join([said.outcome, *in_words(context, view, of_choices(context))])
    button = Button("end-movement", said.words, hint, "quiet")
    warning = _("It cannot be undone once a fight has begun or the other side is asked.")
    return Section([button], heading=_("Or stop moving"), warning=warning)
