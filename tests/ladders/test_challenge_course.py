"""What a ladder of challenges does by itself: results, forfeits, reminders, idleness, and lost time."""

import pytest

from games.ladders import participation, rounds
from games.ladders.bidding import sealed_bids
from games.ladders.challenges import negotiation
from games.ladders.challenges.automation import ANSWER_REMINDER, TAKEN_OFF
from games.ladders.challenges.eligibility import State
from games.ladders.challenges.ends import OUTCOME
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Season
from games.models.outage import Pulse
from games.services import outages
from games.simulation.challenges import simulate
from notifications.models import Notification
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, HOUR, accept, decline, order, run, win
from tests.kit.owed_mails import recipients

pytestmark = pytest.mark.django_db


# ---- results


@pytest.mark.parametrize(
    ("winner", "victory", "after"),
    [
        pytest.param(4, "points", [1, 4, 2, 3, 5], id="the challenger"),
        pytest.param(2, "points", [1, 2, 3, 4, 5], id="the challenged"),
        pytest.param(None, "points", [1, 2, 3, 4, 5], id="nobody"),
        pytest.param(4, "time-out", [1, 4, 3, 5, 2], id="the challenger, on time"),
        pytest.param(2, "time-out", [1, 2, 3, 5, 4], id="the challenged, on time"),
    ],
)
def test_a_result_changes_the_ranking_once(
    ladder: Ladder, winner: int | None, victory: str, after: list[int]
) -> None:
    made = accept(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
    win(made, None if winner is None else PersonFactory.numbered(winner), NOW + 3 * DAY, victory)
    assert run(NOW + 4 * DAY) == 1
    assert run(NOW + 4 * DAY) == 0
    assert order(ladder) == after
    made.refresh_from_db()
    assert (made.state, made.ended_at) == (State.PLAYED, NOW + 3 * DAY)


def test_results_count_in_the_order_in_which_games_ended(ladder: Ladder) -> None:
    first, second = (
        accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)),
        accept(ChallengeFactory.create(ladder=ladder, challenger=5, challenged=3)),
    )
    win(second, PersonFactory.numbered(5), NOW + 2 * DAY)
    win(first, PersonFactory.numbered(3), NOW + 3 * DAY)
    run(NOW + 4 * DAY)
    # In the other order 3 would have gone up first, and 5 to the top after it.
    assert order(ladder) == [3, 1, 2, 5, 4]


def test_winner_who_has_left_takes_no_place(ladder: Ladder) -> None:
    made = accept(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=NOW)
    win(made, PersonFactory.numbered(4), NOW + DAY)
    run(NOW + 2 * DAY)
    assert order(ladder) == [1, 3, 4, 5]


# ---- silence


