"""Turn links in mails: what they open, for how long, and what happens afterwards."""

import re
import zoneinfo
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST
from games.models.seat import Seat
from games.services import lobby, play
from games.services.link_renewal import FRESH_LINKS_FROM, FRESH_LINKS_TO
from notifications.delivery import deliver_due
from tests.factories.games import GameFactory
from tests.kit.table import Table
from tests.web.browsers import address, by_link, link, signed_in, text
from tests.web.lobby.new_games import mailed_path

pytestmark = pytest.mark.django_db

EXPIRED, UNKNOWN, SENT = "/link/expired/", "/link/unknown/", "/link/sent/"


@pytest.fixture
def table() -> Table:
    return Table()


# ---- what it opens


def test_a_link_opens_one_seat_and_its_token_leaves_the_address_at_once(table: Table) -> None:
    seat, browser = table.seat(EAST), Client()
    arrived = browser.get(link(seat))
    assert arrived.status_code == 302
    assert arrived["Location"] == f"{address(seat)}?as=east"
    assert arrived["Referrer-Policy"] == "no-referrer"
    assert "no-store" in arrived["Cache-Control"]
    assert "Your decision" in text(browser.get(arrived["Location"]))


def test_nobody_is_signed_in_by_it(table: Table) -> None:
    """Who has a link may have it from somebody else: it opens a seat, never an account."""
    browser = by_link(table.seat(EAST))
    of_account = [f"/me/{page}" for page in ("", "tokens/", "mail/", "orders/", "data/", "data/close/")]
    files = ["/me/data/everything.json", "/me/data/everything.zip"]
    for path in (*of_account, *files, "/games/new/", "/games/next/"):
        assert browser.get(path)["Location"].startswith("/sign-in/"), path
        assert browser.post(path, {"sure": "on"})["Location"].startswith("/sign-in/"), path
    assert "_auth_user_id" not in browser.session
    assert Person.objects.get(pk=table.people[EAST].pk).closed_at is None


def test_a_turn_link_opens_nothing_else_of_its_player(table: Table) -> None:
    other = Table(1)
    browser = by_link(table.seat(EAST))
    assert browser.get(address(other.seat(EAST))).status_code == 404
    assert browser.get(f"{address(table.seat(EAST))}?as=west").status_code == 404
    listed = text(browser.get("/games/"))
    assert table.game.public_id in listed
    assert other.game.public_id not in listed


def test_opening_a_turn_link_keeps_the_reader_signed_in(table: Table) -> None:
    browser = signed_in(table.people[WEST])
    browser.get(link(table.seat(EAST)))
    page = text(browser.get(f"{address(table.seat(EAST))}?as=east"))
    assert "Switch to West" in page
    assert browser.get("/me/").status_code == 200


def test_a_link_can_be_looked_at_by_programs_without_anything_happening(table: Table) -> None:
    """They follow links in mail, to see whether these do harm."""
    before = table.game.version, table.seat(EAST).asked
    for browser in (Client(), Client()):
        assert browser.head(link(table.seat(EAST)), follow=True).status_code == 200
        browser.get(link(table.seat(EAST)), follow=True)
    assert (table.game.version, table.seat(EAST).asked) == before


# ---- what opens nothing


def spoilt(path: str) -> str:
    """A path with one letter of the token changed."""
    place = path.rindex("/") - 5
    return path[:place] + ("A" if path[place] != "A" else "B") + path[place + 1 :]


def test_no_other_token_opens_a_seat_and_all_look_alike(table: Table) -> None:
    east, west, elsewhere = (link(table.seat(EAST)), link(table.seat(WEST)), link(Table(1).seat(EAST)))
    token = east.split("/")[-2]
    stranger = Person.objects.at("stranger@example.org")
    tried = [
        spoilt(east),
        west.replace("/west/", "/east/"),
        east.replace("/east/", "/west/"),
        east.replace("/east/", "/north/"),
        elsewhere.replace(elsewhere.split("/")[2], table.game.public_id),
        f"/t/nosuchgame/east/{token}/",
        f"/t/{table.game.public_id}/east/{stranger.pk}/",
        f"/t/{table.game.public_id}/east/%00%F0%9F%92%A9/",
        f"/t/{table.game.public_id}/east/{'A' * 2000}/",
    ]
    answers = set()
    for path in tried:
        browser = Client()
        refused = browser.get(path)
        assert refused["Location"] == UNKNOWN, path
        assert refused["Referrer-Policy"] == "no-referrer"
        page = browser.get(UNKNOWN)
        assert page.status_code == 404
        answers.add(re.sub(r"\s+", " ", text(page)))
        assert browser.get(address(table.seat(EAST))).status_code == 404
    assert len(answers) == 1


