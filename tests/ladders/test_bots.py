"""A ladder can leave games between a person and a bot out of the ratings."""

import pytest

from accounts.models.person import Person
from accounts.scopes import Scope
from games.ladders import settling
from games.ladders.models.ladder import Ladder
from games.ladders.models.rating import RatedGame
from games.ladders.models.season import Match
from games.ladders.ratings.counting import NotRated
from tests.factories.ladders import LadderFactory, organiser_of, pair_round
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, token_of
from tests.ladders.rating_games import ended, fold_all
from tests.web.browsers import signed_in, text
from tests.web.ladders.case import FORM

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def paired(*bots: str, rates_bots: bool = False) -> Match:
    """The game of Anna and Bert on a ladder, some of whom are bots."""
    ladder = LadderFactory.create(players=["Anna", "Bert"], rates_bots=rates_bots)
    for name in bots:
        person = PersonFactory.named(name)
        person.is_bot = True
        person.save(update_fields=["is_bot"])
    pair_round(ladder)
    return Match.objects.select_related("game", "season__ladder").get()


def why_not_rated(match: Match) -> str | None:
    ended(match.game, days=1)
    fold_all()
    return RatedGame.objects.get(game=match.game.public_id).reason or None


@pytest.mark.parametrize(
    ("bots", "rates_bots", "reason"),
    [
        pytest.param(["Bert"], False, NotRated.BOT, id="a person and a bot"),
        pytest.param(["Anna", "Bert"], False, None, id="two bots"),
        pytest.param([], False, None, id="two people"),
        pytest.param(["Bert"], True, None, id="where bots are rated"),
    ],
)
def test_game_of_a_person_and_a_bot_is_not_rated_there(
    bots: list[str], rates_bots: bool, reason: str | None
) -> None:
    assert why_not_rated(paired(*bots, rates_bots=rates_bots)) == reason


def test_who_calls_themselves_a_bot_in_a_lost_game_does_not_save_their_rating() -> None:
    match = paired()
    Person.objects.filter(pk=match.east_id).update(is_bot=True)
    assert why_not_rated(match) is None


def test_game_counts_in_the_table_all_the_same() -> None:
    match = paired("Bert")
    ended(match.game, days=1)
    settling.settle()
    match.refresh_from_db()
    assert match.ended_at is not None
    assert (match.east_halves, match.west_halves) == (2, 0)


def test_page_and_api_of_the_ladder_say_it() -> None:
    ladder = paired("Bert").season.ladder
    words = "Those between a person and a bot are not rated."
    path = f"/ladders/{ladder.public_id}/"
    assert words in text(signed_in(PersonFactory.named("Anna")).get(path))
    assert Caller().get(path.removeprefix("/")).json()["rates_bots"] is False
    Ladder.objects.update(rates_bots=True)
    assert words not in text(signed_in(PersonFactory.named("Anna")).get(path))


def test_organiser_chooses_it_on_the_page_and_by_programs() -> None:
    ladder = LadderFactory.create()
    by = organiser_of(ladder.club)
    form = FORM | {"name": "With bots", "rates_bots": "no"}
    path = f"/clubs/{ladder.club.slug}/ladders/new/"
    assert signed_in(by).post(path, form).status_code == 302
    assert Ladder.objects.get(name="With bots").rates_bots is False
    assert ladder.rates_bots is True
    body = {"name": "Others", "edition": "kessen", "pace": 3, "rates_bots": False}
    made = Caller(token_of(by, scope=Scope.CLUBS)).post(f"clubs/{ladder.club.slug}/ladders/", body)
    assert made.json()["rates_bots"] is False
