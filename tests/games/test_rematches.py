"""Rematches: what they are like, who may offer one, how one is accepted, and when there is none."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from msgspec import to_builtins

from accounts import closing, guests
from accounts.models.person import Block, ChallengesFrom, Person
from games.engine.side import EAST, WEST, Side
from games.models.game import Game
from games.models.rematch import Rematch
from games.models.seat import Invitation, Seat
from games.models.time_out_policy import OnTimeOut
from games.notices.lobby import declined_event, invitation, invitation_event
from games.reads import queries
from games.reads.rematches import Rematches, rematches_by_game, rematches_of, shown_to
from games.services import joining, lobby, play, rematch, retention
from games.services.lobby import Terms
from sekigahara.errors.exceptions import Conflict
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.games.lobby.outcomes import mails_to, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


@pytest.fixture
def finished() -> Game:
    """A game that West resigned, on all terms that differ from the usual ones."""
    return GameFactory.create(
        creator__name="Ieyasu",
        joins=PersonFactory.named("Mitsunari"),
        resigns=True,
        flags={"disk_points": 0},
        terms=Terms(
            is_public=True, pace=3, time_bank=14, is_rated=True, hold=7, reaction=48, holidays_count=False
        ),
    )


def seat(game: Game, side: Side) -> Seat:
    return Seat.objects.select_related("game", "player").get(game=game, side=side)


def person(game: Game, side: Side) -> Person:
    player = seat(game, side).player
    assert player is not None
    return player


def test_rematch_has_the_same_terms_with_sides_swapped(finished: Game) -> None:
    east, west = players(finished)
    new = rematch.offer(seat=seat(finished, EAST))
    assert players(new) == [None, east]
    for name in (
        "edition",
        "edition_text",
        "pace",
        "time_bank",
        "on_time_out",
        "is_public",
        "is_rated",
        "hold",
    ):
        assert getattr(new, name) == getattr(finished, name), name
    assert (new.reaction, new.holidays_count) == (48, False)
    assert queries.pinned(new.edition_text_id).chosen == {"disk_points": 0}
    assert Invitation.objects.get().called == str(west)
    assert rematch.offer(seat=seat(finished, WEST)) == new
    assert players(new) == [west, east]
    assert Game.objects.get(pk=new.pk).status == Game.Status.RUNNING
    for side in (EAST, WEST):
        assert rematch.offer(seat=seat(finished, side)) == new, "repeating it changes nothing"


def test_rematch_is_offered_to_somebody_whom_nobody_may_challenge(finished: Game) -> None:
    Person.objects.filter(pk=person(finished, WEST).pk).update(challenges_from=ChallengesFrom.NOBODY)
    new = rematch.offer(seat=seat(finished, EAST))
    assert mails_to(person(finished, WEST))[-1] == (lobby.INVITATION, f"{new.public_id}.east")


def test_mail_and_event_of_a_rematch_say_what_it_is_and_no_address(finished: Game) -> None:
    new = rematch.offer(seat=seat(finished, EAST))
    mail = invitation(f"{new.public_id}.east", "1")
    event = invitation_event(f"{new.public_id}.east", "1")
    assert mail is not None
    assert mail.subject == "Ieyasu offers a rematch"
    assert "Kessen: you play East. 3 days per decision. It is rated." in mail.text
    assert person(finished, EAST).email not in mail.text + mail.html
    assert event is not None
    assert to_builtins(event.data)["rematch_of"] == finished.public_id


def test_each_player_offers_one(finished: Game) -> None:
    first = rematch.offer(seat=seat(finished, EAST))
    assert rematch.offer(seat=seat(finished, EAST)) == first
    joining.decline(game=first, person=person(finished, WEST))
    event = declined_event(f"{first.public_id}.west", "1")
    assert event is not None
    assert (event.type.name, to_builtins(event.data)["game"]) == ("game.declined", first.public_id)
    with pytest.raises(Conflict, match="rematch-offered"):
        rematch.offer(seat=seat(finished, EAST))
    second = rematch.offer(seat=seat(finished, WEST))
    assert second != first
    assert rematch.offer(seat=seat(finished, EAST)) == second
    assert Rematch.objects.count() == 2


def test_offers_at_the_same_moment_become_one_game(finished: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    new = rematch.offer(seat=seat(finished, WEST))
    seen_before = [Rematches()]
    monkeypatch.setattr(
        rematch, "rematches_of", lambda seat: seen_before.pop() if seen_before else rematches_of(seat)
    )
    assert rematch.offer(seat=seat(finished, EAST)) == new
    assert Rematch.objects.count() == 1
    assert Game.objects.get(pk=new.pk).status == Game.Status.RUNNING


def test_nobody_has_a_rematch_of_a_game_that_is_not_over_was_for_practice_or_whose_opponent_left(
    finished: Game,
) -> None:
    with pytest.raises(Conflict, match="still-running"):
        rematch.offer(seat=seat(GameFactory.create(running=True), EAST))
    called_off = GameFactory.create()
    joining.call_off(game=called_off, person=person(called_off, EAST))
    Game.objects.filter(pk=finished.pk).update(lesson="march")
    for game in (called_off, finished):
        with pytest.raises(Conflict, match="no-rematch"):
            rematch.offer(seat=seat(game, EAST))
    Game.objects.filter(pk=finished.pk).update(lesson="")
    closing.close(person=person(finished, WEST))
    with pytest.raises(Conflict, match="no-rematch"):
        rematch.offer(seat=seat(finished, EAST))


@pytest.mark.parametrize("opponent", [lobby.Computer("random"), lobby.Myself()])
def test_rematch_of_a_game_alone_begins_at_once(opponent: lobby.Computer | lobby.Myself) -> None:
    game = GameFactory.create(opponent=opponent)
    play.resign(seat=seat(game, EAST))
    new = rematch.offer(seat=seat(game, EAST))
    assert new.status == Game.Status.RUNNING
    assert person(new, WEST) == person(game, EAST)
    assert seat(new, EAST).computer == seat(game, WEST).computer
    assert rematch.offer(seat=seat(game, EAST)) == new


def test_rematch_of_a_game_of_a_guest_becomes_the_persons_who_keeps_it() -> None:
    guest = PersonFactory.create(guest=True)
    game = GameFactory.create(creator=guest, opponent=lobby.Computer("random"))
    play.resign(seat=seat(game, EAST))
    rematch.offer(seat=seat(game, EAST))
    kept = PersonFactory.create()
    guests.keep(guest.pk, kept)
    assert Rematch.objects.get().by == kept


def test_rematch_outside_a_club_needs_no_arbiter(finished: Game) -> None:
    Game.objects.filter(pk=finished.pk).update(on_time_out=OnTimeOut.ARBITER)
    assert rematch.offer(seat=seat(finished, EAST)).on_time_out == OnTimeOut.CLAIM


def test_rematch_lapses_after_a_week_and_is_not_offered_again(finished: Game) -> None:
    new = rematch.offer(seat=seat(finished, EAST))
    other = GameFactory.create(opponent=lobby.Invite("friend@example.org"))
    assert retention.open_until(new) == new.created_at + timedelta(days=7)
    with time_machine.travel(timezone.now() + timedelta(days=6, hours=23), tick=False):
        assert retention.forget_unbegun() == 0
    with time_machine.travel(timezone.now() + timedelta(days=7, hours=1), tick=False):
        assert retention.forget_unbegun() == 1
    assert not Game.objects.filter(pk=new.pk).exists()
    assert Game.objects.filter(pk=other.pk).exists()
    with pytest.raises(Conflict, match="rematch-offered"):
        rematch.offer(seat=seat(finished, EAST))


def test_offer_of_somebody_who_is_blocked_is_not_shown(finished: Game) -> None:
    new = rematch.offer(seat=seat(finished, EAST))
    east, west = seat(finished, EAST), seat(finished, WEST)
    assert shown_to(west, east).theirs == new
    assert rematches_by_game([finished], west.player) == {finished.pk: new.public_id}
    Block.objects.create(person=person(finished, WEST), blocked=person(finished, EAST))
    assert shown_to(west, east) == Rematches()
    assert rematches_by_game([finished], west.player) == {}
    assert rematches_by_game([finished], east.player) == {finished.pk: new.public_id}
    assert rematches_by_game([finished], PersonFactory.create()) == {}


def test_nonces_of_both_are_in_the_rematch(finished: Game) -> None:
    new = rematch.offer(seat=seat(finished, EAST), nonce="first")
    rematch.offer(seat=seat(finished, WEST), nonce="second")
    assert Game.objects.get(pk=new.pk).nonces == ["second", "first"]
