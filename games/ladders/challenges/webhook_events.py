"""What webhooks of clubs are told of challenges: that one was made, and who won one and by what.

The page of the ladder shows all of it to anybody. One that is declined for nothing, withdrawn or called off
moves nobody, and is told no further.
"""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models.person import Person
from games.ladders.challenges import stored_ranking
from games.ladders.challenges.eligibility import State
from games.ladders.clubs.webhook_events import (
    CHALLENGE_ENDED,
    CHALLENGE_MADE,
    group_of,
    named,
    of_ladder,
    url,
    who,
)
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.ladders.ratings.results import TIE, WIN
from notifications.webhooks import queue
from notifications.webhooks.event_types import Event


def made(ladder: Ladder, challenge: Challenge) -> None:
    """Tell that somebody has challenged somebody, in the caller's transaction."""

    def event() -> Event:
        data = _facts(ladder, challenge)
        text = _(
            "%(ladder)s of %(club)s: %(challenger)s, at place %(their_place)s, challenges %(challenged)s, "
            "at place %(place)s."
        )
        page = data["links"]["page"]
        data["answer_by"] = challenge.answer_by.isoformat()
        return Event(
            CHALLENGE_MADE, data, f"{text % _words(ladder, challenge, data)} <{page}>", _named(challenge)
        )

    queue.tell(group_of(ladder.club), CHALLENGE_MADE, challenge.public_id, event)


def ended(ladder: Ladder, challenge: Challenge) -> None:
    """Tell who has won a challenge that was played or forfeited, once the ranking has followed."""

    def event() -> Event:
        data = _facts(ladder, challenge)
        winner = _winner(challenge)
        match = challenge.match
        data["outcome"] = challenge.state
        data["winner"] = winner
        data["game"] = None if match is None else match.game.public_id
        data["victory"] = None if match is None else match.victory
        if challenge.state == State.FORFEITED:
            text = _(
                "%(ladder)s of %(club)s: %(challenger)s wins the challenge to %(challenged)s without a game."
            )
        elif winner is None:
            text = _("%(ladder)s of %(club)s: the challenge of %(challenger)s to %(challenged)s is a tie.")
        elif winner == "challenger":
            text = _("%(ladder)s of %(club)s: %(challenger)s wins the challenge to %(challenged)s.")
        else:
            text = _("%(ladder)s of %(club)s: %(challenged)s wins against the challenger, %(challenger)s.")
        page = data["links"]["page"]
        return Event(
            CHALLENGE_ENDED, data, f"{text % _words(ladder, challenge, data)} <{page}>", _named(challenge)
        )

    queue.tell(group_of(ladder.club), CHALLENGE_ENDED, challenge.public_id, event)


def _facts(ladder: Ladder, challenge: Challenge) -> dict[str, Any]:
    """What both events say; places are those of now, null for who has left."""
    standing = stored_ranking.ranking_of(ladder)

    def player(person: Person) -> dict[str, Any]:
        return {**who(person), "place": standing.index(person.pk) + 1 if person.pk in standing else None}

    return {
        **of_ladder(ladder),
        "challenge": challenge.public_id,
        "challenger": player(challenge.challenger),
        "challenged": player(challenge.challenged),
        "links": {"page": url("ladders:ladder", ladder.public_id)},
    }


def _named(challenge: Challenge) -> list[int]:
    return named(challenge.challenger, challenge.challenged)


def _winner(challenge: Challenge) -> str | None:
    """Whom the ladder counts as the winner; None for a tie. Who forfeits is always the challenged."""
    match = challenge.match
    if match is None:
        return "challenger"
    if match.east_halves == TIE:
        return None
    winner = match.east_id if match.east_halves == WIN else match.west_id
    return "challenger" if winner == challenge.challenger_id else "challenged"


def _words(ladder: Ladder, challenge: Challenge, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "ladder": ladder,
        "club": ladder.club,
        "challenger": challenge.challenger,
        "challenged": challenge.challenged,
        "their_place": data["challenger"]["place"],
        "place": data["challenged"]["place"],
    }
