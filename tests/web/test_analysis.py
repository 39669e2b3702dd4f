"""The page of what a game was about: asked for, under way, ready, and none for a suspended game."""

from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models.person import Person
from games.analysis import sentences
from games.analysis.graves import GraveDeed
from games.analysis.luck import Luck
from games.analysis.reasons import FactKind, Reason
from games.analysis.turning_points import CostDifference, TurningPoint
from games.analysis.work import METHOD, AnalysisResult, SideLuck, WeekLuck
from games.engine.side import EAST
from games.models.analysis import Analysis
from games.models.game import Game
from games.reads.moments import Moments
from games.rulebook.editions import ruleset
from games.services import suspension
from games.story import Names
from sekigahara.db import service_time
from tests.kit import caches
from tests.kit.pages import in_one_line
from tests.kit.recorded import stored
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

LUCK = SideLuck(Luck(0.8, 1.1), [WeekLuck(1, Luck(0.4, 0.5)), WeekLuck(2, Luck(0.4, 1.0))])
NAMES = Names(ruleset("kessen"))
BAD_LUCK = SideLuck(Luck(-2.6, 1.2), [WeekLuck(1, Luck(-2.6, 1.2))])
MOVED = {"event": "level-chosen", "side": "east", "level": "minimal", "cards": []}
STAYED = {**MOVED, "level": "none"}


OVERRUN = {"event": "overrun", "side": "east", "by": "west", "count": 1, "kinds": ["tokugawa-two-mon"]}


def a_point(*reasons: Reason, **changed: Any) -> TurningPoint:
    point = TurningPoint(
        step=8,
        moment=7,
        week=2,
        turn="A",
        side="east",
        known=CostDifference(0.11, 0.015),
        hindsight=CostDifference(0.12, 0.01),
        played=(MOVED,),
        preferred=(STAYED,),
        reasons=reasons,
        price=None,
        rehearsals=60,
    )
    return msgspec.structs.replace(point, **changed)


def path(game: Game) -> str:
    return f"/games/{game.public_id}/analysis/"


def ready(game: Game, *points: TurningPoint, grave: tuple[GraveDeed, ...] = ()) -> str:
    """The page with this result."""
    result = msgspec.to_builtins(AnalysisResult(LUCK, BAD_LUCK, list(points), 30, list(grave)))
    now = service_time.now()
    Analysis.objects.all().delete()
    Analysis.objects.create(game=game, method=METHOD, done=9, total=9, result=result, finished_at=now)
    page = in_one_line(Client().get(path(game)).content.decode())
    return page.replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def game() -> Game:
    caches.empty()
    return stored("ieyasu-slain-in-battle")


@pytest.fixture
def person() -> Client:
    return signed_in(Person.objects.at("someone@example.org"))


def test_an_analysis_is_requested_by_a_button(game: Game, person: Client) -> None:
    assert "What was this game about?" in person.get(path(game)).content.decode()
    asked = person.post(path(game), follow=True)
    assert asked.redirect_chain == [(f"{path(game)}?as=public", 302)]
    assert "You have asked for it." in asked.content.decode()
    again = person.post(path(game), follow=True)
    assert "You have asked for it." in again.content.decode()
    assert Analysis.objects.count() == 1


def test_nobody_in_particular_is_asked_to_sign_in(game: Game) -> None:
    assert "Sign in to ask" in Client().get(path(game)).content.decode()
    assert Client().post(path(game))["Location"].startswith("/sign-in/?next=")
    assert not Analysis.objects.exists()


def test_the_page_of_the_game_leads_there(game: Game) -> None:
    assert f'href="{path(game)}?as=public"' in Client().get(f"/games/{game.public_id}/").content.decode()


def test_a_running_analysis_shows_progress_and_reloads_without_scripts(game: Game) -> None:
    Analysis.objects.create(game=game, method=METHOD, done=3, total=12)
    page = in_one_line(Client().get(path(game)).content.decode())
    assert '<progress value="25" max="100"' in page
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page
    assert 'data-again="5"' in page


