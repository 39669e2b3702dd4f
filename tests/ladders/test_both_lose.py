"""A running game that both players lose by a ruling: in table, ranking, ratings, register, pages and API."""

import json
from typing import Any

import pytest
import time_machine

from games.engine.side import EAST, SIDES, WEST
from games.ladders import results_register, settling
from games.ladders.arbitration.case import DECIDED
from games.ladders.arbitration.notices import decided
from games.ladders.arbitration.verbs.annul import Annul
from games.ladders.arbitration.verbs.base import Verb
from games.ladders.arbitration.verbs.both_lose import BothLose
from games.ladders.arbitration.verbs.correct import Correct
from games.ladders.arbitration.verbs.pause import Pause
from games.ladders.bidding.auction import Bid
from games.ladders.challenges import ranking
from games.ladders.challenges.eligibility import State
from games.ladders.challenges.terms import ChallengeTerms
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.rating import RatedGame, RatingStanding
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Match, Season
from games.ladders.ratings import intake
from games.ladders.ratings.check import first_difference
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.results import BOTH_LOST, LOSS, TIE, WIN
from games.ladders.tables import lines, queries
from games.ladders.tables.standings import Tally, TieBreak, standings
from games.models.game import Game
from games.services import play
from games.simulation.challenges import Came, replayed
from games.simulation.league import check_in_all
from notifications.models import Notification
from notifications.webhooks.models import Delivery
from tests.factories.clubs import MembershipFactory, Role
from tests.factories.ladders import NOW, BiddingFactory, BiddingLadderFactory, ChallengeFactory
from tests.factories.people import PersonFactory
from tests.kit import ladders
from tests.kit.calling import Caller
from tests.kit.commands import output_of
from tests.kit.ladders import DAY, accept, opened, order, run
from tests.ladders import finished
from tests.ladders.case import Case, a_match, code_of, over
from tests.ladders.rating_games import fold_all
from tests.web.browsers import signed_in, text

pytestmark = pytest.mark.django_db
WHY = "Nothing was heard of either for a month."
ARBITER = "Ashigaru Arbiter"
BOTH = BothLose(reason=WHY)


def rule(match: Match, verb: Verb = BOTH, nonce: str = "") -> Ruling:
    return verb.decide(game=match.game, by=PersonFactory.named(ARBITER), nonce=nonce or verb.name)


def counted(match: Match) -> tuple[int | None, int | None, str]:
    found = Match.objects.get(pk=match.pk)
    return found.east_halves, found.west_halves, found.victory


def verified(match: Match) -> str:
    return output_of("verify_ladder", match.season.ladder.public_id)


def faults(ladder: Ladder) -> list[str]:
    ladder.refresh_from_db()
    return [fault.code for fault in results_register.faults_of(ladder)]


# ---- table and ratings


def test_both_have_a_loss_and_wait_for_another_game() -> None:
    ladder, match = a_match()
    before = bytes(match.game.chain), match.game.length
    waiting = dict(Entrant.objects.values_list("person", "waiting_since"))
    rule(match)
    rule(match)  # the same form
    assert counted(match) == (LOSS, LOSS, BOTH_LOST)
    assert Match.objects.get().winner_id is None
    game = Game.objects.get(pk=match.game_id)
    assert (game.status, bytes(game.chain), game.length) == (Game.Status.RUNNING, *before)
    assert game.paused_at is not None
    assert not queries.running(ladder).exists()
    assert all(each.waiting_since > waiting[each.person_id] for each in Entrant.objects.all())
    assert Ruling.objects.count() == 1
    assert Notification.objects.filter(kind=DECIDED).count() == 2
    season = Season.objects.get()
    for line in lines.lines_of(season):
        assert (line.place, line.points, line.wins, line.ties, line.losses) == (1, 0, 0, 0, 1)
        assert set(line.tie_breaks.values()) == {0}
    met = lines.met(season, [match.east_id, match.west_id])
    assert met == dict.fromkeys(
        [(match.east_id, match.west_id), (match.west_id, match.east_id)], Tally(losses=1)
    )
    assert "2 rows" in verified(match)


