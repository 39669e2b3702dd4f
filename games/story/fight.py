"""A fight in words: who stands on both sides, and what is known of the other side's cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.story.names import Names, Seen, blocks_counted
from games.story.situation import enemy_of


def fight(names: Names, seen: Seen) -> list[str]:
    """A sentence for each side of the fight: its deployed blocks, the others, and the cards it has played.

    Args:
        names: of the edition.
        seen: the view of a side.
    """
    combat = seen["combat"]
    if combat is None or seen["result"] is not None:
        return []
    lines = [_side(names, seen, label) for label in (seen["viewer"], enemy_of(seen))]
    if all(combat["finished"].values()):
        return lines
    if combat["siege"]:
        return [*lines, _("Each full 7 impact takes a block out of the castle.")]
    is_attacker = combat["attacker"] == seen["viewer"]
    return [*lines, _("On a tie you lose.") if is_attacker else _("On a tie you win.")]


def _side(names: Names, seen: Seen, label: str) -> str:
    values = {
        "side": names.side(label),
        "role": _("attacks") if seen["combat"]["attacker"] == label else _("defends"),
        "parts": "; ".join(_parts(names, seen, label)) or _("no block"),
    }
    if label == seen["viewer"]:
        return _("You (%(side)s, %(role)s): %(parts)s.") % values
    return _("The other side (%(side)s, %(role)s): %(parts)s.") % values


def _parts(names: Names, seen: Seen, label: str) -> Iterator[str]:
    combat = seen["combat"]
    loyal, defected = combat["loyal"][label], combat["defected"][label]
    if loyal:
        yield _("deployed %(blocks)s") % {"blocks": names.blocks(loyal)}
    if defected:
        yield _("changed sides: %(blocks)s") % {"blocks": names.blocks(defected)}
    force = seen["locations"].get(combat["location"], {}).get(label, {"count": 0})
    if label == seen["viewer"]:
        waiting = names.blocks(combat["waiting"])
    elif count := force["count"] - len(loyal) - len(defected):
        waiting = blocks_counted(count)
        known = Counter(force.get("known", ())) - Counter([*loyal, *defected])
        if known:
            waiting += f" ({_('known: %(blocks)s') % {'blocks': names.blocks(known.elements())}})"
    else:
        waiting = ""
    if waiting:
        yield _("not deployed: %(blocks)s") % {"blocks": waiting}
    if played := combat["played"][label]:
        yield _("cards played: %(cards)s") % {"cards": names.cards(played)}
    if combat["finished"][label]:
        yield _("has finished")


def shown_hand(names: Names, seen: Seen) -> str:
    """What the other side has shown of the cards in its hand; empty for nothing.

    Args:
        names: of the edition.
        seen: the view of a side.
    """
    shown = seen["sides"][enemy_of(seen)]["shown_cards"]
    return _("They have shown %(cards)s.") % {"cards": names.cards(shown)} if shown else ""
