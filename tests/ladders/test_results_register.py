"""The register of a ladder: an altered result, winner or ruling is found, by chain, log or an old mail."""

import re

import pytest
from django.core.management import CommandError
from django.db import IntegrityError, transaction
from django.test import Client

from games.engine.side import EAST, WEST
from games.ladders import results_register, settling
from games.ladders.arbitration.notices import decided
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.correct import Correct
from games.ladders.models.ladder import Ladder
from games.ladders.models.ladder_entry import LadderEntry
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Match
from games.ladders.ratings.results import LOSS, WIN
from games.models.game import Game
from games.models.seat import Seat
from games.services import play
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller
from tests.kit.commands import output_of
from tests.kit.log import unguarded
from tests.ladders.case import a_match
from tests.ladders.rating_games import fold_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """One that West has lost by resigning."""
    _ladder, found = a_match()
    play.resign(seat=found.game.seats.select_related("game", "player").get(side=WEST))
    Game.objects.update(week=4)
    settling.settle()
    fold_all()
    return Match.objects.select_related("game", "season__ladder").get(pk=found.pk)


def ladder_of(match: Match) -> Ladder:
    return Ladder.objects.get(pk=match.season.ladder_id)


def verify(match: Match, *kept: str) -> str:
    heads = [word for head in kept for word in ("--head", head)]
    return output_of("verify_ladder", ladder_of(match).public_id, *heads)


def faults(match: Match) -> list[str]:
    """The codes of what is wrong, which the command refuses."""
    with pytest.raises(CommandError, match="not as it was registered"):
        verify(match)
    return [fault.code for fault in results_register.faults_of(ladder_of(match))]


def rule(match: Match, verb: Annul | Correct) -> Ruling:
    return verb.decide(game=match.game, by=PersonFactory.named("Ashigaru Arbiter"), nonce=verb.name)


def kinds() -> list[str]:
    return list(LadderEntry.objects.order_by("number").values_list("kind", flat=True))


def test_result_and_rulings_verify_and_head_is_shown(match: Match) -> None:
    first = ladder_of(match).head
    assert re.fullmatch(r"L1:[0-9a-f]{32}", first)
    ruling = rule(match, Correct(winner=WEST, reason="A mistake."))
    settling.settle()
    fold_all()
    rule(match, Annul(reason="Another."))
    assert kinds() == ["result", "ruling", "result", "ruling", "result"]
    ladder = ladder_of(match)
    assert "5 rows, all as they were written" in verify(match, first, ladder.head)
    told = Caller().get(f"ladders/{ladder.public_id}/").json()["register"]
    assert (told, told.startswith(ladder.head[1:])) == (ladder.register, True)
    assert ladder.head in Client().get(f"/ladders/{ladder.public_id}/").content.decode()
    east = match.game.seats.get(side=EAST).player_id
    mail = decided(ruling.public_id, f"east.{east}")
    assert mail is not None
    assert f"Results and rulings of {ladder}: {ladder.head}" in mail.text


def test_altered_result_is_found(match: Match) -> None:
    Match.objects.update(east_halves=LOSS, west_halves=WIN)
    assert faults(match) == ["other-result"]


def test_altered_winner_is_found_by_the_log_though_the_chain_was_made_anew(match: Match) -> None:
    kept = ladder_of(match).head
    Match.objects.update(east_halves=LOSS, west_halves=WIN)
    Game.objects.update(winner=WEST)
    with unguarded():
        LadderEntry.objects.all().delete()
    Ladder.objects.update(register="")
    results_register.enter_result(Match.objects.select_related("game", "season").get())
    assert faults(match) == ["other-winner"]
    with pytest.raises(CommandError, match="not as it was registered"):
        verify(match, kept)


def test_exchanged_players_of_a_match_are_found(match: Match) -> None:
    east, west = Seat.objects.filter(game=match.game_id).order_by("side")
    Seat.objects.filter(pk=east.pk).update(player=west.player_id)
    Seat.objects.filter(pk=west.pk).update(player=east.player_id)
    assert faults(match) == ["other-players"]


def test_altered_ruling_is_found(match: Match) -> None:
    rule(match, Annul(reason="A mistake."))
    assert "3 rows" in verify(match)
    Ruling.objects.update(chain="0" * 64)
    assert faults(match) == ["other-ruling"]


def test_row_taken_out_is_found(match: Match) -> None:
    rule(match, Annul(reason="A mistake."))
    head = ladder_of(match).head
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        LadderEntry.objects.filter(number=3).delete()
    with unguarded():
        LadderEntry.objects.filter(number=3).delete()
    assert faults(match) == ["ladder-broken"]
    last = LadderEntry.objects.get(number=2)
    Ladder.objects.update(register=f"2:{last.chain}")
    assert faults(match) == ["other-result"]
    with pytest.raises(CommandError, match="not as it was registered"):
        verify(match, head)


def test_ladder_without_register_verifies_as_what_it_is(match: Match) -> None:
    with unguarded():
        LadderEntry.objects.all().delete()
    Ladder.objects.update(register="")
    assert "0 rows" in verify(match)
    assert ladder_of(match).head == ""


def test_running_game_that_is_annulled_leaves_nothing_of_its_log() -> None:
    """How many entries it has, and so whether the last hash moved, is secret while it is played."""
    _ladder, running = a_match()
    rule(running, Annul(reason="A mistake."))
    body = LadderEntry.objects.get(kind="result").body
    assert '"chain":""' in body
    assert bytes(Game.objects.get(pk=running.game_id).chain).hex() not in body
