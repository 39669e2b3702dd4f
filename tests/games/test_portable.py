"""Portable records: exported, verified, and imported as the same game."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError
from django.db import IntegrityError, transaction
from django.test import Client

from games import engine
from games.engine import notation
from games.engine.actions import Silence
from games.engine.ruleset import REVISION
from games.engine.side import EAST, NOBODY
from games.log import portable, position, record
from games.log.verification import verify
from games.models.game import EditionText, Game
from games.models.log import Entry
from games.models.seat import Seat
from games.reads import chronicle
from games.rulebook.editions import edition_ids, edition_text
from games.services import importing
from tests.kit import records, replays
from tests.kit.commands import output_of
from tests.kit.log import unguarded
from tests.kit.records import Document
from tests.kit.table import Table
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.fixture
def document() -> Document:
    return records.from_elsewhere()


@pytest.fixture
def file(document: Document, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def taken_in(document: Document, **options: bool) -> Game:
    return importing.take_in(portable.read(json.dumps(document).encode()), **options)


# ---- out


def test_exported_record_is_that_of_the_page(tmp_path: Path) -> None:
    game = records.finished()
    path = tmp_path / "game.json"
    assert output_of("export_game", game.public_id, "-o", path) == ""
    assert path.read_text(encoding="utf-8") == output_of("export_game", game.public_id)
    player = Seat.objects.get(game=game, side=EAST).player
    assert player is not None
    page = signed_in(player).get(f"/games/{game.public_id}/record.json")
    assert path.read_bytes().strip() == page.content.strip()


def test_the_text_reads_back_to_the_log() -> None:
    game = records.finished()
    text = output_of("export_game", game.public_id, "--text")
    assert notation.read(text) == list(record.read(game))
    assert f"# game: {game.public_id}" in text.splitlines()
    assert "east undo" in text
    assert "east resign" in text


@pytest.mark.parametrize("command", ["export_game", "verify_game"])
def test_running_game_is_neither_exported_nor_verified(command: str) -> None:
    game = Table().game
    with pytest.raises(CommandError, match="not-over: The game is not over"):
        output_of(command, game.public_id)


@pytest.mark.parametrize("command", ["export_game", "verify_game"])
def test_a_game_that_is_not_there_is_not_there(command: str) -> None:
    with pytest.raises(CommandError, match="There is no game nosuchgame here") as refused:
        output_of(command, "nosuchgame")
    assert refused.value.returncode == 2


@pytest.mark.parametrize("command", ["import_game", "verify_game"])
def test_a_file_that_cannot_be_read_is_named(command: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Is a directory") as refused:
        output_of(command, tmp_path)
    assert refused.value.returncode == 2


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        output_of("export_game", records.finished().public_id, "-o", tmp_path / "no" / "where.json")


# ---- verified


def test_verification_counts_what_it_checked(document: Document, file: Path) -> None:
    output = output_of("verify_game", file)
    bodies = [json.loads(entry["body"]) for entry in document["entries"]]
    draws = [body for body in bodies if body["type"] == "drawn"]
    undone = sum(body["type"] == "undo" for body in bodies)
    items = sum(len(draw["items"]) for draw in draws)
    assert undone
    assert f"{len(bodies)} entries, all as they were written" in output
    assert f"{len(draws)} draws of {items} cards and blocks" in output
    assert f"{len(bodies) - len(draws)} actions, all legal; {undone} of them" in output
    assert f"{document['winner']} won, by {document['victory']}" in output


def test_a_game_kept_here_is_verified_by_its_id() -> None:
    game = records.finished()
    assert f"game {game.public_id}, edition kessen, revision {REVISION}" in output_of(
        "verify_game", game.public_id
    )


def test_a_log_that_was_changed_in_the_database_is_found() -> None:
    game = records.finished()
    with unguarded():
        Entry.objects.filter(game=game, seq=7).update(salt=bytes(16))
    for command in ("verify_game", "export_game"):
        with pytest.raises(CommandError, match="chain-broken: Entry 7 is not what was chained") as refused:
            output_of(command, game.public_id)
        assert refused.value.returncode == 1


def test_a_whole_game_to_its_last_week_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one so long that its entries are kept by several statements."""
    monkeypatch.setattr(importing, "ENTRIES_IMPORTED_AT_ONCE", 100)
    document = records.from_elsewhere(4, most=10_000)
    assert document["victory"] != "resignation"
    assert len(document["entries"]) > 230
    game = taken_in(document)
    assert game.victory == document["victory"]
    replays.check(game)


