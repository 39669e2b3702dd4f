"""Finished games are summed up once, from their logs; private ones never; and all can be made again."""

import logging
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.engine.side import EAST, LABELS, WEST
from games.ladders.models.statistics import EditionTally, GameSummary
from games.ladders.statistics import intake
from games.ladders.statistics.figures import (
    Among,
    PlaceCount,
    Span,
    WeekCount,
    Won,
    all_statistics,
    balance_of,
    editions,
    statistics_of,
    victories,
)
from games.ladders.statistics.tally import GamesTally
from games.ladders.tasks import sum_up_all_games, sum_up_games
from games.models.game import EditionText, Game
from games.models.seat import Seat
from games.rulebook.editions import edition_ids
from games.services import play, suspension
from tests.kit.records import finished
from tests.kit.searches import given, st
from tests.kit.table import Table
from tests.ladders.archived import Summed, kept, taken_in, told_by_the_step

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def tally(edition: str = "kessen", *, is_contest: bool = True) -> EditionTally:
    return EditionTally.objects.get(edition=edition, is_contest=is_contest)


@pytest.mark.parametrize("edition", edition_ids())
def test_a_game_is_summed_up_as_its_log_tells_it_step_by_step(edition: str) -> None:
    game = taken_in(2, edition)
    assert sum_up_all_games() == 1
    row = GameSummary.objects.get(game=game)
    told = told_by_the_step(game)
    assert {name: getattr(row, name) for name in told} == told
    assert row.fights
    assert row.east_lost + row.west_lost > 0
    assert (row.public_id, row.edition, row.week, row.winner, row.victory, row.ended_at) == (
        *(game.public_id, edition, game.week, game.winner, game.victory, game.ended_at),
    )
    assert (row.is_contest, row.is_rated, row.days) == (True, False, 0)


def test_undone_actions_do_not_count() -> None:
    """The game has actions that were taken back, and ends by resignation if by nothing else."""
    game = finished(3)
    Game.objects.filter(pk=game.pk).update(is_public=True)
    assert sum_up_all_games() == 1
    row = GameSummary.objects.get(game=game)
    assert row.actions == told_by_the_step(game)["actions"]


def test_each_game_is_summed_up_once_and_counted_once() -> None:
    for seed in (1, 2, 3):
        taken_in(seed)
    assert sum_up_all_games() == 3
    before = kept()
    assert sum_up_all_games() == 0
    assert kept() == before
    taken_in(4)
    assert sum_up_all_games() == 1
    assert tally().tally.games == 4
    assert sum(ending.games for ending in tally().tally.ended()) == 4


def test_a_worker_that_comes_second_with_the_same_games_counts_none() -> None:
    games = [taken_in(seed) for seed in (1, 2)]
    early, late = intake._summaries(games), intake._summaries([*games, taken_in(3)])
    assert [intake._keep(early), intake._keep(late), intake._keep(early)] == [2, 1, 0]
    assert tally().tally.games == GameSummary.objects.count() == 3
    assert intake.first_difference() is None


def test_a_tally_is_the_sum_of_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "GAMES_A_PART", 2)
    for seed in range(1, 6):
        taken_in(seed)
    assert sum_up_all_games() == 5
    rows, told = list(GameSummary.objects.all()), tally().tally
    assert told.games == 5
    assert told.actions == sum(row.actions for row in rows)
    assert (told.east_lost, told.west_lost) == (
        sum(row.east_lost for row in rows),
        sum(row.west_lost for row in rows),
    )
    assert sum(told.battles.values()) == sum(fought[0] for row in rows for fought in row.fights.values())
    assert sum(told.sieges.values()) == sum(fought[1] for row in rows for fought in row.fights.values())
    assert all(count > 0 for count in (*told.battles.values(), *told.sieges.values()))
    assert {(each.winner, each.victory, each.week) for each in told.ended()} == {
        (row.winner, row.victory, row.week) for row in rows
    }


def test_recent_games_are_summed_up_first_and_old_ones_by_the_full_search() -> None:
    table, old = Table(is_public=True), taken_in(1)
    play.resign(seat=table.seat(EAST))
    Game.objects.filter(pk=old.pk).update(changed_at=timezone.now() - timedelta(days=3))
    assert [sum_up_games(), sum_up_games()] == [1, 0]
    assert GameSummary.objects.get().game == table.game
    assert sum_up_all_games() == 1


def test_private_game_is_not_summed_up() -> None:
    table = Table()
    play.resign(seat=table.seat(WEST))
    taken_in(1, is_public=False)
    running, waiting = Table(1, is_public=True), Table(2, is_public=True)
    Game.objects.filter(pk=waiting.game.pk).update(status=Game.Status.WAITING, length=0)
    assert sum_up_all_games() == 0
    assert kept() == [[], []]
    play.resign(seat=running.seat(EAST))
    assert sum_up_all_games() == 1
    assert GameSummary.objects.get().public_id == running.game.public_id


