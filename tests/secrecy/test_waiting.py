"""Games that have not begun: what a player is shown depends on neither the seed nor the other's nonce."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client

from accounts.models.person import Person
from accounts.services import renew_calendar
from games.engine.chance import hash_of
from games.engine.side import EAST, WEST
from games.models.game import Game
from games.models.seat import Seat
from games.reads.calendar_address import address_of
from games.services import check_in, joining, lobby
from games.services.creation import Terms
from tests.kit import caches
from tests.kit.calling import Caller, token_of
from tests.web.browsers import link, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"|data-pass="[^"]+"')
FIRST, LAST = "first@example.org", "last@example.org"


def paired(nonce: str) -> Game:
    """A ladder's game, to which East has checked in."""
    players = Person.objects.at(FIRST), Person.objects.at(LAST)
    game = lobby.create_between(players, edition="kessen", terms=Terms(is_public=True, pace=3))
    check_in.check_in(seat=Seat.objects.select_related("game").get(game=game, side=EAST), nonce=nonce)
    return game


def invited(nonce: str) -> Game:
    """An invitation to a game whose sides are drawn."""
    return lobby.create(
        creator=Person.objects.at(FIRST),
        edition="kessen",
        side="random",
        opponent=lobby.Invite(LAST),
        nonce=nonce,
    )


def promised(nonce: str) -> Game:
    """A game that waits for its creator to reveal a nonce; sides are drawn."""
    game = lobby.create(
        creator=Person.objects.at(FIRST),
        edition="kessen",
        side="random",
        opponent=lobby.Anybody(),
        nonce_hash=hash_of("the same"),
    )
    joining.join(game=game, person=Person.objects.at(LAST), nonce="of-the-last")
    assert nonce
    return game


def looks(game: Game) -> Iterator[tuple[str, bytes]]:
    """Everything that the player who comes last, and a stranger, can look at; with all headers."""
    person = Person.objects.at(LAST)
    calendar = urlsplit(address_of(person) or "/").path
    browser, caller, by_link = signed_in(person), Caller(token_of(person)), Client()
    seat = Seat.objects.select_related("game", "player").filter(game=game, player=person).first()
    if seat is not None:
        by_link.get(link(seat))
    page = f"/games/{game.public_id}/"
    for client in (browser, by_link, Client()):
        for path in (page, f"{page}invitation/", f"{page}record.json", f"{page}verify/", "/games/", calendar):
            response = client.get(path)
            yield path, response.serialize_headers() + TOKEN.sub(b"", response.content)
    for path in (f"games/{game.public_id}/", "games/?list=waiting", "games/?list=invitations", "games/"):
        response = caller.get(path)
        yield path, response.serialize_headers() + response.content
    refused = caller.post(f"games/{game.public_id}/check-in/", {"nonce": "no|nonce"})
    yield "refused", refused.content


@pytest.mark.parametrize("begun", [paired, invited, promised])
def test_twins_show_the_same(begun: Callable[[str], Game]) -> None:
    """The twin has another seed, under the same commitment, and another nonce of who came first."""
    with time_machine.travel(NOW, tick=False):
        game = begun("one")
        renew_calendar(person=Person.objects.at(LAST))
        game.refresh_from_db()
        worlds = []
        for seed in range(4):
            caches.empty()
            nonces = [nonce and f"nonce-{seed}" for nonce in game.nonces]
            if begun is promised:
                nonces = game.nonces
            Game.objects.filter(pk=game.pk).update(seed=bytes([seed]) * 32, nonces=nonces)
            worlds.append([*looks(game)])
    for other in worlds[1:]:
        assert [name for (name, one), (_same, two) in zip(worlds[0], other, strict=True) if one != two] == []


def test_a_look_shows_a_difference_that_is_there() -> None:
    with time_machine.travel(NOW, tick=False):
        game = paired("one")
        before = dict(looks(game))
        Game.objects.filter(pk=game.pk).update(commitment="00" * 32)
        after = dict(looks(game))
    assert before != after
    assert timedelta(0) == Seat.objects.get(game=game, side=WEST).due_at - (NOW + timedelta(days=3))  # type: ignore[operator]
