"""Pages and mails of a rematch: one button on the finished page, in the list, and behind a mailed link."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models.person import Block
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.rematch import Rematch
from games.models.seat import Seat
from games.reads.turn_links import turn_link
from games.services import joining, lobby, rematch
from games.services.lobby import Terms
from notifications.delivery import deliver_due
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.web.browsers import path_of, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

LINE = "Kessen: you play %s. 3 days per decision."


@pytest.fixture
def finished() -> Game:
    return GameFactory.create(
        creator__name="Ieyasu", joins=PersonFactory.named("Mitsunari"), resigns=True, terms=Terms(pace=3)
    )


def seat(game: Game, side: int) -> Seat:
    return Seat.objects.select_related("game", "player").get(game=game, side=side)


def browser_of(game: Game, side: int) -> Client:
    player = seat(game, side).player
    assert player is not None
    return signed_in(player)


def address(game: Game) -> str:
    return f"/games/{game.public_id}/"


def test_two_taps_make_a_rematch(finished: Game) -> None:
    east, west = browser_of(finished, EAST), browser_of(finished, WEST)
    assert LINE % "West" in text(east.get(address(finished)))
    led = east.post(f"{address(finished)}rematch/", {"nonce": "luck"})
    new = Rematch.objects.get().game
    assert new is not None
    assert led["Location"] == address(new)
    assert ">Mitsunari</a></b> a rematch" in text(east.get(address(new)))
    assert "You have offered Mitsunari a rematch" in text(east.get(address(finished)))
    page = text(west.get(address(finished)))
    assert "Ieyasu offers a rematch" in page
    assert LINE % "East" in page
    assert ">Accept<" in re.sub(r"\s*([<>])\s*", r"\1", page)
    assert west.post(f"{address(finished)}rematch/")["Location"] == address(new)
    for browser in (east, west):
        page = text(browser.get(address(finished)))
        assert re.search(rf'href="{address(new)}">\s*To the rematch', page)
    assert Game.objects.get(pk=new.pk).nonces == ["", "luck"]


def test_offer_stands_in_the_list_and_one_tap_there_accepts_it(finished: Game) -> None:
    new = rematch.offer(seat=seat(finished, EAST))
    west = browser_of(finished, WEST)
    page = text(west.get("/games/"))
    assert "Ieyasu</a> offers a rematch." in page
    assert LINE % "East" in page
    answered = west.post(f"{address(new)}invitation/", {"answer": "accept", "nonce": "mine"})
    assert answered["Location"] == address(new)
    assert "against Mitsunari" in text(browser_of(finished, EAST).get("/games/"))


def test_list_of_who_offers_it_says_who_has_not_answered(finished: Game) -> None:
    rematch.offer(seat=seat(finished, EAST))
    page = text(browser_of(finished, EAST).get("/games/"))
    assert "Mitsunari has not answered yet." in page


def test_mails_lead_to_a_page_with_the_offer_and_one_button(finished: Game) -> None:
    deliver_due()
    (last,) = [
        sent
        for sent in mail.outbox
        if sent.to == ["ieyasu@example.org"] and re.search("lost|won", str(sent.subject))
    ]
    link = re.search(r"http://testserver(/t/\S+/rematch/)", str(last.body))
    assert link
    assert LINE % "West" in str(last.body)
    browser = Client()
    page = text(browser.get(link[1], follow=True))
    assert page.count('<button class="button">') == 1
    assert not Rematch.objects.exists(), "programs follow links too"
    led = browser.post(f"{address(finished)}rematch/?as=east")
    assert browser.get(led["Location"]).status_code == 200, "this browser acts in the new game too"
    deliver_due()
    offered = mail.outbox[-1]
    assert (offered.to, offered.subject) == (["mitsunari@example.org"], "Ieyasu offers a rematch")
    assert "ieyasu@example.org" not in str(offered.message())
    there = Client()
    invitation = re.search(r"http://testserver(/i/\S+)", str(offered.body))
    assert invitation
    page = text(there.get(invitation[1], follow=True))
    assert "Ieyasu offers a rematch" in page
    assert "ieyasu@example.org" not in page
    there.post(led["Location"] + "invitation/", {"answer": "accept"})
    assert Rematch.objects.get(game__status=Game.Status.RUNNING).of == finished


def test_link_of_a_mail_to_somebody_else_offers_nothing(finished: Game) -> None:
    link = path_of(turn_link(seat(GameFactory.create(running=True), EAST)))
    browser = Client()
    browser.get(link)
    assert browser.post(f"{address(finished)}rematch/").status_code == 404
    assert (
        browser_of(GameFactory.create(running=True), EAST).get(f"{address(finished)}rematch/").status_code
        == 404
    )


def test_page_says_why_there_is_no_rematch(finished: Game) -> None:
    east = browser_of(finished, EAST)
    new = rematch.offer(seat=seat(finished, EAST))
    joining.decline(game=new, person=seat(finished, WEST).player or PersonFactory.create())
    assert "Your offer of a rematch was not accepted." in text(east.get(address(finished)))
    refused = text(east.post(f"{address(finished)}rematch/", follow=True))
    assert "You have offered a rematch of this game, which was not accepted." in refused
    running = GameFactory.create(creator=seat(finished, EAST).player, running=True)
    assert "rematch" not in text(east.get(address(running)))
    assert east.get(f"{address(running)}rematch/")["Location"] == address(running)


def test_offer_of_somebody_who_is_blocked_is_not_shown(finished: Game) -> None:
    rematch.offer(seat=seat(finished, EAST))
    Block.objects.create(
        person_id=seat(finished, WEST).player_id or 0, blocked_id=seat(finished, EAST).player_id or 0
    )
    west = browser_of(finished, WEST)
    assert "offers a rematch" not in text(west.get(address(finished))) + text(west.get("/games/"))


def test_rematch_against_the_computer_is_one_tap() -> None:
    game = GameFactory.create(opponent=lobby.Computer("random"))
    east = browser_of(game, EAST)
    east.post(f"{address(game)}resign/")
    new = east.post(f"{address(game)}rematch/")["Location"]
    assert new != address(game)
    assert "(computer)" in text(east.get(new))
