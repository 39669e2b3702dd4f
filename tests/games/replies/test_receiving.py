"""Replies to mails about games: whose count, and what comes of them."""

from __future__ import annotations

import datetime
from random import Random

import pytest
import time_machine
from pytest_django import Settings

from accounts import closing
from accounts.models.person import Person
from games.engine.actions import Pass
from games.engine.side import EAST, WEST, Side
from games.models.mail_reply import MailReply
from games.models.seat import Seat
from games.notices import waiting_parts
from games.replies.receiving import MOST_REFUSALS, REPLY
from games.services import retention
from games.services.computers import play_computers
from notifications.delivery import deliver_due
from notifications.registry import Message, kind_named
from tests.kit.replying import DRAFT, LINE, any_answer, reply_to, take
from tests.kit.table import EMAILS, Table, is_window_open, table_where
from tests.web.test_every_decision import latest

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def table() -> Table:
    """A game in which a deployment can be answered."""
    return table_where(is_window_open)


def mailed(table: Table, side: Side) -> Message:
    """The latest mail to the player of a side."""
    row = table.announced(side)[-1]
    kind = kind_named(row.kind)
    assert kind is not None
    mail = kind.compose(row.about, row.occasion)
    assert mail is not None
    return mail


def asked_by_mail(table: Table) -> tuple[Side, Message]:
    (side,) = table.asked()
    return side, mailed(table, side)


def refusals(table: Table) -> list[str]:
    """The first lines of the mails that answer replies."""
    kind = kind_named(REPLY)
    assert kind is not None
    mails = (kind.compose(row.about, row.occasion) for row in table.all_announced() if row.kind == REPLY)
    return [mail.text.partition("\n")[0] for mail in mails if mail is not None]


# ---- what fits


def test_reply_is_played_and_the_next_mail_says_so_first(table: Table) -> None:
    side, mail = asked_by_mail(table)
    assert "reply with what stands before your answer, for example 1" in mail.text
    assert take(reply_to(mail, "pass"))
    assert latest(table, side) == Pass()
    mail = mailed(table, side)
    assert mail.text.startswith("Your reply was played: Let their block stand.\n")
    assert "Your reply was played: Let their block stand." in mail.html
    deliver_due()
    assert MailReply.objects.get().outcome == MailReply.Outcome.PLAYED


def test_gathered_mail_says_it_too(table: Table) -> None:
    side, mail = asked_by_mail(table)
    take(reply_to(mail, "pass"))
    part = waiting_parts.part_of(table.seat(side))
    assert part is not None
    assert part.question.startswith("Your reply was played: Let their block stand. Week 2: ")


def test_mail_after_a_reply_to_a_computer_player_comes_when_that_has_played() -> None:
    table = Table()
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
    take(reply_to(mailed(table, EAST), "1"))
    while len(table.announced(EAST)) == 1:
        assert play_computers()
    (*_, row) = table.announced(EAST)
    assert row.due_at <= row.created_at
    assert mailed(table, EAST).text.startswith("Your reply was played: ")


def test_player_who_has_looked_at_the_page_is_not_told_again(table: Table) -> None:
    side, mail = asked_by_mail(table)
    take(reply_to(mail, "pass"))
    table.submit(side)
    while table.asked() == [side.enemy]:
        table.submit(side.enemy)
    assert "Your reply was played" not in mailed(table, side).text


def test_sixty_decisions_are_answered_from_the_text_of_mails_alone() -> None:
    table, chooser = Table(), Random(1)
    for _ in range(60):
        (side, *_other) = table.asked()
        mail, before = mailed(table, side), table.game.length
        text = any_answer(mail.text, chooser)
        assert take(reply_to(mail, text)), text
        if table.game.length == before:
            assert mailed(table, side).text.startswith(DRAFT), f"{text} was not played of {mail.text}"
    assert all(line.startswith(DRAFT) for line in refusals(table))


def test_reply_that_comes_twice_is_played_once(table: Table) -> None:
    side, mail = asked_by_mail(table)
    reply = reply_to(mail, "pass")
    take(reply)
    length = table.game.length
    take(reply)
    assert table.game.length == length
    assert latest(table, side) == Pass()
    assert not refusals(table)


def test_reply_whose_playing_was_cut_off_goes_on_when_it_comes_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    side, mail = asked_by_mail(table)
    reply, length = reply_to(mail, "pass"), table.game.length
    with monkeypatch.context() as patched:
        patched.setattr("games.services.play.submit", _cut_off)
        with pytest.raises(OSError, match="cut off"):
            take(reply)
    assert table.game.length == length
    take(reply)
    assert latest(table, side) == Pass()


def _cut_off(**_about: object) -> None:
    raise OSError("cut off")


