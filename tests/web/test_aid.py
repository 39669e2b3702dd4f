"""The player aid of an edition: short, and true of it and of rules chosen for a game."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models.person import Person
from games.rulebook.editions import edition_ids, layered
from tests.factories.games import GameFactory
from tests.web.browsers import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

MOST_WORDS = 250
WORD = re.compile(r"\S*[^\W\d_]\S*")
"""Numbers are none: whoever looks at an aid looks for them."""


def aid_of(named: str) -> str:
    """The words of the aid, without marks."""
    response = Client().get(f"/editions/{named}/aid/")
    assert response.status_code == 200
    article = text(response).split('<article class="aid">')[1].split("</article>")[0]
    return unescape(" ".join(re.sub(r"<.*?>", " ", article).split()))


@pytest.mark.parametrize("edition", edition_ids())
def test_an_aid_has_at_most_250_words(edition: str) -> None:
    assert 200 < len(WORD.findall(aid_of(edition))) <= MOST_WORDS


def test_aids_of_two_editions_differ_in_what_these_differ_in() -> None:
    kessen, base = aid_of("kessen"), aid_of("gmt-2016")
    for said, otherwise in (
        ("The 8 weeks", "The 7 weeks"),
        (" and 1 in weeks 5–8,", " and 1 in weeks 5–7,"),  # noqa: RUF001
        ("own castle or disk;", "own castle or capital;"),
        ("A card brings one to Osaka, a double two.", "A card brings one to Osaka."),
        ("Ii, Kuroda, Hosokawa, Ishida, Kobayakawa and Sanada: any", "Ii and Ishida: any"),
        ("Two blocks, at least one of its clan.", "Two blocks of its clan, or one wildcard."),
        ("firearms +2, +1 per earlier", "firearms +2, +2 per earlier"),
        ("Disks are castles. They fall last.", "Disks stand in castles. Sanada Masayuki may fall first"),
        ("West loses with Toyotomi Hideyori,", "West loses with Toyotomi Hideyori or Ishida Mitsunari,"),
        ("After week 8: castle 2, resource 1, disk 2.", "After week 7: castle 2, resource 1. West"),
    ):
        assert said in kessen
        assert said not in base
        assert otherwise in base
        assert otherwise not in kessen


def test_only_the_first_printing_rounds_an_odd_hand_as_one_likes() -> None:
    free = {edition for edition in edition_ids() if "rounded as you like" in aid_of(edition)}
    assert free == {"gmt-2011"}


def test_the_aid_of_a_game_with_chosen_rules_follows_them_and_its_page_leads_there() -> None:
    east = Person.objects.at("east@example.org")
    flags = {"special_bonus_per_earlier": 2, "disk_points": 0}
    game = GameFactory.create(creator=east, running=True, edition="kessen", flags=flags)
    assert game.edition_text_id != layered("kessen").digest
    words = aid_of(game.edition_text_id)
    assert "+2 per earlier one" in words
    assert "disk 2" not in words
    page = signed_in(east).get(f"/games/{game.public_id}/")
    assert f'href="/editions/{game.edition_text_id}/aid/"' in text(page)


@pytest.mark.parametrize("page", ["/editions/manual/", "/rules/"])
def test_the_rules_and_the_edition_lead_to_its_aid(page: str) -> None:
    assert 'href="/editions/manual/aid/"' in text(Client().get(page))


def test_there_is_no_aid_of_an_unknown_edition() -> None:
    assert Client().get("/editions/nosuch/aid/").status_code == 404
