"""What pages and mails cost, on a database of the full size that `seed_load` has filled.

Processor time of this process, from the request to the response, in units of 1,000 plies of the yardstick,
timed in the same rounds. Each page is asked for by a person who is signed in; a game's page by the player
whom it waits for and who has not looked since the opponent's latest actions.
"""

import gzip
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from django.contrib.staticfiles import finders
from django.core import mail
from django.db import connection
from django.db.models import Count, F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models.person import Person
from games.models.game import Game
from games.models.seat import Seat
from games.services.waiting import YOUR_PHASE
from games.simulation import population
from notifications.email import Connection, message_id
from notifications.registry import Message, kind_named
from sekigahara.db import caching
from sekigahara.server.joined_files import SHEETS, joined_file, scripts
from tests.benchmarks import goals
from tests.benchmarks.measure import Subject, run
from tests.benchmarks.outcome import Row, Table, UnexpectedAnswerError, judged
from tests.benchmarks.peers import chess_game, required

GAMES_OF_EACH: Final = 6
"""Game pages and mails of a round: of the longest games that go on."""
UNSEEN: Final = 8
"""Changes since the player has looked."""
PLIES: Final = 1_000
NO_GAMES: Final = "no game waits for anybody: give --games a larger number"


class NothingToMeasureError(Exception):
    """The database does not hold what is to be measured."""


class Visit(NamedTuple):
    """Somebody who is signed in, and a page they ask for."""

    browser: Client
    address: str

    def get(self) -> bytes:
        """The page.

        Raises:
            UnexpectedAnswerError: it was not shown.
        """
        response = self.browser.get(self.address, headers={"host": "127.0.0.1"})
        if response.status_code != 200:
            raise UnexpectedAnswerError(f"{self.address}: {response.status_code}")
        return bytes(response.content)


def table(rounds: int, people: int, games: int) -> Table:
    """Fill the database, and measure.

    Raises:
        NothingToMeasureError: there are too few games.
    """
    population.fill(people, games)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    seats = _asked()
    turns = [visit(seat.player, f"/games/{seat.game.public_id}/") for seat in seats]
    player = _busiest()
    mine, lobby = visit(player, "/games/"), visit(player, "/games/open/")
    static = {name: visit(player, address) for name, address in goals.STATIC_PAGES.items()}
    subjects = [
        _yardstick(),
        Subject(goals.GAME_PAGE, partial(_all, turns), before=partial(_leave, turns, seats)),
        Subject(goals.GAME_PAGE_COLD, partial(_all, turns), before=partial(_forget, seats)),
        Subject(goals.MY_GAMES, partial(_all, [mine] * 4)),
        Subject(goals.LOBBY, partial(_all, [lobby] * 4)),
        *(Subject(name, partial(_all, [page] * 2), before=page.get) for name, page in static.items()),
        Subject(goals.TURN_MAIL, partial(_send_all, seats), before=partial(_leave, turns, seats)),
    ]
    timed = run(rounds, subjects, goals.PAGE_GOALS)
    return timed + Table(rounds, (), tuple(_counted(seats, turns, mine, lobby)))


def _yardstick() -> Subject:
    chess, plies = required("chess", "chess"), chess_game()

    def work() -> int:
        done = 0
        while done < PLIES:
            board = chess.Board()
            for ply in plies[: PLIES - done]:
                board.push_uci(ply)
            done += len(plies[: PLIES - done])
        return 1

    return Subject(goals.YARDSTICK_1000, work)


def _asked() -> list[Seat]:
    """Seats of the longest games that wait for them, each after as many changes as can be."""
    found = Seat.objects.select_related("game", "player").filter(game__status=Game.Status.RUNNING)
    longest = found.exclude(asked="").filter(player__isnull=False).order_by("-game__length", "pk")
    if not (seats := list(longest[:GAMES_OF_EACH])):
        raise NothingToMeasureError(NO_GAMES)
    return seats


def _busiest() -> Person:
    """The person with the most games."""
    return Person.objects.annotate(count=Count("seats")).order_by("-count", "pk")[0]


def visit(person: Person | None, address: str) -> Visit:
    """A page, and a browser in which somebody is signed in, or nobody."""
    browser = Client()
    if person is not None:
        browser.force_login(person)
    return Visit(browser, address)


def _all(visits: Sequence[Visit]) -> int:
    for visit in visits:
        visit.get()
    return len(visits)


def _look_away(seats: Sequence[Seat]) -> None:
    """Let the players not have looked since some changes ago, as after a mail."""
    keys = [seat.pk for seat in seats]
    Seat.objects.filter(pk__in=keys).update(looked_at=F("version") - UNSEEN, told_at=F("version"))


