"""Playing on from a moment of a finished game: what begins, from where, and who may."""

import pytest

from accounts.models.person import Person
from games.engine import digest, history
from games.engine.actions import Begin, Conclude
from games.engine.errors import CorruptLog
from games.engine.referee import REFEREE
from games.engine.side import EAST, NOBODY, WEST
from games.log import portable, position, record
from games.log.portable import Unsound
from games.log.verification import Replay
from games.models.game import Game
from games.models.log import Entry
from games.models.seat import Seat
from games.reads import chronicle
from games.reads.moments import Moments
from games.services import computers, guest_games, play, practice, repair
from games.services.guest_games import GUEST_GAMES_AT_ONCE, TooManyRunningError, running_alone
from games.services.lobby import Computer, Myself
from sekigahara.errors.exceptions import Conflict
from tests.factories.people import PersonFactory
from tests.kit.table import Table

pytestmark = pytest.mark.django_db
ASHIGARU = Computer("ashigaru")


@pytest.fixture
def finished() -> Table:
    """A game that was played into its second week, and resigned then."""
    table = Table(7)
    table.play_on(lambda state: state.week == 2)
    play.resign(seat=table.seat(WEST))
    return table


def moments_of(table: Table, viewer: int = REFEREE) -> Moments:
    return Moments(table.game, viewer)


def begun(table: Table, number: int, player: Person | None = None, **terms: object) -> Game:
    chosen: dict[str, object] = {"side": EAST, "opponent": Myself(), **terms}
    whose = player or table.people[EAST]
    made = practice.play_on(player=whose, moments=moments_of(table), number=number, **chosen)  # type: ignore[arg-type]
    return Game.objects.get(pk=made.pk)


def test_fork_starts_at_every_moment_before_the_end(finished: Table) -> None:
    moments = moments_of(finished)
    for number in range(1, moments.last, 7):
        game = begun(finished, number)
        assert position.load(game).state == moments.state(number)
        assert (game.source, game.source_moment) == (finished.game, number)
        assert (game.is_public, game.is_rated, game.pace) == (False, False, None)
        assert game.edition_text == finished.game.edition_text
        assert game.seed != finished.game.seed
        assert repair.first_difference(game.public_id) is None
    with pytest.raises(Conflict, match="over-at-moment"):
        begun(finished, moments.last)


def test_not_while_the_game_runs() -> None:
    table = Table()
    moments = Moments(table.game, EAST)
    with pytest.raises(ValueError, match="runs"):
        moments.state(1)
    with pytest.raises(Conflict, match="still-running"):
        practice.play_on(player=table.people[EAST], moments=moments, number=1, side=EAST, opponent=Myself())


def test_a_moment_is_the_same_by_whoever_counts_it(finished: Table) -> None:
    public = Moments(finished.game, NOBODY)
    game = practice.play_on(
        player=finished.people[WEST], moments=public, number=public.last - 1, side=WEST, opponent=Myself()
    )
    assert game.source_moment == public.same(public.last - 1, REFEREE)
    assert Moments(finished.game, REFEREE).state(game.source_moment) == public.state(public.last - 1)


def test_fork_is_played_undone_and_replayed_like_any_game(finished: Table) -> None:
    game = begun(finished, 12)
    for _ in range(25):
        seat = Seat.objects.select_related("game").filter(game=game).exclude(asked="").first()
        assert seat is not None
        computers.act(seat, "random")
        seat.refresh_from_db()
        if seat.can_undo:
            play.undo(seat=seat, expected_version=seat.version)
    assert repair.first_difference(game.public_id) is None
    now = Game.objects.get(pk=game.pk)
    replayed = position.retold(now)
    assert replayed.state == position.load(now).state
    assert chronicle.changes_seen(now, EAST)[0].version == 1
    Game.objects.filter(pk=game.pk).update(dump=b"")
    assert digest(position.load(Game.objects.get(pk=game.pk)).state) == now.position
    play.resign(seat=Seat.objects.select_related("game").get(game=game, side=EAST))
    again = begun_from(Game.objects.get(pk=game.pk), finished.people[EAST])
    assert again.source_id == game.pk


def begun_from(source: Game, player: Person) -> Game:
    moments = Moments(source, REFEREE)
    return practice.play_on(player=player, moments=moments, number=2, side=WEST, opponent=ASHIGARU)


