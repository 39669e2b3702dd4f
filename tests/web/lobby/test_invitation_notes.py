"""The note of an invitation: plain, for the two of them, and only until it is answered."""

import pytest
from django.core import mail
from django.test import Client

from accounts import closing
from accounts.models.person import Block, Person
from games.models.seat import LONGEST_NOTE, Invitation
from games.reads.personal_data import games_of, invitations_to
from games.services import joining
from games.services.lobby import Invite
from notifications.delivery import deliver_due
from sekigahara.errors.exceptions import Unacceptable
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.web.browsers import text
from tests.web.lobby.new_games import INVITE, by_mail, create

pytestmark = pytest.mark.django_db

NOTE = "You liked Ran & Kagemusha. Shall we?"


def kept() -> str:
    return Invitation.objects.get().note


def invited_by(creator: Person, to: str, note: str = NOTE) -> None:
    GameFactory.create(creator=creator, opponent=Invite(to, note))


@pytest.mark.embedded
def test_a_note_stands_in_the_mail_and_on_the_page(browser: Client, friend: str) -> None:
    create(browser, invited=friend, note="You liked Ran &\r\n\r\n  Kagemusha. Shall we?")
    assert kept() == NOTE
    guest, page = by_mail(friend)
    (letter,) = [sent for sent in mail.outbox if sent.to == [friend]]
    assert NOTE in " ".join(str(letter.body).split())
    html = str(letter.alternatives[0][0])  # type: ignore[attr-defined] # it has a page
    assert NOTE.replace("&", "&amp;") in html
    assert NOTE.replace("&", "&amp;") in text(guest.get(page))


@pytest.mark.parametrize("note", ["see evil.example", "http://evil", "a@b.example", "x\u202ey", "x" * 501])
def test_a_note_that_could_become_a_link_or_is_too_long_is_refused(
    browser: Client, friend: str, note: str
) -> None:
    with pytest.raises(Unacceptable, match="bad-note"):
        invited_by(PersonFactory.create(), friend, note)
    response = browser.post("/games/new/", INVITE | {"invited": friend, "note": note})
    assert response.status_code == 400
    assert f"{LONGEST_NOTE} characters" in text(response)
    assert not Invitation.objects.exists()


def test_a_note_is_kept_until_the_invitation_is_answered_or_called_off() -> None:
    for answer in (joining.join, joining.decline, joining.call_off):
        host, guest = PersonFactory.create(), PersonFactory.create()
        game = GameFactory.create(creator=host, opponent=Invite(guest.email, NOTE))
        invitation = Invitation.objects.get(seat__game=game)
        assert invitation.note == NOTE
        answer(game=game, person=host if answer is joining.call_off else guest)
        invitation.refresh_from_db()
        assert invitation.note == "", answer


def test_a_note_goes_with_the_account_of_its_author() -> None:
    host = PersonFactory.create()
    invited_by(host, PersonFactory.create().email)
    closing.close(person=host)
    assert kept() == ""


def test_both_find_the_note_in_their_data() -> None:
    host, guest = PersonFactory.create(), PersonFactory.create()
    invited_by(host, guest.email)
    assert [row["note_to_the_invited"] for row in games_of(host)] == [NOTE]
    assert [row["note"] for row in invitations_to(guest)] == [NOTE]


def test_an_invitation_that_waits_is_not_sent_to_somebody_who_has_blocked_its_author() -> None:
    host, guest = PersonFactory.create(), PersonFactory.create()
    invited_by(host, guest.email)
    Block.objects.create(person=guest, blocked=host)
    deliver_due()
    assert not [sent for sent in mail.outbox if sent.to == [guest.email]]
