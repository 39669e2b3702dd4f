"""Who may see which games, as a table; 404 means that the game does not exist for them."""

import itertools
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.http import Http404
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models.person import Person
from games.engine.side import EAST, NOBODY, SIDES, WEST, Side
from games.models.game import Game
from games.models.seat import Seat
from games.reads.access import Viewer, Visitor, viewer_of
from games.reads.link_lifetime import LINKS_OUTLIVE_THE_GAME, OpenedLink
from games.services import joining, lobby, play
from games.services.lobby import Anybody, Computer, Invite, Myself
from tests.factories.games import GameFactory
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]

ANY, NOT_FOUND = "", "404"


def person(name: str) -> Person:
    return Person.objects.at(f"{name}@example.org")


def follower(game: Game, side: Side, *, of: Person | None = None, opened: timedelta = timedelta()) -> Visitor:
    """A browser that followed a turn link of a seat, by default its present player's."""
    seat = Seat.objects.select_related("game", "player").get(game=game, side=side)
    whose = seat.player if of is None else of
    assert whose is not None
    link = OpenedLink(whose.pk, timezone.now() + opened, whose.get_session_auth_hash())
    return Visitor(None, {seat.reference: link})


def seen_as(visitor: Visitor, game: Game, wanted: str = ANY) -> str:
    """East, west or public; or 404."""
    try:
        return viewer_of(visitor, game.public_id, wanted or None).label
    except Http404:
        return NOT_FOUND


def finished(*, is_public: bool) -> Game:
    table = Table(is_public=is_public)
    play.resign(seat=table.seat(WEST))
    return table.game


def waiting(opponent: lobby.Opponent, *, is_public: bool = False) -> Game:
    return GameFactory.create(
        creator=person("east"), opponent=opponent, terms=lobby.Terms(is_public=is_public)
    )


def called_off() -> Game:
    game = waiting(Anybody(), is_public=True)
    joining.call_off(game=game, person=person("east"))
    return game


GAMES: dict[str, Callable[[], Game]] = {
    "private": lambda: Table().game,
    "public": lambda: Table(is_public=True).game,
    "over": lambda: finished(is_public=False),
    "public, over": lambda: finished(is_public=True),
    "open": lambda: waiting(Anybody()),
    "open, public": lambda: waiting(Anybody(), is_public=True),
    "invited": lambda: waiting(Invite("west@example.org")),
    "called off, public": called_off,
    "both mine": lambda: GameFactory.create(creator=person("east"), opponent=Myself()),
    "computer": lambda: GameFactory.create(creator=person("east"), opponent=Computer("ashigaru")),
}


VISITORS: dict[str, Callable[[Game], Visitor]] = {
    "nobody": lambda game: Visitor(),
    "stranger": lambda game: Visitor(person("stranger")),
    "east's player": lambda game: Visitor(person("east")),
    "west's player": lambda game: Visitor(person("west")),
    "east's link": lambda game: follower(game, EAST),
    "an old link": lambda game: follower(game, EAST, of=person("before")),
}

# What somebody is without saying what they want, and as east, as west, as one of the public.
HIDDEN = ("404", "404", "404", "404")
WATCHED = ("public", "404", "404", "public")
EASTS = ("east", "east", "404", "public")
WESTS = ("west", "404", "west", "public")
BOTH = ("east", "east", "west", "public")

PRIVATE = (HIDDEN, HIDDEN, EASTS, WESTS, EASTS, HIDDEN)
PUBLIC = (WATCHED, WATCHED, EASTS, WESTS, EASTS, WATCHED)
# Before a game begins only who is at it sees it; who may join or is invited finds it in their lists.
EAST_ALONE = (HIDDEN, HIDDEN, EASTS, HIDDEN, EASTS, HIDDEN)

# For each kind of game a row, for each of VISITORS a column.
TABLE = {
    "private": PRIVATE,
    "public": PUBLIC,
    "over": PRIVATE,
    "public, over": PUBLIC,
    "open": EAST_ALONE,
    "open, public": EAST_ALONE,
    "invited": EAST_ALONE,
    "called off, public": EAST_ALONE,
    "both mine": (HIDDEN, HIDDEN, BOTH, HIDDEN, EASTS, HIDDEN),
    "computer": EAST_ALONE,
}


@pytest.mark.parametrize("kind", GAMES)
def test_visitors_see_games_as_the_table_says(kind: str) -> None:
    game = GAMES[kind]()
    found = {
        name: tuple(seen_as(made(game), game, wanted) for wanted in (ANY, "east", "west", "public"))
        for name, made in VISITORS.items()
    }
    assert found == dict(zip(VISITORS, TABLE[kind], strict=True))


