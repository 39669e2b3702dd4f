"""The analysis of a game: only once it is over, in pieces, and made once."""

import threading
from datetime import timedelta

import pytest
from django.db.models import CASCADE
from django.http import Http404

from accounts.models.person import Person
from games.analysis.work import METHOD, Analyst, Found
from games.models.analysis import Analysis
from games.models.game import Game
from games.models.seat import Seat
from games.services import analyses, guest_games, play, suspension
from games.services.analyses import AnalysisStatus
from games.tasks import analyse_games
from sekigahara import batch
from sekigahara.errors.exceptions import Frozen, Limited
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.recorded import stored
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.usefixtures("_small")]

NAME = "ieyasu-slain-in-battle"


@pytest.fixture
def game() -> Game:
    return stored(NAME)


@pytest.fixture
def short() -> Game:
    """A game that was over at once, in which nobody had a turn."""
    return GameFactory.create(resigned=True)


def the_row() -> Analysis:
    return Analysis.objects.get()


def piece_by_piece() -> None:
    """Work until the worker is told to end, which it is at once."""
    is_ending = threading.Event()
    batch.begin(is_ending)
    do_next = Analyst.do_next

    def last(self: Analyst, found: Found) -> bool:
        is_ending.set()
        return do_next(self, found)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Analyst, "do_next", last)
        analyse_games()
    assert batch.finish() == 0


def test_an_analysis_is_made_once(short: Game) -> None:
    analyses.ask(short, asker=None)
    analyse_games()
    before = the_row()
    assert analyses.ask(short, asker=None).status == AnalysisStatus.READY
    assert the_row().finished_at == before.finished_at


def test_an_analysis_is_made_when_somebody_asks_and_the_same_however_often_it_is_interrupted(
    game: Game,
) -> None:
    assert analyses.of_game(game).status == AnalysisStatus.UNASKED
    assert analyses.ask(game, asker=None).status == AnalysisStatus.WAITING
    percents = []
    while analyses.of_game(game).is_coming:
        piece_by_piece()
        percents.append(analyses.of_game(game).percent)
    assert percents == sorted(percents)
    assert len({*percents}) > 10
    first = the_row()
    first.delete()
    analyses.ask(game, asker=None)
    assert analyse_games() > 20
    ready = analyses.of_game(game)
    assert (ready.status, ready.percent) == (AnalysisStatus.READY, 100)
    assert ready.result is not None
    assert {week.week for week in ready.result.west.weeks} == {1, 2}
    assert (the_row().result, the_row().found) == (first.result, {})
    assert analyse_games() == 0


def test_a_running_game_has_no_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.play_on(until=lambda state: state.week > 1 or state.first >= 0)
    for ask in (analyses.of_game, lambda game: analyses.ask(game, asker=None)):
        with pytest.raises(Http404):
            ask(table.game)
    assert not Analysis.objects.exists()
    assert analyse_games() == 0


def test_a_suspended_game_has_no_analysis(game: Game) -> None:
    suspension.freeze(game, "chain-broken")
    game.refresh_from_db()
    with pytest.raises(Frozen):
        analyses.ask(game, asker=None)
    assert not Analysis.objects.exists()


def test_a_game_that_is_suspended_while_it_waits_fails_and_may_be_tried_again(short: Game) -> None:
    analyses.ask(short, asker=None)
    suspension.freeze(short, "chain-broken")
    assert analyse_games() == 1
    suspension.thaw(short)
    short.refresh_from_db()
    assert analyses.of_game(short).status == AnalysisStatus.FAILED
    assert analyses.ask(short, asker=None).status == AnalysisStatus.WAITING
    analyse_games()
    assert analyses.of_game(short).status == AnalysisStatus.READY


def test_one_of_an_earlier_method_is_made_again(short: Game) -> None:
    analyses.ask(short, asker=None)
    analyse_games()
    Analysis.objects.update(method=METHOD - 1)
    assert analyses.of_game(short).status == AnalysisStatus.UNASKED
    analyses.ask(short, asker=None)
    assert (the_row().method, the_row().done, the_row().result) == (METHOD, 0, None)


