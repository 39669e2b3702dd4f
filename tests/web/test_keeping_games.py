"""A guest gives an address: the games become the person's who opens the mail, in whatever browser."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import closing, links, retention, services
from accounts.models.person import Person, SignInRequest
from games.models.game import Game
from games.models.seat import Seat
from games.services import computers, guest_games, play
from games.tasks import forget_guests
from notifications.delivery import deliver_due
from notifications.models import Notification
from tests.factories.people import PersonFactory
from tests.kit.concurrency import at_once, held_up_at
from tests.web.browsers import signed_in, text

pytestmark = pytest.mark.django_db

ADDRESS = "keeper@example.org"


@pytest.fixture
def browser() -> Client:
    """A guest's, who plays a game."""
    browser = Client()
    browser.post("/play/")
    return browser


def game() -> Game:
    """The only one there is."""
    return Game.objects.get()


def path() -> str:
    return f"/games/{game().public_id}/"


def asked(browser: Client, address: str = ADDRESS) -> str:
    """The path of the link that is mailed to a guest who follows the line on the page of the game."""
    found = re.search(r'href="(/sign-in/\?next=[^"]+)"', text(browser.get(path())))
    assert found
    page = text(browser.get(found[1]))
    assert "become yours when you open the link" in page
    goal = re.search(r'name="next" value="([^"]+)"', page)
    assert goal
    browser.post("/sign-in/", {"email": address, "next": goal[1]})
    return newest_link()


