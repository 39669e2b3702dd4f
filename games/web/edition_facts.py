"""The printed facts of an edition in words, and how a variant differs from its base edition."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.edition_data import (
    BlockData,
    CardData,
    DiskData,
    Edition,
    LocationData,
    RoadData,
    SetupData,
)
from games.engine.ruleset import Ruleset
from games.rulebook.differences import described
from games.rulebook.editions import Layered
from games.rulebook.rules import rulebook
from games.story import Names


class Varied(NamedTuple):
    """A difference between a variant and its base edition.

    Attributes:
        what: the name of the fact or rule.
        now: its value in the variant.
        before: its value in the base edition.
        is_rule: whether it is a rule rather than a printed fact.
    """

    what: str
    now: str
    before: str
    is_rule: bool = False


class Words:
    """Describes the printed facts of an edition.

    Args:
        printed: the edition.
        digest: of its text.
    """

    def __init__(self, printed: Edition, digest: str) -> None:
        self.rules = Ruleset(printed, digest)
        self.names = Names(self.rules)

    def location(self, location: LocationData) -> str:
        """What is printed at a location besides its name."""
        parts = []
        if location.capital:
            parts.append(_("capital of %(side)s") % {"side": self.names.side(location.capital)})
        if location.castle:
            parts.append(_("castle of %(side)s") % {"side": self.names.side(location.castle)})
        if location.resource:
            parts.append(_("resource location"))
        if location.recruitment:
            clans = ", ".join(self.names.clan(clan) for clan in location.recruitment)
            parts.append(_("recruitment of %(clans)s") % {"clans": clans})
        return "; ".join(parts)

    def road(self, road: RoadData) -> str:
        """The kind of a road."""
        return _("highway") if road.highway else _("road")

    def disk(self, disk: DiskData) -> str:
        """The side of a disk, how it falls, and the consequences."""
        if disk.falls == "any":
            falls = _("may fall in place of any block inside")
        else:
            falls = _("falls after every block inside")
        parts = [self.names.side(disk.side), falls]
        return "; ".join([*parts, _("its loss ends the game")] if disk.fatal else parts)

    def block(self, block: BlockData) -> str:
        """What distinguishes a block from others of its strength; empty for nothing."""
        properties = {
            _("daimyo"): block.daimyo,
            _("cavalry"): block.arm == "cavalry",
            _("firearms"): block.arm == "firearms",
            _("wildcard"): block.wildcard,
            _("its loss ends the game"): block.fatal,
        }
        return "; ".join(words for words, has_it in properties.items() if has_it)

    def setup(self, row: SetupData) -> str:
        """The blocks that begin the game at a place."""
        parts = [self.names.blocks(row.blocks)] if row.blocks else []
        if row.random:
            parts.append(_("%(number)d drawn at random") % {"number": row.random})
        return "; ".join(parts)

    def facts(self) -> Iterator[tuple[str, str]]:
        """The name and the description of each printed fact."""
        printed = self.rules.edition
        place = self.names.place
        yield from ((location.name, self.location(location)) for location in printed.locations)
        yield from ((f"{place(road.a)}, {place(road.b)}", self.road(road)) for road in printed.roads)
        yield from ((f"{disk.name} ({place(disk.location)})", self.disk(disk)) for disk in printed.disks)
        yield from ((block.name, self._strength(block)) for block in printed.blocks)
        yield from ((self._card(card), self._bidding(card)) for card in printed.cards)
        yield from ((self._start(row), self.setup(row)) for row in printed.setup)

    def _strength(self, block: BlockData) -> str:
        text = ngettext("%(count)d block of %(mon)d mon", "%(count)d blocks of %(mon)d mon", block.count)
        strength = text % {"count": block.count, "mon": block.mon}
        return "; ".join(filter(None, (strength, self.block(block))))

    def _card(self, card: CardData) -> str:
        return f"{self.names.side(card.side)}: {self.names.card(card.id)}"

    def _bidding(self, card: CardData) -> str:
        return _("%(count)d that bid %(bid)d") % {"count": card.count, "bid": card.bid}

    def _start(self, row: SetupData) -> str:
        values = {"side": self.names.side(row.side), "place": self.names.place(row.place)}
        return _("%(side)s begins at %(place)s with") % values


def varied(edition: Layered) -> Iterator[Varied]:
    """The differences between a variant and its base edition, rules first."""
    base, own = edition.base, edition.own
    for name, words in rulebook().differences.items():
        before, now = described(name, base).short, described(name, own).short
        if before != now:
            yield Varied(words.title, now, before, is_rule=True)
    printed, facts = (dict(Words(each, edition.digest).facts()) for each in (base, own))
    for what, now in facts.items():
        if printed.get(what) != now:
            yield Varied(what, now, printed.get(what, ""))
    for what, before in printed.items():
        if what not in facts:
            yield Varied(what, _("not there"), before)
