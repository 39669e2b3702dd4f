"""Blocks from the recruitment box and the Mori box, and the end of the movement phase [7.1, 7.2, 9.3]."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.actions import Mori, Muster
from games.story.names import listing
from games.web.answers.asking import Asking, Seen, copies, in_reach, together
from games.web.answers.filled_in import Incomplete, check_blocks, not_offered
from games.web.answers.parts import Button, Option, Section, checkboxes, radios

HIDDEN, OPENLY = "hidden", "openly"


def muster(asking: Asking, seen: Seen) -> list[Section]:
    """Where and how, and which blocks; nothing where nobody may muster."""
    ways = _ways(asking)
    if not ways:
        return []
    options = [
        Option(f"{place}:{how}", _way(asking, place, how, subsets)) for (place, how), subsets in ways.items()
    ]
    box = [asking.block(block) for block in seen["mine"]["recruitment"]]
    if seen["movement"]["level"] == "total":
        line = _("Once in this phase, besides your moves. Blocks that muster do not move.")
    else:
        line = _("Once in this phase, in place of a stack move. Blocks that muster do not move.")
    return [
        Section(
            [Button("muster", _("Muster"))],
            [
                radios(asking.given, "muster", _("Where and how"), options),
                checkboxes(asking.given, "recruits", _("From the recruitment box"), box),
            ],
            heading=_("Muster"),
            lines=[line, *last_move(seen)],
            warning=_("Blocks that muster openly are seen: that cannot be taken back."),
        )
    ]


def _ways(asking: Asking) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The subsets of blocks that muster at a place in one way: one for each clan, where it is openly."""
    ways: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for subset in asking.subsets("muster"):
        how = OPENLY if subset["action"].get("openly") else HIDDEN
        ways.setdefault((subset["action"]["location"], how), []).append(subset)
    return ways


def _way(asking: Asking, place: str, how: str, subsets: list[dict[str, Any]]) -> str:
    values = {"place": asking.names.place(place)}
    if how == HIDDEN:
        return _("%(place)s: one block of any clan, hidden") % values
    clans = listing(_clan(asking, next(iter(together(subset["of"])))) for subset in subsets)
    if len(subsets) == 1:
        return _("%(place)s: any number of the %(clans)s, openly") % {**values, "clans": clans}
    return _("%(place)s: any number of one clan, %(clans)s, openly") % {**values, "clans": clans}


def _clan(asking: Asking, block: str) -> str:
    c = asking.rules.components
    number = next(each.clan for army in c.blocks for each in army if each.id == block)
    return asking.names.clan(c.clans[number])


def read_muster(asking: Asking) -> Muster:
    """The muster that was filled in.

    Raises:
        Incomplete: something is missing, or is not offered.
    """
    told = asking.given.one("muster", _("Choose where you muster, and how."))
    ways = {f"{place}:{how}": (place, how, found) for (place, how), found in _ways(asking).items()}
    if told not in ways:
        raise not_offered()
    place, how, subsets = ways[told]
    box = {block: 1 for found in _ways(asking).values() for each in found for block in together(each["of"])}
    blocks = asking.given.some("recruits", box)
    check_blocks(blocks, 1, 1 if how == HIDDEN else len(box))
    if how == OPENLY and not any(set(blocks) <= set(together(subset["of"])) for subset in subsets):
        raise Incomplete(
            _("Openly, only blocks of one clan that recruits there muster. %(way)s.")
            % {"way": _way(asking, place, how, subsets)}
        )
    return Muster(place, blocks, how == OPENLY)


def mori(asking: Asking, seen: Seen) -> list[Section]:
    """A card for blocks of the Mori box; nothing where that is not offered."""
    subsets = list(asking.subsets("mori"))
    if not subsets:
        return []
    tiers = in_reach(subsets[0]["of"], max(subset["most"] for subset in subsets))
    blocks = [asking.block(block) for block in copies(together(tiers))]
    cards = [
        asking.card(subset["action"]["card"])._replace(
            hint=ngettext("brings one block", "brings up to %(count)d blocks", subset["most"])
            % {"count": subset["most"]}
        )
        for subset in subsets
    ]
    where = asking.names.place(asking.rules.edition.mori.location)
    return [
        Section(
            [Button("mori", _("Bring them"))],
            [
                radios(asking.given, "price", _("Card to give up"), cards),
                checkboxes(asking.given, "mori", _("From the Mori box"), blocks),
            ],
            heading=_("Bring blocks from the Mori box"),
            lines=[
                _("They come to %(place)s and do not move in this turn; their daimyo comes last.")
                % {"place": where}
            ],
            warning=_("The other side sees the card and the blocks: this cannot be taken back."),
        )
    ]


def read_mori(asking: Asking) -> Mori:
    card = asking.given.one("price", _("Choose the card you give up."))
    subset = next((each for each in asking.subsets("mori") if each["action"]["card"] == card), None)
    if subset is None:
        raise not_offered()
    blocks = asking.given.some("mori", together(subset["of"]))
    check_blocks(blocks, subset["least"], subset["most"])
    return Mori(card, blocks)


def last_move(seen: Seen) -> list[str]:
    """That the phase ends by itself, before somebody wonders why nothing can be taken back."""
    if seen["movement"]["moves_left"] != 1:
        return []
    return [_("It is your last: with it the phase ends at once, unless something else is left to do.")]


def end(asking: Asking, seen: Seen) -> Section:
    """No more moves."""
    line = _("Your armies halt, and you fight wherever both sides stand.")
    button = Button("end-movement", _("End the movement phase"), line, "quiet")
    warning = _("It cannot be taken back once a fight has begun or the other side is asked.")
    return Section([button], heading=_("Or move no more"), warning=warning)
