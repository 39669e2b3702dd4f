"""The page of the history, and the ways to it from the names of clans and leaders."""

import re
from html import unescape

import pytest

from games.rulebook.editions import edition_ids, ruleset
from games.story.campaign import CLANS, LEADERS, clan_anchor, leader_anchor
from tests.web.browsers import shown

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def history() -> str:
    return shown("/history/")


def test_the_history_of_the_campaign_has_about_400_words() -> None:
    told = history().split("</h1>")[1].split("<h2")[0]
    assert 350 <= len(re.sub(r"<.*?>", " ", told).split()) <= 450


def test_the_history_tells_of_every_clan_and_leader_once() -> None:
    page = unescape(history())
    for about in (*CLANS.values(), *LEADERS.values()):
        assert page.count(str(about)) == 1
        assert re.fullmatch(r"[^.]+\.", str(about)), "one sentence"


@pytest.mark.parametrize("edition", edition_ids())
def test_the_history_knows_every_clan_leader_and_disk_of_an_edition(edition: str) -> None:
    printed = ruleset(edition).edition
    assert all(clan_anchor(clan.id) for clan in printed.clans)
    assert all(leader_anchor(disk.id) for disk in printed.disks)
    for block in printed.blocks:
        assert bool(leader_anchor(block.id)) == (block.daimyo or block.wildcard), block.id


@pytest.mark.parametrize("edition", edition_ids())
def test_names_on_the_page_of_an_edition_lead_to_what_the_history_tells_of_them(edition: str) -> None:
    printed = ruleset(edition).edition
    ids = re.findall(r'id="([\w-]+)"', history())
    assert len(set(ids)) == len(ids)
    links = dict(re.findall(r'<a href="/history/#([\w-]+)">([^<]+)</a>', shown(f"/editions/{edition}/")))
    assert links.keys() <= set(ids)
    assert {links[clan_anchor(clan.id)] for clan in printed.clans} == {clan.name for clan in printed.clans}
    named = {piece.id: piece.name for piece in printed.blocks} | {
        disk.id: disk.name for disk in printed.disks
    }
    leaders = {leader_anchor(piece): name for piece, name in named.items() if leader_anchor(piece)}
    assert {leader: links[leader] for leader in leaders} == leaders


def test_every_page_leads_to_the_history() -> None:
    assert '<a href="/history/">' in shown("/rules/")
