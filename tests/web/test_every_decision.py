"""Every kind of decision in the recorded games, answered on the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.http import QueryDict

from games.engine.actions import Action, Begin, Bid, Drawn, Forfeit, Move, Silence, Undo, encode
from games.engine.side import EAST, Side
from games.log import record
from games.reads.turn_links import turn_link
from tests.engine.golden.recording import Recording, read
from tests.kit import in_process, replays
from tests.kit.correspondent import Session
from tests.kit.table import Table, chance_of
from tests.web.answers.filling import settled
from tests.web.browsers import FORM, address, filled_in, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

GAMES = ("ashigaru-1", "ieyasu-slain-in-battle")
"""Together they have every kind of answer."""

KINDS = {
    "bid: Bid",
    "declare: Declare",
    "deploy: Challenge",
    "deploy: Deploy",
    "deploy: Finish",
    "deploy: Pass",
    "discard: Discard",
    "level: Level",
    "losses: Losses",
    "movement: EndMovement",
    "movement: Mori",
    "movement: Move",
    "movement: Move of several groups",
    "movement: Muster",
    "order: Order",
    "retreat: Retreat",
    "stance: Stance",
    "window: Challenge",
    "window: Pass",
}


class Turn(NamedTuple):
    """A recorded action that is about to be taken, and what kind of answer it is."""

    table: Table
    side: Side
    action: Action
    kind: str


def turns() -> Iterator[Turn]:
    """Play the games in the database; whoever is given a turn may take it, or it is taken for them."""
    for number, name in enumerate(GAMES):
        recording = read(name)
        with chance_of(recording.log):
            yield from _turns(recording, Table(number, revision=recording.revision))


def _turns(recording: Recording, table: Table) -> Iterator[Turn]:
    for side, action in recording.log:
        if side is None:
            continue
        assert not isinstance(action, Begin | Drawn | Forfeit | Silence | Undo)
        length = table.game.length
        several = " of several groups" if isinstance(action, Move) and len(action.groups) > 1 else ""
        yield Turn(table, side, action, f"{table.seat(side).asked}: {type(action).__name__}{several}")
        if table.game.length == length:
            table.submit(side, encode(action))
    assert table.game.is_over


def latest(table: Table, side: Side) -> Action:
    """The side's last entry in the log."""
    action = [body for actor, body in record.read(table.game) if actor == side][-1]
    assert not isinstance(action, Begin | Drawn | Forfeit | Silence | Undo)
    return action


def test_every_kind_of_answer_is_given_on_the_page_and_is_in_the_log() -> None:
    """Before each the page is sent what was filled in on older ones: nothing is done, and nothing breaks."""
    given: dict[str, QueryDict] = {}
    with in_process.browser() as browser:
        for turn in turns():
            if turn.kind in given:
                continue
            for older in list(given.values())[-2:]:
                refuse(turn, older)
            given[turn.kind] = filled_in(turn.table, turn.side, turn.action)
            session = Session(browser, turn_link(turn.table.seat(turn.side)))
            assert session.is_asked
            session.answer(turn.action)
            assert settled(latest(turn.table, turn.side)) == settled(turn.action)
            if given.keys() == KINDS:
                break
    assert given.keys() == KINDS
    replays.check_all()


def refuse(turn: Turn, older: QueryDict) -> None:
    length = turn.table.game.length
    browser = signed_in(turn.table.people[turn.side])
    seat = turn.table.seat(turn.side)
    refused = browser.post(address(seat), f"{older.urlencode()}&version=0", FORM)
    page = text(refused)
    assert refused.status_code == 409
    assert "The game moved on; nothing was sent." in page
    assert 'id="answer"' in page
    assert turn.table.game.length == length


def test_a_sealed_bid_is_replaced_on_the_page() -> None:
    table = Table()
    hand = table.view(EAST)["mine"]["hand"]
    table.submit(EAST, encode(Bid(hand[0])))
    with in_process.browser() as browser:
        session = Session(browser, turn_link(table.seat(EAST)))
        assert not session.is_asked
        session.answer(Bid(hand[1], "second"))
    assert latest(table, EAST) == Bid(hand[1], "second")
