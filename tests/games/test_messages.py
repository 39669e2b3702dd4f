"""Messages between the players of a game: who can write, what is mailed, who is shown what."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection

from accounts import closing, rate_limits, restrictions
from accounts.models.person import Block, Person
from accounts.models.restriction import Restricted
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.message import LONGEST_MESSAGE, Message
from games.models.seat import Seat
from games.reads import chronicle, personal_data
from games.services import lobby, messages, play
from notifications.delivery import deliver_due
from notifications.models import Notification
from sekigahara.errors.exceptions import Conflict, Forbidden, Limited, Unacceptable
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Seated, problem_of
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def table() -> Table:
    """Both have read what they were told."""
    made = Table()
    for side in SIDES:
        play.mark_seen(seat=made.seat(side))
    deliver_due()
    mail.outbox.clear()
    return made


def sent() -> list[str]:
    """The subjects of the mails since this was last asked."""
    deliver_due()
    subjects = [str(each.subject) for each in mail.outbox]
    mail.outbox.clear()
    return subjects


def page_of(table: Table, side: Side) -> str:
    return text(signed_in(table.people[side]).get(f"/games/{table.game.public_id}/"))


def known(table: Table) -> list[tuple[int, dict[str, Any]]]:
    """What the players know of the game."""
    return [(table.seat(side).version, chronicle.record_of(table.game, side)) for side in SIDES]


# ---- writing and reading


def test_message_is_shown_to_the_other_player_as_plain_text_once_as_news(table: Table) -> None:
    messages.write(seat=table.seat(EAST), text="Good luck!\n<b>See</b> https://example.org/x")
    page = page_of(table, WEST)
    assert page.count("Good luck!") == 2, "among the news and in the list"
    assert "&lt;b&gt;See&lt;/b&gt; https://example.org/x" in page
    assert 'href="https://example.org' not in page
    assert page_of(table, WEST).count("Good luck!") == 1
    assert 'class="unread"' not in page_of(table, EAST)


def test_message_changes_neither_versions_nor_history_nor_record(table: Table) -> None:
    before = known(table)
    messages.write(seat=table.seat(EAST), text="Hello")
    assert known(table) == before


def test_messages_are_counted_and_know_the_versions_of_both_sides(table: Table) -> None:
    messages.write(seat=table.seat(EAST), text="One")
    table.submit(EAST, table.a_bid(EAST))
    messages.write(seat=table.seat(WEST), text="Two")
    one, two = messages.shown_to(table.seat(EAST))
    assert (one.number, two.number) == (1, 2)
    assert two.version_of(EAST) == table.seat(EAST).version > one.version_of(EAST)
    assert two.version_of(WEST) == table.seat(WEST).version


@pytest.mark.parametrize(
    "written", ["", "  \n ", "x" * (LONGEST_MESSAGE + 1), "a\u202eb", "\n".join("x" * 31)]
)
def test_empty_long_and_invisible_texts_are_refused(table: Table, written: str) -> None:
    with pytest.raises(Unacceptable, match="bad-message"):
        messages.write(seat=table.seat(EAST), text=written)
    assert not Message.objects.exists()


def test_author_edits_for_five_minutes_and_takes_away_at_any_time(table: Table) -> None:
    with time_machine.travel(datetime(2026, 3, 6, 12, tzinfo=UTC), tick=False) as traveller:
        messages.write(seat=table.seat(EAST), text="Godo luck")
        messages.edit(seat=table.seat(EAST), number=1, text="Good luck")
        traveller.shift(messages.EDITABLE_FOR + timedelta(seconds=1))
        with pytest.raises(Conflict, match="too-late-to-edit"):
            messages.edit(seat=table.seat(EAST), number=1, text="Bad luck")
        assert "Good luck" in page_of(table, WEST)
        messages.edit(seat=table.seat(EAST), number=1, text="")
    assert "A message that is no longer there." in page_of(table, WEST)
    west = Seated(table, WEST)
    problem_of(west.send("PUT", f"{west.game}messages/1/", {"text": "Mine"}), 404)


# ---- who can write


def test_guests_computers_and_whoever_plays_both_sides_have_no_messages(table: Table) -> None:
    person = table.people[EAST]
    for opponent in (lobby.Computer("random"), lobby.Myself()):
        game = GameFactory.create(creator=person, opponent=opponent)
        seat = Seat.objects.select_related("game", "player").get(game=game, side=EAST)
        with pytest.raises(Conflict, match="no-messages"):
            messages.write(seat=seat, text="Hello")
    Person.objects.filter(pk=table.people[WEST].pk).update(guest_seen_at=datetime.now(UTC))
    with pytest.raises(Conflict, match="no-messages"):
        messages.write(seat=table.seat(EAST), text="Hello")
    assert "Write to" not in page_of(table, EAST)


def test_nobody_writes_where_one_of_them_takes_no_messages(table: Table) -> None:
    settings = {"name": "Mitsunari", "zone": "UTC", "takes_messages": "no"}
    signed_in(table.people[WEST]).post("/me/", settings)
    with pytest.raises(Conflict, match="messages-off"):
        messages.write(seat=table.seat(EAST), text="Hello")


def test_blocked_author_is_not_told_and_not_shown(table: Table) -> None:
    Block.objects.create(person=table.people[WEST], blocked=table.people[EAST])
    messages.write(seat=table.seat(EAST), text="Hello")
    assert "Hello" in page_of(table, EAST)
    assert "Hello" not in page_of(table, WEST)
    assert not sent()
    assert not Notification.objects.filter(kind=messages.MESSAGE).exists()


def test_muted_author_is_shown_again_once_unmuted(table: Table) -> None:
    messages.mute(seat=table.seat(WEST), on=True)
    messages.write(seat=table.seat(EAST), text="Hello")
    assert "Hello" not in page_of(table, WEST)
    assert not sent()
    messages.mute(seat=table.seat(WEST), on=False)
    assert "Hello" in page_of(table, WEST)


# ---- mails


def test_message_has_a_mail_of_its_own_only_while_no_other_waits_to_be_read(table: Table) -> None:
    messages.write(seat=table.seat(EAST), text="One")
    assert [subject.rpartition(": ")[2] for subject in sent()] == ["a message from your opponent"]
    messages.write(seat=table.seat(EAST), text="Two")
    assert not sent()
    page_of(table, WEST)
    messages.write(seat=table.seat(EAST), text="Three")
    assert len(sent()) == 1


def test_turn_mail_quotes_what_is_unread_with_links_that_do_nothing() -> None:
    table = Table()
    messages.write(seat=table.seat(EAST), text="Look at example.org")
    deliver_due()
    (waiting,) = [each for each in mail.outbox if each.to == [table.people[WEST].email]]
    assert "example.\u200corg" in str(waiting.body)
    assert "example.org" not in str(waiting.body)


def test_mail_quotes_the_latest_unread_messages_and_counts_the_others(table: Table) -> None:
    for number in range(1, 13):
        messages.write(seat=table.seat(EAST), text=f"Number {number}.")
    deliver_due()
    (letter,) = mail.outbox
    quoted = [number for number in range(1, 13) if f"Number {number}." in str(letter.body)]
    assert quoted == list(range(3, 13))
    assert "2 earlier messages are on the page of the game." in str(letter.body)


# ---- what is kept


def test_changed_words_are_kept_sealed_and_shown_to_nobody_but_their_author_in_the_export(
    table: Table,
) -> None:
    messages.write(seat=table.seat(EAST), text="Scoundrel")
    messages.edit(seat=table.seat(EAST), number=1, text="Friend")
    with connection.cursor() as cursor:
        cursor.execute("SELECT former FROM games_message")
        assert cursor.fetchone()[0].startswith("gAAAA")
    east, west = Seated(table, EAST), Seated(table, WEST)
    shown = [
        page_of(table, EAST),
        page_of(table, WEST),
        *(text(each.get(f"{each.game}messages/")) for each in (east, west)),
    ]
    assert not any("Scoundrel" in each for each in shown)
    (told,) = personal_data.messages_of(table.people[EAST])
    assert (told["former_texts"], told["text"]) == (["Scoundrel"], "Friend")
    assert not list(personal_data.messages_of(table.people[WEST]))


def test_texts_of_a_message_are_limited_like_messages(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MESSAGES", rate_limits.Limit("few messages", 2, 3600))
    messages.write(seat=table.seat(EAST), text="One")
    messages.edit(seat=table.seat(EAST), number=1, text="Two")
    with pytest.raises(Limited):
        messages.edit(seat=table.seat(EAST), number=1, text="Three")
    messages.edit(seat=table.seat(EAST), number=1, text="")


def test_words_go_with_the_account(table: Table) -> None:
    messages.write(seat=table.seat(EAST), text="Hi")
    messages.edit(seat=table.seat(EAST), number=1, text="Hello")
    closing.close(person=table.people[EAST])
    (left,) = Message.objects.all()
    assert (left.text, left.former, left.author) == ("", "", None)
    assert "A message that is no longer there." in page_of(table, WEST)


# ---- API


def test_program_writes_reads_and_edits(table: Table) -> None:
    east, west = Seated(table, EAST), Seated(table, WEST)
    done = east.post(f"{east.game}messages/", {"text": "Good luck!"})
    assert (done.status_code, done.json()["number"]) == (201, 1)
    read = west.get(f"{west.game}messages/").json()
    assert [(each["side"], each["text"]) for each in read["messages"]] == [("east", "Good luck!")]
    assert read["read"] == 0
    reading = west.send("PUT", f"{west.game}messages/", {"read": True, "muted": True}).json()
    assert reading == {"messages": [], "read": 1, "next": None, "muted": True}
    assert east.send("PUT", f"{east.game}messages/1/", {"text": ""}).json()["text"] is None
    assert problem_of(east.post(f"{east.game}messages/", {"text": ""}), 422)["code"] == "bad-message"


def test_program_reads_many_messages_page_by_page(table: Table) -> None:
    for number in range(1, 6):
        messages.write(seat=table.seat(EAST), text=f"Number {number}.")
    west = Seated(table, WEST)
    where, pages = f"{west.game}messages/?limit=2", []
    while where:
        read = west.get(where).json()
        pages.append([each["number"] for each in read["messages"]])
        where = (read["next"] or "").rpartition("/api/v1/")[2]
    assert pages == [[1, 2], [3, 4], [5]]
    assert len(west.get(f"{west.game}messages/").json()["messages"]) == 5
    problem_of(west.get(f"{west.game}messages/?limit=101"), 400)


@pytest.fixture
def restricted(table: Table) -> Person:
    """East's player, who has written and may write no more."""
    messages.write(seat=table.seat(EAST), text="Good luck!")
    east, moderator = table.people[EAST], PersonFactory.create(name="Moderator", is_moderator=True)
    restrictions.impose(person=east, what=[Restricted.MESSAGES], days=3, reason="x", by=moderator)
    return east


