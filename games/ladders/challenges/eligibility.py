"""The challenge ladder: who may challenge whom, and when an unanswered challenge counts as lost.

A ranking is the ids of everyone on the ladder, the top first. ``ranking`` defines how results, time and
leaving change it. This module defines what comes before a game:

- ``refusals`` says why one player may not challenge others, if so;
- ``declined`` says what declining costs: some are free each season, each further one is a forfeit.

These are pure functions. The caller passes the challenges of the season as ``PlainChallenge``, supplies the
time, finds those that were not answered in time, and handles what does not concern the ladder, such as people
who have blocked each other. All times are aware.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.ladders.challenges.terms import ChallengeTerms


class State(enum.StrEnum):
    """The state of a challenge. The words are stored."""

    UNANSWERED = "unanswered"
    ACCEPTED = "accepted"
    """The game is on."""
    PLAYED = "played"
    """The game is over, however it ended."""
    DECLINED = "declined"
    FORFEITED = "forfeited"
    """Declined once too often, or not answered in time: lost without a game."""
    CALLED_OFF = "called-off"
    """It was cancelled through no one's fault, or one of the two left the ladder."""


OPEN_CHALLENGE_STATES = frozenset({State.UNANSWERED, State.ACCEPTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainChallenge:
    """One challenge of this season.

    Attributes:
        challenger: the id of the challenger.
        challenged: the id of the challenged player.
        made: when it was made.
        state: its state.
        ended: when it was closed; None while it is open.
        is_held: whether the challenged player is on holiday. It then takes none of the challenger's slots.
    """

    challenger: int
    challenged: int
    made: datetime
    state: State = State.UNANSWERED
    ended: datetime | None = None
    is_held: bool = False

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_CHALLENGE_STATES

    @property
    def between(self) -> frozenset[int]:
        """Both ids."""
        return frozenset({self.challenger, self.challenged})


class Reason(enum.StrEnum):
    """Why one player may not challenge another. The words are part of the API."""

    SELF = "self"
    NOT_RANKED = "not-ranked"
    """The challenger is not on the ladder."""
    OPPONENT_NOT_RANKED = "opponent-not-ranked"
    BELOW = "below"
    """The other is below in the ranking."""
    OUT_OF_REACH = "out-of-reach"
    """The other is too many places above."""
    ALREADY_OPEN = "already-open"
    """There is an open challenge between the two, either way."""
    TOO_MANY_OPEN = "too-many-open"
    """The challenger has one open."""
    OPPONENT_BUSY = "opponent-busy"
    """The other has one open."""
    PROTECTED = "protected"
    """The other was challenged, or played such a game to its end, a short time ago."""
    COOLING_DOWN = "cooling-down"
    """The challenger made a challenge a short time ago."""
    SAME_OPPONENT = "same-opponent"
    """A challenge between the two, either way, was over a short time ago."""
    PAUSING = "pausing"
    """The challenger takes no challenges for now, and so makes none."""
    UNAVAILABLE = "unavailable"
    """The other takes no challenges for now, or none from this challenger; which of the two is not revealed.
    """


_Refusal = Callable[[int], Reason | None]
"""A function from the id of an opponent to the reason against a challenge."""


def refusals(
    ranking: Sequence[int],
    challenges: Iterable[PlainChallenge],
    *,
    challenger: int,
    now: datetime,
    settings: ChallengeTerms,
    away: Collection[int] = (),
) -> _Refusal:
    """Why one player may not challenge others now, for many opponents after one pass over the data.

    Of several reasons it is the first in the order of ``Reason``: those that waiting does not resolve come
    first. A challenge that was called off protects no one, so a friend cannot protect a player by making and
    withdrawing challenges. It does count for the challenger's own waiting.

    Args:
        ranking: the current ranking.
        challenges: all of the season, in any order; at least those open, and those made or ended within the
            times of ``settings``.
        challenger: the id of the challenger.
        now: the current time.
        settings: of the ladder.
        away: the ids of those who take no challenges for now, or none from this challenger.

    Returns:
        A function of the opponent's id that returns the reason, or None if they may be challenged.
    """
    known = list(challenges)
    by_place = _by_place(ranking, challenger, settings)
    by_open = _by_open([one for one in known if one.is_open], challenger)
    by_time = _by_time(known, challenger, now, settings)
    gone = frozenset(away)

    def refusal(challenged: int) -> Reason | None:
        return (
            by_place(challenged)
            or by_open(challenged)
            or by_time(challenged)
            or (Reason.PAUSING if challenger in gone else None)
            or (Reason.UNAVAILABLE if challenged in gone else None)
        )

    return refusal


def declined(challenges: Iterable[PlainChallenge], challenged: int, settings: ChallengeTerms) -> State:
    """The state of a challenge if this person declines it now.

    Args:
        challenges: all of the season; those this person has declined are counted.
        challenged: the id of the person who declines.
        settings: of the ladder.

    Returns:
        ``DECLINED``, which costs nothing, or ``FORFEITED``: the challenger then has won.
    """
    spent = sum(one.challenged == challenged and one.state is State.DECLINED for one in challenges)
    return State.DECLINED if spent < settings.free_declines else State.FORFEITED


def _by_place(ranking: Sequence[int], challenger: int, settings: ChallengeTerms) -> _Refusal:
    places = {person: place for place, person in enumerate(ranking)}
    own = places.get(challenger)

    def refusal(challenged: int) -> Reason | None:
        if challenger == challenged:
            return Reason.SELF
        if own is None:
            return Reason.NOT_RANKED
        if challenged not in places:
            return Reason.OPPONENT_NOT_RANKED
        above = own - places[challenged]
        if above < 0:
            return Reason.BELOW
        return Reason.OUT_OF_REACH if above > settings.reach else None

    return refusal


def _by_open(still: Sequence[PlainChallenge], challenger: int) -> _Refusal:
    with_them = {person for one in still if challenger in one.between for person in one.between}
    received = {one.challenged for one in still}
    has_own = any(one.challenger == challenger and not one.is_held for one in still)

    def refusal(challenged: int) -> Reason | None:
        if challenged in with_them:
            return Reason.ALREADY_OPEN
        if has_own:
            return Reason.TOO_MANY_OPEN
        return Reason.OPPONENT_BUSY if challenged in received else None

    return refusal


def _by_time(
    challenges: Sequence[PlainChallenge], challenger: int, now: datetime, settings: ChallengeTerms
) -> _Refusal:
    def within(moment: datetime | None, days: int) -> bool:
        return moment is not None and now < moment + timedelta(days=days)

    def protects(one: PlainChallenge) -> bool:
        ended = one.ended if one.state is State.PLAYED else None
        is_recent = within(one.made, settings.protection) or within(ended, settings.protection)
        return is_recent and one.state is not State.CALLED_OFF

    protected = {one.challenged for one in challenges if protects(one)}
    made = (one.made for one in challenges if one.challenger == challenger)
    is_cooling_down = any(within(each, settings.cooldown) for each in made)
    recent = (one for one in challenges if within(one.ended, settings.same_opponent))
    met = {person for one in recent if challenger in one.between for person in one.between}

    def refusal(challenged: int) -> Reason | None:
        if challenged in protected:
            return Reason.PROTECTED
        if is_cooling_down:
            return Reason.COOLING_DOWN
        return Reason.SAME_OPPONENT if challenged in met else None

    return refusal
