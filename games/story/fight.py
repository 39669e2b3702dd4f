"""A fight in words: who stands on both sides, and what is known of the other side's cards."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.story.names import Names, Seen, blocks_counted, cards_counted
from games.story.situation import enemy_of, situation


def fight(names: Names, seen: Seen) -> list[str]:
    """A sentence for each side of the fight: its deployed blocks, the others, and the cards it has played.

    Args:
        names: of the edition.
        seen: the view of a side.
    """
    if not is_fighting(seen):
        return []
    combat = seen["combat"]
    lines = [_side(names, seen, label) for label in (seen["viewer"], enemy_of(seen))]
    if all(combat["finished"].values()):
        return lines
    if combat["siege"]:
        return [*lines, _("Each full 7 impact takes a block out of the castle.")]
    is_attacker = combat["attacker"] == seen["viewer"]
    return [*lines, _("On a tie you lose.") if is_attacker else _("On a tie you win.")]


def is_fighting(seen: Seen) -> bool:
    """Whether a fight goes on in the view of any viewer."""
    return seen["combat"] is not None and seen["result"] is None


def about_fight(names: Names, seen: Seen) -> str:
    """All that the picture of a fight shows, in words; empty where none goes on.

    Args:
        names: of the edition.
        seen: the view of a side.
    """
    if not is_fighting(seen):
        return ""
    now = situation(names, seen)
    cards = [
        _("%(side)s: %(cards)s in hand.") % {"side": row.side, "cards": cards_counted(row.cards)}
        for row in now.sides
    ]
    heading = now.fight or _("%(fight)s.") % {"fight": fight_heading(names, seen)}
    return " ".join([heading, *fight(names, seen), *cards])


def fight_heading(names: Names, seen: Seen) -> str:
    """What a fight is called, while there is one.

    Args:
        names: of the edition.
        seen: the view of any viewer.
    """
    place = {"place": names.place(seen["combat"]["location"])}
    return _("Siege of %(place)s") % place if seen["combat"]["siege"] else _("Battle of %(place)s") % place


def is_besieged(combat: Seen, side: str) -> bool:
    """Whether a side only holds out, and deploys nothing."""
    return bool(combat["siege"]) and side != combat["attacker"]


def undeployed(seen: Seen, label: str) -> tuple[list[str], int]:
    """Of the blocks of a side that are there and not deployed: those the viewer knows, and how many others.

    Args:
        seen: the view of any viewer, while there is a fight.
        label: ``east`` or ``west``.
    """
    combat = seen["combat"]
    if seen["viewer"] == label:
        return list(combat["waiting"]), 0
    if seen["viewer"] == "referee":
        return list(combat["waiting"][label]), 0
    force, known = _there(seen, label)
    deployed = Counter([*combat["loyal"][label], *combat["defected"][label]])
    fighting = known & deployed  # those that were lost are no longer there
    known -= fighting
    return list(known.elements()), force["count"] - fighting.total() - known.total()


def standing_and_lost(seen: Seen, label: str) -> tuple[list[str], list[str]]:
    """The kinds of a side's own deployed blocks that are still there, and of those that are lost already.

    Args:
        seen: the view of any viewer, while there is a fight.
        label: ``east`` or ``west``.
    """
    deployed = Counter[str](seen["combat"]["loyal"][label])
    lost = deployed - _there(seen, label)[1]  # a deployed block is known while it is there
    return list((deployed - lost).elements()), list(lost.elements())


def _there(seen: Seen, label: str) -> tuple[Seen, Counter[str]]:
    """The force of a side where a fight is, and the kinds of its blocks that everybody knows."""
    force = seen["locations"].get(seen["combat"]["location"], {}).get(label, {"count": 0})
    return force, Counter(force.get("known", ()))


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
    known, unknown = undeployed(seen, label)
    waiting = names.blocks(known) if known else ""
    if label != seen["viewer"] and (count := len(known) + unknown):
        which = f" ({_('known: %(blocks)s') % {'blocks': waiting}})" if known else ""
        waiting = blocks_counted(count) + which
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
