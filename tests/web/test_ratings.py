"""Pages about ratings: the list, the page of a player, and the page of a game."""

from datetime import timedelta
from xml.etree import ElementTree as ET

import pytest
import time_machine
from django.test import Client

from accounts.models.person import Person
from games.engine.side import SIDES, WEST
from games.ladders.models.rating import Player, RatingChange
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.fold import OVERALL
from games.ladders.ratings.glicko import POINT
from games.ladders.ratings.queries import NOT_RATED_BECAUSE, NOT_RATED_PURPOSES
from games.ladders.ratings.results import TIME_OUT
from games.models.game import Game
from games.models.seat import Seat
from games.services import lobby, play
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.ladders.finished import BEGIN
from tests.ladders.rating_games import RATED, Quick, begun, fold_all
from tests.web.browsers import shown, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SOON = BEGIN + timedelta(days=60)
SVG = "{http://www.w3.org/2000/svg}"
POINT_OF_CHART = 'class="dot"'


def page_of(someone: Person) -> str:
    return f"/players/{someone.key}/"


@pytest.fixture
def people() -> list[Person]:
    return [PersonFactory.named(name) for name in ("Ashigaru One", "Ashigaru Two", "Ashigaru Three")]


@pytest.fixture
def quick(people: list[Person]) -> Quick:
    return Quick(people)


