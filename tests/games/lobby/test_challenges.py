"""Challenging a person who is known by key or name: who may, what is told, and how often."""

import pytest
from msgspec import to_builtins

from accounts import closing
from accounts.models.person import Block, ChallengesFrom, Person
from games.models.game import Game
from games.models.seat import Invitation
from games.notices.lobby import declined, invitation, invitation_event
from games.reads import acquaintance, queries
from games.services import joining, lobby
from games.services.lobby import Invite, Known, Terms
from sekigahara.errors.exceptions import Limited, Unacceptable
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.games.lobby.outcomes import mails_to, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


@pytest.fixture
def ieyasu() -> Person:
    return PersonFactory.named("Ieyasu")


@pytest.fixture
def mitsunari() -> Person:
    return PersonFactory.named("Mitsunari")


def choose(person: Person, whom: ChallengesFrom) -> None:
    person.challenges_from = whom
    person.save(update_fields=["challenges_from"])


def challenge(creator: Person, person: Person) -> Game:
    return GameFactory.create(creator=creator, opponent=Known(person))


def test_challenged_person_is_mailed_and_joins_and_no_address_is_told(
    ieyasu: Person, mitsunari: Person
) -> None:
    choose(mitsunari, ChallengesFrom.ANYONE)
    game = GameFactory.create(
        creator=ieyasu,
        opponent=Known(mitsunari, "Shall we?"),
        terms=Terms(is_rated=True, pace=3),
    )
    assert mails_to(mitsunari) == [(lobby.INVITATION, f"{game.public_id}.west")]
    invited = Invitation.objects.get()
    assert (invited.called, invited.note) == (str(mitsunari), "Shall we?")
    mail, event = invitation(f"{game.public_id}.west", "1"), invitation_event(f"{game.public_id}.west", "1")
    assert mail is not None
    assert mail.to == mitsunari.email
    assert "Shall we?" in mail.text
    assert event is not None
    assert to_builtins(event.data)["inviter"]["key"] == ieyasu.key
    joining.join(game=game, person=mitsunari)
    assert players(game) == [ieyasu, mitsunari]


def test_mail_of_a_declined_challenge_names_no_address(ieyasu: Person, mitsunari: Person) -> None:
    choose(mitsunari, ChallengesFrom.ANYONE)
    game = challenge(ieyasu, mitsunari)
    joining.decline(game=game, person=mitsunari)
    mail = declined(f"{game.public_id}.east", "1")
    assert mail is not None
    assert mail.subject == f"Your invitation to {mitsunari} was declined"
    assert mitsunari.email not in mail.text + mail.html + mail.subject


def test_everybody_chooses_who_may_challenge_them(ieyasu: Person, mitsunari: Person) -> None:
    assert mitsunari.challenges_from == ChallengesFrom.MET
    assert not acquaintance.may_challenge(ieyasu, mitsunari)
    choose(mitsunari, ChallengesFrom.ANYONE)
    assert acquaintance.may_challenge(ieyasu, mitsunari)
    choose(mitsunari, ChallengesFrom.NOBODY)
    assert not acquaintance.may_challenge(ieyasu, mitsunari)
    with pytest.raises(Unacceptable, match="may-not-be-challenged"):
        challenge(ieyasu, mitsunari)
    assert not Game.objects.exists()
    assert not mails_to(mitsunari)


def test_people_have_met_in_a_game_that_began_or_in_a_club(ieyasu: Person, mitsunari: Person) -> None:
    kobayakawa = PersonFactory.named("Kobayakawa")
    GameFactory.create(creator=ieyasu, opponent=Invite(mitsunari.email))
    assert not acquaintance.have_met(ieyasu, mitsunari), "it has not begun"
    GameFactory.create(creator=ieyasu, joins=mitsunari)
    assert acquaintance.have_met(ieyasu, mitsunari)
    assert acquaintance.have_met(mitsunari, ieyasu)
    assert not acquaintance.have_met(ieyasu, kobayakawa)
    club = ClubFactory.create(members=["Ieyasu"])
    ClubFactory.create(name="Another", members=["Kobayakawa"])
    assert not acquaintance.have_met(ieyasu, kobayakawa)
    MembershipFactory.create(club=club, person=kobayakawa)
    assert acquaintance.have_met(kobayakawa, ieyasu)


def test_nobody_challenges_themselves_a_guest_or_somebody_who_has_left(ieyasu: Person) -> None:
    guest, former = PersonFactory.create(guest=True), PersonFactory.create(name="Otani")
    for person in (ieyasu, guest, former):
        choose(person, ChallengesFrom.ANYONE)
    closing.close(person=former)
    former.refresh_from_db()
    former.challenges_from = ChallengesFrom.ANYONE
    with pytest.raises(Unacceptable, match="own-address"):
        challenge(ieyasu, ieyasu)
    for person in (guest, former):
        with pytest.raises(Unacceptable, match="may-not-be-challenged"):
            challenge(ieyasu, person)


def test_block_of_a_challenger_stays_secret(ieyasu: Person, mitsunari: Person) -> None:
    choose(mitsunari, ChallengesFrom.ANYONE)
    Block.objects.create(person=mitsunari, blocked=ieyasu)
    game = challenge(ieyasu, mitsunari)
    assert game.status == Game.Status.WAITING
    assert not mails_to(mitsunari)
    assert not queries.invitations_of(mitsunari).exists()
    assert invitation_event(f"{game.public_id}.west", "1") is None


def test_bot_that_anyone_may_challenge_is_challenged_any_number_of_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "INVITATIONS_TO", lobby.INVITATIONS_TO._replace(most=1))
    bot = PersonFactory.create(is_bot=True, challenges_from=ChallengesFrom.ANYONE)
    for challenger in PersonFactory.create_batch(3):
        challenge(challenger, bot)
    assert queries.invitations_of(bot).count() == 3
    choose(bot, ChallengesFrom.MET)
    with pytest.raises(Unacceptable, match="may-not-be-challenged"):
        challenge(PersonFactory.create(), bot)


def test_flood_of_challenges_is_refused(ieyasu: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "INVITATIONS", lobby.INVITATIONS._replace(most=2))
    monkeypatch.setattr(lobby, "INVITATIONS_TO", lobby.INVITATIONS_TO._replace(most=1))
    first, second, third = (
        PersonFactory.create(challenges_from=ChallengesFrom.ANYONE) for _number in range(3)
    )
    challenge(ieyasu, first)
    with pytest.raises(Limited):
        challenge(PersonFactory.create(), first)
    challenge(ieyasu, second)
    with pytest.raises(Limited):
        challenge(ieyasu, third)
    assert not mails_to(third)


def test_name_finds_the_only_one_who_may_be_challenged(ieyasu: Person, mitsunari: Person) -> None:
    assert acquaintance.challengeable(ieyasu, mitsunari.name) is None, "they have not met"
    choose(mitsunari, ChallengesFrom.ANYONE)
    for called in (mitsunari.name, mitsunari.key):
        assert acquaintance.challengeable(ieyasu, called) == mitsunari
    for called in (mitsunari.name.upper(), f"{mitsunari.name} (bot)"):
        assert acquaintance.challengeable(ieyasu, called) == mitsunari
    assert acquaintance.challengeable(ieyasu, mitsunari.name[:-1]) is None
    assert acquaintance.challengeable(ieyasu, "\0") is None
    PersonFactory.create(name=mitsunari.name, email="another@example.org")
    assert acquaintance.challengeable(ieyasu, mitsunari.name) is None, "there are two"
