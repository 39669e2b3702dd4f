"""Games and players of a season, for responses and streams."""

from collections.abc import Sequence
from typing import Literal

from accounts.models.person import Person
from accounts.public_keys import identity
from games.api.answers import ladders as answers
from games.api.answers.biddings import GivenPoints
from games.ladders.models.season import Match
from games.ladders.models.season import Season as SeasonRow
from games.ladders.ratings.results import TIE
from games.ladders.tables import lines


def matches_shown(season: SeasonRow, found: Sequence[Match]) -> list[answers.LadderMatch]:
    """Games of a season in a response."""
    called = players_of(season, [person for match in found for person in (match.east, match.west)])
    return [
        answers.LadderMatch(
            game=match.game.public_id,
            season=season.number,
            round=match.round,
            east=called[match.east_id],
            west=called[match.west_id],
            paired_at=match.paired_at,
            ended_at=match.ended_at,
            result=_result(match),
            victory=None if match.ended_at is None else match.victory,
            given=GivenPoints(*match.handicap),
        )
        for match in found
    ]


def _result(match: Match) -> Literal["east", "west", "tie"] | None:
    if match.east_halves == TIE:
        return "tie"
    if match.winner_id is None:
        return None
    return "east" if match.winner_id == match.east_id else "west"


def players_of(season: SeasonRow, people: Sequence[Person]) -> dict[int, answers.LadderPlayer]:
    """Players of a season in a response, by the ids of the persons."""
    names = lines.names_of(season, people)
    return {
        person.pk: answers.LadderPlayer(
            lines.key_of(person),
            person.name if person.is_active else names[person.pk],
            person.is_bot,
            **identity(person),
        )
        for person in people
    }
