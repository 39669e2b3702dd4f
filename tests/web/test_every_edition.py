"""A game of each edition, on every page and in mails, with computer players on both sides."""

import msgspec
import pytest
from django.test import Client

from accounts.models.person import Person
from games.drawing.board import sheet_svg
from games.drawing.layout import WIDE
from games.drawing.picture import svg_png
from games.engine.side import NOBODY
from games.models.game import Game
from games.models.seat import Seat
from games.notices.turns import waiting
from games.reads.briefing import briefing_for
from games.rulebook.editions import DEFAULT, edition_ids, layered
from games.services import computers, joining, lobby
from games.services.waiting import STARTED, YOUR_PHASE
from tests.factories.games import GameFactory
from tests.kit import replays
from tests.kit.editions import flipped
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

MOST_ACTIONS = 300
"""A first week is never as long."""
LOOKED_AT_EVERY = 50

GAMES = [
    *(pytest.param(edition, {}, id=edition) for edition in edition_ids()),
    pytest.param(DEFAULT, flipped(DEFAULT), id="with every rule changed"),
]


class Played:
    """A public game between two people.

    Args:
        flags: chosen for it.
    """

    def __init__(self, edition: str, flags: dict[str, object]) -> None:
        self.people = [Person.objects.at(f"{side}@example.org") for side in ("east", "west")]
        east, west = self.people
        created = GameFactory.create(
            creator=east, edition=edition, flags=flags, terms=lobby.Terms(is_public=True)
        )
        self.path = f"/games/{created.public_id}/"
        self.before = [text(Client().get(self.path)), text(signed_in(east).get(self.path))]
        self._pk = joining.join(game=created, person=west).game_id

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self._pk)

    def seats(self) -> list[Seat]:
        seats = Seat.objects.select_related("game", "player").filter(game=self._pk)
        return list(seats.order_by("side"))

    def act(self) -> bool:
        """Let the computer player act for somebody who is asked; False where the game is over."""
        asked = [seat for seat in self.seats() if seat.asked]
        return bool(asked) and bool(computers.act(asked[0], "ashigaru"))

    def pages(self) -> dict[str, str]:
        """Everything that shows the game, to either side and to the public."""
        visitors = {"east": signed_in(self.people[0]), "west": signed_in(self.people[1]), "public": Client()}
        return {
            f"{part or 'game'} of {who}": text(browser.get(f"{self.path}{part}"))
            for who, browser in visitors.items()
            for part in ("", "history/", "record.json")
        }


@pytest.mark.parametrize(("edition", "flags"), GAMES)
def test_a_game_of_every_edition_is_told_on_every_page_and_in_the_mails(
    edition: str, flags: dict[str, object]
) -> None:
    played = Played(edition, flags)
    name = layered(edition).own.name
    assert all(name in page and ("7 changed rules" in page) == bool(flags) for page in played.before)
    mailed = [waiting(STARTED, seat.reference, str(seat.told_at)) for seat in played.seats()]
    assert all(mail is not None and mail.images for mail in mailed)
    for number in range(MOST_ACTIONS):
        if number % LOOKED_AT_EVERY == 0:
            for what, page in played.pages().items():
                assert ("changed rules" in page) == (bool(flags) and what.startswith("game")), what
                assert name in page or not what.startswith("game"), what
        assert played.act()
        if played.game.week > 1:
            break
    assert played.game.week > 1
    seat = next(seat for seat in played.seats() if seat.asked)
    Seat.objects.filter(pk=seat.pk).update(looked_at=0)
    letter = waiting(YOUR_PHASE, seat.reference, str(seat.told_at))
    assert letter is not None
    assert letter.images
    briefing = briefing_for(played.game, NOBODY, since=0)
    drawn = sheet_svg(briefing.rules, briefing.view, WIDE, alone=True)
    assert svg_png(drawn, 640).startswith(b"\x89PNG")
    kept = played.game.edition_text_id
    assert Client().get(f"/editions/{kept}/").status_code == 200
    assert msgspec.json.decode(played.pages()["record.json of public"])["edition"]["digest"] == kept
    replays.check_all()


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("player", ["ashigaru", "random"])
def test_a_computer_player_takes_a_seat_of_every_edition(edition: str, player: str) -> None:
    person = Person.objects.at("east@example.org")
    game = GameFactory.create(creator=person, edition=edition, opponent=lobby.Computer(player))
    seat = Seat.objects.select_related("game").get(game=game, computer=player)
    assert seat.asked
    assert computers.act(seat, player)
    assert Game.objects.get(pk=game.pk).length > game.length
