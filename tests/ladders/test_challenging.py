"""Challenges on a ladder: making, answering and withdrawing them, and what they do to the ranking."""

import pytest

from accounts.models.person import Block
from games.ladders import participation
from games.ladders.bidding import sealed_bids
from games.ladders.challenges import negotiation
from games.ladders.challenges.eligibility import State
from games.ladders.challenges.ends import OUTCOME
from games.ladders.challenges.negotiation import CHALLENGED
from games.ladders.clubs import membership
from games.ladders.models.bidding import Bidding
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Match
from games.models.game import Game
from games.models.seat import Seat
from games.services.check_in import CHECK_IN
from games.services.waiting import STARTED
from games.simulation.league import check_in_all
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, accept, decline, order, run, win
from tests.kit.owed_mails import recipients

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def state(made: Challenge) -> str:
    return Challenge.objects.get(pk=made.pk).state


# ---- beginning one, and taking part


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"reach": 0}, "challenge-terms"),
        ({"cooldown": 0}, "challenge-terms"),
        ({"answer_within": 1}, "challenge-terms"),
        ({"off_after": 731}, "challenge-terms"),
        ({"inactive_after": 90, "off_after": 90}, "off-before-inactive"),
    ],
)
def test_impossible_challenge_terms_are_refused(terms: dict[str, int], code: str) -> None:
    with pytest.raises(Unacceptable, match=code):
        ChallengeLadderFactory.create(**terms)
    assert not Ladder.objects.exists()


def test_one_enters_at_the_bottom_and_once(ladder: Ladder) -> None:
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(2), most=1, now=NOW + DAY)
    assert order(ladder) == [1, 2, 3, 4, 5]
    with pytest.raises(Unacceptable, match="too-many-games-wanted"):
        participation.take_part(ladder=ladder, person=PersonFactory.numbered(2), most=2, now=NOW)


def test_leaver_loses_the_place_and_returns_at_the_bottom(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=2)
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=NOW)
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=NOW)
    assert order(ladder) == [1, 3, 4, 5]
    assert state(made) == State.CALLED_OFF
    assert recipients(OUTCOME) == ["Ashigaru 4"]
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(2), most=1, now=NOW + DAY)
    assert order(ladder) == [1, 3, 4, 5, 2]


def test_leaving_the_club_ends_the_place_at_once_and_for_good(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1)
    membership.leave(club=ladder.club, person=PersonFactory.numbered(1))
    assert order(ladder) == [2, 3, 4, 5]
    with pytest.raises(Conflict, match="challenge-over"):
        accept(made)
    run(NOW + DAY)
    assert (order(ladder), state(made)) == ([2, 3, 4, 5], State.CALLED_OFF)
    membership.join(club=ladder.club, person=PersonFactory.numbered(1))
    assert order(ladder) == [2, 3, 4, 5]
    assert Entrant.objects.get(person=PersonFactory.numbered(1)).left_at is not None


def test_a_closed_ladder_takes_no_challenge_and_plays_to_the_end(ladder: Ladder) -> None:
    accepted, waiting = (
        accept(ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1)),
        ChallengeFactory.create(ladder=ladder, challenger=5, challenged=4),
    )
    participation.close(ladder=ladder, by=PersonFactory.named("Organiser One"), now=NOW)
    assert (state(accepted), state(waiting)) == (State.ACCEPTED, State.CALLED_OFF)
    assert recipients(OUTCOME) == ["Ashigaru 5", "Ashigaru 4"]
    with pytest.raises(Conflict, match="ladder-closed"):
        ChallengeFactory.create(ladder=ladder, challenger=5, challenged=3)
    win(accepted, PersonFactory.numbered(2), NOW + 9 * DAY)
    run(NOW + 10 * DAY)
    assert order(ladder) == [2, 1, 3, 4, 5]


# ---- challenging


def test_the_challenged_is_told_and_a_second_click_makes_no_second_challenge(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=1)
    assert ChallengeFactory.create(ladder=ladder, challenger=4, challenged=1, now=NOW + DAY) == made
    assert Challenge.objects.get().answer_by == NOW + 5 * DAY
    assert recipients(CHALLENGED) == ["Ashigaru 1"]
    assert not Match.objects.exists()


def test_ladder_that_pairs_has_no_challenges() -> None:
    ladder = ChallengeLadderFactory.create(players=2)
    Ladder.objects.update(format=Ladder.Format.FREE)
    with pytest.raises(Conflict, match="no-challenges"):
        ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (9, 3, "not-ranked"),
        (3, 9, "opponent-not-ranked"),
        (3, 1, "opponent-busy"),
        (5, 4, "protected"),
    ],
)
def test_refused_challenge_gives_the_reason(ladder: Ladder, one: int, other: int, reason: str) -> None:
    ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1)
    decline(ChallengeFactory.create(ladder=ladder, challenger=5, challenged=4))
    with pytest.raises(Conflict, match="may-not-challenge") as refused:
        ChallengeFactory.create(ladder=ladder, challenger=one, challenged=other, now=NOW + 4 * DAY)
    assert refused.value.parameters == {"reason": reason}


