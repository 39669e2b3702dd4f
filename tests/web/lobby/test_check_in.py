"""The page of a game that waits for its players to check in."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models.person import Person
from games.engine.chance import Grade, hash_of
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.seat import Seat
from games.services import check_in, joining, lobby
from games.services.creation import Terms
from notifications.delivery import deliver_due
from tests.factories.games import GameFactory
from tests.web.browsers import signed_in, text
from tests.web.lobby.new_games import by_mail, create

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

EMAILS = ("east@example.org", "west@example.org")


@pytest.fixture
def paired() -> Game:
    east, west = (Person.objects.at(email) for email in EMAILS)
    return lobby.create_between((east, west), edition="kessen", terms=Terms(is_public=True, pace=3))


def nonces(game: Game) -> list[str | None]:
    return list(Game.objects.get(pk=game.pk).nonces)


def test_one_tap_from_the_mail_checks_in(paired: Game) -> None:
    browser, page = by_mail(EMAILS[EAST])
    shown = text(browser.get(page))
    assert paired.commitment in shown
    assert "I am here" in shown
    assert "nonce.js" in shown
    assert nonces(paired) == [None, None], "mail scanners follow links too"
    address = re.search(r'action="(/games/\w+/check-in/[^"]*)"', shown)
    assert address
    assert browser.get(address[1])["Location"] == f"/games/{paired.public_id}/"
    assert nonces(paired) == [None, None]
    after = text(browser.post(address[1], {"nonce": "of east"}, follow=True))
    assert nonces(paired) == ["of-east", None]
    assert "You have checked in." in after
    assert "I am here" not in after


def test_the_second_check_in_begins_the_game(paired: Game) -> None:
    check_in.check_in(seat=Seat.objects.select_related("game").get(game=paired, side=WEST), nonce="west")
    browser = signed_in(Person.objects.at(EMAILS[EAST]))
    assert "Check in to begin the game." in text(browser.get("/games/"))
    path = f"/games/{paired.public_id}/"
    begun = text(browser.post(f"{path}check-in/", {"nonce": "east"}, follow=True))
    assert "Only the service together with East, who added randomness last" in begun
    assert Game.objects.get().status == Game.Status.RUNNING
    assert browser.post(f"{path}check-in/", {"nonce": "again"})["Location"] == path


def test_an_invalid_nonce_is_refused_and_stays_in_the_form(paired: Game) -> None:
    browser = signed_in(Person.objects.at(EMAILS[EAST]))
    refused = browser.post(f"/games/{paired.public_id}/check-in/", {"nonce": "of east!"})
    assert refused.status_code == 400
    assert 'value="of east!"' in text(refused)
    assert nonces(paired) == [None, None]


def test_a_missed_check_in_is_explained_on_the_page(paired: Game) -> None:
    due = Seat.objects.filter(game=paired).latest("due_at").due_at
    assert due is not None
    check_in.check_in(seat=Seat.objects.select_related("game").get(game=paired, side=WEST))
    check_in.call_off_overdue(due)
    path = f"/games/{paired.public_id}/"
    late = signed_in(Person.objects.at(EMAILS[EAST]))
    assert "because you did not check in on time" in text(late.get(path))
    assert "did not check in on time" in text(signed_in(Person.objects.at(EMAILS[WEST])).get(path))
    assert "This game was called off." in text(late.post(f"{path}check-in/", follow=True))


def test_a_promised_nonce_is_revealed_on_the_page(browser: Client, creator: Person, friend: str) -> None:
    game = create(browser, invited=friend, side="random", nonce_hash=hash_of("promised"))
    waiting = text(browser.get(f"/games/{game.public_id}/"))
    assert "you get a mail that asks you to reveal your randomness" in waiting
    assert "nobody can choose the draws" in waiting
    guest, page = by_mail(friend)
    assert "nobody can choose the draws" in text(guest.get(page))
    joined = text(guest.post(page, {"answer": "accept", "nonce": "second", "name": "Bungo"}, follow=True))
    assert "You have checked in." in joined
    assert "begins when your opponent has checked in" in text(guest.get(page))
    by_link, there = by_mail(creator.email)
    shown = text(by_link.get(there))
    assert f'data-promised="{hash_of("promised")}"' in shown
    address = f"/games/{game.public_id}/check-in/"
    wrong = by_link.post(address, {"nonce": "another"})
    assert wrong.status_code == 400
    assert "its hash is different" in text(wrong)
    begun = text(by_link.post(address, {"nonce": "promised"}, follow=True))
    assert "Nobody could choose the draws." in begun
    game.refresh_from_db()
    assert (game.status, game.grade) == (Game.Status.RUNNING, Grade.NOBODY)
    assert "(you)" in begun, "whatever side was drawn, the seat is open in this browser"


def test_the_hash_of_a_promise_is_shown_before_the_other_adds_anything(browser: Client, friend: str) -> None:
    guest = signed_in(Person.objects.at(friend))
    game = create(browser, invited=friend, nonce_hash=hash_of("promised"))
    deliver_due()
    assert hash_of("promised") in mail.outbox[-1].body
    assert hash_of("promised") in text(guest.get(f"/games/{game.public_id}/invitation/"))
    game = create(browser, opponent="open", nonce_hash=hash_of("of an open game"))
    assert hash_of("of an open game") in text(guest.get(f"/games/{game.public_id}/"))


def test_players_see_their_own_nonce_before_the_game(browser: Client, paired: Game) -> None:
    game = create(browser, opponent="open", nonce="of-creator")
    assert "<code>of-creator</code>" in text(browser.get(f"/games/{game.public_id}/"))
    check_in.check_in(seat=Seat.objects.select_related("game").get(game=paired, side=WEST), nonce="of-west")
    path = f"/games/{paired.public_id}/"
    assert "<code>of-west</code>" in text(signed_in(Person.objects.at(EMAILS[WEST])).get(path))
    assert "of-west" not in text(signed_in(Person.objects.at(EMAILS[EAST])).get(path))


def test_an_accepted_invitation_says_what_it_waits_for_in_every_browser(browser: Client, friend: str) -> None:
    game = create(browser, invited=friend, nonce_hash=hash_of("promised"))
    _first, page = by_mail(friend)
    other, _page = by_mail(friend)
    joining.join(game=game, person=Person.objects.at(friend))
    assert "the game begins when your opponent has checked in" in text(other.get(page))
    assert "the game has begun" not in text(other.get(page))


def test_a_second_tap_leads_to_the_game_whatever_side_was_drawn(creator: Person) -> None:
    sides = set()
    for number in range(12):
        game = GameFactory.create(creator=creator, side="random", nonce_hash=hash_of(f"promised-{number}"))
        joining.join(game=game, person=Person.objects.at(EMAILS[WEST]), nonce=f"{number}")
        browser = signed_in(creator)
        shown = text(browser.get(f"/games/{game.public_id}/"))
        (address,) = re.findall(r'action="(/games/\w+/check-in/[^"]*)"', shown)
        for _tap in range(2):
            tapped = browser.post(address, {"nonce": f"promised-{number}"})
            assert tapped.get("Location") == f"/games/{game.public_id}/"
        sides.add(Seat.objects.get(game=game, player=creator).side)
    assert sides == {EAST, WEST}


def test_a_game_that_has_not_begun_has_no_version_to_compare(paired: Game) -> None:
    browser = signed_in(Person.objects.at(EMAILS[EAST]))
    compared = browser.post(f"/games/{paired.public_id}/verify/", {"heads": f"1:{'0' * 32}"})
    assert "There is no version 1: the game has 0." in text(compared)


def test_a_promise_is_for_games_between_two(browser: Client) -> None:
    given = {"edition": "kessen", "opponent": "myself", "side": "east", "nonce_hash": hash_of("x")}
    refused = browser.post("/games/new/", given)
    assert refused.status_code == 400
    assert "Only in a game between two people" in text(refused)
    assert not Game.objects.exists()


def test_a_promise_that_is_refused_says_so_at_its_field(browser: Client) -> None:
    given = {"edition": "kessen", "opponent": "open", "side": "east", "nonce_hash": hash_of("x")}
    refused = text(browser.post("/games/new/", given | {"nonce": "x"}))
    assert "This cannot be promised by its hash." in refused
    assert "own address" not in refused


def test_the_reminder_is_not_mailed_to_who_has_checked_in(paired: Game) -> None:
    check_in.check_in(seat=Seat.objects.select_related("game").get(game=paired, side=WEST))
    deliver_due()
    assert [letter.to for letter in mail.outbox if "check in until" in letter.subject] == [[EMAILS[EAST]]]
