"""Ladders of clubs: listing, starting and closing them, taking part and leaving."""

from typing import Any

import msgspec
from django.http import HttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from games.api import bodies, parameters
from games.api.answers import ladders as answers
from games.api.bodies.ladders import LadderChanges, NewLadder, TakingPart
from games.api.endpoint import Readable, answer, by_content, page
from games.api.names import fit
from games.api.openapi.operations import for_anybody, for_clubs
from games.api.paging import Paged
from games.api.views.clubs import OfClubs, reader_of
from games.ladders import changing, participation
from games.ladders.challenges.terms import ChallengeTerms
from games.ladders.models.ladder import Ladder as LadderRow
from games.ladders.models.season import Season
from games.ladders.tables import queries
from games.models.time_out_policy import OnTimeOut
from sekigahara.db import service_time
from sekigahara.errors.exceptions import or_404


class OfLadder(Readable):
    """A view of a ladder. Reading needs no token."""

    @staticmethod
    def ladder(request: Request, public_id: str) -> LadderRow:
        """Find a ladder by its id, of whose club the caller knows.

        Raises:
            Http404: there is none. The responses are identical.
        """
        return or_404(queries.ladder_at(public_id, reader_of(request)))

    def shown(self, request: Request, public_id: str) -> answers.Ladder:
        """The current state of a ladder."""
        row = self.ladder(request, public_id)
        season = or_404(queries.seasons_of(row).first())
        is_of_challenges = row.format == LadderRow.Format.CHALLENGE
        foreseen = queries.forecast_of(season, service_time.now())
        entrant = queries.entrant_of(row, reader_of(request))
        return answers.Ladder(
            **_summary(row),
            pace=row.pace,
            on_time_out=OnTimeOut(row.on_time_out),
            hold=row.hold,
            reaction=row.reaction,
            time_bank=row.time_bank,
            holidays_count=row.holidays_count,
            silence_loses=row.silence_loses,
            rates_bots=row.rates_bots,
            season_days=row.season_days,
            hours_between=row.hours_between,
            bidding=row.has_bidding,
            round=row.round,
            next_round_at=row.next_round_at if row.closed_at is None and not is_of_challenges else None,
            challenges=_terms(row) if is_of_challenges else None,
            created_at=row.created_at,
            register=row.register or None,
            season=season_shown(season),
            coming=None
            if row.coming_at is None
            else answers.ComingRules(row.coming_at, **changing.rules_of(row)._asdict()),
            forecast=None if foreseen is None else answers.SeasonForecast(*foreseen),
            you=None
            if entrant is None
            else answers.LadderEntry(entrant.most, entrant.joined_at, entrant.is_absent),
        )


class ClubLadders(OfClubs):
    """The ladders of a club."""

    @for_anybody("listClubLadders", answer=answers.LadderPage, parameters=Paged)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the ladders of a club.

        Get the ladders of a club: open ones first, then by name."""
        query = parameters.read(request, Paged)
        rows = queries.ladders_of(self.club(request, slug)).select_related("club")
        found, following = page(request, rows, query)
        listed = [answers.LadderSummary(**_summary(row)) for row in found]
        return by_content(request, answers.LadderPage(listed, following))

    @for_clubs("beginLadder", answer=answers.Ladder, status=201, body=NewLadder, problems=(422,))
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Start a ladder in a club.

        Start a ladder and its first season in a club that you organise."""
        club = self.organised(request, slug)
        body = bodies.decoded(request, NewLadder)
        given = msgspec.structs.asdict(body)
        terms = ChallengeTerms(**msgspec.structs.asdict(given.pop("challenges")))
        given |= {"name": fit(body.name), "format": LadderRow.Format(body.format)}
        rules = participation.Rules(has_bidding=given.pop("bidding"), **given)
        row = participation.begin(
            club=club, by=self.person(request), rules=rules, terms=terms, now=service_time.now()
        )
        return answer(OfLadder().shown(request, row.public_id), 201)


class Ladder(OfLadder):
    """One ladder."""

    @for_anybody("getLadder", answer=answers.Ladder)
    def get(self, request: Request, ladder: str) -> HttpResponse:
        """Get a ladder.

        Get the rules of a ladder, its latest season, the time of the next round, and your entry."""
        return by_content(request, self.shown(request, ladder))

    @for_clubs("updateLadder", answer=answers.Ladder, body=LadderChanges, problems=(409, 422))
    def patch(self, request: Request, ladder: str) -> HttpResponse:
        """Change a ladder.

        Change a ladder of a club that you organise: its name at once, and a week later the clock of games
        that begin then, the length of later seasons, the time between rounds, and whether silence loses. The
        players are mailed what is `coming`."""
        row, body = self.ladder(request, ladder), bodies.decoded(request, LadderChanges)
        wanted = {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}
        changing.change(
            ladder=row,
            by=self.person(request),
            name=fit(wanted.pop("name", row.name)),
            rules=changing.rules_of(row)._replace(**wanted),
            now=service_time.now(),
        )
        return answer(self.shown(request, ladder))


class Close(OfLadder):
    """Close a ladder."""

    @for_clubs("closeLadder", answer=answers.Ladder, body=bodies.Nothing)
    def post(self, request: Request, ladder: str) -> HttpResponse:
        """Close a ladder.

        Close a ladder of a club that you organise. No new games start; running games are played to the
        end and count. This cannot be undone."""
        row = self.ladder(request, ladder)
        bodies.decoded(request, bodies.Nothing)
        participation.close(ladder=row, by=self.person(request), now=service_time.now())
        return answer(self.shown(request, ladder))


class Entry(OfLadder):
    """The caller's entry in a ladder."""

    @for_clubs("takePart", answer=answers.Ladder, body=TakingPart, problems=(409, 422))
    def put(self, request: Request, ladder: str) -> HttpResponse:
        """Take part in a ladder.

        Join a ladder, or change how many games you want at a time. 0 pauses. You must be a member of the
        club."""
        row, body = self.ladder(request, ladder), bodies.decoded(request, TakingPart)
        participation.take_part(
            ladder=row, person=self.person(request), most=body.games, now=service_time.now()
        )
        return answer(self.shown(request, ladder))

    @for_clubs("leaveLadder", answer=answers.Ladder, body=bodies.Nothing)
    def delete(self, request: Request, ladder: str) -> HttpResponse:
        """Leave a ladder.

        Leave a ladder. Running games are played to the end and count."""
        row = self.ladder(request, ladder)
        bodies.decoded(request, bodies.Nothing)
        participation.leave(ladder=row, person=self.person(request), now=service_time.now())
        return answer(self.shown(request, ladder))


def season_shown(season: Season) -> answers.Season:
    """A season in a response."""
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


def _terms(row: LadderRow) -> answers.ChallengeTerms:
    rules = row.challenge_rules
    return answers.ChallengeTerms(**{name: getattr(rules, name) for name in ChallengeTerms._fields})
