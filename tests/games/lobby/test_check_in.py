"""Checking in: when a paired game begins, what is mailed, and what happens if somebody does not check in."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts import closing
from accounts.models.person import Person
from games.engine.chance import Grade, hash_of
from games.engine.side import EAST, WEST, Side
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.notices import check_in as notices
from games.notices import seats as seat_notices
from games.notices.deadlines import reminder
from games.reads import deadlines, queries
from games.reads.turn_links import followed, turn_link
from games.services import check_in as service
from games.services import clock, joining, link_renewal, lobby, outages, retention
from games.services.check_in import CHECK_IN, GAME_CALLED_OFF
from games.services.clock import REMINDER
from games.services.creation import Terms
from games.services.lobby import Anybody, Computer, Invite, Myself
from games.services.waiting import STARTED
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Unacceptable
from tests.factories.games import GameFactory
from tests.games.lobby.outcomes import has_nothing_of_a_game, mails_to, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
DAY = timedelta(days=1)
PACE = Terms(pace=3)


def paired(east: Person, west: Person, terms: Terms = PACE) -> Game:
    return lobby.create_between((east, west), edition="kessen", terms=terms)


def seat(game: Game, side: Side) -> Seat:
    return Seat.objects.select_related("game", "player").get(game=game, side=side)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


# ---- paired games


def test_a_paired_game_begins_when_both_have_checked_in(ieyasu: Person, mitsunari: Person) -> None:
    game = paired(ieyasu, mitsunari)
    assert has_nothing_of_a_game(game)
    assert service.missing(fresh(game)) == [EAST, WEST]
    service.check_in(seat=seat(game, WEST), nonce="of-west")
    assert has_nothing_of_a_game(game)
    assert service.missing(fresh(game)) == [EAST]
    service.check_in(seat=seat(game, EAST), nonce="of-east")
    begun = fresh(game)
    assert (begun.status, begun.nonces, begun.first) == (Game.Status.RUNNING, ["of-east", "of-west"], WEST)
    assert begun.grade == Grade.SERVER_WITH_LAST
    assert (STARTED, f"{game.public_id}.east") in mails_to(ieyasu)


def test_commitment_and_id_are_mailed_before_any_nonce_and_stay(ieyasu: Person, mitsunari: Person) -> None:
    game = paired(ieyasu, mitsunari)
    for person, label in ((ieyasu, "east"), (mitsunari, "west")):
        assert mails_to(person) == [(CHECK_IN, f"{game.public_id}.{label}")]
        letter = notices.request(f"{game.public_id}.{label}", "1")
        assert letter is not None
        assert game.commitment in str(letter)
        assert game.public_id in str(letter)
    for side in (EAST, WEST):
        service.check_in(seat=seat(game, side), nonce="x")
    assert fresh(game).commitment == game.commitment
    assert bytes(fresh(game).seed) == bytes(game.seed)


@pytest.mark.parametrize("nonces", [("", "b"), ("a", ""), ("", "")])
def test_without_a_nonce_the_game_begins_and_nothing_is_proved(
    ieyasu: Person, mitsunari: Person, nonces: tuple[str, str]
) -> None:
    game = paired(ieyasu, mitsunari)
    for side, nonce in zip((EAST, WEST), nonces, strict=True):
        service.check_in(seat=seat(game, side), nonce=nonce)
    assert (fresh(game).status, fresh(game).grade) == (Game.Status.RUNNING, Grade.UNPROVED)


def test_checking_in_twice_changes_nothing(ieyasu: Person, mitsunari: Person) -> None:
    game = paired(ieyasu, mitsunari)
    for nonce in ("first", "second"):
        service.check_in(seat=seat(game, EAST), nonce=nonce)
    assert fresh(game).nonces == ["first", None]
    service.check_in(seat=seat(game, WEST))
    assert service.check_in(seat=seat(game, WEST), nonce="late").game.status == Game.Status.RUNNING
    assert fresh(game).nonces == ["first", ""]


def test_a_nonce_that_is_none_is_refused(ieyasu: Person, mitsunari: Person) -> None:
    game = paired(ieyasu, mitsunari)
    with pytest.raises(Unacceptable, match="bad-nonce"):
        service.check_in(seat=seat(game, EAST), nonce="a|b")
    assert service.missing(fresh(game)) == [EAST, WEST]


def test_nobody_can_check_in_while_a_seat_is_free(ieyasu: Person) -> None:
    game = GameFactory.create(creator=ieyasu)
    with pytest.raises(Conflict, match="no-check-in"):
        service.check_in(seat=seat(game, EAST))


def test_nobody_takes_a_seat_of_a_game_that_waits_for_check_ins(
    ieyasu: Person, mitsunari: Person, kobayakawa: Person
) -> None:
    game = paired(ieyasu, mitsunari)
    assert not queries.open_games(kobayakawa).exists()
    for person in (kobayakawa, mitsunari):
        with pytest.raises(Conflict, match="not-open"):
            joining.join(game=game, person=person)
    with pytest.raises(Conflict, match="not-open"):
        joining.call_off(game=game, person=ieyasu)
    assert players(game) == [ieyasu, mitsunari]


def test_game_to_check_in_to_is_among_those_that_wait(ieyasu: Person, mitsunari: Person) -> None:
    game = paired(ieyasu, mitsunari)
    assert [each.game for each in queries.waiting_seats(ieyasu)] == [game]
    service.check_in(seat=seat(game, EAST))
    assert not queries.waiting_seats(ieyasu).exists()


# ---- missed check-ins


def test_missing_player_is_reminded_once(ieyasu: Person, mitsunari: Person) -> None:
    with time_machine.travel(NOW, tick=False) as time:
        game = paired(ieyasu, mitsunari)
        service.check_in(seat=seat(game, EAST))
        due = seat(game, WEST).due_at
        assert due == NOW + 3 * DAY
        outages.go_on(NOW + 2.5 * DAY)
        time.move_to(NOW + 2.5 * DAY)
        for _look in range(2):
            clock.send_reminders(NOW + 2.5 * DAY)
        assert mails_to(mitsunari)[1:] == [(REMINDER, f"{game.public_id}.west")]
        assert REMINDER not in dict(mails_to(ieyasu))
        letter = reminder(f"{game.public_id}.west", deadlines.occasion(due))
        assert letter is not None
        assert "check in until" in letter.subject


@pytest.mark.parametrize("checked_in", [[], [EAST], [WEST]])
def test_a_game_without_a_check_in_is_called_off_and_both_are_told(
    ieyasu: Person, mitsunari: Person, checked_in: list[Side]
) -> None:
    with time_machine.travel(NOW, tick=False):
        game = paired(ieyasu, mitsunari)
        for side in checked_in:
            service.check_in(seat=seat(game, side))
    outages.go_on(NOW + 3 * DAY - timedelta(minutes=1))
    clock.send_reminders(NOW + 3 * DAY - timedelta(minutes=1))
    assert fresh(game).status == Game.Status.WAITING
    clock.send_reminders(NOW + 3 * DAY)
    assert fresh(game).status == Game.Status.CALLED_OFF
    assert has_nothing_of_a_game(game)
    for person, side in ((ieyasu, EAST), (mitsunari, WEST)):
        assert mails_to(person)[-1] == (GAME_CALLED_OFF, f"{game.public_id}.{side.label}")
        letter = notices.called_off(f"{game.public_id}.{side.label}", "1")
        assert letter is not None
        is_own, is_theirs = side not in checked_in, side.enemy not in checked_in
        words = {(True, True): "neither of you", (True, False): "you did not", (False, True): "did not check"}
        assert words[is_own, is_theirs] in str(letter)
    with pytest.raises(Conflict, match="no-check-in"):
        service.check_in(seat=seat(game, EAST))


def test_without_a_clock_there_is_a_week(ieyasu: Person, mitsunari: Person) -> None:
    with time_machine.travel(NOW, tick=False):
        game = paired(ieyasu, mitsunari, Terms())
    outages.go_on(NOW + 7 * DAY)
    clock.send_reminders(NOW + 7 * DAY - timedelta(seconds=1))
    assert fresh(game).status == Game.Status.WAITING
    clock.send_reminders(NOW + 7 * DAY)
    assert fresh(game).status == Game.Status.CALLED_OFF


def test_an_outage_gives_the_time_back(ieyasu: Person, mitsunari: Person) -> None:
    outages.go_on(NOW)
    with time_machine.travel(NOW, tick=False):
        game = paired(ieyasu, mitsunari)
    clock.send_reminders(NOW + 5 * DAY)
    assert fresh(game).status == Game.Status.WAITING
    assert seat(game, EAST).due_at == NOW + 8 * DAY


def test_no_more_time_is_given_and_no_win_claimed_before_the_game(ieyasu: Person, mitsunari: Person) -> None:
    game = paired(ieyasu, mitsunari)
    due = seat(game, WEST).due_at
    assert due is not None
    outages.go_on(service_time.now())
    with pytest.raises(Conflict, match="not-begun"):
        clock.give_time(seat=seat(game, EAST), due_at=due)
    with pytest.raises(Conflict, match="not-begun"):
        clock.claim(seat=seat(game, EAST))


def test_game_is_not_deleted_while_somebody_has_time_to_check_in(ieyasu: Person, mitsunari: Person) -> None:
    game = paired(ieyasu, mitsunari)
    Game.objects.update(created_at=NOW - 400 * DAY)
    retention.forget_unbegun()
    assert Game.objects.get() == game


def test_closed_account_calls_off_the_waiting_game(ieyasu: Person, mitsunari: Person) -> None:
    game = paired(ieyasu, mitsunari)
    closing.close(person=ieyasu)
    assert fresh(game).status == Game.Status.CALLED_OFF
    assert mails_to(mitsunari)[-1] == (GAME_CALLED_OFF, f"{game.public_id}.west")


# ---- a nonce promised by its hash


@pytest.mark.parametrize("side", ["east", "west", "random"])
def test_a_promised_nonce_is_revealed_after_the_other_is_fixed(
    ieyasu: Person, mitsunari: Person, side: lobby.SideChoice
) -> None:
    game = GameFactory.create(creator=ieyasu, side=side, nonce_hash=hash_of("promised"))
    assert fresh(game).grade == Grade.NOBODY
    assert "promised" not in str(fresh(game).nonces)
    joined = joining.join(game=game, person=mitsunari, nonce="second")
    assert has_nothing_of_a_game(game)
    assert [kind for kind, _of in mails_to(ieyasu)] == [CHECK_IN]
    assert mails_to(mitsunari) == []
    mine = seat(game, joined.plays.enemy)
    with pytest.raises(Unacceptable, match="other-nonce"):
        service.check_in(seat=mine, nonce="another")
    now = service.check_in(seat=mine, nonce="promised")
    begun = fresh(game)
    assert (now.player, begun.status, begun.grade) == (ieyasu, Game.Status.RUNNING, Grade.NOBODY)
    assert begun.first == now.side
    assert (begun.nonces[now.side], begun.nonces[1 - now.side]) == ("promised", "second")


@pytest.mark.parametrize("is_revoked", [False, True])
def test_the_link_to_reveal_opens_whatever_side_was_drawn_unless_it_was_revoked(
    ieyasu: Person, mitsunari: Person, is_revoked: bool
) -> None:
    sides = set()
    for number in range(6):
        with time_machine.travel(NOW, tick=False) as time:
            game = GameFactory.create(creator=ieyasu, side="random", nonce_hash=hash_of(f"promised-{number}"))
            joining.join(game=game, person=mitsunari, nonce="second")
            token = turn_link(seat(game, EAST)).rsplit("/", 2)[1]
            time.shift(timedelta(minutes=1))
            if is_revoked:
                link_renewal.revoke(seat=seat(game, EAST))
            now = service.check_in(seat=seat(game, EAST), nonce=f"promised-{number}")
            link = followed(game.public_id, "east", token)
            assert link is not None
            assert (link.seat, link.person, link.is_alive) == (now, ieyasu, not is_revoked)
        sides.add(now.side)
    assert sides == {EAST, WEST}


def test_a_fresh_link_names_no_side_that_is_still_to_be_drawn(ieyasu: Person, mitsunari: Person) -> None:
    game = GameFactory.create(creator=ieyasu, side="random", nonce_hash=hash_of("promised"))
    joining.join(game=game, person=mitsunari, nonce="second")
    letter = seat_notices.fresh_link(f"{game.public_id}.west", "1")
    assert letter is not None
    assert "A side to be drawn against" in letter.subject
    assert "West against" not in letter.text


def test_a_nonce_that_is_not_revealed_calls_the_game_off(ieyasu: Person, mitsunari: Person) -> None:
    with time_machine.travel(NOW, tick=False):
        game = GameFactory.create(
            creator=ieyasu, opponent=Invite(mitsunari.email), nonce_hash=hash_of("lost")
        )
        joining.join(game=game, person=mitsunari, nonce="second")
        assert not queries.invitations_of(mitsunari).exists()
        with pytest.raises(Conflict, match="not-open"):
            joining.decline(game=game, person=mitsunari)
    outages.go_on(NOW + 7 * DAY)
    clock.send_reminders(NOW + 7 * DAY)
    assert fresh(game).status == Game.Status.CALLED_OFF
    assert mails_to(mitsunari)[-1][0] == GAME_CALLED_OFF
    assert Invitation.objects.get().declined_at is None


@pytest.mark.parametrize(
    ("opponent", "nonce", "nonce_hash"),
    [
        (Anybody(), "both", hash_of("both")),
        (Anybody(), "", "00"),
        (Anybody(), "", hash_of("")),
        (Anybody(), "", hash_of("x").upper()),
        (Computer("random"), "", hash_of("x")),
        (Myself(), "", hash_of("x")),
    ],
)
def test_a_hash_that_promises_nothing_is_refused(
    ieyasu: Person, opponent: lobby.Opponent, nonce: str, nonce_hash: str
) -> None:
    with pytest.raises(Unacceptable, match="bad-nonce-hash"):
        GameFactory.create(creator=ieyasu, opponent=opponent, nonce=nonce, nonce_hash=nonce_hash)
    assert not Game.objects.exists()


def test_nonce_promised_before_cannot_be_promised_again(ieyasu: Person, mitsunari: Person) -> None:
    GameFactory.create(creator=ieyasu, nonce_hash=hash_of("promised"))
    with pytest.raises(Unacceptable, match="bad-nonce-hash"):
        GameFactory.create(creator=ieyasu, nonce_hash=hash_of("promised"))
    GameFactory.create(creator=mitsunari, nonce_hash=hash_of("promised"))
    assert Game.objects.count() == 2