def _leave(visits: Sequence[Visit], seats: Sequence[Seat]) -> None:
    """Let the players look, as the mail has before them, and then not have looked."""
    _all(visits)
    _look_away(seats)


def _forget(seats: Sequence[Seat]) -> None:
    _look_away(seats)
    caching.forget_all()


def _send_all(seats: Sequence[Seat]) -> int:
    for seat in seats:
        _send(seat)
    mail.outbox.clear()
    return len(seats)


def _send(seat: Seat) -> None:
    with Connection() as connection:
        connection.send(_turn_mail(seat), message_id(YOUR_PHASE, seat.reference, str(seat.version)))


def _turn_mail(seat: Seat) -> Message:
    kind = kind_named(YOUR_PHASE)
    composed = None if kind is None else kind.compose(seat.reference, str(seat.version))
    if composed is None:
        raise NothingToMeasureError(f"no mail is due for {seat}")
    return composed


def _counted(seats: Sequence[Seat], turns: Sequence[Visit], mine: Visit, lobby: Visit) -> Iterator[Row]:
    _look_away(seats)
    yield judged(goals.GAME_STATEMENTS, [statements(turn) for turn in turns])
    yield judged(goals.MY_GAMES_STATEMENTS, [statements(mine)])
    yield judged(goals.LOBBY_STATEMENTS, [statements(lobby)])
    _look_away(seats)
    mails = []
    for seat in seats:
        _send(seat)
        mails.append(len(mail.outbox[-1].message().as_bytes()) / 1_000)
    mail.outbox.clear()
    yield judged(goals.MAIL_SIZE, mails)
    pages = [visit.get() for visit in turns]
    weights = [Weight.of(page) for page in pages]
    yield judged(goals.PAGE_SIZE, [weight.rest / 1_000 for weight in weights])
    yield judged(goals.PAGE_SIZE_WITH_FONTS, [(weight.rest + weight.fonts) / 1_000 for weight in weights])
    yield judged(goals.PAGE_REQUESTS, [weight.requests for weight in weights])


def statements(asked: Visit) -> int:
    """How many statements of SQL a page takes."""
    with CaptureQueriesContext(connection) as captured:
        asked.get()
    return len(captured)


class Weight(NamedTuple):
    """What a browser that has nothing yet fetches for a page.

    Attributes:
        rest: bytes without fonts, compressed.
        fonts: bytes of fonts whose letters the page has.
        requests: the page itself, and all it needs.
    """

    rest: int
    fonts: int
    requests: int

    @classmethod
    def of(cls, page: bytes) -> "Weight":
        """The weight of a page: what its links name, and what these style sheets name in turn."""
        text = _TOUCH_ICON.sub("", page.decode())
        named = set(re.findall(r'(?:href|src)="/static/([^"?#]+)', text))
        sheets = {name: _static(name).decode() for name in named if name.endswith(".css")}
        pictures = {name for sheet in sheets.values() for name in _URL.findall(sheet) if "fonts/" not in name}
        files = {name for name in named if not name.endswith(".woff2")} | pictures
        fonts = {name for sheet in sheets.values() for name in _fonts(sheet, set(text))}
        weight = len(gzip.compress(page)) + sum(_compressed(name) for name in files)
        return cls(weight, sum(len(_static(name)) for name in fonts), 1 + len(files) + len(fonts))


_TOUCH_ICON: Final = re.compile(r'<link rel="apple-touch-icon"[^>]*>')
"""Asked for by nobody but who puts the page on their home screen."""
_URL: Final = re.compile(r'url\("?/?(?:static/)?([^")]+)"?\)')
_FACE: Final = re.compile(r"@font-face\s*{([^}]*)}")
_RANGE: Final = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


def _fonts(sheet: str, letters: set[str]) -> Iterator[str]:
    for face in _FACE.findall(sheet):
        ranges = [(int(low, 16), int(high or low, 16)) for low, high in _RANGE.findall(face)]
        if any(low <= ord(letter) <= high for letter in letters for low, high in ranges):
            yield from _URL.findall(face)


def _static(name: str) -> bytes:
    if name in {*SHEETS, *scripts()}:
        return joined_file(name).content
    path = finders.find(name)
    if not isinstance(path, str):
        raise UnexpectedAnswerError(f"{name}: no such file")
    return Path(path).read_bytes()


def _compressed(name: str) -> int:
    """What is compressed already, such as a PNG, hardly gets smaller."""
    return len(gzip.compress(_static(name)))
