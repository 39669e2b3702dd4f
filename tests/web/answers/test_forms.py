"""The texts and drawings of the forms."""

from __future__ import annotations

import pytest

from games.engine import Ruleset, actions
from games.rulebook.editions import FIXTURES
from tests.kit.editions import ruleset_of
from tests.kit.positions import Table, position, under
from tests.web.answers.positions import one_of_each, reader_at


def words(text: str) -> str:
    return " ".join(text.split())


def test_losses_that_leave_no_choice_are_ticked_and_blocks_that_are_safe_are_not_offered() -> None:
    table = position("""
        pending = "losses east 2"
        east.at.kiso = "date-two-mon x3, tokugawa-two-mon"
        west.at.kiso = "ukita-three-mon"
        combat.location = "kiso"
        combat.east.deployed = "date-two-mon with date-plain"
    """)
    page = reader_at(table, "east").page()
    deployed = page.values("blocks")[0]
    assert len(page.values("blocks")) == 4
    assert page.chosen("blocks") == [deployed]
    assert "Blocks that deployed" in page.text
    assert "Blocks that did not deploy" in page.text
    assert "Blocks that changed sides are lost first" in page.text
    table = position("""
        pending = "losses east 1"
        east.at.kiso = "date-two-mon x3, tokugawa-two-mon"
        west.at.kiso = "ukita-three-mon"
        combat.location = "kiso"
        combat.east.deployed = "date-two-mon with date-plain, date-two-mon with date-plain"
    """)
    page = reader_at(table, "east").page()
    assert len(page.values("blocks")) == 2
    assert page.chosen("blocks") == []
    assert "Blocks that did not deploy" not in page.text


def besieged(inside: str, impact: int) -> Table:
    """A castle of West's in which a disk may go at any time."""
    return under(
        "gmt-2016",
        f"""
        pending = "take-losses"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "{inside}"
        [combat]
        location = "ueda"
        siege = true
        east.impact = {impact}
        """,
    )


@pytest.mark.parametrize(
    ("impact", "lost", "button"),
    [
        (7, ["sanada"], "Give this up"),
        (7, ["mori-daimyo"], "Give this up"),
        (14, ["mori-daimyo", "sanada"], "Give these up"),
    ],
)
def test_a_disk_is_offered_in_place_of_a_block_where_it_may_fall_first(
    impact: int, lost: list[str], button: str
) -> None:
    table = besieged("mori-daimyo, mori-two-mon", impact)
    page = reader_at(table, "west").page()
    assert page.chosen("blocks") == []
    assert page.values("blocks") == ["mori-daimyo", "mori-two-mon-1", "sanada"]
    assert "The disk of Sanada Masayuki in place of a block" in words(page.text)
    assert button in page.text
    page.tick("blocks", *lost)
    assert reader_at(table, "west").send(page.press("lose")) == actions.Losses(tuple(lost))


def test_a_disk_that_falls_last_is_not_offered() -> None:
    table = under(
        "gmt-2016",
        """
        pending = "losses west 1"
        east.at.osaka = "date-two-mon x3"
        west.at.osaka = "mori-daimyo, mori-two-mon"
        [combat]
        location = "osaka"
        siege = true
        east.impact = 7
        """,
    )
    page = reader_at(table, "west").page()
    assert "hideyori" not in page.values("blocks")
    assert "Lose this block" in page.text


@pytest.mark.parametrize(
    ("hand", "legend"),
    [
        ("tokugawa-plain x5", "2 or 3 cards to give up"),
        ("tokugawa-plain x4", "2 cards to give up"),
        ("tokugawa-plain", "Up to 1 card to give up"),
    ],
)
def test_half_an_odd_hand_is_rounded_as_its_player_likes_where_the_rules_say_so(
    hand: str, legend: str
) -> None:
    text = f"""
        week = 3
        pending = {{ east = "discard", west = "bid" }}
        east.hand = "{hand}"
        west.hand = "mori-plain"
    """
    table = under("gmt-2016", text, discard_rounding="choice")
    assert legend in reader_at(table, "east").page().text


def test_a_double_card_deploys_a_wildcard_alone_or_beside_a_block_of_its_clan() -> None:
    text = """
        pending = "deploy"
        east.at.kiyosu = "date-two-mon"
        west.at.kiyosu = "ukita-two-mon, ishida-mitsunari"
        west.hand = "ukita-double"
        [combat]
        location = "kiyosu"
        attacker = "west"
    """
    alone = reader_at(under("gmt-2016", text), "west").page()
    offered = {words(option.text): option.value for option in alone.options("deploy")}
    assert "ukita-double:ishida-mitsunari" in offered.values()
    assert not any("Ishida Mitsunari and" in label or "and Ishida" in label for label in offered)
    beside = reader_at(under("gmt-2016", text, double_and_wildcard="with-clan-block"), "west").page()
    assert "ukita-double:ishida-mitsunari" not in [option.value for option in beside.options("deploy")]
    assert any("and Ishida Mitsunari" in option.text for option in beside.options("deploy"))