@pytest.mark.parametrize("edition", edition_ids())
def test_games_of_every_edition_are_true_and_read_back_as_text(edition: str) -> None:
    document = portable.read(records.written(records.simulated(edition, 2)))
    verified = verify(document)
    assert verified.undone
    assert Silence() in [body for _side, body in verified.log]
    assert notation.read(notation.write(verified.rules, verified.log)) == verified.log
    game = importing.take_in(document)
    assert (game.edition, records.document_of(game)["entries"][-1]["chain"]) == (
        edition,
        document.entries[-1].chain,
    )
    replays.check(game)


# ---- in


def test_a_game_that_is_taken_in_is_the_same_game(document: Document, file: Path) -> None:
    output = output_of("import_game", file)
    game = Game.objects.get(public_id=document["game"])
    site = settings.SITE_URL
    assert output.splitlines() == [
        f"{len(document['entries'])} entries verified and kept as game {game.public_id}.",
        f"Anybody can look at it: {site}/games/{game.public_id}/",
        f"It stands among the games to watch, at the time it ended: {site}/games/open/",
    ]
    replays.check(game)
    # Who played is known where they have accounts.
    without = {key: value for key, value in document.items() if key not in ("players", "register")}
    assert records.document_of(game) == without | {"format": 2}
    assert (game.is_over, game.is_public, game.creator) == (True, True, None)
    seen = engine.view(*position.load(game), NOBODY)
    assert (game.week, game.phase) == (seen["week"], seen["phase"])
    for seat in Seat.objects.filter(game=game):
        assert (seat.is_taken, seat.asked, seat.can_undo) == (False, "", False)
        assert len(chronicle.changes_seen(game, seat.plays)) == seat.version


def test_imported_log_is_guarded(document: Document) -> None:
    game = taken_in(document)
    first = Entry.objects.filter(game=game, seq=1)
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        first.update(body="{}")
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        first.delete()


def test_anybody_finds_it_where_the_command_says(document: Document, file: Path) -> None:
    output = output_of("import_game", file)
    addresses = [line.rpartition(settings.SITE_URL)[2] for line in output.splitlines()[1:]]
    assert len(addresses) == 2
    for address in addresses:
        page = Client().get(address)
        assert page.status_code == 200
        assert document["game"] in page.content.decode()


def test_a_private_one_is_for_commands_alone(document: Document, file: Path) -> None:
    output = output_of("import_game", file, "--private")
    assert "no page shows it to anybody" in output
    assert settings.SITE_URL not in output
    assert Client().get(f"/games/{document['game']}/").status_code == 404
    assert document["game"] not in Client().get("/games/open/").content.decode()
    assert "all as the seed gives them" in output_of("verify_game", document["game"])


def test_imported_players_are_named_by_side(document: Document) -> None:
    game = taken_in(document)
    east, west = Seat.objects.select_related("game").filter(game=game).order_by("side")
    assert (east.played_by, west.played_by) == ("East", "West")


def test_the_same_game_twice_is_here_already(document: Document, file: Path) -> None:
    taken_in(document)
    before = list(Game.objects.values())
    with pytest.raises(CommandError, match="here-already"):
        output_of("import_game", file)
    assert list(Game.objects.values()) == before


def test_another_game_of_that_id_is_in_the_way(document: Document) -> None:
    other = records.from_elsewhere(5, most=20)
    taken_in(other)
    other_game = Game.objects.get()
    Game.objects.update(public_id=document["game"])
    with pytest.raises(portable.NotCarried) as refused:
        taken_in(document)
    assert refused.value.code == "id-taken"
    assert Game.objects.get().pk == other_game.pk
    assert Entry.objects.filter(game=other_game).count() == len(other["entries"])


def test_the_edition_comes_along(document: Document) -> None:
    """A text that no game here was ever begun with."""
    document["edition_text"] += "# our own copy\n"
    records.chain_again(document)
    EditionText.objects.all().delete()
    game = taken_in(document)
    assert game.edition_text.text == edition_text("kessen") + "# our own copy\n"
    assert position.rules_of(game).digest == document["edition"]["digest"]


def test_times_of_any_zone_are_the_same_moment(document: Document) -> None:
    started = document["started_at"]
    utc = datetime.fromisoformat(started)
    document["started_at"] = utc.astimezone(timezone(timedelta(hours=9))).isoformat()
    assert document["started_at"].endswith("+09:00")
    taken_in(document)
    assert records.document_of(Game.objects.get())["started_at"] == started