def test_restricted_author_takes_a_message_away_and_gives_none_another_text(
    table: Table, restricted: Person
) -> None:
    with pytest.raises(Forbidden, match="restricted"):
        messages.edit(seat=table.seat(EAST), number=1, text="You scoundrel!")
    assert "Good luck!" in page_of(table, WEST)
    messages.edit(seat=table.seat(EAST), number=1, text="")
    assert "Good luck!" not in page_of(table, WEST)


def test_restricted_author_sends_no_words_with_an_invitation(restricted: Person) -> None:
    invited = lobby.Invite("third@example.org", note="You scoundrel!")
    with pytest.raises(Forbidden, match="restricted"):
        GameFactory.create(creator=restricted, opponent=invited)
    GameFactory.create(creator=restricted, opponent=invited._replace(note=""))


def test_new_text_of_an_author_who_was_blocked_since_is_not_shown(table: Table) -> None:
    messages.write(seat=table.seat(EAST), text="Good luck!")
    Block.objects.create(person=table.people[WEST], blocked=table.people[EAST])
    messages.edit(seat=table.seat(EAST), number=1, text="You scoundrel!")
    assert "You scoundrel!" in page_of(table, EAST)
    assert "You scoundrel!" not in page_of(table, WEST)


def test_blocked_author_wakes_no_stream_and_holds_no_mail_up(table: Table) -> None:
    west = table.people[WEST]
    block = Block.objects.create(person=west, blocked=table.people[EAST])
    messages.write(seat=table.seat(EAST), text="One")
    assert (table.seat(EAST).messages, table.seat(WEST).messages) == (1, 0)
    messages.write(seat=table.seat(WEST), text="Two")
    assert [each.number for each in messages.shown_to(table.seat(EAST))] == [1, 2]
    assert not messages.unread_by(table.seat(WEST)).exists()
    sent()
    block.delete()
    messages.write(seat=table.seat(EAST), text="Three")
    assert [each.text for each in messages.unread_by(table.seat(WEST))] == ["Three"]
    assert len(sent()) == 1


def test_page_of_a_game_shows_the_latest_of_very_many(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.web.messages.MESSAGES_ON_PAGE", 3)
    for number in range(1, 6):
        messages.write(seat=table.seat(EAST), text=f"Number {number}.")
    page = page_of(table, EAST)
    assert [number for number in range(1, 6) if f"Number {number}." in page] == [3, 4, 5]
    assert page.index("Number 3.") < page.index("Number 5.")
    moment = text(
        signed_in(table.people[EAST]).get(
            f"/games/{table.game.public_id}/moments/{table.seat(EAST).version}/"
        )
    )
    assert all(f"Number {number}." in moment for number in range(1, 6))