# ---- what does not fit


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "There was nothing above the quotation."),
        ("99", "It is none of the possible answers."),
        ("I resign", "It is none of the possible answers."),
        ("1 a", "There is nothing to choose for that answer."),
        ("pass\n\nor rather 1", "It could be read in more than one way: write the answer alone."),
    ],
)
def test_reply_that_does_not_fit_is_answered_with_the_reason_and_all_that_is_possible(
    table: Table, text: str, reason: str
) -> None:
    side, mail = asked_by_mail(table)
    length = table.game.length
    take(reply_to(mail, text))
    assert table.game.length == length
    assert refusals(table) == [f"Your reply was not played. {reason}"]
    answer = mailed(table, side)
    assert answer.subject == mail.subject
    assert {*LINE.findall(answer.text)} == {*LINE.findall(mail.text)} != set()
    take(reply_to(answer, "pass"))
    assert latest(table, side) == Pass()


def test_reply_to_an_older_mail_is_told_that_the_game_went_on(table: Table) -> None:
    side, mail = asked_by_mail(table)
    table.submit(side, b'{"type":"pass"}')
    length = table.game.length
    take(reply_to(mail, "1"))
    assert table.game.length == length
    assert refusals(table) == ["Your reply was not played. The game had gone on before it came."]


def test_second_reply_to_one_mail_is_told_what_the_first_did(table: Table) -> None:
    side, mail = asked_by_mail(table)
    take(reply_to(mail, "pass"))
    take(reply_to(mail, "1"))
    assert mailed(table, side).text.startswith(
        "Your reply was not played. The game had gone on before it came.\n"
        "Your reply was played: Let their block stand.\n"
    )


def test_answers_to_replies_are_counted_by_the_day(table: Table) -> None:
    _side, mail = asked_by_mail(table)
    for _ in range(MOST_REFUSALS + 2):
        take(reply_to(mail, "perhaps"))
    assert len(refusals(table)) == MailReply.objects.count() == MOST_REFUSALS
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1, minutes=1)):
        take(reply_to(mail, "perhaps"))
    assert len(refusals(table)) == MOST_REFUSALS + 1


# ---- who counts


@pytest.mark.parametrize(
    "change",
    [
        {"From": EMAILS[EAST]},
        {"From": "stranger@example.org"},
        {"From": f"{EMAILS[0]}, {EMAILS[1]}"},
        {"From": ""},
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List-Id": "<players.example.org>"},
        {"Message-ID": "<games.window.1@testserver>"},
        {"X-Autoreply": "yes"},
        {"To": "reply+00@in.example.org"},
    ],
    ids=lambda change: " ".join([*change, *change.values()]),
)
def test_mail_of_others_and_of_programs_does_nothing_and_is_not_answered(
    table: Table, change: dict[str, str]
) -> None:
    side, mail = asked_by_mail(table)
    assert mail.to == EMAILS[side] != EMAILS[EAST]
    reply = reply_to(mail, "pass")
    for name, value in change.items():
        del reply[name]
        reply[name] = value
    before = (table.game.length, len(table.all_announced()))
    take(reply, envelope=mail.to)
    assert (table.game.length, len(table.all_announced())) == before
    assert not MailReply.objects.exists()


def test_reply_without_an_envelope_sender_is_not_read(table: Table) -> None:
    _side, mail = asked_by_mail(table)
    length = table.game.length
    assert not take(reply_to(mail, "pass"), envelope="")
    assert table.game.length == length


def test_case_of_the_address_does_not_matter(table: Table) -> None:
    side, mail = asked_by_mail(table)
    take(reply_to(mail, "pass", sender=f"Somebody Else <{mail.to.upper()}>"))
    assert latest(table, side) == Pass()


def test_token_of_one_seat_is_of_no_use_to_its_opponent(table: Table) -> None:
    side, mail = asked_by_mail(table)
    length = table.game.length
    take(reply_to(mail, "pass", sender=EMAILS[side.enemy]))
    assert table.game.length == length


def test_nothing_is_said_of_replies_where_no_mail_comes_in(table: Table, settings: Settings) -> None:
    settings.INBOUND_DOMAIN = ""
    _side, mail = asked_by_mail(table)
    assert mail.reply_to == ""
    assert "answer by mail" not in mail.text + mail.html


# ---- what is kept


def test_replies_are_forgotten_in_time_and_with_their_person(table: Table) -> None:
    side, mail = asked_by_mail(table)
    take(reply_to(mail, "perhaps"))
    assert retention.forget_replies() == 0
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + retention.REPLIES_KEPT):
        assert retention.forget_replies() == 1
    take(reply_to(mail, "perhaps"))
    closing.close(person=Person.objects.get(email=EMAILS[side]))
    assert not MailReply.objects.exists()
