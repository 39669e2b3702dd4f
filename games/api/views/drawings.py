"""Drawings: the board of a game, and what an edition's boards, blocks and cards are drawn with."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache

import msgspec
from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from games import engine
from games.api import parameters
from games.api.answers import rulebook as answers
from games.api.endpoint import OfGame, by_content, of_version
from games.api.openapi.operations import DRAWING, for_anybody, for_watchers
from games.api.parameters import SeenOnSheet
from games.api.views.rulebook import Printed
from games.drawing.blocks import block_svg
from games.drawing.board import board_height, sheet_svg
from games.drawing.cards import card_svg
from games.drawing.layout import SHEETS, TALL, WIDE, Sheet, layout
from games.drawing.mon import crest_symbols
from games.drawing.svg import inks
from games.engine import Ruleset
from games.log import position
from games.models.game import EditionText
from games.reads import queries
from games.reads.access import Viewer
from games.rulebook.editions import UnknownEditionError, ruleset

KIND = "image/svg+xml"
FOR_A_DAY = "public, max-age=86400"
"""For drawings of editions, which only another release changes."""


class SvgImage(BaseRenderer):
    """Let clients accept only SVG. The content is made elsewhere."""

    media_type = KIND
    format = "svg"


class Board(OfGame):
    """The drawn board of a game."""

    renderer_classes = (JSONRenderer, SvgImage)

    @for_watchers("getBoard", answer=DRAWING, kind=KIND, parameters=SeenOnSheet)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get the drawn board.

        Get the board as your side, or the public, sees it: an SVG document that needs no other files."""
        sheet = SHEETS[parameters.read(request, SeenOnSheet).sheet]
        viewer = self.begun(request, public_id)
        response = of_version(request, viewer, lambda: _board(viewer, sheet), kind=KIND)
        response["Content-Security-Policy"] = _policy()
        return response


def _board(viewer: Viewer, sheet: Sheet) -> bytes:
    seen = engine.view(*position.load(viewer.game), viewer.side)
    return sheet_svg(position.rules_of(viewer.game), seen, sheet, alone=True).encode()


@cache
def _policy() -> str:
    """Allows the drawing its inks, for browsers that show it as a document, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(inks().encode()).digest()).decode()
    return f"{settings.NARROW_POLICY}; style-src 'sha256-{digest}'"


class EditionDrawings(Printed):
    """The drawings of an edition."""

    @for_anybody("getEditionDrawings", answer=answers.EditionDrawings)
    def get(self, request: Request, edition: str) -> HttpResponse:
        """Get the drawings of an edition.

        Get the size of both sheets of the board and each location's place on them, to draw a board of your
        own, and all blocks and cards as SVG, with the emblems and the style sheet that they share."""
        response = by_content(request, _drawings(_rules(edition), get_language()), is_public=True)
        response["Cache-Control"] = FOR_A_DAY
        response["Vary"] = "Accept-Language"
        return response


@lru_cache(maxsize=16)
def _drawings(rules: Ruleset, _language: str) -> bytes:
    shown = answers.EditionDrawings(
        digest=rules.digest,
        wide=_sheet(rules, WIDE),
        tall=_sheet(rules, TALL),
        roads=tuple(rules.edition.roads),
        inks=inks(),
        emblems=_plain(crest_symbols()),
        blocks=_plain({kind.id: block_svg(rules, kind.id, alone=True) for kind in rules.edition.blocks}),
        cards=_plain({card.id: card_svg(rules, card.id, alone=True) for card in rules.edition.cards}),
    )
    return msgspec.json.encode(shown)


def _sheet(rules: Ruleset, sheet: Sheet) -> answers.BoardSheet:
    drawn = layout(rules.edition, sheet)
    points = {name: answers.BoardPoint(at.x, at.y) for name, at in drawn.places.items()}
    return answers.BoardSheet(drawn.width, board_height(rules, drawn), points)


def _plain(drawings: Mapping[str, str]) -> dict[str, str]:
    """Drawings as plain text: the encoder takes no subclass of str."""
    return {name: "".join([drawing]) for name, drawing in drawings.items()}


def _rules(named: str) -> Ruleset:
    """The rules of an edition.

    Args:
        named: its id, or the digest of a text that a game uses.

    Raises:
        Http404: there is none.
    """
    try:
        return ruleset(named)
    except UnknownEditionError:
        pass
    try:
        return queries.pinned_rules(named)
    except EditionText.DoesNotExist:
        raise Http404 from None