def test_alike_blocks_are_offered_once_and_one_by_one_behind_a_fold() -> None:
    table = position("""
        pending = "deploy"
        east.at.kiso = "date-two-mon x2, date-daimyo"
        east.hand = "date-double"
        west.at.kiso = "ukita-three-mon"
        combat.location = "kiso"
    """)
    page = reader_at(table, "east").page()
    texts = [words(option.text) for option in page.options("deploy")]
    both = [text for text in texts if text.startswith("Date two-mon and Date two-mon: impact 5")]
    assert len(both) == 2, "in either order"
    before, _, after = page.text.partition("Another card or block")
    assert before.count("Date two-mon: impact 2") == 1
    assert after.count("Date two-mon: impact 2") == 1
    assert "A daimyo, without a card" in before
    assert "Cannot be challenged" in before
    assert "On a tie you lose." in before


def test_a_fold_is_open_where_something_in_it_is_chosen() -> None:
    table = position("""
        pending = "deploy"
        east.at.kiso = "date-two-mon x2"
        east.hand = "date-plain"
        west.at.kiso = "ukita-three-mon"
        combat.location = "kiso"
    """)
    reader = reader_at(table, "east")
    page = reader.page()
    assert not page.has("details", "open")
    page.choose("deploy", "date-plain:date-two-mon-2")
    again = reader.page(page.press(""))
    assert again.has("details", "open")
    assert again.chosen("deploy") == ["date-plain:date-two-mon-2"]


def test_a_siege_asks_nobody_for_a_card_to_show() -> None:
    table = position("""
        pending = "deploy"
        east.at.gifu = "ieyasu, tokugawa-three-mon x2"
        east.hand = "tokugawa-plain x2"
        west.at.gifu = "otani-daimyo, otani-two-mon"
        combat.location = "gifu"
        combat.siege = true
    """)
    page = reader_at(table, "east").page()
    assert page.values("show") == []
    assert "Each full 7 takes a block out of the castle." in page.text


WINDOW = """
    pending = "window"
    east.at.kiso = "date-two-mon x2"
    west.at.kiso = "ukita-three-mon, ukita-two-mon"
    west.hand = "{hand}"
    combat.location = "kiso"
    combat.window = "east"
    combat.east.deployed = "date-two-mon with date-plain"
    combat.west.deployed = "ukita-three-mon with ukita-plain"
"""


def test_a_challenge_is_a_button_only_for_who_holds_one() -> None:
    page = reader_at(position(WINDOW.format(hand="west-loyalty, ukita-plain")), "west").page()
    assert page.values("do") == ["", "pass", "challenge", "pass-rest"]
    assert "Don't challenge" in page.text
    page = reader_at(position(WINDOW.format(hand="mori-plain, ukita-plain")), "west").page()
    assert page.values("do") == ["", "pass", "pass-rest"]
    hint = "You are asked all the same, so that the other side cannot tell."
    assert page.text.index("Let it stand") < page.text.index(hint)


def test_not_asking_again_is_an_order() -> None:
    page = reader_at(position(WINDOW.format(hand="mori-plain")), "west").page()
    assert "You are not asked again in this battle, and challenge none of its blocks." in page.text
    assert "The other side is not told: the game waits as long as if you had been asked." in page.text
    assert "But the other side can notice it" not in page.text


def test_revision_1_says_what_the_other_side_can_notice_of_not_asking_again() -> None:
    table = position(WINDOW.format(hand="mori-plain"), ruleset_of("kessen", 1))
    page = reader_at(table, "west").page()
    assert "But the other side can notice it" in page.text
    assert "This gives the order" not in page.text


BEATEN_AT_GIFU = """
    pending = "retreat"
    holder.gifu = "west"
    east.at.gifu = "tokugawa-two-mon x3"
    east.came_from.kiyosu = "all at gifu"
    west.at.gifu = "ukita-two-mon x2"
    combat.location = "gifu"
    combat.east.impact = 9
"""


def test_all_of_a_beaten_force_may_stay_in_its_castle() -> None:
    page = reader_at(position(BEATEN_AT_GIFU), "west").page()
    assert page.values("do") == ["", "retreat", "stay"]
    assert "Blocks that stay in the castle: one or none" in page.text


