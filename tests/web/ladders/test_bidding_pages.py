"""Bidding for sides: the page before and after the bids are opened, and the link in the mail."""

import re
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.engine.side import EAST, WEST
from games.ladders import participation
from games.ladders.bidding import sealed_bids as service
from games.ladders.bidding.auction import Bid
from games.ladders.bidding.links import bidding_link
from games.ladders.models.bidding import Bidding
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.models.seat import Seat
from games.reads.competition import competition
from games.services import link_renewal, play
from games.web.name_links import linked
from tests.factories.clubs import ClubFactory
from tests.factories.ladders import BiddingFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import bid, look, opened, over
from tests.kit.work import do_due_work
from tests.web.browsers import path_of, read, signed_in
from tests.web.ladders.case import FORM

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def sealed() -> Bidding:
    return BiddingFactory.create()


def path(bidding: Bidding) -> str:
    return f"/biddings/{bidding.public_id}/"


def by_link(bidding: Bidding) -> Client:
    """A browser of the first player that has followed the link of the mail, and nothing else."""
    browser = Client()
    assert browser.get(path_of(bidding_link(bidding, bidding.first)))["Location"] == path(bidding)
    return browser


# ---- a ladder with bidding


def test_a_ladder_is_begun_with_bidding_and_says_so() -> None:
    club, organiser = ClubFactory.create(), PersonFactory.named("Organiser One")
    answer = signed_in(organiser).post(f"/clubs/{club.slug}/ladders/new/", FORM | {"has_bidding": "bid"})
    ladder = Ladder.objects.get()
    assert ladder.has_bidding
    assert "Before each game the two players bid for sides, sealed" in read(Client().get(answer["Location"]))


def test_without_a_choice_sides_are_dealt_out() -> None:
    club, organiser = ClubFactory.create(), PersonFactory.named("Organiser One")
    answer = signed_in(organiser).post(f"/clubs/{club.slug}/ladders/new/", FORM)
    assert not Ladder.objects.get().has_bidding
    assert "bid for sides" not in read(Client().get(answer["Location"]))


def test_everybody_sees_who_bids_and_nothing_of_the_bids(sealed: Bidding) -> None:
    page = read(Client().get(f"/ladders/{sealed.season.ladder.public_id}/"))
    assert "Bidding for sides" in page
    assert f"{linked(sealed.first)} and {linked(sealed.second)}" in page


# ---- bidding


def test_the_link_of_the_mail_opens_the_bidding_and_nothing_else(sealed: Bidding) -> None:
    do_due_work()
    sent = next(each for each in mail.outbox if each.to == [sealed.first.email])
    assert sent.subject == f"Your pairing with {sealed.second}: bid for sides"
    link = re.search(r"https?://\S+/biddings/\S+", str(sent.body))
    assert link is not None
    browser = Client()
    assert browser.get(path_of(link[0]))["Location"] == path(sealed)
    assert "The side I want" in read(browser.get(path(sealed)))
    assert browser.get("/me/").status_code == 302


def test_one_bids_sees_it_and_changes_it(sealed: Bidding) -> None:
    browser = by_link(sealed)
    answer = browser.post(path(sealed), {"side": "west", "points": "3"}, follow=True)
    assert "West, for 3 victory points" in read(answer)
    assert "Your bid is sealed" in read(answer)
    answer = browser.post(path(sealed), {"side": "east", "points": "1"}, follow=True)
    assert "East, for 1 victory point" in read(answer)
    sealed.refresh_from_db()
    assert sealed.bids == (Bid(EAST, 1), None)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"side": "north", "points": "3"}, "Select a valid choice"),
        ({"points": "3"}, "This field is required"),
        ({"side": "east", "points": "11"}, "less than or equal to 10"),
        ({"side": "east", "points": "-1"}, "greater than or equal to 0"),
        ({"side": "east", "points": "many"}, "Enter a whole number"),
        ({"side": "east"}, "This field is required"),
    ],
)
def test_wrong_bid_is_explained_at_its_field(sealed: Bidding, said: dict[str, str], sentence: str) -> None:
    answer = signed_in(sealed.first).post(path(sealed), said)
    assert answer.status_code == 400
    assert sentence in read(answer)
    sealed.refresh_from_db()
    assert sealed.bids == (None, None)


def test_a_changed_bid_keeps_what_one_has_added_to_the_chance(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(WEST, 3), nonce="my-own")
    shown = read(signed_in(sealed.first).get(path(sealed)))
    assert 'value="my-own"' in shown
    assert "my-own" not in read(signed_in(sealed.second).get(path(sealed)))