def test_luck_is_told_in_words_and_in_castles(game: Game) -> None:
    page = ready(game)
    assert "West won<br>" in page
    assert "Kessen, week 2: Tokugawa Ieyasu lost" in page
    assert "East drew a little better than usual." in page
    assert "+0.8 castle, usual ± 1.1" in page
    assert "West drew much worse than usual." in page
    assert "\N{MINUS SIGN}2.6 castles, usual ± 1.2" in page
    assert page.count('class="usual"') == 3
    assert "not one of the 30 turns of this game clearly cost more than 5 points" in page
    assert "data-again" not in page
    assert "Movement alone is compared" in page
    assert "Bids, discards, deployments and challenges are not judged." in page
    assert "is the error of sampling alone" in page
    assert "Net of both sides, luck favoured East (+3.4 castles, usual ± 1.6)." in page


def test_a_turning_point_is_told_with_its_reasons_and_its_price(game: Game) -> None:
    lost = Reason(FactKind.LOST, 0.3, 0.1, "ieyasu")
    stands = Reason(FactKind.STAND, 0, 3, "ieyasu", "gifu", "gifu")
    page = ready(game, a_point(lost, stands, price=Reason(FactKind.CARDS, 4.0, 2.0)))
    assert "Movement alone is compared" in page
    assert "Its price: East has 2.0 fewer cards left." in page
    assert "East, week 2, turn A" in page
    assert "it cost 11 points of 100 (± 3) in chance to win." in page
    assert "East loses Tokugawa Ieyasu and the game before its next turn in 6 of 60 rehearsals" in page
    assert "as played, in 18." in page
    assert "Beside Tokugawa Ieyasu at Gifu stand 3 blocks; as played, no block." in page
    assert "As everything truly lay, it cost 12 points (± 2)." in page
    assert "East paid no card, for a single move." in page
    assert "East did not move." in page
    assert f'/games/{game.public_id}/moments/7/?as=east#moment"' in page
    assert f'action="/games/{game.public_id}/moments/7/' in page


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            Reason(FactKind.WON, 0.1, 0.4, "hideyori"),
            "East destroys Toyotomi Hideyori and wins at once in 24 of 60 rehearsals; as played, in 6.",
        ),
        (
            Reason(FactKind.STAND, 1, 3, "ieyasu", "gifu", "edo"),
            "Tokugawa Ieyasu stands at Edo, beside him 3 blocks; as played, at Gifu, beside him 1 block.",
        ),
        (
            Reason(FactKind.STAND, 0, 0, "ieyasu", "gifu", "gifu"),
            "Either way Tokugawa Ieyasu stands at Gifu, beside him no block.",
        ),
        (Reason(FactKind.ARRIVALS, 9.0, 12.0), "East brings 3.0 more blocks to the map."),
        (
            Reason(FactKind.POINTS, -1.0, 2.9),
            "East is 3.9 victory points better off when its next turn begins.",
        ),
        (Reason(FactKind.OWN_LOSSES, 5.0, 3.5), "East loses 1.5 fewer blocks."),
        (Reason(FactKind.ENEMY_LOSSES, 5.0, 6.0), "West loses 1.0 more blocks."),
        (Reason(FactKind.CARDS, 2.0, 3.2), "East has 1.2 more cards left."),
    ],
)
def test_every_reason_has_a_sentence(reason: Reason, sentence: str) -> None:
    assert sentences.reasons(NAMES, a_point(reason)) == [sentence]


@pytest.mark.parametrize(
    ("price", "sentence"),
    [
        (
            Reason(FactKind.LOST, 0.1, 0.2, "ieyasu"),
            "East loses Tokugawa Ieyasu and the game before its next turn ",
        ),
        (
            Reason(FactKind.WON, 0.2, 0.1, "hideyori"),
            "wins at once in 6 of 60 rehearsals only; as played, in 12.",
        ),
        (
            Reason(FactKind.POINTS, 3.0, 1.5),
            "East is 1.5 victory points worse off when its next turn begins.",
        ),
        (Reason(FactKind.OWN_LOSSES, 3.0, 5.0), "East loses 2.0 more blocks."),
        (Reason(FactKind.ENEMY_LOSSES, 5.0, 4.0), "West loses 1.0 fewer blocks."),
        (Reason(FactKind.ARRIVALS, 9.0, 8.0), "East brings 1.0 fewer blocks to the map."),
        (Reason(FactKind.CARDS, 4.0, 2.0), "East has 2.0 fewer cards left."),
    ],
)
def test_the_price_of_the_other_turn_is_told(price: Reason, sentence: str) -> None:
    assert sentence in sentences.price(NAMES, a_point(price=price))


