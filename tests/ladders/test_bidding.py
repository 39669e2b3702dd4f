"""Bidding for sides before a ladder's games: pairing, bidding, opening, deadlines, and what it decides."""

import hashlib
import hmac
from datetime import timedelta

import pytest

from accounts import closing
from games.engine.chance import Grade
from games.engine.side import EAST, WEST, Side
from games.ladders import participation, personal_data, rounds, settling
from games.ladders.bidding import auction, notices, sealed_bids
from games.ladders.bidding.auction import Bid
from games.ladders.bidding.sealed_bids import BID_REMINDER, BIDDING_CALLED_OFF, OPENED
from games.ladders.challenges.eligibility import State
from games.ladders.clubs import membership
from games.ladders.models.bidding import Bidding
from games.ladders.models.rating import RatedGame
from games.ladders.models.season import Match
from games.ladders.ratings import intake
from games.ladders.ratings.check import first_difference
from games.ladders.starting import BIDDING
from games.models.game import Game
from games.models.seat import Seat
from games.reads.deadlines import moment
from games.services import outages
from games.services.waiting import STARTED
from notifications.models import Notification
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.ladders import (
    NOW,
    BiddingFactory,
    BiddingLadderFactory,
    ChallengeFactory,
    ChallengeLadderFactory,
)
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, accept, bid, look, opened, over
from tests.ladders.rating_games import fold_all

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def sealed() -> Bidding:
    return BiddingFactory.create(ladder__now=NOW)


def told(kind: str) -> list[int]:
    """Who is owed a message of a kind."""
    return sorted(Notification.objects.filter(kind=kind).values_list("recipient", flat=True))


def both(of: Bidding) -> list[int]:
    return sorted((of.first_id, of.second_id))


def fresh(of: Bidding) -> Bidding:
    return Bidding.objects.select_related("season__ladder", "first", "second", "match__game").get(pk=of.pk)


# ---- being paired


def test_a_pairing_waits_for_bids_and_both_are_asked(sealed: Bidding) -> None:
    assert not Game.objects.exists()
    assert sealed.is_waiting
    assert sealed.bids == (None, None)
    assert sealed.due_at == sealed.paired_at + 3 * DAY
    assert hashlib.sha256(bytes(sealed.seed)).hexdigest() == sealed.commitment
    assert told(BIDDING) == both(sealed)


def test_while_it_waits_it_counts_as_a_game_of_both() -> None:
    ladder = BiddingLadderFactory.create(now=NOW, players=("Ashigaru One", "Ashigaru Two", "Ashigaru Three"))
    rounds.run(NOW + DAY)
    assert rounds.run(NOW + 2 * DAY) == 0
    of_first = Bidding.objects.get()
    participation.take_part(ladder=ladder, person=of_first.first, most=2, now=NOW)
    assert rounds.run(NOW + 3 * DAY) == 1
    second = Bidding.objects.latest("pk")
    assert {second.first_id, second.second_id} - {of_first.first_id, of_first.second_id}
    assert of_first.first_id in {second.first_id, second.second_id}


def test_a_ladder_without_bidding_begins_games_at_once() -> None:
    ladder = BiddingLadderFactory.create(now=NOW)
    type(ladder).objects.update(has_bidding=False)
    assert rounds.run(NOW + DAY) == 1
    assert Match.objects.get().handicap == (0, 0)
    assert not Bidding.objects.exists()


# ---- bidding


def test_the_second_bid_opens_both_and_the_game_begins(sealed: Bidding) -> None:
    done = bid(sealed, sealed.first, Bid(WEST, 4))
    assert (done.is_waiting, told(OPENED), Game.objects.count()) == (True, [], 0)
    done = bid(sealed, sealed.second, Bid(WEST, 2), NOW + 2 * DAY)
    match = Match.objects.get()
    assert (done.match, done.opened_at) == (match, NOW + 2 * DAY)
    assert (match.west, match.east, match.handicap) == (sealed.first, sealed.second, (4, 0))
    assert (match.season_id, match.round, match.paired_at) == (
        sealed.season_id,
        sealed.round,
        sealed.paired_at,
    )
    players = Seat.objects.filter(game=match.game).order_by("side").values_list("player", flat=True)
    assert list(players) == [match.east_id, match.west_id]
    assert match.game.in_club.club == sealed.season.ladder.club
    assert told(OPENED) == told(STARTED) == both(sealed)


