"""Comparing a game with its twin finds every leak planted in the rules."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from _pytest.mark.structures import ParameterSet
from msgspec import structs

from games import engine
from games.api import endpoint, exception_handler, rows
from games.engine import information_barrier
from games.engine.actions import Move
from games.engine.side import EAST, NOBODY, OTHER, WEST
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.notices import deadlines, game_events, turns
from games.reads import chronicle, moments
from games.rulebook.editions import edition_ids, ruleset
from games.services import play, waiting
from games.services.link_renewal import FRESH_LINK
from games.web import game as pages_of_a_game
from games.web import game_context as what_it_shows
from notifications import email, services
from notifications.registry import Event, EventType
from notifications.services import Announcement, announce
from tests.secrecy.comparison import Size, watch
from tests.secrecy.memory import LeakError
from tests.secrecy.originals import played
from tests.secrecy.twins import twins

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

Plant = Callable[[pytest.MonkeyPatch], None]
SMALL = Size(steps=14, looks=3, ends=False)
LONGER = Size(steps=50, looks=40, ends=False)
HIDDEN_LEADERS = "manual"
"""An edition in which they stay hidden."""
GAMES = 6
"""One of so many of them shows a leak, at the latest."""


def in_a_tag(patch: pytest.MonkeyPatch) -> None:
    """The tag of what a viewer sees counts the entries of the log."""
    patch.setattr(
        endpoint, "etag", lambda viewer, version=None: f'"{viewer.label}.{version or 0}.{viewer.game.length}"'
    )


def in_a_list(patch: pytest.MonkeyPatch) -> None:
    """A list of games counts the entries of each."""
    honest = rows._game

    def told(row: rows.Row, *rest: Any) -> Any:
        return msgspec.structs.replace(honest(row, *rest), revision=row.game.length)

    patch.setattr(rows, "_game", told)


def in_the_latest_change(patch: pytest.MonkeyPatch) -> None:
    """A game is said to have changed when nobody could notice, so that lists are sorted by it."""
    honest = waiting._project_game

    def project(game: Game, moment: waiting.GameChange, now: Any) -> None:
        game.changed_at = now
        honest(game, moment, now)

    patch.setattr(waiting, "_project_game", project)


def in_the_time_of_a_seat(patch: pytest.MonkeyPatch) -> None:
    """A seat is said to have changed when nobody could notice; only its player is told."""
    honest = waiting._count

    def count(seat: Seat, moment: waiting.GameChange, now: Any) -> None:
        honest(seat, moment, now)
        seat.changed_at = now

    patch.setattr(waiting, "_count", count)


def in_a_mail_too_many(patch: pytest.MonkeyPatch) -> None:
    """A mail goes out when something happened unseen."""
    honest = waiting.project

    def project(game: Game, seats: Sequence[Seat], moment: waiting.GameChange, **rest: Any) -> None:
        honest(game, seats, moment, **rest)
        unaware = [seat for seat in seats if not moment.seen_by(seat.side)]
        announce(
            [
                Announcement(FRESH_LINK, seat.reference, str(game.length), seat.player_id)
                for seat in unaware
                if seat.player_id is not None
            ]
        )

    patch.setattr(waiting, "project", project)


def in_the_id_of_a_mail(patch: pytest.MonkeyPatch) -> None:
    """The Message-ID counts the entries of the log."""
    honest = email.message_id

    def message_id(kind: str, about: str, occasion: str) -> str:
        game = Game.objects.filter(public_id=about.partition(".")[0]).first()
        return honest(kind, about, f"{occasion}.{game.length if game else 0}")

    patch.setattr(services, "message_id", message_id)


def in_a_webhook(patch: pytest.MonkeyPatch) -> None:
    """What is posted to a webhook counts the entries of the log."""
    honest = game_events.game_event

    def event(event_type: EventType, seat: Seat, **more: Any) -> Event:
        made = honest(event_type, seat, **more)
        return made._replace(data=structs.replace(made.data, week=seat.game.length))

    for module in (turns, deadlines):
        patch.setattr(module, "game_event", event)


def on_a_page(patch: pytest.MonkeyPatch) -> None:
    """The page of a game names the blocks of the other side."""
    honest = what_it_shows.page

    def page(request: Any, viewer: Any, **told: Any) -> dict[str, Any]:
        enemy = OTHER[viewer.side]
        seen = engine.view(*position.load(viewer.game), enemy)["locations"].values()
        blocks = [place[enemy.label]["blocks"] for place in seen if enemy.label in place]
        return {**honest(request, viewer, **told), "errors": [str(blocks)]}

    patch.setattr(pages_of_a_game, "page", page)


def in_the_record(patch: pytest.MonkeyPatch) -> None:
    """The record of a running game tells its latest hash."""
    honest = chronicle.record_of

    def record_of(game: Game, viewer: int) -> dict[str, Any]:
        return {**honest(game, viewer), "head": bytes(game.chain).hex()}

    patch.setattr(chronicle, "record_of", record_of)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """Whoever comes too late is told what the other side has in hand."""
    honest = exception_handler._refusal

    def refusal(error: Any, public_id: str, request: Any) -> Any:
        game = Game.objects.filter(public_id=public_id, length__gt=0).first()
        if game is not None:
            hands = [engine.view(*position.load(game), side)["mine"]["hand"] for side in engine.SIDES]
            error.parameters = {**error.parameters, "hands": hands}
        return honest(error, public_id, request)

    patch.setattr(exception_handler, "_refusal", refusal)


def in_a_preview(patch: pytest.MonkeyPatch) -> None:
    """Who tries out what draws is told what would be drawn."""
    honest = engine.apply

    def apply(rules: Any, state: Any, side: Any, action: Any) -> Any:
        turned = honest(rules, state, side, action)
        game = Game.objects.filter(length__gt=0).order_by("pk").first()
        assert game is not None
        settled, drawn = engine.settle(rules, turned.state, position.chance_of(game))
        return type(turned)(settled, [*turned.events, *(event for _, caused in drawn for event in caused)])

    def preview(**told: Any) -> Any:
        with pytest.MonkeyPatch.context() as inside:
            inside.setattr(engine, "apply", apply)
            inside.setattr(information_barrier, "learns", lambda *_: False)
            return honest_preview(**told)

    honest_preview = play.preview
    patch.setattr(play, "preview", preview)


def in_a_look(patch: pytest.MonkeyPatch) -> None:
    """The page tells whether the other side has looked."""
    honest = what_it_shows._is_mine

    def is_mine(viewer: Any, seat: Seat) -> bool:
        return honest(viewer, seat) or seat.looked_at < seat.version

    patch.setattr(what_it_shows, "_is_mine", is_mine)


def in_the_number_of_a_moment(patch: pytest.MonkeyPatch) -> None:
    """Looking back one can stop at what was done unseen."""
    patch.setattr(chronicle, "noticed", lambda steps, viewer: list(range(len(steps))))


def in_the_view_of_a_moment(patch: pytest.MonkeyPatch) -> None:
    """Looking back one sees the hands as they were."""
    honest = moments.Moments.view

    def view(told: moments.Moments, number: int) -> dict[str, Any]:
        return {**honest(told, number), "hands": told._after(number).hand}

    patch.setattr(moments.Moments, "view", view)


def in_the_history(patch: pytest.MonkeyPatch) -> None:
    """What happened tells everybody which daimyo led, where leaders stay hidden."""
    honest = chronicle.items_of

    def items_of(steps: Sequence[Any], viewer: int, **rest: Any) -> Iterator[chronicle.SeenChange]:
        led = [event for step in steps for event in step.events if event.kind == "daimyo-led"]
        for item in honest(steps, viewer, **rest):
            for event in item.events:
                if event["event"] == "daimyo-led":
                    event["leader"] = led[-1].private["leader"]
            yield item

    patch.setattr(chronicle, "items_of", items_of)


def overnight(*values: object) -> ParameterSet:
    """One that the proof `overnight` plants, because it finds it as others are found, and not as fast."""
    return pytest.param(*values, marks=pytest.mark.overnight)


@pytest.mark.parametrize(
    ("plant", "viewer", "size", "channel"),
    [
        (in_a_tag, NOBODY, SMALL, "games-api:view"),
        overnight(in_a_list, WEST, SMALL, "games-api:games"),
        overnight(in_the_latest_change, NOBODY, SMALL, "games:open"),
        overnight(in_the_time_of_a_seat, WEST, SMALL, "games-api:game"),
        (in_a_mail_too_many, WEST, SMALL, ""),
        overnight(in_the_id_of_a_mail, WEST, LONGER, ""),
        overnight(in_a_webhook, WEST, LONGER, ""),
        overnight(on_a_page, WEST, SMALL, "games:game"),
        (in_the_record, NOBODY, SMALL, "games-api:record"),
        (in_a_refusal, WEST, SMALL, "games-api:actions"),
        overnight(in_a_preview, WEST, LONGER, "games-api:preview"),
        overnight(in_a_look, WEST, LONGER, "games:game"),
        overnight(in_the_number_of_a_moment, WEST, SMALL, "games:moment"),
        overnight(in_the_number_of_a_moment, NOBODY, SMALL, "games-api:moment"),
        overnight(in_the_view_of_a_moment, WEST, SMALL, "games-api:moment"),
    ],
)
def test_a_planted_leak_is_found(
    plant: Plant, viewer: int, size: Size, channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(LeakError):
        _watch_all(viewer, size._replace(channels=(channel,)))


@pytest.mark.overnight
@pytest.mark.parametrize("viewer", [WEST, NOBODY])
def test_without_a_leak_the_same_games_are_alike(viewer: int) -> None:
    seed, edition = next(_telling(viewer, SMALL))
    watch(seed, viewer, SMALL, edition)


@pytest.mark.overnight
def test_nobody_is_told_who_led_where_leaders_stay_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game whose twin is led by another daimyo; and the comparison notices if somebody were."""
    size = Size(steps=40, looks=2, ends=True)
    seed = next(_led_by_another(EAST, size.steps))
    assert watch(seed, EAST, size, HIDDEN_LEADERS)
    in_the_history(monkeypatch)
    with pytest.raises(LeakError):
        watch(seed, EAST, size._replace(looks=40, channels=("games-api:history",)), HIDDEN_LEADERS)


def _led_by_another(viewer: int, steps: int) -> Iterator[str]:
    """Seeds of games in which a daimyo leads, and another one in the twin."""
    rules = ruleset(HIDDEN_LEADERS)
    for seed in (f"led/{number}" for number in itertools.count()):
        pair = twins(played(rules, seed, steps), viewer, seed)
        one, other = (
            [point.body.leader for point in script.points if isinstance(point.body, Move)]
            for script in (pair.one, pair.other)
        )
        if one != other:
            yield seed


def _watch_all(viewer: int, size: Size) -> None:
    for seed, edition in _telling(viewer, size):
        watch(seed, viewer, size, edition)


def _telling(viewer: int, size: Size) -> Iterator[tuple[str, str]]:
    """Seeds and editions, in turn, of games in which more is done unseen than in the twin, or less."""
    found = 0
    for number, edition in enumerate(itertools.cycle(edition_ids())):
        seed = f"planted/{number}"
        pair = twins(played(ruleset(edition), seed, size.steps), viewer, seed)
        if len(pair.one.points) != len(pair.other.points):
            yield seed, edition
            found += 1
        if found == GAMES:
            return