def test_game_played_to_its_end_afterwards_is_not_rated_and_counts_as_ruled() -> None:
    _ladder, match = a_match()
    rule(match)
    play.resign(seat=match.game.seats.select_related("game", "player").get(side=WEST))
    settling.settle()
    fold_all()
    assert counted(match) == (LOSS, LOSS, BOTH_LOST)
    assert RatedGame.objects.get().reason == NotRated.BOTH_LOST
    assert not RatingStanding.objects.exists()
    assert first_difference() is None
    assert "2 rows" in verified(match)
    page = text(signed_in(PersonFactory.named(ARBITER)).get(f"/games/{match.game.public_id}/"))
    assert "by a ruling both players lost it." in page


@pytest.mark.parametrize("corrected", [False, True])
def test_game_with_points_given_by_bidding_is_taken_in_as_it_ended(*, corrected: bool) -> None:
    """A result of the match that was ruled while it was played is none that a game could have ended with."""
    bidding = BiddingFactory.create(ladder=BiddingLadderFactory.create())
    match = opened(bidding, Bid(EAST, 3), Bid(EAST, 1))
    MembershipFactory.create(club=bidding.season.ladder.club, person__name=ARBITER, role=Role.ARBITER)
    rule(match)
    if corrected:
        rule(match, Correct(winner=None, reason="Both were ill."))
    ladders.over(match, (5, 12), "resignation")
    settling.settle()
    fold_all()
    row = RatedGame.objects.get()
    assert (row.east_halves, row.west_halves, row.reason) == (LOSS, WIN, NotRated.BOTH_LOST)
    intake.rebuild()
    assert first_difference() is None


def test_game_that_both_lost_was_lost_to_nobody_when_players_are_level() -> None:
    """1 and 2 lose their game both; each of them and 3 win once against 4. Nobody of them beat another."""
    games = [
        finished.result(1, 2, (LOSS, LOSS), game="a", victory=BOTH_LOST),
        *(finished.result(one, 4, game=str(one)) for one in (1, 2, 3)),
    ]
    table = standings([1, 2, 3, 4], games)
    assert [(row.place, row.player) for row in table] == [(1, 1), (1, 2), (1, 3), (4, 4)]
    assert {row.tie_breaks[TieBreak.HEAD_TO_HEAD] for row in table} == {0}
    assert table[0].tally == Tally(wins=1, losses=1)


# ---- who may, and when


def test_game_outside_ladders_cannot_be_lost_by_both(case: Case) -> None:
    assert code_of(lambda: case.decide(BOTH)) == "not-in-ladder"
    assert not case.record


def test_ruling_is_refused_with_its_reason() -> None:
    _ladder, match = a_match()
    rule(match)
    assert code_of(lambda: rule(match, nonce="again")) == "same-result"
    rule(match, Annul(reason="A mistake."))
    assert code_of(lambda: rule(match, nonce="once more")) == "annulled-already"
    over(match.game)
    assert code_of(lambda: rule(match, nonce="at last")) == "not-running"


def test_result_can_be_corrected_and_annulled_while_the_game_can_still_be_played() -> None:
    _ladder, match = a_match()
    assert code_of(lambda: rule(match, Correct(winner=EAST, reason="."))) == "not-over"
    rule(match, Pause())
    rule(match)
    rule(match, Correct(winner=EAST, reason="West alone was silent."))
    assert counted(match) == (WIN, LOSS, "correction")
    rule(match, nonce="again")
    assert counted(match) == (LOSS, LOSS, BOTH_LOST)
    rule(match, Correct(winner=None, reason="Both were ill."), nonce="tie")
    assert counted(match) == (TIE, TIE, "correction")
    assert "9 rows" in verified(match)
    rule(match, Annul(reason="A mistake."))
    assert counted(match) == (None, None, "annulled")
    assert "11 rows" in verified(match)


# ---- the register


def test_loss_of_both_without_a_ruling_is_found() -> None:
    ladder, match = a_match()
    Match.objects.filter(pk=match.pk).update(
        east_halves=LOSS, west_halves=LOSS, victory=BOTH_LOST, ended_at=NOW
    )
    results_register.enter_result(Match.objects.select_related("game", "season").get(pk=match.pk))
    assert faults(ladder) == ["other-result"]


@pytest.mark.parametrize("halves", [(WIN, LOSS), (TIE, TIE), (None, None)])
def test_other_result_after_the_ruling_is_found(halves: tuple[int | None, int | None]) -> None:
    ladder, match = a_match()
    rule(match)
    Match.objects.update(east_halves=halves[EAST], west_halves=halves[WEST])
    assert faults(ladder) == ["other-result"], "it was not registered"
    results_register.enter_result(Match.objects.select_related("game", "season").get())
    assert faults(ladder) == ["other-result"], "no ruling says it"


