"""Run as a program in an installation: makes games in every state, and says where they are.

Everything somebody with a game can come to is there, so that a browser need not play for hours to see it.
"""

import json

import django

django.setup()

from django.test import Client  # noqa: E402 - the settings are read by now

from accounts.models.person import LONGEST_NAME, Person  # noqa: E402
from games.models.game import Game  # noqa: E402
from games.models.seat import Seat  # noqa: E402
from games.services import lobby, play  # noqa: E402
from games.turn_links import turn_link  # noqa: E402
from sekigahara.demo import _play_on  # noqa: E402

STATES = ("bid", "movement", "deploy", "losses")
MOST_ACTIONS = 300


def person(email: str, name: str) -> Person:
    Person.objects.at(email)
    Person.objects.filter(email=email).update(name=name)
    return Person.objects.get(email=email)


def begun(east: Person, west: Person) -> Game:
    game = lobby.create(
        creator=east,
        edition="kessen",
        side="east",
        opponent=lobby.Anybody(),
        terms=lobby.Terms(is_public=True),
    )
    lobby.join(game=game, person=west)
    return game


def seats(game: Game) -> list[Seat]:
    return list(Seat.objects.select_related("game", "player").filter(game=game).order_by("side"))


def link_where_asked(word: str, east: Person, west: Person) -> str:
    """A link to a seat that is asked that, and has news to read."""
    game = begun(east, west)
    for _action in range(MOST_ACTIONS):
        for seat in seats(game):
            if seat.asked == word:
                return turn_link(seat)
        _play_on(game, 1)
    raise SystemExit(f"nobody was asked {word}")


def stage() -> dict[str, object]:
    anna = person("anna@example.org", "Wolfeschlegelsteinhausenbergerdorff Hube"[:LONGEST_NAME].strip())
    berta = person("berta@example.org", "B")
    paths = {word: link_where_asked(word, anna, berta) for word in STATES}
    over = begun(anna, berta)
    _play_on(over, 30)
    for seat in seats(over)[:1]:
        play.resign(seat=seat)
    invited = lobby.create(
        creator=berta, edition="kessen", side="east", opponent=lobby.Invite("anna@example.org")
    )
    waiting = lobby.create(creator=anna, edition="kessen", side="west", opponent=lobby.Anybody())
    free = lobby.create(creator=berta, edition="kessen", side="west", opponent=lobby.Anybody())
    paths |= {
        "over": turn_link(seats(over)[1]),
        "watch": f"/games/{over.public_id}/",
        "history": f"/games/{over.public_id}/history/",
        "verify": f"/games/{over.public_id}/verify/",
        "resign": f"/games/{paths['bid'].split('/')[4]}/resign/",
        "invitation": f"/games/{invited.public_id}/invitation/",
        "waiting": f"/games/{waiting.public_id}/",
        "join": f"/games/{free.public_id}/",
    }
    browser = Client()
    browser.force_login(anna)
    return {"paths": paths, "session": browser.session.session_key}


print(json.dumps(stage()))  # noqa: T201 - its caller reads it
