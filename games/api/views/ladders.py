"""Ladders of clubs: their rules, beginning and closing them, taking part and leaving."""

from typing import Any, cast

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts.models.person import Person
from accounts.scopes import Scope
from games.api import answers, bodies, parameters
from games.api.endpoint import Endpoint, answer, by_content, page
from games.api.names import fit
from games.api.openapi.operations import described
from games.api.parameters import Paged
from games.api.permissions import HasScopeOrWatches
from games.api.views.clubs import OfClubs
from games.ladders import participation
from games.ladders.challenges.terms import ChallengeTerms
from games.ladders.models.entrant import Entrant
from games.ladders.models.ladder import Ladder as LadderRow
from games.ladders.models.season import Season
from games.ladders.tables import queries
from games.models.time_out_policy import OnTimeOut


class OfLadder(Endpoint):
    """A view of a ladder, which anybody may read."""

    permission_classes = (HasScopeOrWatches,)

    @staticmethod
    def ladder(public_id: str) -> LadderRow:
        """The ladder at an address.

        Raises:
            Http404: there is none.
        """
        found = queries.ladder_at(public_id)
        if found is None:
            raise Http404
        return found

    def shown(self, request: Request, public_id: str) -> answers.Ladder:
        """A ladder as it is now."""
        row = self.ladder(public_id)
        season = queries.seasons_of(row).first()
        if season is None:
            raise Http404
        is_of_challenges = row.format == LadderRow.Format.CHALLENGE
        entrant = queries.entrant_of(row, request.user if isinstance(request.user, Person) else None)
        return answers.Ladder(
            **_summary(row),
            pace=row.pace,
            on_time_out=cast("Any", str(row.on_time_out)),
            season_days=row.season_days,
            hours_between=row.hours_between,
            bidding=row.has_bidding,
            round=row.round,
            next_round_at=row.next_round_at if row.closed_at is None and not is_of_challenges else None,
            challenges=_terms(row) if is_of_challenges else None,
            created_at=row.created_at,
            season=told_season(season),
            you=None if entrant is None else _entry(entrant),
        )


class ClubLadders(OfClubs):
    """The ladders of a club."""

    @described(
        "listClubLadders",
        "List the ladders of a club",
        answer=answers.LadderPage,
        parameters=Paged,
        is_for_anybody=True,
        problems=(404,),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A page of the ladders of a club: those that go on first, by name."""
        wanted = parameters.read(request, Paged)
        rows = queries.ladders_of(self.club(slug)).select_related("club")
        found, following = page(request, rows, wanted)
        listed = [answers.LadderSummary(**_summary(row)) for row in found]
        return by_content(request, answers.LadderPage(listed, following))

    @described(
        "beginLadder",
        "Begin a ladder in a club of yours",
        answer=answers.Ladder,
        status=201,
        body=bodies.NewLadder,
        scope=Scope.CLUBS,
        problems=(404, 422),
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Begin a ladder with its first season. Only organisers may. It keeps its rules for as long as it
        goes on."""
        club = self.organised(request, slug)
        wanted = bodies.decoded(request, bodies.NewLadder)
        rules = participation.Rules(
            name=fit(wanted.name),
            edition=wanted.edition,
            pace=wanted.pace,
            on_time_out=OnTimeOut(wanted.on_time_out),
            season_days=wanted.season_days,
            hours_between=wanted.hours_between,
            has_bidding=wanted.bidding,
            format=LadderRow.Format(wanted.format),
        )
        terms = ChallengeTerms(**msgspec.structs.asdict(wanted.challenges))
        row = participation.begin(
            club=club, by=self.person(request), rules=rules, terms=terms, now=timezone.now()
        )
        return answer(OfLadder().shown(request, row.public_id), 201)


class Ladder(OfLadder):
    """One ladder."""

    @described("getLadder", "What a ladder is", answer=answers.Ladder, is_for_anybody=True, problems=(404,))
    def get(self, request: Request, ladder: str) -> HttpResponse:
        """The rules of a ladder, its latest season, when the next round is due, and how you take part."""
        return by_content(request, self.shown(request, ladder))


class Close(OfLadder):
    """Closing a ladder."""

    @described(
        "closeLadder",
        "Close a ladder of a club of yours",
        answer=answers.Ladder,
        body=bodies.Nothing,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def post(self, request: Request, ladder: str) -> HttpResponse:
        """Have no more games begin; those that have are played to their end and count. Only organisers may,
        and there is no way back."""
        row = self.ladder(ladder)
        bodies.decoded(request, bodies.Nothing)
        participation.close(ladder=row, by=self.person(request), now=timezone.now())
        return answer(self.shown(request, ladder))


class Entry(OfLadder):
    """Taking part in a ladder."""

    @described(
        "takePart",
        "Take part in a ladder",
        answer=answers.Ladder,
        body=bodies.TakingPart,
        scope=Scope.CLUBS,
        problems=(404, 409, 422),
    )
    def put(self, request: Request, ladder: str) -> HttpResponse:
        """Take part with so many games at a time, or pause with 0. Only members of the club may."""
        row, wanted = self.ladder(ladder), bodies.decoded(request, bodies.TakingPart)
        participation.take_part(
            ladder=row, person=self.person(request), most=wanted.games, now=timezone.now()
        )
        return answer(self.shown(request, ladder))

    @described(
        "leaveLadder",
        "Leave a ladder",
        answer=answers.Ladder,
        body=bodies.Nothing,
        scope=Scope.CLUBS,
        problems=(404,),
    )
    def delete(self, request: Request, ladder: str) -> HttpResponse:
        """Take part no longer. Games that have begun are played to their end and count."""
        row = self.ladder(ladder)
        bodies.decoded(request, bodies.Nothing)
        participation.leave(ladder=row, person=self.person(request), now=timezone.now())
        return answer(self.shown(request, ladder))


def told_season(season: Season) -> answers.Season:
    """A season as all answers tell it."""
    return answers.Season(season.number, season.begins_at, season.ends_at)


def _summary(row: LadderRow) -> dict[str, Any]:
    return {
        "id": row.public_id,
        "name": row.name,
        "club": row.club.slug,
        "format": str(row.format),
        "edition": row.edition,
        "closed_at": row.closed_at,
    }


def _entry(entrant: Entrant) -> answers.LadderEntry:
    return answers.LadderEntry(entrant.most, entrant.joined_at)


def _terms(row: LadderRow) -> answers.ChallengeTerms:
    rules = row.challenge_rules
    return answers.ChallengeTerms(**{name: getattr(rules, name) for name in ChallengeTerms._fields})
