"""Rated games become ratings: whatever the order they come in, exactly the numbers of a rebuild."""

import random
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST
from games.ladders.models.rating import Player, RatedGame, RatingChange, RatingStanding, SideAdvantage
from games.ladders.ratings import intake, stored
from games.ladders.ratings.check import first_difference
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.fold import OVERALL, Fold
from games.ladders.ratings.glicko import START
from games.ladders.ratings.intake import fold_due, rebuild
from games.ladders.ratings.results import TIME_OUT
from games.models.game import Game
from games.models.seat import Seat
from games.services import lobby, play
from tests.factories.people import PersonFactory
from tests.kit.work import do_due_work
from tests.ladders.finished import BEGIN
from tests.ladders.rating_games import Quick, begun, ended, fold_all, snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.both]

NAMES = ("Ashigaru One", "Ashigaru Two", "Ashigaru Three", "Ashigaru Four", "Ashigaru Five")


@pytest.fixture
def people() -> list[Person]:
    return [PersonFactory.named(name) for name in NAMES]


@pytest.fixture
def quick(people: list[Person]) -> Quick:
    return Quick(people)


# ---- the promise ----


def test_unrated_game_is_not_counted(people: list[Person]) -> None:
    ended(begun(people[0], people[1], terms=lobby.Terms()), days=1)
    assert fold_all() == 0
    assert not RatedGame.objects.exists()


# ---- one result ----


def test_a_played_game_is_counted_by_the_worker_as_soon_as_it_is_over(people: list[Person]) -> None:
    game = begun(people[0], people[1])
    Game.objects.filter(pk=game.pk).update(week=2)  # a log of two weeks would take a while
    play.resign(seat=Seat.objects.select_related("game").get(game=game, side=EAST))
    Game.objects.filter(pk=game.pk).update(week=2)
    do_due_work()
    result = RatedGame.objects.get()
    game.refresh_from_db()
    assert (result.game, result.finished_at) == (game.public_id, game.ended_at)
    assert [player and player.person for player in result.players] == people[:2]
    assert (result.east_halves, result.west_halves, result.victory) == (0, 2, "resignation")
    assert game.counted_at is not None
    assert result.reason == ""
    west = RatingStanding.objects.get(player__person=people[1], ladder=OVERALL)
    assert west.points > START
    assert west.games == 1


def test_rated_game_is_counted_once(people: list[Person]) -> None:
    ended(begun(people[0], people[1]), days=1)
    assert fold_all() == 1
    before = snapshot()
    assert fold_all() == 0
    assert snapshot() == before


def test_the_numbers_are_those_of_the_fold(people: list[Person], quick: Quick) -> None:
    list(quick.season(25))
    fold_all()
    fold = Fold()
    for game in RatedGame.objects.order_by("finished_at"):
        done = fold.add(game.result)
        assert (game.reason, game.advantage, game.expected) == (
            done.reason or "",
            done.advantage,
            done.expected,
        )
        kept_changes = [each.change for each in RatingChange.objects.filter(game=game).order_by("pk")]
        assert kept_changes == list(done.changes)
    assert fold.table.standings == {
        (row.player_id, row.ladder): row.standing for row in RatingStanding.objects.all()
    }
    assert {each.reason for each in RatedGame.objects.all()} == {
        "",
        NotRated.TOO_SHORT,
        NotRated.TIMED_OUT_BEFORE,
    }


def test_a_stopped_game_waits_until_it_goes_on(people: list[Person]) -> None:
    game = ended(begun(people[0], people[1]), days=1)
    Game.objects.filter(pk=game.pk).update(frozen_at=BEGIN)
    assert fold_all() == 0
    Game.objects.filter(pk=game.pk).update(frozen_at=None)
    assert fold_all() == 1


def test_deleted_person_keeps_their_number(people: list[Person]) -> None:
    game = ended(begun(people[0], people[1]), days=1)
    fold_all()
    before = snapshot()
    Seat.objects.filter(game=game, side=WEST).update(player=None)
    people[1].delete()
    assert Player.objects.filter(person=None).count() == 1
    rebuild()
    assert snapshot() == before


# ---- any order ----


