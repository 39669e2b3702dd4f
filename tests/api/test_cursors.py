"""Cursors of lists: each serves the list that it is of, however long what that list is sorted by."""

from urllib.parse import parse_qs, urlsplit

import pytest

from accounts.scopes import Scope
from games.api import paging
from games.ladders.clubs.name_rules import LONGEST_CLUB_NAME, LONGEST_FOLDED
from games.ladders.models.club import Club
from games.ladders.models.ladder import LONGEST_LADDER_NAME, Ladder
from games.models.game import Game
from games.services import lobby
from tests.api.ladder_case import NOW, calling, ladder, path, played
from tests.factories.clubs import ClubFactory
from tests.factories.games import GameFactory
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller
from tests.kit.table import Table

__all__ = ["ladder", "played"]

WIDE = chr(0x20000)
"""Four bytes, and twelve as an escaped pair of JSON."""


@pytest.mark.django_db
@pytest.mark.both
def test_each_list_refuses_the_cursors_of_the_others(ladder: Ladder, played: None) -> None:
    organiser = PersonFactory.named("Ashigaru organiser")
    for number in range(2):
        ClubFactory.create(founder__name=f"Organiser {number}", name=f"Club {number}")
        GameFactory.create(creator=organiser)
        invited = lobby.Invite(PersonFactory.named("Ashigaru One").email)
        GameFactory.create(creator=organiser, opponent=invited)
        own = PersonFactory.named("Ashigaru One")
        GameFactory.create(creator=own, opponent=lobby.Myself())
    LadderFactory.create(club=ladder.club, name="Two", now=NOW)
    Table(1)
    Table(2)
    Game.objects.update(is_public=True)
    lists = {
        "games/?list=mine": "Seat",
        "games/?list=invitations": "Invitation",
        "games/?list=open": "Game that waits",
        "games/?list=watch": "Game",
        "clubs/?": "Club",
        f"clubs/{ladder.club.slug}/members/?": "Membership",
        f"clubs/{ladder.club.slug}/ladders/?": "Ladder",
        path(ladder, "matches/?"): "Match",
        path(ladder, "seasons/1/standings/?"): "Line",
        path(ladder, "seasons/1/crosstable/?"): "Line",
    }
    reader = calling("Ashigaru One", Scope.READ, Scope.PLAY, Scope.CLUBS)
    cursors = {one: _cursor(reader, f"{one}&limit=1") for one in lists}
    for one, what in lists.items():
        for other, of_what in lists.items():
            answer = reader.get(f"{one}&cursor={cursors[other]}")
            assert answer.status_code == (200 if what == of_what else 400), (one, other, answer.content)


@pytest.mark.django_db
@pytest.mark.both
@pytest.mark.parametrize("letter", [WIDE, "\ufdfa", '"'])
def test_clubs_are_read_on_after_the_longest_name(letter: str) -> None:
    for number, mark in enumerate("abc"):
        ClubFactory.create(founder__name=f"Organiser {number}", name=f"Club {mark}")
    for mark, club in zip("abc", Club.objects.order_by("pk"), strict=True):
        Club.objects.filter(pk=club.pk).update(
            name=letter * (LONGEST_CLUB_NAME - 1) + mark, folded=letter * (LONGEST_FOLDED - 1) + mark
        )
    pages = Caller().pages("clubs/?limit=1")
    ends = [club["name"][-1] for page in pages for club in page["clubs"]]
    assert ends == list("abc")


def test_no_list_is_sorted_by_a_longer_name() -> None:
    assert LONGEST_LADDER_NAME <= LONGEST_FOLDED
    assert paging.LONGEST_CURSOR <= 1500  # an address has room for it


def _cursor(reader: Caller, where: str) -> str:
    following = reader.get(where).json()["next"]
    (cursor,) = parse_qs(str(urlsplit(following).query))["cursor"]
    return cursor
