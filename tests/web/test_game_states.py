"""What the page of a game says of its moment: whose it is, what came last, and what is left of a fight."""

import re

import pytest
from django.test import Client

from games.engine import pending
from games.engine.decisions import AnswerDeployment, ChooseLosses, ChooseRetreat
from games.engine.side import SIDES, Side
from games.engine.state import State
from games.reads.moments import Moments
from games.services import lobby, play
from tests.kit.table import Table, table_where
from tests.web.browsers import address, signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

FOUGHT = '<section class="fought'
BATTLE = '<section class="battle'


def is_asked_in_the_phase_of_the_other(state: State) -> bool:
    return any(isinstance(each, AnswerDeployment) and each.side != state.active for each in pending(state))


def is_decided(state: State) -> bool:
    return any(isinstance(each, ChooseLosses | ChooseRetreat) for each in pending(state))


def page_for(table: Table, side: Side) -> str:
    return text(signed_in(table.people[side]).get(address(table.seat(side))))


def head_for(table: Table, side: Side) -> str:
    said = re.search(r'<p class="moment">(.*?)</p>', page_for(table, side), re.DOTALL)
    assert said
    return said[1]


def test_head_says_who_decides_in_the_phase_of_the_other_side() -> None:
    table = table_where(is_asked_in_the_phase_of_the_other)
    (side,) = table.asked()
    asked, waits = head_for(table, side), head_for(table, side.enemy)
    assert ">You decide.</b>" in asked
    assert "turn" not in asked.lower()
    assert f">{'East' if side.label == 'east' else 'West'} decides.</b>" in waits
    for said in (asked, waits):
        assert f'class="phase">Week {table.state.week}' in said


def test_fight_that_has_ended_is_shown_once() -> None:
    table = table_where(is_decided)
    for side in SIDES:
        page = page_for(table, side)
        assert FOUGHT in page
        assert BATTLE not in page


def test_no_fight_stands_above_a_game_that_somebody_resigned() -> None:
    table = table_where(is_decided)
    (side,) = table.asked()
    assert FOUGHT in page_for(table, side.enemy)
    play.resign(seat=table.seat(side))
    for each in SIDES:
        assert FOUGHT not in page_for(table, each)


def test_nobody_can_challenge_in_a_replay() -> None:
    table = table_where(is_asked_in_the_phase_of_the_other, terms=lobby.Terms(is_public=True))
    assert "can be challenged" in text(Client().get(f"/games/{table.game.public_id}/"))
    last = Moments(table.game, SIDES[0]).last
    page = text(signed_in(table.people[0]).get(f"/games/{table.game.public_id}/moments/{last}/?as=east"))
    assert "can be challenged" not in page
    assert "just deployed" in page
