"""Invitations to clubs by mail: who gets one, what the organiser learns, and whom it lets in."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models.person import Block, Person
from games.ladders.clubs import invitations, membership
from games.ladders.clubs.invitations import CLUB_INVITATIONS, INVITATION_LASTS, InvitationOutcome
from games.ladders.models.club import Club, ClubInvitation
from games.services import joining, lobby
from notifications.delivery import deliver_due
from notifications.models import Notification
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.clubs import roles
from tests.web.browsers import path_of, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NEW = "newcomer@example.org"


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(name="Edo Club", joining=Club.Joining.APPROVAL)


def invited(club: Club, *addresses: str) -> list[InvitationOutcome]:
    """What became of addresses that the club's first organiser invited."""
    organiser = PersonFactory.named("Organiser One")
    done = invitations.invite(club=club, by=organiser, sender="192.0.2.1", addresses=addresses)
    return [each.outcome for each in done]


def mails() -> list[tuple[str, str]]:
    """To whom the mails went that are due now, and the path of the link in each; none where it has none."""
    mail.outbox.clear()
    deliver_due()
    found = [
        (each.to[0], re.search(r"http://testserver(/clubs/\S+)", str(each.body))) for each in mail.outbox
    ]
    return [(to, path_of(link[1])) for to, link in found if link is not None]


def test_each_address_is_invited_once(club: Club) -> None:
    assert invited(club, NEW, "Newcomer@Example.org", "other@example.org") == [InvitationOutcome.INVITED] * 2
    assert invited(club, NEW) == [InvitationOutcome.ALREADY]
    assert sorted(to for to, _link in mails()) == [NEW, "other@example.org"]


def test_what_is_no_address_stops_no_other(club: Club) -> None:
    found = invited(club, "@", "anna@", "anna@mailinator.com", NEW)
    assert found == [
        InvitationOutcome.INVALID,
        InvitationOutcome.INVALID,
        InvitationOutcome.DISPOSABLE,
        InvitationOutcome.INVITED,
    ]


def test_organiser_learns_nothing_of_who_has_an_address(club: Club) -> None:
    in_club = MembershipFactory.create(club=club, person__name="Ashigaru One").person
    gone = MembershipFactory.create(club=club, person__name="Ashigaru Two")
    membership.remove(member=gone, by=PersonFactory.named("Organiser One"), reason="Gone.")
    blocking = PersonFactory.named("Ashigaru Three")
    Block.objects.create(person=blocking, blocked=PersonFactory.named("Organiser One"))
    known = [in_club.email, gone.person.email, blocking.email]
    mails()
    assert invited(club, *known, NEW) == [InvitationOutcome.INVITED] * 4
    assert [to for to, _link in mails()] == [NEW]


def test_a_day_has_a_limit(club: Club) -> None:
    people = [f"player{number}@example.org" for number in range(CLUB_INVITATIONS.most + 1)]
    found = [invited(club, each)[0] for each in people]
    assert found == [InvitationOutcome.INVITED] * CLUB_INVITATIONS.most + [InvitationOutcome.LIMITED]
    assert Notification.objects.filter(kind=invitations.INVITATION).count() == CLUB_INVITATIONS.most


def test_newcomer_is_in_the_club_with_one_mail_and_two_taps(club: Club) -> None:
    invited(club, NEW)
    ((_to, link),) = mails()
    browser = Client()
    page = text(browser.get(link, follow=True))
    assert "Organiser One invites you to this club." in page
    assert 'name="name"' in page
    assert len(roles(club)) == 1, "mail scanners follow links"
    done = browser.post("/clubs/edo-club/join/", {"name": "Ashigaru New"}, follow=True)
    assert "You are a member of this club." in text(done)
    assert roles(club)["Ashigaru New"] == "member"
    person = Person.objects.get(email=NEW)
    assert person.confirmed_at is not None
    assert browser.get("/games/").status_code == 200, "signed in"
    assert not ClubInvitation.objects.exists()


def test_link_signs_nobody_in_who_has_an_account(club: Club) -> None:
    known = PersonFactory.named("Ashigaru One")
    known.confirmed_at = timezone.now()
    known.save()
    invited(club, known.email)
    ((_to, link),) = mails()
    browser = Client()
    assert "Sign in to join" in text(browser.get(link, follow=True))
    refused = browser.post("/clubs/edo-club/join/", {"name": "Ashigaru Thief"})
    assert refused["Location"].startswith("/sign-in/")
    assert "Ashigaru One" not in roles(club)


