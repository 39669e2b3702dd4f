"""The diary of a player: what is kept, who is shown it, and that nothing else knows of it."""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import closing, rate_limits
from accounts.models.person import Block, Person
from games.engine.side import EAST, WEST, Side
from games.log import diary_chain, heads
from games.models.game import Game
from games.models.log import Entry
from games.models.message import LONGEST_MESSAGE
from games.models.note import Note
from games.models.seat import Seat
from games.reads import personal_data
from games.services import diary, orders, play
from notifications.delivery import deliver_due
from notifications.models import Notification
from notifications.webhooks.models import Delivery
from sekigahara.errors.exceptions import Conflict, Limited, Unacceptable
from tests.kit.calling import Seated, problem_of
from tests.kit.commands import output_of
from tests.kit.table import Table
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

BAIT = "I hope he takes the bait at Gifu."


@pytest.fixture
def table() -> Table:
    return Table()


def page_of(table: Table, side: Side, path: str = "") -> str:
    return text(signed_in(table.people[side]).get(f"/games/{table.game.public_id}/{path}"))


def post(table: Table, side: Side, **fields: str) -> None:
    signed_in(table.people[side]).post(f"/games/{table.game.public_id}/diary/", fields)


# ---- writing and reading


def test_author_alone_is_shown_a_note_on_the_page_and_at_its_moment(table: Table) -> None:
    post(table, EAST, text=f"{BAIT}\n<script>alert(1)</script>")
    moment = f"moments/{table.seat(EAST).version}/"
    for path in ("", moment):
        page = page_of(table, EAST, path)
        assert BAIT in page
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>alert" not in page
        assert BAIT not in page_of(table, WEST, path)
    assert BAIT not in page_of(table, EAST, f"{moment}?as=public")


def test_note_cannot_be_read_in_the_database_and_has_the_length_of_any_other(table: Table) -> None:
    for words in ("x", BAIT, "\U0001f3ef" * LONGEST_MESSAGE):
        diary.write(seat=table.seat(EAST), text=words)
    assert [note.words for note in diary.notes_of(table.seat(EAST))][1] == BAIT
    stored = Note.objects.values_list("text", flat=True)
    assert len(set(map(len, stored))) == 1
    assert not any(BAIT in each for each in stored)


@pytest.mark.parametrize("words", ["", " \n", "x" * (LONGEST_MESSAGE + 1), "a\u202eb", "\n".join("x" * 31)])
def test_texts_that_are_no_message_are_no_note(table: Table, words: str) -> None:
    with pytest.raises(Unacceptable, match="bad-message"):
        diary.write(seat=table.seat(EAST), text=words)


def test_guests_and_former_players_have_no_diary(table: Table) -> None:
    Person.objects.filter(pk=table.people[EAST].pk).update(guest_seen_at=datetime.now(UTC))
    with pytest.raises(Conflict, match="no-diary"):
        diary.write(seat=table.seat(EAST), text=BAIT)
    assert 'id="diary"' not in page_of(table, EAST)


def test_flood_of_notes_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diary, "NOTES", rate_limits.Limit("few notes", 2, 3600))
    for _time in range(2):
        diary.write(seat=table.seat(EAST), text=BAIT)
    with pytest.raises(Limited):
        diary.write(seat=table.seat(EAST), text=BAIT)


def test_diary_is_full_some_day(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diary, "MOST_NOTES", 1)
    diary.write(seat=table.seat(EAST), text=BAIT)
    with pytest.raises(Conflict, match="diary-full"):
        diary.write(seat=table.seat(EAST), text=BAIT)


def test_whoever_takes_a_seat_over_begins_another_diary(table: Table) -> None:
    diary.write(seat=table.seat(EAST), text=BAIT)
    newcomer = Person.objects.at("newcomer@example.org")
    Seat.objects.filter(pk=table.seat(EAST).pk).update(player=newcomer)
    assert not diary.notes_of(table.seat(EAST))
    written = diary.write(seat=table.seat(EAST), text="What a mess.")
    assert written.number == 1, "nothing says that somebody wrote before"
    assert not diary_chain.fault_in(diary.first_head_of(table.seat(EAST)), [written])


