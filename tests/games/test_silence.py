"""A window that nobody answered in time: in the log as what it is, and a pass by the rules."""

import pytest

from games.engine import history, notation
from games.engine.actions import Silence, encode
from games.engine.errors import Illegal, Malformed, NotYourDecision
from games.engine.side import EAST, NOBODY, SIDES, Side
from games.log import heads, portable, position
from games.log.verification import verify
from games.reads import chronicle
from games.services import play
from games.services.table import held
from games.story import Names, change
from tests.kit import records
from tests.kit.shipping import replay_games
from tests.kit.table import Table, is_window_separate, table_where

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


def stay_silent(table: Table, side: Side) -> None:
    """What the clock does for a side."""
    with held(table.game.pk) as now:
        now.load()
        now.take(side, Silence())
        now.record()


@pytest.fixture
def silent() -> tuple[Table, Side]:
    """A game in which a side has let a window of its own lapse; and that side."""
    table = table_where(is_window_separate)
    (side,) = table.asked()
    stay_silent(table, side)
    return table, side


def test_everybody_is_told_that_a_window_lapsed(silent: tuple[Table, Side]) -> None:
    table, side = silent
    for viewer in (*SIDES, NOBODY):
        item = table.told(viewer)[-1]
        assert (item.type, item.side) == ("silence", side.label)
        assert item.events[0]["event"] == "window-lapsed"
        assert item.action == (Silence() if viewer == side else None)
        (sentence, *_others) = change(
            Names(position.rules_of(table.game)),
            item.type,
            side=item.side,
            action=item.action,
            events=item.events,
        )
        assert sentence.endswith("did not answer in time and let the deployment stand.")
    assert heads.shown(table.game) == chronicle.heads_of(table.game)[-1]


def test_silence_is_not_undone(silent: tuple[Table, Side]) -> None:
    table, side = silent
    assert not table.seat(side).can_undo
    with pytest.raises(Illegal, match="not-undoable"):
        table.undo(side)


def test_silence_cannot_be_sent() -> None:
    table = table_where(is_window_separate)
    (side,) = table.asked()
    with pytest.raises(Malformed, match="malformed-action"):
        table.submit(side, encode(Silence()))
    with pytest.raises(Malformed, match="malformed-action"):
        play.preview(seat=table.seat(side), bodies=[encode(Silence())])


def test_nobody_is_silent_where_nobody_is_asked_so(silent: tuple[Table, Side]) -> None:
    table, side = silent
    before = table.game.length
    for each in SIDES:
        if not (is_window_separate(table.state) and each == side):
            with pytest.raises(NotYourDecision):
                stay_silent(table, each)
    assert table.game.length == before


def test_a_record_with_silence_is_verified_written_as_text_and_taken_in(silent: tuple[Table, Side]) -> None:
    table, side = silent
    play.resign(seat=table.seat(EAST))
    document = records.document_of(table.game)
    assert [entry for entry in document["entries"] if entry["body"] == '{"type":"silence"}']
    verified = verify(portable.complete(table.game))
    text = notation.write(verified.rules, verified.log)
    assert f"  {side.label} silence\n" in text
    assert notation.read(text) == verified.log
    retold = history.retell(verified.rules, verified.log)
    assert retold.state == verified.state
    assert replay_games("--all").status == 0
