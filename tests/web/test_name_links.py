"""Names that lead to the pages of people, and what lists of open games say of who offers one."""

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.person import PageShows, Person
from games.engine.side import WEST
from games.ladders.ratings.results import TIME_OUT
from games.models.game import Game
from games.models.seat import Seat, Tempo
from games.services import diary, lobby, play
from games.web.name_links import linked
from tests.factories.clubs import ClubFactory
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, token_of
from tests.kit.work import do_due_work
from tests.ladders.rating_games import Quick, fold_all
from tests.web.browsers import shown, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

PUBLIC = lobby.Terms(is_public=True)


@pytest.fixture
def people() -> list[Person]:
    return [PersonFactory.named(f"Ashigaru {name}") for name in ("One", "Two")]


def test_name_leads_to_a_page_only_where_there_is_one(people: list[Person]) -> None:
    one = people[0]
    assert linked(one) == f'<a href="/players/{one.key}/">Ashigaru One</a>'
    one.name = "<b>"
    assert linked(one) == f'<a href="/players/{one.key}/">&lt;b&gt;</a>'
    assert linked(None) == ""
    assert linked(PersonFactory.create(guest=True)) == "a guest"
    assert linked(PersonFactory.create(name="")) == "nameless"
    one.closed_at = timezone.now()
    assert linked(one) == "a former player"
    assert linked(Seat(computer="random")) == '<a href="/players/computer-random/">random (computer)</a>'


def test_names_lead_to_pages_from_games_clubs_and_invitations(people: list[Person]) -> None:
    one, two = people
    game = GameFactory.create(creator=one, joins=two, terms=PUBLIC)
    club = ClubFactory.create(founder=one)
    invited = GameFactory.create(creator=one, opponent=lobby.Invite(two.email))
    paths = [f"/games/{game.public_id}/", f"/clubs/{club.slug}/", f"/games/{invited.public_id}/invitation/"]
    browser = signed_in(two)
    for path in paths:
        page = browser.get(path).content.decode()
        assert f'href="/players/{one.key}/"' in page, path
        assert browser.get(f"/players/{one.key}/").status_code == 200


@pytest.mark.parametrize("is_public", [True, False])
def test_final_mail_leads_to_the_players_of_a_game_that_others_may_know(
    people: list[Person], is_public: bool
) -> None:
    game = GameFactory.create(creator=people[0], joins=people[1], terms=lobby.Terms(is_public=is_public))
    play.resign(seat=Seat.objects.select_related("game").get(game=game, side=WEST))
    do_due_work()
    last = next(each for each in mail.outbox[::-1] if each.to == [people[0].email])
    page = str(last.alternatives[0][0])  # type: ignore[attr-defined] # as our mails have them
    assert (f"/players/{people[1].key}/" in page) == is_public


# ---- who offers a game ----


@pytest.fixture
def offered(people: list[Person]) -> Person:
    """One has three finished games, of which one was lost on time, and offers another."""
    quick = Quick(people)
    for number in range(3):
        quick.game(people[0], people[1], days=number)
    quick.game(people[0], people[1], days=4, winner=WEST, victory=TIME_OUT)
    fold_all()
    Seat.objects.filter(game__status=Game.Status.OVER).update(tempo=Tempo.SAME_DAY)
    GameFactory.create(creator=people[0])
    return people[0]


@pytest.mark.parametrize("shows", PageShows)
def test_open_game_says_of_who_offers_it_what_strangers_see(offered: Person, shows: PageShows) -> None:
    Person.objects.filter(pk=offered.pk).update(page_shows=shows)
    page = shown("/games/open/")
    assert ("rating about 1" in page) == (shows != PageShows.NOTHING)
    assert ("finished 3 of 4 games" in page) == (shows != PageShows.NOTHING)
    assert ("answers the same day" in page) == (shows == PageShows.ALL)


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize("path", ["/games/open/", "/api/v1/games/?list=open"])
def test_open_games_take_the_same_statements_however_many(path: str) -> None:
    reader = Caller(token_of(PersonFactory.create())).client if "api" in path else Client()
    counts = []
    reader.get(path)  # what is read once is read now
    for _more in range(2):
        with CaptureQueriesContext(connection) as queries:
            reader.get(path)
        counts.append(len(queries))
        for _game in range(3):
            GameFactory.create()
    assert counts[0] == counts[1]


@pytest.mark.parametrize("shows", PageShows)
def test_program_is_told_of_who_offers_a_game_what_strangers_see(offered: Person, shows: PageShows) -> None:
    Person.objects.filter(pk=offered.pk).update(page_shows=shows)
    (game,) = Caller().get("games/?list=open").json()["games"]
    told = game["offered_by"]
    assert told == Caller(token_of(PersonFactory.create())).get(f"games/{game['id']}/").json()["offered_by"]
    assert (told is not None) == (shows != PageShows.NOTHING)
    if told is not None:
        assert told["provisional"]
        assert told["rating"] > 1_000_000
        assert told["finished"] == {"games": 4, "finished": 3}
        assert told["answers"] == ("same-day" if shows == PageShows.ALL else None)


def test_no_other_list_tells_of_who_offers_a_game(offered: Person) -> None:
    caller = Caller(token_of(offered))
    for game in caller.get("games/").json()["games"]:
        assert game["offered_by"] is None
        assert caller.get(f"games/{game['id']}/").json()["offered_by"] is None


# ---- lists and pages that name people


def test_lists_of_games_to_watch_lead_to_the_pages_of_the_players(people: list[Person]) -> None:
    GameFactory.create(creator=people[0], joins=people[1], terms=PUBLIC)
    GameFactory.create(creator=people[0], opponent=lobby.Computer("komono"), terms=PUBLIC)
    page = text(Client().get("/games/open/"))
    for key in (people[0].key, people[1].key, "computer-komono"):
        assert f'href="/players/{key}/"' in page


def test_invited_person_whose_address_was_given_is_linked_nowhere(people: list[Person]) -> None:
    one, two = people
    by_mail = GameFactory.create(creator=one, opponent=lobby.Invite(two.email))
    page = text(signed_in(one).get(f"/games/{by_mail.public_id}/"))
    assert (two.email in page, two.key in page) == (True, False)
    GameFactory.create(creator=one, joins=two)  # who have met may challenge each other
    by_key = GameFactory.create(creator=one, opponent=lobby.Known(two))
    page = text(signed_in(one).get(f"/games/{by_key.public_id}/"))
    assert f'href="/players/{two.key}/"' in page


def test_my_games_lead_to_whoever_invites(people: list[Person]) -> None:
    one, two = people
    GameFactory.create(creator=one, opponent=lobby.Invite(two.email))
    assert f'href="/players/{one.key}/"' in text(signed_in(two).get("/games/"))


def test_analysis_and_report_lead_to_the_pages_of_the_players(people: list[Person]) -> None:
    game = GameFactory.create(creator=people[0], joins=people[1], terms=PUBLIC, resigns=True)
    seats = Seat.objects.select_related("game", "player").filter(game=game)
    for seat in seats:
        diary.write(seat=seat, text="Rain.")
        diary.agree(seat=seat, on=True)
    for page in ("analysis", "report"):
        told = text(Client().get(f"/games/{game.public_id}/{page}/"))
        for person in people:
            assert f'href="/players/{person.key}/"' in told, page