def test_unanswered_challenge_is_reminded_of_and_then_lost(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    assert run(NOW + 3 * DAY) == 0
    assert run(NOW + 4 * DAY) == 1
    assert run(NOW + 4 * DAY + HOUR) == 0
    assert recipients(ANSWER_REMINDER) == ["Ashigaru 1"]
    assert run(NOW + 5 * DAY - HOUR) == 0
    assert run(NOW + 5 * DAY) == 1
    assert run(NOW + 5 * DAY) == 0
    made.refresh_from_db()
    assert (made.state, made.ended_at, made.answered_at) == (State.FORFEITED, NOW + 5 * DAY, None)
    assert order(ladder) == [3, 1, 2, 4, 5]
    assert recipients(OUTCOME) == ["Ashigaru 3", "Ashigaru 1"]


def test_an_answer_in_the_last_moment_counts_until_somebody_has_noticed(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    assert accept(made, NOW + 5 * DAY + HOUR).state == State.ACCEPTED
    run(NOW + 5 * DAY + HOUR)
    assert order(ladder) == [1, 2, 3, 4, 5]


def test_time_in_which_the_service_was_down_costs_nobody_anything(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    run(NOW + DAY)
    outages.catch_up(NOW + 7 * DAY)
    made.refresh_from_db()
    assert made.answer_by == NOW + (5 + 6) * DAY
    assert run(NOW + 9 * DAY) == 0
    assert order(ladder) == [1, 2, 3, 4, 5]
    assert run(NOW + 11 * DAY) == 1
    assert order(ladder) == [3, 1, 2, 4, 5]


def test_the_first_look_after_an_outage_takes_nothing_before_it_is_made_good(ladder: Ladder) -> None:
    ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    run(NOW + DAY)
    assert rounds.run(NOW + 8 * DAY) == 0
    assert Challenge.objects.get().is_unanswered
    assert order(ladder) == [1, 2, 3, 4, 5]
    assert Pulse.objects.get().at == NOW + 8 * DAY


# ---- idleness


def test_inactive_player_loses_places_and_is_removed_in_the_end(ladder: Ladder) -> None:
    for number in (1, 3, 4, 5):
        Entrant.objects.filter(person=PersonFactory.numbered(number)).update(waiting_since=NOW + 300 * DAY)
    assert run(NOW + 29 * DAY) == 0
    assert run(NOW + 30 * DAY) == 1
    assert run(NOW + 31 * DAY) == 0
    assert order(ladder) == [1, 3, 2, 4, 5]
    assert run(NOW + 37 * DAY) == 1
    assert order(ladder) == [1, 3, 4, 2, 5]
    run(NOW + 90 * DAY)
    assert order(ladder) == [1, 3, 4, 5]
    assert recipients(TAKEN_OFF) == ["Ashigaru 2"]
    assert Entrant.objects.get(person=PersonFactory.numbered(2)).left_at == NOW + 90 * DAY
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(2), most=1, now=NOW + 91 * DAY)
    assert order(ladder) == [1, 3, 4, 5, 2]


def test_player_is_not_idle_while_playing_waiting_or_at_the_top() -> None:
    ladder = ChallengeLadderFactory.create(players=5, answer_within=21)
    accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=2))
    ChallengeFactory.create(ladder=ladder, challenger=5, challenged=4, now=NOW + 25 * DAY)
    run(NOW + 31 * DAY)
    assert order(ladder) == [1, 2, 3, 5, 4]  # 4 alone is idle: it is for them to answer
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(1), most=0, now=NOW + 32 * DAY)
    run(NOW + 60 * DAY)
    assert order(ladder)[0] == 1
    run(NOW + 61 * DAY)
    assert order(ladder)[0] == 2  # who pauses at the top is idle there


def test_challenger_who_was_declined_has_not_been_idle(ladder: Ladder) -> None:
    decline(
        ChallengeFactory.create(ladder=ladder, challenger=5, challenged=4, now=NOW + 20 * DAY), NOW + 21 * DAY
    )
    run(NOW + 40 * DAY)
    assert order(ladder).index(5) < 4  # all others between went down past them


# ---- seasons


def test_seasons_follow_each_other_where_nobody_plays_and_declines_are_free_anew() -> None:
    ladder = ChallengeLadderFactory.create(players=4, free_declines=1, inactive_after=365, off_after=400)
    assert decline(ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1)).state == State.DECLINED
    assert (
        decline(
            ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1, now=NOW + 8 * DAY),
            NOW + 8 * DAY,
        ).state
        == State.FORFEITED
    )
    run(NOW + 100 * DAY)
    assert Season.objects.count() == 2
    later = NOW + 100 * DAY
    assert (
        decline(ChallengeFactory.create(ladder=ladder, challenger=1, challenged=3, now=later), later).state
        == State.DECLINED
    )


# ---- by itself


@pytest.mark.embedded
def test_a_whole_ladder_runs_by_itself() -> None:
    report = simulate(players=8, weeks=4, seed=2)
    assert report.findings == []
    assert (report.seasons, report.players) == (1, 8)
    assert report.states[State.PLAYED] == report.games
    assert report.games > 8
    assert report.refused > 0


