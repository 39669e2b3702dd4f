"""Stepping through a game: the view after each change that a viewer could see."""

import itertools
import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from accounts.models.person import Person
from games import engine, story
from games.engine import Ruleset
from games.engine.actions import Bid, Pass, Undo
from games.engine.history import VIEWERS
from games.engine.referee import REFEREE, everything
from games.engine.side import EAST, LABELS, NOBODY, SIDES, WEST
from games.log import position
from games.models.game import Game
from games.reads import past
from games.reads.access import VIEWPOINTS, Visitor, replay_access
from games.reads.moments import Moments
from games.services import lobby, play
from sekigahara.db import caching
from tests.engine.golden import recording
from tests.factories.games import GameFactory
from tests.kit import caches
from tests.kit.table import Table, is_window_open, on_the_march, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]

Screens = dict[tuple[int, int], dict[str, Any]]


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return recording.read("ieyasu-slain-in-siege").rules


# ---- a viewer's moments


def test_a_moment_is_what_stood_there_at_that_version() -> None:
    """Noted while a whole game is played, with actions taken back and passes that nobody notices."""
    table = Table(5)
    stood: Screens = {}
    lost = 0
    for _by in itertools.chain([None], table.wander()):
        for viewer in VIEWERS:
            at = (viewer, table.version(viewer))
            view = table.view(viewer)
            lost += at in stood
            assert stood.setdefault(at, view) == view
    actual = {viewer: Moments(table.game, viewer) for viewer in VIEWERS}
    assert [actual[viewer].last for viewer in VIEWERS] == [table.version(each) for each in VIEWERS]
    for (viewer, number), view in stood.items():
        assert actual[viewer].view(number) == view
    assert len(stood) > 200
    assert lost > 5, "nothing was done unseen: the comparison says nothing of that"


def test_while_a_game_runs_its_moments_are_those_it_has_later() -> None:
    """What comes after changes nothing of what stood there."""
    table = Table(2)
    early: Screens = {}
    table.wander_on(25)
    for viewer in VIEWERS:
        moments = Moments(table.game, viewer)
        early |= {(viewer, number): moments.view(number) for number in range(1, moments.last + 1)}
    table.wander_on(25)
    later = {viewer: Moments(table.game, viewer) for viewer in VIEWERS}
    for (viewer, number), view in early.items():
        assert later[viewer].view(number) == view
    for viewer in VIEWERS:
        assert later[viewer].changes == table.told(viewer)


def test_undone_change_is_a_moment_too() -> None:
    table, side = on_the_march()
    before = table.view(side)
    table.submit(side, table.a_quiet_move(side))
    moved = table.view(side)
    table.undo(side)
    for viewer in VIEWERS:
        moments = Moments(table.game, viewer)
        done, undone = moments.changes[-2:]
        assert (done.undone, undone.type, undone.takes_back) == (True, "undo", moments.last - 1)
    moments = Moments(table.game, side)
    assert [moments.view(moments.last - access) for access in (2, 1, 0)] == [before, moved, before]


def test_weeks_begin_where_they_are_told_to() -> None:
    table = Table(4)
    table.wander_on()
    for eyes in VIEWPOINTS.values():
        moments = Moments(table.game, eyes)
        weeks = moments.weeks()
        assert list(weeks) == list(range(1, len(weeks) + 1))
        assert weeks[1] == 1
        for week, number in weeks.items():
            assert moments.view(number)["week"] == week
            assert number == 1 or moments.view(number - 1)["week"] == week - 1


def test_others_have_another_number_for_the_same() -> None:
    table = Table(5)
    table.wander_on()
    actual = {eyes: Moments(table.game, eyes) for eyes in VIEWPOINTS.values()}
    differing = 0
    for number in range(1, actual[REFEREE].last + 1):
        stood = actual[REFEREE].view(number)
        for eyes in VIEWERS:
            there = actual[REFEREE].same(number, eyes)
            view = actual[eyes].view(there)
            assert {key: view[key] for key in ("week", "turn", "sides")} == {
                key: stood[key] for key in ("week", "turn", "sides")
            }
            assert actual[eyes].same(there, eyes) == there
            differing += there != number
    assert differing
    assert [actual[EAST].same(actual[EAST].last, eyes) for eyes in actual] == [
        each.last for each in actual.values()
    ]


