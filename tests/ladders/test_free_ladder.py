"""The ladder of free pairing: taking part, rounds, results, seasons, and a whole one by itself."""

from datetime import timedelta

import pytest

from accounts.models.person import Block, Person
from games.engine.side import EAST, WEST
from games.ladders import participation, rounds, settling
from games.ladders.clubs import membership
from games.ladders.models.club import Club, Membership, Removal
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Match, Season
from games.models.game import Game
from games.models.seat import Seat
from games.services import outages, play
from games.services.check_in import CHECK_IN
from games.services.waiting import STARTED
from games.simulation.league import check_in_all
from games.simulation.season import simulate
from notifications.models import Notification
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import NOW, LadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def people(count: int) -> list[Person]:
    return [PersonFactory.numbered(number) for number in range(1, count + 1)]


@pytest.fixture
def members() -> list[Person]:
    return people(4)


@pytest.fixture
def club(members: list[Person]) -> Club:
    others = [person.name for person in members[1:]]
    return ClubFactory.create(founder=members[0], name="Sunday club", members=others)


@pytest.fixture
def ladder(club: Club, members: list[Person]) -> Ladder:
    return LadderFactory.create(club=club, season_days=28, now=NOW)


def enter(ladder: Ladder, persons: list[Person], most: int = 1) -> None:
    for person in persons:
        participation.take_part(ladder=ladder, person=person, most=most, now=NOW)


def run(days: int = 1) -> int:
    outages.go_on(NOW + days * DAY)  # the service was up all the time before
    return rounds.run(NOW + days * DAY)


# ---- taking part


def test_members_take_part_and_nobody_else(ladder: Ladder, members: list[Person]) -> None:
    (stranger,) = people(5)[4:]
    with pytest.raises(Conflict, match="not-a-member"):
        enter(ladder, [stranger])
    with pytest.raises(Unacceptable, match="too-many-games-wanted"):
        enter(ladder, [members[0]], most=participation.MOST_GAMES + 1)
    enter(ladder, [members[0]])
    enter(ladder, [members[0]], most=2)
    assert [(each.person, each.most) for each in Entrant.objects.all()] == [(members[0], 2)]
    participation.close(ladder=ladder, by=members[0], now=NOW)
    with pytest.raises(Conflict, match="ladder-closed"):
        enter(ladder, [members[1]])


# ---- rounds


def test_a_round_pairs_those_who_want_games_and_they_begin_when_both_are_there(
    ladder: Ladder, members: list[Person]
) -> None:
    enter(ladder, members)
    assert run() == 2
    matches = list(Match.objects.select_related("game"))
    assert {person for match in matches for person in (match.east, match.west)} == set(members)
    for match in matches:
        game = match.game
        assert (game.status, game.is_rated, game.is_public, game.pace) == (Game.Status.WAITING, True, True, 3)
        assert [seat.player_id for seat in Seat.objects.filter(game=game).order_by("side")] == [
            match.east_id,
            match.west_id,
        ]
    assert Notification.objects.filter(kind=CHECK_IN).count() == 4
    assert Notification.objects.filter(kind=STARTED).count() == 0
    check_in_all()
    assert Notification.objects.filter(kind=STARTED).count() == 4
    assert {game.status for game in Game.objects.all()} == {Game.Status.RUNNING}


def test_a_round_is_made_once_when_it_is_due(ladder: Ladder, members: list[Person]) -> None:
    enter(ladder, members)
    assert rounds.run(NOW + DAY - timedelta(seconds=1)) == 0
    stale = Ladder.objects.get()
    assert run() == 2
    assert rounds.pair(stale, NOW + DAY) == 0
    assert run() == 0
    assert Ladder.objects.get().next_round_at == NOW + 2 * DAY


def test_nobody_has_more_games_than_they_want(ladder: Ladder, members: list[Person]) -> None:
    enter(ladder, members[:2], most=2)
    enter(ladder, members[2:], most=1)
    for day in range(1, 12):
        run(day)
    running = Match.objects.filter(ended_at=None).values_list("east", "west")
    counts = [sum(person.pk in pair for pair in running) for person in members]
    assert counts == [2, 2, 1, 1]
    assert len({frozenset(pair) for pair in running}) == len(running)


