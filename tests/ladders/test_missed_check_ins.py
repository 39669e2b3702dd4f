"""Ladders' games in which somebody does not check in count for nothing. Who misses two gets no more."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import closing
from accounts.models.person import Person
from games.engine.side import EAST, WEST
from games.ladders import notices, participation, rounds, settling
from games.ladders.bidding.auction import Bid
from games.ladders.challenges.ends import OUTCOME
from games.ladders.challenges.sentences import outcome
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Match
from games.ladders.settling import ABSENT
from games.models.game import Game
from games.models.seat import Seat
from games.notices import check_in as check_in_notices
from games.services import check_in, retention
from games.services.check_in import CHECK_IN
from notifications.models import Notification
from tests.factories.clubs import MembershipFactory
from tests.factories.ladders import (
    NOW,
    BiddingFactory,
    ChallengeFactory,
    ChallengeLadderFactory,
    LadderFactory,
)
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, token_of
from tests.kit.ladders import DAY, accept, bid, look, order
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def ladder() -> Ladder:
    """A ladder of two, who want one game at a time."""
    return LadderFactory.create(players=("Anna", "Bert"), now=NOW)


def pair(ladder: Ladder) -> Match:
    """The next round is paired."""
    ladder.refresh_from_db()
    rounds.run(ladder.next_round_at)
    return Match.objects.select_related("game").latest("pk")


def there(match: Match, *people: Person) -> None:
    """They check in, and then the time is over."""
    for seat in Seat.objects.select_related("game").filter(game=match.game_id, player__in=people):
        check_in.check_in(seat=seat, nonce="here")
    latest = Seat.objects.filter(game=match.game_id, due_at__isnull=False).latest("due_at").due_at
    assert latest is not None
    check_in.call_off_overdue(latest)
    settling.settle()


def missed(name: str) -> int:
    return Entrant.objects.get(person=PersonFactory.named(name)).missed


def test_a_game_that_is_called_off_counts_for_nothing_and_frees_both(ladder: Ladder) -> None:
    match = pair(ladder)
    assert Notification.objects.filter(kind=CHECK_IN).count() == 2
    there(match, PersonFactory.named("Anna"))
    match.refresh_from_db()
    assert match.ended_at is not None
    assert (match.east_halves, match.west_halves, match.victory) == (None, None, "called-off")
    assert (missed("Anna"), missed("Bert")) == (0, 1)
    assert {each.waiting_since for each in Entrant.objects.all()} == {match.ended_at}
    assert settling.settle() == 0


def test_two_missed_check_ins_end_pairing_until_the_player_is_back(ladder: Ladder) -> None:
    for number in (1, 2):
        there(pair(ladder), PersonFactory.named("Anna"))
        assert missed("Bert") == number
        Entrant.objects.update(waiting_since=NOW - 100 * DAY)
    absent = Entrant.objects.get(person=PersonFactory.named("Bert"))
    (owed,) = Notification.objects.filter(kind=ABSENT)
    assert owed.recipient == PersonFactory.named("Bert")
    letter = notices.absent(owed.about, owed.occasion)
    assert letter is not None
    assert "two games" in str(letter)
    assert Match.objects.count() == 2
    pair(ladder)
    assert Match.objects.count() == 2, "there is nobody to pair Anna with"
    participation.take_part(ladder=ladder, person=PersonFactory.named("Bert"), most=1, now=NOW)
    assert notices.absent(owed.about, owed.occasion) is None
    absent.refresh_from_db()
    assert not absent.is_absent
    pair(ladder)
    assert Match.objects.count() == 3


def test_check_in_with_time_left_is_not_missed(ladder: Ladder) -> None:
    match = pair(ladder)
    closing.close(person=PersonFactory.named("Bert"))
    settling.settle()
    assert missed("Anna") == 0
    seat = Seat.objects.select_related("game").get(game=match.game_id, player=PersonFactory.named("Anna"))
    letter = check_in_notices.called_off(seat.reference, "1")
    assert letter is not None
    assert "was called off before it began.\n" in letter.text
    assert "checked in" not in letter.text
    page = text(signed_in(PersonFactory.named("Anna")).get(f"/games/{match.game.public_id}/"))
    assert "This game was called off." in page
    assert "checked in" not in page


def test_several_missed_at_once_are_told_once(ladder: Ladder) -> None:
    for number, name in enumerate(("Carl", "Dora", "Emil")):
        MembershipFactory.create(club=ladder.club, person__name=name)
        participation.take_part(
            ladder=ladder, person=PersonFactory.named(name), most=5, now=NOW + number * DAY
        )
    for name in ("Anna", "Bert"):
        participation.take_part(ladder=ladder, person=PersonFactory.named(name), most=5, now=NOW)
    for _round in range(3):
        pair(ladder)
    due = Seat.objects.filter(due_at__isnull=False).latest("due_at").due_at
    assert due is not None
    check_in.call_off_overdue(due)
    settling.settle()
    assert missed("Anna") > 2
    assert Notification.objects.filter(kind=ABSENT).count() == 5


def test_a_game_that_is_played_forgives_what_was_missed(ladder: Ladder) -> None:
    there(pair(ladder), PersonFactory.named("Anna"))
    assert missed("Bert") == 1
    Entrant.objects.update(waiting_since=NOW - 100 * DAY)
    match = pair(ladder)
    Game.objects.filter(pk=match.game_id).update(
        status=Game.Status.OVER, winner=EAST, victory="points", week=7, ended_at=NOW + 20 * DAY
    )
    settling.settle()
    assert missed("Bert") == 0


def test_absent_player_cannot_be_challenged() -> None:
    ladder = ChallengeLadderFactory.create(players=3)
    made = accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=2))
    match = Match.objects.get(challenge=made)
    there(match, PersonFactory.numbered(3))
    assert Challenge.objects.get().state == "declined"
    assert order(ladder) == [1, 2, 3], "nobody has lost a place"
    Entrant.objects.filter(person=PersonFactory.numbered(2)).update(missed=2)
    with pytest.raises(Exception, match="may-not-challenge"):
        ChallengeFactory.create(ladder=ladder, challenger=3, challenged=2, now=NOW + timedelta(days=60))


def test_accepting_without_checking_in_costs_as_much_as_declining() -> None:
    ladder = ChallengeLadderFactory.create(players=4)
    owner = PersonFactory.numbered(1)
    for number, by in enumerate((2, 3, 4)):
        made = accept(
            ChallengeFactory.create(ladder=ladder, challenger=by, challenged=1, now=NOW + number * 30 * DAY)
        )
        there(Match.objects.get(challenge=made), PersonFactory.numbered(by))
        made.refresh_from_db()
        assert made.state == ("forfeited" if number == 2 else "declined")
        assert "not checked in to the game" in outcome(made, is_challenger=True)
        told = Notification.objects.filter(kind=OUTCOME, about=made.public_id)
        assert {each.recipient for each in told} == {owner, PersonFactory.numbered(by)}
        participation.take_part(ladder=ladder, person=owner, most=1, now=NOW)
    assert order(ladder) == [4, 1, 2, 3]


def test_a_challenge_without_a_game_is_called_off_where_the_challenger_stayed_away_too() -> None:
    ladder = ChallengeLadderFactory.create(players=3)
    made = accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=2))
    there(Match.objects.get(challenge=made))
    made.refresh_from_db()
    assert made.state == "called-off"


def test_player_without_a_bid_checks_in_after_the_bids_are_open() -> None:
    sealed = BiddingFactory.create(ladder__now=NOW)
    bid(sealed, sealed.first, Bid(WEST, 3), nonce="one")
    look(sealed.due_at)
    game = Match.objects.get().game
    assert (game.status, game.nonces, game.first) == (Game.Status.WAITING, [None, "one"], WEST)
    seat = Seat.objects.select_related("game").get(game=game, player=sealed.second)
    check_in.check_in(seat=seat, nonce="two")
    game.refresh_from_db()
    assert (game.status, game.nonces) == (Game.Status.RUNNING, ["two", "one"])


def test_a_called_off_game_of_a_ladder_is_kept(ladder: Ladder) -> None:
    match = pair(ladder)
    there(match)
    Game.objects.update(ended_at=NOW - 400 * DAY, created_at=NOW - 400 * DAY)
    assert retention.forget_unbegun() == 0
    assert Match.objects.get() == match


# ---- pages and API


def test_the_ladder_says_who_is_not_there_and_to_whom(ladder: Ladder) -> None:
    Entrant.objects.filter(person=PersonFactory.named("Bert")).update(missed=2)
    page = f"/ladders/{ladder.public_id}/"
    own = signed_in(PersonFactory.named("Bert"))
    assert "Are you still there?" in text(own.get(page))
    assert "Only organisers see this." not in text(own.get(page))
    assert "Are you still there?" not in text(signed_in(PersonFactory.named("Anna")).get(page))
    assert "Only organisers see this." in text(signed_in(PersonFactory.named("Organiser One")).get(page))
    caller = Caller(token_of(PersonFactory.named("Bert")))
    assert caller.get(f"ladders/{ladder.public_id}/").json()["you"]["absent"] is True
    own.post(f"{page}part/", {"most": "1"})
    assert missed("Bert") == 0
    assert "Are you still there?" not in text(own.get(page))


def test_the_ladder_shows_a_game_that_waits(ladder: Ladder) -> None:
    pair(ladder)
    assert "checking in" in text(Client().get(f"/ladders/{ladder.public_id}/"))
