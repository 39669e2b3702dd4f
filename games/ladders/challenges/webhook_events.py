"""The events of clubs' webhooks about challenges: a new challenge, and who won one.

The page of the ladder shows all of it to everyone. There is no event for a challenge that is declined for
free, withdrawn or called off, because it changes no places.
"""

from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import structs

from accounts.models.person import Person
from games.ladders.challenges import stored_ranking
from games.ladders.challenges.eligibility import State
from games.ladders.clubs.webhook_events import (
    AnswerBy,
    LadderData,
    group_of,
    named,
    of_ladder,
    url,
)
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.ladders.ratings.results import BOTH_LOST
from games.notices.game_events import MessagePerson, NaturalNumber, PageLink, player_of
from notifications.registry import Event, EventType
from notifications.webhooks import queue

Winner = Literal["challenger", "challenged"]


class MessageRank(MessagePerson, frozen=True):
    """A player in a ranking."""

    place: NaturalNumber | None
    """Their current place; null if they have left."""


class ClubChallengeData(LadderData, frozen=True, kw_only=True):
    """A challenge on a ladder."""

    challenge: str
    challenger: MessageRank
    challenged: MessageRank


class ChallengeMadeData(ClubChallengeData, frozen=True, kw_only=True):
    """A new challenge."""

    answer_by: AnswerBy


class ChallengeEndedData(ClubChallengeData, frozen=True, kw_only=True):
    """A challenge that was played or forfeited."""

    outcome: Literal["played", "forfeited"]
    winner: Winner | None
    """The winner for the ranking; null for a tie, and if both lost."""
    game: str | None
    """Null if it was forfeited."""
    victory: str | None
    """Null if it was forfeited."""


CHALLENGE_MADE = EventType(
    "club.challenge-made",
    gettext_lazy("A player challenged another on a ladder"),
    ChallengeMadeData,
)
CHALLENGE_ENDED = EventType(
    "club.challenge-ended",
    gettext_lazy("A challenge was played or forfeited"),
    ChallengeEndedData,
)


def made(ladder: Ladder, challenge: Challenge) -> None:
    """Report a new challenge, in the caller's transaction."""

    def event() -> Event:
        facts = _facts(ladder, challenge)
        data = ChallengeMadeData(**facts, answer_by=challenge.answer_by.isoformat())
        text = _(
            "%(ladder)s of %(club)s: %(challenger)s, at place %(their_place)s, challenges %(challenged)s, "
            "at place %(place)s."
        )
        words = _words(ladder, challenge, facts)
        return Event(CHALLENGE_MADE, data, f"{text % words} <{data.links.page}>", _named(challenge))

    queue.tell(group_of(ladder.club), CHALLENGE_MADE, challenge.public_id, event)


def ended(ladder: Ladder, challenge: Challenge) -> None:
    """Report the winner of a challenge that was played or forfeited, after the ranking is updated."""

    def event() -> Event:
        facts = _facts(ladder, challenge)
        winner = _winner(challenge)
        match = challenge.match
        data = ChallengeEndedData(
            **facts,
            outcome="forfeited" if challenge.state == State.FORFEITED else "played",
            winner=winner,
            game=None if match is None else match.game.public_id,
            victory=None if match is None else match.victory,
        )
        if challenge.state == State.FORFEITED:
            text = _(
                "%(ladder)s of %(club)s: %(challenger)s wins the challenge to %(challenged)s without a game."
            )
        elif match is not None and match.victory == BOTH_LOST:
            text = _(
                "%(ladder)s of %(club)s: both players lose the game of the challenge of %(challenger)s to "
                "%(challenged)s."
            )
        elif winner is None:
            text = _("%(ladder)s of %(club)s: the challenge of %(challenger)s to %(challenged)s is a tie.")
        elif winner == "challenger":
            text = _("%(ladder)s of %(club)s: %(challenger)s wins the challenge to %(challenged)s.")
        else:
            text = _("%(ladder)s of %(club)s: %(challenged)s wins against the challenger, %(challenger)s.")
        words = _words(ladder, challenge, facts)
        return Event(CHALLENGE_ENDED, data, f"{text % words} <{data.links.page}>", _named(challenge))

    queue.tell(group_of(ladder.club), CHALLENGE_ENDED, challenge.public_id, event)


def _facts(ladder: Ladder, challenge: Challenge) -> dict[str, Any]:
    """The common data of both events. Places are the current ones, null for people who have left."""
    standing = stored_ranking.ranking_of(ladder)

    def player(person: Person) -> MessageRank:
        place = standing.index(person.pk) + 1 if person.pk in standing else None
        return MessageRank(**structs.asdict(player_of(person)), place=place)

    return {
        **of_ladder(ladder),
        "challenge": challenge.public_id,
        "challenger": player(challenge.challenger),
        "challenged": player(challenge.challenged),
        "links": PageLink(url("ladders:ladder", ladder.public_id)),
    }


def _named(challenge: Challenge) -> list[int]:
    return named(challenge.challenger, challenge.challenged)


def _winner(challenge: Challenge) -> Winner | None:
    """Whom the ladder counts as the winner; None for a tie, and if both lost.

    Who forfeits a challenge is always the challenged.
    """
    match = challenge.match
    if match is None:
        return "challenger"
    if match.winner_id is None:
        return None
    return "challenger" if match.winner_id == challenge.challenger_id else "challenged"


def _words(ladder: Ladder, challenge: Challenge, facts: dict[str, Any]) -> dict[str, Any]:
    return {
        "ladder": ladder,
        "club": ladder.club,
        "challenger": challenge.challenger,
        "challenged": challenge.challenged,
        "their_place": facts["challenger"].place,
        "place": facts["challenged"].place,
    }