# ---- everything revealed


def test_the_referee_sees_every_step_of_a_finished_game_and_what_was_done_in_it() -> None:
    table = Table(5)
    table.wander_on()
    moments = Moments(table.game, REFEREE)
    assert moments.last > max(table.version(viewer) for viewer in VIEWERS)
    acted = [change for change in moments.changes if change.type == "action"]
    assert all(change.action is not None for change in acted)
    assert {type(change.action) for change in acted if not change.events} >= {Pass}
    (draw, *_rest) = [event for event in moments.changes[0].events if event["event"] == "cards-drawn"]
    assert len(draw["cards"]) == draw["count"]
    assert moments.view(moments.last) == everything(*position.load(table.game))


def test_nobody_sees_everything_of_a_game_that_runs() -> None:
    with pytest.raises(ValueError, match="runs"):
        Moments(Table().game, REFEREE)


def test_the_referees_view_is_all_there_is(rules: Ruleset) -> None:
    """Of a whole game: what either side sees is in it, every block is in one place and every card too."""
    folded = 0
    for state, _events in recording.positions(recording.read("ieyasu-slain-in-siege")):
        seen = everything(rules, state)
        public = engine.view(rules, state, NOBODY)
        windows: list[Any] = []
        for side in SIDES:
            own, label = engine.view(rules, state, side), side.label
            assert own["mine"].items() <= seen["secrets"][label].items()
            named = [place[label]["blocks"] for place in seen["locations"].values() if label in place]
            assert named == [place[label]["blocks"] for place in own["locations"].values() if label in place]
            hidden = seen["secrets"][label]
            assert sum(map(len, named)) + len(hidden["bag"]) + len(hidden["recruitment"]) + len(
                seen["sides"][label]["lost"]
            ) + (len(seen["mori_box"]) if side == WEST else 0) == len(rules.components.blocks[side])
            assert Counter(hidden["hand"]).total() == seen["sides"][label]["hand"]
            assert (len(hidden["draw_pile"]), len(hidden["discards"])) == (
                seen["sides"][label]["draw_pile"],
                seen["sides"][label]["discards"],
            )
            if own["combat"] is not None:
                assert own["combat"]["waiting"] == seen["combat"]["waiting"][label]
                windows.append(own["combat"]["window"])
        assert set(public) - {"mine"} <= set(seen)
        assert (seen["pending"], seen["result"]) == (public["pending"], public["result"])
        if windows:
            known = [window for window in windows if window is not None]
            assert seen["combat"]["window"] == (known[0] if known else None)
            folded += len(known) == 1
    assert folded, "no window that one side alone knew of"


# ---- in words


def test_every_change_has_a_sentence_for_whoever_could_see_it() -> None:
    table = Table(5)
    table.wander_on()
    names = story.Names(position.rules_of(table.game))
    for eyes in VIEWPOINTS.values():
        for change in Moments(table.game, eyes).changes:
            sentences = story.change(
                names, change.type, side=change.side, action=change.action, events=change.events
            )
            assert sentences
            assert all(sentence.strip() for sentence in sentences)
            assert len(change.events) in (0, len(sentences))


@pytest.mark.parametrize(
    ("kind", "action", "expected"),
    [
        ("undo", Undo(), "East took back its latest action."),
        ("undo", None, "East took back its latest action."),
        ("action", Bid("tokugawa-plain"), "East sealed another bid instead."),
        ("action", Pass(), "East did not challenge."),
        ("action", None, "East did not challenge."),
        ("action", Pass(rest_of_battle=True), "East did not challenge, and will not again in this battle."),
    ],
)
def test_moment_without_events_has_a_sentence(rules: Ruleset, kind: str, action: Any, expected: str) -> None:
    names = story.Names(rules)
    assert story.change(names, kind, side="east", action=action, events=[]) == [expected]