def test_moves_that_both_turns_make_are_told_apart_from_others(game: Game) -> None:
    mustered = {
        "event": "mustered",
        "side": "east",
        "location": "edo",
        "count": 1,
        "openly": False,
        "kinds": [],
    }
    page = ready(game, a_point(played=(MOVED, mustered), preferred=(mustered, STAYED)))
    assert page.count("East mustered a hidden block at Edo.") == 1
    assert "Alike in both turns (1)" in page
    more = ready(game, a_point(played=(MOVED,), preferred=(MOVED, mustered)))
    assert "Nothing else." in more
    assert "No single fact explains it" in more


@pytest.mark.parametrize(
    ("place", "gain"),
    [
        ("kyoto", "Kyoto still counts for East, who came there last."),
        ("gifu", "That gains nothing at once."),
    ],
)
def test_blocks_that_a_turn_gives_away_are_told_with_what_that_gains(
    game: Game, place: str, gain: str
) -> None:
    page = ready(game, a_point(preferred=(STAYED, {**OVERRUN, "location": place})))
    assert "West overran East at" in page
    assert gain in page


@pytest.mark.parametrize(
    ("hindsight", "sentence"),
    [
        (CostDifference(-0.06, 0.01), "As everything truly lay, it was better by 6 points (± 2)."),
        (CostDifference(0.03, 0.02), "As everything truly lay, it made no clear difference (± 4 points)."),
        (CostDifference(0.0, 0.0), "As everything truly lay, it made no clear difference (± 1 point)."),
    ],
)
def test_hindsight_may_say_something_else(hindsight: CostDifference, sentence: str) -> None:
    said = sentences.hindsight(a_point(hindsight=hindsight))
    assert said.replace("\N{NO-BREAK SPACE}", " ") == sentence


def test_a_failed_analysis_can_be_tried_again(game: Game, person: Client) -> None:
    Analysis.objects.create(game=game, method=METHOD, failed=True, finished_at=service_time.now())
    assert "Try again" in person.get(path(game)).content.decode()
    person.post(path(game))
    assert Analysis.objects.filter(failed=False, finished_at=None).exists()


def test_a_suspended_game_has_none(game: Game) -> None:
    suspension.freeze(game, "chain-broken")
    assert Client().get(path(game)).status_code == 409


def test_a_grave_answer_is_named_before_the_turning_points(game: Game) -> None:
    lost = {"event": "blocks-lost", "side": "east", "location": "edo", "kinds": ["ieyasu"]}
    page = ready(game, a_point(), grave=(GraveDeed(7, 2, "A", "east", ("loses-leader",), (lost,)),))
    named = "With Tokugawa Ieyasu the game was lost, and another answer was legal."
    assert (
        page.index("A grave answer: East, week 2, turn A")
        < page.index(named)
        < page.index("it cost 11 points")
    )


def test_answer_in_a_battle_is_shown_with_the_battle_and_the_score(game: Game) -> None:
    moments = Moments(game, EAST)
    numbers = range(1, moments.last + 1)
    fighting = next(each for each in numbers if (moments.view(each)["combat"] or {}).get("window"))
    for number, is_shown in ((1, False), (fighting, True)):
        deed = GraveDeed(number, 1, "A", "east", ("loses-leader",), (MOVED,))
        page = ready(game, grave=(deed,))
        assert ('<section class="battle' in page) == is_shown
        assert "can be challenged" not in page
        points = moments.view(number)["sides"]["east"]["points"]
        assert f"East {points}</b>" in page.partition("Points then:")[2]
        assert page.index("Points at the end:") < page.index("A grave answer")
