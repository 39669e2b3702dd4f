"""The limits on games and invitations, and what counts against them."""

import pytest

from accounts.models.person import Person
from games.models.game import Game
from games.services import lobby
from games.services.lobby import Anybody, Invite, Myself, Opponent
from sekigahara.errors.exceptions import Limited, Refused, Unacceptable
from tests.factories.games import GameFactory
from tests.games.lobby.outcomes import mails_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def test_nobody_invites_without_end(ieyasu: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "INVITATIONS", lobby.INVITATIONS._replace(most=2))
    for number in range(2):
        GameFactory.create(creator=ieyasu, opponent=Invite(f"daimyo-{number}@example.org"))
    with pytest.raises(Limited):
        GameFactory.create(creator=ieyasu, opponent=Invite("one-more@example.org"))
    assert Game.objects.count() == 2
    assert not Person.objects.filter(email="one-more@example.org").exists()


@pytest.mark.parametrize("opponent", [Anybody(), Myself()], ids=["open", "myself"])
def test_nobody_makes_games_without_end(
    ieyasu: Person, mitsunari: Person, monkeypatch: pytest.MonkeyPatch, opponent: Opponent
) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=2))
    for _time in range(2):
        GameFactory.create(creator=ieyasu, opponent=opponent)
    for refused in (opponent, Anybody(), Invite(mitsunari.email)):
        with pytest.raises(Limited) as limited:
            GameFactory.create(creator=ieyasu, opponent=refused)
        assert 0 < limited.value.seconds <= lobby.GAMES.seconds
    assert Game.objects.count() == 2
    GameFactory.create(creator=mitsunari, opponent=opponent)


def a_refused_game(ieyasu: Person, mitsunari: Person, nonce: str) -> None:
    with pytest.raises(Refused):
        GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email), nonce=nonce, sender="192.0.2.7")


@pytest.mark.parametrize("why", ["enough games", "enough invitations", "bad nonce"])
def test_a_game_that_is_refused_uses_nothing_up_for_others(
    ieyasu: Person, mitsunari: Person, kobayakawa: Person, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    for name in ("INVITATIONS_FROM", "INVITATIONS_TO"):
        monkeypatch.setattr(lobby, name, getattr(lobby, name)._replace(most=2))
    with monkeypatch.context() as patched:
        if why != "bad nonce":
            limit = "GAMES" if why == "enough games" else "INVITATIONS"
            patched.setattr(lobby, limit, getattr(lobby, limit)._replace(most=0))
        for _time in range(3):
            a_refused_game(ieyasu, mitsunari, "no nonce" if why == "bad nonce" else "")
    GameFactory.create(creator=kobayakawa, opponent=Invite(mitsunari.email), sender="192.0.2.7")
    assert len(mails_to(mitsunari)) == 1


def test_refused_game_does_not_count_against_the_limit(
    ieyasu: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=1))
    for opponent, nonce in ((Invite(ieyasu.email), ""), (Anybody(), "no nonce")):
        with pytest.raises(Unacceptable):
            GameFactory.create(creator=ieyasu, opponent=opponent, nonce=nonce)
    GameFactory.create(creator=ieyasu)


def test_invitations_from_one_address_are_limited_across_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "INVITATIONS_FROM", lobby.INVITATIONS_FROM._replace(most=2))

    def invite(number: int, sender: str) -> None:
        GameFactory.create(
            creator=Person.objects.at(f"puppet-{number}@example.org"),
            opponent=Invite(f"daimyo-{number}@example.org"),
            sender=sender,
        )

    for number in range(2):
        invite(number, "192.0.2.7")
    with pytest.raises(Limited):
        invite(-1, "192.0.2.7")
    assert Game.objects.count() == 2
    invite(-1, "192.0.2.8")