@pytest.mark.parametrize("why", ["pauses", "left", "left the club", "blocked"])
def test_unavailable_member_is_not_paired(ladder: Ladder, members: list[Person], why: str) -> None:
    one, other = members[:2]
    enter(ladder, [one, other])
    match why:
        case "pauses":
            enter(ladder, [other], most=0)
        case "left":
            participation.leave(ladder=ladder, person=other, now=NOW)
        case "left the club":
            membership.leave(club=ladder.club, person=other)
        case "blocked":
            Block.objects.create(person=other, blocked=one)
    assert run() == 0


def test_opponents_of_long_ago_are_not_read_again(ladder: Ladder, members: list[Person]) -> None:
    enter(ladder, members[:2])
    run()
    Match.objects.update(ended_at=NOW + 2 * DAY)
    known = [
        [each.recent for each in rounds.candidates(ladder, NOW + days * DAY)] for days in (3, 365, 366, 367)
    ]
    both = [(members[1].pk,), (members[0].pk,)]
    assert known == [both, both, [(), ()], [(), ()]]


@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_returning_member_is_paired_after_asking_again(
    ladder: Ladder, members: list[Person], how: str
) -> None:
    one, other = members[:2]
    enter(ladder, [one, other])
    if how == "leaves":
        membership.leave(club=ladder.club, person=other)
    else:
        mine = Membership.objects.get(club=ladder.club, person=other)
        membership.remove(member=mine, by=one, reason="No.")
        membership.allow_back(removal=Removal.objects.get(), by=one)
    membership.join(club=ladder.club, person=other)
    assert run() == 0
    enter(ladder, [other])
    assert run(2) == 1


# ---- results and seasons


def test_a_game_that_ends_is_written_down_and_both_wait_again(ladder: Ladder, members: list[Person]) -> None:
    enter(ladder, members[:2])
    run()
    match = Match.objects.get()
    check_in_all()
    play.resign(seat=Seat.objects.select_related("game", "player").get(game=match.game, side=WEST))
    assert settling.settle() == 1
    assert settling.settle() == 0
    match.refresh_from_db()
    game = Game.objects.get(pk=match.game_id)
    assert (match.east_halves, match.west_halves, match.victory) == (2, 0, "resignation")
    assert match.ended_at == game.ended_at
    assert {entrant.waiting_since for entrant in Entrant.objects.filter(left_at=None)} == {game.ended_at}


def test_two_alone_meet_again_with_sides_changed_once_both_have_waited(
    ladder: Ladder, members: list[Person]
) -> None:
    enter(ladder, members[:2])
    run()
    first = Match.objects.get()
    Game.objects.filter(pk=first.game_id).update(
        status=Game.Status.OVER, winner=EAST, victory="points", week=7, ended_at=NOW + 2 * DAY
    )
    assert run(3) == 1  # the result
    assert run(4) == 0
    assert run(6) == 1
    second = Match.objects.latest("pk")
    assert (second.east_id, second.west_id) == (first.west_id, first.east_id)


def test_seasons_follow_each_other_and_a_game_belongs_to_that_it_was_paired_in(
    ladder: Ladder, members: list[Person]
) -> None:
    enter(ladder, members[:2])
    run(27)
    enter(ladder, members[2:])
    run(90)
    seasons = list(Season.objects.order_by("number"))
    assert [season.begins_at for season in seasons] == [NOW + 28 * count * DAY for count in range(4)]
    assert [match.season.number for match in Match.objects.order_by("pk")] == [1, 4]


# ---- by itself


@pytest.mark.embedded
def test_a_whole_ladder_runs_by_itself() -> None:
    report = simulate(players=8, weeks=3, seed=1)
    assert report.findings == []
    assert report.seasons == 1
    assert report.games >= 15  # who meets whom depends on primary keys, too
    assert report.fewest >= 2
