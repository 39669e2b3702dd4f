"""Turn links: what they open, for whom, and for how long."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.urls import resolve

from accounts.models.person import Person
from games.engine.side import EAST, SIDES, WEST, Side
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.reads.turn_links import Followed, followed, invitation_link, invited, turn_link
from games.services import joining, link_renewal, lobby, play
from notifications.models import Notification
from sekigahara.errors.exceptions import Limited
from tests.factories.games import GameFactory
from tests.kit.table import EMAILS, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_replay")]


@pytest.fixture
def table(traveller: time_machine.Traveller) -> Table:
    return Table()


def token_of(link: str) -> str:
    found = resolve(link.removeprefix(settings.SITE_URL))
    return str(found.kwargs["token"])


def follow(table: Table, side: Side, token: str) -> Followed | None:
    return followed(table.game.public_id, side.label, token)


def is_alive(table: Table, side: Side, token: str) -> bool:
    found = follow(table, side, token)
    assert found is not None
    return found.is_alive


def test_a_link_names_its_seat_and_opens_it(table: Table) -> None:
    for side in SIDES:
        link = turn_link(table.seat(side))
        assert link.startswith(f"http://testserver/t/{table.game.public_id}/{side.label}/")
        found = follow(table, side, token_of(link))
        assert found == Followed(table.seat(side), table.people[side], True)


def test_turn_link_can_be_followed_repeatedly(table: Table) -> None:
    """Mail scanners follow links before their readers do, and readers come back."""
    token = token_of(turn_link(table.seat(EAST)))
    assert [is_alive(table, EAST, token) for _ in range(3)] == [True] * 3
    table.play_on(until=lambda state: state.week == 2)
    assert is_alive(table, EAST, token)


def test_turn_link_opens_nothing_else(table: Table) -> None:
    token = token_of(turn_link(table.seat(EAST)))
    other = Table(1)
    assert follow(table, WEST, token) is None
    assert follow(other, EAST, token) is None
    assert followed("nosuchgame", "east", token) is None
    assert followed(table.game.public_id, "public", token) is None
    assert followed(table.game.public_id, "", token) is None
    for forged in ("", "x", token[:-1], token + "A", token.swapcase(), "ä", "\0", "A" * 5000):
        assert follow(table, EAST, forged) is None


def test_another_person_with_the_same_seats_has_other_links(table: Table) -> None:
    """Who plays both sides has a link for each, and a seat given to somebody else voids the old one."""
    Seat.objects.filter(game=table.game).update(player=table.people[EAST])
    tokens = [token_of(turn_link(table.seat(side))) for side in SIDES]
    assert tokens[0] != tokens[1]
    Seat.objects.filter(game=table.game, side=WEST).update(player=table.people[WEST])
    assert follow(table, WEST, tokens[1]) is None
    assert is_alive(table, EAST, tokens[0])


def test_a_link_to_an_old_address_is_none(table: Table) -> None:
    token = token_of(turn_link(table.seat(EAST)))
    Person.objects.filter(email=EMAILS[EAST]).update(email="new@example.org")
    assert follow(table, EAST, token) is None
    Person.objects.filter(email="new@example.org").update(email=EMAILS[EAST])
    assert is_alive(table, EAST, token)


def test_empty_seat_has_no_link(table: Table) -> None:
    token = token_of(turn_link(table.seat(EAST)))
    Seat.objects.filter(game=table.game, side=EAST).update(player=None, computer="ashigaru")
    assert follow(table, EAST, token) is None
    with pytest.raises(ValueError, match="nobody"):
        turn_link(table.seat(EAST))


# ---- until when


def test_turn_link_works_until_thirty_days_after_the_game(
    table: Table, traveller: time_machine.Traveller
) -> None:
    token = token_of(turn_link(table.seat(EAST)))
    traveller.shift(timedelta(days=500))
    assert is_alive(table, EAST, token)
    play.resign(seat=table.seat(WEST))
    traveller.shift(timedelta(days=30, seconds=-1))
    assert is_alive(table, EAST, token)
    traveller.shift(timedelta(seconds=2))
    assert not is_alive(table, EAST, token)


def test_one_made_after_the_end_lives_for_thirty_days(
    table: Table, traveller: time_machine.Traveller
) -> None:
    play.resign(seat=table.seat(WEST))
    traveller.shift(timedelta(days=100))
    old, token = None, token_of(turn_link(table.seat(EAST)))
    assert is_alive(table, EAST, token)
    traveller.shift(timedelta(days=29))
    old, token = token, token_of(turn_link(table.seat(EAST)))
    traveller.shift(timedelta(days=2))
    assert (is_alive(table, EAST, old), is_alive(table, EAST, token)) == (False, True)


@pytest.mark.parametrize("opened", [0.0, 0.1, 0.5, 0.9, 1.0, 3600.3])
@pytest.mark.parametrize("revoked", [0.0, 0.4, 0.999])
def test_a_revoked_link_is_dead_and_the_fresh_one_is_not(
    table: Table, traveller: time_machine.Traveller, revoked: float, opened: float
) -> None:
    """Whatever part of a second each falls into; the mail with the fresh one may be made at once."""
    old = [token_of(turn_link(table.seat(side))) for side in SIDES]
    traveller.shift(timedelta(seconds=1 + revoked))
    link_renewal.revoke(seat=table.seat(EAST))
    fresh = token_of(turn_link(table.seat(EAST)))
    traveller.shift(timedelta(seconds=opened))
    assert not is_alive(table, EAST, old[EAST])
    assert is_alive(table, EAST, fresh)
    assert is_alive(table, WEST, old[WEST])
    mail = Notification.objects.get(kind=link_renewal.FRESH_LINK)
    assert (mail.about, mail.recipient) == (table.seat(EAST).reference, table.people[EAST])


def fresh_links() -> list[str]:
    """Who is owed one, in the order of asking."""
    rows = Notification.objects.filter(kind=link_renewal.FRESH_LINK).order_by("pk")
    assert len({row.message_id for row in rows}) == len(rows)
    return [row.recipient.email for row in rows]


def test_dead_link_is_replaced_by_mail_within_a_limit(table: Table) -> None:
    """And whoever asks, who may be anybody, is not told that it is the end."""
    other, most = Table(1), link_renewal.FRESH_LINKS_TO.most
    for _ in range(most):
        link_renewal.send_fresh(seat=table.seat(EAST))
    link_renewal.send_fresh(seat=table.seat(EAST))
    link_renewal.send_fresh(seat=other.seat(EAST))
    link_renewal.send_fresh(seat=table.seat(WEST))
    assert fresh_links() == [EMAILS[EAST]] * most + [EMAILS[WEST]]


def test_one_sender_may_not_ask_for_fresh_links_for_ever(table: Table) -> None:
    for _ in range(link_renewal.FRESH_LINKS_FROM.most):
        link_renewal.send_fresh(seat=table.seat(EAST), sender="192.0.2.7")
    with pytest.raises(Limited) as refused:
        link_renewal.send_fresh(seat=table.seat(WEST), sender="192.0.2.7")
    assert 0 < refused.value.seconds <= link_renewal.FRESH_LINKS_FROM.seconds
    assert EMAILS[WEST] not in fresh_links()
    link_renewal.send_fresh(seat=table.seat(WEST), sender="192.0.2.8")
    assert fresh_links()[-1] == EMAILS[WEST]


def test_links_can_be_made_void_without_end_but_not_every_time_is_a_fresh_one_mailed(
    table: Table, traveller: time_machine.Traveller
) -> None:
    most = link_renewal.FRESH_LINKS_TO.most
    for number in range(most):
        assert link_renewal.revoke(seat=table.seat(EAST), sender=f"192.0.2.{number}") == 0
    traveller.shift(timedelta(seconds=2))
    token = token_of(turn_link(table.seat(EAST)))
    traveller.shift(timedelta(seconds=2))
    assert (
        0
        < link_renewal.revoke(seat=table.seat(EAST), sender="192.0.2.7")
        <= link_renewal.FRESH_LINKS_TO.seconds
    )
    assert not is_alive(table, EAST, token)
    assert fresh_links() == [EMAILS[EAST]] * most


# ---- invitations


@pytest.fixture
def invitation(table: Table) -> Invitation:
    game = GameFactory.create(creator=table.people[EAST], opponent=lobby.Invite("guest@example.org"))
    return Invitation.objects.get(seat__game=game)


def test_the_link_of_an_invitation_shows_that_invitation(invitation: Invitation) -> None:
    link = invitation_link(invitation)
    public_id = invitation.seat.game.public_id
    assert link.startswith(f"http://testserver/i/{public_id}/")
    assert invited(public_id, token_of(link)) == invitation
    assert invited(public_id, token_of(link)[:-1]) is None
    assert invited("nosuchgame", token_of(link)) is None


def test_invitation_link_opens_no_seat(invitation: Invitation, table: Table) -> None:
    game: Game = invitation.seat.game
    token = token_of(invitation_link(invitation))
    joining.join(game=game, person=invitation.person)
    assert followed(game.public_id, "west", token) is None
    seat = Seat.objects.select_related("game", "player").get(game=game, side=WEST)
    assert invited(game.public_id, token_of(turn_link(seat))) is None
    assert invited(table.game.public_id, token) is None


def test_invitation_link_is_still_found_once_declined(invitation: Invitation) -> None:
    token = token_of(invitation_link(invitation))
    joining.decline(game=invitation.seat.game, person=invitation.person)
    found = invited(invitation.seat.game.public_id, token)
    assert found is not None
    assert found.declined_at is not None
