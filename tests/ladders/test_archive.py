"""The archive: finished public games, the latest first, by edition, player, club, ladder and victory."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import closing
from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST, Side
from games.ladders.models.club import ClubGame
from games.ladders.models.season import Match, Season
from games.ladders.models.statistics import GameSummary
from games.ladders.statistics import archive, intake
from games.ladders.statistics.archive import Filters, NotFoundError
from games.models.game import Game
from games.models.seat import Seat
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory
from tests.ladders.archived import listed
from tests.ladders.finished import BEGIN

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def found(**wanted: object) -> list[str]:
    """The ids of what is found, in the order of the list."""
    return [row.public_id for row in archive.find(Filters(**wanted))]  # type: ignore[arg-type] # its fields


def ids(*games: Game) -> list[str]:
    return [game.public_id for game in games]


def test_the_latest_comes_first_and_what_ended_at_one_moment_has_an_order() -> None:
    old, new, also_new = listed(days=1), listed(days=5), listed(days=5)
    assert found() == [*sorted(ids(new, also_new), reverse=True), old.public_id]


def test_a_game_that_ends_meanwhile_moves_nothing_on_the_next_page() -> None:
    games = [listed(days=number) for number in range(4)]
    before = list(archive.after(archive.find(Filters()), games[2].public_id))
    listed(days=9)
    assert list(archive.after(archive.find(Filters()), games[2].public_id)) == before


@pytest.mark.parametrize("after", ["", "nosuchgame", "' OR 1=1 --"])
def test_after_a_game_that_is_none_of_the_archive_it_begins_anew(after: str) -> None:
    listed()
    assert archive.after(archive.find(Filters()), after).count() == 1


def test_games_are_found_by_edition_victory_and_rating() -> None:
    plain = listed()
    other = listed(edition="gmt-2016", victory="resignation")
    rated = listed(victory="resignation", is_rated=True)
    assert found(edition="gmt-2016") == ids(other)
    assert {*found(victory="resignation")} == {*ids(other, rated)}
    assert found(victory="resignation", edition="kessen") == ids(rated)
    assert found(rated=True) == ids(rated)
    assert {*found(rated=False)} == {*ids(plain, other)}


def test_games_are_found_by_part_of_either_players_name() -> None:
    east, west = (
        listed(PersonFactory.named("Chikuzen")),
        listed(None, PersonFactory.named("Old Chikuzen"), days=1),
    )
    listed(PersonFactory.named("Mariko"), PersonFactory.named("Anjin"), days=2)
    assert found(player="chikuz") == ids(west, east)
    assert found(player="old ") == ids(west)  # blanks around it do not count
    assert found(player="nobody") == []
    assert found(player="Mariko", edition="gmt-2016") == []


def test_game_of_one_person_alone_is_found_once() -> None:
    alone = PersonFactory.named("Alone")
    game = listed(alone, alone)
    assert found(player="Alone") == ids(game)


def test_closed_account_is_found_by_no_name() -> None:
    leaving = PersonFactory.named("Leaving Soon")
    game = listed(leaving, PersonFactory.named("Stayer"))
    assert closing.close(person=leaving)
    assert found(player="Leaving") == []
    assert found(player="former") == []
    assert found(player="Stayer") == ids(game)
    (told,) = archive.with_players(list(archive.find(Filters())))
    assert [seat.played_by for seat in told.seats] == ["a former player", "Stayer"]


def test_name_of_too_many_people_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_PEOPLE", 2)
    for number in range(3):
        listed(PersonFactory.numbered(number))
    PersonFactory.named("Ashigaru who never played")
    with pytest.raises(NotFoundError, match="too-many-people"):
        found(player="ashigaru")
    assert len(found(player="ashigaru 1")) == 1


def test_games_are_found_by_club_ladder_and_season() -> None:
    club, other_club = ClubFactory.create(), ClubFactory.create(founder__name="Another", name="Another club")
    ladder = LadderFactory.create(club=club, now=BEGIN)
    people = [PersonFactory.named("One"), PersonFactory.named("Two")]
    first = Season.objects.get(ladder=ladder)
    second = Season.objects.create(
        ladder=ladder, number=2, begins_at=first.ends_at, ends_at=first.ends_at + timedelta(days=91)
    )
    games = [listed(*people, days=number) for number in range(4)]
    for game, place in ((games[0], club), (games[1], club), (games[2], club), (games[3], other_club)):
        ClubGame.objects.create(game=game, club=place)
    for game, season in ((games[1], first), (games[2], second)):
        Match.objects.create(
            season=season, round=1, game=game, east=people[EAST], west=people[WEST], paired_at=BEGIN
        )
    assert found(club=club.slug) == ids(games[2], games[1], games[0])
    assert found(club=other_club.slug) == ids(games[3])
    assert found(ladder=ladder.public_id) == ids(games[2], games[1])
    assert found(ladder=ladder.public_id, season=1) == ids(games[1])
    assert found(ladder=ladder.public_id, season=1, club=other_club.slug) == []
    told = {row.summary.game_id: row for row in archive.with_players(list(archive.find(Filters())))}
    assert [told[game.pk].club for game in games] == [club, club, club, other_club]
    assert [told[game.pk].season for game in games] == [None, first, second, None]


def test_unknown_season_is_refused() -> None:
    ladder = LadderFactory.create(now=BEGIN)
    with pytest.raises(NotFoundError, match="no-season"):
        found(ladder=ladder.public_id, season=2)


def test_many_rows_are_told_by_as_many_queries_as_one() -> None:
    for number in range(6):
        listed(
            PersonFactory.named(f"East {number}"),
            PersonFactory.named(f"West {number}") if number % 2 else None,
        )
    rows = list(archive.find(Filters()))
    counts = []
    for some in (rows[:1], rows):
        with CaptureQueriesContext(connection) as captured:
            told = archive.with_players(some)
            assert all(seat.played_by for row in told for seat in row.seats)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_archive_lists_summed_up_games_and_no_private_ones() -> None:
    game = listed()
    private = Game.objects.get(pk=game.pk)
    private.pk, private.public_id, private.is_public = None, "private", False
    private.save(force_insert=True)
    Seat.objects.bulk_create(Seat(game=private, side=side) for side in SIDES)
    intake.sum_up()
    assert found() == ids(game)
    assert isinstance(GameSummary.objects.get().won_by, Side)
    assert Person.objects.count() == 0
