"""Private clubs: who knows of them, who comes in, and who watches their games."""

from functools import partial

import pytest
from django.core import mail
from django.http import Http404
from django.test import Client

from accounts.models.person import PageShows, Person
from games.api.streams import ladder_stream
from games.api.streams.events import News
from games.api.streams.game_stream import closed
from games.api.streams.ladder_stream import Followed, LadderStream
from games.ladders import person_pages, rounds
from games.ladders.clubs import founding, games, invitations, membership, queries
from games.ladders.clubs.webhook_events import report_games
from games.ladders.models.club import Club, ClubGame
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.ladders.statistics import archive
from games.ladders.statistics.archive import Filters, NotFoundError
from games.models.game import Game
from games.reads.access import Visitor, viewer_of
from games.reads.queries import games_to_watch, open_game
from games.services import joining, lobby
from games.simulation.league import check_in_all
from notifications.delivery import deliver_due
from notifications.webhooks.models import Delivery
from sekigahara.errors.exceptions import Conflict
from tests.factories.clubs import ClubFactory, ClubWebhookFactory
from tests.factories.games import GameFactory
from tests.factories.ladders import NOW, LadderFactory, pair_round
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, token_of
from tests.kit.concurrency import held_up_at
from tests.ladders.archived import listed
from tests.web.browsers import path_of, shown, signed_in

pytestmark = pytest.mark.django_db

ABOUT = "We meet in the castle."


def boss() -> Person:
    return PersonFactory.named("Organiser One")


def stranger() -> Person:
    return PersonFactory.named("Stranger")


def set_private(club: Club, *, is_private: bool = True) -> None:
    founding.change(club=club, by=boss(), changed={"is_private": is_private})


@pytest.fixture
def club() -> Club:
    return ClubFactory.create(is_private=True, about=ABOUT, members=["Anna", "Bert"])


@pytest.fixture
def ladder(club: Club) -> Ladder:
    return LadderFactory.create(club=club, players=2, now=NOW)


@pytest.fixture
def game(ladder: Ladder) -> Game:
    """A game that the ladder has paired, and that has begun."""
    pair_round(ladder)
    check_in_all()
    return Match.objects.get().game


def may_watch(person: Person | None, game: Game) -> bool:
    try:
        return viewer_of(Visitor(person), game.public_id).seat is None
    except Http404:
        return False


# --- games


def test_members_alone_watch_the_games_of_its_ladders(club: Club, game: Game) -> None:
    assert may_watch(PersonFactory.named("Anna"), game)
    assert not may_watch(stranger(), game)
    assert not may_watch(None, game)
    assert not games_to_watch().exists()
    assert list(games.games_of(club, is_member=True)) == [game]
    assert not games.games_of(club, is_member=False).exists()


def test_its_players_see_their_game_after_they_have_left(club: Club, game: Game) -> None:
    east = game.seats.get(side=0).player
    assert east is not None
    membership.leave(club=club, person=east)
    assert viewer_of(Visitor(east), game.public_id).seat is not None


def test_game_of_two_members_is_watched_only_if_they_want_it(club: Club) -> None:
    anna, bert = PersonFactory.named("Anna"), PersonFactory.named("Bert")
    for is_public in (True, False):
        game = GameFactory.create(
            creator=anna,
            opponent=lobby.Anybody(),
            terms=lobby.Terms(is_public=is_public),
            enter=partial(games.enter, club=club, by=anna),
        )
        joining.join(game=game, person=bert)
        assert may_watch(boss(), game) == is_public
        assert not may_watch(stranger(), game)


def test_waiting_game_is_unknown_to_strangers(club: Club) -> None:
    anna = PersonFactory.named("Anna")
    game = GameFactory.create(
        creator=anna, opponent=lobby.Anybody(), enter=partial(games.enter, club=club, by=anna)
    )
    assert open_game(game.public_id, PersonFactory.named("Bert")) == game
    assert open_game(game.public_id, stranger()) is None
    assert signed_in(stranger()).get(f"/games/{game.public_id}/").status_code == 404
    assert Caller(token_of(stranger())).get(f"games/{game.public_id}/").status_code == 404