def test_somebody_may_ask_for_so_many_games_a_day_and_others_for_more(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "OF_ONE", analyses.OF_ONE._replace(most=1))
    one, two = PersonFactory.create(), PersonFactory.create()
    analyses.ask(game, asker=one)
    other = stored("ieyasu-overrun")
    with pytest.raises(Limited):
        analyses.ask(other, asker=one)
    assert analyses.ask(other, asker=two).status == AnalysisStatus.WAITING


def asked_by(asker: Person, sender: str = "") -> Game:
    """A short game that is over, of which somebody asks what it was about."""
    game = GameFactory.create(resigned=True)
    analyses.ask(game, asker=asker, sender=sender)
    return game


def next_one() -> Game:
    """The game that a worker takes next; its analysis is made then."""
    before = set(Analysis.objects.filter(finished_at=None))
    assert analyses.make_next()
    (row,) = before - set(Analysis.objects.filter(finished_at=None))
    return row.game


def test_member_is_taken_next_however_many_guests_wait() -> None:
    guests_of_a_sender = PersonFactory.create_batch(2, guest=True, guest_sender="one")
    for guest in (*guests_of_a_sender, PersonFactory.create(guest=True)) * 3:
        asked_by(guest)
    piece_by_piece()
    assert Analysis.objects.filter(done__gt=0, finished_at=None).get().turn == 1
    game = asked_by(PersonFactory.create())
    assert next_one() == game


def test_guests_leave_the_worker_to_members_after_each_batch() -> None:
    assert timedelta(seconds=batch.MOST_SECONDS_A_BATCH) < timedelta(minutes=5)
    asked_by(PersonFactory.create(guest=True))
    piece_by_piece()
    game = asked_by(PersonFactory.create())
    piece_by_piece()
    assert Analysis.objects.get(game=game).done == 1


def test_senders_of_guests_take_turns() -> None:
    one, again = PersonFactory.create_batch(2, guest=True, guest_sender="one")
    other = PersonFactory.create(guest=True, guest_sender="other")
    games = [asked_by(guest) for guest in (one, again, one, other, other)]
    assert [next_one() for _game in games] == [games[turn] for turn in (0, 3, 1, 4, 2)]


def test_guests_together_use_a_fifth_of_a_days_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "OF_ALL", analyses.OF_ALL._replace(most=10))
    for _guest in range(2):
        asked_by(PersonFactory.create(guest=True))
    with pytest.raises(Limited):
        asked_by(PersonFactory.create(guest=True))
    for _member in range(8):
        asked_by(PersonFactory.create())
    with pytest.raises(Limited):
        asked_by(PersonFactory.create())


def test_guests_from_one_sender_are_one_asker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "OF_ONE", analyses.OF_ONE._replace(most=1))
    one, other = PersonFactory.create_batch(2, guest=True, guest_sender="one")
    asked_by(one)
    with pytest.raises(Limited):
        asked_by(other)
    asked_by(PersonFactory.create(guest=True))


def test_guests_from_one_network_leave_some_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "OF_NETWORK", analyses.OF_NETWORK._replace(most=2))
    for sender in ("2001:db8:1:1::/64", "2001:db8:1:2::/64"):
        asked_by(PersonFactory.create(guest=True), sender)
    with pytest.raises(Limited):
        asked_by(PersonFactory.create(guest=True), "2001:db8:1:3::/64")
    asked_by(PersonFactory.create(guest=True), "2001:db8:2:1::/64")
    asked_by(PersonFactory.create(), "2001:db8:1:3::/64")


def test_guest_who_becomes_a_member_waits_with_members() -> None:
    asked_by(PersonFactory.create(guest=True))
    guest, person = PersonFactory.create(guest=True), PersonFactory.create()
    game = guest_games.begin(player=guest)
    play.resign(seat=Seat.objects.select_related("game").get(game=game, player=guest))
    analyses.ask(Game.objects.get(pk=game.pk), asker=guest)
    guest_games.move(guest, person)
    assert next_one() == game


def test_an_analysis_is_deleted_with_its_game(game: Game) -> None:
    analyses.ask(game, asker=None)
    piece_by_piece()
    field = Analysis._meta.get_field("game")
    assert field.remote_field.on_delete is CASCADE
