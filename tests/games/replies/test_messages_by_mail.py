"""Messages written as a reply to the mail that quotes the other player's."""

import pytest

from accounts import restrictions
from accounts.models.restriction import Restricted
from games.engine.side import EAST, WEST
from games.models.mail_reply import MailReply
from games.models.message import Message
from games.replies.receiving import REPLY
from games.services import messages, play
from games.services.messages import MESSAGE
from notifications.registry import Message as Letter
from notifications.registry import kind_named
from tests.factories.people import PersonFactory
from tests.kit.replying import reply_to, take
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def table() -> Table:
    made = Table()
    for side in (EAST, WEST):
        play.mark_seen(seat=made.seat(side))
    messages.write(seat=made.seat(WEST), text="Good luck!")
    return made


def letter(table: Table) -> Letter:
    """The mail to East that quotes West's message."""
    kind = kind_named(MESSAGE)
    assert kind is not None
    mail = kind.compose(table.seat(EAST).reference, "1")
    assert mail is not None
    return mail


def written(table: Table) -> list[str]:
    return [each.text for each in Message.objects.filter(game=table.game, side=EAST).order_by("number")]


def test_reply_is_a_message_once_however_often_it_comes(table: Table) -> None:
    mail = letter(table)
    assert "Reply to this mail to answer" in mail.text
    reply = reply_to(mail, "And to you!\n\nSee you at Gifu.")
    for _time in range(2):
        assert take(reply)
    assert written(table) == ["And to you!\n\nSee you at Gifu."]
    assert "Gifu" not in str(list(MailReply.objects.values()))


def test_quoted_text_is_no_part_of_the_message(table: Table) -> None:
    assert take(reply_to(letter(table), "Thanks!\n\nOn Friday, West wrote:\n> Good luck!"))
    assert written(table) == ["Thanks!"]


def test_reply_of_somebody_else_is_left_unread(table: Table) -> None:
    reply = reply_to(letter(table), "I am East, really.")
    del reply["From"]
    reply["From"] = "thief@example.org"
    take(reply)
    assert written(table) == []


def test_restricted_player_writes_by_mail_neither_and_is_told_why(table: Table) -> None:
    judge = PersonFactory.create(name="Moderator", is_moderator=True)
    restrictions.impose(
        person=table.people[EAST], what=[Restricted.MESSAGES], days=3, reason="Insults.", by=judge
    )
    assert take(reply_to(letter(table), "Hello!"))
    assert written(table) == []
    (told,) = [row for row in table.announced(EAST) if row.kind == REPLY]
    kind = kind_named(REPLY)
    assert kind is not None
    mail = kind.compose(told.about, told.occasion)
    assert mail is not None
    assert "you may not write messages" in mail.text


@pytest.mark.parametrize("text", ["", "x" * 1001])
def test_message_that_is_empty_or_too_long_is_not_sent(table: Table, text: str) -> None:
    assert take(reply_to(letter(table), text))
    assert written(table) == []
    assert MailReply.objects.get().outcome == MailReply.Outcome.REFUSED