@pytest.mark.parametrize(
    ("more", "places", "chosen"),
    [
        pytest.param("", ["sawayama", "iwamura"], [], id="two"),
        pytest.param('east.at.sawayama = "date-two-mon"', ["iwamura"], ["iwamura"], id="one"),
    ],
)
def test_single_place_to_retreat_to_is_chosen_beforehand(
    more: str, places: list[str], chosen: list[str]
) -> None:
    page = reader_at(position(BEATEN_AT_GIFU + more), "west").page()
    assert sorted(page.values("to")) == sorted(places)
    assert page.chosen("to") == chosen


def test_the_places_a_move_can_begin_are_links_with_what_stands_there() -> None:
    table = position("""
        level = "limited"
        east.at.edo = "ieyasu, tokugawa-two-mon x2"
        east.at.kiso = "date-two-mon"
        west.at.kiso = "ukita-two-mon x3"
    """)
    page = reader_at(table, "east").page()
    assert page.links == ["?as=east&from=edo#answer", "?as=east&from=kiso#answer"]
    text = words(page.text)
    assert "Edo Tokugawa Ieyasu and 2 Tokugawa two-mon Kiso" in text
    assert "Date two-mon; 3 enemy blocks are there" in text
    assert "You have 3 stack moves left." in text


@pytest.mark.parametrize(
    ("decision", "kind", "warning"),
    [
        ("discard", "Discard", "What you discard is sealed at once and cannot be changed."),
        ("bid", "Bid", "The other side's bid is in: yours opens both."),
        ("level", "Level", "Cards you pay or exchange are seen by the other side, and do not come back."),
        ("movement", "Muster", "Blocks that muster openly are seen: that cannot be undone."),
        ("movement", "Mori", "The other side sees the card and the blocks: this cannot be undone."),
        ("movement", "EndMovement", "It cannot be undone once a fight has begun"),
        ("stance", "Stance", "This cannot be undone."),
        ("deploy", "Deploy", "The other side sees the block and the card at once: this cannot be undone."),
        ("window", "Pass", "The other side is not told, and you cannot change it."),
        ("losses", "Losses", "Lost blocks leave the game, and the other side sees them."),
        ("retreat", "Retreat", "This cannot be undone."),
    ],
)
def test_forms_say_what_cannot_be_undone(decision: str, kind: str, warning: str) -> None:
    assert warning in words(one_of_each()[decision, kind].reader().page().text)


def test_names_with_signs_of_the_page_in_them_stay_names() -> None:
    text = (FIXTURES / "editions" / "kessen.toml").read_text(encoding="utf-8")
    strange = "Edo <i>& 'co'"
    rules = Ruleset.from_text(text.replace('name = "Edo"', f'name = "{strange}"'))
    table = position('level = "limited"\neast.at.oyama = "ieyasu"\neast.at.edo = "date-two-mon"', rules)
    reader = reader_at(table, "east")
    assert strange in reader.page().text
    assert strange in reader.page(reader.page().follow(**{"from": "oyama"})).text


DUEL = """
    pending = "deploy"
    east.at.kiso = "tokugawa-two-mon, date-two-mon"
    east.hand = "tokugawa-plain"
    west.at.kiso = "ukita-three-mon, mori-two-mon"
    west.hand = "{hand}"
    combat.location = "kiso"
"""


@pytest.mark.parametrize(
    ("hand", "buttons"),
    [
        pytest.param(
            "west-loyalty, mori-plain", ["pass", "challenge", "pass-rest", "deploy", "finish"], id="can"
        ),
        pytest.param("mori-plain", ["deploy", "finish", "pass", "pass-rest"], id="cannot"),
        pytest.param("otani-plain", ["finish", "pass", "pass-rest"], id="can deploy nothing either"),
    ],
)
def test_a_side_that_can_challenge_is_asked_that_first(hand: str, buttons: list[str]) -> None:
    table = position(DUEL.format(hand=hand))
    table.play("east", "deploy", blocks="tokugawa-two-mon", card="tokugawa-plain")
    page = reader_at(table, "west").page()
    assert page.values("do") == ["", *buttons]
    assert "Yours 0, theirs 2. On a tie you win." in page.text


def test_stopping_last_says_that_it_ends_the_battle() -> None:
    table = position(DUEL.format(hand="mori-plain x2"))
    table.play("east", "finish")
    page = reader_at(table, "west").page()
    assert "The other side has stopped: the battle ends at once, and you win it." in page.text
