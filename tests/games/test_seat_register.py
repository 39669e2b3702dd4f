"""The register of a game binds who played. It names nobody before the end, nor after an account is closed."""

import json
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import closing, services
from accounts.links import SignInLink
from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST
from games.ladders.arbitration.verbs.substitute import Substitute
from games.log import portable, seat_register
from games.log.portable import Unsound
from games.log.verification import verify
from games.models.game import Game
from games.models.seat import Seat
from games.models.seat_change import SeatChange
from games.services import closed_accounts, guest_games, importing, play
from games.services.lobby import Myself
from tests.factories.people import PersonFactory
from tests.games.test_notices import sent
from tests.kit import records
from tests.kit.calling import caller_at
from tests.kit.commands import output_of
from tests.kit.log import unguarded
from tests.kit.table import Table
from tests.ladders.case import Case
from tests.ladders.conftest import case as case  # noqa: PLC0414 - a fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A finished game that anybody may see."""
    made = Table(5, is_public=True)
    play.resign(seat=made.seat(EAST))
    return made


def exchange(game: Game) -> None:
    """Let each have played the other's side."""
    east, west = Seat.objects.filter(game=game).order_by("side")
    for seat, other in ((east, west), (west, east)):
        Seat.objects.filter(pk=seat.pk).update(player=other.player)


def kinds(game: Game) -> list[tuple[str, str]]:
    return [(row.side, row.kind) for row in seat_register.rows_of(game)]


def head(game: Game) -> str:
    return str(seat_register.head_of(Game.objects.get(pk=game.pk)))


# ---- exchanged players


def test_exchanged_players_are_found_by_verification_and_replay(table: Table) -> None:
    assert "as registered" in output_of("verify_game", table.game.public_id, "--head", head(table.game))
    assert "1 game" in output_of("replay_games", "--all")
    exchange(table.game)
    with pytest.raises(CommandError, match="other-player: The player of east is not the one"):
        output_of("verify_game", table.game.public_id)
    with pytest.raises(CommandError, match="1 game differs"):
        output_of("replay_games", "--all")


def test_players_exchanged_in_the_register_too_are_found(table: Table) -> None:
    """Whoever has the database can say that each sealed what the other did; the seals say who it was."""
    exchange(table.game)
    first, second = SeatChange.objects.order_by("number")
    with unguarded():
        SeatChange.objects.filter(pk=first.pk).update(person=second.person_id)
        SeatChange.objects.filter(pk=second.pk).update(person=first.person_id)
    with pytest.raises(CommandError, match=r"other-player: .* \(row 1;"):
        output_of("verify_game", table.game.public_id)


def test_register_made_anew_is_found_by_the_head_of_an_old_mail(table: Table) -> None:
    mail = sent(table.announced(WEST)[-1]).text
    east, west = (str(person) for person in table.people)
    assert f"East was played by {east}, West by {west}." in mail
    (kept,) = re.findall(r"^Who played: (\S+)$", mail, re.MULTILINE)
    assert kept == head(table.game)
    exchange(table.game)
    with unguarded():
        SeatChange.objects.all().delete()
        Game.objects.update(register="")
        seats = list(Seat.objects.select_related("player", "game").order_by("side"))
        seats[1].game = seats[0].game
        seat_register.enter((seat_register.Kind.SEATED, seat) for seat in seats)
        seats[0].game.save(update_fields=["register"])
    game = table.game.public_id
    assert "as registered" in output_of("verify_game", game), "without a head nobody can tell"
    with pytest.raises(CommandError, match="Who played is not as you kept it in R2"):
        output_of("verify_game", game, "--head", kept)
    page = Client().post(f"/games/{game}/verify/", {"heads": mail}).content.decode()
    assert "Who played is not as you kept it in R2" in page


def test_row_taken_out_is_found(table: Table) -> None:
    with unguarded():
        SeatChange.objects.filter(number=2).delete()
    with pytest.raises(CommandError, match="1 game differs"):
        output_of("replay_games", "--all")


def test_register_is_only_added_to(table: Table) -> None:
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        SeatChange.objects.update(kind="left")
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        SeatChange.objects.all().delete()


