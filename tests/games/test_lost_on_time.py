"""A game lost on time, in every place that shows finished games."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from games.engine import notation
from games.engine.actions import TimeOut
from games.engine.side import SIDES, Side
from games.log import record
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import clock, lobby
from tests.kit import records, replays
from tests.kit.commands import output_of
from tests.kit.table import Table
from tests.web.browsers import address, signed_in, text

pytestmark = pytest.mark.django_db


class Ended:
    """Such a game, after some play."""

    def __init__(self) -> None:
        clock.send_reminders()
        self.table = Table(3, terms=lobby.Terms(pace=2, on_time_out=OnTimeOut.CLAIM))
        self.table.wander_on(40)
        loser, *others = self.table.asked()
        for side in others:
            self.table.submit(side)
        late = timezone.now() - timedelta(hours=1)
        Seat.objects.filter(game=self.table.game, side=loser).update(due_at=late)
        self.winner: Side = loser.enemy
        clock.claim(seat=self.table.seat(self.winner))
        names = {side: "East" if side.label == "east" else "West" for side in SIDES}
        self.sentence = f"{names[loser]} ran out of time; {names[self.winner]} won."


def test_loss_on_time_is_shown_on_every_page() -> None:
    ended = Ended()
    table, winner = ended.table, ended.winner
    browser, path = signed_in(table.people[winner]), address(table.seat(winner))
    pages = {
        where: text(browser.get(f"{path}{where}"))
        for where in (
            "",
            "history/",
            f"moments/{table.version(winner)}/",
            f"moments/{table.game.version}/?as=public",
        )
    }
    assert [where for where, page in pages.items() if ended.sentence not in page] == []
    assert "claim/" not in pages[""]
    assert "more-time/" not in pages[""]
    assert "You won." in text(browser.get("/games/"))


def test_record_of_a_loss_on_time_is_verified_and_imported(tmp_path: Path) -> None:
    before = transaction.savepoint()
    ended = Ended()
    game = ended.table.game
    replays.check(game)
    document = records.document_of(game)
    output = output_of("export_game", game.public_id, "--text")
    assert notation.read(output) == list(record.read(game))
    assert list(record.read(game))[-1][1] == TimeOut()
    assert f"{ended.winner.enemy.label} time-out" in output
    transaction.savepoint_rollback(before)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    output_of("verify_game", file)
    output_of("import_game", file)
    taken = Game.objects.get(public_id=game.public_id)
    assert (taken.winner, taken.victory) == (ended.winner, "time-out")
    replays.check(taken)
    assert output_of("replay_games")
