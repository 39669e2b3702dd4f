"""When a person is mailed, chosen by the API."""

from typing import Any, get_args

import pytest

from games.api.answers import people as answers
from games.engine.side import EAST
from notifications.models import SHARES, MailRhythm, Rhythm
from notifications.rhythm import EVERY
from tests.kit.calling import Caller, caller_at, problem_of, token_of
from tests.kit.table import Table

pytestmark = pytest.mark.django_db

USUAL = {
    "rhythm": "at-once",
    "every": 4,
    "hour": 18,
    "quiet_hours": None,
    "reminders": ["quarter"],
    "games": {},
}


@pytest.fixture
def anna() -> Caller:
    return caller_at("anna@example.org")


def test_everybody_begins_at_once_and_changes_only_what_they_name(anna: Caller) -> None:
    assert anna.get("me/mail/").json() == USUAL
    wanted = {"rhythm": "daily", "hour": 7, "quiet_hours": {"begin": 22, "end": 7}}
    assert anna.send("PATCH", "me/mail/", wanted).json() == USUAL | wanted
    changed = anna.send("PATCH", "me/mail/", {"reminders": ["eighth", "half"]}).json()
    assert changed == USUAL | wanted | {"reminders": ["half", "eighth"]}
    assert anna.send("PATCH", "me/mail/", {"quiet_hours": None}).json() == changed | {"quiet_hours": None}


@pytest.mark.parametrize(
    "wrong",
    [
        {"rhythm": "hourly"},
        {"every": 5},
        {"hour": 24},
        {"quiet_hours": {"begin": 22}},
        {"quiet_hours": {"begin": -1, "end": 3}},
        {"reminders": ["third"]},
        {"games": {"k3v8": "sometimes"}},
        {"sound": True},
    ],
)
def test_what_the_page_does_not_offer_is_refused_here_too(anna: Caller, wrong: dict[str, Any]) -> None:
    problem_of(anna.send("PATCH", "me/mail/", {"rhythm": "never"} | wrong), 400)
    assert not MailRhythm.objects.exists()


def test_page_and_api_offer_the_same() -> None:
    assert list(get_args(get_args(answers.MailWhen)[0])) == Rhythm.values
    assert get_args(get_args(answers.HoursBetween)[0]) == EVERY
    (share,) = get_args(get_args(answers.Reminders)[0])
    assert list(get_args(share)) == list(SHARES)


def test_one_game_is_chosen_for_while_one_plays_it(anna: Caller) -> None:
    table = Table()
    player = Caller(token_of(table.people[EAST]))
    name = table.game.public_id
    assert player.send("PATCH", "me/mail/", {"games": {name: "never"}}).json()["games"] == {name: "never"}
    problem = problem_of(anna.send("PATCH", "me/mail/", {"rhythm": "daily", "games": {name: "never"}}), 422)
    assert problem["code"] == "no-such-topic"
    assert anna.get("me/mail/").json() == USUAL
    assert player.send("PATCH", "me/mail/", {"games": {name: None}}).json()["games"] == {}
