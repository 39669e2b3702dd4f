"""The register of a ladder: an altered or added result, winner or ruling is found, by chain, log or mail."""

import re
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import closing
from games.engine.side import EAST, WEST, Side
from games.ladders import results_register, settling
from games.ladders.arbitration.notices import decided
from games.ladders.arbitration.verbs.adjudicate import Adjudicate
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.base import Verb
from games.ladders.arbitration.verbs.correct import Correct
from games.ladders.arbitration.verbs.open import Open
from games.ladders.arbitration.verbs.substitute import Substitute
from games.ladders.models.club import Membership
from games.ladders.models.ladder import Ladder, LadderEntry
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Match
from games.ladders.ratings.results import LOSS, TIE, WIN
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.services import check_in, play
from tests.factories.clubs import MembershipFactory, Role
from tests.factories.ladders import LadderFactory, pair_round
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller
from tests.kit.commands import output_of
from tests.kit.log import unguarded
from tests.ladders.archived import taken_in
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


def rule(match: Match, verb: Verb, nonce: str = "") -> Ruling:
    arbiter = PersonFactory.named("Ashigaru Arbiter")
    return verb.decide(game=match.game, by=arbiter, nonce=nonce or verb.name)


def entered() -> None:
    """The match is entered as it is, as by somebody who has the database in their hands."""
    results_register.enter_result(Match.objects.select_related("game", "season").get())


def forget_rows() -> None:
    with unguarded():
        LadderEntry.objects.all().delete()
    Ladder.objects.update(register="")


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


def test_altered_winner_is_found_by_the_log_though_the_chain_was_made_anew(match: Match) -> None:
    kept = ladder_of(match).head
    Match.objects.update(east_halves=LOSS, west_halves=WIN)
    Game.objects.update(winner=WEST)
    forget_rows()
    entered()
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
    forget_rows()
    assert "0 rows" in verify(match)
    assert ladder_of(match).head == ""


def test_running_game_that_is_annulled_leaves_nothing_of_its_log() -> None:
    """How many entries it has, and so whether the last hash moved, is secret while it is played."""
    _ladder, running = a_match()
    rule(running, Annul(reason="A mistake."))
    body = LadderEntry.objects.get(kind="result").body
    assert '"chain":""' in body
    assert bytes(Game.objects.get(pk=running.game_id).chain).hex() not in body


# ---- results that follow from nothing


@pytest.mark.parametrize("halves", [(LOSS, WIN), (TIE, TIE), (None, None), (WIN, LOSS)])
def test_second_result_needs_a_ruling(match: Match, halves: tuple[int | None, int | None]) -> None:
    kept = ladder_of(match).head
    Match.objects.update(east_halves=halves[EAST], west_halves=halves[WEST])
    entered()
    assert faults(match) == ["other-result"]
    with pytest.raises(CommandError, match="not as it was registered"):
        verify(match, kept)


def test_ruling_on_something_else_lets_no_second_result_through(match: Match) -> None:
    rule(match, Open(reason="A dispute."))
    assert "2 rows" in verify(match)
    Match.objects.update(east_halves=LOSS, west_halves=WIN)
    entered()
    assert faults(match) == ["other-result"]


def test_one_ruling_lets_one_result_through(match: Match) -> None:
    rule(match, Correct(winner=WEST, reason="A mistake."))
    entered()
    assert faults(match) == ["other-result"]


@pytest.mark.parametrize("altered", [{"east_halves": LOSS, "west_halves": WIN}, {"victory": "points"}])
def test_first_result_must_follow_from_the_log(match: Match, altered: dict[str, Any]) -> None:
    forget_rows()
    Match.objects.update(**altered)
    entered()
    assert faults(match) == ["other-result"]


def test_result_after_a_ruling_must_be_what_was_ruled(match: Match) -> None:
    ruling = rule(match, Correct(winner=WEST, reason="A mistake."))
    forget_rows()
    results_register.enter_ruling(ruling)
    Match.objects.update(east_halves=TIE, west_halves=TIE)
    entered()
    assert faults(match) == ["other-result"]


def test_altered_parameters_of_a_ruling_are_found(match: Match) -> None:
    rule(match, Correct(winner=WEST, reason="A mistake."))
    Ruling.objects.update(parameters={"winner": "east"})
    assert faults(match) == ["other-ruling"]


def test_ruling_without_its_result_is_found(match: Match) -> None:
    rule(match, Correct(winner=WEST, reason="A mistake."))
    with unguarded():
        LadderEntry.objects.filter(number=3).delete()
    Ladder.objects.update(register=f"2:{LadderEntry.objects.get(number=2).chain}")
    Match.objects.update(east_halves=WIN, west_halves=LOSS, victory="resignation")
    assert faults(match) == ["other-result"]