def test_the_computer_plays_it(finished: Table) -> None:
    game = begun(finished, 3, opponent=ASHIGARU, side=WEST)
    computers.play_computers()
    mine, other = Seat.objects.filter(game=game).order_by("-side")
    assert (mine.player, other.computer) == (finished.people[EAST], "ashigaru")
    assert other.asked == ""
    assert mine.asked


def test_fork_has_no_record_and_its_start_stays_secret(finished: Table) -> None:
    game = begun(finished, 20)
    text = Entry.objects.get(game=game, seq=1).body
    assert "[east]" in text
    assert "[west]" in text
    with pytest.raises(Conflict, match="no-record"):
        chronicle.record_of(game, EAST)
    play.resign(seat=Seat.objects.select_related("game").get(game=game, side=EAST))
    over = Game.objects.get(pk=game.pk)
    with pytest.raises(portable.NotCarried, match="no-record"):
        portable.complete(over)
    told = [item.action for item in chronicle.changes_seen(over, REFEREE)]
    assert told[0] is None


def test_a_guest_plays_on_too_within_the_usual_limit(finished: Table) -> None:
    guest = PersonFactory.create(guest=True, guest_seen_at=finished.game.created_at)
    for _ in range(GUEST_GAMES_AT_ONCE):
        begun(finished, 5, guest)
    with pytest.raises(TooManyRunningError):
        begun(finished, 5, guest)
    assert len(practice.played_on_by(guest, finished.game)) == GUEST_GAMES_AT_ONCE
    assert running_alone(guest) in practice.played_on_by(guest, finished.game)
    assert practice.played_on_by(finished.people[WEST], finished.game) == []


def test_fork_outlives_the_deleted_source() -> None:
    guest, person = (PersonFactory.create(guest=True), Table(3).people[EAST])
    source = guest_games.begin(player=guest, opponent=Myself())
    play.resign(seat=Seat.objects.select_related("game").filter(game=source)[0])
    moments = Moments(Game.objects.get(pk=source.pk), REFEREE)
    mine = practice.play_on(player=person, moments=moments, number=1, side=EAST, opponent=Myself())
    theirs = practice.play_on(player=guest, moments=moments, number=1, side=EAST, opponent=Myself())
    assert guest_games.forget(guest)
    assert not Game.objects.filter(pk__in=(source.pk, theirs.pk)).exists()
    left = Game.objects.get(pk=mine.pk)
    assert (left.source, left.source_moment, left.begins_from_position) == (None, 1, True)
    assert position.load(left).state == moments.state(1)
    assert repair.first_difference(left.public_id) is None


def test_games_of_earlier_rules_go_on_by_them() -> None:
    table = Table(4, revision=1, flags={"disk_points": 0})
    play.resign(seat=table.seat(EAST))
    game = begun(table, 1)
    assert (game.revision, game.edition_text) == (1, table.game.edition_text)
    assert position.rules_of(game).chosen == {"disk_points": 0}
    assert repair.first_difference(game.public_id) is None


def test_a_game_that_lost_its_beginning_is_found(finished: Table) -> None:
    """As if it began from the set-up: its first entry cannot be carried out then."""
    game = begun(finished, 20)
    Game.objects.filter(pk=game.pk).update(source=None, source_moment=None)
    found = repair.first_difference(game.public_id)
    assert found is not None
    assert (found.entry, found.stops) == (1, True)
    Game.objects.filter(pk=finished.game.pk).update(lesson="march")
    lost = repair.first_difference(finished.game.public_id)
    assert lost is not None
    assert lost.code == "no-beginning"


def test_no_record_can_begin_from_a_position_or_end_as_a_lesson() -> None:
    table = Table()
    rules = position.rules_of(table.game)
    replay = Replay(rules, position.chance_of(table.game))
    with pytest.raises(Unsound, match="draw-missing"):
        replay.carry_out(1, None, Begin("title = 'x'"))
    for number, (side, body) in enumerate(record.read(table.game), start=1):
        replay.carry_out(number, side, body)
    with pytest.raises(Unsound, match="action-without-side"):
        replay.carry_out(99, None, Begin("title = 'x'"))
    with pytest.raises(Unsound, match="illegal-action"):
        replay.carry_out(99, EAST, Conclude())


def test_a_game_begins_once(finished: Table) -> None:
    rules = position.rules_of(finished.game)
    log = [*record.read(finished.game), (None, Begin("title = 'x'"))]
    with pytest.raises(CorruptLog, match="begun-twice"):
        history.retell(rules, log)
    with pytest.raises(CorruptLog, match="begun-twice"):
        history.effective(log)
