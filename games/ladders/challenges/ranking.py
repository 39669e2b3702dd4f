"""How results, forfeits, time, and people coming and going change the ranking of a challenge ladder.

A ranking is the ids of everyone on the ladder, the top first, each once. Every function here takes a ranking
and returns another, with the same people except those who are removed. It changes none of its
arguments and does not read the time.

- ``entered``: a newcomer enters at the place of their rating.
- ``after_result``: a challenger who wins takes the place of the challenged; all between go down one.
- ``after_time_out``: a loss on time is a loss, and costs additional places.
- ``after_both_lost``: both pay these places, and neither passes the other.
- ``dropped``: down by some places; those passed go up one each.
- ``after_inactivity``: inactive players drop step by step, and are finally removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games.ladders.challenges.terms import ChallengeTerms


class Inactivity(NamedTuple):
    """The effect of inactivity.

    Attributes:
        ranking: the new ranking.
        dropped: how many steps each player was due to drop, except those who were removed.
        off: who was removed, from the top down. They may join again, at the bottom.
    """

    ranking: list[int]
    dropped: dict[int, int]
    off: list[int]


def entered(ranking: Sequence[int], person: int, points: Mapping[int, int], *, usual: int) -> list[int]:
    """The ranking after a newcomer enters at the place of their rating.

    That is where the fewest stand wrong by the ratings, above or below them; of several such places the
    lowest. So nobody loses more than a place, and where nobody has a rating, a newcomer begins at the bottom.

    Args:
        ranking: without the newcomer.
        points: the ratings of those who have one, by person.
        usual: the rating of those who have none.
    """
    own = points.get(person, usual)
    place = wrong = fewest = 0
    for index, other in enumerate(ranking, start=1):
        theirs = points.get(other, usual)
        wrong += (theirs < own) - (theirs > own)
        if wrong <= fewest:
            place, fewest = index, wrong
    return [*ranking[:place], person, *ranking[place:]]


def after_result(
    ranking: Sequence[int], *, challenger: int, challenged: int, winner: int | None
) -> list[int]:
    """The ranking after the game of a challenge.

    If the lower of the two was the challenger and won, they take the other's place, and the other and all
    between go down one. Otherwise nothing changes, as when the challenger is above the other by then, or one
    of them is no longer on the ladder.

    Args:
        ranking: before the game's result.
        challenger: the id of the challenger.
        challenged: the id of the other.
        winner: the id of one of them; None for a tie.
    """
    found = list(ranking)
    if winner != challenger or challenger not in found or challenged not in found:
        return found
    goal, start = found.index(challenged), found.index(challenger)
    if start > goal:
        found.insert(goal, found.pop(start))
    return found


def after_time_out(
    ranking: Sequence[int], *, challenger: int, challenged: int, loser: int, settings: ChallengeTerms
) -> list[int]:
    """The ranking after one of the two lost on time: lost, and then down by ``time_out_drop``."""
    winner = challenged if loser == challenger else challenger
    found = after_result(ranking, challenger=challenger, challenged=challenged, winner=winner)
    return dropped(found, loser, settings.time_out_drop)


def after_both_lost(
    ranking: Sequence[int], *, challenger: int, challenged: int, settings: ChallengeTerms
) -> list[int]:
    """The ranking after both lost: each goes down by ``time_out_drop``, and neither passes the other.

    Otherwise two players who both fall silent would be better off than one alone.
    """
    found = list(ranking)
    for _place in range(settings.time_out_drop):
        found = _one_step(found, {challenger, challenged})
    return found


def dropped(ranking: Sequence[int], person: int, places: int) -> list[int]:
    """The ranking after one person drops some places, at most to the bottom. Each player passed goes up one.

    Nothing changes for someone who is not on the ladder.
    """
    found = list(ranking)
    if person in found:
        start = found.index(person)
        found.insert(start + places, found.pop(start))
    return found


def after_inactivity(
    ranking: Sequence[int],
    active: Mapping[int, datetime],
    *,
    since: datetime,
    now: datetime,
    settings: ChallengeTerms,
) -> Inactivity:
    """The ranking after the drops that came due after ``since``, up to and including ``now``.

    The first drop is due ``inactive_after`` after a player was last active, and another one each
    ``inactive_step`` after it; at ``off_after`` the player is removed instead. Steps are carried out one
    after another: in a step, players drop from the bottom up, and each changes places with the player just
    below, unless that one had to drop in the same step and could not. So no one who drops passes someone who
    drops as far.

    Store the ``now`` of the latest call and pass it as the next ``since``, so that each step is carried out
    once. A player who has played again before a drop is carried out is spared it.

    Args:
        ranking: the ranking at ``since``.
        active: when each player was last active: joined, or moved in a game of the ladder. For players whom
            others keep waiting, give ``now``.
        since: the time up to which drops have been carried out.
        now: the time up to which to carry them out.
        settings: of the ladder.

    Raises:
        KeyError: someone on the ranking is missing in ``active``.
    """
    off = [person for person in ranking if active[person] + timedelta(days=settings.off_after) <= now]
    found = [person for person in ranking if person not in off]
    due = {
        person: _steps(active[person], now, settings) - _steps(active[person], since, settings)
        for person in found
    }
    due = {person: steps for person, steps in due.items() if steps > 0}
    for step in range(max(due.values(), default=0)):
        found = _one_step(found, {person for person, steps in due.items() if steps > step})
    return Inactivity(found, due, off)


def _steps(active: datetime, moment: datetime, settings: ChallengeTerms) -> int:
    """How many drops are due at a time, given when someone was last active."""
    late = moment - active - timedelta(days=settings.inactive_after)
    return late // timedelta(days=settings.inactive_step) + 1 if late >= timedelta(0) else 0


def _one_step(ranking: Sequence[int], dropping: set[int]) -> list[int]:
    found = list(ranking)
    for place in range(len(found) - 2, -1, -1):
        if found[place] in dropping and found[place + 1] not in dropping:
            found[place], found[place + 1] = found[place + 1], found[place]
    return found
