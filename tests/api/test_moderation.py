"""Reports and appeals over the API."""

from typing import Any

import pytest

from accounts import restrictions
from accounts.models.restriction import Restricted
from games.engine.side import EAST, WEST
from games.ladders.models.report import Report
from games.services import messages
from tests.factories.people import PersonFactory
from tests.kit.calling import Seated, problem_of
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def table() -> Table:
    made = Table()
    for person, name in zip(made.people, ("Ashigaru One", "Ashigaru Two"), strict=True):
        person.name = name
        person.save(update_fields=["name"])
    messages.write(seat=made.seat(WEST), text="You scoundrel!")
    return made


def report(table: Table, **body: Any) -> Any:
    return Seated(table, EAST).post(f"players/{table.people[WEST].key}/report/", {"words": "Look.", **body})


def test_program_reports_a_message_once(table: Table) -> None:
    for _time in range(2):
        answer = report(table, why="message", game=table.game.public_id, message=1)
        assert answer.status_code == 201
        assert not answer.json()["decided"]
    assert Report.objects.get().quote == "You scoundrel!"


@pytest.mark.parametrize(
    "body",
    [
        {"why": "message"},
        {"why": "message", "game": "nosuchgame", "message": 1},
        {"why": "behaviour", "game": "nosuchgame"},
        {"why": "message", "message": 10**30},
    ],
)
def test_report_of_what_is_not_there_is_refused(table: Table, body: dict[str, Any]) -> None:
    assert problem_of(report(table, **body), 422)["code"] == "nothing-to-report"


def test_restricted_player_reads_why_and_appeals_once(table: Table) -> None:
    moderator = PersonFactory.create(name="Moderator", is_moderator=True)
    restrictions.impose(
        person=table.people[WEST], what=[Restricted.MESSAGES], days=3, reason="Insults.", by=moderator
    )
    west = Seated(table, WEST)
    refused = problem_of(west.post(f"{west.game}messages/", {"text": "Again!"}), 403)
    assert refused["code"] == "restricted"
    (row,) = west.get("me/restrictions/").json()["restrictions"]
    assert (row["what"], row["reason"], row["in_force"], row["appeal"]) == (
        "messages",
        "Insults.",
        True,
        None,
    )
    answered = west.send("PUT", f"me/restrictions/{row['key']}/", {"words": "It was banter."})
    assert answered.json()["restrictions"][0]["appeal"] == "It was banter."
    again = west.send("PUT", f"me/restrictions/{row['key']}/", {"words": "Really."})
    assert problem_of(again, 409)["code"] == "no-appeal"
    east = Seated(table, EAST)
    assert problem_of(east.send("PUT", f"me/restrictions/{row['key']}/", {"words": "x"}), 409)
