"""A game that was called off before it began cannot be played or seen."""

from collections.abc import Callable

import pytest

from accounts.models.person import Person
from games.engine.actions import Bid, encode
from games.engine.side import EAST, NOBODY
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.reads import chronicle, queries
from games.services import joining, play
from games.services.lobby import Invite, Myself
from sekigahara.errors.exceptions import Conflict
from tests.factories.games import GameFactory
from tests.games.lobby.outcomes import has_nothing_of_a_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def test_creator_can_call_a_game_off_until_it_begins(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu)
    with pytest.raises(Conflict, match="not-yours"):
        joining.call_off(game=game, person=mitsunari)
    joining.call_off(game=game, person=ieyasu)
    assert Game.objects.get(pk=game.pk).status == Game.Status.CALLED_OFF
    for act in (joining.call_off, joining.join):
        with pytest.raises(Conflict, match="not-open"):
            act(game=game, person=ieyasu)
    begun = GameFactory.create(creator=ieyasu, opponent=Myself())
    with pytest.raises(Conflict, match="not-open"):
        joining.call_off(game=begun, person=ieyasu)


def test_an_invitation_to_a_game_that_was_called_off_is_gone(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email))
    joining.call_off(game=game, person=ieyasu)
    assert not queries.invitations_of(mitsunari).exists()
    with pytest.raises(Conflict):
        joining.join(game=game, person=mitsunari)


ACTS: dict[str, Callable[[Seat], object]] = {
    "submit": lambda seat: play.submit(seat=seat, bodies=[encode(Bid("east-loyalty"))], expected_version=0),
    "preview": lambda seat: play.preview(seat=seat, bodies=[encode(Bid("east-loyalty"))]),
    "undo": lambda seat: play.undo(seat=seat, expected_version=0),
    "resign": lambda seat: play.resign(seat=seat),
    "load": lambda seat: position.load(seat.game),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
@pytest.mark.parametrize("called_off", [False, True], ids=["not begun", "called off"])
def test_called_off_game_offers_nothing_to_do_or_see(
    ieyasu: Person, act: Callable[[Seat], object], called_off: bool
) -> None:
    game = GameFactory.create(creator=ieyasu)
    if called_off:
        joining.call_off(game=game, person=ieyasu)
    seat = Seat.objects.select_related("game").get(game=game, side=EAST)
    with pytest.raises(Conflict, match="not-begun"):
        act(seat)
    assert chronicle.changes_seen(seat.game, NOBODY) == []
    assert has_nothing_of_a_game(game)