def test_days_are_counted_from_the_beginning_and_only_whole_ones() -> None:
    table = Table(is_public=True)
    play.resign(seat=table.seat(WEST))
    ended = timezone.now()
    Game.objects.update(started_at=ended - timedelta(days=12, hours=23), ended_at=ended)
    sum_up_all_games()
    assert GameSummary.objects.get().days == 12


@pytest.mark.parametrize("side", [EAST, WEST], ids=LABELS)
def test_games_with_a_computer_or_of_one_person_alone_are_counted_apart(side: int) -> None:
    against_computer, alone, contest = (taken_in(seed) for seed in (1, 2, 3))
    Seat.objects.filter(game=against_computer, side=side).update(computer="ashigaru")
    table = Table()
    Seat.objects.filter(game=alone).update(player=table.people[EAST])
    for game_side in (EAST, WEST):
        Seat.objects.filter(game=contest, side=game_side).update(player=table.people[game_side])
    sum_up_all_games()
    assert [tally(is_contest=is_contest).tally.games for is_contest in (True, False)] == [1, 2]
    assert GameSummary.objects.get(is_contest=True).game == contest


def test_a_game_whose_log_does_not_replay_is_passed_over_and_named(caplog: pytest.LogCaptureFixture) -> None:
    broken, whole = taken_in(1), taken_in(2)
    Game.objects.filter(pk=broken.pk).update(chain=b"x" * 32)
    with caplog.at_level(logging.WARNING):
        assert sum_up_all_games() == 1
    assert f"game {broken.public_id} is not summed up" in caplog.text
    assert GameSummary.objects.get().game == whole
    assert sum_up_all_games() == 0


def test_a_stopped_game_is_summed_up_when_it_goes_on_and_no_other_waits_for_it() -> None:
    stopped = taken_in(1)
    suspension.freeze(stopped, "chain-broken")
    taken_in(2)
    assert sum_up_all_games() == 1
    suspension.thaw(stopped)
    assert sum_up_all_games() == 1
    assert tally().tally.games == 2


def test_a_game_of_a_newer_release_waits_for_it() -> None:
    game = taken_in(1)
    Game.objects.filter(pk=game.pk).update(revision=99)
    assert sum_up_all_games() == 0
    assert Game.objects.get(pk=game.pk).frozen_at is None


def test_a_game_that_breaks_the_summing_up_itself_is_named_and_left_for_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, _whole = taken_in(1), taken_in(2)
    Game.objects.filter(pk=broken.pk).update(winner=None)
    assert sum_up_all_games() == 1
    assert f"game {broken.public_id} could not be summed up" in caplog.text


def test_a_rebuild_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "GAMES_A_PART", 2)
    for seed in (1, 2, 3):
        taken_in(seed)
    taken_in(1, "gmt-2016")
    sum_up_all_games()
    before = kept()
    call_command("rebuild_statistics")
    assert kept() == before
    call_command("rebuild_statistics", "--check")


def test_a_rebuild_mends_what_is_wrong_and_the_check_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    games = [taken_in(seed) for seed in (1, 2)]
    sum_up_all_games()
    before = kept()
    GameSummary.objects.filter(game=games[0]).update(east_lost=48)
    with pytest.raises(CommandError, match=f"game {games[0].public_id}, east_lost: expected .*, is 48"):
        call_command("rebuild_statistics", "--check")
    call_command("rebuild_statistics")
    assert kept() == before
    EditionTally.objects.update(counted={})
    with pytest.raises(CommandError, match="tally of kessen"):
        call_command("rebuild_statistics", "--check")
    call_command("rebuild_statistics")
    assert kept() == before
    assert "2 games were summed up." in capsys.readouterr().out


def test_a_rebuild_takes_in_games_that_wait_and_drops_those_that_were_stopped() -> None:
    stopped = taken_in(1)
    sum_up_all_games()
    suspension.freeze(stopped, "chain-broken")
    waiting = taken_in(2)
    call_command("rebuild_statistics")
    assert GameSummary.objects.get().game == waiting
    assert tally().tally.games == 1


def test_an_edition_that_is_gone_keeps_its_games() -> None:
    game = taken_in(1)
    Game.objects.filter(pk=game.pk).update(edition="gone")
    assert EditionText.objects.filter(games=game).exists()
    assert sum_up_all_games() == 1
    assert tally("gone").tally.games == 1


@pytest.mark.parametrize(
    ("east", "west", "interval"),
    [
        (0, 1, (0, 0, 793)),
        (1, 1, (500, 95, 905)),
        (54, 46, (540, 443, 634)),
        (10, 0, (1000, 722, 1000)),
        (5400, 4600, (540, 530, 550)),
    ],
)
def test_the_interval_is_wilsons(east: int, west: int, interval: tuple[int, int, int]) -> None:
    """The numbers are those of R's ``binom::binom.wilson``, in thousandths."""
    found = balance_of(east, west)
    assert found is not None
    assert (found.share, found.low, found.high) == interval


@given(east=st.integers(0, 10**6), west=st.integers(0, 10**6))
def test_the_share_is_within_its_interval_and_both_sides_are_alike(east: int, west: int) -> None:
    found, mirrored = balance_of(east, west), balance_of(west, east)
    if found is None or mirrored is None:
        assert east + west == 0
        return
    assert 0 <= found.low <= found.share <= found.high <= 1000
    assert abs(found.low + mirrored.high - 1000) <= 1
    assert found.games == east + west


