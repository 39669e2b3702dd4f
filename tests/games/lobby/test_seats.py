"""Who has which seat, and when a game begins."""

import pytest

from accounts.models.person import Person
from games.engine.side import EAST, WEST, Side
from games.log import position
from games.models.game import Game
from games.models.seat import Invitation
from games.reads import turn_links
from games.reads.access import Visitor, viewer_of
from games.rulebook.editions import UnknownEditionError
from games.services import joining, lobby
from games.services.lobby import Computer, Invite, Myself
from games.services.waiting import STARTED
from tests.factories.games import GameFactory
from tests.games.lobby.outcomes import has_nothing_of_a_game, mails_to, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


@pytest.mark.parametrize(("side", "seat"), [("east", EAST), ("west", WEST)])
def test_the_creator_has_the_side_they_want(ieyasu: Person, side: lobby.SideChoice, seat: Side) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Computer("ashigaru"), side=side)
    assert players(game)[seat] == ieyasu
    assert players(game)[seat.enemy] == "ashigaru"


def test_chance_gives_either_side_when_somebody_joins(ieyasu: Person, mitsunari: Person) -> None:
    games = [GameFactory.create(creator=ieyasu, side="random", nonce="first") for _ in range(8)]
    assert {players(game).index(ieyasu) for game in games} == {EAST}  # until then it says nothing
    for game in games:
        seat = joining.join(game=game, person=mitsunari, nonce="second")
        assert seat.player == mitsunari
        begun = Game.objects.get(pk=game.pk)
        assert begun.first == players(game).index(ieyasu) == position.drawn_side(begun)
        assert begun.nonces[begun.first] == "first"
        assert begun.nonces[1 - begun.first] == "second"
    assert {players(game).index(ieyasu) for game in games} == {EAST, WEST}


def test_the_side_of_who_came_first_depends_on_both_nonces(ieyasu: Person) -> None:
    game = GameFactory.create(creator=ieyasu, side="random", nonce="first")
    drawn = set()
    for first, second in [("", ""), *((f"{n}", "b") for n in range(9)), *(("a", f"{n}") for n in range(9))]:
        game.nonces = [first, second]
        drawn.add(position.drawn_side(game))
    assert drawn == {EAST, WEST}


def test_an_invitation_goes_where_its_person_goes(ieyasu: Person, mitsunari: Person) -> None:
    for _game in range(8):
        game = GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email), side="random")
        invitation = Invitation.objects.select_related("seat__game").get(seat__game=game)
        token = turn_links.invitation_link(invitation).rsplit("/", 2)[1]
        seat = joining.join(game=game, person=mitsunari)
        invitation.refresh_from_db()
        assert invitation.seat == seat
        assert turn_links.invited(game.public_id, token) == invitation


def test_an_open_game_begins_when_somebody_joins(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu)
    assert (game.status, players(game)) == (Game.Status.WAITING, [ieyasu, None])
    assert has_nothing_of_a_game(game)
    assert mails_to(ieyasu) == []
    seat = joining.join(game=game, person=mitsunari)
    begun = Game.objects.get(pk=game.pk)
    assert (begun.status, players(game)) == (Game.Status.RUNNING, [ieyasu, mitsunari])
    assert seat.side == WEST
    assert begun.started_at is not None
    assert mails_to(ieyasu) == [(STARTED, f"{game.public_id}.east")]
    assert mails_to(mitsunari) == [(STARTED, f"{game.public_id}.west")]


def test_a_game_against_a_computer_begins_at_once(ieyasu: Person) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Computer("ashigaru"))
    assert (game.status, game.version) == (Game.Status.RUNNING, 1)
    assert mails_to(ieyasu) == [(STARTED, f"{game.public_id}.east")]


def test_game_against_oneself_starts_at_once(ieyasu: Person) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Myself())
    assert (game.status, players(game)) == (Game.Status.RUNNING, [ieyasu, ieyasu])
    viewer = viewer_of(Visitor(ieyasu), game.public_id)
    assert (viewer.label, [other.side for other in viewer.others]) == ("east", [WEST])


def test_a_game_of_an_edition_there_is_not_is_not_made(ieyasu: Person) -> None:
    with pytest.raises(UnknownEditionError):
        GameFactory.create(creator=ieyasu, edition="nosuch")
    assert not Game.objects.exists()