def test_blocks_are_named_to_who_may_know_them_and_counted_to_the_others() -> None:
    table = table_where(is_window_open)
    rules, state = position.load(table.game)
    names = story.Names(rules)
    views = {label: engine.view(rules, state, viewer) for label, viewer in zip(LABELS, SIDES, strict=True)}
    views |= {"public": engine.view(rules, state, NOBODY), "referee": everything(rules, state)}
    actual = {label: story.forces(names, seen) for label, seen in views.items()}
    located = [row.place for row in actual["referee"]]
    assert "The bag" in located
    for label, rows in actual.items():
        by_place = {row.place: row for row in rows}
        for row in actual["referee"]:
            if row.place in ("The bag", "Lost", "The recruitment box", "The Mori box"):
                continue
            for side in LABELS:
                shown, named = getattr(by_place[row.place], side), getattr(row, side)
                assert (shown == named) == (label in (side, "referee") or not named)
                assert shown == named or "block" in shown
    assert "The bag" not in {row.place for label in (*LABELS, "public") for row in actual[label]}


# ---- who may


def allowed(visitor: Visitor, game: Game, wanted: str | None) -> str:
    try:
        access = replay_access(visitor, game.public_id, wanted)
    except Http404:
        return "404"
    assert access.viewpoint in access.allowed
    return access.viewpoint


WANTED = (None, *VIEWPOINTS, "north")


@pytest.mark.parametrize(
    ("is_public", "is_over", "who", "expected"),
    [
        (False, False, "east", "east east 404 public 404 404"),
        (False, False, "stranger", "404 404 404 404 404 404"),
        (True, False, "west", "west 404 west public 404 404"),
        (True, False, "stranger", "public 404 404 public 404 404"),
        (False, True, "west", "west east west public referee 404"),
        (False, True, "stranger", "404 404 404 404 404 404"),
        (True, True, "stranger", "public east west public referee 404"),
    ],
)
def test_visitors_step_through_a_game_from_the_viewpoints_of_the_table(
    *, is_public: bool, is_over: bool, who: str, expected: str
) -> None:
    table = Table(is_public=is_public)
    if is_over:
        play.resign(seat=table.seat(WEST))
    visitor = Visitor(Person.objects.at(f"{who}@example.org"))
    assert [allowed(visitor, table.game, wanted) for wanted in WANTED] == expected.split()


def test_player_of_both_sides_can_step_through_either_view() -> None:
    person = Person.objects.at("both@example.org")
    game = GameFactory.create(creator=person, opponent=lobby.Myself())
    actual = [allowed(Visitor(person), game, wanted) for wanted in WANTED]
    assert actual == ["east", "east", "west", "public", "404", "404"]
    access = replay_access(Visitor(person), game.public_id, "west")
    assert (access.viewer.label, access.allowed) == ("west", ("east", "west", "public"))


# ---- what is kept of a finished game


def screens(game: Game) -> bytes:
    """All that anybody is shown of every moment of a finished game."""
    told = []
    for viewer in VIEWPOINTS.values():
        moments = Moments(game, viewer)
        told += [(moments.changes, moments.weeks(), [moments.view(n + 1) for n in range(moments.last)])]
    return msgspec.json.encode(told, enc_hook=str)


def test_finished_game_is_replayed_once_and_looks_the_same_from_the_cache() -> None:
    table = table_where(lambda state: state.week >= 2)
    play.resign(seat=table.seat(WEST))
    Moments(table.game, EAST)
    past.steps_of(table.game)
    with CaptureQueriesContext(connection) as asked:
        kept = screens(table.game)
    entries = [query["sql"] for query in asked if "games_entry" in query["sql"]]
    assert entries
    assert all(re.search('seq"? > ', sql) for sql in entries), "the log was read from its beginning"
    caches.empty()
    assert screens(table.game) == kept


def test_running_game_keeps_no_positions() -> None:
    table = table_where(lambda state: state.week >= 2)
    Moments(table.game, EAST)
    assert caching.recall(f"positions:{table.game.public_id}:{bytes(table.game.chain).hex()}") is None
