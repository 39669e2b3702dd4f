"""A game whose log proves broken is suspended: nothing changes, and everybody gets a clear message."""

import logging
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.engine.errors import CorruptLog
from games.engine.play import Play
from games.engine.rules import week
from games.engine.side import EAST, NOBODY, SIDES, WEST
from games.log import position
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.models.seat import Seat
from games.reads import chronicle, queries
from games.services import play, suspension
from games.services.computers import play_computers
from games.services.suspension import FROZEN
from notifications.models import Notification
from notifications.registry import kind_named
from sekigahara.errors.exceptions import BrokenLog, Frozen
from tests.games.test_notices import mail_of, sent
from tests.kit import cached_positions
from tests.kit.calling import Seated, problem_of
from tests.kit.log import unguarded
from tests.kit.shipping import ship_without_discards
from tests.kit.table import Table, everything_stored, on_the_march
from tests.web.browsers import address, signed_in, text

pytestmark = pytest.mark.django_db


def spoil(table: Table) -> None:
    """Change the first entry, as somebody could who has the database in their hands."""
    with unguarded():
        entry = Entry.objects.filter(game=table.game).order_by("seq")[0]
        Entry.objects.filter(pk=entry.pk).update(body=entry.body + " ")
    cached_positions.forget()


@pytest.fixture
def broken() -> Table:
    """A public game with a broken log that nobody has met yet."""
    table = Table(is_public=True)
    table.submit(EAST, key="a bid")
    spoil(table)
    return table


@pytest.fixture
def stopped(broken: Table) -> Table:
    suspension.freeze(broken.game, "chain-broken")
    return broken


def mails() -> list[Notification]:
    return list(Notification.objects.filter(kind=FROZEN).order_by("pk"))


# ---- what stops a game


MEETINGS: dict[str, Callable[[Table], object]] = {
    "the position": lambda table: position.load(table.game),
    "the story": lambda table: chronicle.changes_seen(table.game, NOBODY),
    "its summary": lambda table: position.summary_of(table.game),
    "a preview": lambda table: play.preview(seat=table.seat(WEST), bodies=['{"type":"finish"}']),
    "an action": lambda table: table.submit(WEST, '{"type":"finish"}'),
    "an undo": lambda table: table.undo(WEST),
    "a resignation": lambda table: play.resign(seat=table.seat(WEST)),
}


@pytest.mark.parametrize("meeting", MEETINGS)
def test_request_for_a_broken_log_is_refused_and_writes_nothing(broken: Table, meeting: str) -> None:
    before = everything_stored()
    with pytest.raises(BrokenLog) as refused:
        MEETINGS[meeting](broken)
    assert (refused.value.game_id, refused.value.found) == (broken.game.pk, "chain-broken")
    assert everything_stored() == before


