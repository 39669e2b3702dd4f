"""Challenges on pages: the ranking, making and answering a challenge, and permissions."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import closing
from accounts.models.person import Block
from games.ladders import participation
from games.ladders.challenges import queries as challenge_queries
from games.ladders.challenges.eligibility import State
from games.ladders.models.challenge import Challenge, ChallengeRules
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Match
from games.reads.deadlines import moment
from games.web.ladders import challenges as challenge_pages
from tests.factories.ladders import ChallengeFactory, ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import DAY, accept, decline, order, run, win
from tests.web.browsers import signed_in, text
from tests.web.ladders import case as free_pairing

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

FORM = free_pairing.FORM | {"name": "The hill", "format": "challenge", "reach": "5", "off_after": "100"}


@pytest.fixture
def ladder() -> Ladder:
    return ChallengeLadderFactory.create(now=timezone.now() - DAY)


def path(ladder: Ladder, rest: str = "") -> str:
    return f"/ladders/{ladder.public_id}/{rest}"


def page(ladder: Ladder, number: int | None) -> str:
    browser = Client() if number is None else player(number)
    return text(browser.get(path(ladder)))


def player(number: int) -> Client:
    return signed_in(PersonFactory.numbered(number))


def key(number: int) -> str:
    return Entrant.objects.get(person=PersonFactory.numbered(number)).key


def made(ladder: Ladder, one: int, other: int) -> Challenge:
    return ChallengeFactory.create(ladder=ladder, challenger=one, challenged=other, now=timezone.now())


def buttons(shown: str) -> set[str]:
    """Whom the page offers to challenge."""
    return set(re.findall(r'aria-label="Challenge ([^"]+)"', shown))


# ---- beginning one


def test_an_organiser_begins_one_with_the_numbers_of_the_club() -> None:
    club = ChallengeLadderFactory.create(players=1).club
    browser = signed_in(PersonFactory.named("Organiser One"))
    address = f"/clubs/{club.slug}/ladders/new/"
    assert "Places above that may be challenged" in text(browser.get(address))
    assert browser.post(address, FORM).status_code == 302
    rules = ChallengeRules.objects.get(ladder__name="The hill")
    assert (rules.reach, rules.off_after, rules.protection, rules.answer_within) == (5, 100, 7, 5)
    shown = text(browser.get(path(rules.ladder)))
    assert "up to 5 places above you" in shown
    assert "after 100 days they are removed" in shown


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("reach", "0", "greater than or equal to 1"),
        ("cooldown", "no", "Enter a whole number"),
        ("off_after", "30", "Inactive players must lose a place before they are removed"),
        ("format", "swiss", "Select a valid choice"),
    ],
)
def test_wrong_terms_are_explained_and_input_is_kept(field: str, value: str, sentence: str) -> None:
    club = ChallengeLadderFactory.create(players=1).club
    browser = signed_in(PersonFactory.named("Organiser One"))
    answer = browser.post(f"/clubs/{club.slug}/ladders/new/", FORM | {field: value})
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert Ladder.objects.count() == 1


# ---- the ranking


def test_the_page_says_whom_one_may_challenge_and_why_not_the_others(ladder: Ladder) -> None:
    made(ladder, 2, 1)
    assert buttons(page(ladder, 4)) == {"Ashigaru 2", "Ashigaru 3"}
    assert "has been challenged by someone else" in page(ladder, 4)
    assert buttons(page(ladder, 2)) == set()
    assert buttons(page(ladder, None)) == set()
    assert buttons(text(signed_in(PersonFactory.named("Organiser One")).get(path(ladder)))) == set()


def test_blocked_opponent_looks_as_if_pausing(ladder: Ladder) -> None:
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(3), most=0, now=timezone.now())
    pausing = page(ladder, 4)
    participation.take_part(ladder=ladder, person=PersonFactory.numbered(3), most=1, now=timezone.now())
    assert page(ladder, 4) != pausing
    Block.objects.create(person=PersonFactory.numbered(3), blocked=PersonFactory.numbered(4))
    without_tokens = [re.sub(r'value="\w{64}"', "", shown) for shown in (page(ladder, 4), pausing)]
    assert without_tokens[0] == without_tokens[1]


def test_everybody_reads_the_ranking_and_what_is_open(ladder: Ladder) -> None:
    accepted = accept(made(ladder, 3, 1), timezone.now())
    made(ladder, 5, 4)
    shown = page(ladder, None)
    assert shown.index("Ashigaru 1") < shown.index("Ashigaru 2") < shown.index("Ashigaru 5")
    assert "Ashigaru 3 has challenged Ashigaru 1" in shown
    assert f"/games/{accepted.match.game.public_id}/" in shown  # type: ignore[union-attr]
    assert "to be answered until" in shown


def test_long_rankings_are_shown_page_by_page_and_lead_to_ones_own_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(challenge_pages, "RANKS_A_PAGE", 5)
    ladder = ChallengeLadderFactory.create(now=timezone.now() - DAY, players=10)
    participation.leave(ladder=ladder, person=PersonFactory.numbered(2), now=timezone.now())
    browser = player(10)
    ranking = [text(browser.get(path(ladder), {"ranking": asked})) for asked in ("1", "2", "9", "none")]
    upper, lower = (re.findall(r'class="cut"[^>]*>([^<]*)', part) for part in map(ranking_in, ranking[:2]))
    assert (len(upper), upper[0], upper[-1]) == (5, "Ashigaru 1", "Ashigaru 6")
    assert [each.strip() for each in lower] == [f"Ashigaru {number}" for number in range(7, 11)]
    assert '<td class="number">9</td>' in ranking_in(ranking[1])
    assert "ranking=2#my-place" in ranking[0]
    assert (buttons(ranking[0]), "my-place" in ranking[0].replace("#my-place", "")) == (set(), False)
    assert buttons(ranking[1]) == {"Ashigaru 7", "Ashigaru 8", "Ashigaru 9"}
    assert 'id="my-place"' in ranking[1]
    assert "page 2 of 2" in ranking_in(ranking[2])
    assert "page 1 of 2" in ranking_in(ranking[3])


def ranking_in(shown: str) -> str:
    """The part of a page that has the ranking."""
    return re.split(r'<section id="ranking">|</section>', shown)[
        shown[: shown.index('id="ranking"')].count("</section>") + 1
    ]


def test_list_shows_the_latest_open_challenges_and_ones_own(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenge_pages, "OPEN_CHALLENGES_SHOWN", 1)
    made(ladder, 2, 1)
    made(ladder, 5, 4)
    shown = page(ladder, 1)
    assert "Ashigaru 5 has challenged Ashigaru 4" in shown
    assert "Ashigaru 2 has challenged Ashigaru 1" not in shown
    assert "and 1 made before these" in shown
    assert "Ashigaru 2 challenges you." in shown


def test_results_change_the_ranking_the_table_and_the_files(ladder: Ladder) -> None:
    accepted = accept(made(ladder, 3, 1), timezone.now())
    win(accepted, PersonFactory.numbered(3), timezone.now())
    run(timezone.now())
    assert order(ladder) == [3, 1, 2, 4, 5]
    shown = page(ladder, None)
    assert shown.index("Ashigaru 3") < shown.index("Ashigaru 1")
    assert "Ashigaru 3 had challenged Ashigaru 1" in shown
    lines = Client().get(path(ladder, "standings.csv")).content.decode().splitlines()
    assert lines[1].startswith("1,Ashigaru 3,2,1,0,0")
    assert [line.split(",")[:2] for line in lines[1:]] == [
        [str(place), f"Ashigaru {number}"] for place, number in enumerate([3, 1, 2, 4, 5], start=1)
    ]
    response = Client().get(path(ladder, "standings.json"), follow=True)
    assert response.status_code == 200
    assert "Ashigaru 3" in text(response)


def test_a_former_player_is_gone_from_the_ranking_and_named_nowhere(ladder: Ladder) -> None:
    waiting = made(ladder, 5, 4)
    decline(made(ladder, 2, 1), timezone.now())
    for number in (1, 4):
        closing.close(person=PersonFactory.numbered(number))
    waiting.refresh_from_db()
    assert (waiting.state, order(ladder)) == (State.CALLED_OFF, [2, 3, 5])
    shown = page(ladder, 5)
    assert "Ashigaru 4" not in shown
    assert "Ashigaru 5 had challenged a former player" in shown


# ---- challenging and answering


def test_one_challenges_from_the_ranking_and_takes_it_back(ladder: Ladder) -> None:
    browser = player(4)
    for _click in range(2):
        answer = browser.post(path(ladder, "challenge/"), {"opponent": key(2)}, follow=True)
        assert "You have challenged Ashigaru 2. They get an email." in text(answer)
    only = Challenge.objects.get()
    address = path(ladder, f"challenges/{only.public_id}/")
    assert "You have challenged Ashigaru 2. They can answer until" in text(browser.get(address))
    assert "withdrawn your challenge" in text(browser.post(address, {"answer": "withdraw"}, follow=True))
    only.refresh_from_db()
    assert only.state == State.CALLED_OFF


def test_refused_challenge_is_explained_in_words(ladder: Ladder) -> None:
    browser, address = player(5), path(ladder, "challenge/")
    answer = browser.post(address, {"opponent": key(1)}, follow=True)
    assert "You cannot challenge this player now (is too far above you)." in text(answer)
    assert not Challenge.objects.exists()
    for wrong in ("", "nosuchkey"):
        assert browser.post(address, {"opponent": wrong}).status_code == 404


@pytest.mark.parametrize(
    ("answer", "sentence", "state"),
    [
        ("accept", "Ashigaru 4 has challenged you, and you have accepted.", State.ACCEPTED),
        ("decline", "You have declined the challenge of Ashigaru 4.", State.DECLINED),
    ],
)
def test_the_challenged_answers_and_a_second_click_changes_nothing(
    ladder: Ladder, answer: str, sentence: str, state: State
) -> None:
    only = made(ladder, 4, 2)
    browser, address = player(2), path(ladder, f"challenges/{only.public_id}/")
    costs_nothing = "Declining costs you nothing; you can do so 2 more times this season."
    assert costs_nothing in text(browser.get(address))
    assert "Ashigaru 4 challenges you." in page(ladder, 2)
    for _click in range(2):
        assert sentence in text(browser.post(address, {"answer": answer}, follow=True))
    assert Challenge.objects.get().state == state
    assert Match.objects.count() == (state == State.ACCEPTED)


def test_a_late_answer_is_refused_in_words(ladder: Ladder) -> None:
    only = made(ladder, 4, 2)
    run(only.answer_by + timedelta(minutes=1))
    browser, address = player(2), path(ladder, f"challenges/{only.public_id}/")
    answer = browser.post(address, {"answer": "accept"}, follow=True)
    assert "This challenge was already answered, withdrawn or forfeited." in text(answer)
    assert "You did not answer the challenge of Ashigaru 4 in time, and so have lost." in text(answer)


def test_each_of_the_two_answers_a_challenge_in_their_own_ways(ladder: Ladder) -> None:
    only = made(ladder, 4, 2)
    address = path(ladder, f"challenges/{only.public_id}/")
    for number, answer in ((4, "accept"), (2, "withdraw"), (2, "")):
        assert player(number).post(address, {"answer": answer}).status_code == 404
    wrong = f"/ladders/nosuchladder/challenges/{only.public_id}/"
    assert player(2).get(wrong).status_code == 404
    assert challenge_queries.challenge_at(only.public_id) == only
    assert Challenge.objects.get().is_unanswered


def test_one_pauses_comes_back_and_leaves(ladder: Ladder) -> None:
    browser = player(2)
    assert "Pause" in page(ladder, 2)
    assert "You are pausing" in text(browser.post(path(ladder, "part/"), {"most": "0"}, follow=True))
    assert "Take challenges again" in page(ladder, 2)
    answer = browser.post(path(ladder, "part/"), {"most": "1"}, follow=True)
    assert "Now you can challenge others." in text(answer)
    browser.post(path(ladder, "leave/"))
    assert order(ladder) == [1, 3, 4, 5]
    assert "If you come back, you begin at the bottom." in page(ladder, 2)


# --- on "My games"


def test_challenge_to_answer_is_listed_among_ones_games(ladder: Ladder) -> None:
    received, other = made(ladder, 4, 2), made(ladder, 2, 1)
    page_text = text(player(2).get("/games/"))
    asked, waits = page_text.split('<div class="card')[1:3]
    assert asked.startswith(" asked")
    assert "Ashigaru 4</a> challenges you on Challenges." in asked
    assert f"Until {moment(received.answer_by)}." in asked
    assert f'href="{path(ladder, f"challenges/{received.public_id}/")}">Answer the challenge</a>' in asked
    assert waits.startswith('">')
    read = re.sub(r"<[^>]*>", "", waits)
    assert "You have challenged Ashigaru 1 on Challenges, who has not answered yet." in read
    assert f"Until {moment(other.answer_by)}." in waits
    assert f'href="{path(ladder, f"challenges/{other.public_id}/")}">View the challenge</a>' in waits


def test_answered_challenge_leaves_the_list_of_ones_games(ladder: Ladder) -> None:
    one, other = made(ladder, 4, 2), made(ladder, 5, 3)
    assert "/challenges/" not in text(player(1).get("/games/")), "of others nothing"
    accept(one, timezone.now())
    decline(other, timezone.now())
    for number in (2, 3, 4, 5):
        assert "/challenges/" not in text(player(number).get("/games/"))


def test_number_of_statements_does_not_grow_with_challenges(ladder: Ladder) -> None:
    browser = player(1)
    made(ladder, 3, 1)
    browser.get("/games/")

    def taken() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert text(browser.get("/games/")).count("Answer the challenge") == Challenge.objects.count()
        return len(captured)

    alone = taken()
    Challenge.objects.bulk_create(
        [
            Challenge(
                season=ladder.seasons.get(),
                challenger=PersonFactory.numbered(number),
                challenged=PersonFactory.numbered(1),
                made_at=timezone.now(),
                answer_by=timezone.now() + number * DAY,
            )
            for number in (2, 4, 5)
        ]
    )
    assert taken() == alone