def test_a_bid_may_be_changed_until_both_are_in(sealed: Bidding) -> None:
    for made in (Bid(EAST, 1), Bid(EAST, 9), Bid(WEST, 0), Bid(WEST, 0)):
        bid(sealed, sealed.second, made)
    assert fresh(sealed).bids == (None, Bid(WEST, 0))
    bid(sealed, sealed.first, Bid(EAST, 3))
    with pytest.raises(Conflict, match="bids-open"):
        bid(sealed, sealed.second, Bid(WEST, 1))
    assert fresh(sealed).bids == (Bid(EAST, 3), Bid(WEST, 0))


def test_the_same_bid_once_more_is_the_same_and_no_second_game(sealed: Bidding) -> None:
    opened(sealed, Bid(EAST, 3), Bid(WEST, 0))
    assert bid(sealed, sealed.second, Bid(WEST, 0)).match == Match.objects.get()
    assert Game.objects.count() == 1
    assert len(told(OPENED)) == 2


@pytest.mark.parametrize("points", [-1, 11])
def test_a_bid_that_cannot_be_is_refused(sealed: Bidding, points: int) -> None:
    with pytest.raises(Unacceptable, match="bid-too-high"):
        sealed_bids.bid(bidding=sealed, person=sealed.first, side=EAST, points=points, now=NOW)


def test_equal_bids_are_decided_by_the_seed_and_both_nonces(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(EAST, 2), nonce="one")
    bid(sealed, sealed.second, Bid(EAST, 2), nonce="two")
    match = Match.objects.get()
    message = f"{sealed.public_id}|one|two|coin|0".encode()
    drawn = int.from_bytes(hmac.digest(bytes(sealed.seed), message, hashlib.sha256), "big") % 2
    assert match.east == sealed.players[drawn]
    assert match.handicap == (0, 2)


def test_the_game_follows_from_what_was_published_before_the_bids(sealed: Bidding) -> None:
    """Neither the seed nor the id of the game can be chosen after the bids."""
    mails = [str(notices.invitation(sealed.public_id, str(person.pk))) for person in sealed.players]
    assert all(sealed.public_id in mail and sealed.origin.commitment in mail for mail in mails)
    bid(sealed, sealed.second, Bid(EAST, 2), nonce="two")
    bid(sealed, sealed.first, Bid(WEST, 2), nonce="one")
    game = Match.objects.get().game
    assert (game.public_id, game.commitment) == (sealed.public_id, sealed.origin.commitment)
    assert (game.nonces, game.first) == (["two", "one"], EAST)
    assert game.grade == Grade.SERVER_WITH_LAST
    assert bytes(game.seed) != bytes(sealed.seed)  # that of the coin is known now


def test_the_nonce_of_a_bid_is_that_of_the_last_bid(sealed: Bidding) -> None:
    for nonce in ("early", "late"):
        bid(sealed, sealed.first, Bid(EAST, 1), nonce=nonce)
    with pytest.raises(Unacceptable, match="bad-nonce"):
        bid(sealed, sealed.second, Bid(WEST, 1), nonce="a|b")
    bid(sealed, sealed.second, Bid(WEST, 1))
    game = Match.objects.get().game
    assert (game.nonces, game.grade) == (["late", ""], Grade.UNPROVED)


def test_a_coin_of_an_earlier_release_is_what_it_was(sealed: Bidding) -> None:
    Bidding.objects.filter(pk=sealed.pk).update(game_seed=b"", first_nonce="not used")
    earlier = auction.coin_without_nonces(bytes(sealed.seed), "first", "second")
    assert sealed_bids.coin_of(fresh(sealed)) == earlier


# ---- the time is over


@pytest.mark.parametrize(
    ("first", "second", "sides"),
    [
        pytest.param(Bid(WEST, 7), None, (WEST, EAST), id="the first has bid"),
        pytest.param(None, Bid(WEST, 7), (EAST, WEST), id="the second has bid"),
        pytest.param(None, None, None, id="neither, so the coin decides"),
    ],
)
def test_missing_bids_take_what_is_left_for_nothing(
    sealed: Bidding, first: Bid | None, second: Bid | None, sides: tuple[Side, Side] | None
) -> None:
    for person, made in ((sealed.first, first), (sealed.second, second)):
        if made is not None:
            bid(sealed, person, made)
    assert look(sealed.due_at - timedelta(days=1)) == 0
    assert look(sealed.due_at) >= 1
    assert look(sealed.due_at + DAY) == 0
    match = Match.objects.get()
    if sides is None:
        east = sealed.players[auction.coin(bytes(sealed.seed), sealed.public_id, ("", ""))]
    else:
        east = sealed.first if sides[0] is EAST else sealed.second
    assert (match.east, match.handicap) == (east, (0, 0))
    assert fresh(sealed).bids == (first, second)