@pytest.mark.parametrize("halves", [(WIN, LOSS), (LOSS, WIN), (None, None)])
def test_result_without_a_winner_is_found_where_the_game_has_one(
    match: Match, halves: tuple[int | None, int | None]
) -> None:
    forget_rows()
    Match.objects.update(east_halves=halves[EAST], west_halves=halves[WEST])
    Game.objects.update(winner=None)
    entered()
    Game.objects.update(winner=EAST)
    assert faults(match) == ["other-result"]
    Game.objects.update(winner=None)
    assert faults(match) == ["other-result"], "a game with entries was not called off"


# ---- a match that was changed without a row


@pytest.mark.parametrize(
    "altered", [{"east_halves": LOSS, "west_halves": WIN}, {"ended_at": None}, {"given_west": 3}]
)
def test_altered_match_is_found(match: Match, altered: dict[str, Any]) -> None:
    Match.objects.update(**altered)
    assert faults(match) == ["other-result"]


def test_exchanged_pairing_is_found(match: Match) -> None:
    Match.objects.update(east=match.west_id, west=match.east_id)
    assert faults(match) == ["other-players"]


def test_removed_match_is_found(match: Match) -> None:
    Match.objects.all().delete()
    assert faults(match) == ["other-result"]


# ---- whatever the service itself enters verifies


def resigned(side: Side) -> None:
    play.resign(seat=Seat.objects.select_related("game", "player").get(side=side))
    settling.settle()
    fold_all()


def test_corrections_one_after_the_other_verify(match: Match) -> None:
    for winner in (WEST, None, EAST):
        rule(match, Correct(winner=winner, reason="A mistake."), f"{winner}")
        settling.settle()
        fold_all()
    rule(match, Annul(reason="Another."))
    assert "9 rows" in verify(match)


def test_game_annulled_while_it_runs_verifies_then_and_at_its_end() -> None:
    _ladder, running = a_match()
    rule(running, Annul(reason="A mistake."))
    assert "2 rows" in verify(running)
    resigned(EAST)
    assert "2 rows" in verify(running)


def test_game_annulled_before_its_result_was_entered_verifies() -> None:
    _ladder, over = a_match()
    play.resign(seat=over.game.seats.select_related("game", "player").get(side=WEST))
    rule(over, Annul(reason="A mistake."))
    settling.settle()
    assert "2 rows" in verify(over)


def test_awarded_win_verifies_and_so_does_its_correction() -> None:
    _ladder, over = a_match()
    rule(over, Adjudicate(loser=EAST, reason="Absent."))
    settling.settle()
    fold_all()
    assert "2 rows" in verify(over)
    rule(over, Correct(winner=EAST, reason="A mistake."))
    assert "4 rows" in verify(over)


def test_game_of_a_substitute_verifies() -> None:
    _ladder, running = a_match()
    newcomer = Membership.objects.get(person=PersonFactory.named("Ashigaru Free"))
    rule(running, Substitute(side=WEST, newcomer=newcomer, reason="Ill."))
    resigned(WEST)
    assert "2 rows" in verify(running)


def test_game_that_was_called_off_verifies_and_so_does_its_annulment() -> None:
    ladder = LadderFactory.create(players=2)
    MembershipFactory.create(club=ladder.club, person__name="Ashigaru Arbiter", role=Role.ARBITER)
    pair_round(ladder)
    waiting = Match.objects.select_related("game", "season__ladder").get()
    latest = Seat.objects.latest("due_at").due_at
    assert latest is not None
    assert check_in.call_off_overdue(latest) == 1
    settling.settle()
    assert "1 rows" in verify(waiting)
    rule(waiting, Annul(reason="A mistake."))
    assert "3 rows" in verify(waiting)


def test_result_of_somebody_who_has_left_verifies(match: Match) -> None:
    assert closing.close(person=match.west)
    assert "1 rows" in verify(match)


def test_points_given_turn_the_result_and_only_as_they_do(match: Match) -> None:
    forget_rows()
    game = taken_in(2)
    result = position.load(game).state.result
    assert result is not None
    assert result.victory == "points"
    short = abs(result.points[EAST] - result.points[WEST]) + 1
    given = {f"given_{result.winner.enemy.label}": short}
    Match.objects.update(game=game, ended_at=None, **given)
    settling.settle()
    found = Match.objects.select_related("season__ladder").get()
    turned = (found.east_halves, found.west_halves)
    assert turned == ((LOSS, WIN) if result.winner is EAST else (WIN, LOSS))
    assert "1 rows" in verify(found)
    forget_rows()
    Match.objects.update(east_halves=turned[WEST], west_halves=turned[EAST])
    entered()
    assert faults(found) == ["other-result"]
