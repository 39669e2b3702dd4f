"""The limits on games and invitations, and what counts against them."""

import pytest

from accounts.models.person import Person
from games.models.game import Game
from games.services import lobby
from games.services.lobby import Anybody, Invite, Myself, Opponent
from sekigahara.errors.exceptions import Limited, Refused, Unacceptable
from tests.games.lobby.new_games import a_game, mails_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def invite_all_one_may(person: Person) -> None:
    for number in range(lobby.INVITATIONS.most):
        a_game(person, Invite(f"daimyo-{number}@example.org"))


def test_nobody_invites_without_end(ieyasu: Person) -> None:
    invite_all_one_may(ieyasu)
    with pytest.raises(Limited):
        a_game(ieyasu, Invite("one-more@example.org"))
    assert Game.objects.count() == lobby.INVITATIONS.most
    assert not Person.objects.filter(email="one-more@example.org").exists()


def test_refused_invitation_uses_up_nothing_of_others(
    ieyasu: Person, mitsunari: Person, kobayakawa: Person
) -> None:
    invite_all_one_may(ieyasu)
    for _time in range(lobby.INVITATIONS_TO.most):
        with pytest.raises(Limited):
            a_game(ieyasu, Invite(mitsunari.email))
    a_game(kobayakawa, Invite(mitsunari.email))
    assert len(mails_to(mitsunari)) == 1


@pytest.mark.parametrize("opponent", [Anybody(), Myself()], ids=["open", "myself"])
def test_nobody_makes_games_without_end(
    ieyasu: Person, mitsunari: Person, monkeypatch: pytest.MonkeyPatch, opponent: Opponent
) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=2))
    for _time in range(2):
        a_game(ieyasu, opponent)
    for refused in (opponent, Anybody(), Invite(mitsunari.email)):
        with pytest.raises(Limited) as limited:
            a_game(ieyasu, refused)
        assert 0 < limited.value.seconds <= lobby.GAMES.seconds
    assert Game.objects.count() == 2
    a_game(mitsunari, opponent)


def a_refused_game(ieyasu: Person, mitsunari: Person, nonce: str) -> None:
    with pytest.raises(Refused):
        a_game(ieyasu, Invite(mitsunari.email), nonce=nonce, sender="192.0.2.7")


@pytest.mark.parametrize("why", ["enough games", "bad nonce"])
def test_a_game_that_is_refused_uses_nothing_up_for_others(
    ieyasu: Person, mitsunari: Person, kobayakawa: Person, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    for name in ("INVITATIONS_FROM", "INVITATIONS_TO"):
        monkeypatch.setattr(lobby, name, getattr(lobby, name)._replace(most=2))
    with monkeypatch.context() as patched:
        if why == "enough games":
            patched.setattr(lobby, "GAMES", lobby.GAMES._replace(most=0))
        for _time in range(3):
            a_refused_game(ieyasu, mitsunari, "no nonce" if why == "bad nonce" else "")
    a_game(kobayakawa, Invite(mitsunari.email), sender="192.0.2.7")
    assert len(mails_to(mitsunari)) == 1


def test_refused_game_does_not_count_against_the_limit(
    ieyasu: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "GAMES", lobby.GAMES._replace(most=1))
    for opponent, nonce in ((Invite(ieyasu.email), ""), (Anybody(), "no nonce")):
        with pytest.raises(Unacceptable):
            a_game(ieyasu, opponent, nonce=nonce)
    a_game(ieyasu, Anybody())


def test_invitations_from_one_address_are_limited_across_accounts() -> None:
    def invite(number: int, sender: str) -> None:
        a_game(
            Person.objects.at(f"puppet-{number}@example.org"),
            Invite(f"daimyo-{number}@example.org"),
            sender=sender,
        )

    for number in range(lobby.INVITATIONS_FROM.most):
        invite(number, "192.0.2.7")
    with pytest.raises(Limited):
        invite(-1, "192.0.2.7")
    assert Game.objects.count() == lobby.INVITATIONS_FROM.most
    invite(-1, "192.0.2.8")
