"""The games that a new installation has to show."""

import pytest

from games.engine.actions import Deploy
from games.engine.side import EAST, SIDES, WEST
from games.log import position
from games.management.commands._demo import ACTIONS, DEMO_NAMES, demo
from games.models.log import Entry
from games.models.seat import Seat
from games.rulebook.editions import edition_ids
from games.services.computers import play_computers
from tests.factories.games import options_of

pytestmark = pytest.mark.django_db


def test_one_game_is_well_under_way_and_another_has_begun() -> None:
    shown = demo()
    assert [seat.played_by for seat in Seat.objects.filter(game=shown.game).order_by("side")] == [
        *DEMO_NAMES.values()
    ]
    shown.game.refresh_from_db()
    assert not shown.game.is_over
    done = Entry.objects.filter(game=shown.game, side__isnull=False)
    assert done.count() >= ACTIONS
    assert set(done.values_list("side", flat=True)) == set(SIDES)
    computer = Seat.objects.filter(game=shown.against_computer).order_by("side")[1]
    assert computer.computer == "ashigaru"
    editions = {shown.game.edition, shown.against_computer.edition}
    assert len(editions) == 2
    assert editions <= set(edition_ids())


def test_demo_opens_on_a_deployment_with_several_answers() -> None:
    game = demo().game
    (seat,) = Seat.objects.select_related("game").filter(game=game).exclude(asked="")
    assert (seat.plays, seat.asked) == (EAST, "deploy")
    described = options_of(position.load(seat.game), EAST).describe()["answers"]
    choices = [each["action"] for answer in described for each in answer.get("choices", ())]
    assert sum(isinstance(action, Deploy) for action in choices) >= 4


def test_the_computer_player_answers_in_the_edition_of_its_game() -> None:
    shown = demo()
    before = Entry.objects.filter(game=shown.against_computer, side=WEST).count()
    assert play_computers() > 0
    assert Entry.objects.filter(game=shown.against_computer, side=WEST).count() > before


def test_demo_games_are_made_once() -> None:
    first, second = demo(), demo()
    assert first == second