# ---- the chain


def test_chain_is_what_its_description_says(table: Table) -> None:
    with time_machine.travel(datetime(2026, 3, 6, 12, tzinfo=UTC), tick=False):
        note = diary.write(seat=table.seat(EAST), text='Rain, "perhaps"')
    first = diary.first_head_of(table.seat(EAST))
    salt, about = table.people[EAST].salt.encode(), f"diary|{table.game.public_id}|east".encode()
    assert first == hmac.new(salt, about, "sha256").hexdigest()
    assert first != diary.first_head_of(table.seat(WEST))
    head_of_game = str(heads.shown(table.game))
    said = f'["{head_of_game}","Rain, \\"perhaps\\"","2026-03-06T12:00:00.000000+00:00"]'
    assert note.head == hashlib.sha256(bytes.fromhex(first) + said.encode()).hexdigest()
    assert note.head[:32] in page_of(table, EAST)


def test_two_notes_at_one_moment_get_two_numbers(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = diary.notes_of
    first = diary.write(seat=table.seat(EAST), text="One")
    blind = iter([honest(table.seat(EAST)).none()])  # the other request has not committed yet
    monkeypatch.setattr(diary, "notes_of", lambda seat: next(blind, honest(seat)))
    second = diary.write(seat=table.seat(EAST), text="Two")
    assert (first.number, second.number) == (1, 2)
    assert not diary_chain.fault_in(diary.first_head_of(table.seat(EAST)), [first, second])


# ---- nothing else knows of it


def test_note_writes_one_row_and_nothing_of_game_seats_log_or_outbox(table: Table) -> None:
    seat = table.seat(EAST)
    before = [list(rows.objects.values()) for rows in (Game, Seat, Entry, Notification, Delivery)]
    with CaptureQueriesContext(connection) as queries:
        diary.write(seat=seat, text=BAIT)
    said = [each["sql"] for each in queries]
    written = [each for each in said if not each.startswith(("SELECT", "SAVEPOINT", "RELEASE"))]
    assert [each.split('"')[:2] for each in written] == [["INSERT INTO ", "games_note"]]
    assert not any("FOR UPDATE" in each or "FOR NO KEY" in each for each in said)
    assert [list(rows.objects.values()) for rows in (Game, Seat, Entry, Notification, Delivery)] == before


def test_form_that_is_sent_twice_writes_one_note_and_a_fresh_form_the_same_words_again(table: Table) -> None:
    assert 'name="after" value="0"' in page_of(table, EAST)
    for _click in range(2):
        post(table, EAST, text="Rain.", after="0")
    assert Note.objects.count() == 1
    assert 'name="after" value="1"' in page_of(table, EAST)
    post(table, EAST, text="Rain.", after="1")
    post(table, EAST, text="Snow.", after="1")
    assert [note.words for note in diary.notes_of(table.seat(EAST))] == ["Rain.", "Rain.", "Snow."]
    assert diary.read(table.seat(EAST)) == list(diary.notes_of(table.seat(EAST)))
    assert not diary.read(table.seat(WEST))


# ---- what is kept


def test_notes_are_exported_resealed_and_gone_with_the_account(table: Table) -> None:
    diary.write(seat=table.seat(EAST), text=BAIT)
    (exported,) = personal_data.notes_of(table.people[EAST])
    assert (exported["text"], exported["number"]) == (BAIT, 1)
    assert not list(personal_data.notes_of(table.people[WEST]))
    assert orders.reseal() == 0
    closing.close(person=table.people[EAST])
    assert not Note.objects.exists()


# ---- verification, mails, API


def test_changed_note_fails_verification(table: Table) -> None:
    for words in ("One", "Two", "Three"):
        diary.write(seat=table.seat(WEST), text=words)
    play.resign(seat=table.seat(EAST))
    assert "won" in output_of("verify_game", table.game.public_id)
    Note.objects.filter(number=2).update(text=Note.sealed("I knew it"))
    with pytest.raises(CommandError, match="diary-broken: Note 2 in the diary of west"):
        output_of("verify_game", table.game.public_id)


@pytest.mark.parametrize("field", ["game_head", "written_at", "number"])
def test_moved_note_fails_verification(table: Table, field: str) -> None:
    note = diary.write(seat=table.seat(EAST), text=BAIT)
    later = {"game_head": "", "written_at": note.written_at + timedelta(seconds=1), "number": 2}
    assert diary_chain.fault_of(table.game) is None
    Note.objects.update(**{field: later[field]})
    assert diary_chain.fault_of(table.game) == (EAST, 1)


@pytest.mark.parametrize("words", [BAIT, ""])
def test_last_mail_says_the_head_whether_there_are_notes_or_not(table: Table, words: str) -> None:
    if words:
        diary.write(seat=table.seat(WEST), text=words)
    play.resign(seat=table.seat(EAST))
    deliver_due()
    (last,) = [each for each in mail.outbox if "The record of the game now" in each.body]
    head = diary.head_of(table.seat(WEST), diary.notes_of(table.seat(WEST)).last())
    assert (head == diary.first_head_of(table.seat(WEST))) == (not words)
    assert f"\nHead of your diary: {head[:32]}\n" in last.body
    assert BAIT not in last.body


def test_history_shows_notes_to_their_author_alone_before_and_after_the_end(table: Table) -> None:
    diary.write(seat=table.seat(EAST), text=BAIT)
    for _time in range(2):
        assert BAIT in page_of(table, EAST, "history/")
        assert BAIT not in page_of(table, WEST, "history/")
        assert BAIT not in page_of(table, EAST, "history/?as=public")
        if not table.game.is_over:
            play.resign(seat=table.seat(EAST))


def test_program_writes_and_reads_its_own_diary(table: Table) -> None:
    east, west = Seated(table, EAST), Seated(table, WEST)
    empty = east.get(f"{east.game}diary/").json()
    assert empty == {"notes": [], "head": diary.first_head_of(table.seat(EAST)), "sharing": None}
    done = east.post(f"{east.game}diary/", {"text": BAIT})
    assert (done.status_code, done.json()["number"]) == (201, 1)
    read = east.get(f"{east.game}diary/").json()
    assert read == {"notes": [done.json()], "head": done.json()["head"], "sharing": None}
    assert not west.get(f"{west.game}diary/").json()["notes"]
    assert problem_of(east.post(f"{east.game}diary/", {"text": " "}), 422)["code"] == "bad-message"


# ---- showing both


def told_of_the_report() -> list[tuple[str, str]]:
    deliver_due()
    about = [each for each in mail.outbox if "diar" in each.subject]
    return [(each.to[0], each.subject.partition(": ")[2]) for each in about]


def test_other_player_is_told_once_that_one_shows_ones_diary_and_then_that_both_do(table: Table) -> None:
    play.resign(seat=table.seat(EAST))
    east, west = (table.people[side].email for side in (EAST, WEST))
    for on in (True, False, True, True):
        diary.agree(seat=table.seat(EAST), on=on)
    asked = [(west, "your opponent would show you their diary")]
    assert told_of_the_report() == asked
    diary.agree(seat=table.seat(WEST), on=True)
    assert told_of_the_report() == [*asked, (east, "the report with both diaries")]


def test_offer_of_a_diary_that_is_taken_back_or_blocked_is_not_mailed(table: Table) -> None:
    play.resign(seat=table.seat(EAST))
    diary.agree(seat=table.seat(EAST), on=True)
    diary.agree(seat=table.seat(EAST), on=False)
    Block.objects.create(person=table.people[EAST], blocked=table.people[WEST])
    diary.agree(seat=table.seat(WEST), on=True)
    assert told_of_the_report() == []
