"""Mails about games, composed when they are sent: up to date, or not sent at all."""

import html
import io
import itertools
import random
import re

import pytest
import time_machine
from django.core import mail as mails
from PIL import Image

from accounts.models.person import Person
from games import story
from games.engine.side import EAST, LABELS, SIDES, WEST, Side
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.notices import turns
from games.reads.briefing import briefing_for
from games.reads.turn_links import followed, invited
from games.services import joining, link_renewal, lobby, play
from games.services.characters import character_of
from games.services.joining import DECLINED
from games.services.lobby import INVITATION
from games.services.waiting import OVER, STARTED, WINDOW, YOUR_PHASE
from games.story.answers import possible
from games.story.computers import character
from games.story.fight import about_fight
from notifications.email import Connection
from notifications.models import Notification
from notifications.registry import Message, kind_named
from sekigahara.db import service_time
from tests.factories.games import GameFactory
from tests.kit import cached_positions
from tests.kit.pages import in_one_line
from tests.kit.small_pictures import SENT_WIDTH
from tests.kit.table import EMAILS, Table, is_asked, is_window_open, table_where
from tests.kit.twins import twin

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("games_replay")]

LINK = re.compile(r"http://testserver/([ti])/(\w+)/(?:(east|west)/)?([\w.-]+)/")


def mail_of(row: Notification) -> Message | None:
    """What the message says if it is sent now."""
    kind = kind_named(row.kind)
    assert kind is not None, f"nobody composes {row.kind}"
    return kind.compose(row.about, row.occasion)


def sent(row: Notification) -> Message:
    mail = mail_of(row)
    assert mail is not None
    return mail


def link_in(mail: Message) -> tuple[str, ...]:
    """The one link of a mail, in its text and on its page."""
    found = set(LINK.findall(mail.text))
    assert len(found) == 1, mail.text
    assert found == set(LINK.findall(mail.html))
    return tuple(found.pop())


def row_of(kind: str) -> Notification:
    return Notification.objects.get(kind=kind)


def begins_to_wait_for(table: Table, side: Side) -> Notification:
    """Play on until it does; the row of the mail that says so."""
    actual = len(table.announced(side))
    while len(table.announced(side)) == actual:
        table.submit(table.asked()[0])
    return table.announced(side)[-1]


# ---- that the game waits


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.label)
def test_the_first_mail_says_that_the_game_has_begun_and_opens_the_seat(side: Side) -> None:
    table = Table()
    row = table.announced(side)[0]
    mail = sent(row)
    assert row.kind == STARTED
    assert mail.to == EMAILS[side]
    title = f"{side.label.title()} against {table.seat(side.enemy).played_by}"
    assert mail.subject == f"{title}: the game has begun"
    assert f"You play {title}." in mail.text
    assert "What happened so far" in mail.text
    assert "Bid a card" in mail.text
    _kind, public_id, label, token = link_in(mail)
    found = followed(public_id, label, token)
    assert found is not None
    assert (found.seat, found.is_alive) == (table.seat(side), True)


def test_the_first_mail_names_the_character_of_a_computer_player() -> None:
    seen = set[str]()
    for seed in range(12):
        table = Table(seed)
        assert "It is " not in sent(table.announced(EAST)[0]).text
        Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
        names, code = story.Names(position.rules_of(table.game)), character_of(table.seat(WEST))
        mail, said = sent(table.announced(EAST)[0]), character(names, code)
        assert said in html.unescape(in_one_line(mail.html))
        assert f"\n{said}\n" in mail.text
        seen.add(code.partition("-")[0])
    assert seen == {"bold", "cautious", "loyal"}


def test_later_mails_do_not_name_the_character_again() -> None:
    table = Table()
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
    assert "\nIt is " in sent(table.announced(EAST)[0]).text
    assert "\nIt is " not in sent(begins_to_wait_for(table, EAST)).text


def test_later_mails_say_whose_turn_it_is_and_what_is_asked() -> None:
    table = Table()
    row = begins_to_wait_for(table, EAST)
    assert row.kind == YOUR_PHASE
    mail, seen = sent(row), table.view(EAST)
    title = f"East against {table.seat(WEST).played_by}"
    assert mail.subject.startswith(f"{title}, week {seen['week']}: ")
    assert f"Week {seen['week']}, " in mail.text
    assert set(mail.images) == {"board"}


def test_the_heading_of_a_mail_is_its_subject_and_its_answers_are_numbered() -> None:
    table = Table()
    for side in SIDES:
        for row in (table.announced(side)[0], begins_to_wait_for(table, side)):
            mail = mail_of(row)
            if mail is None:
                continue
            (heading,) = re.findall(r"<h1[^>]*>(.*?)</h1>", mail.html, re.DOTALL)
            assert html.unescape(heading) == mail.subject
            answers = possible(
                story.Names(position.rules_of(table.game)), table.view(side), table.options(side)
            )
            assert answers
            for number, answer in enumerate(answers, start=1):
                assert f"\n{number}. {answer.line}" in mail.text