@pytest.mark.parametrize("plays", [True, False])
def test_link_that_is_passed_on_opens_no_game_of_who_never_signed_in(club: Club, plays: bool) -> None:
    game = GameFactory.create(opponent=lobby.Invite(NEW))
    if plays:
        joining.join(game=game, person=Person.objects.get(email=NEW))
    invited(club, NEW)
    link = next(link for to, link in mails() if to == NEW)
    friend = Client()
    assert "Sign in to join" in text(friend.get(link, follow=True))
    assert friend.post("/clubs/edo-club/join/", {"name": "Friend"})["Location"].startswith("/sign-in/")


def test_invited_person_joins_from_any_browser(club: Club) -> None:
    anna = PersonFactory.named("Anna")
    invited(club, anna.email)
    browser = signed_in(anna)
    assert "invites you to this club" in text(browser.get("/clubs/edo-club/"))
    browser.post("/clubs/edo-club/join/")
    assert roles(club)["Anna"] == "member"


def test_invitation_lets_one_person_in_whoever_holds_the_mail(club: Club) -> None:
    invited(club, NEW)
    ((_to, link),) = mails()
    first, second = (signed_in(PersonFactory.named(name)) for name in ("Anna", "Berta"))
    for browser in (first, second):
        browser.get(link)
        browser.post("/clubs/edo-club/join/")
    assert roles(club)["Anna"] == "member"
    assert "Berta" not in roles(club), "she has asked, as everybody may"
    assert "no longer holds" in text(Client().get(link, follow=True))


def test_invitation_ends_after_two_weeks_and_can_be_sent_again(club: Club) -> None:
    invited(club, NEW)
    ((_to, link),) = mails()
    with time_machine.travel(timezone.now() + INVITATION_LASTS + timedelta(minutes=1), tick=False):
        assert "no longer holds" in text(Client().get(link, follow=True))
        assert invitations.forget_old() == 1
        assert invited(club, NEW) == [InvitationOutcome.INVITED]


@pytest.mark.parametrize("spoilt", ["x", "", "é"])
def test_link_that_is_not_ours_opens_nothing(club: Club, spoilt: str) -> None:
    invited(club, NEW)
    public_id = ClubInvitation.objects.get().public_id
    browser = Client()
    browser.get(f"/clubs/edo-club/invited/{public_id}/{spoilt or 'a'}/")
    assert browser.post("/clubs/edo-club/join/")["Location"].startswith("/sign-in/")


def test_removed_member_is_not_let_in_by_another_invitation(club: Club) -> None:
    gone = MembershipFactory.create(club=club, person__name="Ashigaru Two")
    membership.remove(member=gone, by=PersonFactory.named("Organiser One"), reason="Gone.")
    invited(club, NEW)
    link = next(link for to, link in mails() if to == NEW)
    browser = signed_in(gone.person)
    browser.get(link)
    browser.post("/clubs/edo-club/join/")
    assert "Ashigaru Two" not in roles(club)
    assert ClubInvitation.objects.exists()


def test_page_says_what_became_of_each_address_and_prints_a_poster(club: Club) -> None:
    browser = signed_in(PersonFactory.named("Organiser One"))
    Club.objects.update(joining=Club.Joining.LINK)
    page = text(browser.get("/clubs/edo-club/invite/"))
    assert f"http://testserver/clubs/edo-club/join/{club.link}/" in page
    assert "<svg" in page.partition('class="poster"')[2]
    pasted = f"Anna New <{NEW}>, carl@; other@example.org\n"
    done = text(browser.post("/clubs/edo-club/invite/", {"addresses": pasted}))
    for address, outcome in (
        (NEW, "A mail is on its way."),
        ("carl@", "This is no mail address."),
        ("other@example.org", "A mail is on its way."),
    ):
        assert f'<b class="address">{address}</b> {outcome}' in done
    assert "There is no mail address in this." in text(
        browser.post("/clubs/edo-club/invite/", {"addresses": "Anna"})
    )


def test_followed_link_survives_signing_in_with_another_browser(club: Club) -> None:
    Club.objects.update(joining=Club.Joining.LINK)
    page = text(Client().get(f"/clubs/edo-club/join/{club.link}/", follow=True))
    goal = re.search(r'name="next" value="([^"]+)"', page)
    assert goal is not None
    anna = signed_in(PersonFactory.named("Anna"))
    anna.get(goal[1], follow=True)
    anna.post("/clubs/edo-club/join/")
    assert roles(club)["Anna"] == "member"
