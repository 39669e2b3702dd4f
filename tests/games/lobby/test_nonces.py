"""What the players add to the randomness of their game."""

import hashlib

import pytest

from accounts.models.person import Person
from games.engine.chance import Seeded
from games.log import position, record
from games.models.game import Game
from games.models.log import Entry
from games.services import joining
from games.services.lobby import Myself
from sekigahara.errors.exceptions import Unacceptable
from tests.factories.games import GameFactory
from tests.games.lobby.outcomes import has_nothing_of_a_game, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def test_both_nonces_are_bound_into_the_log_and_into_chance(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu, side="west", nonce="sekigahara-1600")
    joining.join(game=game, person=mitsunari, nonce="b2xk+/=_.")
    begun = Game.objects.get(pk=game.pk)
    assert begun.nonces == ["b2xk+/=_.", "sekigahara-1600"]
    east, west = begun.nonces
    rules = f"{begun.edition_text_id}|{begun.revision}"
    identity = f"{begun.public_id}|{rules}|{begun.commitment}|{east}|{west}|west|chosen|"
    first = Entry.objects.get(game=begun, seq=1)
    genesis = hashlib.sha256(identity.encode()).digest()
    assert record.link(genesis, None, bytes(first.salt), first.body) == bytes(first.chain)
    source = Seeded(bytes(begun.seed), begun.public_id, ("b2xk+/=_.", "sekigahara-1600"))
    assert vars(position.chance_of(begun)) == vars(source)


def test_another_nonce_gives_other_draws(ieyasu: Person) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Myself())
    hands = set()
    for nonce in ("", "a", "b"):
        game.nonces = ["", nonce]
        picks = [position.chance_of(game).pick("east-cards", n, [1] * 50, []) for n in range(5)]
        hands.add(tuple(picks))
    assert len(hands) == 3


@pytest.mark.parametrize("nonce", ["a|b", "a b", "ä", "x" * 65, "a\n", "\0"])
def test_ambiguous_text_is_no_nonce(ieyasu: Person, mitsunari: Person, nonce: str) -> None:
    with pytest.raises(Unacceptable) as refused:
        GameFactory.create(creator=ieyasu, nonce=nonce)
    assert (refused.value.code, refused.value.parameters) == ("bad-nonce", {"most": 64})
    assert not Game.objects.exists()
    game = GameFactory.create(creator=ieyasu, nonce="x" * 64)
    with pytest.raises(Unacceptable):
        joining.join(game=game, person=mitsunari, nonce=nonce)
    assert players(game) == [ieyasu, None]
    assert has_nothing_of_a_game(game)


def test_two_games_are_dealt_differently(ieyasu: Person) -> None:
    games = [GameFactory.create(creator=ieyasu, opponent=Myself()) for _ in range(2)]
    assert games[0].public_id != games[1].public_id
    assert games[0].commitment != games[1].commitment
    assert position.load(games[0]).state.hand != position.load(games[1]).state.hand