def test_a_link_to_an_address_the_seat_no_longer_has_opens_nothing(table: Table) -> None:
    before = link(table.seat(EAST))
    Person.objects.filter(pk=table.people[EAST].pk).update(email="moved@example.org")
    assert Client().get(before)["Location"] == UNKNOWN
    assert Client().get(link(table.seat(EAST)))["Location"].endswith("?as=east")


def test_a_link_of_somebody_who_no_longer_has_the_seat_opens_nothing(table: Table) -> None:
    before = link(table.seat(EAST))
    Seat.objects.filter(game=table.game, side=EAST).update(player=table.people[WEST])
    assert Client().get(before)["Location"] == UNKNOWN


# ---- how long


def ended(table: Table) -> datetime:
    play.resign(seat=table.seat(WEST))
    at = table.game.ended_at
    assert at is not None
    return at


def test_a_link_lives_until_thirty_days_after_the_end_however_old_it_is(table: Table) -> None:
    browser, followed = by_link(table.seat(EAST)), link(table.seat(EAST))
    with time_machine.travel(timezone.now() + timedelta(days=200)):
        assert Client().get(followed)["Location"].endswith("?as=east")
        at = ended(table)
    with time_machine.travel(at + timedelta(days=29, hours=23)):
        assert Client().get(followed)["Location"].endswith("?as=east")
    with time_machine.travel(at + timedelta(days=30, hours=1)):
        assert Client().get(followed)["Location"] == EXPIRED
        assert browser.get(address(table.seat(EAST))).status_code == 404


def test_an_expired_link_offers_one_button_that_mails_a_fresh_one_to_the_same_address(table: Table) -> None:
    followed, at = link(table.seat(EAST)), ended(table)
    with time_machine.travel(at + timedelta(days=100)):
        browser = Client()
        page = text(browser.get(followed, follow=True))
        assert "This link has expired" in page
        assert page.partition("<footer")[0].count("<button") == 1
        assert table.people[EAST].email not in page, "who found the mail need not learn more"
        asked = browser.post(EXPIRED, follow=True)
        assert asked.redirect_chain == [(SENT, 302)]
        assert "on its way" in text(asked)
        fresh = mailed_path(table.people[EAST].email)
        assert Client().get(fresh, follow=True).status_code == 200
    with time_machine.travel(at + timedelta(days=129)):
        assert Client().get(fresh)["Location"].endswith("?as=east")
    with time_machine.travel(at + timedelta(days=131)):
        assert Client().get(fresh)["Location"] == EXPIRED


def test_no_more_are_mailed_to_one_address_and_nobody_is_told(table: Table) -> None:
    """Whoever has an expired link may be anybody."""
    followed, at = link(table.seat(EAST)), ended(table)
    deliver_due()
    mail.outbox.clear()
    with time_machine.travel(at + timedelta(days=100), tick=False):
        answers = set()
        for number in range(FRESH_LINKS_TO.most + 1):
            browser = Client(REMOTE_ADDR=f"192.0.2.{number}")
            browser.get(followed)
            asked = browser.post(EXPIRED)
            answers.add((asked.status_code, asked["Location"], text(browser.get(SENT))))
        assert len(answers) == 1
        assert f"No more than {FRESH_LINKS_TO.most} go to one address" in answers.pop()[2]
        deliver_due()
        assert len(mail.outbox) == FRESH_LINKS_TO.most


def test_one_sender_may_not_ask_for_ever_and_it_is_said_for_how_long(table: Table) -> None:
    followed, at = link(table.seat(EAST)), ended(table)
    with time_machine.travel(at + timedelta(days=100), tick=False):
        browser = Client()
        browser.get(followed)
        asked = [browser.post(EXPIRED).status_code for _time in range(FRESH_LINKS_FROM.most + 1)]
        assert asked == [302] * FRESH_LINKS_FROM.most + [429]
        refused = browser.post(EXPIRED)
        assert "Try again in" in text(refused)
        assert 0 < int(refused["Retry-After"]) <= FRESH_LINKS_FROM.seconds
    with time_machine.travel(at + timedelta(days=100, hours=1, minutes=1)):
        assert browser.post(EXPIRED).status_code == 302


def test_the_expired_page_needs_an_expired_link() -> None:
    assert Client().get(EXPIRED).status_code == 404
    assert Client().post(EXPIRED).status_code == 404


# ---- made void


def test_revoking_links_closes_the_seats_they_opened(table: Table) -> None:
    seat = table.seat(EAST)
    thief, owner, old = by_link(seat), signed_in(table.people[EAST]), link(seat)
    watcher = by_link(table.seat(WEST))
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=True):
        assert owner.post(f"{address(seat)}links/")["Location"] == SENT
        assert thief.get(address(seat)).status_code == 404
        assert table.game.public_id not in text(thief.get("/games/", follow=True))
        assert thief.post(f"{address(seat)}resign/").status_code == 404
        assert Client().get(old)["Location"] == EXPIRED
        assert owner.get(address(seat)).status_code == 200
        assert watcher.get(address(seat)).status_code == 200, "the other side's are as they were"
        assert Client().get(mailed_path(table.people[EAST].email), follow=True).status_code == 200


