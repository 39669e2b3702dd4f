"""Taking the free seat of a game: once, and only by those who may."""

import pytest

from accounts.models.person import Block, Person
from games.models.game import Game
from games.services import joining
from games.services.lobby import Invite
from sekigahara.errors.exceptions import Conflict
from tests.factories.games import GameFactory
from tests.games.lobby.outcomes import has_nothing_of_a_game, mails_to, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def test_the_second_to_join_is_too_late(ieyasu: Person, mitsunari: Person, kobayakawa: Person) -> None:
    game = GameFactory.create(creator=ieyasu)
    joining.join(game=game, person=mitsunari)
    length = Game.objects.get(pk=game.pk).length
    for person in (kobayakawa, mitsunari, ieyasu):
        with pytest.raises(Conflict, match="not-open"):
            joining.join(game=game, person=person)
    assert players(game) == [ieyasu, mitsunari]
    assert Game.objects.get(pk=game.pk).length == length


BLOCKED = pytest.mark.parametrize("by_creator", [True, False], ids=["by the creator", "of the creator"])


def block(creator: Person, guest: Person, *, by_creator: bool) -> None:
    """One of the two has blocked the other."""
    person, blocked = (creator, guest) if by_creator else (guest, creator)
    Block.objects.create(person=person, blocked=blocked)


@pytest.mark.parametrize("nonce", ["", "no nonce"])
@BLOCKED
def test_open_game_looks_taken_to_a_blocked_person(
    ieyasu: Person, mitsunari: Person, kobayakawa: Person, by_creator: bool, nonce: str
) -> None:
    taken, game = GameFactory.create(creator=ieyasu), GameFactory.create(creator=ieyasu)
    joining.join(game=taken, person=kobayakawa)
    block(ieyasu, mitsunari, by_creator=by_creator)
    mailed = mails_to(ieyasu)
    actual = []
    for tried in (taken, game):
        with pytest.raises(Conflict) as refused:
            joining.join(game=tried, person=mitsunari, nonce=nonce)
        actual.append((refused.value.code, refused.value.parameters))
    assert actual == [("not-open", {})] * 2
    assert (players(game), mails_to(ieyasu)) == ([ieyasu, None], mailed)
    assert has_nothing_of_a_game(game)
    joining.join(game=game, person=kobayakawa)


@BLOCKED
def test_a_block_keeps_nobody_from_a_seat_they_are_invited_to(
    ieyasu: Person, mitsunari: Person, by_creator: bool
) -> None:
    block(ieyasu, mitsunari, by_creator=by_creator)
    game = GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email))
    joining.join(game=game, person=mitsunari)
    assert players(game) == [ieyasu, mitsunari]


def test_nobody_joins_their_own_game(ieyasu: Person) -> None:
    game = GameFactory.create(creator=ieyasu)
    with pytest.raises(Conflict, match="own-game"):
        joining.join(game=game, person=ieyasu)
    assert has_nothing_of_a_game(game)


def test_a_game_whose_creator_is_gone_is_not_begun_with_an_empty_seat(
    ieyasu: Person, mitsunari: Person
) -> None:
    game = GameFactory.create(creator=ieyasu)
    ieyasu.delete()
    with pytest.raises(Conflict, match="not-open"):
        joining.join(game=game, person=mitsunari)