def test_a_mail_has_the_hand_and_its_first_words_say_what_is_asked() -> None:
    """Mail programs show the first words of a page beside the subject."""
    table = Table()
    begins_to_wait_for(table, EAST)
    mail, seen = sent(table.announced(EAST)[-1]), table.view(EAST)
    names = story.Names(position.rules_of(table.game))
    hand = names.cards(seen["mine"]["hand"])
    assert f"Your hand: {hand}" in mail.text
    assert hand.lower() in mail.html.lower()
    task = story.TASKS[table.seat(EAST).asked]
    assert re.search(rf'<div class="first-words"[^>]*>\s*{task}', mail.html, re.IGNORECASE)


@pytest.mark.parametrize("decision", ["movement", "deploy"])
def test_mail_of_a_turn_takes_35_kilobytes_at_most(decision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PICTURE_WIDTH", SENT_WIDTH)
    table = table_where(is_asked(decision))
    with Connection() as connection:
        connection.send(sent(table.announced(table.asked()[0])[-1]), "<a@example.org>")
    assert len(mails.outbox[-1].message().as_bytes()) <= 35_000


def test_mail_of_a_fight_shows_it_sharply_and_says_the_same_in_words() -> None:
    table = table_where(is_asked("window"))
    (side,) = table.asked()
    mail, seen = sent(table.announced(side)[-1]), table.view(side)
    assert Image.open(io.BytesIO(mail.images["board"])).width == 2 * turns.PICTURE_WIDTH
    words = about_fight(story.Names(position.rules_of(table.game)), seen)
    for part in ("impact", "You (", "The other side (", f"{LABELS[side.enemy].title()}: "):
        assert part in words
    assert f'alt="{words}"' in html.unescape(in_one_line(mail.html))
    assert "The board as you see it" not in mail.html


def test_mail_to_a_player_of_both_sides_says_so() -> None:
    table = Table()
    Seat.objects.filter(game=table.game).update(player=table.seat(EAST).player)
    assert sent(table.announced(WEST)[0]).subject.startswith("West against yourself: ")


def test_an_open_window_is_said_in_the_subject() -> None:
    table = table_where(is_window_open)
    (side,) = table.asked()
    mail = sent(table.announced(side)[-1])
    assert table.announced(side)[-1].kind == WINDOW
    assert re.search(r", week \d: (challenge .+ at .+|let .+ stand at .+|your deployment at )", mail.subject)


def test_once_the_seat_has_acted_there_is_nothing_to_say() -> None:
    table = Table()
    rows = {side: table.announced(side)[0] for side in SIDES}
    table.submit(EAST)
    assert mail_of(rows[EAST]) is None
    assert mail_of(rows[WEST]) is not None


def test_the_mail_of_an_earlier_wait_is_not_the_mail_of_this_one() -> None:
    table = Table()
    begins_to_wait_for(table, EAST)
    first, *_, latest = table.announced(EAST)
    assert mail_of(first) is None
    assert mail_of(latest) is not None


def test_finished_game_sends_no_mail_that_it_waits() -> None:
    table = Table()
    rows = table.all_announced()
    play.resign(seat=table.seat(EAST))
    assert [mail_of(row) for row in rows] == [None, None]


def test_mails_between_people_are_sent_even_after_a_look() -> None:
    table = Table()
    row = begins_to_wait_for(table, EAST)
    play.mark_seen(seat=table.seat(EAST))
    assert mail_of(row) is not None


def test_mail_against_a_computer_is_dropped_after_a_look() -> None:
    table = Table()
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
    row = begins_to_wait_for(table, EAST)
    assert mail_of(row) is not None
    play.mark_seen(seat=table.seat(EAST))
    assert mail_of(row) is None
    assert mail_of(table.announced(EAST)[0]) is None, "the game has said so once more since it began"


def test_mail_of_a_start_is_sent_even_after_a_look() -> None:
    table = Table()
    Seat.objects.filter(game=table.game, side=WEST).update(player=None, computer="ashigaru")
    play.mark_seen(seat=table.seat(EAST))
    assert sent(table.announced(EAST)[0]).subject.endswith("the game has begun")


def test_a_mail_that_is_sent_late_tells_the_game_as_it_is_then() -> None:
    """The other's bid came in between; the seat is asked the same, and the row is the same."""
    table = Table()
    row = table.announced(WEST)[0]
    early = sent(row)
    table.submit(EAST)
    late = sent(row)
    assert early.subject == late.subject
    assert early.text != late.text


@pytest.mark.rule("R-28")
@pytest.mark.rule("R-32")
@pytest.mark.overnight
def test_a_mail_is_the_same_whatever_its_reader_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Subject, text, page and picture, with the enemy's cards and hidden blocks dealt again."""
    # The log leads to the hands that were dealt, and would stop the game.
    monkeypatch.setattr(position, "refuse_another", lambda *_: None)
    table, chooser, actual = Table(5), random.Random(5), 0
    for _by in itertools.islice(table.wander(), 0, 300, 25):
        where = position.load(table.game)
        for side in table.asked():
            row = table.announced(side)[-1]
            if mail_of(row) is None:
                continue
            expected = without_link(sent(row))
            cached_positions.put(table.game, twin(where.rules, where.state, side.enemy, chooser))
            assert without_link(sent(row)) == expected
            cached_positions.put(table.game, where.state)
            actual += 1
    assert actual >= 5


def test_mail_contains_nothing_unseen() -> None:
    table = Table()
    row = table.announced(WEST)[0]
    table.submit(EAST)
    before = without_link(sent(row))
    table.submit(EAST, table.a_bid(EAST))
    table.submit(EAST, table.a_bid(EAST))
    assert without_link(sent(row)) == before


def without_link(mail: Message) -> Message:
    """Links are signed over the second they are made in."""
    text, html = (LINK.sub("LINK", part) for part in (mail.text, mail.html))
    return mail._replace(text=text, html=html, unsubscribe="")


# ---- that it is over


@pytest.mark.parametrize("loser", SIDES, ids=lambda side: side.label)
def test_winner_is_mailed_the_end_as_they_saw_it(loser: Side) -> None:
    table = Table()
    play.resign(seat=table.seat(loser))
    with time_machine.travel(service_time.now(), tick=False):  # both links of the mail name their second
        mail = sent(row_of(OVER))
    assert mail.to == EMAILS[loser.enemy]
    assert mail.subject == f"{loser.enemy.label.title()} against {table.seat(loser).played_by}: you won"
    assert link_in(mail)[2] == LABELS[loser.enemy]
    stories = [briefing_for(table.game, side, since=0).recap.chapters for side in SIDES]
    mine, theirs = ({line for chapter in each for line in chapter.sentences} for each in stories)
    if loser == EAST:
        mine, theirs = theirs, mine
    assert mine - theirs, "each drew something"
    assert all(line in mail.text for line in mine)
    assert not any(line in mail.text for line in theirs - mine)


def test_running_game_has_no_mail_of_its_end() -> None:
    table = Table()
    kind = kind_named(OVER)
    assert kind is not None
    assert kind.compose(table.seat(EAST).reference, "1") is None


# ---- invitations and links


@pytest.fixture
def game() -> Game:
    """Ieyasu invites a guest."""
    creator = Person.objects.at("ieyasu@example.org")
    Person.objects.filter(pk=creator.pk).update(name="Ieyasu")
    opponent = lobby.Invite("guest@example.org")
    return GameFactory.create(creator=creator, opponent=opponent)


def test_an_invitation_says_who_invites_and_leads_to_it(game: Game) -> None:
    mail = sent(row_of(INVITATION))
    assert mail.to == "guest@example.org"
    assert mail.subject == "Ieyasu invites you to a game of Sekigahara"
    _kind, public_id, _label, token = link_in(mail)
    found = invited(public_id, token)
    assert found is not None
    assert (found.seat.game, found.person.email) == (game, "guest@example.org")


def test_an_invitation_that_was_answered_or_taken_back_is_not_sent(game: Game) -> None:
    row, guest = row_of(INVITATION), Person.objects.at("guest@example.org")
    creator = Person.objects.at("ieyasu@example.org")
    other = GameFactory.create(creator=creator, opponent=lobby.Invite("guest@example.org"))
    third = GameFactory.create(creator=creator, opponent=lobby.Invite("guest@example.org"))
    rows = list(Notification.objects.filter(kind=INVITATION).order_by("pk"))
    assert rows[0] == row
    joining.decline(game=game, person=guest)
    joining.join(game=other, person=guest)
    joining.call_off(game=third, person=creator)
    assert [mail_of(each) for each in rows] == [None, None, None]


def test_sender_is_told_that_an_invitation_was_declined(game: Game) -> None:
    joining.decline(game=game, person=Person.objects.at("guest@example.org"))
    mail = sent(row_of(DECLINED))
    assert mail.to == "ieyasu@example.org"
    assert mail.subject == "Your invitation to guest@example.org was declined"


def test_a_fresh_link_opens_the_seat() -> None:
    table = Table()
    link_renewal.revoke(seat=table.seat(WEST))
    mail = sent(row_of(link_renewal.FRESH_LINK))
    assert mail.to == EMAILS[WEST]
    found = followed(*link_in(mail)[1:])
    assert found is not None
    assert found.is_alive


def test_a_seat_without_a_person_is_told_nothing() -> None:
    table = Table()
    link_renewal.revoke(seat=table.seat(WEST))
    rows = Notification.objects.filter(about=table.seat(WEST).reference)
    Seat.objects.filter(pk=table.seat(WEST).pk).update(player=None)
    assert [mail_of(row) for row in rows] == [None, None]


@pytest.mark.parametrize(
    "kind", [YOUR_PHASE, WINDOW, STARTED, OVER, INVITATION, DECLINED, link_renewal.FRESH_LINK]
)
def test_a_game_there_is_not_is_nothing_to_write_about(kind: str) -> None:
    known = kind_named(kind)
    assert known is not None
    assert known.compose("nosuchgame.east", "1") is None
