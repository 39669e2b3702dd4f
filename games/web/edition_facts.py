"""What is printed in an edition, in words; and what a variant has otherwise than the edition it changes."""

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
    """Something that a variant has otherwise.

    Attributes:
        what: its name.
        now: what the variant has.
        before: what the edition that it changes has.
        is_rule: whether these are words of the rules, and not printed facts.
    """

    what: str
    now: str
    before: str
    is_rule: bool = False


class Words:
    """The words of an edition.

    Args:
        printed: the edition.
        digest: of its text.
    """

    def __init__(self, printed: Edition, digest: str) -> None:
        self.rules = Ruleset(printed, digest)
        self.names = Names(self.rules)

    def location(self, location: LocationData) -> str:
        """What is printed there beside the name."""
        told = []
        if location.capital:
            told.append(_("capital of %(side)s") % {"side": self.names.side(location.capital)})
        if location.castle:
            told.append(_("castle of %(side)s") % {"side": self.names.side(location.castle)})
        if location.resource:
            told.append(_("resource location"))
        if location.recruitment:
            clans = ", ".join(self.names.clan(clan) for clan in location.recruitment)
            told.append(_("recruitment of %(clans)s") % {"clans": clans})
        return "; ".join(told)

    def road(self, road: RoadData) -> str:
        """Its kind."""
        return _("highway") if road.highway else _("road")

    def disk(self, disk: DiskData) -> str:
        """Whose it is, how it falls, and what comes of that."""
        if disk.falls == "any":
            falls = _("may fall in place of any block inside")
        else:
            falls = _("falls after every block inside")
        told = [self.names.side(disk.side), falls]
        return "; ".join([*told, _("its loss ends the game")] if disk.fatal else told)

    def block(self, block: BlockData) -> str:
        """What tells it from other blocks of its strength; empty for nothing."""
        told = {
            _("daimyo"): block.daimyo,
            _("cavalry"): block.arm == "cavalry",
            _("firearms"): block.arm == "firearms",
            _("wildcard"): block.wildcard,
            _("its loss ends the game"): block.fatal,
        }
        return "; ".join(words for words, is_so in told.items() if is_so)

    def setup(self, row: SetupData) -> str:
        """Who begins there."""
        told = [self.names.blocks(row.blocks)] if row.blocks else []
        if row.random:
            told.append(_("%(number)d drawn at random") % {"number": row.random})
        return "; ".join(told)

    def facts(self) -> Iterator[tuple[str, str]]:
        """The name and the words of everything that is printed."""
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
    """What a variant has otherwise, rules first; nothing of an edition that is none."""
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