LATER = NOW + 20 * DAY


def idle_since(number: int) -> object:
    return Entrant.objects.get(person=PersonFactory.numbered(number)).waiting_since


def part(ladder: Ladder, number: int, most: int) -> None:
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(number), most=most, now=LATER)


def test_pause_counts_as_idle_time(ladder: Ladder) -> None:
    part(ladder, 2, 0)
    part(ladder, 2, 1)
    assert idle_since(2) == NOW


def test_returning_leaver_starts_with_no_idle_time(ladder: Ladder) -> None:
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=NOW)
    part(ladder, 2, 1)
    assert idle_since(2) == LATER


def test_wish_for_more_games_restarts_the_wait_on_a_ladder_that_pairs() -> None:
    ladder = ChallengeLadderFactory.create(players=1)
    Ladder.objects.update(format=Ladder.Format.FREE)
    ladder.refresh_from_db()
    part(ladder, 1, 2)
    assert idle_since(1) == LATER


def test_challenger_whose_opponent_leaves_has_not_been_idle(ladder: Ladder) -> None:
    ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=LATER)
    assert idle_since(4) == LATER
    assert idle_since(3) == NOW


def test_challenged_player_stays_idle_if_the_challenger_leaves(ladder: Ladder) -> None:
    ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
    participation.leave(ladder=ladder, person=PersonFactory.numbered(4), now=LATER)
    assert idle_since(2) == NOW


@pytest.mark.parametrize(("leaver", "other"), [(4, 2), (2, 4)])
def test_once_it_is_accepted_neither_was_idle(leaver: int, other: int) -> None:
    ladder = ChallengeLadderFactory.create(has_bidding=True)
    accept(ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2))
    participation.leave(ladder=ladder, person=PersonFactory.numbered(leaver), now=LATER)
    outages.catch_up(LATER)
    sealed_bids.look(LATER)
    assert idle_since(other) == LATER


def test_withdrawn_challenge_counts_as_idle_time(ladder: Ladder) -> None:
    negotiation.withdraw(
        challenge=ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2),
        by=PersonFactory.numbered(4),
        now=LATER,
    )
    assert idle_since(4) == NOW


def test_outage_brings_a_second_reminder_with_the_new_deadline(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    assert run(NOW + 4 * DAY) == 1
    outages.catch_up(NOW + 10 * DAY)
    made.refresh_from_db()
    assert made.answer_by == NOW + 11 * DAY
    assert run(NOW + 10 * DAY) == 1
    assert Notification.objects.filter(kind=ANSWER_REMINDER).count() == 2


def at_the_top_for(days: int, ladder: Ladder) -> None:
    """The first stands at the top without a game, while the others play."""
    for day in range(0, days + 1, 20):
        others = Entrant.objects.filter(ladder=ladder).exclude(person=PersonFactory.numbered(1))
        others.update(waiting_since=NOW + day * DAY)
        run(NOW + day * DAY)


@pytest.mark.both
def test_leader_who_pauses_starts_to_be_idle(ladder: Ladder) -> None:
    at_the_top_for(120, ladder)
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(1), most=0, now=NOW + 121 * DAY)
    run(NOW + 121 * DAY)
    assert order(ladder) == [1, 2, 3, 4, 5]
    Entrant.objects.exclude(person=PersonFactory.numbered(1)).update(waiting_since=NOW + 150 * DAY)
    run(NOW + 150 * DAY)
    assert order(ladder) == [2, 1, 3, 4, 5]


def test_leader_who_misses_one_answer_loses_one_place(ladder: Ladder) -> None:
    at_the_top_for(120, ladder)
    made = ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1, now=NOW + 120 * DAY)
    assert run(made.answer_by) == 1
    assert order(ladder) == [2, 1, 3, 4, 5]
    assert idle_since(1) == made.answer_by
    assert not Notification.objects.filter(kind=TAKEN_OFF).exists()
