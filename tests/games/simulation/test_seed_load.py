"""``manage.py seed_load``: people and games to measure with, which are games like any other."""

from collections import Counter

import pytest
from django.core.management import CommandError

from accounts.models.person import Person
from games.engine import pending_for
from games.log import heads, position, record
from games.models.game import Game
from games.models.seat import Seat
from games.reads import chronicle
from games.services import play
from games.services.repair import first_difference
from tests.kit.commands import output_of

pytestmark = pytest.mark.django_db


def test_seeded_games_are_as_if_played_here() -> None:
    assert output_of("seed_load", "--people", "20", "--games", "32") == "20 people and 32 games\n"
    assert Person.objects.count() == 20
    by_status = Counter(Game.objects.values_list("status", flat=True))
    assert by_status.total() == 32
    assert min(by_status[each] for each in ("running", "over", "waiting")) >= 1
    for seat in Seat.objects.select_related("game").exclude(game__length=0):
        state = position.load(seat.game).state
        assert bool(seat.asked) == (pending_for(state, seat.plays) is not None)
        assert seat.version == len(chronicle.changes_seen(seat.game, seat.plays))
        assert heads.shown(seat.game) == chronicle.heads_of(seat.game)[-1]
    assert len({*Seat.objects.exclude(asked="").values_list("asked", flat=True)}) > 3


def test_game_can_be_verified_when_it_is_over() -> None:
    output_of("seed_load", "--people", "5", "--games", "12")
    seat = Seat.objects.select_related("game").exclude(asked="").order_by("pk")[0]
    play.resign(seat=seat)
    over = [game.public_id for game in Game.objects.filter(status=Game.Status.OVER)]
    assert {seat.game.public_id} < {*over}
    for game in over:
        assert "all as the seed gives them" in output_of("verify_game", game)


def test_copies_are_as_if_played_here_but_for_their_draws() -> None:
    output_of("seed_load", "--people", "9", "--games", "24", "--played", "6")
    last = Game.objects.order_by("pk").values_list("pk", flat=True)[5]
    begun = Game.objects.filter(length__gt=0)
    played, copies = begun.filter(pk__lte=last), begun.filter(pk__gt=last)
    assert [first_difference(game.public_id) for game in played] == [None] * 6
    for game in copies:
        difference = first_difference(game.public_id)
        assert difference is not None
        assert (difference.code, difference.what[:4]) == ("other-draw", "draw")
        assert heads.shown(game) == chronicle.heads_of(game)[-1]
        assert (list(record.times(game))[-1], game.seats.count()) == (game.changed_at, 2)
    for name in ("public_id", "seed", "commitment", "chain", "head_public", "changed_at"):
        assert len({*copies.values_list(name, flat=True)}) == len(copies)
    assert len({*copies.values_list("seats__player", flat=True)}) > 5


def test_copy_goes_on() -> None:
    output_of("seed_load", "--people", "5", "--games", "30", "--played", "3")
    played = Game.objects.order_by("pk").values("pk")[:3]
    copied = Seat.objects.select_related("game").exclude(game__in=list(played.values_list("pk", flat=True)))
    seat = copied.exclude(asked="").order_by("pk")[0]
    play.resign(seat=seat)
    assert Game.objects.get(pk=seat.game_id).is_over
    assert heads.shown(seat.game) == chronicle.heads_of(seat.game)[-1]


def test_a_database_with_people_is_refused() -> None:
    person = Person.objects.at("someone@example.org")
    with pytest.raises(CommandError, match="already has people or games"):
        output_of("seed_load", "--people", "5", "--games", "2")
    assert [*Person.objects.all()] == [person]
    assert not Game.objects.exists()


def test_without_a_game_that_is_played_it_is_refused() -> None:
    with pytest.raises(CommandError, match="has to be played"):
        output_of("seed_load", "--played", "0")


def test_one_person_is_refused() -> None:
    with pytest.raises(CommandError, match="two people"):
        output_of("seed_load", "--people", "1")
