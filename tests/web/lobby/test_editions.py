"""The edition and rules of a new game: choosing them, and showing them to people who may join."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.utils.html import escape

from accounts.models.person import Person
from games.engine.edition_layers import OPTIONAL
from games.log import position
from games.models.game import Game
from games.reads import queries
from games.rulebook.editions import DEFAULT, edition_ids
from games.rulebook.rules import rulebook
from games.story.editions import about
from tests.web.browsers import signed_in, text
from tests.web.lobby.new_games import create, mailed_path, offered

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

RULES = {"disk_points": "0", "disk_leadership": "false", "discard_rounding": "down"}
"""The last is as Kessen has it anyway."""


def checked(page: str, name: str) -> list[str]:
    """The values of the radio buttons of that name that are chosen."""
    buttons = [button for button in re.findall(r"<input [^>]*>", page) if f'name="{name}"' in button]
    return [re.findall(r'value="(.*?)"', button)[0] for button in buttons if "checked" in button]


def test_every_edition_can_be_chosen_and_says_what_it_is(browser: Client) -> None:
    page = text(browser.get("/games/new/"))
    assert checked(page, "edition") == [DEFAULT]
    for edition in edition_ids():
        assert about(edition)
        assert escape(about(edition)) in page
        assert create(browser, opponent="myself", edition=edition).edition == edition


def test_every_rule_that_may_be_chosen_is_on_the_form_in_words_with_who_has_it_so(browser: Client) -> None:
    page = text(browser.get("/games/new/"))
    for flag, values in OPTIONAL.items():
        assert checked(page, flag) == [""], "as the edition has it"
        assert escape(rulebook().differences[flag].title) in page
        buttons = re.findall(rf'<label><input [^>]*name="{flag}" value="(.*?)"', page)
        assert buttons == ["", *(str(value).lower() for value in values)]
    said = "Half of an odd hand is rounded down or up, as its player likes."
    assert f'{said}</span> <span class="hint">As in GMT 2011.</span>' in page
    assert '<span class="hint">As in Kessen, GMT 2016 and Manual.</span>' in page


def test_rules_are_chosen_for_a_game(browser: Client) -> None:
    game = create(browser, opponent="myself", **RULES)
    flags = position.rules_of(game).edition.flags
    assert (flags.disk_points, flags.disk_leadership, flags.discard_rounding) == (0, False, "down")
    assert queries.pinned(game.edition_text_id).chosen == {"disk_points": 0, "disk_leadership": False}


def test_a_wrong_rule_is_refused_and_what_was_filled_in_is_kept_in_view(browser: Client) -> None:
    offer = offered(text(browser.get("/games/new/")))
    given = {"opponent": "open", "side": "west", "edition": "gmt-2016", "nonce": "my-luck", **RULES}
    given["offer"] = offer
    refused = browser.post("/games/new/", given | {"mori_double_brings_two": "perhaps"})
    page = text(refused)
    assert refused.status_code == 400
    assert "valid choice" in page
    for name, value in given.items():
        assert checked(page, name) == [value] or f'value="{value}"' in page
    assert page.count("<details open>") == 2
    assert not Game.objects.exists()


def seen_by_who_may_join(browser: Client, friend: str, **changes: str) -> dict[str, str]:
    """The pages and the mail that tell of a game before it begins."""
    invited, free = create(browser, invited=friend, **changes), create(browser, opponent="open", **changes)
    stranger, guest = signed_in(Person.objects.at(f"stranger-{friend}")), Client()
    pages = {
        "waiting": browser.get(f"/games/{invited.public_id}/"),
        "join": stranger.get(f"/games/{free.public_id}/"),
        "unknown": Client().get(f"/games/{free.public_id}/"),
        "open": stranger.get("/games/open/"),
        "mine": browser.get("/games/"),
        "invitation": guest.get(mailed_path(friend), follow=True),
    }
    actual = {name: text(page) for name, page in pages.items()}
    assert all(game.commitment in actual[name] for name, game in (("waiting", invited), ("join", free)))
    assert invited.commitment in actual["invitation"]
    letter = [sent for sent in mail.outbox if sent.to == [friend]][-1]
    html = letter.alternatives[0][0]  # type: ignore[attr-defined]
    return actual | {"mail as text": str(letter.body), "mail as page": str(html)}


def test_the_edition_is_named_wherever_a_game_is_told_of(browser: Client, friend: str) -> None:
    for name, page in seen_by_who_may_join(browser, friend, edition="gmt-2011").items():
        assert "GMT 2011" in page, name
        assert "changed rule" not in page, name
        assert "/editions/gmt-2011/" in page, name


def test_changed_rules_are_told_before_anybody_accepts_them(browser: Client, friend: str) -> None:
    seen = seen_by_who_may_join(browser, friend, **RULES)
    digest = Game.objects.values_list("edition_text", flat=True).distinct().get()
    for name, page in seen.items():
        assert "with 2 changed rules" in page, name
        assert f"/editions/{digest}/" in page, name
        if name not in ("open", "mine"):
            title = rulebook().differences["disk_points"].title
            assert re.search(rf"{title}: (<b>)?none", page), name
    assert Client().get(f"/editions/{digest}/").status_code == 200
