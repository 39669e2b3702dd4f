"""The page of an edition: its printed facts in words, each with the reliability of its source."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from games import engine
from games.drawing.board import board_svg
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
from games.engine.side import NOBODY
from games.reads.terms import changes
from games.rulebook.differences import described
from games.rulebook.editions import Layered, edition_ids, layered
from games.rulebook.rules import rulebook
from games.story import Names
from games.story.campaign import clan_anchor, leader_anchor
from games.story.editions import about
from games.web.edition_comparison import columns, differences, requested
from games.web.kept_html import kept_html
from sekigahara.errors.exceptions import or_404

GRADES = {
    "stated": gettext_lazy("stated by the rules of this edition"),
    "printed": gettext_lazy("read off printed blocks, cards or board"),
    "as-base-board": gettext_lazy("taken over from the board of the base game"),
    "reconstructed": gettext_lazy("reconstructed from hints; the first to be checked"),
    "inferred": gettext_lazy("concluded from other facts"),
}


@require_safe
def edition(request: HttpRequest, named: str) -> HttpResponse:
    """Show an edition: its board, blocks, cards and rules, each fact with its grade.

    Args:
        request: for the page.
        named: the id of the edition, or the digest of an edition text that a game keeps.
    """
    found = or_404(requested(named))
    body = kept_html(f"edition:{named}:{found.digest}", partial(_body, named, found))
    return render(request, "games/edition.html", {"name": found.whole.name, "body": body})


def _body(named: str, found: Layered) -> str:
    printed = found.whole
    words = PrintedFacts(printed, found.digest)
    names = words.names
    count = Counter(_grades(printed))
    view = engine.view(words.rules, engine.new_game(words.rules).state, NOBODY)
    context = {
        "edition": printed,
        "named": named,
        "has_statistics": named in edition_ids(),
        "about": about(printed.id),
        "digest": found.digest,
        "changes": changes(found),
        "is_outdated": _is_outdated(found),
        "base": None if found.base.id == printed.id else found.base,
        "varied": list(varied(found)),
        "others": [(each, layered(each).own.name, about(each)) for each in edition_ids() if each != named],
        "differences": differences(columns(named)),
        "chosen": found.chosen,
        "board": board_svg(words.rules, view),
        "grades": [(grade, label, count[grade]) for grade, label in GRADES.items() if count[grade]],
        "locations": [
            (names.place(location.id), words.location(location), location) for location in printed.locations
        ],
        "roads": [
            (names.place(road.a), names.place(road.b), words.road(road), road) for road in printed.roads
        ],
        "disks": [
            (names.disk(disk.id), names.place(disk.location), words.disk(disk), disk, leader_anchor(disk.id))
            for disk in printed.disks
        ],
        "blocks": [
            (names.block(block.id), names.clan(block.clan), words.block(block), block, *_told_of(block))
            for block in printed.blocks
        ],
        "cards": [(names.card(card.id), card) for card in printed.cards],
        "setup": [(names.place(row.place), words.setup(row), row) for row in printed.setup],
    }
    return render_to_string("games/_edition_body.html", context)


def _told_of(block: BlockData) -> tuple[str, str]:
    """Where the history tells of a leader and of the leader's clan; the other blocks lead nowhere."""
    leader = leader_anchor(block.id)
    return leader, clan_anchor(block.clan) if leader else ""


def _is_outdated(found: Layered) -> bool:
    """Whether the file of the edition has changed since, or no longer exists."""
    return found.own.id not in edition_ids() or layered(found.own.id).own != found.own


def _grades(printed: Edition) -> Iterator[str]:
    """The grade of each fact."""
    yield from (location.grade for location in printed.locations)
    yield from (road.grade for road in printed.roads)
    yield from (disk.grade for disk in printed.disks)
    yield from (block.grade for block in printed.blocks)
    yield from (card.grade for card in printed.cards)
    yield from (row.grade for row in printed.setup)


class PrintedFacts:
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
        yield from ((place(location.id), self.location(location)) for location in printed.locations)
        yield from ((f"{place(road.a)}, {place(road.b)}", self.road(road)) for road in printed.roads)
        yield from (
            (f"{self.names.disk(disk.id)} ({place(disk.location)})", self.disk(disk))
            for disk in printed.disks
        )
        yield from ((self.names.block(block.id), self._strength(block)) for block in printed.blocks)
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


def varied(edition: Layered) -> Iterator[dict[str, Any]]:
    """The differences between a variant and its base edition, rules first."""
    base, own = edition.base, edition.own
    for name, words in rulebook().differences.items():
        before, now = described(name, base).short, described(name, own).short
        if before != now:
            yield {"what": words.title, "now": now, "before": before, "is_rule": True}
    printed, facts = (dict(PrintedFacts(each, edition.digest).facts()) for each in (base, own))
    for what, now in facts.items():
        if printed.get(what) != now:
            yield {"what": what, "now": now, "before": printed.get(what, "")}
    for what, before in printed.items():
        if what not in facts:
            yield {"what": what, "now": _("not there"), "before": before}
