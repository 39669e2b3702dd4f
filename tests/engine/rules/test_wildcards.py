"""The six wildcards: who they are, where they start, and what any clan's card makes of them [9.4], R-30."""

import pytest

from games.engine import Side, new_game
from games.rulebook.editions import ruleset
from tests.kit.cases import cases
from tests.kit.positions import position, under

STARTS = [
    pytest.param("west", "ishida-mitsunari", "sawayama", 1, marks=pytest.mark.rule("9.4.1")),
    pytest.param("west", "kobayakawa-hideaki", "osaka", 4, marks=pytest.mark.rule("9.4.2")),
    pytest.param("west", "sanada-masayuki", "ueda", 2, marks=pytest.mark.rule("9.4.3")),
    pytest.param("east", "ii-naomasa", "edo", 2, marks=pytest.mark.rule("9.4.4")),
    pytest.param("east", "hosokawa-tadaoki", "kiyosu", 2, marks=pytest.mark.rule("9.4.5")),
    pytest.param("east", "kuroda-nagamasa", "kiyosu", 2, marks=pytest.mark.rule("9.4.6")),
]


@pytest.mark.parametrize(("side", "block", "location", "mon"), STARTS)
def test_a_wildcard_starts_where_printed_and_delivers_its_mon(
    side: str, block: str, location: str, mon: int
) -> None:
    """Each starts where the rules say, and delivers its mon with a plain card."""
    rules = ruleset("kessen")
    c = rules.components
    number = Side.named(side)
    start = new_game(rules).state.at[number][c.location_index[location]]
    assert block in c.ids(number, start)
    card, enemy = ("date-plain", "west") if side == "east" else ("otani-plain", "east")
    p = position(
        f"""
        active = "{side}"
        {side}.at.suwa = "{block}"
        {side}.hand = "{card}, {card.replace("plain", "double")}, {side}-loyalty"
        {enemy}.at.suwa = "{"date-two-mon" if enemy == "east" else "otani-two-mon"}"
        combat = {{ location = "suwa" }}
        """
    )
    p.refuses(side, "card-does-not-fit", "deploy", blocks=block, card=f"{side}-loyalty")
    p.refuses(side, "card-does-not-fit", "deploy", blocks=block, card=card.replace("plain", "double"))
    p.play(side, "deploy", blocks=block, card=card)
    assert p.impact[number] == mon


@pytest.mark.rule("R-30", "R-45", "9.4", "8.2.2")
@pytest.mark.parametrize("edition", ["kessen", "manual"])
@pytest.mark.parametrize(
    ("side", "clan"),
    [("east", clan) for clan in ("tokugawa", "fukushima", "maeda", "date")]
    + [("west", clan) for clan in ("mori", "uesugi", "ukita", "otani", "shimazu")],
)
def test_a_clans_card_deploys_its_own_blocks_and_exactly_the_wildcards(
    side: str, clan: str, edition: str
) -> None:
    """The whole army of a side stands at Suwa with one plain card: whom does it deploy besides its clan? The
    manual names two of the six; the other four have no cards of their own there either."""
    enemy = "tokugawa-two-mon" if side == "west" else "mori-two-mon"
    p = under(
        edition,
        f"""
        active = "{side}"
        {side}.at.suwa = "rest"
        {side}.hand = "{clan}-plain"
        {"west" if side == "east" else "east"}.at.suwa = "{enemy}"
        combat = {{ location = "suwa" }}
        """,
    )
    rows = [row["action"] for row in p.choices(side) if row["action"].get("card") == f"{clan}-plain"]
    offered = {row["blocks"][0] for row in rows}
    own = {block for block in p.ids(side, "suwa") if block.startswith(clan)}
    own |= {"ieyasu"} if clan == "tokugawa" else set()
    wild = {"east": {"ii-naomasa", "kuroda-nagamasa", "hosokawa-tadaoki"}}
    wild["west"] = {"ishida-mitsunari", "kobayakawa-hideaki", "sanada-masayuki"}
    assert offered == own | wild[side]


@pytest.mark.rule("9.4", "8.3.3", "8.4.1")
@cases(
    "deployed block card expected",
    ("gets none", "tokugawa-two-mon with tokugawa-plain", "ii-naomasa", "tokugawa-plain", 2),
    ("gives none", "ii-naomasa with tokugawa-plain", "tokugawa-two-mon", "tokugawa-plain", 2),
    ("not among themselves", "kuroda-nagamasa with date-plain", "hosokawa-tadaoki", "date-plain", 2),
    ("cavalry with any clan's swords", "", "ii-naomasa", "date-special", 4),
    ("gets the bonus of the arm", "tokugawa-cavalry with tokugawa-plain", "ii-naomasa", "maeda-special", 5),
    ("gives the bonus of the arm", "ii-naomasa with date-plain", "tokugawa-cavalry", "tokugawa-special", 4),
    (
        "firearms that count one another",
        "kuroda-nagamasa with date-special",
        "hosokawa-tadaoki",
        "fukushima-special",
        5,
    ),
    ("firearms are no cavalry", "kuroda-nagamasa with date-plain", "ii-naomasa", "fukushima-special", 4),
)
def test_wildcards_have_no_clan_bonus_but_an_arm(deployed: str, block: str, card: str, expected: int) -> None:
    """One block of East has deployed before; what does the next one deliver?"""
    p = position(
        f"""
        east.at.suwa = "tokugawa-two-mon, tokugawa-cavalry, ii-naomasa, kuroda-nagamasa, hosokawa-tadaoki"
        east.hand = "{card}"
        west.at.suwa = "mori-two-mon"

        [combat]
        location = "suwa"
        west.impact = 9
        east.deployed = "{deployed}"
        """
    )
    before, _ = p.impact
    p.play("east", "deploy", blocks=block, card=card)
    assert p.impact[0] - before == expected
