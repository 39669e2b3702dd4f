"""What a seat is told when the game begins to wait for it."""

import pytest

from games import engine
from games.engine.side import EAST, NOBODY, SIDES, WEST
from games.notices import compose
from games.services import position
from notifications.kinds import Message
from tests.kit.table import EMAILS, Table, is_window_open, table_where

pytestmark = pytest.mark.django_db


def latest_mail(table: Table) -> Message:
    """To the one seat that is asked now."""
    (asked,) = table.asked()
    row = table.announced(asked)[-1]
    mail = compose(row.about, row.occasion)
    assert mail is not None
    return mail


def test_the_first_mail_says_what_is_asked_and_where() -> None:
    table = Table()
    row = table.announced(WEST)[0]
    mail = compose(row.about, row.occasion)
    assert mail is not None
    game = table.game.public_id
    assert (mail.to, mail.subject) == (
        EMAILS[WEST],
        f"Sekigahara {game}, week 1: your phase, the bids for turn order",
    )
    text, _, token = mail.text.partition(f"http://testserver/t/{game}/west/")
    assert text.splitlines() == [
        "You play West.",
        "Week 1, the bids for turn order.",
        "The game waits for you to bid a card for turn order.",
        "",
    ]
    assert token.endswith("/\n")


def test_a_mail_in_a_turn_says_whose() -> None:
    table = Table()
    table.play_on(until=lambda state: state.active != NOBODY)
    (asked,) = table.asked()
    text = latest_mail(table).text
    assert f"Week 1, turn A of {asked.label.title()}, movement phase.\n" in text
    assert "The game waits for you to choose the movement level.\n" in text


def test_an_open_window_is_said_first_in_the_subject() -> None:
    table = table_where(is_window_open)
    mail = latest_mail(table)
    assert mail.subject.endswith(": a loyalty-challenge window is open")
    assert "A loyalty-challenge window is open.\n" in mail.text


def test_every_moment_of_a_game_can_be_told() -> None:
    """Also that nothing of the other side's is in it: no id of a block, no card in the hand."""
    table = Table(seed=5)
    count = 0
    while asked := table.asked():
        for side in asked:
            row = table.announced(side)[-1]
            mail = compose(row.about, row.occasion)
            assert mail is not None
            theirs = engine.view(*position.load(table.game), side.enemy)
            secrets = {*theirs["mine"]["hand"], *theirs["mine"]["recruitment"]}
            assert not [secret for secret in secrets if secret in mail.subject + mail.text]
            count += 1
        table.submit(asked[0])
    assert count > 50


def test_once_the_seat_has_acted_there_is_nothing_to_tell() -> None:
    table = Table()
    rows = {side: table.announced(side)[0] for side in SIDES}
    table.submit(EAST)
    assert compose(rows[EAST].about, rows[EAST].occasion) is None
    assert compose(rows[WEST].about, rows[WEST].occasion) is not None


def test_the_mail_of_an_earlier_wait_is_not_the_mail_of_this_one() -> None:
    table = Table()
    table.play_on(until=lambda state: state.week == 2)
    first, *_, latest = table.announced(EAST)
    assert compose(first.about, first.occasion) is None
    assert compose(latest.about, latest.occasion) is not None


def test_a_seat_of_no_game_is_told_nothing() -> None:
    assert compose("nosuchgame.east", "1") is None
