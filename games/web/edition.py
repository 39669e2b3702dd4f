"""What is printed in an edition, and how sure each fact is."""

from collections import Counter
from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import engine
from games.differences import told
from games.drawing.board import board_svg
from games.editions import UnknownEditionError, edition_ids, ruleset
from games.engine.edition_data import Edition
from games.engine.side import NOBODY
from games.rulebook import rulebook
from games.story import Names

GRADES = {
    "stated": gettext_lazy("stated by the rules of this edition"),
    "printed": gettext_lazy("read off printed blocks, cards or board"),
    "as-base-board": gettext_lazy("taken over from the board of the base game"),
    "reconstructed": gettext_lazy("reconstructed from hints; the first to be checked"),
    "inferred": gettext_lazy("concluded from other facts"),
}


def _grades(printed: Edition) -> Iterator[str]:
    """The grade of every fact, one after the other."""
    yield from (location.grade for location in printed.locations)
    yield from (road.grade for road in printed.roads)
    yield from (disk.grade for disk in printed.disks)
    yield from (block.grade for block in printed.blocks)
    yield from (card.grade for card in printed.cards)
    yield from (row.grade for row in printed.setup)


@never_cache
@require_safe
def edition(request: HttpRequest, edition_id: str) -> HttpResponse:
    """An edition: its board, blocks, cards and flags, each with its grade."""
    try:
        rules = ruleset(edition_id)
    except UnknownEditionError:
        raise Http404 from None
    printed = rules.edition
    names = Names(rules)
    count = Counter(_grades(printed))
    view = engine.view(rules, engine.new_game(rules).state, NOBODY)
    context = {
        "edition": printed,
        "digest": rules.digest,
        "others": [other for other in edition_ids() if other != edition_id],
        "board": board_svg(rules, view),
        "grades": [(grade, label, count[grade]) for grade, label in GRADES.items() if count[grade]],
        "locations": [
            {"location": location, "recruitment": [names.clan(clan) for clan in location.recruitment]}
            for location in printed.locations
        ],
        "roads": [(names.place(road.a), names.place(road.b), road) for road in printed.roads],
        "disks": [(names.place(disk.location), disk) for disk in printed.disks],
        "blocks": [(names.clan(block.clan), block) for block in printed.blocks],
        "differences": [
            (each.rules[0], each.title, told(name, printed)) for name, each in rulebook().differences.items()
        ],
        "cards": [(names.card(card.id), card) for card in printed.cards],
        "setup": [
            (names.place(row.place), names.blocks(row.blocks) if row.blocks else "", row)
            for row in printed.setup
        ],
    }
    return render(request, "games/edition.html", context)