def test_a_seat_opened_by_a_link_can_make_the_links_void_too_and_says_where_the_next_is(table: Table) -> None:
    seat = table.seat(EAST)
    browser = by_link(seat)
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        response = browser.post(f"{address(seat)}links/", follow=True)
        assert "on its way" in text(response)
        assert browser.get(address(seat)).status_code == 404


def test_links_are_made_void_however_often_and_it_is_said_when_the_next_is_mailed(table: Table) -> None:
    seat, owner = table.seat(EAST), signed_in(table.people[EAST])
    deliver_due()
    mail.outbox.clear()
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False) as clock:
        for _time in range(FRESH_LINKS_TO.most):
            assert owner.post(f"{address(seat)}links/")["Location"] == SENT
        thief = by_link(seat)
        clock.shift(timedelta(seconds=1))
        refused = owner.post(f"{address(seat)}links/")
        assert refused.status_code == 429
        assert "Try again in" in text(refused)
        assert 0 < int(refused["Retry-After"]) <= FRESH_LINKS_TO.seconds
        assert f'action="{EXPIRED}"' in refused.content.decode()
        assert thief.get(address(seat)).status_code == 404
        deliver_due()
        assert len(mail.outbox) == FRESH_LINKS_TO.most
        clock.shift(timedelta(hours=1))
        assert owner.post(EXPIRED)["Location"] == SENT


def test_ending_all_sessions_closes_opened_seats(table: Table) -> None:
    other = Table(1)
    thief, owner = by_link(table.seat(EAST)), signed_in(table.people[EAST])
    thief.get(link(other.seat(WEST)))
    old = link(table.seat(EAST))
    owner.post("/me/end-everything/")
    assert thief.get(address(table.seat(EAST))).status_code == 404
    assert Client().get(old)["Location"] == UNKNOWN
    listed = text(thief.get("/games/"))
    assert table.game.public_id not in listed
    assert other.game.public_id in listed, "what somebody else's link opened stays open"
    assert Client().get(link(table.seat(EAST)))["Location"].endswith("?as=east")


def test_ending_all_sessions_closes_opened_invitations() -> None:
    creator, friend = Person.objects.at("creator@example.org"), Person.objects.at("friend@example.org")
    game = GameFactory.create(creator=creator, opponent=lobby.Invite("friend@example.org"))
    invitation, thief = mailed_path("friend@example.org"), Client()
    page = thief.get(invitation)["Location"]
    assert thief.get(page).status_code == 200
    signed_in(friend).post("/me/end-everything/")
    assert thief.post(page, {"answer": "accept"})["Location"].startswith("/sign-in/")
    game.refresh_from_db()
    assert game.status == game.Status.WAITING
    assert Client().get(invitation)["Location"] == UNKNOWN


def test_signing_out_closes_the_seats_of_a_shared_machine(table: Table) -> None:
    browser = by_link(table.seat(EAST))
    assert "Close these seats in this browser" in text(browser.get("/games/"))
    browser.post("/sign-out/")
    assert browser.get(address(table.seat(EAST))).status_code == 404


# ---- in the player's own words


def test_the_page_has_the_time_zone_of_the_seats_player() -> None:
    with time_machine.travel(datetime(2026, 5, 1, 20, 0, tzinfo=zoneinfo.ZoneInfo("UTC")), tick=False):
        table = Table()
        Person.objects.filter(pk=table.people[EAST].pk).update(zone="Asia/Tokyo")
        browser = by_link(table.seat(EAST))
        for path in ("history/", ""):
            assert "2 May 2026, 05:00" in text(browser.get(f"{address(table.seat(EAST))}{path}")) or not path
        west = by_link(table.seat(WEST)).get(f"{address(table.seat(WEST))}history/")
        assert "1 May 2026, 20:00" in text(west)


def test_signed_in_people_keep_their_time_zone_at_other_seats() -> None:
    with time_machine.travel(datetime(2026, 5, 1, 20, 0, tzinfo=zoneinfo.ZoneInfo("UTC")), tick=False):
        table = Table()
        for side, zone in zip(SIDES, ("Asia/Tokyo", "America/New_York"), strict=True):
            Person.objects.filter(pk=table.people[side].pk).update(zone=zone)
        browser = signed_in(table.people[WEST])
        browser.get(link(table.seat(EAST)))
        assert "1 May 2026, 16:00" in text(browser.get(f"{address(table.seat(EAST))}history/?as=east"))
