"""A fix of the rules ships as a new revision, and older games keep the old one."""

from typing import Any

import pytest

from games.engine.rules.week import CARDS_A_WEEK
from games.engine.ruleset import REVISION
from games.engine.side import EAST, LABELS, NOBODY, SIDES, WEST
from games.engine.state import State
from games.log import portable, position, seat_register
from games.log.verification import verify
from games.models.seat import Seat
from games.services import play
from games.services.computers import play_computers
from games.services.suspension import FROZEN, GOES_ON, STOPPED
from notifications.models import Notification
from sekigahara.errors.exceptions import Frozen
from tests.kit import cached_positions
from tests.kit.shipping import NEXT, replay_games, ship_revision, ship_unnoticed
from tests.kit.table import Table, is_asked
from tests.web.browsers import address, signed_in

pytestmark = pytest.mark.django_db


def is_second_week(state: State) -> bool:
    """The second week has begun, with all that it brings."""
    return state.week == 2 and is_asked("bid", "bid")(state)


def more_cards(table: Table) -> list[int]:
    """For each side, how many cards more the second week brought than today's rules say."""
    events: list[dict[str, Any]] = [event for item in table.told(NOBODY) for event in item.events]
    begin = next(i for i, event in enumerate(events) if event["event"] == "week-began" and event["week"] == 2)
    castles = events[begin]["castles"]
    drawn: dict[str, int] = {}
    for event in events[begin:]:
        if event["event"] == "cards-drawn":
            drawn.setdefault(event["side"], event["count"])
    usual = [CARDS_A_WEEK + (castles[side] > castles[side.enemy]) for side in SIDES]
    return [drawn[LABELS[side]] - usual[side] for side in SIDES]


def is_stopped(table: Table) -> bool:
    return table.game.frozen_at is not None


def test_a_game_begun_before_goes_on_as_before_and_a_new_one_has_the_fix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = Table(0)
    old.submit(EAST)
    ship_revision(monkeypatch)
    new = Table(1)
    assert (old.game.revision, new.game.revision) == (REVISION, NEXT)
    cached_positions.forget()
    for table in (old, new):
        table.play_on(until=is_second_week)
    assert more_cards(old) == [0, 0]
    assert more_cards(new) == [1, 1]
    assert replay_games().status == 0


def test_a_record_is_checked_by_the_rules_that_its_game_was_played_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = Table(0)
    ship_revision(monkeypatch)
    for table, more, revision in ((old, [0, 0], REVISION), (Table(1), [1, 1], NEXT)):
        table.play_on(until=is_second_week)
        play.resign(seat=table.seat(EAST))
        assert more_cards(table) == more
        assert verify(portable.complete(table.game)).rules.revision == revision


@pytest.mark.parametrize("begun", ["before", "after"])
def test_pages_and_computer_players_get_on_with_both(begun: str, monkeypatch: pytest.MonkeyPatch) -> None:
    early = Table(2)
    ship_revision(monkeypatch)
    table = early if begun == "before" else Table(3)
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
    seat = table.seat(WEST)
    seat_register.enter([(seat_register.Kind.SUBSTITUTE, seat)])
    seat.game.save(update_fields=["register"])
    play_computers()
    while table.game.week < 3:
        table.submit(EAST)
        play_computers()
    assert more_cards(table) == ([0, 0] if begun == "before" else [1, 1])
    browser, page = signed_in(table.people[EAST]), address(table.seat(EAST))
    for path in (page, f"{page}history/"):
        assert browser.get(path).status_code == 200
    assert replay_games().status == 0


def test_a_fix_without_a_revision_stops_the_games_that_it_would_change_until_it_is_withdrawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed, untouched = Table(0), Table(1)
    changed.play_on(until=is_second_week)
    (step,) = (
        step
        for step in position.retold(changed.game).steps
        if any(event.kind == "week-began" and event.public["week"] == 2 for event in step.events)
    )
    with monkeypatch.context() as release:
        ship_unnoticed(release)
        # West had no card to lose: the week's first cards came with the action that ended the one before
        first = step.entries[0] + 1
        status, said = replay_games()
        assert status == 1
        assert f"{changed.game.public_id}: other-draw at entry {first} (draw from west-cards): " in said
        assert "expected 6 from west-cards as the seed gives it, came 5 from west-cards" in said
        assert untouched.game.public_id not in said
        assert not is_stopped(changed), "it was only looked at"

        assert replay_games("--freeze").status == 1
        assert changed.game.frozen_for == "other-draw"
        with pytest.raises(Frozen):
            changed.submit(EAST, b'{"type": "pass"}')
        assert signed_in(changed.people[WEST]).get(address(changed.seat(WEST))).status_code == 409
        untouched.submit(EAST)
        assert not is_stopped(untouched)

    status, said = replay_games()
    assert status == 0
    assert f"{changed.game.public_id}: is stopped, and could go on" in said
    assert is_stopped(changed)
    assert f"{changed.game.public_id}: goes on" in replay_games("--thaw").said
    assert not is_stopped(changed)
    mails = Notification.objects.filter(kind=FROZEN)
    actual = [(row.recipient, row.occasion.partition(".")[0]) for row in mails]
    assert sorted(actual, key=str) == sorted(
        ((person, what) for person in changed.people for what in (STOPPED, GOES_ON)), key=str
    )
    changed.play_on(until=lambda state: state.week == 3)
    assert more_cards(changed) == [0, 0]
    assert replay_games().status == 0
