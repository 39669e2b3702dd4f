"""The page of an edition: its printed facts, each with the reliability of its source."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import engine
from games.drawing.board import board_svg
from games.engine.edition_data import Edition
from games.engine.side import NOBODY
from games.models.game import EditionText
from games.reads import queries
from games.reads.terms import changes
from games.rulebook.editions import Layered, UnknownEditionError, edition_ids, layered
from games.story.editions import about
from games.web.edition_comparison import columns, differences
from games.web.edition_facts import Words, varied
from games.web.kept_html import kept_html

GRADES = {
    "stated": gettext_lazy("stated by the rules of this edition"),
    "printed": gettext_lazy("read off printed blocks, cards or board"),
    "as-base-board": gettext_lazy("taken over from the board of the base game"),
    "reconstructed": gettext_lazy("reconstructed from hints; the first to be checked"),
    "inferred": gettext_lazy("concluded from other facts"),
}


@never_cache
@require_safe
def edition(request: HttpRequest, named: str) -> HttpResponse:
    """Show an edition: its board, blocks, cards and rules, each fact with its grade.

    Args:
        request: for the page.
        named: the id of the edition, or the digest of an edition text that a game keeps.
    """
    found = _found(named)
    body = kept_html(f"edition:{named}:{found.digest}", partial(_body, named, found))
    return render(request, "games/edition.html", {"name": found.whole.name, "body": body})


def _body(named: str, found: Layered) -> str:
    printed = found.whole
    words = Words(printed, found.digest)
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
        "locations": [(words.location(location), location) for location in printed.locations],
        "roads": [
            (names.place(road.a), names.place(road.b), words.road(road), road) for road in printed.roads
        ],
        "disks": [(names.place(disk.location), words.disk(disk), disk) for disk in printed.disks],
        "blocks": [(names.clan(block.clan), words.block(block), block) for block in printed.blocks],
        "cards": [(names.card(card.id), card) for card in printed.cards],
        "setup": [(names.place(row.place), words.setup(row), row) for row in printed.setup],
    }
    return render_to_string("games/_edition_body.html", context)


def _found(named: str) -> Layered:
    try:
        return layered(named)
    except UnknownEditionError:
        pass
    try:
        return queries.pinned(named)
    except EditionText.DoesNotExist:
        raise Http404 from None


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
