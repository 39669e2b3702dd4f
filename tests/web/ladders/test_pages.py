"""Ladders on pages: creating one, taking part, the table, closing it, and permissions."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts import closing
from games.engine.side import EAST, WEST
from games.ladders.models.club import Club
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.season import Season
from games.ladders.models.statistics import GameSummary
from games.models.game import Game
from games.simulation.league import check_in_all
from tests.factories.ladders import pair_round
from tests.factories.people import PersonFactory
from tests.web.browsers import signed_in, text
from tests.web.ladders.case import FORM, paired, path, played, taken_part

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_club_lists_its_ladders_and_an_organiser_can_begin_one(club: Club, ladder: Ladder) -> None:
    shown = text(Client().get(f"/clubs/{club.slug}/"))
    assert "Free pairing" in shown
    assert "Begin a ladder" not in shown
    assert "Begin a ladder" in text(
        signed_in(PersonFactory.named("Organiser One")).get(f"/clubs/{club.slug}/")
    )


def test_games_have_the_hold_and_reaction_clock_of_their_ladder(club: Club) -> None:
    organiser = signed_in(PersonFactory.named("Organiser One"))
    Club.objects.filter(pk=club.pk).update(hold=5, reaction=None)
    assert 'name="hold" value="5"' in text(organiser.get(f"/clubs/{club.slug}/ladders/new/"))
    organiser.post(f"/clubs/{club.slug}/ladders/new/", FORM | {"reaction": "12"})
    ladder = Ladder.objects.get()
    assert (ladder.hold, ladder.reaction) == (5, 12)
    page = text(Client().get(path(ladder)))
    assert "nobody answers within 12 hours counts as a pass" in page
    assert "Orders answer a separate loyalty window after 5 minutes" in page
    Ladder.objects.update(reaction=None)
    paired(ladder)
    assert {(game.hold, game.reaction) for game in Game.objects.all()} == {(5, None)}


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "This field is required"),
        ("pace", "5", "Select a valid choice"),
        ("season_days", "3", "greater than or equal to 28"),
        ("hold", "61", "less than or equal to 60"),
        ("reaction", "13", "Select a valid choice"),
        ("hours_between", "", "This field is required"),
    ],
)
def test_wrong_value_is_explained_at_its_field_and_input_is_kept(
    club: Club, field: str, value: str, sentence: str
) -> None:
    browser = signed_in(PersonFactory.named("Organiser One"))
    answer = browser.post(f"/clubs/{club.slug}/ladders/new/", FORM | {"hours_between": "36", field: value})
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert not Ladder.objects.exists()


def test_a_second_ladder_of_the_name_is_refused_in_words(club: Club, ladder: Ladder) -> None:
    answer = signed_in(PersonFactory.named("Organiser One")).post(f"/clubs/{club.slug}/ladders/new/", FORM)
    assert answer.status_code == 400
    assert "The club already has a ladder with this name." in text(answer)
    assert Ladder.objects.get() == ladder


def test_an_unknown_ladder_or_season_is_not_there(ladder: Ladder) -> None:
    for address in (
        "/ladders/nosuchone/",
        path(ladder, "?season=2"),
        path(ladder, "standings.json?season=9"),
    ):
        assert Client().get(address).status_code == 404


def test_everybody_reads_it_and_members_are_asked_to_take_part(ladder: Ladder) -> None:
    stranger, of_club = (
        text(Client().get(path(ladder))),
        text(signed_in(PersonFactory.numbered(1)).get(path(ladder))),
    )
    assert "There are no participants yet." in stranger
    assert "Members of Friends of Sekigahara can take part." in stranger
    assert "Games at a time" in of_club
    assert "Games at a time" not in stranger


def test_one_takes_part_changes_ones_mind_pauses_and_leaves(ladder: Ladder) -> None:
    browser = signed_in(PersonFactory.numbered(1))
    assert "You are paired in the next round." in text(
        browser.post(path(ladder, "part/"), {"most": "2"}, follow=True)
    )
    assert Entrant.objects.get().most == 2
    assert "You are pausing" in text(browser.post(path(ladder, "part/"), {"most": "0"}, follow=True))
    refused = browser.post(path(ladder, "part/"), {"most": "11"})
    assert refused.status_code == 400
    assert "less than or equal to 10" in text(refused)
    browser.post(path(ladder, "leave/"))
    assert Entrant.objects.get().left_at is not None
    assert "Leave the ladder" not in text(browser.get(path(ladder)))


def test_stranger_cannot_take_part(ladder: Ladder) -> None:
    answer = signed_in(PersonFactory.named("Stranger One")).post(
        path(ladder, "part/"), {"most": "1"}, follow=True
    )
    assert "possible only for members of the club" in text(answer)
    assert not Entrant.objects.exists()


def test_every_season_is_linked(ladder: Ladder) -> None:
    begun = Season.objects.get()
    Season.objects.bulk_create(
        Season(ladder=ladder, number=number, begins_at=begun.begins_at, ends_at=begun.ends_at)
        for number in range(2, 16)
    )
    page = text(Client().get(path(ladder)))
    assert all(f'<a href="?season={number}"' in page for number in range(1, 16))
    assert "<details><summary>Earlier seasons</summary>" in page
    early = text(Client().get(path(ladder, "?season=2")))
    assert "<details open><summary>Earlier seasons</summary>" in early
    assert '<a href="?season=2" aria-current="page">2</a>' in early


def test_page_says_how_members_are_paired(club: Club, ladder: Ladder) -> None:
    page = text(Client().get(path(ladder)))
    assert "Every 24 hours, as many players as possible who want another game are paired" in page
    assert "only when both have waited for 3 days, and if possible not within 6 games" in page
    assert "Sides are assigned so that everyone has each of them equally often" in page
    form = FORM | {"name": "Bids", "has_bidding": "bid", "hours_between": "36"}
    signed_in(PersonFactory.named("Organiser One")).post(f"/clubs/{club.slug}/ladders/new/", form)
    other = text(Client().get(path(Ladder.objects.get(name="Bids"))))
    assert "Every 36 hours, as many players" in other
    assert "Sides are assigned" not in other


def test_former_players_are_told_apart(ladder: Ladder) -> None:
    played(ladder)
    for number in (1, 2):
        closing.close(person=PersonFactory.numbered(number))
    response = Client().get(path(ladder, "standings.json"), follow=True).json()
    names = {line["player"]["name"] for line in response["lines"]}
    assert names == {"former player 1", "former player 2", "Ashigaru 3", "Ashigaru 4"}
    assert "former player 2" in text(Client().get(path(ladder)))


def test_organiser_changes_settings_and_the_page_says_what_will_hold(ladder: Ladder) -> None:
    browser = signed_in(PersonFactory.named("Organiser One"))
    assert "Settings of the ladder" in text(browser.get(path(ladder)))
    form = {"name": "Free pairing", "pace": "7", "season_days": "91", "hours_between": "24"}
    assert browser.get(path(ladder, "settings/")).status_code == 200
    assert "Saved." in text(browser.post(path(ladder, "settings/"), form, follow=True))
    shown = text(Client().get(path(ladder)))
    assert "What changes on " in shown
    assert "Games that begin from then on have 7 days for each decision." in shown
    assert browser.post(path(ladder, "settings/"), form | {"season_days": "3"}).status_code == 400


def test_organiser_is_asked_again_before_a_ladder_is_closed(ladder: Ladder) -> None:
    played(ladder)
    pair_round(ladder)
    asked = text(signed_in(PersonFactory.named("Organiser One")).get(path(ladder, "close/")))
    assert "At the top now: " in asked
    assert "2 games are still played. They go on to their end, and count." in asked
    assert not Ladder.objects.exclude(closed_at=None).exists()


def test_page_of_a_closed_ladder_is_its_report(ladder: Ladder) -> None:
    first, second = played(ladder)
    for match, days, margin in ((first, 30, 4), (second, 12, 1)):
        summarized(match.game, days=days, margin=margin)
    signed_in(PersonFactory.named("Organiser One")).post(path(ladder, "close/"))
    shown = text(Client().get(path(ladder)))
    assert f"Winner: {first.east}, {second.east}" in shown
    assert "2 games were played to their end. 4 players took part." in shown
    assert "East won 2 of 2." in shown
    assert re.search(f"The longest game: .*{first.east} . {first.west}</a>, 30 days", shown)
    assert re.search(f"The closest game: .*{second.east} . {second.west}</a>, 1 victory point apart", shown)


def summarized(game: Game, *, days: int, margin: int) -> None:
    GameSummary.objects.create(
        game=game,
        public_id=game.public_id,
        ended_at=timezone.now(),
        edition=game.edition,
        week=game.week,
        winner=EAST,
        victory=game.victory,
        is_rated=True,
        is_contest=True,
        days=days,
        actions=100,
        fights={},
        east_lost=0,
        west_lost=0,
        margin=margin,
    )


def test_a_closed_ladder_says_so_and_takes_nobody(ladder: Ladder) -> None:
    taken_part(ladder, 1)
    signed_in(PersonFactory.named("Organiser One")).post(path(ladder, "close/"))
    browser = signed_in(PersonFactory.numbered(2))
    assert "This ladder is closed." in text(browser.get(path(ladder)))
    assert "This ladder is closed." in text(browser.post(path(ladder, "part/"), {"most": "1"}, follow=True))
    assert Entrant.objects.count() == 1


def test_running_games_are_shown_to_everybody(ladder: Ladder) -> None:
    (match,) = paired(ladder, 2)
    page = Client().get(path(ladder))
    assert f"{match.east} (East)" in text(page)
    assert f"{match.west} (West)" in text(page)
    address = f"/games/{match.game.public_id}/"
    assert f'href="{address}"' not in page.content.decode(), "nobody but its players may open it"
    assert f'href="{address}"' in signed_in(match.east).get(path(ladder)).content.decode()
    check_in_all()
    assert f'href="{address}"' in Client().get(path(ladder)).content.decode()
    assert Client().get(address).status_code == 200
    assert {match.east, match.west} == {PersonFactory.numbered(1), PersonFactory.numbered(2)}
    assert Game.objects.get().seats.get(side=WEST).player == match.west