@pytest.mark.parametrize("meeting", MEETINGS)
def test_broken_log_stops_the_game_and_notifies_both_players_once(
    broken: Table, meeting: str, caplog: pytest.LogCaptureFixture
) -> None:
    length = broken.game.length
    for _time in range(2):
        with pytest.raises(Frozen), suspension.stopping():
            MEETINGS[meeting](broken)
        assert broken.game.frozen_at is not None
        assert broken.game.frozen_for == "chain-broken"
        assert [row.recipient for row in mails()] == broken.people
    assert Entry.objects.filter(game=broken.game).count() == length
    (line,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert broken.game.public_id in line.getMessage()


def test_details_of_a_broken_log_are_not_revealed(broken: Table) -> None:
    """It may name what is hidden, and whoever runs the service reads its log."""
    with pytest.raises(Frozen) as refused:
        position.load(broken.game)
    assert isinstance(refused.value, BrokenLog)
    assert "CorruptLog" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.parametrize("meeting", ["the position", "the story", "its summary"])
def test_rules_that_lead_elsewhere_stop_the_game_where_the_service_runs_them(
    meeting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the shortcuts the position is what the rules make of the log, and never another than before."""
    table, _side = on_the_march()
    with unguarded():
        Entry.objects.filter(game=table.game).update(change=None)
    cached_positions.forget()
    ship_without_discards(monkeypatch)
    with pytest.raises(Frozen), suspension.stopping():
        MEETINGS[meeting](table)
    assert table.game.frozen_for == "leads-elsewhere"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("verb", ["actions", "undo", "resign"])
def test_stop_outlives_the_rollback_of_the_action(verb: str) -> None:
    table = Table()
    spoil(table)
    body: object = {"type": "finish"} if verb == "actions" else {}
    assert problem_of(Seated(table, EAST).act(body, verb=verb), 409)["code"] == "frozen"
    assert table.game.frozen_at is not None
    assert len(mails()) == 2


def test_a_repeated_request_has_the_answer_it_had(broken: Table) -> None:
    bid = Entry.objects.filter(game=broken.game, side=EAST).get().body
    version = broken.version(EAST)
    done = play.submit(seat=broken.seat(EAST), bodies=[bid], expected_version=version, key="a bid")
    assert done.version == version
    with pytest.raises(Frozen):
        broken.submit(EAST, bid, key="another bid")


def test_rules_that_fail_in_a_new_action_are_no_fault_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever finds such an action could stop any game."""
    table = Table()

    def failing(_play: Play, *_decision: Any) -> None:
        raise CorruptLog("no-combat", "8.1")

    monkeypatch.setattr(week, "_seal_bid", failing)
    with pytest.raises(CorruptLog):
        table.submit(EAST)
    assert table.game.frozen_at is None


@pytest.mark.parametrize("meeting", MEETINGS)
def test_a_game_that_a_newer_release_began_is_refused_by_an_old_process_and_not_stopped_for_others(
    meeting: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Processes are restarted one by one: nobody is mailed about a game that goes on in a minute."""
    table = Table()
    Game.objects.update(revision=99)
    with pytest.raises(Frozen), suspension.stopping():
        MEETINGS[meeting](table)
    assert table.game.frozen_at is None
    assert mails() == []
    (line,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert table.game.public_id in line.getMessage()
    assert "revision 99" in line.getMessage()
    Game.objects.update(revision=1)
    table.submit(EAST)


# ---- whom it is told


def test_the_mail_says_that_nothing_is_lost_and_later_that_the_game_goes_on(broken: Table) -> None:
    suspension.freeze(broken.game, "chain-broken")
    kind = kind_named(FROZEN)
    assert kind is not None
    assert not kind.optional
    east, west = mails()
    mail = sent(east)
    assert mail.to == east.recipient.email
    assert mail.subject == f"East against {broken.seat(WEST).played_by}: the game was suspended"
    assert "Nothing is lost" in mail.text
    assert "The operator of this service has been notified" in mail.text
    assert "chain" not in mail.text + mail.html
    suspension.thaw(broken.game)
    assert mail_of(west) is None, "it is no longer so"
    news = mails()[2:]
    assert [row.recipient for row in news] == broken.people
    assert "has resumed" in sent(news[0]).subject
    suspension.freeze(broken.game, "chain-broken")
    assert mail_of(news[1]) is None, "nor is that"
    assert len(mails()) == 6


def test_nobody_is_mailed_that_a_stopped_game_waits(stopped: Table) -> None:
    waiting = [row for side in SIDES for row in stopped.announced(side) if row.kind != FROZEN]
    assert waiting
    assert [mail_of(row) for row in waiting] == [None] * len(waiting)


def test_stop_is_announced_once_to_a_player_of_both_sides() -> None:
    alone, against_computer = Table(0), Table(1)
    Seat.objects.filter(game=alone.game).update(player=alone.people[EAST])
    Seat.objects.filter(game=against_computer.game, side=WEST).update(player=None, computer="random")
    for table in (alone, against_computer):
        suspension.freeze(table.game, "chain-broken")
    assert [row.about for row in mails()] == [
        alone.seat(EAST).reference,
        against_computer.seat(EAST).reference,
    ]


def test_stop_of_a_finished_game_is_not_mailed() -> None:
    table = Table()
    play.resign(seat=table.seat(EAST))
    suspension.freeze(table.game, "chain-broken")
    assert table.game.frozen_at is not None
    assert mails() == []


# ---- what is shown

PAGES = ["", "?as=public", "history/", "moments/1/", "record.json"]
POSTS = ["", "undo/", "resign/"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("who", ["a player", "the public"])
def test_every_page_of_the_game_says_so(broken: Table, page: str, who: str) -> None:
    browser = Client() if who == "the public" else signed_in(broken.people[WEST])
    answer = browser.get(f"/games/{broken.game.public_id}/{page}")
    assert answer.status_code == 409
    assert "Nothing is lost" in text(answer)
    assert "no-store" in answer["Cache-Control"]
    assert broken.game.frozen_for == "chain-broken"


@pytest.mark.parametrize("page", PAGES)
def test_game_with_a_changed_edition_is_stopped(page: str) -> None:
    table = Table(is_public=True)
    EditionText.objects.update(text="another")
    position._rules.cache_clear()
    answer = signed_in(table.people[WEST]).get(f"/games/{table.game.public_id}/{page}")
    assert answer.status_code == 409
    assert table.game.frozen_for == "edition-changed"


@pytest.mark.parametrize("page", PAGES)
def test_game_with_rules_of_a_newer_release_is_refused(page: str) -> None:
    table = Table(is_public=True)
    Game.objects.update(revision=99)
    answer = signed_in(table.people[WEST]).get(f"/games/{table.game.public_id}/{page}")
    assert answer.status_code == 409
    assert "This game is stopped" in text(answer)
    west = Seated(table, WEST)
    assert problem_of(west.get(f"{west.game}view/"), 409)["code"] == "frozen"


def test_malformed_action_is_refused_as_such_in_a_broken_game() -> None:
    """Nothing was looked at yet: it does not stop the game, and no edition is needed for its words."""
    table = Table()
    Game.objects.update(revision=99)
    assert problem_of(Seated(table, WEST).act({"type": "nonsense"}), 400)["code"] == "malformed-action"
    assert table.game.frozen_at is None


@pytest.mark.parametrize("page", POSTS)
def test_form_of_a_stopped_game_says_that_it_is_stopped(broken: Table, page: str) -> None:
    browser = signed_in(broken.people[WEST])
    answer = browser.post(f"/games/{broken.game.public_id}/{page}", {"version": "1", "do": "bid"})
    assert answer.status_code == 409
    assert "This game is stopped" in text(answer)


def test_stopped_game_does_not_exist_for_strangers() -> None:
    table = Table()
    suspension.freeze(table.game, "chain-broken")
    assert Client().get(address(table.seat(EAST))).status_code == 404


def test_lists_go_on_and_say_that_it_is_stopped(stopped: Table) -> None:
    person = stopped.people[WEST]
    browser = signed_in(person)
    mine = text(browser.get("/games/"))
    assert "Stopped." in mine
    assert "Bid a card" not in mine
    assert "Stopped." in text(Client().get("/games/open/"))
    assert "Stopped." in text(Client().get("/"))
    assert queries.next_waiting(person) is None
    other = Table(1)
    assert queries.next_waiting(person) == other.seat(WEST)


@pytest.mark.parametrize("path", ["view/", "options/", "history/", "moments/1/", "record/"])
def test_the_api_refuses_to_show_it_also_to_who_knows_it(broken: Table, path: str) -> None:
    west = Seated(broken, WEST)
    for known in ({}, {"If-None-Match": west.tag()}):
        problem = problem_of(west.get(f"{west.game}{path}", **known), 409)
        assert problem["code"] == "frozen"
        assert "suspended" in problem["detail"]
        assert "parameters" not in problem


@pytest.mark.parametrize("verb", ["actions", "preview", "undo", "resign"])
def test_the_api_refuses_to_do_anything_in_it(broken: Table, verb: str) -> None:
    body: object = {"type": "finish"} if verb in ("actions", "preview") else {}
    for _time in range(2):
        assert problem_of(Seated(broken, WEST).act(body, verb=verb), 409)["code"] == "frozen"
    assert broken.game.frozen_at is not None


def test_the_api_tells_what_it_is_and_since_when_it_is_stopped(broken: Table) -> None:
    west = Seated(broken, WEST)
    assert west.get(west.game).json()["stopped_at"] is None
    assert len(west.get("games/?list=waiting").json()["games"]) == 1
    suspension.freeze(broken.game, "chain-broken")
    response = west.get(west.game).json()
    assert response["stopped_at"] is not None
    assert response["status"] == "running"
    assert west.get("games/?list=waiting").json()["games"] == []
    assert west.get("games/next/").json()["game"] is None
    assert west.get("games/").json()["games"] == [response]


def test_computer_players_leave_it_alone(broken: Table, caplog: pytest.LogCaptureFixture) -> None:
    Seat.objects.filter(game=broken.game, side=WEST).update(player=None, computer="random")
    assert play_computers() == 0
    assert broken.game.frozen_at is not None
    caplog.clear()
    assert play_computers() == 0
    assert caplog.records == []
