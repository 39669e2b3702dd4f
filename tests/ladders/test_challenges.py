"""Who may challenge whom, and which challenges are lost without a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from games.ladders.challenges.eligibility import (
    OPEN_CHALLENGE_STATES,
    PlainChallenge,
    Reason,
    State,
    declined,
    refusals,
)
from games.ladders.challenges.terms import ChallengeTerms
from tests.kit.searches import given, st

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DAY = timedelta(days=1)
DEFAULTS = ChallengeTerms()
RANKING = [1, 2, 3, 4, 5, 6, 7]


def challenge(
    challenger: int, challenged: int, made: float, state: State = State.UNANSWERED, ended: float = 0
) -> PlainChallenge:
    """Made and ended so many days ago."""
    return PlainChallenge(
        challenger=challenger,
        challenged=challenged,
        made=NOW - made * DAY,
        state=state,
        ended=None if state in OPEN_CHALLENGE_STATES else NOW - ended * DAY,
    )


def asked(
    challenger: int,
    challenged: int,
    *challenges: PlainChallenge,
    ranking: Sequence[int] = RANKING,
    days: int = 0,
    settings: ChallengeTerms = DEFAULTS,
    away: Collection[int] = (),
) -> Reason | None:
    """Why one may not challenge the other, so many days from now."""
    now = NOW + days * DAY
    return refusals(ranking, challenges, challenger=challenger, now=now, settings=settings, away=away)(
        challenged
    )


@pytest.mark.parametrize(
    ("challenger", "challenged", "reason"),
    [
        (5, 4, None),
        (5, 2, None),
        (5, 1, Reason.OUT_OF_REACH),
        (5, 6, Reason.BELOW),
        (5, 5, Reason.SELF),
        (9, 5, Reason.NOT_RANKED),
        (5, 9, Reason.OPPONENT_NOT_RANKED),
    ],
)
def test_up_to_three_places_above(challenger: int, challenged: int, reason: Reason | None) -> None:
    assert asked(challenger, challenged) == reason


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        pytest.param(challenge(5, 4, 1), Reason.ALREADY_OPEN, id="the same, open"),
        pytest.param(
            challenge(4, 5, 60, State.ACCEPTED), Reason.ALREADY_OPEN, id="the other way around, open"
        ),
        pytest.param(challenge(5, 3, 60, State.ACCEPTED), Reason.TOO_MANY_OPEN, id="another one, open"),
        pytest.param(challenge(7, 4, 60, State.ACCEPTED), Reason.OPPONENT_BUSY, id="somebody else's, open"),
        pytest.param(challenge(7, 4, 6, State.DECLINED, 5), Reason.PROTECTED, id="just challenged"),
        pytest.param(challenge(7, 4, 7, State.DECLINED, 5), None, id="challenged a week ago"),
        pytest.param(challenge(7, 4, 60, State.PLAYED, 6), Reason.PROTECTED, id="just defended"),
        pytest.param(challenge(7, 4, 60, State.PLAYED, 7), None, id="defended a week ago"),
        pytest.param(challenge(7, 4, 60, State.FORFEITED, 6), None, id="just forfeited"),
        pytest.param(challenge(7, 4, 1, State.CALLED_OFF, 1), None, id="just called off"),
        pytest.param(challenge(4, 3, 1, State.ACCEPTED), None, id="challenging somebody protects nobody"),
        pytest.param(challenge(5, 3, 2, State.DECLINED, 1), Reason.COOLING_DOWN, id="made one just now"),
        pytest.param(challenge(5, 3, 2, State.CALLED_OFF, 1), Reason.COOLING_DOWN, id="and took it back"),
        pytest.param(challenge(5, 3, 3, State.DECLINED, 1), None, id="made one three days ago"),
        pytest.param(challenge(7, 5, 1), None, id="being challenged"),
        pytest.param(challenge(5, 4, 60, State.PLAYED, 20), Reason.SAME_OPPONENT, id="again"),
        pytest.param(challenge(4, 5, 60, State.PLAYED, 20), Reason.SAME_OPPONENT, id="back"),
        pytest.param(challenge(5, 4, 60, State.PLAYED, 21), None, id="again after three weeks"),
    ],
)
def test_earlier_challenges_decide_the_reason(before: PlainChallenge, reason: Reason | None) -> None:
    assert asked(5, 4, before) == reason


def test_the_first_reason_is_given() -> None:
    """What waiting does not help comes first: the order is that of the enum."""
    everything = (challenge(5, 4, 1, State.PLAYED, 0), challenge(5, 3, 0), challenge(7, 4, 0))
    assert asked(5, 4, *everything) is Reason.TOO_MANY_OPEN
    assert asked(5, 4, everything[0], everything[2]) is Reason.OPPONENT_BUSY
    assert asked(5, 4, everything[0]) is Reason.PROTECTED


def test_codes_are_what_programs_know() -> None:
    assert [reason.value for reason in Reason] == [
        "self",
        "not-ranked",
        "opponent-not-ranked",
        "below",
        "out-of-reach",
        "already-open",
        "too-many-open",
        "opponent-busy",
        "protected",
        "cooling-down",
        "same-opponent",
        "pausing",
        "unavailable",
    ]


persons = st.integers(1, 8)
states = st.sampled_from(State)
pasts = st.lists(
    st.builds(challenge, persons, persons, st.integers(0, 40), states, st.integers(0, 40)), max_size=5
)


@given(st.permutations(RANKING), pasts, persons, persons)
def test_allowed_challenge_breaks_no_limit(
    ranking: list[int], past: list[PlainChallenge], challenger: int, challenged: int
) -> None:
    reason = asked(challenger, challenged, *past, ranking=ranking)
    if reason is not None:
        return
    assert 1 <= ranking.index(challenger) - ranking.index(challenged) <= DEFAULTS.reach
    still = [one for one in past if one.is_open]
    assert not any(one.challenger == challenger or one.challenged == challenged for one in still)
    assert not any(one.between == {challenger, challenged} for one in still)


@given(pasts, persons, persons, st.integers(0, 100))
def test_order_does_not_matter_and_waiting_only_helps(
    past: list[PlainChallenge], challenger: int, challenged: int, days: int
) -> None:
    reason = asked(challenger, challenged, *past)
    assert asked(challenger, challenged, *reversed(past)) == reason
    later = asked(challenger, challenged, *past, days=days)
    order = [*Reason, None]
    assert order.index(later) >= order.index(reason)


@given(pasts, persons, persons)
def test_after_all_times_only_places_and_open_challenges_count(
    past: list[PlainChallenge], challenger: int, challenged: int
) -> None:
    later = asked(challenger, challenged, *past, days=50)
    assert later not in {Reason.PROTECTED, Reason.COOLING_DOWN, Reason.SAME_OPPONENT}


def test_a_club_may_allow_more() -> None:
    generous = ChallengeTerms(reach=6, cooldown=0, protection=0)
    before = [challenge(7, 3, 1, State.DECLINED), challenge(5, 1, 1, State.DECLINED)]
    assert asked(7, 1, *before, settings=generous) is None
    assert asked(7, 1, *before) is Reason.OUT_OF_REACH


@pytest.mark.parametrize(
    ("spent", "state"), [(0, State.DECLINED), (1, State.DECLINED), (2, State.FORFEITED), (3, State.FORFEITED)]
)
def test_two_challenges_may_be_declined_in_a_season(spent: int, state: State) -> None:
    past = [challenge(one, 3, 30, State.DECLINED, 29) for one in (4, 5, 6)[:spent]]
    others = [challenge(3, 2, 30, State.DECLINED, 29), challenge(6, 5, 9, State.DECLINED)]
    forfeited = [challenge(4, 3, 50, State.FORFEITED, 44)]
    assert declined(past + others + forfeited, 3, DEFAULTS) == state


class Once(list[int]):
    """A ranking that may be gone through, once, and not searched."""

    gone_through = 0

    def __iter__(self) -> Iterator[int]:
        self.gone_through += 1
        return super().__iter__()

    def __contains__(self, person: object) -> bool:
        raise AssertionError("searched from the top")

    def index(self, *_where: object) -> int:
        raise AssertionError("searched from the top")


@given(pasts, persons)
def test_refusals_agree_with_single_answers_in_one_pass(past: list[PlainChallenge], challenger: int) -> None:
    ranking = Once(RANKING)
    ask = refusals(ranking, iter(past), challenger=challenger, now=NOW, settings=DEFAULTS)
    assert [ask(other) for other in RANKING] == [asked(challenger, other, *past) for other in RANKING]
    assert ranking.gone_through == 1


def test_challenge_to_somebody_on_holiday_takes_no_slot() -> None:
    made = challenge(5, 4, 5)
    assert asked(5, 3, made) is Reason.TOO_MANY_OPEN
    assert asked(5, 3, replace(made, is_held=True)) is None


def test_pausing_player_neither_challenges_nor_is_challenged() -> None:
    assert asked(5, 4, away=[3]) is None
    assert asked(5, 4, away=[4]) is Reason.UNAVAILABLE
    assert asked(5, 4, away=[4, 5]) is Reason.PAUSING