def test_strangers_cannot_tell_whether_there_is_a_pairing(sealed: Bidding) -> None:
    assert Client().get("/biddings/nosuchone/")["Location"].startswith("/sign-in/")
    link = path_of(bidding_link(sealed, sealed.first))
    assert Client().get(f"{link[:-3]}xx/")["Location"] == "/link/unknown/"
    other = a_bidding_of_others()
    assert Client().get(link.replace(sealed.public_id, other.public_id))["Location"] == "/link/unknown/"


def a_bidding_of_others() -> Bidding:
    """Between two others, in the same season."""
    return Bidding.objects.create(
        season=Bidding.objects.get().season,
        round=9,
        first=PersonFactory.named("Ashigaru Three"),
        second=PersonFactory.named("Ashigaru Four"),
        paired_at=timezone.now(),
        due_at=timezone.now() + timedelta(days=1),
        seed=b"another seed",
        commitment="c0" * 32,
        game_seed=b"a seed of the game",
    )


def test_my_games_begin_with_pairings_that_wait_for_my_bid(sealed: Bidding) -> None:
    browser = signed_in(sealed.first)
    assert "Before the game both of you bid for sides." in read(browser.get("/games/"))
    bid(sealed, sealed.first, Bid(WEST, 2))
    assert "Your bid for a side is sealed" in read(browser.get("/games/"))
    bid(sealed, sealed.second, Bid(EAST, 2))
    assert path(sealed) not in read(browser.get("/games/"))


# ---- when the bids are open


def test_both_bids_are_shown_with_what_came_of_them(sealed: Bidding) -> None:
    bid(sealed, sealed.second, Bid(WEST, 1))
    browser = by_link(sealed)
    page = read(browser.post(path(sealed), {"side": "west", "points": "3"}, follow=True))
    assert f"{sealed.first} wanted West, for 3 victory points." in page
    assert f"{sealed.second} wanted West, for 1 victory point." in page
    assert f"{sealed.second} plays East, and {sealed.first} West." in page
    assert "East begins with 3 victory points given by bidding" in page
    assert "It was not needed." in page
    game = Match.objects.get().game
    assert "you" in read(browser.get(f"/games/{game.public_id}/?as=west"))  # the bid opened the seat


def test_the_first_to_bid_comes_back_and_may_have_a_fresh_link(sealed: Bidding) -> None:
    browser = by_link(sealed)
    opened(sealed, Bid(EAST, 0), Bid(EAST, 2))
    assert "Mail me a fresh link" in read(browser.get(path(sealed)))
    assert browser.post("/link/expired/")["Location"] == "/link/sent/"


def test_a_bid_that_comes_too_late_is_refused_in_words(sealed: Bidding) -> None:
    opened(sealed, Bid(EAST, 0), Bid(EAST, 2))
    browser = signed_in(sealed.first)
    answer = browser.post(path(sealed), {"side": "west", "points": "3"}, follow=True)
    assert "Both bids are already open" in read(answer)
    answer = browser.post(path(sealed), {"side": "east", "points": "0"}, follow=True)
    assert "Both bids are already open" not in read(answer)


def test_the_coin_can_be_checked_with_the_program_on_the_page(sealed: Bidding) -> None:
    before = read(signed_in(sealed.first).get(path(sealed)))
    assert sealed.commitment in before
    assert sealed.origin.commitment in before
    assert bytes(sealed.seed).hex() not in before
    bid(sealed, sealed.first, Bid(EAST, 2), nonce="one")
    bid(sealed, sealed.second, Bid(EAST, 2), nonce="two")
    match = Match.objects.get()
    page = read(signed_in(sealed.first).get(path(sealed)))
    assert f"It was needed, and favoured {match.east}." in page
    program = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)
    assert program is not None
    ran = subprocess.run([sys.executable, "-c", program[1]], capture_output=True, text=True, check=True)
    fingerprint, favoured = ran.stdout.split()
    assert fingerprint == sealed.commitment
    assert sealed.players[int(favoured)] == match.east


def test_both_are_mailed_what_was_bid(sealed: Bidding) -> None:
    do_due_work()
    mail.outbox.clear()
    opened(sealed, Bid(EAST, 1), Bid(EAST, 2))
    do_due_work()
    actual = {each.to[0]: each for each in mail.outbox if "The bids are open" in each.subject}
    assert {*actual} == {sealed.first.email, sealed.second.email}
    mine = actual[sealed.first.email]
    assert mine.subject == f"The bids are open: you play West against {sealed.second}"
    assert "West begins with 2 victory points given by bidding" in str(mine.body)