@pytest.mark.parametrize("seed", range(2))
def test_any_order_comes_to_the_numbers_of_a_rebuild(
    people: list[Person], quick: Quick, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Games end one by one in any order, and the worker comes by now and then; few are folded at once."""
    chooser = random.Random(seed)
    games = list(quick.season(40))
    Game.objects.update(status=Game.Status.RUNNING)
    monkeypatch.setattr(intake, "RESULTS_A_FOLD", 7)
    chooser.shuffle(games)
    for game in games:
        Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
        if chooser.random() < 0.4:
            fold_due()
    fold_all()
    gradually = snapshot()
    assert first_difference() is None
    assert RatedGame.objects.filter(is_folded=True).count() == len(games)
    monkeypatch.setattr(intake, "RESULTS_A_FOLD", 1000)
    assert rebuild() == len(games)
    assert snapshot() == gradually


def test_going_back_to_before_everything(people: list[Person], quick: Quick) -> None:
    late = quick.game(people[0], people[1], days=9, victory=TIME_OUT)
    fold_all()
    quick.game(people[2], people[3], days=1)
    fold_all()
    gradually = snapshot()
    rebuild()
    assert snapshot() == gradually
    assert RatedGame.objects.get(game=late.public_id).is_folded


def test_results_of_one_moment_stand_in_the_order_of_their_ids(people: list[Person], quick: Quick) -> None:
    games = [quick.game(people[number], people[0], days=3) for number in (1, 2, 3)]
    for game in sorted(games, key=lambda each: each.public_id, reverse=True):
        other = Game.objects.exclude(pk=game.pk).filter(status=Game.Status.OVER, counted_at=None)
        held = list(other.values_list("pk", flat=True))
        Game.objects.filter(pk__in=held).update(status=Game.Status.RUNNING)
        fold_all()
        Game.objects.filter(pk__in=held).update(status=Game.Status.OVER)
    changes = RatingChange.objects.filter(ladder=OVERALL, player__person=people[0]).order_by("games")
    assert [each.game.game for each in changes] == sorted(game.public_id for game in games)
    assert first_difference() is None


# ---- dying on the way ----


class DiedError(Exception):
    """The worker's end."""


def test_a_worker_that_dies_leaves_what_was_there(
    people: list[Person], quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(quick.season(6))
    fold_all()
    before = snapshot()
    quick.game(people[0], people[1], days=2)  # the fold has to go back for it

    def die(*_args: object) -> None:
        raise DiedError

    with monkeypatch.context() as patched:
        patched.setattr(stored, "keep_last", die)
        with pytest.raises(DiedError):
            fold_due()
    assert snapshot() == before
    fold_all()
    assert first_difference() is None
    assert RatedGame.objects.count() == 7


# ---- the command ----


def test_the_check_finds_nothing_where_all_is_well(
    people: list[Person], quick: Quick, capsys: pytest.CaptureFixture[str]
) -> None:
    list(quick.season(12))
    fold_all()
    call_command("rebuild_ratings", "--check")
    assert "The stored ratings are those" in capsys.readouterr().out


def wrong_change(first: RatedGame) -> None:
    RatingChange.objects.filter(game=first).update(points=F("points") + 1)


def wrong_game(first: RatedGame) -> None:
    RatedGame.objects.filter(pk=first.pk).update(expected=F("expected") + 1)


def wrong_standing(first: RatedGame) -> None:
    RatingStanding.objects.filter(ladder=OVERALL, player=first.east).update(deviation=F("deviation") + 1)


def wrong_settling(first: RatedGame) -> None:
    RatingStanding.objects.filter(ladder=OVERALL, player=first.east).update(
        settled_until=first.finished_at + timedelta(days=999)
    )


def wrong_advantage(first: RatedGame) -> None:
    SideAdvantage.objects.filter(edition=first.edition).update(points=F("points") + 1)


def wrong_time_out(first: RatedGame) -> None:
    Player.objects.filter(pk=first.east_id or 0).update(timed_out_at=BEGIN)


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (wrong_change, "changes of game {game}:"),
        (wrong_game, "game {game}:"),
        (wrong_standing, "rating of player {east} on all editions:"),
        (wrong_settling, "rating of player {east} on all editions:"),
        (wrong_advantage, "advantage in {edition}:"),
        (wrong_time_out, "time-out of player {east}:"),
    ],
)
def test_the_check_names_the_first_difference_and_a_rebuild_mends_it(
    people: list[Person], quick: Quick, spoil: object, named: str
) -> None:
    for days in range(4):
        quick.game(people[0], people[1 + days], days=days)
    fold_all()
    before = snapshot()
    first = RatedGame.objects.earliest("finished_at")
    assert callable(spoil)
    spoil(first)
    told = named.format(game=first.game, east=first.east_id, edition=first.edition)
    with pytest.raises(CommandError, match=f"^{told}") as refused:
        call_command("rebuild_ratings", "--check")
    assert refused.value.returncode == 1
    assert snapshot() != before
    call_command("rebuild_ratings")
    assert snapshot() == before


# ---- until when a rating is settled ----


def test_a_rating_is_settled_exactly_until_it_is_provisional(people: list[Person], quick: Quick) -> None:
    for number in range(24):
        quick.game(people[number % 2], people[1 - number % 2], days=number, winner=SIDES[number // 2 % 2])
    fold_all()
    settled = RatingStanding.objects.filter(settled_until__isnull=False)
    assert settled.count() == 4
    for row in settled:
        until = row.settled_until
        assert until is not None
        last_moment = until - timedelta(microseconds=1)
        assert not row.standing.rating_at(last_moment).is_provisional
        assert row.standing.rating_at(until).is_provisional
    for row in RatingStanding.objects.filter(settled_until=None):
        assert row.standing.rating.is_provisional