def test_few_games_tell_nothing_and_many_do() -> None:
    few, many = balance_of(6, 4), balance_of(600, 400)
    assert few is not None
    assert many is not None
    assert few.is_even
    assert not many.is_even


@pytest.mark.parametrize("games", [[], [Summed(days=3)]], ids=["none", "one"])
def test_a_tally_is_the_same_after_it_was_kept(games: list[Summed]) -> None:
    tally = GamesTally()
    for game in games:
        tally.add(game)
    assert GamesTally.of(tally.kept()) == tally


def test_two_tallies_together_are_that_of_all_their_games() -> None:
    games = [
        Summed(),
        Summed(winner=WEST, days=9, fights={"gifu": [1, 0]}),
        Summed(week=1, fights={"kyoto": [0, 2]}),
    ]
    whole, parts = GamesTally(), [GamesTally(), GamesTally()]
    for number, game in enumerate(games):
        whole.add(game)
        parts[number % 2].add(game)
    before = parts[0].kept()
    assert parts[0].with_(parts[1]) == whole
    assert parts[0].kept() == before


def tallied(*games: Summed, edition: str = "kessen", is_contest: bool = True) -> None:
    tally = GamesTally()
    for game in games:
        tally.add(game)
    EditionTally.objects.create(edition=edition, is_contest=is_contest, counted=tally.kept())


def test_nothing_is_told_of_what_nobody_has_played() -> None:
    told = statistics_of("kessen", Among.ALL)
    assert told.games == 0
    assert told.balance is None
    assert (told.victories, told.weeks, told.spans, told.places) == ([], [], [], [])
    assert victories() == set()


def test_balance_leaves_out_forfeits_of_the_first_week() -> None:
    tallied(
        Summed(victory="resignation", week=1),
        Summed(victory="time-out", week=1, winner=WEST),
        Summed(victory="ieyasu", week=1, winner=WEST),
        Summed(victory="resignation", week=2),
        Summed(victory="adjudication", week=3),
    )
    told = statistics_of("kessen", Among.PEOPLE)
    assert told.games == 5
    assert told.balance is not None
    assert (told.balance.east, told.balance.west) == (2, 1)


def test_balance_is_empty_without_a_counted_game() -> None:
    tallied(Summed(victory="resignation", week=1))
    assert statistics_of("kessen", Among.PEOPLE).balance is None


def test_kinds_of_victory_the_most_frequent_first() -> None:
    tallied(Summed(), Summed(winner=WEST), Summed(winner=WEST), Summed(winner=WEST, victory="ieyasu"))
    told = statistics_of("kessen", Among.PEOPLE)
    assert told.victories == [Won("points", 1, 2), Won("ieyasu", 0, 1)]
    assert victories() == {"points", "ieyasu"}


def test_weeks_without_an_end_stand_between_the_others() -> None:
    tallied(Summed(week=2), Summed(week=4), Summed(week=4))
    weeks = statistics_of("kessen", Among.PEOPLE).weeks
    assert weeks == [WeekCount(1, 0), WeekCount(2, 1), WeekCount(3, 0), WeekCount(4, 2)]


def test_days_in_spans_and_the_middle_of_them() -> None:
    tallied(*(Summed(days=days) for days in (1, 6, 7, 40, 400)))
    told = statistics_of("kessen", Among.PEOPLE)
    assert told.median_days == 7
    assert [span for span in told.spans if span.games] == [
        *(Span(1, 6, 2), Span(7, 13, 1), Span(30, 59, 1), Span(365, None, 1))
    ]
    assert told.spans[0] == Span(1, 6, 2)
    assert Span(14, 29, 0) in told.spans


def test_places_the_most_fought_first_and_alike_ones_by_name() -> None:
    tallied(Summed(fights={"kyoto": [2, 3], "gifu": [1, 0]}), Summed(fights={"edo": [0, 1], "gifu": [0, 0]}))
    assert statistics_of("kessen", Among.PEOPLE).places == [
        *(PlaceCount("kyoto", 2, 3), PlaceCount("edo", 0, 1), PlaceCount("gifu", 1, 0))
    ]


def test_games_with_computers_are_told_only_where_they_are_asked_for() -> None:
    tallied(Summed(east_lost=3))
    tallied(Summed(east_lost=4), Summed(west_lost=5), is_contest=False)
    people, everybody = (statistics_of("kessen", among) for among in Among)
    assert (people.games, people.east_lost) == (1, 3)
    assert (everybody.games, everybody.east_lost, everybody.west_lost) == (3, 7, 5)


def test_editions_are_told_by_their_games_also_those_that_are_no_more() -> None:
    tallied(Summed(), edition="gone")
    tallied(Summed(), Summed(winner=EAST))
    told = all_statistics(Among.PEOPLE)
    assert [each.edition for each in told][:2] == ["kessen", "gone"]
    assert {each.edition for each in told} == {*editions()} > {"gone", "gmt-2016"}