def test_program_of_the_guide_checks_the_register(table: Table, tmp_path: Path) -> None:
    guide = Path(seat_register.__file__).with_name("README.md").read_text(encoding="utf-8")
    program = guide.partition("```python\n")[2].partition("```")[0]
    document = records.document_of(table.game)
    for swapped in (False, True):
        if swapped:
            document["players"] = dict(zip(("west", "east"), document["players"].values(), strict=True))
        (tmp_path / "record").write_text(json.dumps(document))
        done = subprocess.run(
            [sys.executable, "-c", program, tmp_path / "record"],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (head(table.game) in done.stdout) is not swapped, done.stderr
        assert ("the seats are not theirs" in done.stderr) is swapped


# ---- changes of seats


def test_substitute_is_registered_and_verifies(case: Case) -> None:
    game = case.game
    former = case.player(EAST)
    case.decide(Substitute(side=EAST, newcomer=case.newcomer, reason="Ill."), nonce="s")
    assert kinds(game) == [("east", "seated"), ("west", "seated"), ("east", "substitute")]
    play.resign(seat=case.seat(WEST))
    document = portable.complete(Game.objects.get(pk=game.pk))
    verify(document)
    rows = document.register
    assert isinstance(rows, list)
    assert [rows[0].key, rows[2].key] == [former.key, case.free.key]
    assert closing.close(person=former)
    verify(portable.complete(Game.objects.get(pk=game.pk)))
    assert kinds(game)[3:] == [("east", "left")]


def test_guest_who_is_kept_is_registered_and_verifies() -> None:
    guest = PersonFactory.create(guest=True)
    game = guest_games.begin(player=guest)
    alone = guest_games.begin(player=guest, opponent=Myself())
    person = PersonFactory.named("Anna")
    assert services.use(link=SignInLink(person, False, False), guest_pks=[guest.pk])
    assert sorted(kind for _side, kind in kinds(game)) == ["kept", "seated", "seated"]
    assert [kind for _side, kind in kinds(alone)] == ["seated", "seated", "kept", "kept"]
    for each in (game, alone):
        play.resign(seat=Seat.objects.filter(game=each, player=person).select_related("game")[0])
        document = portable.complete(Game.objects.get(pk=each.pk))
        verify(document)
        assert isinstance(document.players, seat_register.RecordedPlayers)
        assert {document.players.east, document.players.west} <= {person.key, "computer-komono"}
        assert seat_register.fault_of(Game.objects.get(pk=each.pk)) is None


def test_closed_account_verifies_as_somebody_who_has_left(table: Table) -> None:
    gone = table.people[EAST]
    before = head(table.game)
    assert closing.close(person=gone)
    assert kinds(table.game)[2:] == [("east", "left")]
    document = portable.complete(table.game)
    verify(document)
    assert gone.key not in msgspec.json.encode(document).decode()
    output = output_of("verify_game", table.game.public_id, "--head", before, "--head", head(table.game))
    assert "somebody who has left (East)" in output
    exchange(table.game)
    with pytest.raises(Unsound, match="other-player"):
        verify(portable.complete(table.game))


def test_leaving_is_entered_later_where_a_process_died_meanwhile(table: Table) -> None:
    gone = table.people[EAST]
    closing._erase(gone.pk)
    Person.objects.filter(pk=gone.pk).update(closed_at=gone.created_at - timedelta(days=100))
    assert kinds(table.game)[2:] == []
    assert closed_accounts.finish() == 1
    assert kinds(table.game)[2:] == [("east", "left")]
    assert closed_accounts.finish() == 0
    verify(portable.complete(table.game))


def test_times_do_not_link_the_games_that_somebody_kept_or_left() -> None:
    guest = PersonFactory.create(guest=True)
    games = [guest_games.begin(player=guest, opponent=Myself()) for _ in range(2)]
    person = PersonFactory.named("Anna")
    assert services.use(link=SignInLink(person, False, False), guest_pks=[guest.pk])
    assert closing.close(person=person)
    for game in games:
        rows = seat_register.rows_of(game)
        assert [row.kind for row in rows] == ["seated", "seated", "kept", "kept", "left", "left"]
        assert {row.at for row in rows[2:]} == {game.started_at}


def test_person_is_taken_for_gone_only_if_they_have_left(table: Table) -> None:
    """Else whoever has the database could say of anybody that they had left."""
    Person.objects.filter(pk=table.people[EAST].pk).update(closed_at=table.game.ended_at)
    with pytest.raises(Unsound, match="register-unopened"):
        verify(portable.complete(table.game))


# ---- what is told


def test_running_game_shows_the_head_and_no_openings() -> None:
    table = Table(5, is_public=True)
    game = table.game
    told = caller_at("somebody@example.org").get(f"games/{game.public_id}/").json()["register"]
    assert (told["rows"], f"R2:{told['chain'][:32]}") == (2, head(game))
    assert head(game) in Client().get(f"/games/{game.public_id}/").content.decode()
    record = caller_at("somebody@example.org").get(f"games/{game.public_id}/record/").content.decode()
    assert "opening" not in record
    salts = {person.salt for person in table.people}
    assert not any(salt in record for salt in salts)


def test_opening_of_one_game_opens_no_other() -> None:
    first, second = (Table(seed).game for seed in (1, 2))
    rows = [seat_register.rows_of(game) for game in (first, second)]
    for one, other in zip(*rows, strict=True):
        assert one.seal != other.seal
        assert one.opening != other.opening
        assert other.seal != seat_register.sealed(one.opening, other.key or "")


def test_older_game_verifies_as_what_it_is(table: Table) -> None:
    with unguarded():
        SeatChange.objects.all().delete()
        Game.objects.update(register="")
    assert portable.complete(table.game).format == 2
    assert "was begun without a register" in output_of("verify_game", table.game.public_id)
    assert "1 game" in output_of("replay_games", "--all")
    assert closing.close(person=table.people[EAST])
    assert SeatChange.objects.count() == 0


def test_record_from_elsewhere_is_checked_and_keeps_no_register() -> None:
    game = importing.take_in(portable.read(records.written(records.from_elsewhere())))
    assert (game.register, portable.complete(game).format) == ("", 2)
    assert [Seat.objects.get(game=game, side=side).player for side in SIDES] == [None, None]
