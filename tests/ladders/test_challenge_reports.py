"""Webhooks of clubs: what they are told of challenges, in what words, and what they are never told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models.person import Person
from accounts.public_keys import identity
from games.ladders.challenges import negotiation
from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from notifications.webhooks.models import Delivery
from sekigahara.errors.exceptions import Conflict
from tests.factories.ladders import NOW, ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, accept, decline, run, win

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SITE = "http://testserver"


@pytest.fixture
def ladder() -> Ladder:
    """Who is challenged twice a season declines once for nothing."""
    return ChallengeLadderFactory.create(free_declines=1)


@pytest.fixture
def club(ladder: Ladder) -> Club:
    return ladder.club


@pytest.fixture
def heard(heard: Callable[[], list[Any]]) -> Any:
    """Without what was posted of the game itself."""
    return lambda: [told for told in heard() if told["type"].startswith("club.challenge")]


@pytest.fixture
def said(said: Callable[[], list[str]]) -> Any:
    """Without what was posted of the game itself."""
    return lambda: [told for told in said() if "challenge" in told]


def sentence(ladder: Ladder, words: str) -> str:
    return f"Challenges of Friends of Sekigahara: {words} <{SITE}/ladders/{ladder.public_id}/>"


def of(ladder: Ladder) -> dict[str, Any]:
    """What every event says of where it happened."""
    return {
        "club": {"slug": "friends-of-sekigahara", "name": "Friends of Sekigahara"},
        "ladder": {"id": ladder.public_id, "name": "Challenges"},
        "links": {"page": f"{SITE}/ladders/{ladder.public_id}/"},
    }


def player(number: int, place: int | None) -> dict[str, Any]:
    name = f"Ashigaru {number}"
    return {"name": name, "bot": False, "place": place, **identity(Person.objects.get(name=name))}


# --- what is told


def test_a_challenge_is_told_of_once(ladder: Ladder, heard: Any) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    assert ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1) == made
    (told,) = heard()
    assert told["type"] == "club.challenge-made"
    assert told["data"] == {
        **of(ladder),
        "challenge": made.public_id,
        "challenger": player(3, 3),
        "challenged": player(1, 1),
        "answer_by": made.answer_by.isoformat(),
    }


def test_a_game_of_a_challenge_is_told_of_with_who_won_and_where_both_stand_now(
    ladder: Ladder, heard: Any
) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    accept(made)
    win(made, PersonFactory.numbered(3), NOW + DAY)
    run(NOW + DAY)
    run(NOW + DAY)
    _made, told = heard()
    assert told["type"] == "club.challenge-ended"
    assert told["data"] == {
        **of(ladder),
        "challenge": made.public_id,
        "challenger": player(3, 1),
        "challenged": player(1, 2),
        "outcome": "played",
        "winner": "challenger",
        "game": Match.objects.get().game.public_id,
        "victory": "points",
    }


@pytest.mark.parametrize(
    ("winner", "expected", "words"),
    [
        (3, "challenger", "Ashigaru 3 wins the challenge to Ashigaru 1."),
        (1, "challenged", "Ashigaru 1 wins against the challenger, Ashigaru 3."),
        (None, None, "the challenge of Ashigaru 3 to Ashigaru 1 is a tie."),
    ],
)
def test_result_of_a_game_is_reported_in_words(
    ladder: Ladder, heard: Any, said: Any, winner: int | None, expected: str | None, words: str
) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    accept(made)
    win(made, None if winner is None else PersonFactory.numbered(winner), NOW + DAY)
    run(NOW + DAY)
    ended = Delivery.objects.filter(type="club.challenge-ended")
    bodies = [json.loads(each.body) for each in ended.order_by("pk")]
    assert [each["data"]["winner"] for each in bodies if "data" in each] == [expected]
    assert [each["content"] for each in bodies if "content" in each] == [sentence(ladder, words)]


def test_channel_gets_a_challenge_as_a_sentence_with_a_link(ladder: Ladder, said: Any) -> None:
    ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    assert said() == [sentence(ladder, "Ashigaru 3, at place 3, challenges Ashigaru 1, at place 1.")]


def test_a_challenge_that_nobody_answers_is_told_to_be_won_without_a_game(ladder: Ladder, heard: Any) -> None:
    made = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    run(made.answer_by)
    run(made.answer_by)
    _made, told = heard()
    facts = {key: told["data"][key] for key in ("outcome", "winner", "game", "victory")}
    assert facts == {"outcome": "forfeited", "winner": "challenger", "game": None, "victory": None}
    assert told["data"]["challenger"] == player(3, 1)


def test_one_that_is_declined_once_too_often_is_told_of_the_same_way(said: Any, ladder: Ladder) -> None:
    free = ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1)
    decline(free)
    later = NOW + 60 * DAY
    paid = ChallengeFactory.create(ladder=ladder, challenger=2, challenged=1, now=later)
    decline(paid, later)
    made, again, ended = said()
    assert "Ashigaru 3" in made
    assert "Ashigaru 2" in again
    assert ended == sentence(ladder, "Ashigaru 2 wins the challenge to Ashigaru 1 without a game.")


# --- what is not


def test_end_of_a_challenge_that_moves_nobody_is_not_reported(ladder: Ladder, heard: Any) -> None:
    decline(ChallengeFactory.create(ladder=ladder, challenger=3, challenged=1))
    taken_back = ChallengeFactory.create(ladder=ladder, challenger=5, challenged=4)
    negotiation.withdraw(challenge=taken_back, by=PersonFactory.numbered(5), now=NOW)
    assert [told["type"] for told in heard()] == ["club.challenge-made"] * 2


def test_a_challenge_that_is_refused_is_not_told_of(ladder: Ladder, heard: Any) -> None:
    with pytest.raises(Conflict, match="may-not-challenge"):
        ChallengeFactory.create(ladder=ladder, challenger=1, challenged=3)
    assert heard() == []
