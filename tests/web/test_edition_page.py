"""The page of an edition: every fact with its reliability, variants, and rules chosen for a game."""

import hashlib
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models.person import Person
from games.engine.edition_layers import OPTIONAL
from games.models.game import EditionText, Game
from games.rulebook.differences import described
from games.rulebook.editions import edition_ids, edition_text, layered, ruleset
from games.rulebook.rules import rule_path, rulebook
from games.story.editions import about
from games.web.edition import GRADES
from tests.factories.games import GameFactory
from tests.kit.editions import variants
from tests.web.browsers import text

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


def test_every_fact_of_the_edition_is_there_with_its_grade() -> None:
    rules = ruleset("kessen")
    page = text(Client().get("/editions/kessen/"))
    printed = rules.edition
    for name in [place.name for place in printed.locations] + [block.name for block in printed.blocks]:
        assert f">{name}<" in page
    of_kinds = (printed.locations, printed.roads, printed.disks, printed.blocks, printed.cards, printed.setup)
    used = {fact.grade for facts in of_kinds for fact in facts}
    assert used <= set(GRADES)
    for grade in used:
        assert f'<th scope="row">{grade}</th>' in page
    table = page[page.index("<summary>How sure") :].split("</table>", maxsplit=1)[0]
    counted = sum(int(number) for number in re.findall(r"<td>(\d+)</td></tr>", table))
    assert counted == sum(map(len, of_kinds))
    assert rules.digest in page
    assert page.count('class="board"') == 1
    assert "?from=" not in page, "it is nobody's"


@pytest.mark.parametrize(
    "odd", ["nosuch", "..", "kessen.toml", "Kessen", "%2e%2e", "kessen%00", "a" * 500, "0" * 64, "f" * 63]
)
def test_an_unknown_edition_is_not_found(odd: str) -> None:
    assert Client().get(f"/editions/{odd}/").status_code == 404


# ---- variants and chosen rules


def page_of(named: str) -> str:
    response = Client().get(f"/editions/{named}/")
    assert response.status_code == 200
    return text(response)


def a_game(edition: str, **flags: Any) -> Game:
    creator = Person.objects.at("east@example.org")
    return GameFactory.create(creator=creator, edition=edition, flags=flags)


def rows(page: str, section: str) -> dict[str, list[str]]:
    """The rows of the first table of a section, without marks, by what stands at their head."""
    table = page[page.index(f'<section id="{section}">') :].split("</table>", maxsplit=1)[0]
    found = {}
    for row in re.findall(r"<tr>(<th scope=\"row\">.*?)</tr>", table, re.DOTALL):
        head, *cells = [plain(cell) for cell in re.split(r"</t[hd]><td>", row)]
        found[head] = cells
    return found


@pytest.mark.parametrize("edition", edition_ids())
def test_an_edition_says_what_it_is_and_what_else_there_is(edition: str) -> None:
    page = page_of(edition)
    assert f'<p class="lead">{escape(about(edition))}</p>' in page
    for other in set(edition_ids()) - {edition}:
        assert f'<a href="/editions/{other}/">{layered(other).own.name}</a>' in page
        assert escape(about(other)) in page
    assert "for a game:" not in page
    assert "Chosen for the game" not in page
    assert "has been corrected" not in page


def differing(page: str) -> dict[str, str]:
    """What is said of each rule in which editions differ, without marks, by what stands at its head."""
    section = page[page.index('<details id="rules">') :].split("</dl>", maxsplit=1)[0]
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", section, re.DOTALL)
    return {plain(head): plain(sentence) for head, sentence in pairs}


def plain(html: str) -> str:
    return unescape(" ".join(re.sub(r"<.*?>", "", html).split()))


@pytest.mark.parametrize("edition", edition_ids())
def test_different_rules_are_shown_beside_those_of_other_editions(edition: str) -> None:
    page = page_of(edition)
    found = differing(page)
    own = layered(edition).own
    assert f'href="/rules/?edition={edition}"' in page
    for name, words in rulebook().differences.items():
        assert f'href="{rule_path(words.rules[0], edition)}"' in page
        said = found[f"{words.rules[0]} {words.title}{' *' if name in OPTIONAL else ''}"]
        text = described(name, own).text
        assert said.startswith(text)
        for other in set(edition_ids()) - {edition}:
            differs = described(name, layered(other).own).short != described(name, own).short
            assert (layered(other).own.name in said.removeprefix(text)) == differs