@pytest.fixture
def season(people: list[Person], quick: Quick) -> list[Game]:
    """One and Two have settled ratings, One the better one; Three has played once."""
    games = [
        quick.game(people[0], people[1], days=number, winner=SIDES[number % 3 // 2]) for number in range(24)
    ]
    games.append(quick.game(people[2], people[1], days=25))
    fold_all()
    return games


# ---- everybody ----


def test_the_best_are_listed_and_who_is_provisional_is_not(people: list[Person], season: list[Game]) -> None:
    with time_machine.travel(SOON, tick=False):
        page = shown("/ratings/")
        assert page.index("Ashigaru One") < page.index("Ashigaru Two")
        assert "Ashigaru Three" not in page
        assert page_of(people[0]) in page
        assert "Ashigaru One" in shown("/ratings/?edition=kessen")
        assert "There are no settled ratings here yet." in shown("/ratings/?edition=gmt-2016")


def test_players_away_for_years_are_not_listed(people: list[Person], season: list[Game]) -> None:
    with time_machine.travel(SOON + timedelta(days=20 * 365), tick=False):
        assert "Ashigaru One" not in shown("/ratings/")
        assert "provisional" in shown(page_of(people[0]))


def test_the_list_has_pages(season: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.web.ratings.RATINGS_A_PAGE", 1)
    with time_machine.travel(SOON, tick=False):
        first, second = shown("/ratings/"), shown("/ratings/?page=2")
    assert "Ashigaru One" in first
    assert "Further down" in first
    assert "Ashigaru Two" in second
    assert '<td class="number">2</td>' in second


def test_ratings_of_an_unknown_edition_are_not_found(people: list[Person], season: list[Game]) -> None:
    for path in ("/ratings/?edition=none", f"{page_of(people[0])}?edition=none", "/players/none/"):
        assert Client().get(path).status_code == 404


def test_the_list_links_to_the_signed_in_players_page(people: list[Person], season: list[Game]) -> None:
    with time_machine.travel(SOON):  # a session lasts from now on
        browser = signed_in(people[0])
        page = shown("/ratings/", browser)
    assert "(you)" in page
    assert "My ratings" in page


# ---- one player ----


def test_a_players_page_has_their_ratings_in_words(people: list[Person], season: list[Game]) -> None:
    with time_machine.travel(SOON, tick=False):
        settled, new = shown(page_of(people[0])), shown(page_of(people[2]))
    assert "<h1>Ashigaru One</h1>" in settled
    assert "All editions" in settled
    assert "Kessen" in settled
    assert '<span class="hint">provisional</span>' not in settled
    assert '<span class="hint">provisional</span>' in new


def test_the_chart_says_what_the_table_says(people: list[Person], season: list[Game]) -> None:
    answer = text(Client().get(page_of(people[0])))
    drawn = answer[(begin := answer.index("<svg xmlns")) : answer.index("</svg>", begin) + 6]
    chart = ET.fromstring(drawn)
    changes = list(RatingChange.objects.filter(player__person=people[0], ladder=OVERALL).order_by("at"))
    assert chart.get("role") == "img"
    named = {chart.get("aria-labelledby"), chart.get("aria-describedby")}
    assert {
        each.get("id") for each in (chart.find(f"{SVG}title"), chart.find(f"{SVG}desc")) if each is not None
    } == named
    described = "".join(chart.find(f"{SVG}desc").itertext())  # type: ignore[union-attr]
    assert f"to {round(changes[-1].points / POINT)} points" in described
    heights = [float(dot.get("cy", "")) for dot in chart.iter(f"{SVG}circle")]
    points = [change.points for change in changes]
    assert len(heights) == len(points)
    by_height = sorted(range(len(points)), key=lambda place: -heights[place])
    assert [points[place] for place in by_height] == sorted(points)
    for change in changes:
        assert f'<td class="number">{round(change.points / POINT)}</td>' in answer
    assert "style=" not in drawn


def test_the_chart_has_the_latest_changes_whatever_page_is_read(
    people: list[Person], season: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.web.ratings.RATINGS_A_PAGE", 5)
    monkeypatch.setattr("games.web.ratings.RATING_CHANGES_CHARTED", 20)
    latest = RatingChange.objects.filter(player__person=people[0], ladder=OVERALL).order_by("-at")[:20]
    first, last = round(latest[19].points / POINT), round(latest[0].points / POINT)
    for path in (page_of(people[0]), f"{page_of(people[0])}?page=4"):
        page = shown(path)
        assert page.count(POINT_OF_CHART) == 20
        assert f"Over 20 games, from {first} to {last} points" in page
        assert page.count("<b>won</b>") + page.count("<b>lost</b>") == 5


def test_a_chart_of_one_game_says_what_came_of_it(people: list[Person], quick: Quick) -> None:
    quick.game(people[0], people[1], days=1)
    fold_all()
    page = shown(page_of(people[0]))
    assert "After 1 game: 1662 points." in page
    assert page.count(POINT_OF_CHART) == 1


def test_everybody_can_read_beforehand_what_does_not_count_and_why(people: list[Person]) -> None:
    page = shown("/ratings/")
    assert "<title>Ratings" in page
    assert "What does not count" in page
    for code in NotRated:
        assert f"<li>{NOT_RATED_BECAUSE[code]}" in page
        assert str(NOT_RATED_PURPOSES[code]) in page


def test_a_private_game_shows_its_result_without_its_address(people: list[Person], quick: Quick) -> None:
    private = quick.game(people[0], people[1], days=1)
    public = quick.game(people[0], people[1], days=2, is_public=True)
    fold_all()
    page = shown(page_of(people[0]))
    assert page.count("<b>won</b>") == 2
    assert f"/games/{public.public_id}/" in page
    assert private.public_id not in page


def test_a_game_that_does_not_count_says_why(people: list[Person], quick: Quick) -> None:
    for days in (1, 2):
        quick.game(people[0], people[1], days=days, victory=TIME_OUT)
    quick.game(people[0], people[1], days=3, victory="resignation", week=1)
    fold_all()
    page = shown(page_of(people[0]))
    assert "had lost another game on time within the 7 days before" in page
    assert "in the first week, so almost nothing was played" in page
    assert page.count("Not rated:") == 2


def test_an_address_tells_neither_who_nor_how_many(people: list[Person], season: list[Game]) -> None:
    for player in Player.objects.all():
        assert len(player.key) == 10
        assert player.key != str(player.pk)
    page = Client().get(page_of(people[0])).content
    assert b"@example.org" not in page


def test_address_of_ratings_leads_to_the_page_of_the_person(people: list[Person], season: list[Game]) -> None:
    kept = Player.objects.get(person=people[0]).key
    answer = Client().get(f"/players/{kept}/?edition=kessen")
    assert (answer.status_code, answer["Location"]) == (302, f"{page_of(people[0])}?edition=kessen")


def test_deleted_players_have_no_page_and_no_link(people: list[Person], season: list[Game]) -> None:
    gone = page_of(people[1])
    Seat.objects.filter(player=people[1]).update(player=None)
    people[1].delete()
    assert Client().get(gone).status_code == 404
    page = shown(page_of(people[0]))
    assert "someone who has left" in page
    assert gone not in page
    with time_machine.travel(SOON, tick=False):
        assert gone not in shown("/ratings/")


# ---- games ----


def form(**fields: str) -> dict[str, str]:
    return {"opponent": "open", "side": "east", "edition": "kessen", "name": "Ashigaru One"} | fields


def test_a_game_is_made_a_rated_one_and_everybody_asked_is_told(people: list[Person]) -> None:
    assert signed_in(people[0]).post("/games/new/", form(rated="on")).status_code == 302
    game = Game.objects.get()
    assert game.is_rated
    for path in (f"/games/{game.public_id}/", "/games/open/"):
        assert "rated" in shown(path, signed_in(people[1])), path
    assert "its result changes the" in shown(f"/games/{game.public_id}/", signed_in(people[1]))


def test_without_the_box_a_game_is_not_rated(people: list[Person]) -> None:
    assert signed_in(people[0]).post("/games/new/", form()).status_code == 302
    assert not Game.objects.get().is_rated
    assert "rated" not in shown("/games/open/")


@pytest.mark.parametrize("opponent", ["computer", "myself"])
def test_a_game_with_one_person_cannot_be_rated(people: list[Person], opponent: str) -> None:
    answer = signed_in(people[0]).post("/games/new/", form(opponent=opponent, rated="on"))
    assert answer.status_code == 400
    assert "Only a game between two people can be rated." in text(answer)
    assert not Game.objects.exists()


def test_an_invitation_says_that_the_game_is_rated(people: list[Person]) -> None:
    game = GameFactory.create(creator=people[0], opponent=lobby.Invite(people[1].email), terms=RATED)
    page = shown(f"/games/{game.public_id}/invitation/", signed_in(people[1]))
    assert "its result changes the" in page


def resigned(game: Game, week: int) -> str:
    """West gives up in that week; the page as East sees it."""
    play.resign(seat=Seat.objects.select_related("game").get(game=game, side=WEST))
    Game.objects.filter(pk=game.pk).update(week=week)
    return f"/games/{game.public_id}/"


def test_the_page_of_a_rated_game_says_what_came_of_it(people: list[Person]) -> None:
    path = resigned(begun(people[0], people[1]), week=3)
    browser = signed_in(people[0])
    assert "are being worked out" in shown(path, browser)
    fold_all()
    page = shown(path, browser)
    assert "What it did to the ratings" in page
    assert page_of(people[0]) in page
    assert "+162" in page
    assert "\N{MINUS SIGN}162" in page


def test_the_page_of_a_game_says_why_it_was_not_rated(people: list[Person]) -> None:
    browser = signed_in(people[0])
    path = resigned(begun(people[0], people[1]), week=1)
    fold_all()
    assert "It was not rated: it was resigned or lost on time in the first week" in shown(path, browser)
    path = resigned(begun(people[0], people[1], terms=lobby.Terms()), week=3)
    assert "It was not rated: it began as an unrated game." in shown(path, browser)


def test_closed_accounts_are_on_no_list_and_have_no_page(people: list[Person], season: list[Game]) -> None:
    gone = page_of(people[0])
    Person.objects.filter(pk=people[0].pk).update(closed_at=SOON)
    assert Client().get(gone).status_code == 404
    with time_machine.travel(SOON, tick=False):
        page = shown("/ratings/")
    assert "former player" not in page
    assert "Ashigaru Two" in page
    assert "a former player" in shown(page_of(people[1]))
