"""What a reply is answered depends on nothing that its sender cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games.engine.side import Side
from games.log import position
from games.models.mail_reply import MailReply
from games.replies import receiving
from games.replies.reading import MisfitError
from games.replies.tokens import AnsweredMail
from games.story.marching import THEN
from games.story.names import Names
from notifications.models import Notification
from notifications.registry import Message
from tests.games.replies.test_marching import asked_by
from tests.games.replies.test_receiving import mailed
from tests.games.test_notices import without_link
from tests.kit import cached_positions
from tests.kit.replying import MOVES, reply_to, take
from tests.kit.table import Table
from tests.kit.twins import twin

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

POSITIONS = 30
"""In them all kinds of replies occur; the long proof `overnight` goes on."""


@pytest.fixture(autouse=True)
def _any_position(monkeypatch: pytest.MonkeyPatch) -> None:
    # The log leads to the hands that were dealt, and would stop the game.
    monkeypatch.setattr(position, "refuse_another", lambda *_: None)


@pytest.mark.parametrize("positions", [POSITIONS, pytest.param(2 * POSITIONS, marks=pytest.mark.overnight)])
def test_reply_is_read_and_answered_alike_in_twins(positions: int) -> None:
    table, chooser = Table(3), Random(3)
    kinds = set[str]()
    for _ in range(positions):
        side, *_other = table.asked()
        texts = [*written(table, side, chooser)]
        where = position.load(table.game)
        expected = [outcome(table, side, text) for text in texts]
        cached_positions.put(table.game, twin(where.rules, where.state, side.enemy, chooser))
        assert [outcome(table, side, text) for text in texts] == expected
        cached_positions.put(table.game, where.state)
        kinds |= {kind for kind, *_rest in expected}
        table.submit(side)
    assert kinds >= {"read", "draft", "unknown", "illegal", "grave", "letters-missing"}


def written(table: Table, side: Side, chooser: Random) -> Iterator[str]:
    """Replies of all kinds to the question of a side."""
    yield from ("perhaps", "99", "1", "2", "3", "1 a", "2 b", "end", "a", "none", "pass", "challenge")
    options = table.options(side)
    names = Names(position.rules_of(table.game))
    for shape in options.describe()["answers"]:
        rows = [(source, row) for source in shape.get("sources", ()) for row in source["reach"]]
        for source, row in chooser.sample(rows, min(12, len(rows))):
            way = THEN.join(names.place(place) for place in (source["source"], *row["path"]))
            yield f"{way} all"
            yield f"{way} all; end"
            yield f"{way} {names.block(source['blocks'][0])}; 1 a; end"


def outcome(table: Table, side: Side, text: str) -> tuple[str, ...]:
    """What a reply says, or why it says nothing."""
    seat = table.seat(side)
    try:
        fit = receiving._read(seat, AnsweredMail(seat.pk, seat.version, 0), text)
    except MisfitError as misfit:
        return misfit.code, misfit.sentence
    return fit.outcome, fit.words, fit.actions


def test_mail_that_answers_a_reply_is_the_same_in_twins() -> None:
    table, chooser = Table(4), Random(4)
    for _ in range(POSITIONS * 2 // 3):
        side, *_other = table.asked()
        where = position.load(table.game)
        expected = answers(table, side)
        cached_positions.put(table.game, twin(where.rules, where.state, side.enemy, chooser))
        assert answers(table, side) == expected
        cached_positions.put(table.game, where.state)
        table.submit(side)


def answers(table: Table, side: Side) -> list[Message]:
    """The mails that answer replies to the question of a side, without their links."""
    mail = asked_by(table, side)
    moves = MOVES.search(mail.text)
    found = []
    for text in ("perhaps", "1 1", moves[1] if moves else "end"):
        take(reply_to(mail, text))
        found.append(without_link(mailed(table, side))._replace(reply_to=""))
        MailReply.objects.all().delete()
        Notification.objects.filter(kind=receiving.REPLY).delete()
    return found