def test_a_bid_that_comes_late_counts_while_nothing_is_open(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(EAST, 3))
    bid(sealed, sealed.second, Bid(EAST, 4), sealed.due_at + DAY)
    assert Match.objects.get().handicap == (0, 4)


def test_only_who_has_not_bid_is_reminded_and_once(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(EAST, 3))
    last_quarter = sealed.due_at - timedelta(hours=18)
    assert look(last_quarter - timedelta(seconds=1)) == 0
    assert look(last_quarter) == 1
    assert look(last_quarter + timedelta(hours=1)) == 0
    assert told(BID_REMINDER) == [sealed.second_id]


def test_time_in_which_the_service_was_down_counts_for_nobody(sealed: Bidding) -> None:
    look(sealed.paired_at)
    assert sealed_bids.look(sealed.paired_at + 5 * DAY) == 0
    assert fresh(sealed).due_at == sealed.due_at + 5 * DAY
    assert look(sealed.due_at + 5 * DAY) == 1


def test_outage_brings_a_second_reminder_with_the_new_deadline(sealed: Bidding) -> None:
    """The mail of the old one, where it was not sent yet, says nothing any more."""
    bid(sealed, sealed.first, Bid(EAST, 3))
    down = 5 * DAY
    assert look(sealed.due_at - timedelta(hours=18)) == 1
    old = Notification.objects.get(kind=BID_REMINDER)
    assert notices.reminder(old.about, old.occasion) is not None
    assert sealed_bids.look(sealed.due_at - timedelta(hours=18) + down) == 1
    assert told(BID_REMINDER) == [sealed.second_id] * 2
    new = Notification.objects.filter(kind=BID_REMINDER).latest("pk")
    assert notices.reminder(old.about, old.occasion) is None
    letter = notices.reminder(new.about, new.occasion)
    assert letter is not None
    assert moment(sealed.due_at + down) in letter.subject


# ---- somebody leaves


@pytest.mark.parametrize("how", ["ladder", "club", "account"])
def test_a_pairing_with_somebody_who_leaves_comes_to_nothing(sealed: Bidding, how: str) -> None:
    bid(sealed, sealed.first, Bid(WEST, 4))
    ladder = sealed.season.ladder
    match how:
        case "ladder":
            participation.leave(ladder=ladder, person=sealed.second, now=NOW)
        case "club":
            membership.leave(club=ladder.club, person=sealed.second)
        case "account":
            closing.close(person=sealed.second)
    look(NOW + DAY)
    row = fresh(sealed)
    assert (row.is_waiting, row.opened_at, row.bids) == (False, None, (None, None))
    assert sealed.first_id in told(BIDDING_CALLED_OFF)
    assert not Game.objects.exists()
    with pytest.raises(Conflict, match="bidding-off"):
        bid(sealed, sealed.first, Bid(WEST, 4))


def test_the_second_bid_begins_no_game_with_somebody_who_has_left(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(WEST, 4))
    participation.leave(ladder=sealed.season.ladder, person=sealed.first, now=NOW)
    assert bid(sealed, sealed.second, Bid(WEST, 1)).called_off_at is not None
    assert not Game.objects.exists()


def test_a_pairing_that_came_to_nothing_leaves_a_place_for_another(sealed: Bidding) -> None:
    ladder = sealed.season.ladder
    third = PersonFactory.named("Ashigaru Three")
    membership.join(club=ladder.club, person=third)
    participation.take_part(ladder=ladder, person=third, most=1, now=NOW)
    participation.leave(ladder=ladder, person=sealed.second, now=NOW)
    look(NOW + DAY)
    assert rounds.run(NOW + 3 * DAY) == 1
    assert {sealed.first_id, third.pk} == {*both(Bidding.objects.latest("pk"))}


