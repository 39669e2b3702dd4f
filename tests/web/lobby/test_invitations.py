"""Invitations on pages: following the link, accepting, declining, and double clicks."""

import re
import zoneinfo

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models.person import Block, Person
from games.models.game import Game
from games.models.seat import Seat
from notifications.models import Notification
from tests.web.browsers import signed_in, text
from tests.web.lobby.new_games import by_mail, create, mailed_path

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_an_invitation_is_accepted_from_the_mail_without_an_account(browser: Client, friend: str) -> None:
    game = create(browser, invited=friend)
    guest = Client()
    arrived = guest.get(mailed_path(friend))
    assert arrived["Location"] == f"/games/{game.public_id}/invitation/"
    assert arrived["Referrer-Policy"] == "no-referrer"
    assert "Accept" in text(guest.get(arrived["Location"]))
    assert Game.objects.get().status == Game.Status.WAITING, "mail scanners follow links too"
    accepted = guest.post(arrived["Location"], {"answer": "accept"})
    assert accepted["Location"] == f"/games/{game.public_id}/"
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert guest.get(accepted["Location"]).status_code == 200
    assert guest.get("/me/").status_code == 302, "a link of one game must not sign anybody in"
    assert Seat.objects.get(game=game, side=0).player == Person.objects.get(email=friend)


def test_blocking_stops_invitations_and_the_sender_cannot_tell(browser: Client, friend: str) -> None:
    first = create(browser, invited=friend)
    guest, page = by_mail(friend)
    answered = guest.post(page, {"answer": "block"}, follow=True)
    assert "You declined" in text(answered)
    assert Block.objects.count() == 1
    assert "was declined" in text(browser.get(f"/games/{first.public_id}/"))
    second = create(browser, invited=friend)
    assert "invitation is on its way" in text(browser.get(f"/games/{second.public_id}/"))
    invited = Person.objects.get(email=friend)
    assert Notification.objects.filter(recipient=invited, kind="games.invitation").count() == 1
    guest.force_login(invited)
    assert second.public_id not in text(guest.get("/games/"))


def test_unblocking_shows_earlier_invitations_and_allows_mail_again(browser: Client, friend: str) -> None:
    create(browser, invited=friend)
    guest, page = by_mail(friend)
    guest.post(page, {"answer": "block"})
    meanwhile = create(browser, invited=friend)
    invited = Person.objects.get(email=friend)
    guest.force_login(invited)
    assert meanwhile.public_id not in text(guest.get("/games/"))
    button = re.search(r'action="(/me/blocks/.+?)"', text(guest.get("/me/")))
    assert button
    guest.post(button[1])
    assert meanwhile.public_id in text(guest.get("/games/"))
    create(browser, invited=friend)
    assert Notification.objects.filter(recipient=invited, kind="games.invitation").count() == 2


def test_an_answered_invitation_says_so_on_the_second_click(browser: Client, friend: str) -> None:
    create(browser, invited=friend)
    guest, page = by_mail(friend)
    guest.post(page, {"answer": "accept"})
    again = text(guest.post(page, {"answer": "decline"}, follow=True))
    assert "answered already" in again
    assert "the game has begun" in again


def test_an_invitation_accepted_twice_leads_to_the_game_twice(browser: Client, friend: str) -> None:
    game = create(browser, invited=friend)
    guest, page = by_mail(friend)
    for _click in range(2):
        assert guest.post(page, {"answer": "accept"})["Location"] == f"/games/{game.public_id}/"


@pytest.mark.parametrize("answer", ["", "yes", "ACCEPT", "resign", "<b>"])
def test_an_unknown_answer_to_an_invitation_changes_nothing(
    browser: Client, friend: str, answer: str
) -> None:
    game = create(browser, invited=friend)
    guest, page = by_mail(friend)
    assert guest.post(page, {"answer": answer})["Location"] == page
    game.refresh_from_db()
    assert game.status == Game.Status.WAITING
    assert "Accept, and begin" in text(guest.get(page))


def test_an_old_invitation_opens_no_seat_but_mails_a_link_to_it(browser: Client, friend: str) -> None:
    """Also after the seat's links were made void: an invitation is none of them."""
    game = create(browser, invited=friend)
    guest = Client()
    invitation = mailed_path(friend)
    guest.post(guest.get(invitation)["Location"], {"answer": "accept"})
    late = Client()
    page = text(late.get(invitation, follow=True))
    assert "the game has begun" in page
    assert late.get(f"/games/{game.public_id}/").status_code == 302
    late.post(f"/games/{game.public_id}/invitation/", {"answer": "accept"})
    assert late.get(f"/games/{game.public_id}/").status_code == 302
    sent = late.post("/link/expired/", follow=True)
    assert "on its way" in text(sent)
    fresh = mailed_path(friend)
    assert fresh.startswith("/t/")
    assert Client().get(fresh, follow=True).status_code == 200


def test_signed_in_people_find_an_invitation_everywhere(browser: Client, friend: str) -> None:
    game = create(browser, invited=friend)
    guest = signed_in(Person.objects.at(friend))
    assert "invites you to a game" in text(guest.get("/games/"))
    assert guest.get(f"/games/{game.public_id}/")["Location"] == f"/games/{game.public_id}/invitation/"
    guest.post(f"/games/{game.public_id}/invitation/", {"answer": "accept"})
    assert guest.get(f"/games/{game.public_id}/").status_code == 200
    assert "invites you" not in text(guest.get("/games/"))


def test_an_invitation_speaks_to_who_is_invited_in_their_time(browser: Client, friend: str) -> None:
    create(browser, invited=friend)
    Person.objects.filter(email=friend).update(zone="Asia/Tokyo")
    guest, page = by_mail(friend)
    guest.post(page, {"answer": "accept"})
    begun = Game.objects.get().started_at
    assert begun is not None
    there = date_format(timezone.localtime(begun, zoneinfo.ZoneInfo("Asia/Tokyo")), "DATETIME_FORMAT")
    assert there in text(guest.get(f"/games/{Game.objects.get().public_id}/history/"))


def test_no_token_opens_an_invitation_but_its_own(browser: Client, friend: str) -> None:
    game = create(browser, invited=friend)
    path = mailed_path(friend)
    other = create(browser, invited=f"other-{friend}")
    for tried in (
        path[:-3] + "xx/",
        path.replace(game.public_id, other.public_id),
        path.replace(game.public_id, "nosuchgame"),
    ):
        guest = Client()
        refused = guest.get(tried)
        assert refused["Location"] == "/link/unknown/"
        assert refused["Referrer-Policy"] == "no-referrer"
        assert guest.get(f"/games/{game.public_id}/invitation/")["Location"].startswith("/sign-in/")