def newest_link() -> str:
    deliver_due()
    (found,) = re.findall(r"^http://testserver(/sign-in/\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    return str(found)


def opened(browser: Client, link: str, **fields: str) -> Any:
    """What pressing the button leads to, in a browser that opened the link."""
    browser.get(link, follow=True)
    return browser.post("/sign-in/finish/", fields)


def player() -> Person:
    """Who has the seat of the only game."""
    (seat,) = Seat.objects.filter(game=game(), computer="").select_related("player")
    assert seat.player is not None
    return seat.player


def test_the_games_of_a_guest_become_a_new_persons(browser: Client) -> None:
    guest = player()
    link = asked(browser)
    page = text(browser.get(link, follow=True))
    assert "The games you play as a guest become yours" in page
    landed = browser.post("/sign-in/finish/", {"name": "Anna"})
    assert landed["Location"] == path()
    assert "The games you played as a guest are yours now." in text(browser.get(path()))
    keeper = player()
    assert (keeper.email, keeper.name, keeper.is_guest, keeper.is_active) == (ADDRESS, "Anna", False, True)
    assert game().creator == keeper
    assert not Person.objects.filter(pk=guest.pk).exists()
    page = text(browser.get(path()))
    assert "as a guest" not in page
    assert "Anna" in page
    assert "Another game against the computer" not in text(browser.get("/games/"))


def test_kept_games_send_mail_from_then_on(browser: Client) -> None:
    opened(browser, asked(browser))
    computers.play_computers()
    seat = Seat.objects.get(player__email=ADDRESS)
    sides = [seat.plays.label]
    browser.post(f"{path()}resign/?as={sides[0]}")
    assert Notification.objects.filter(recipient=player()).exists()
    assert mail.outbox[-1].to == [ADDRESS]


def test_the_mail_may_be_opened_in_another_browser(browser: Client) -> None:
    phone = Client()
    assert opened(phone, asked(browser))["Location"] == path()
    assert phone.get(path()).status_code == 200
    there = browser.get(path(), follow=True)
    assert there.redirect_chain[0][0].startswith("/sign-in/?next=")
    assert "kept by giving an email address" in text(there)
    assert browser.get("/games/")["Location"].startswith("/sign-in/")


def test_kept_games_join_those_of_a_known_person(browser: Client) -> None:
    known = Person.objects.at(ADDRESS)
    Person.objects.filter(pk=known.pk).update(name="Known", zone="Asia/Tokyo")
    own = signed_in(known).post("/play/")["Location"]
    browser.post("/play/", {"new": "myself"})
    mine = {seat.game.public_id for seat in Seat.objects.filter(player__guest_seen_at__isnull=False)}
    assert len(mine) == 2
    first = Game.objects.filter(public_id__in=mine).earliest("created_at")
    browser.post("/sign-in/", {"email": ADDRESS, "next": f"/games/{first.public_id}/"})
    link = newest_link()
    assert 'name="name"' not in text(browser.get(link, follow=True))
    browser.post("/sign-in/finish/")
    page = text(browser.get("/games/"))
    assert all(public_id in page for public_id in (*mine, own.split("/")[2]))
    assert Seat.objects.filter(player=known).count() == 4
    known.refresh_from_db()
    assert (known.name, known.zone) == ("Known", "Asia/Tokyo")


def test_a_second_click_leads_to_the_game_and_a_strangers_to_nothing(browser: Client) -> None:
    link = asked(browser)
    opened(browser, link)
    assert browser.get(link, follow=True).redirect_chain[-1][0] == path()
    thief = Client()
    assert thief.get(link, follow=True).status_code == 410
    assert thief.get(path()).status_code == 404


def test_a_second_mail_to_the_same_address_says_nothing_of_lost_games(browser: Client) -> None:
    first, second = asked(browser), asked(browser)
    phone = Client()
    opened(browser, first)
    assert phone.get(second, follow=True).status_code == 410
    phone.post("/sign-in/fresh/")
    landed = opened(phone, newest_link())
    assert landed["Location"] == path()
    assert "are gone" not in text(phone.get(path()))


def test_the_first_opened_address_of_two_keeps_the_games(browser: Client) -> None:
    other, first = asked(browser, "other@example.org"), asked(browser)
    opened(Client(), first)
    late = Client()
    assert opened(late, other)["Location"] == "/games/"
    assert "are gone: somebody else keeps them" in text(late.get("/games/"))
    assert player().email == ADDRESS


def test_a_link_that_came_too_late_is_mailed_again_with_all_it_was_for(browser: Client) -> None:
    link = asked(browser)
    with time_machine.travel(timezone.now() + links.SIGN_IN_LINK_LIFETIME + timedelta(minutes=1)):
        phone = Client()
        assert phone.get(link, follow=True).status_code == 410
        phone.post("/sign-in/fresh/")
        assert opened(phone, newest_link())["Location"] == path()
        assert player().email == ADDRESS


def test_a_guest_who_was_deleted_meanwhile_leaves_nothing_to_keep(browser: Client) -> None:
    link = asked(browser)
    SignInRequest.objects.update(created_at=timezone.now() + timedelta(days=40))
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert forget_guests() == 1
        phone = Client()
        phone.get(link, follow=True)
        assert "nobody had looked at them for 30 days" in text(phone.post("/sign-in/fresh/", follow=True))
        assert opened(phone, newest_link())["Location"] == "/games/"
        assert phone.get("/games/").status_code == 200


def test_the_account_at_the_address_is_closed_before_the_mail_is_opened(browser: Client) -> None:
    known = Person.objects.at(ADDRESS)
    link = asked(browser)
    assert closing.close(person=known)
    assert not SignInRequest.objects.exists()
    assert browser.get(link, follow=True).status_code == 404
    assert browser.get(path()).status_code == 200
    opened(browser, asked(browser))
    assert (player().email, player().pk == known.pk) == (ADDRESS, False)


def test_signing_in_elsewhere_keeps_the_games_too(browser: Client) -> None:
    link = asked(browser)
    phone = signed_in(Person.objects.at(ADDRESS))
    services.mail_sign_in_link(email=ADDRESS)
    Person.objects.filter(email=ADDRESS).update(last_login=None)
    link = asked(browser)
    assert opened(phone, link)["Location"] == path()
    assert player().email == ADDRESS


def test_signing_in_at_the_guests_browser_keeps_them_however_the_link_was_asked_for(browser: Client) -> None:
    services.mail_sign_in_link(email=ADDRESS)
    opened(browser, newest_link())
    assert player().email == ADDRESS


def test_nobody_keeps_the_games_of_another_guest(browser: Client) -> None:
    link = asked(browser)
    head, _dot, key = link.rstrip("/").rpartition(".")
    services.mail_sign_in_link(email="thief@example.org")
    own = newest_link().rstrip("/").rpartition(".")[0]
    for forged in (f"{own}.{key}/", f"{head}.{'0' * 16}/", f"{head}/"):
        assert Client().get(forged).status_code == 404
    assert player().is_guest


# ---- where one wanted to go


@pytest.mark.parametrize("goal", ["/games/new/?club=x", "/games/abcdefghij/join/", "/me/tokens/"])
def test_a_mail_opened_in_another_browser_goes_on_where_one_was(goal: str) -> None:
    Client().post("/sign-in/", {"email": ADDRESS, "next": goal})
    assert opened(Client(), newest_link())["Location"] == goal


def test_no_mail_leads_to_another_site_even_if_that_was_stored() -> None:
    elsewhere = "https://evil.example/"
    Client().post("/sign-in/", {"email": ADDRESS, "next": elsewhere})
    assert SignInRequest.objects.get().goal == ""
    SignInRequest.objects.update(goal=elsewhere)
    assert opened(Client(), newest_link())["Location"] == "/games/"


def test_the_purpose_of_a_link_is_forgotten_after_a_week() -> None:
    Client().post("/sign-in/", {"email": ADDRESS, "next": "/games/new/"})
    with time_machine.travel(timezone.now() + retention.REQUESTS_KEPT - timedelta(minutes=1)):
        retention.forget_unconfirmed()
        assert SignInRequest.objects.count() == 1
    with time_machine.travel(timezone.now() + retention.REQUESTS_KEPT + timedelta(minutes=1)):
        retention.forget_unconfirmed()
        assert not SignInRequest.objects.exists()


# ---- at the same moment


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_keeps_of_a_guest_succeed_once() -> None:
    guest, people = _a_guest(), [Person.objects.at(f"{name}@example.org") for name in "ab"]
    at_once(*(_keep(guest, person) for person in people))
    (seat,) = Seat.objects.filter(computer="")
    assert seat.player in people
    assert not Person.objects.filter(pk=guest.pk).exists()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_guest_is_kept_or_deleted_never_half_of_both() -> None:
    guest, person = _a_guest(), Person.objects.at(ADDRESS)
    kept, forgotten = held_up_at(
        Person.objects.filter(pk=guest.pk), _keep(guest, person), lambda: guest_games.forget(guest)
    )
    assert kept
    assert Seat.objects.filter(player=person).exists() == (not forgotten)
    assert Game.objects.exists() == (not forgotten)
    assert not Person.objects.filter(pk=guest.pk).exists()


def _a_guest() -> Person:
    guest = PersonFactory.create(guest=True)
    guest_games.begin(player=guest)
    return guest


def _keep(guest: Person, person: Person) -> Callable[[], bool]:
    link = links.read(links.new_token(person))
    assert link is not None
    return lambda: services.use(link=link, guest_pks=[guest.pk])


def test_the_mail_names_the_games_that_are_kept(browser: Client) -> None:
    Game.objects.update(week=2)
    asked(browser)
    message: Any = mail.outbox[-1]
    sentence = "You keep 1 game against the computer. It is in week 2."
    assert sentence in message.body
    assert f">{sentence}</p>" in message.alternatives[0][0]
    browser.post("/play/", {"new": "computer"})
    browser.post("/play/", {"new": "myself"})
    services.mail_sign_in_link(email=ADDRESS, goal="", guest=guest())
    newest_link()
    body = str(mail.outbox[-1].body)
    assert "You keep 2 games against the computer. The furthest is in week 2.\n" in body
    assert "You keep 1 game in which you play both sides. It is in week 1.\n" in body
    play.resign(seat=Seat.objects.select_related("game", "player").filter(player=guest())[0])
    services.mail_sign_in_link(email=ADDRESS, goal="", guest=guest())
    newest_link()
    assert "You keep 1 finished game.\n" in str(mail.outbox[-1].body)


def test_a_mail_that_no_guest_asked_for_names_no_games(browser: Client) -> None:
    Client().post("/sign-in/", {"email": ADDRESS})
    newest_link()
    assert "You keep" not in str(mail.outbox[-1].body)


def test_a_guest_has_no_links_to_revoke_and_a_person_does(browser: Client) -> None:
    assert "Revoke all links" not in text(browser.get(path()))
    opened(browser, asked(browser), name="Anna")
    assert "Revoke all links" in text(browser.get(path()))


def guest() -> Person:
    return Person.objects.get(guest_seen_at__isnull=False)