# ---- challenges


@pytest.mark.parametrize(
    ("drop", "challenger", "challenged", "after"),
    [
        pytest.param(0, 3, 1, [1, 2, 3, 4, 5], id="no places cost"),
        pytest.param(1, 3, 1, [2, 1, 4, 3, 5], id="one"),
        pytest.param(2, 2, 1, [3, 4, 1, 2, 5], id="neighbours"),
        pytest.param(2, 5, 4, [1, 2, 3, 4, 5], id="nobody is below"),
        pytest.param(2, 5, 3, [1, 2, 4, 3, 5], id="neither passes the other"),
        pytest.param(2, 9, 1, [2, 3, 1, 4, 5], id="the other has left"),
    ],
)
def test_both_go_down_and_neither_passes_the_other(
    drop: int, challenger: int, challenged: int, after: list[int]
) -> None:
    settings = ChallengeTerms(time_out_drop=drop)
    both = {"challenger": challenger, "challenged": challenged}
    assert ranking.after_both_lost([1, 2, 3, 4, 5], **both, settings=settings) == after


def test_challenge_counts_as_played_and_costs_both_what_a_loss_on_time_does(
    ladder: Ladder, heard: Any, said: Any
) -> None:
    MembershipFactory.create(club=ladder.club, person__name=ARBITER, role=Role.ARBITER)
    with time_machine.travel(NOW, tick=False):
        made = accept(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=2))
        check_in_all()
    match = Match.objects.select_related("game").get(challenge=made)
    with time_machine.travel(NOW + 9 * DAY, tick=False):
        rule(match)
        run(NOW + 9 * DAY)
    made.refresh_from_db()
    assert made.state == State.PLAYED
    assert order(ladder) == [1, 4, 5, 2, 3]
    came = [Came(NOW, PersonFactory.numbered(number).pk, True) for number in range(1, 6)]
    assert [PersonFactory.numbered(number).pk for number in order(ladder)] == replayed(
        ladder, came, [NOW, NOW + 9 * DAY], {}
    )
    ended = [json.loads(row.body) for row in Delivery.objects.filter(type="club.challenge-ended")]
    (told,) = [body["data"] for body in ended if "data" in body]
    assert (told["winner"], told["victory"]) == (None, "both-lost")
    (words,) = [body["content"] for body in ended if "content" in body]
    assert "both players lose the game of the challenge of Ashigaru 3 to Ashigaru 2." in words


# ---- pages and programs


def test_mail_page_of_the_game_and_api_say_it() -> None:
    ladder, match = a_match()
    ruling = rule(match)
    for side in SIDES:
        player = match.game.seats.select_related("player").get(side=side).player
        assert player is not None
        seen = text(signed_in(player).get(f"/games/{match.game.public_id}/"))
        assert "Both players lose the game." in seen
        assert WHY in seen
        assert ruling.chain in seen
        mail = decided(ruling.public_id, f"{side.label}.{player.pk}")
        assert mail is not None
        assert "Both players lose the game." in mail.text
    (told,) = Caller().get(f"ladders/{ladder.public_id}/matches/?state=finished").json()["matches"]
    assert (told["result"], told["victory"]) == (None, "both-lost")
    (line, _other) = Caller().get(f"ladders/{ladder.public_id}/seasons/1/standings/").json()["lines"]
    assert (line["points"], line["losses"]) == (0, 1)
    csv = text(signed_in(match.east).get(f"/ladders/{ladder.public_id}/crosstable.csv"))
    assert ",0,1,0,0,1," in csv
    assert "No one leads yet." in text(signed_in(match.east).get(f"/clubs/{ladder.club.slug}/"))
    rulings = Caller().get(f"games/{match.game.public_id}/decisions/").json()["decisions"]
    assert [each["kind"] for each in rulings] == ["both-lose"]


def test_desk_of_the_club_no_longer_lists_the_game() -> None:
    ladder, match = a_match()
    desk = f"/clubs/{ladder.club.slug}/desk/"
    browser = signed_in(PersonFactory.named(ARBITER))
    assert "Both players lose" in text(browser.get(f"{desk}{match.game.public_id}/"))
    rule(match)
    assert "Paused clocks" not in text(browser.get(desk))
    offered = text(browser.get(f"{desk}{match.game.public_id}/"))
    assert "decide/both-lose/" not in offered
    assert "decide/correct/" in offered