def test_games_are_taken_from_everybody_and_given_back(ladder: Ladder, game: Game) -> None:
    club = ladder.club
    set_private(club, is_private=False)
    assert may_watch(None, game)
    assert games_to_watch().get() == game
    set_private(club)
    assert not may_watch(None, game)
    assert may_watch(PersonFactory.named("Anna"), game)
    set_private(club, is_private=False)
    assert may_watch(None, game)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_game_that_begins_while_the_club_turns_private_is_for_its_members() -> None:
    club = ClubFactory.create(members=["Anna", "Bert"])
    ladder = LadderFactory.create(club=club, players=2, now=NOW)
    ladder.refresh_from_db()
    rows = Ladder.objects.filter(pk=ladder.pk)
    held_up_at(rows, partial(set_private, club), partial(rounds.run, ladder.next_round_at))
    game = Game.objects.get()
    assert (game.is_public, game.in_club.is_for_members) == (False, True)


def test_game_for_two_alone_stays_theirs_when_the_club_becomes_public(club: Club) -> None:
    anna = PersonFactory.named("Anna")
    game = GameFactory.create(
        creator=anna, opponent=lobby.Anybody(), enter=partial(games.enter, club=club, by=anna)
    )
    joining.join(game=game, person=PersonFactory.named("Bert"))
    set_private(club, is_private=False)
    assert not may_watch(None, game)
    assert not may_watch(boss(), game)


def test_archive_loses_its_games_and_knows_no_such_club(club: Club) -> None:
    set_private(club, is_private=False)
    ladder = LadderFactory.create(club=club, now=NOW)
    game = listed(PersonFactory.named("Anna"), PersonFactory.named("Bert"))
    ClubGame.objects.create(game=game, club=club)
    assert archive.find(Filters(club=club.slug)).count() == 1
    set_private(club)
    assert not archive.find(Filters()).exists()
    assert not archive.find(Filters(player="Anna")).exists()
    for filters, code in (
        (Filters(club=club.slug), "no-club"),
        (Filters(ladder=ladder.public_id), "no-ladder"),
        (Filters(ladder=ladder.public_id, season=1), "no-ladder"),
    ):
        with pytest.raises(NotFoundError, match=code):
            archive.find(filters)


def test_webhooks_of_the_club_tell_of_its_games(club: Club, ladder: Ladder) -> None:
    ClubWebhookFactory.create(club=club)
    pair_round(ladder)
    check_in_all()
    report_games()
    assert Delivery.objects.filter(type="club.game-started").exists()


# --- the club


def test_it_is_in_no_list(club: Club) -> None:
    assert not queries.clubs().exists()
    assert not queries.clubs(club.name).exists()
    assert club.name not in shown("/clubs/", signed_in(stranger()))
    assert club.name in shown("/clubs/", signed_in(PersonFactory.named("Anna")))


def test_pages_of_its_members_name_it_only_to_members(club: Club) -> None:
    anna, other = PersonFactory.named("Anna"), stranger()
    assert person_pages.page_of(anna.key, other) is None, "no one else has seen the name"
    Person.objects.filter(pk=anna.pk).update(page_shows=PageShows.ALL)
    public = ClubFactory.create(founder=anna, name="Public Club")
    seen = person_pages.page_of(anna.key, other)
    assert seen is not None
    assert seen.clubs == [public]
    known = person_pages.page_of(anna.key, boss())
    assert known is not None
    assert set(known.clubs) == {club, public}


def test_stranger_does_not_join_without_its_link(club: Club) -> None:
    with pytest.raises(Conflict, match="link-needed"):
        membership.join(club=club, person=stranger())


def test_link_opens_the_door_and_no_more(club: Club) -> None:
    LadderFactory.create(club=club, name="Castle ladder", now=NOW)
    browser = signed_in(stranger())
    assert browser.get(f"/clubs/{club.slug}/join/{club.link}/")["Location"] == f"/clubs/{club.slug}/"
    page = shown(f"/clubs/{club.slug}/", browser)
    assert club.name in page
    assert ABOUT in page
    assert "Anna" not in page
    assert "Castle ladder" not in page
    assert browser.get(f"/clubs/{club.slug}/members/").status_code == 404
    assert browser.post(f"/clubs/{club.slug}/join/")["Location"] == f"/clubs/{club.slug}/"
    assert "Castle ladder" in shown(f"/clubs/{club.slug}/", browser)