def test_cancelled_bidding_ends_its_challenge() -> None:
    """Also where whoever left has come back meanwhile."""
    ladder = ChallengeLadderFactory.create(players=2, has_bidding=True)
    accepted = accept(ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1))
    participation.leave(ladder=ladder, person=PersonFactory.numbered(1), now=NOW)
    look(NOW + DAY)
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(1), most=1, now=NOW + DAY)
    accepted.refresh_from_db()
    assert accepted.state == State.CALLED_OFF
    assert len(told(BIDDING_CALLED_OFF)) == 2
    mailed = notices.called_off(Bidding.objects.get().public_id, str(PersonFactory.numbered(2).pk))
    assert mailed is not None
    assert "you can challenge someone else" in mailed.text
    assert "paired again" not in mailed.text + mailed.html


def test_a_closed_ladder_lets_a_pairing_be_played(sealed: Bidding) -> None:
    participation.close(ladder=sealed.season.ladder, by=PersonFactory.named("Organiser One"), now=NOW)
    assert opened(sealed, Bid(EAST, 0), Bid(WEST, 0)).game.status == Game.Status.RUNNING


# ---- what it decides


@pytest.mark.parametrize(
    ("given_east", "score", "victory", "won"),
    [
        pytest.param(0, (14, 10), "points", EAST, id="four points are not made up for by three"),
        pytest.param(0, (12, 10), "points", WEST, id="two points are"),
        pytest.param(0, (13, 10), "points", WEST, id="a tie is West's"),
        pytest.param(0, (10, 12), "points", WEST, id="whoever won is given more"),
        pytest.param(3, (10, 12), "points", EAST, id="East is given them"),
        pytest.param(3, (10, 10), "points-tie", EAST, id="a tie that West had won"),
        pytest.param(3, (5, 12), "resignation", WEST, id="they do not count elsewhere"),
    ],
)
def test_points_given_count_in_the_match_and_in_the_ratings(
    sealed: Bidding, given_east: int, score: tuple[int, int], victory: str, won: Side
) -> None:
    wanted = WEST if given_east else EAST
    match = opened(sealed, Bid(wanted, 3), Bid(wanted, 1))
    assert match.handicap == ((3, 0) if given_east else (0, 3))
    over(match, score, victory)
    fold_all()
    assert not RatedGame.objects.exists()  # before the match is settled nobody knows who has won it
    settling.settle()
    fold_all()
    match.refresh_from_db()
    expected = (2, 0) if won is EAST else (0, 2)
    assert (match.east_halves, match.west_halves, match.victory) == (*expected, victory)
    counted = RatedGame.objects.get()
    assert (counted.east_halves, counted.west_halves) == expected
    assert first_difference() is None
    intake.rebuild()
    counted.refresh_from_db()
    assert (counted.east_halves, counted.west_halves) == expected


def test_the_winner_by_the_game_is_told_as_before(sealed: Bidding) -> None:
    """The game, its log and what it shows know nothing of points given."""
    match = opened(sealed, Bid(EAST, 3), Bid(EAST, 1))
    game = over(match, (12, 10))
    settling.settle()
    game.refresh_from_db()
    assert game.winner == EAST


# ---- whose it is


def test_everybody_is_told_their_own_bids(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(WEST, 4), nonce="mine")
    (mine,) = personal_data.biddings_of(sealed.first)
    (theirs,) = personal_data.biddings_of(sealed.second)
    own = ("side", "points", "nonce")
    assert [mine[key] for key in own] == ["west", 4, "mine"]
    assert [theirs[key] for key in own] == [None, None, None]
    assert {key: mine[key] for key in mine if key not in own} == {
        key: theirs[key] for key in theirs if key not in own
    }


def test_two_rounds_of_a_ladder_have_two_seeds() -> None:
    first = BiddingFactory.create(ladder__now=NOW)
    opened(first, Bid(EAST, 0), Bid(WEST, 0))
    over(Match.objects.get(), (12, 10))
    settling.settle()
    first.season.ladder.refresh_from_db()
    ladder = first.season.ladder
    later = max(ladder.next_round_at, Game.objects.get().ended_at or NOW) + 9 * DAY
    outages.go_on(later)
    rounds.run(later)
    second = Bidding.objects.exclude(pk=first.pk).get()
    assert second.commitment != first.commitment
