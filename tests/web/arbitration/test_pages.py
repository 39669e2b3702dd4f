"""The pages of arbiters: what they show, and how a decision is made."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, LABELS, SIDES, WEST
from games.ladders.arbitration import questions
from games.ladders.arbitration.verbs.pause import Pause
from games.ladders.arbitration.verbs.resume import Resume
from games.ladders.arbitration.verbs.substitute import MOST_LISTED
from games.ladders.clubs import membership
from games.ladders.models.club import Membership
from games.ladders.models.ladder import MOST_MISSED, Entrant
from games.ladders.models.ruling import Ruling, RulingRequest
from games.models.game import Game
from games.services import outages, play
from tests.factories.clubs import MembershipFactory, Role
from tests.factories.ladders import ChallengeLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.clubs import member
from tests.ladders.case import Case
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

WHY = "Agreed by both."


def path(case: Case, rest: str = "") -> str:
    return f"/clubs/{case.club.slug}/desk/{rest}"


def of_game(case: Case, rest: str = "") -> str:
    return path(case, f"{case.game.public_id}/{rest}")


def nonce_in(page: Any) -> str:
    found = re.search(r'name="nonce" value="([^"]+)"', text(page))
    assert found is not None
    return found[1]


def decided(case: Case, browser: Client, verb: str, **fields: str) -> Any:
    """Fill the form in, look at what it would do, and do it."""
    address = of_game(case, f"decide/{verb}/")
    form = {"nonce": nonce_in(browser.get(address)), **fields}
    before = Ruling.objects.count()
    sure = browser.post(address, form)
    assert sure.status_code == 200, text(sure)
    assert 'name="sure"' in text(sure)
    assert Ruling.objects.count() == before, "asked once more, nothing is done"
    return browser.post(address, form | {"sure": "yes"}, follow=True)


def arbiter(case: Case) -> Client:
    return signed_in(case.arbiter)


def test_an_empty_page_says_so() -> None:
    case = Case()
    shown = text(arbiter(case).get(path(case)))
    assert "There are no open questions." in shown
    assert "No one is late." in shown
    assert "Paused clocks" not in shown
    assert "Tokugawa Player (East)" in shown


def test_the_way_there_is_on_the_page_of_the_club_for_who_may_go_it() -> None:
    case = Case()
    page = f"/clubs/{case.club.slug}/"
    assert path(case) in text(arbiter(case).get(page))
    assert path(case) in text(signed_in(case.organiser).get(page))
    assert path(case) not in text(signed_in(case.free).get(page))
    assert path(case) not in text(Client().get(page))


def test_overview_shows_pending_cases() -> None:
    case = Case()
    questions.ask(seat=case.seat(EAST), text="A secret question?")
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        browser = arbiter(case)
        shown = text(browser.get(path(case)))
        assert "Tokugawa Player</a> asks for a ruling." in shown
        assert "A secret question?" not in shown
        assert "Time was over on " in shown
        assert shown.index("<h2>Questions</h2>") < shown.index("<h2>Late</h2>")
        of_club = f"/clubs/{case.club.slug}/"
        late = ("Time is up in 1 game.", "1 question waits for a ruling.")
        for reader in (browser, signed_in(case.organiser)):
            assert all(sentence in text(reader.get(of_club)) for sentence in late)
        assert not any(sentence in text(signed_in(case.free).get(of_club)) for sentence in late)
        Pause().decide(game=case.game, by=case.arbiter, nonce="a")
        shown = text(browser.get(path(case)))
        assert "No one is late." in shown
        assert "Paused clocks" in shown
        assert "The clock is paused." in shown


def test_players_who_stay_away_from_a_ladder_are_late() -> None:
    ladder = ChallengeLadderFactory.create(now=timezone.now())
    Entrant.objects.filter(person=PersonFactory.numbered(3)).update(missed=MOST_MISSED)
    organiser = signed_in(PersonFactory.named("Organiser One"))
    assert "1 player of a ladder has not checked in." in text(organiser.get(f"/clubs/{ladder.club.slug}/"))
    shown = text(organiser.get(f"/clubs/{ladder.club.slug}/desk/"))
    assert f"{PersonFactory.numbered(3).name}</a> has not checked in to the last games" in shown
    assert "No one is late." not in shown


@pytest.mark.parametrize(
    ("verb", "fields", "sentence"),
    [
        ("extend", {"side": "west", "days": "2"}, "West has 2 more days."),
        ("pause", {"reason": WHY}, "The clock is paused."),
        ("substitute", {"side": "east", "reason": WHY}, "Ashigaru Free takes the seat of Tokugawa Player"),
        ("adjudicate", {"winner": "east", "reason": WHY}, "West loses the game."),
        ("annul", {"reason": WHY}, "The game is annulled"),
    ],
)
def test_a_decision_is_asked_for_once_more_made_and_shown(
    verb: str, fields: dict[str, str], sentence: str
) -> None:
    case = Case()
    extra = {"newcomer": case.newcomer.public_id} if verb == "substitute" else {}
    shown = text(decided(case, arbiter(case), verb, **fields, **extra))
    assert "Decided. Both players are mailed." in shown
    assert sentence in shown
    page = f"/games/{case.game.public_id}/"
    for side in SIDES:
        seen = text(signed_in(case.player(side)).get(page))
        assert sentence in seen
        assert "Ashigaru Arbiter" in seen
        assert case.record[0].chain in seen
        assert sentence in text(signed_in(case.player(side)).get(f"{page}history/"))


@pytest.mark.parametrize(
    ("verb", "fields", "sentence"),
    [
        ("extend", {"side": "east", "days": "99"}, "less than or equal to 30"),
        ("extend", {"side": "south", "days": "1"}, "Select a valid choice"),
        ("adjudicate", {"winner": "east"}, "This field is required"),
        ("substitute", {"side": "east", "newcomer": "nobody", "reason": WHY}, "Select a valid choice"),
        ("annul", {"reason": "  "}, "This field is required"),
    ],
)
def test_wrong_value_is_explained_at_its_field(verb: str, fields: dict[str, str], sentence: str) -> None:
    case = Case()
    answer = arbiter(case).post(of_game(case, f"decide/{verb}/"), {"nonce": "n", "sure": "yes", **fields})
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ("ashigaru FREE", "Ashigaru Free takes the seat of Tokugawa Player"),
        ("Nobody", "No member who can take the seat has this name."),
        ("Tokugawa Player", "No member who can take the seat has this name."),
        ("Ashigaru Twin", "Several members have this name."),
    ],
)
def test_newcomer_is_named_by_hand_in_a_big_club(given: str, answer: str) -> None:
    case = Case()
    for number in range(MOST_LISTED):
        MembershipFactory.create(club=case.club, person=Person.objects.at(f"twin-{number}@example.org"))
    Person.objects.filter(email__startswith="twin-").update(name="Ashigaru Twin")
    browser, address = arbiter(case), of_game(case, "decide/substitute/")
    assert "Ashigaru Free" not in text(browser.get(address)), "no list of hundreds"
    form = {"nonce": "n", "side": "east", "newcomer": given, "reason": WHY}
    if given.endswith("FREE"):
        sure = text(browser.post(address, form))
        assert given in sure
        assert 'name="sure"' in sure
    assert answer in text(browser.post(address, form | {"sure": "yes"}, follow=True))
    assert Ruling.objects.count() == ("takes" in answer)


def test_the_second_click_finds_it_done_and_another_arbiter_is_told_why_not() -> None:
    case = Case()
    address, form = of_game(case, "decide/pause/"), {"nonce": "n", "sure": "yes"}
    browser = arbiter(case)
    for _click in range(2):
        assert browser.post(address, form).status_code == 302
    assert Ruling.objects.count() == 1
    late = signed_in(case.organiser).post(address, form | {"nonce": "m"})
    assert late.status_code == 409
    assert "is already paused" in text(late)


def test_the_second_click_finds_the_player_changed() -> None:
    case = Case()
    form = {"side": "east", "newcomer": case.newcomer.public_id, "reason": WHY, "nonce": "n", "sure": "yes"}
    browser = arbiter(case)
    for _click in range(2):
        found = browser.post(of_game(case, "decide/substitute/"), form)
        assert (found.status_code, found["Location"]) == (302, of_game(case))
    assert Ruling.objects.count() == 1
    others = browser.post(of_game(case, "decide/substitute/"), form | {"nonce": "m"})
    assert others.status_code == 400


def test_only_the_arbiter_who_opened_a_game_sees_it() -> None:
    case = Case()
    browser = arbiter(case)
    before = text(browser.get(of_game(case)))
    shown = decided(case, browser, "open", reason="A dispute about the bid.")
    assert "with everything that both sides keep hidden" in text(shown)
    assert "East&#x27;s hand" in text(shown) or "East's hand" in text(shown)
    opened = case.record[0].public_id
    assert "East's hand" not in before
    assert browser.get(of_game(case, f"opened/{opened}/")).status_code == 200
    for person in (case.organiser, case.free, case.player(EAST)):
        assert signed_in(person).get(of_game(case, f"opened/{opened}/")).status_code != 200
    for side in SIDES:
        seen = text(signed_in(case.player(side)).get(f"/games/{case.game.public_id}/"))
        assert "The game is opened" in seen
        assert "A dispute about the bid." in seen


def test_a_player_asks_is_warned_and_reads_the_answer() -> None:
    case = Case()
    player, page = signed_in(case.player(EAST)), f"/games/{case.game.public_id}/"
    assert f"{page}ask/" in text(player.get(page))
    assert "they see everything that you see now" in text(player.get(f"{page}ask/"))
    assert player.post(f"{page}ask/", {"text": ""}).status_code == 400
    for _click in range(2):
        assert player.post(f"{page}ask/", {"text": "May I?"}).status_code == 302
    assert player.post(f"{page}ask/", {"text": "Or may I not?"}).status_code == 409
    assert "there is no answer yet" in text(player.get(page))
    (asked,) = RulingRequest.objects.all()
    browser = arbiter(case)
    page_of_question = of_game(case, f"questions/{asked.public_id}/")
    assert browser.get(page_of_question).status_code == 404, "it was not read"
    shown = browser.post(f"{page_of_question}read/", follow=True)
    assert "May I?" in text(shown)
    assert "East&#x27;s hand" in text(shown) or "East's hand" in text(shown)
    assert "West's hand" not in text(shown)
    form = {"nonce": nonce_in(shown), "text": "You may."}
    assert 'name="sure"' in text(browser.post(page_of_question, form))
    assert browser.post(page_of_question, form | {"sure": "yes"}).status_code == 302
    for side in SIDES:
        seen = text(signed_in(case.player(side)).get(page))
        assert "You may." in seen
        assert "May I?" not in seen
    assert "Read by:" in text(browser.get(of_game(case)))


def test_page_says_that_nobody_could_answer_and_who_can_change_it() -> None:
    case = Case()
    Membership.objects.filter(club=case.club, role__in=[Role.ORGANISER, Role.ARBITER]).delete()
    Membership.objects.filter(club=case.club, person=case.player(WEST)).update(role=Role.ORGANISER)
    page, members = f"/games/{case.game.public_id}/ask/", f"/clubs/{case.club.slug}/members/"
    asker, leader = (text(signed_in(case.player(side)).get(page)) for side in (EAST, WEST))
    for shown in (asker, leader):
        assert "can rule on this game" in shown
        assert members in shown
        assert "<textarea" not in shown
    assert "You play in this game yourself; name an arbiter." in leader
    assert "Ask an organiser of the club" in asker
    assert signed_in(case.player(EAST)).post(page, {"text": "May I?"}).status_code == 409
    MembershipFactory.create(club=case.club, person__name="Ashigaru Other", role=Role.ARBITER)
    assert "<textarea" in text(signed_in(case.player(EAST)).get(page))


def test_player_is_redirected_with_the_reason() -> None:
    case = Case()
    membership.set_role(member=member(case.club, case.player(WEST)), by=case.organiser, role=Role.ARBITER)
    asked = questions.ask(seat=case.seat(EAST), text="May I?")
    browser = signed_in(case.player(WEST))
    for rest in ("", "decide/open/", f"questions/{asked.public_id}/"):
        answer = browser.get(of_game(case, rest), follow=True)
        assert "You are involved in this case" in text(answer)
    browser.post(of_game(case, "decide/open/"), {"nonce": "n", "reason": WHY, "sure": "yes"})
    browser.post(of_game(case, f"questions/{asked.public_id}/read/"))
    assert not Ruling.objects.exists()
    assert not asked.readers.exists()


def test_games_of_other_clubs_and_of_none_are_not_there() -> None:
    case = Case()
    elsewhere = case.game.public_id
    case.held.delete()
    browser = arbiter(case)
    assert browser.get(path(case, f"{elsewhere}/")).status_code == 404
    assert browser.get(path(case, f"{elsewhere}/decide/annul/")).status_code == 404
    assert browser.get(path(case, "nosuchgame/")).status_code == 404
    player = signed_in(case.player(EAST))
    assert player.get(f"/games/{elsewhere}/ask/").status_code == 404
    assert "/ask/" not in text(player.get(f"/games/{elsewhere}/"))


def test_a_private_game_shows_its_arbiter_nothing_of_the_board() -> None:
    case = Case()
    browser = arbiter(case)
    assert browser.get(f"/games/{case.game.public_id}/").status_code == 404
    shown = text(browser.get(of_game(case)))
    assert "<svg" not in shown.partition("<main")[2]
    hands = {card for label in LABELS for card in case.table.view(SIDES[LABELS.index(label)])["mine"]["hand"]}
    assert not [card for card in hands if card in shown]


def test_a_record_that_was_tampered_with_says_so() -> None:
    case = Case()
    Pause(reason=WHY).decide(game=case.game, by=case.arbiter, nonce="a")
    Resume().decide(game=case.game, by=case.arbiter, nonce="b")
    page, player = f"/games/{case.game.public_id}/", signed_in(case.player(EAST))
    assert "not as it was written" not in text(player.get(page))
    Ruling.objects.filter(number=1).update(reason="Agreed by nobody.")
    assert "not as it was written" in text(player.get(page))
    Ruling.objects.filter(number=1).update(reason=WHY)
    Ruling.objects.filter(number=2).delete()
    assert "not as it was written" in text(player.get(page))


def test_only_what_can_be_decided_is_offered() -> None:
    case = Case()
    browser = arbiter(case)
    shown = text(browser.get(of_game(case)))
    assert "decide/pause/" in shown
    assert "decide/resume/" not in shown
    assert "decide/correct/" not in shown
    play.resign(seat=case.seat(WEST))
    shown = text(browser.get(of_game(case)))
    assert "decide/adjudicate/" not in shown
    assert "decide/annul/" in shown
    assert browser.get(of_game(case, "decide/adjudicate/")).status_code == 302
    assert browser.get(of_game(case, "decide/dance/")).status_code == 404
    late = browser.post(
        of_game(case, "decide/adjudicate/"), {"nonce": "n", "winner": "east", "reason": WHY, "sure": "yes"}
    )
    assert late.status_code == 409


def test_only_a_late_player_may_lose_on_time() -> None:
    case = Case()
    case.table.submit(EAST)
    address, browser = of_game(case, "decide/adjudicate/"), arbiter(case)
    assert "lose on time" not in text(browser.get(address)), "nobody is late"
    won = {"winner": "east", "how": "on-time", "reason": WHY}
    too_early = browser.post(address, {"nonce": "n", **won})
    assert too_early.status_code == 400
    assert "The deadline has not passed" in text(too_early)
    assert browser.post(address, {"nonce": "n", "sure": "yes", **won}).status_code == 409
    outages.go_on(timezone.now() + timedelta(days=4))  # the service was up meanwhile
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        browser = arbiter(case)
        shown = text(browser.get(address))
        assert "The time of Ishida Player is over." in shown
        assert "they lose on time" in shown
        of_another = browser.post(address, {"nonce": "n", **won, "winner": "west"})
        assert of_another.status_code == 400
        assert "The deadline has not passed" in text(of_another)
        unsaid = browser.post(address, {"nonce": "n", "winner": "east", "reason": WHY, "sure": "yes"})
        assert unsaid.status_code == 400
        assert not Ruling.objects.exists()
        assert "Their time is over: they lose on time" in text(browser.post(address, {"nonce": "n", **won}))
        shown = text(decided(case, browser, "adjudicate", **won))
        assert "West loses the game on time." in shown
        again = browser.post(address, {"nonce": case.record[0].nonce, "sure": "yes", **won})
        assert again.status_code == 302
    assert case.game.victory == "time-out"
    seen = text(signed_in(case.player(WEST)).get(f"/games/{case.game.public_id}/"))
    assert "West loses the game on time." in seen
    assert WHY in seen


def test_win_over_a_late_player_may_be_awarded_for_another_reason() -> None:
    case = Case()
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        shown = decided(case, arbiter(case), "adjudicate", winner="west", how="otherwise", reason=WHY)
    assert "East loses the game." in text(shown)
    assert case.game.victory == "adjudication"


def test_decisions_of_a_public_game_are_for_everybody_and_names_are_whole() -> None:
    case = Case()
    Game.objects.filter(pk=case.game.pk).update(is_public=True)
    long = "A" * 40
    arbiter_named = PersonFactory.named("Ashigaru Arbiter")
    arbiter_named.name = long
    arbiter_named.save(update_fields=["name"])
    Pause(reason="x" * 900).decide(game=case.game, by=arbiter_named, nonce="a")
    shown = text(Client().get(f"/games/{case.game.public_id}/"))
    assert long in shown
    assert "x" * 900 in shown
