"""Invitations: accepting, declining, and blocking the sender."""

import pytest

from accounts.models.person import Block, Person
from games.engine.side import EAST
from games.models.game import Game
from games.models.seat import Invitation
from games.reads import chronicle, queries
from games.reads.access import Visitor, viewer_of
from games.services import joining, lobby
from games.services.lobby import Invite
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.games import GameFactory
from tests.games.lobby.outcomes import has_nothing_of_a_game, mails_to, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


@pytest.mark.parametrize("address", ["mitsunari@example.org", " Mitsunari@Example.ORG "])
def test_somebody_known_is_invited_whatever_case_is_written(
    ieyasu: Person, mitsunari: Person, address: str
) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Invite(address))
    assert (game.status, players(game)) == (Game.Status.WAITING, [ieyasu, None])
    assert mails_to(mitsunari) == [(lobby.INVITATION, f"{game.public_id}.west")]
    assert [each.seat.game for each in queries.invitations_of(mitsunari)] == [game]
    assert has_nothing_of_a_game(game)


def test_somebody_never_heard_of_is_invited_like_anybody(ieyasu: Person) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Invite("nobody-yet@example.org"), side="west")
    person = Person.objects.get(email="nobody-yet@example.org")
    assert mails_to(person) == [(lobby.INVITATION, f"{game.public_id}.east")]
    joining.join(game=game, person=person)
    assert players(game) == [person, ieyasu]


@pytest.mark.parametrize("address", ["ieyasu@example.org", " IEYASU@example.org"])
def test_nobody_invites_themselves(ieyasu: Person, address: str) -> None:
    with pytest.raises(Unacceptable, match="own-address"):
        GameFactory.create(creator=ieyasu, opponent=Invite(address))
    assert not Game.objects.exists()


def test_only_the_invited_takes_the_seat(ieyasu: Person, mitsunari: Person, kobayakawa: Person) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email))
    for other in (kobayakawa, ieyasu):
        with pytest.raises(Conflict, match="not-open"):
            joining.join(game=game, person=other)
    assert has_nothing_of_a_game(game)
    joining.join(game=game, person=mitsunari)
    assert players(game) == [ieyasu, mitsunari]
    assert not queries.invitations_of(mitsunari).exists()


def test_invited_person_can_decline(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email))
    joining.decline(game=game, person=mitsunari)
    assert Game.objects.get(pk=game.pk).status == Game.Status.CALLED_OFF
    assert mails_to(ieyasu) == [(joining.DECLINED, f"{game.public_id}.east")]
    assert not queries.invitations_of(mitsunari).exists()
    assert not Block.objects.exists()
    for again in (joining.decline, joining.join):
        with pytest.raises(Conflict, match="not-open"):
            again(game=game, person=mitsunari)
    assert len(mails_to(ieyasu)) == 1
    assert has_nothing_of_a_game(game)


def test_nobody_says_no_for_somebody_else(ieyasu: Person, mitsunari: Person, kobayakawa: Person) -> None:
    game = GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email))
    for other in (kobayakawa, ieyasu):
        with pytest.raises(Conflict, match="not-invited"):
            joining.decline(game=game, person=other, block=True)
    assert Game.objects.get(pk=game.pk).status == Game.Status.WAITING
    assert not Block.objects.exists()


def test_an_open_game_is_not_declined(ieyasu: Person, mitsunari: Person) -> None:
    with pytest.raises(Conflict, match="not-invited"):
        joining.decline(game=GameFactory.create(creator=ieyasu), person=mitsunari)


def outcome_for_creator(ieyasu: Person, mitsunari: Person) -> object:
    """Everything an invitation leads to that the inviting side could notice, but for names and times."""
    mailed = len(mails_to(ieyasu))
    game = Game.objects.get(pk=GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email)).pk)
    seat = queries.seats_of(ieyasu).get(game=game)
    viewer = viewer_of(Visitor(ieyasu), game.public_id)
    invitation = Invitation.objects.get(seat__game=game)
    return (
        (game.status, game.is_public, game.version, game.length, game.nonces),
        (seat.side, seat.version, seat.asked, seat.waiting_since, seat.changed_at),
        (viewer.label, viewer.others, chronicle.record_of(game, EAST)["history"]),
        (invitation.declined_at, mails_to(ieyasu)[mailed:]),
    )


def test_blocked_sender_reaches_nobody_and_is_not_told(ieyasu: Person, mitsunari: Person) -> None:
    welcome = outcome_for_creator(ieyasu, mitsunari)
    game = Game.objects.latest("pk")
    joining.decline(game=game, person=mitsunari, block=True)
    joining.decline(
        game=GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email)),
        person=mitsunari,
        block=True,
    )
    mailed = mails_to(mitsunari)
    blocked = outcome_for_creator(ieyasu, mitsunari)
    assert blocked == welcome
    assert mails_to(mitsunari) == mailed
    assert not queries.invitations_of(mitsunari).exists()
    assert Block.objects.count() == 1


def test_blocked_sender_sees_the_same_as_a_declined_one(ieyasu: Person, mitsunari: Person) -> None:
    declined = GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email))
    blocked = GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email))
    joining.decline(game=declined, person=mitsunari)
    joining.decline(game=blocked, person=mitsunari, block=True)
    assert [kind for kind, _about in mails_to(ieyasu)] == [joining.DECLINED] * 2


def test_a_block_is_against_one_and_one_way_only(
    ieyasu: Person, mitsunari: Person, kobayakawa: Person
) -> None:
    joining.decline(
        game=GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email)),
        person=mitsunari,
        block=True,
    )
    theirs, back = (
        GameFactory.create(creator=kobayakawa, opponent=Invite(mitsunari.email)),
        GameFactory.create(creator=mitsunari, opponent=Invite(ieyasu.email)),
    )
    assert [each.seat.game for each in queries.invitations_of(mitsunari)] == [theirs]
    assert [each.seat.game for each in queries.invitations_of(ieyasu)] == [back]