@pytest.mark.parametrize("wanted", [ANY, "east", "west", "public", "nonsense"])
def test_a_game_there_is_not_is_like_one_that_is_not_yours(wanted: str) -> None:
    Table()
    with pytest.raises(Http404) as missing:
        viewer_of(Visitor(person("east")), "nosuchgame", wanted)
    with pytest.raises(Http404) as hidden:
        viewer_of(Visitor(person("stranger")), Table(1).game.public_id, wanted)
    assert str(missing.value) == str(hidden.value)


def test_a_game_is_seen_as_nothing_else() -> None:
    table = Table(is_public=True)
    for wanted in ("nonsense", "East", "0", "east.west"):
        assert seen_as(Visitor(table.people[EAST]), table.game, wanted) == NOT_FOUND


def test_asked_seat_comes_first_of_two() -> None:
    table = Table()
    Seat.objects.filter(game=table.game).update(player=table.people[EAST])
    visitor = Visitor(table.people[EAST])
    shown = set()
    for _ in itertools.islice(table.wander(), 30):
        viewer = viewer_of(visitor, table.game.public_id)
        assert viewer.seat is not None
        assert viewer.seat.plays == table.asked()[0]
        assert [other.plays for other in viewer.others] == [viewer.seat.plays.enemy]
        shown.add(viewer.seat.plays)
    assert shown == set(SIDES)
    assert len(viewer_of(visitor, table.game.public_id, "public").others) == 2


def test_everybody_has_their_own_version() -> None:
    table = Table(is_public=True)
    table.submit(EAST)
    table.submit(EAST, table.a_bid(EAST))
    versions = {
        label: viewer_of(visitor, table.game.public_id).version
        for label, visitor in (
            ("east", Visitor(table.people[EAST])),
            ("west", Visitor(table.people[WEST])),
            ("public", Visitor()),
        )
    }
    assert versions == {"east": 3, "west": 2, "public": 2}
    assert viewer_of(Visitor(table.people[EAST]), table.game.public_id, "public").version == 2
    assert viewer_of(Visitor(), table.game.public_id).side == NOBODY


# ---- turn links


def test_a_link_opens_its_seat_beside_what_its_reader_has() -> None:
    table = Table()
    link = follower(table.game, EAST)
    both = Visitor(table.people[WEST], link.links)
    assert [seen_as(both, table.game, wanted) for wanted in ("east", "west")] == ["east", "west"]
    elsewhere = Table(1).game
    assert seen_as(link, elsewhere) == NOT_FOUND


def test_a_link_that_was_opened_before_it_was_revoked_is_void() -> None:
    table = Table()
    before = follower(table.game, EAST, opened=-timedelta(seconds=1))
    now = timezone.now()
    Seat.objects.filter(game=table.game, side=EAST).update(links_after=now)
    assert seen_as(before, table.game) == NOT_FOUND
    assert seen_as(follower(table.game, EAST), table.game) == "east"
    assert seen_as(follower(table.game, WEST, opened=-timedelta(days=1)), table.game) == "west"


def test_a_link_outlives_its_game_by_thirty_days() -> None:
    table = Table()
    early = follower(table.game, EAST)
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        assert seen_as(early, table.game) == "east"
        play.resign(seat=table.seat(WEST))
        ended = table.game.ended_at
        assert ended is not None
    for days, sees in ((29.9, "east"), (30.1, NOT_FOUND)):
        with time_machine.travel(ended + timedelta(days=days)):
            assert seen_as(early, table.game) == sees
            assert seen_as(Visitor(table.people[EAST]), table.game) == "east"
    assert timedelta(days=30) == LINKS_OUTLIVE_THE_GAME


def test_an_empty_seat_is_opened_by_nothing() -> None:
    """As after its player was forgotten."""
    table = Table()
    link = follower(table.game, EAST)
    Seat.objects.filter(game=table.game, side=EAST).update(player=None)
    assert seen_as(link, table.game) == NOT_FOUND
    assert seen_as(Visitor(), table.game) == NOT_FOUND


def test_viewer_is_found_by_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    table = Table()
    visitor, public_id = Visitor(table.people[EAST]), table.game.public_id
    with django_assert_num_queries(1):
        viewer: Viewer = viewer_of(visitor, public_id)
        assert viewer.seat is not None
        assert (viewer.seat.reference, viewer.game.public_id) == (f"{public_id}.east", public_id)
