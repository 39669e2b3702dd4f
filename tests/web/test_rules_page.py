"""The page of the rules, and links to it from refusals, forms and mails."""

import re

import msgspec
import pytest
from django.test import Client
from django.utils.html import escape

from games.engine import actions
from games.engine.actions import Bid
from games.engine.edition_layers import OPTIONAL, with_choices
from games.engine.editions import digest
from games.engine.side import EAST
from games.models.game import EditionText
from games.reads.terms import edition_of
from games.rulebook.differences import described
from games.rulebook.editions import DEFAULT, edition_ids, edition_text, ruleset
from games.rulebook.rules import anchor, rule_path, rule_text, rulebook
from games.web.decision_rules import linked
from notifications.registry import kind_named
from tests.kit.table import Table, on_the_march
from tests.web.browsers import answer, by_link, signed_in, text
from tests.web.page_languages import Spoken

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

BOOK = rulebook()
IN_ORDER = [DEFAULT, *sorted({*edition_ids()} - {DEFAULT})]


def stored(words: str) -> EditionText:
    """A text that some game keeps."""
    return EditionText.objects.create(digest=digest(words), text=words)


def page_of(query: str = "") -> str:
    response = Client().get(f"/rules/{query}")
    assert response.status_code == 200
    return text(response)


def part(page: str, number: str) -> str:
    """What stands at a rule or ruling, up to the next."""
    return re.split(r'id="rule-', page.split(f'id="{anchor(number)}"')[1])[0]


def overview(page: str) -> str:
    return page.split('<table class="compared">')[1].split("</table>", maxsplit=1)[0]


def test_every_rule_and_ruling_stands_there_in_order_with_all_its_words() -> None:
    page = page_of()
    assert re.findall(r'<section id="(rule-[\w-]+)"', page) == [anchor(number) for number in BOOK.rules]
    headings = "".join(re.findall(r"<summary>(.*?)</summary>", page))
    for number in (*BOOK.rules, *BOOK.rulings):
        rule = rule_text(number)
        assert rule is not None
        is_chapter = number.isdigit()
        assert escape(rule.title) in (headings if is_chapter else part(page, number))
        assert escape(rule.text) in part(page, number)


def test_a_ruling_stands_once_under_its_rule_with_its_reason_and_the_others_lead_there() -> None:
    page = page_of()
    for number, ruling in BOOK.rulings.items():
        assert page.count(f'id="{anchor(number)}"') == 1
        home, *others = (f'id="{anchor(rule)}"' for rule in ruling.rules)
        section = page.split(home)[1].split("</section>")[0]
        assert f'id="{anchor(number)}"' in section
        assert escape(ruling.reason) in part(page, number)
        for other in others:
            assert f'href="#{anchor(number)}"' in page.split(other)[1].split("</section>")[0]


def test_every_link_within_the_page_leads_somewhere() -> None:
    page = page_of("?edition=kessen")
    ids = re.findall(r'id="([\w-]+)"', page)
    assert len(set(ids)) == len(ids)
    assert set(re.findall(r'href="#([\w-]+)"', page)) <= set(ids)
    contents = page.split('<nav class="contents"')[1].split("</nav>")[0]
    chapters = [number for number in BOOK.rules if "." not in number]
    assert all(f'href="#{anchor(number)}"' in contents for number in chapters)


def test_differences_are_a_table_of_editions() -> None:
    table = overview(page_of())
    assert re.findall(r"edition=([\w-]+)#", table) == IN_ORDER
    for name, difference in BOOK.differences.items():
        assert escape(difference.title) in table
        for edition in edition_ids():
            printed = ruleset(edition).edition
            assert f'<td data-edition="{printed.name}">{escape(described(name, printed).short)}</td>' in table
    assert table.count("</abbr>") == len(OPTIONAL)


def test_a_rule_says_once_what_several_editions_have() -> None:
    names: dict[str, list[str]] = {}
    for printed in (ruleset(edition).edition for edition in IN_ORDER):
        names.setdefault(described("special_bonus_per_earlier", printed).text, []).append(printed.name)
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", part(page_of(), "8.4.1"))
    assert found == [(", ".join(those), escape(text)) for text, those in names.items()]
    assert 1 < len(names) < len(IN_ORDER)


def test_a_ruling_on_one_edition_says_so() -> None:
    page = page_of()
    assert "only in Manual" in part(page, "R-45")
    assert page.count("only in ") == sum(bool(ruling.editions) for ruling in BOOK.rulings.values())


def marked(page: str) -> list[str]:
    """The editions whose column is marked."""
    return re.findall(r'<th scope="col" class="marked">(?:<a [^>]*>)?(.*?)<', page)


@pytest.mark.parametrize("edition", edition_ids())
def test_an_edition_can_be_marked_by_its_id_and_by_its_digest(edition: str) -> None:
    rules = ruleset(edition)
    assert stored(edition_text(edition)).digest == rules.digest
    by_id = page_of(f"?edition={edition}")
    assert marked(by_id) == [rules.edition.name]
    assert marked(page_of(f"?edition={rules.digest}")) == [rules.edition.name]
    for name, difference in BOOK.differences.items():
        at_rule = part(by_id, difference.rules[0])
        holds = f'<div class="marked"><dt>(?:All editions|[^<]*{rules.edition.name}[^<]*)</dt><dd>'
        assert re.search(holds + re.escape(escape(described(name, rules.edition).text)), at_rule), name


def test_chosen_rules_of_a_game_are_a_column_of_their_own() -> None:
    chosen = stored(with_choices(edition_text("gmt-2016"), {"disk_points": 2}))
    page = page_of(f"?edition={chosen.digest}")
    assert marked(page) == ["GMT 2016 as in the game"]
    assert '<div class="marked"><dt>Kessen, Manual, GMT 2016 as in the game</dt>' in part(page, "2.2")
    assert 'data-edition="GMT 2016 as in the game" class="marked">2</td>' in overview(page)