@pytest.mark.parametrize("why", ["pauses", "blocks", "is blocked"])
def test_pausing_and_blocking_are_told_apart_by_nothing(ladder: Ladder, why: str) -> None:
    one, other = PersonFactory.numbered(3), PersonFactory.numbered(2)
    match why:
        case "pauses":
            participation.take_part(ladder=ladder, person=other, most=0, now=NOW)
        case "blocks":
            Block.objects.create(person=other, blocked=one)
        case _:
            Block.objects.create(person=one, blocked=other)
    with pytest.raises(Conflict) as refused:
        ChallengeFactory.create(ladder=ladder, challenger=3, challenged=2)
    assert refused.value.parameters == {"reason": "unavailable"}
    assert ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1).is_open


def test_pausing_player_is_refused_a_challenge(ladder: Ladder) -> None:
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(3), most=0, now=NOW)
    with pytest.raises(Conflict) as refused:
        ChallengeFactory.create(ladder=ladder, challenger=3, challenged=2)
    assert refused.value.parameters == {"reason": "pausing"}


# ---- accepting


def test_accepting_starts_one_rated_game_of_the_club(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=4, challenged=1)
    accepted = accept(made, NOW + DAY)
    assert accept(made, NOW + 2 * DAY) == accepted
    match = Match.objects.select_related("game").get()
    assert (accepted.match, accepted.answered_at, accepted.state) == (match, NOW + DAY, State.ACCEPTED)
    game = match.game
    assert (game.status, game.is_rated, game.is_public, game.pace) == (Game.Status.WAITING, True, True, 3)
    assert sorted(recipients(CHECK_IN)) == ["Ashigaru 1", "Ashigaru 4"]
    check_in_all()
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert game.in_club.club == ladder.club
    assert {seat.player_id for seat in Seat.objects.all()} == {
        PersonFactory.numbered(4).pk,
        PersonFactory.numbered(1).pk,
    }
    assert sorted(recipients(STARTED)) == ["Ashigaru 1", "Ashigaru 4"]


def test_east_goes_to_whoever_had_it_less(ladder: Ladder) -> None:
    first = accept(ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1))
    win(first, PersonFactory.numbered(1), NOW + DAY)
    run(NOW + DAY)
    again = accept(
        ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1, now=NOW + 30 * DAY), NOW + 30 * DAY
    )
    assert first.match is not None
    assert again.match is not None
    assert (again.match.east_id, again.match.west_id) == (first.match.west_id, first.match.east_id)


def test_game_waits_for_the_bids_for_sides() -> None:
    ladder = ChallengeLadderFactory.create(players=3, has_bidding=True)
    accepted = accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1))
    assert (accepted.state, accepted.match) == (State.ACCEPTED, None)
    sealed_bids.look(Bidding.objects.get().due_at)
    accepted.refresh_from_db()
    assert accepted.match == Match.objects.get()
    win(accepted, PersonFactory.numbered(3), NOW + 20 * DAY)
    run(NOW + 20 * DAY)
    assert order(ladder) == [3, 1, 2]


# ---- declining and withdrawing


def test_two_declines_are_free_and_the_third_is_a_loss(ladder: Ladder) -> None:
    states = []
    for count, one in enumerate((2, 3, 4)):
        made = ChallengeFactory.create(ladder=ladder, challenger=one, challenged=1, now=NOW + 8 * count * DAY)
        states.append(decline(made, NOW + 8 * count * DAY).state)
    assert states == [State.DECLINED, State.DECLINED, State.FORFEITED]
    assert order(ladder) == [4, 1, 2, 3, 5]
    assert recipients(OUTCOME) == ["Ashigaru 2", "Ashigaru 3", "Ashigaru 4"]


def test_declining_twice_is_declining_once(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1)
    assert decline(made) == decline(made, NOW + DAY)
    assert Challenge.objects.get().ended_at == NOW
    with pytest.raises(Conflict, match="challenge-over"):
        accept(made)
    with pytest.raises(Conflict, match="challenge-over"):
        negotiation.withdraw(challenge=made, by=PersonFactory.numbered(2), now=NOW)


def test_a_challenge_is_withdrawn_until_it_is_answered(ladder: Ladder) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1)
    for _click in range(2):
        negotiation.withdraw(challenge=made, by=PersonFactory.numbered(2), now=NOW)
    assert state(made) == State.CALLED_OFF
    assert recipients(OUTCOME) == ["Ashigaru 1"]
    with pytest.raises(Conflict, match="challenge-over"):
        decline(made)
    accepted = accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1))
    with pytest.raises(Conflict, match="challenge-over"):
        negotiation.withdraw(challenge=accepted, by=PersonFactory.numbered(3), now=NOW)
