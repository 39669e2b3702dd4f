"""The hold and the reaction clock: agreed when a game is created, for games between two people only."""

import pytest

from accounts.models.person import Person
from games.models.game import Game
from games.services import joining, lobby
from games.services.lobby import Anybody, Computer, Invite, Myself, Opponent
from notifications.models import Notification
from sekigahara.errors.exceptions import Unacceptable
from tests.factories.games import GameFactory
from tests.games.test_notices import sent

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

INVITED = Invite("mitsunari@example.org")


@pytest.mark.parametrize("opponent", [Anybody(), INVITED])
def test_two_people_have_the_usual_ones_or_those_they_choose(ieyasu: Person, opponent: Opponent) -> None:
    usual = GameFactory.create(creator=ieyasu, opponent=opponent)
    assert (usual.hold, usual.reaction) == (15, 24)
    chosen = GameFactory.create(creator=ieyasu, opponent=opponent, terms=lobby.Terms(hold=60, reaction=None))
    assert (chosen.hold, chosen.reaction) == (60, None)
    chosen.refresh_from_db()
    assert (chosen.hold, chosen.reaction) == (60, None)


@pytest.mark.parametrize("opponent", [Computer("random"), Myself()])
def test_nobody_waits_for_a_computer_player_or_for_themselves(ieyasu: Person, opponent: Opponent) -> None:
    for terms in (lobby.PRIVATE, lobby.Terms(hold=30, reaction=12)):
        game = GameFactory.create(creator=ieyasu, opponent=opponent, terms=terms)
        assert (game.hold, game.reaction) == (0, None)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (lobby.Terms(hold=-1), "no-such-hold"),
        (lobby.Terms(hold=61), "no-such-hold"),
        (lobby.Terms(reaction=0), "no-such-reaction"),
        (lobby.Terms(reaction=36), "no-such-reaction"),
    ],
)
@pytest.mark.parametrize("opponent", [Anybody(), Computer("random")])
def test_others_are_refused(ieyasu: Person, opponent: Opponent, terms: lobby.Terms, code: str) -> None:
    with pytest.raises(Unacceptable, match=code):
        GameFactory.create(creator=ieyasu, opponent=opponent, terms=terms)
    assert not Game.objects.exists()


def test_the_invitation_tells_them(ieyasu: Person) -> None:
    GameFactory.create(creator=ieyasu, opponent=INVITED, terms=lobby.Terms(hold=30, reaction=12))
    mail = sent(Notification.objects.get())
    for part in (mail.text, mail.html):
        assert "nobody answers within 12 hours counts as a pass. Nobody loses the game by it." in part
        assert "Orders answer a separate loyalty window after 30 minutes, so that nobody can tell" in part


def test_window_terms_are_fixed_when_somebody_joins(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu, terms=lobby.Terms(hold=0, reaction=48))
    joining.join(game=game, person=mitsunari)
    game.refresh_from_db()
    assert (game.hold, game.reaction) == (0, 48)
