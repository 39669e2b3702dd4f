"""The archive of finished public games."""

import contextlib
from http import HTTPStatus

import msgspec
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from msgspec import structs
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from accounts.models.person import Person
from games.api import parameters
from games.api.answers import finished as answers
from games.api.answers.terms import Mistake
from games.api.archive_rows import archived
from games.api.endpoint import Readable, by_content, page
from games.api.errors import MalformedParameter, Unknown
from games.api.openapi.operations import for_anybody
from games.api.parameters import OfArchive, OfRecords
from games.engine.side import NOBODY
from games.ladders import person_pages
from games.ladders.models.statistics import GameSummary
from games.ladders.statistics import archive
from games.ladders.statistics import figures as edition_statistics
from games.ladders.statistics.archive import Filters, NotFoundError
from games.models.game import Game
from games.reads import chronicle
from games.services import suspension
from sekigahara.errors.exceptions import Frozen

REFUSED = {
    "no-club": ("club", _("There is no such club.")),
    "no-ladder": ("ladder", _("There is no such ladder. A season needs its ladder beside it.")),
    "no-season": ("season", _("The ladder has no such season.")),
    "too-many-people": ("player", _("Too many players match. Give more of the name.")),
}
"""The parameter that names nothing, or too much, and a sentence about it."""
LINES = "application/x-ndjson"


class JsonLines(BaseRenderer):
    """Let clients accept lines of JSON. The content is made elsewhere."""

    media_type = LINES
    format = "ndjson"


class OfArchivedGames(Readable):
    """A view of finished games."""

    @staticmethod
    def games(request: Request, query: OfArchive) -> QuerySet[GameSummary]:
        """The games that a request selects.

        Raises:
            Unknown: there is no such edition.
            MalformedParameter: there is no such club, ladder or season, or too many players match.
        """
        filters = structs.asdict(query)
        del filters["limit"], filters["cursor"], filters["person"]
        if query.person:
            reader = request.user if isinstance(request.user, Person) else None
            found = person_pages.page_of(query.person, reader)
            filters["games"] = Game.objects.none() if found is None else person_pages.public_games_of(found)
        try:
            return archive.find(Filters(**filters))
        except NotFoundError as error:
            if error.code == "no-edition":
                raise Unknown("edition", query.edition, edition_statistics.editions()) from None
            name, sentence = REFUSED[error.code]
            raise MalformedParameter(
                str(sentence).removesuffix("."), (Mistake(name, error.code, str(sentence)),)
            ) from None


class Archive(OfArchivedGames):
    """Finished games."""

    @for_anybody("listArchive", answer=answers.ArchivePage, parameters=OfArchive, problems=(422,))
    def get(self, request: Request) -> HttpResponse:
        """List finished games.

        Get finished public games, latest first. A game appears some minutes after its end."""
        query = parameters.read(request, OfArchive)
        found, following = page(request, self.games(request, query), query, may_lag=True)
        listed = [archived(row) for row in archive.with_players(found)]
        return by_content(request, answers.ArchivePage(listed, following))


class ArchivedRecords(OfArchivedGames):
    """The records of finished games."""

    renderer_classes = (JsonLines, JSONRenderer)

    @for_anybody("downloadRecords", answer="Record", kind=LINES, parameters=OfRecords, problems=(422,))
    def get(self, request: Request) -> HttpResponse:
        """Download the records of finished games.

        Get the complete records of the games that `archive/` lists, one in each line, latest first.

        Each line is what the record of the game returns by itself. `Link` has the address of the next page,
        with the relation `next`; without it this page is the last. So a download that was interrupted goes on
        with the page that was not complete.
        """
        query = parameters.read(request, OfRecords)
        games = self.games(request, query).filter(game__frozen_at=None).select_related("game")
        found, following = page(request, games, query, may_lag=True)
        lines = []
        for row in found:
            # A log that cannot be read stops its own game, and hides no other.
            with contextlib.suppress(Frozen), suspension.stopping():
                lines.append(msgspec.json.encode(chronicle.record_of(row.game, NOBODY)) + b"\n")
        response = by_content(request, b"".join(lines))
        if response.status_code == HTTPStatus.OK:
            response["Content-Type"] = LINES
        if following:
            response["Link"] = f'<{following}>; rel="next"'
        return response
