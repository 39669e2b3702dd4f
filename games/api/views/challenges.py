"""Challenge ladders: the ranking, and making, accepting, declining and withdrawing challenges."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.models.person import Person
from games.api import bodies, parameters
from games.api.answers import challenges as answers
from games.api.answers.ladders import LadderPlayer
from games.api.bodies.ladders import Challenging
from games.api.deprecation import replaced_by_key
from games.api.endpoint import Endpoint, answer, by_content, page
from games.api.openapi.operations import described, for_anybody, for_players
from games.api.paging import Paged
from games.api.parameters import LadderChallenges
from games.api.season_rows import players_of
from games.api.views.ladders import OfLadder
from games.api.views.seasons import OfSeasons
from games.ladders.challenges import negotiation, stored_ranking
from games.ladders.challenges import queries as challenge_queries
from games.ladders.models.challenge import Challenge as ChallengeRow
from games.ladders.models.ladder import Ladder as LadderRow
from games.ladders.models.season import Season as SeasonRow
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, or_404
from sekigahara.requests.never_refused import never_refused


class Ranking(OfSeasons):
    """The ranking of a challenge ladder."""

    @for_anybody(
        "getRanking",
        answer=answers.Ranking,
        parameters=Paged,
        problems=(409,),
        deprecated=replaced_by_key("ranks.key", "ranks.player.id"),
    )
    def get(self, request: Request, ladder: str) -> HttpResponse:
        """Get the ranking of a challenge ladder.

        Get the ranking, top first. With a token, `refusal` says whom you cannot challenge now, and
        why."""
        query = parameters.read(request, Paged)
        row = _of_challenges(self.ladder(request, ladder))
        entrants = stored_ranking.ranked(row).select_related("person__rated_as")
        found, following = page(request, entrants, query)
        above = entrants.filter(place__lt=found[0].place).count() if found else 0
        viewer = request.user if isinstance(request.user, Person) and row.closed_at is None else None
        refusal = None if viewer is None else negotiation.refusals(row, viewer, service_time.now())
        players = players_of(self.season(row, None), [entrant.person for entrant in found])
        ranked = [
            answers.Rank(
                place,
                entrant.key,
                players[entrant.person_id],
                None if refusal is None else refusal(entrant.person_id),
            )
            for place, entrant in enumerate(found, start=above + 1)
        ]
        return by_content(request, answers.Ranking(row.public_id, ranked, following))


class Challenges(OfLadder):
    """The challenges of a ladder."""

    @for_anybody(
        "listChallenges",
        answer=answers.Challenges,
        parameters=LadderChallenges,
        problems=(409,),
        deprecated=replaced_by_key("challenges.challenger.id", "challenges.challenged.id"),
    )
    def get(self, request: Request, ladder: str) -> HttpResponse:
        """List the challenges of a ladder.

        Get the open or the ended challenges of a ladder, latest first."""
        query = parameters.read(request, LadderChallenges)
        row = _of_challenges(self.ladder(request, ladder))
        is_open = query.state == "open"
        rows = challenge_queries.open_challenges(row) if is_open else challenge_queries.ended_challenges(row)
        found, following = page(
            request, rows.select_related("challenger__rated_as", "challenged__rated_as"), query
        )
        return by_content(request, answers.Challenges(_shown(found), following))

    @for_players(
        "challenge",
        answer=answers.Challenge,
        status=201,
        body=Challenging,
        problems=(409,),
        deprecated=replaced_by_key("challenger.id", "challenged.id"),
    )
    def post(self, request: Request, ladder: str) -> HttpResponse:
        """Challenge a player.

        Challenge a player in the ranking, who is notified by email. If you already have an open challenge
        to them, the response is that challenge."""
        row = self.ladder(request, ladder)
        key = bodies.decoded(request, Challenging).opponent
        opponent = or_404(challenge_queries.entrant_named(_of_challenges(row), key))
        made = negotiation.challenge(
            ladder=row, by=self.person(request), opponent=opponent.person, now=service_time.now()
        )
        return _answer(made.public_id, 201)


class MyChallenges(Endpoint):
    """The challenges of a person."""

    @described(
        "listMyChallenges",
        answer=answers.MyChallenges,
        parameters=LadderChallenges,
        deprecated=replaced_by_key("challenges.challenger.id", "challenges.challenged.id"),
    )
    def get(self, request: Request) -> HttpResponse:
        """List your challenges.

        Get your open or ended challenges on all ladders, latest first. If `state` is `unanswered` and
        `you` is `challenged`, the challenge is waiting for you: accept or decline it by `answer_by`, or it
        counts as lost."""
        person, query = self.person(request), parameters.read(request, LadderChallenges)
        own = challenge_queries.open_of if query.state == "open" else challenge_queries.ended_of
        found, following = page(
            request, own(person).select_related("challenger__rated_as", "challenged__rated_as"), query
        )
        return by_content(request, answers.MyChallenges(_shown_to(found, person), following))


answering = partial(
    for_players,
    answer=answers.Challenge,
    body=bodies.Nothing,
    problems=(409,),
    deprecated=replaced_by_key("challenger.id", "challenged.id"),
)
"""Describes an operation that answers or withdraws a challenge."""


class OfChallenge(OfLadder):
    """A view of one challenge."""

    def carry_out(self, request: Request, public_id: str, act: Callable[..., object]) -> HttpResponse:
        """Carry out an act of the caller on a challenge, and answer with the challenge.

        Args:
            act: the service.

        Raises:
            Http404: there is no such challenge.
        """
        bodies.decoded(request, bodies.Nothing)
        person = self.person(request)
        challenge = or_404(challenge_queries.challenge_known_to(person, public_id))
        act(challenge=challenge, by=person, now=service_time.now())
        return _answer(public_id)


class Accept(OfChallenge):
    """Accept a challenge."""

    @answering("acceptChallenge")
    @never_refused("POST")
    def post(self, request: Request, challenge: str) -> HttpResponse:
        """Accept a challenge.

        Accept a challenge that you received. The game starts."""
        return self.carry_out(request, challenge, negotiation.accept)


class Decline(OfChallenge):
    """Decline a challenge."""

    @answering("declineChallenge")
    @never_refused("POST")
    def post(self, request: Request, challenge: str) -> HttpResponse:
        """Decline a challenge.

        Decline a challenge that you received. A few per season have no penalty; each further one counts
        as a loss, with the state `forfeited`."""
        return self.carry_out(request, challenge, negotiation.decline)


class Withdraw(OfChallenge):
    """Withdraw a challenge."""

    @answering("withdrawChallenge")
    def post(self, request: Request, challenge: str) -> HttpResponse:
        """Withdraw a challenge.

        Withdraw a challenge that you made and that is not answered yet."""
        return self.carry_out(request, challenge, negotiation.withdraw)


def _of_challenges(ladder: LadderRow) -> LadderRow:
    """A ladder, if it is a challenge ladder.

    Raises:
        Conflict: the ladder pairs its players.
    """
    if ladder.format != LadderRow.Format.CHALLENGE:
        raise Conflict("no-challenges")
    return ladder


def _answer(public_id: str, status: int = 200) -> HttpResponse:
    """Answer with the current state of a challenge."""
    (challenge,) = _shown([or_404(challenge_queries.challenge_at(public_id))])
    return answer(challenge, status)


def _shown(rows: Sequence[ChallengeRow]) -> list[answers.Challenge]:
    players = _players(rows)
    return [answers.Challenge(**_facts(row, players[row.season])) for row in rows]


def _shown_to(rows: Sequence[ChallengeRow], person: Person) -> list[answers.MyChallenge]:
    players = _players(rows)
    return [
        answers.MyChallenge(
            **_facts(row, players[row.season]),
            you="challenger" if row.challenger_id == person.pk else "challenged",
        )
        for row in rows
    ]


def _players(rows: Sequence[ChallengeRow]) -> dict[SeasonRow, dict[int, LadderPlayer]]:
    """The players of some challenges, by season and id. Former players are numbered within their season."""
    people: dict[SeasonRow, list[Person]] = {}
    for row in rows:
        people.setdefault(row.season, []).extend((row.challenger, row.challenged))
    return {season: players_of(season, both) for season, both in people.items()}


def _facts(row: ChallengeRow, players: Mapping[int, LadderPlayer]) -> dict[str, Any]:
    """The public fields of a challenge.

    Args:
        players: the players of its season, by the ids of the persons.
    """
    return {
        "id": row.public_id,
        "ladder": row.season.ladder.public_id,
        "season": row.season.number,
        "challenger": players[row.challenger_id],
        "challenged": players[row.challenged_id],
        "state": str(row.state),
        "made_at": row.made_at,
        "answer_by": row.answer_by,
        "ended_at": row.ended_at,
        "game": None if row.match is None else row.match.game.public_id,
    }
