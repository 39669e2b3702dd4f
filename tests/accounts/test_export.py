"""Everything about a person is told to them, and nothing that they may not see."""

import io
import json
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest

from accounts import export
from accounts.models.api_token import ApiToken
from accounts.models.person import Block, Person
from accounts.rate_limits import Limit
from games.engine.side import EAST, WEST
from games.log import portable
from games.models.mail_reply import MailReply
from games.models.receipt import Receipt
from games.reads import chronicle
from games.reads.personal_data import records_of
from games.services import joining, lobby, play, suspension
from notifications.delivery import deliver_due
from notifications.services import mute
from tests.accounts.conftest import somebody
from tests.factories.games import GameFactory
from tests.kit.calling import token_of
from tests.kit.table import Table

pytestmark = pytest.mark.django_db


def data_of(person: Person) -> dict[str, Any]:
    return dict(json.loads(export.document(Person.objects.get(pk=person.pk))))


def files_of(person: Person) -> dict[str, Any]:
    with io.BytesIO() as file:
        export.archive(Person.objects.get(pk=person.pk), file)
        with ZipFile(file) as bundle:
            assert bundle.testzip() is None
            return {name: json.loads(bundle.read(name)) for name in bundle.namelist()}


def told_of(document: object) -> Any:
    """A document as whoever downloads it reads it."""
    return json.loads(msgspec.json.encode(document))


def named(table: Table) -> list[Person]:
    for person, name in zip(table.people, ("Ashigaru One", "Ashigaru Two"), strict=True):
        Person.objects.filter(pk=person.pk).update(name=name, zone="Asia/Tokyo")
    return table.people


def test_everything_stored_is_exported() -> None:
    table = Table()
    east, west = named(table)
    deliver_due()
    token_of(east)
    mute(person=east, kind="games.over")
    Block.objects.create(person=east, blocked=west)
    Receipt.objects.create(game=table.game, person=east, key="k1", request="0" * 64, answer='{"version":1}')
    MailReply.objects.create(seat=table.seat(EAST), person=east, digest="1", version=1, words="Pass")
    GameFactory.create(creator=west)
    told = data_of(east)
    assert told["account"]["email"] == "east@example.org"
    assert (told["account"]["name"], told["account"]["zone"]) == ("Ashigaru One", "Asia/Tokyo")
    assert [row["name"] for row in told["api_tokens"]] == ["token 0"]
    assert [row["blocked"] for row in told["blocks"]] == ["Ashigaru Two"]
    (game,) = told["games"]
    assert (game["game"], game["side"], game["made_by_you"]) == (table.game.public_id, "east", True)
    assert (game["opponent"], game["status"]) == ("Ashigaru Two", "running")
    assert (game["pace"], game["hold"], game["reaction"], game["lapses_at"]) == (None, 15, 24, None)
    assert [row["key"] for row in told["receipts"]] == ["k1"]
    assert [(row["game"], row["words"]) for row in told["replies_by_mail"]] == [
        (table.game.public_id, "Pass")
    ]
    assert told["muted"] == [{"kind": "games.over"}]
    assert {"kind", "subject", "status"} <= {*told["messages"][0]}
    assert any("Ashigaru Two" in row["subject"] for row in told["messages"])


def test_no_secret_of_the_service_is_in_it() -> None:
    table = Table()
    east, _west = named(table)
    token = token_of(east)
    row = ApiToken.objects.get(user=east)
    game = table.game
    told = json.dumps(files_of(east))
    password = Person.objects.get(pk=east.pk).password
    for secret in (row.digest, token, password, bytes(game.seed).hex()):
        assert secret not in told


def test_an_invitation_is_told_with_its_answer() -> None:
    inviter, invited = somebody("Ashigaru One"), somebody()
    game = GameFactory.create(creator=inviter, opponent=lobby.Invite(invited.email))
    (row,) = data_of(invited)["invitations"]
    assert (row["game"], row["side"], row["from"]) == (game.public_id, "west", "Ashigaru One")
    assert row["declined_at"] is None
    joining.decline(game=game, person=invited)
    (row,) = data_of(invited)["invitations"]
    assert row["declined_at"]


def test_an_invitation_of_somebody_blocked_is_not_known_here_either() -> None:
    inviter, invited = somebody(), somebody()
    Block.objects.create(person=invited, blocked=inviter)
    GameFactory.create(creator=inviter, opponent=lobby.Invite(invited.email))
    assert data_of(invited)["invitations"] == []


def test_export_does_not_name_those_who_block_the_person() -> None:
    blocker, blocked = somebody("Ashigaru One"), somebody()
    before = data_of(blocked)
    Block.objects.create(person=blocker, blocked=blocked)
    assert data_of(blocked) == before


def test_export_of_a_running_game_has_what_the_side_may_know() -> None:
    table = Table()
    east, west = table.people
    table.submit(EAST, table.a_bid(EAST))
    for person, side in ((east, EAST), (west, WEST)):
        name = f"games/{table.game.public_id}.{side.label}.json"
        files = files_of(person)
        assert {*files} == {"data.json", name}
        assert files[name] == told_of(chronicle.record_of(table.game, side))
        assert files[name]["complete"] is False
        assert "entries" not in files[name]


def test_running_game_with_oneself_is_exported_for_each_side() -> None:
    person = somebody()
    game = GameFactory.create(creator=person, opponent=lobby.Myself())
    assert {*files_of(person)} == {
        "data.json",
        f"games/{game.public_id}.east.json",
        f"games/{game.public_id}.west.json",
    }
    play.resign(seat=game.seats.get(side=EAST))
    assert {*files_of(person)} == {"data.json", f"games/{game.public_id}.json"}


def test_finished_game_is_exported_whole() -> None:
    table = Table()
    play.resign(seat=table.seat(WEST))
    files = files_of(table.people[WEST])
    record = files[f"games/{table.game.public_id}.json"]
    assert record == told_of(portable.complete(table.game))
    assert record["complete"] is True


def test_a_game_that_is_stopped_is_named_and_left_out() -> None:
    table = Table()
    suspension.freeze(table.game, "tampered")
    files = files_of(table.people[EAST])
    name = f"games/{table.game.public_id}.east.json"
    assert name not in files
    assert files["left-out.json"] == [name]
    assert [row["game"] for row in files["data.json"]["games"]] == [table.game.public_id]


def test_an_archive_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    monkeypatch.setattr(export, "MOST_ARCHIVE_BYTES", 10)
    files = files_of(table.people[EAST])
    assert {*files} == {"data.json", "left-out.json"}
    assert files["left-out.json"] == [file.name for file in records_of(table.people[EAST])]


def test_the_same_data_make_the_same_bytes() -> None:
    table = Table()
    first, second = io.BytesIO(), io.BytesIO()
    export.archive(table.people[EAST], first)
    export.archive(table.people[EAST], second)
    assert first.getvalue() == second.getvalue()


def test_two_parts_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two parts named account"):
        export.register_export("account", lambda person: {})


def test_the_limit_is_for_a_day() -> None:
    assert Limit(export.EXPORTS.name, 10, 24 * 60 * 60) == export.EXPORTS