def test_old_link_opens_nothing(club: Club) -> None:
    browser = signed_in(stranger())
    browser.get(f"/clubs/{club.slug}/join/{club.link}/")
    founding.renew_link(club=club, by=boss(), old=club.link)
    assert browser.get(f"/clubs/{club.slug}/").status_code == 404


def test_link_leads_to_asking_where_organisers_decide(club: Club) -> None:
    founding.change(club=club, by=boss(), changed={"joining": Club.Joining.APPROVAL})
    browser = signed_in(stranger())
    browser.get(f"/clubs/{club.slug}/join/{club.link}/")
    browser.post(f"/clubs/{club.slug}/join/")
    assert queries.standing_of(club, stranger()).request is not None
    page = shown(f"/clubs/{club.slug}/", browser)
    assert "You asked to join" in page
    assert "Anna" not in page


def test_mailed_invitation_opens_the_door(club: Club) -> None:
    invitations.invite(club=club, by=boss(), sender="192.0.2.1", addresses=["newcomer@example.org"])
    deliver_due()
    (letter,) = [each for each in mail.outbox if each.to == ["newcomer@example.org"]]
    link = next(each for each in str(letter.body).split() if "/invited/" in each)
    browser = Client()
    browser.get(path_of(link))
    page = shown(f"/clubs/{club.slug}/", browser)
    assert "Organiser One invites you" in page
    assert "Anna" not in page


def test_whoever_is_removed_is_mailed_no_link_to_it(club: Club) -> None:
    anna = PersonFactory.named("Anna")
    membership.remove(member=club.memberships.get(person=anna), by=boss(), reason="Enough.")
    deliver_due()
    [letter] = [each for each in mail.outbox if each.to == [anna.email] and "removed" in str(each.subject)]
    assert "Enough." in str(letter.body)
    assert f"/clubs/{club.slug}/" not in str(letter.body)


def test_organisers_share_its_link_whoever_may_join(club: Club) -> None:
    assert f"/clubs/{club.slug}/join/{club.link}/" in shown(f"/clubs/{club.slug}/invite/", signed_in(boss()))


def test_form_without_the_choice_leaves_it_private(club: Club) -> None:
    sent = {"name": club.name, "joining": "open", "edition": "kessen", "on_time_out": "nothing"}
    signed_in(boss()).post(f"/clubs/{club.slug}/settings/", sent)
    club.refresh_from_db()
    assert (club.about, club.is_private) == ("", True)
    signed_in(boss()).post(f"/clubs/{club.slug}/settings/", {**sent, "is_private": "False"})
    club.refresh_from_db()
    assert not club.is_private


# --- other sites


@pytest.mark.parametrize("file", ["embed/", "standings.png", "standings.csv", "crosstable.csv"])
def test_nobody_keeps_what_is_of_a_private_club(ladder: Ladder, file: str) -> None:
    path = f"/ladders/{ladder.public_id}/{file}"
    assert Client().get(path).status_code == 404
    kept = signed_in(PersonFactory.named("Anna")).get(path)["Cache-Control"]
    assert set(kept.split(", ")) == {"private", "no-store"}
    set_private(ladder.club, is_private=False)
    for browser in (Client(), signed_in(PersonFactory.named("Anna"))):
        assert browser.get(path)["Cache-Control"] == "public, max-age=300"


def test_stream_is_closed_to_who_may_no_longer_see_the_ladder(ladder: Ladder) -> None:
    set_private(ladder.club, is_private=False)
    readers = {"anna": PersonFactory.named("Anna"), "other": stranger()}
    streams = [
        LadderStream("who", token, ladder_stream.beginning(followed, None))
        for followed in (Followed(ladder=ladder.pk), Followed(club=ladder.club_id))
        for token in ("anna", "other", None)
    ]
    assert dict(ladder_stream.look(streams, readers)) == {}
    set_private(ladder.club)
    ends: dict[LadderStream, News] = dict(ladder_stream.look(streams, readers))
    assert ends == {each: closed("not-found") for each in streams if each.token != "anna"}
