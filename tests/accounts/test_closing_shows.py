"""After somebody has closed their account no page, answer, mail or stored text names them."""

from collections.abc import Iterator

import pytest
from django.core import mail
from django.test import Client

from accounts import closing
from accounts.models.person import Person, distinct_names
from games.engine.side import EAST, WEST
from games.ladders.models.rating import RatingStanding
from games.ladders.ratings.check import first_difference
from games.ladders.ratings.intake import fold_due, rebuild
from games.models.game import Game
from games.services import joining, lobby, play
from notifications.delivery import deliver_due
from notifications.models import Notification
from notifications.webhooks import queue
from tests.accounts.conftest import new_address
from tests.accounts.leaving import (
    ADDRESS,
    NAME,
    OTHER,
    a_table,
    a_webhook,
    again,
    found_in_the_database,
    tables,
)
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit import caches
from tests.kit.calling import Caller, token_of
from tests.ladders.rating_games import begun, ended
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_no_served_byte_and_no_stored_text_names_them() -> None:
    running, over = tables(2, is_public=True)
    play.resign(seat=over.seat(EAST))
    person, other = running.people
    running.submit(running.asked()[0], key="k1")
    hook = a_webhook(other)
    club = ClubFactory.create(founder=person)
    MembershipFactory.create(club=club, person=other)
    mine = GameFactory.create(creator=person, opponent=lobby.Invite(other.email))
    theirs = GameFactory.create(creator=other, opponent=lobby.Invite(ADDRESS))
    declined = GameFactory.create(creator=other, opponent=lobby.Invite(ADDRESS))
    deliver_due()
    joining.decline(game=declined, person=person)
    deliver_due()
    opponent, program = signed_in(other), Caller(token_of(other))
    paths = [*addresses(running.game, over.game, mine, theirs, declined), *addresses_of(club.slug)]
    before = b"".join(asked(paths, opponent, program))
    assert NAME.encode() in before
    assert ADDRESS.encode() in before
    assert {"notifications_notification.subject", "accounts_person.email"} <= found_in_the_database(
        NAME, ADDRESS
    )
    mail.outbox.clear()
    closing.close(person=person)
    deliver_due()
    queue.hand_on()
    assert hook.deliveries.filter(type="game.over").exists()
    for answer in (*asked(paths, opponent, program), *asked(paths, Client(), Caller())):
        assert NAME.encode() not in answer
        assert ADDRESS.encode() not in answer
    told = program.get(f"games/{over.game.public_id}/").json()["players"]
    assert (told["east"]["name"], told["west"]["name"]) == ("a former player", OTHER)
    shown = b"".join(asked(paths, opponent, program))
    assert b"a former player" in shown
    assert mail.outbox
    for sent in mail.outbox:
        assert NAME not in str(sent.message())
        assert ADDRESS not in str(sent.message())
    assert not found_in_the_database(NAME, ADDRESS)


def addresses(*games: Game) -> Iterator[str]:
    yield from ("/", "/games/", "/games/open/", "/me/", "/me/mail/", "/me/data/everything.json")
    for game in games:
        for part in ("", "history/", "record.json", "verify/", "moments/1/", "invitation/", "join/"):
            yield f"/games/{game.public_id}/{part}"
        for part in ("", "view/", "history/", "record/", "moments/1/"):
            yield f"games/{game.public_id}/{part}"
    for wanted in ("mine", "waiting", "invitations", "open", "watch"):
        yield f"games/?list={wanted}"


def addresses_of(club: str) -> Iterator[str]:
    yield from ("/clubs/", "/ratings/", "clubs/", f"clubs/{club}/", f"clubs/{club}/members/")
    yield from (f"/clubs/{club}/", f"/clubs/{club}/members/", f"/clubs/{club}/requests/")


def asked(paths: list[str], browser: Client, program: Caller) -> Iterator[bytes]:
    """What all of these say, pages and the API; and how often the archive is had is not limited here."""
    caches.empty()
    for path in paths:
        response = browser.get(path) if path.startswith("/") else program.get(path)
        yield response.content
        yield str(dict(response.headers)).encode()


@pytest.mark.parametrize("name", ["e", "East", "a.b*", "Ann", "名前", "x" * 40, "won"])
def test_a_name_that_is_part_of_other_words_is_taken_out_alone(name: str) -> None:
    table = a_table()
    Person.objects.filter(pk=table.people[EAST].pk).update(name=name)
    deliver_due()
    table.submit(EAST, table.a_bid(EAST))
    (row,) = Notification.objects.filter(recipient=table.people[WEST])[:1]
    assert row.subject == f"West against {name}: the game has begun"
    closing.close(person=again(table.people[EAST]))
    row.refresh_from_db()
    assert row.subject == "West against a former player: the game has begun"


def test_an_address_too_long_for_a_subject_is_taken_out_too() -> None:
    long = f"{'a' * 64}@{'.'.join(['b' * 55] * 3)}.example.org"
    person = PersonFactory.create(name=NAME, email=long)
    inviter = Person.objects.at(new_address())
    game = GameFactory.create(creator=inviter, opponent=lobby.Invite(long))
    joining.decline(game=game, person=person)
    deliver_due()
    row = Notification.objects.get(recipient=inviter)
    assert long[:150] in row.subject
    assert long not in row.subject
    closing.close(person=person)
    row.refresh_from_db()
    assert "aaaa" not in row.subject
    assert "bbbb" not in row.subject


def test_several_former_players_are_told_apart_by_the_order_in_which_they_left() -> None:
    people = [PersonFactory.create(name=f"Ashigaru {n}", email=f"a{n}@example.org") for n in "ABC"]
    assert distinct_names(people) == {person.pk: str(person) for person in people}
    closing.close(person=people[2])
    people = [again(person) for person in people]
    assert distinct_names(people)[people[2].pk] == "a former player"
    closing.close(person=people[0])
    people = [again(person) for person in people]
    assert [distinct_names(people)[person.pk] for person in people] == [
        "former player 2",
        "Ashigaru B",
        "former player 1",
    ]
    assert distinct_names([people[0], people[1]])[people[0].pk] == "a former player"


def test_ratings_stay_and_can_be_made_again_from_the_results() -> None:
    person = PersonFactory.create(name=NAME, email=ADDRESS)
    other = PersonFactory.create(name=OTHER, email="ashigaru.two@example.org")
    ended(begun(person, other), days=1)
    ended(begun(other, person), days=2)
    fold_due()
    mine, theirs = (f"/players/{who.key}/" for who in (person, other))
    browser = signed_in(other)
    assert all(NAME.encode() in browser.get(page).content for page in (mine, theirs))
    before = standings()
    assert before
    closing.close(person=person)
    assert browser.get(mine).status_code == 404
    shown = browser.get(theirs).content
    assert NAME.encode() not in shown
    assert b"a former player" in shown
    rebuild()
    assert standings() == before
    assert first_difference() is None
    assert not found_in_the_database(NAME, ADDRESS)


def standings() -> list[tuple[object, ...]]:
    """Everybody's ratings, as they are kept."""
    rows = RatingStanding.objects.order_by("player", "ladder")
    return list(rows.values_list("player", "ladder", "points", "deviation", "games"))