@pytest.mark.parametrize("odd", ["", "nosuch", "..", "%00", "0" * 64, "0" * 63, "Kessen", "<b>", "a" * 5000])
def test_an_edition_nobody_knows_marks_nothing(odd: str) -> None:
    page = page_of(f"?edition={odd}")
    assert marked(page) == []
    assert 'class="marked"' not in page
    assert "<b>&" not in page


def test_rules_are_one_page_for_everybody_whose_script_only_searches() -> None:
    assert re.findall(r'<script[^>]*src="([^"]+)"', page_of()) == ["/static/rules.js"]
    table = Table()
    assert 'href="/rules/"' in text(signed_in(table.people[EAST]).get("/games/"))
    assert 'href="/rules/"' in text(Client().get("/"))


# ---- in another language


@pytest.fixture
def german(in_two_languages: None) -> Client:
    """A browser that asks for pages in a language the service has beside English."""
    return Client(headers={"accept-language": "de"})


def said(*each: str) -> set[str]:
    return {" ".join(text.split()) for text in each}


def test_rule_texts_are_marked_as_english_on_pages_in_other_languages(german: Client) -> None:
    spoken = Spoken(text(german.get("/rules/")))
    english = said(
        *(words for rule in BOOK.rules.values() for words in (rule.title, rule.text)),
        *(words for each in BOOK.rulings.values() for words in (each.title, each.text, each.reason)),
        *(difference.title for difference in BOOK.differences.values()),
    )
    for edition in edition_ids():
        for name in BOOK.differences:
            english |= said(*msgspec.structs.astuple(described(name, ruleset(edition).edition)))
    assert english <= spoken.texts["en"]
    assert not {words for words in english & spoken.texts["de"] if " " in words}
    ours = said("Contents", "What differs by edition", "The rules are silent.", "Kessen")
    assert ours <= spoken.texts["de"]
    assert not ours & spoken.texts["en"]


@pytest.mark.parametrize("edition", edition_ids())
def test_rule_texts_are_marked_as_english_on_the_page_of_an_edition(german: Client, edition: str) -> None:
    spoken = Spoken(text(german.get(f"/editions/{edition}/")))
    printed = ruleset(edition).edition
    notes = [place.note for place in printed.locations] + [road.note for road in printed.roads]
    english = said(
        *(described(name, printed).text for name in BOOK.differences),
        *(difference.title for difference in BOOK.differences.values()),
        *filter(None, notes),
    )
    assert english <= spoken.texts["en"]
    assert not {words for words in english & spoken.texts["de"] if " " in words}
    assert "Where the rules of editions differ" in spoken.texts["de"]


def test_rule_texts_are_marked_as_english_beside_forms_and_choices(german: Client) -> None:
    table = Table()
    person = table.people[EAST]
    person.language = "de"
    person.save()
    german.force_login(person)
    page = Spoken(text(german.get(f"/games/{table.game.public_id}/")))
    assert {"Turn order", BOOK.rules["6.3"].text} <= page.texts["en"]
    form = Spoken(text(german.get("/games/new/")))
    assert {BOOK.differences[flag].title for flag in OPTIONAL} <= form.texts["en"]
    assert "As the edition has it" in form.texts["de"]


def test_an_english_page_marks_no_language_twice() -> None:
    assert page_of().count("lang=") == 1


# ---- what leads there


def errors(page: str) -> str:
    return page.split('<ul class="errors" role="alert">')[1].split("</ul>", maxsplit=1)[0]


def test_a_refusal_leads_to_the_rule_it_rests_on_as_it_is_in_the_game() -> None:
    table, side = on_the_march()
    move = actions.parse(table.a_quiet_move(side))
    card = table.view(side)["mine"]["hand"][0]
    refused = answer(by_link(table.seat(side)), table, side, move, **{"force-march": card})
    assert refused.status_code == 422
    assert errors(text(refused)).endswith(f'. <a href="{rule_path("7.3.3", "kessen")}">Rule 7.3.3</a></li>')


def test_refusals_without_a_rule_have_no_link() -> None:
    table = Table()
    bid = Bid(table.view(EAST)["mine"]["hand"][0])
    refused = answer(by_link(table.seat(EAST)), table, EAST, bid, version="0")
    assert refused.status_code == 409
    assert "<a " not in errors(text(refused))
    assert linked("The game is full.", "", table.game) == "The game is full."


def test_player_text_is_escaped_beside_the_link() -> None:
    said = linked("There is no “<b>”.", "4.1", Table().game)
    assert said.startswith("There is no “&lt;b&gt;”. <a href=")


def test_a_mail_that_waits_for_an_answer_leads_to_the_rule_that_asks() -> None:
    table = Table()
    row = table.announced(EAST)[0]
    kind = kind_named(row.kind)
    assert kind is not None
    mail = kind.compose(row.about, row.occasion)
    assert mail is not None
    where = f"http://testserver{rule_path('6.3', 'kessen')}"
    assert f"What the rules say: 6.3 Turn order\n{where}\n" in mail.text
    assert f'href="{where}"' in mail.html


def test_a_game_with_another_text_than_the_file_is_named_by_its_digest() -> None:
    game = Table().game
    assert edition_of(game) == "kessen"
    words = edition_text("kessen").replace('name   = "Kessen"', 'name   = "Kessen, uncorrected"')
    game.edition_text = stored(words)
    assert edition_of(game) == game.edition_text.digest
    game.edition = "gone"
    assert edition_of(game) == game.edition_text.digest
