"""Finished games are summed up once, from their logs; private ones never; and all can be made again."""

import logging
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.engine.side import EAST, LABELS, WEST
from games.ladders.models.statistics import EditionTally, GameSummary
from games.ladders.statistics import intake
from games.ladders.tasks import sum_up_all_games, sum_up_games
from games.models.game import EditionText, Game
from games.models.seat import Seat
from games.rulebook.editions import edition_ids
from games.services import play, suspension
from tests.kit.records import finished
from tests.kit.table import Table
from tests.ladders.archived import kept, taken_in, told_by_the_step

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