def test_a_missing_bid_is_told(sealed: Bidding) -> None:
    bid(sealed, sealed.first, Bid(WEST, 5))
    look(sealed.due_at)
    page = read(signed_in(sealed.second).get(path(sealed)))
    assert f"{sealed.second} did not bid." in page
    assert "There is no handicap." in page


def test_a_pairing_that_came_to_nothing_says_so_and_is_mailed(sealed: Bidding) -> None:
    do_due_work()
    mail.outbox.clear()
    participation.leave(ladder=sealed.season.ladder, person=sealed.second, now=timezone.now())
    look(timezone.now())
    assert "One of you has left the ladder" in read(signed_in(sealed.first).get(path(sealed)))
    do_due_work()
    assert f"Your pairing with {sealed.second} was cancelled" in [each.subject for each in mail.outbox]


# ---- the game

GIVEN = (
    "West begins with 3 victory points given by bidding: they count only if the game is decided by points."
)


def test_the_game_says_what_was_given_from_the_start_and_what_came_of_it(sealed: Bidding) -> None:
    match = opened(sealed, Bid(EAST, 3), Bid(EAST, 1))
    address = f"/games/{match.game.public_id}/"
    for browser in (signed_in(match.east), signed_in(match.west), Client()):
        assert GIVEN in read(browser.get(address))
    assert "3 points to West" in read(Client().get(f"/ladders/{match.season.ladder.public_id}/"))
    play.resign(seat=Seat.objects.select_related("game", "player").get(game=match.game, side=WEST))
    page = read(Client().get(address))
    assert GIVEN in page
    assert "The game was not decided by points, so the points given do not count." in page


@pytest.mark.parametrize(
    ("score", "sentence"),
    [
        ((14, 10), "With the points given East has 14 and West 13: East wins in the ladder."),
        ((12, 10), "With the points given East has 12 and West 13: West wins in the ladder."),
        ((13, 10), "With the points given both have 13, and West wins ties: West wins in the ladder."),
    ],
)
def test_page_says_how_points_given_decided_the_game(
    sealed: Bidding, score: tuple[int, int], sentence: str
) -> None:
    match = opened(sealed, Bid(EAST, 3), Bid(EAST, 1))
    game = over(match, score)
    seen = {"result": {"points": {"east": score[EAST], "west": score[WEST]}}}
    assert competition().notes_on(game, seen) == [GIVEN, sentence]


def test_a_game_without_points_given_says_nothing_of_them(sealed: Bidding) -> None:
    match = opened(sealed, Bid(EAST, 3), Bid(WEST, 1))
    assert "bidding" not in read(Client().get(f"/games/{match.game.public_id}/"))


# ---- the seat that the bid of a link opens, and for no longer


def test_the_same_bid_once_more_opens_no_seat_whose_links_were_made_void(sealed: Bidding) -> None:
    """Whoever finds the mail that asked for a bid has the links of the game no better than any other."""
    bid(sealed, sealed.second, Bid(WEST, 1))
    browsers, said = (by_link(sealed), by_link(sealed)), {"side": "west", "points": "3"}
    browsers[0].post(path(sealed), said)
    seat = Seat.objects.select_related("game").get(player=sealed.first)
    assert "you" in read(browsers[0].get(f"/games/{seat.game.public_id}/?as=west"))
    browsers[1].post(path(sealed), said)
    assert browsers[1].get(f"/games/{seat.game.public_id}/?as=west").status_code == 404
    link_renewal.revoke(seat=seat)
    for browser in browsers:
        assert "Mail me a fresh link" in read(browser.post(path(sealed), said, follow=True))
        assert browser.get(f"/games/{seat.game.public_id}/?as=west").status_code == 404


def test_links_made_void_while_a_bid_opens_the_bids_are_void(
    sealed: Bidding, monkeypatch: pytest.MonkeyPatch
) -> None:
    def and_at_once_void(**given: Any) -> Bidding:
        done = take(**given)
        link_renewal.revoke(seat=Seat.objects.get(player=sealed.first))
        return done

    bid(sealed, sealed.second, Bid(WEST, 1))
    browser, take = by_link(sealed), service.bid
    monkeypatch.setattr(service, "bid", and_at_once_void)
    browser.post(path(sealed), {"side": "west", "points": "3"})
    game = Match.objects.get().game
    assert browser.get(f"/games/{game.public_id}/?as=west").status_code == 404