@pytest.mark.parametrize(("base", "edition"), variants())
def test_a_variant_says_what_it_has_otherwise_and_nothing_else(base: str, edition: str) -> None:
    found = rows(page_of(edition), "variant")
    assert all(now != before for now, before in found.values())
    page = page_of(edition)
    assert f'href="/editions/{base}/"' in page[page.index('id="variant"') :].split("</section>")[0]


def test_a_variant_has_each_change_of_its_file_in_words() -> None:
    assert rows(page_of("gmt-2011"), "variant") == {
        "Half of an odd hand": ["as the player likes", "rounded down"],
        "West begins at Aizu with": [
            "Uesugi daimyo, Uesugi three-mon and Uesugi firearms; 1 drawn at random",
            "Uesugi daimyo, 2 Uesugi three-mon, Uesugi cavalry and Uesugi firearms; 1 drawn at random",
        ],
    }
    manual = rows(page_of("manual"), "variant")
    assert manual["Edo"] == [
        "capital of East; castle of East; resource location; recruitment of Tokugawa",
        "castle of East; resource location; recruitment of Tokugawa",
    ]
    assert manual["Ishida Mitsunari"][0].endswith("daimyo; wildcard; its loss ends the game")
    assert manual["Ishida Mitsunari"][1].endswith("daimyo; wildcard")


def test_a_variant_says_what_it_takes_out() -> None:
    variant = '[variant]\nof = "kessen"\nid = "two"\nname = "Two"\ndisks = [{ id = "mogami", absent = true }]'
    varied = f"{edition_text('kessen')}\n{variant}"
    digest = hashlib.sha256(varied.encode()).hexdigest()
    EditionText.objects.create(digest=digest, text=varied)
    found = rows(page_of(digest), "variant")
    assert found["Mogami Yoshiaki (Yamagata)"][0] == "not there"


@pytest.mark.parametrize("edition", sorted({*edition_ids()} - {edition for _base, edition in variants()}))
def test_editions_that_are_no_variants_have_no_table_of_differences(edition: str) -> None:
    assert 'id="variant"' not in page_of(edition)


def test_disks_say_how_they_fall() -> None:
    page = " ".join(re.sub(r"<.*?>", " ", page_of("gmt-2016")).split())
    assert "Toyotomi Hideyori Osaka West; falls after every block inside; its loss ends the game" in page
    assert "Sanada Masayuki Ueda West; may fall in place of any block inside" in page


@pytest.mark.parametrize("edition", edition_ids())
def test_the_text_a_game_keeps_has_a_page_on_which_its_choices_are_marked(edition: str) -> None:
    own = layered(edition).own.flags
    other = next(points for points in OPTIONAL["disk_points"] if points != own.disk_points)
    game = a_game(edition, disk_points=other, mori_double_brings_two=own.mori_double_brings_two)
    page = page_of(game.edition_text_id)
    assert "With 1 changed rule</h2>" in page
    assert page.count("Chosen for the game.") == 1
    said = differing(page)["2.2 Points for a surviving disk *"]
    assert "Chosen for the game." in said
    assert layered(edition).own.name in said.partition("Chosen for the game.")[2], "what it has itself"
    assert game.edition_text_id in page
    assert f"/rules/?edition={game.edition_text_id}" in page
    assert page.count('class="board"') == 1


def test_a_text_that_was_corrected_since_still_has_its_page_and_says_so() -> None:
    old = edition_text("kessen").replace('name = "Ishida Mitsunari"', 'name = "Ishida Jibu"')
    digest = hashlib.sha256(old.encode()).hexdigest()
    EditionText.objects.create(digest=digest, text=old)
    page = page_of(digest)
    assert ">Ishida Jibu<" in page
    assert "has been corrected since" in page
