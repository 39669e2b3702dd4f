"""In base only Ishida and Ii go with any card [8.2.2, 9.4]; Kobayakawa is a clan, and Sanada a disk."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, under

EAST = ("tokugawa", "fukushima", "maeda", "date")
WEST = ("mori", "kobayakawa", "ukita", "uesugi")


def everybody(side: str, card: str, edition: str = "gmt-2016") -> Table:
    """The whole army of a side at Suwa, about to deploy with one card."""
    enemy = "west" if side == "east" else "east"
    stranger = {"west": "mori-two-mon", "east": "date-two-mon"}[enemy]
    return under(
        edition,
        f"""
        active = "{side}"
        {side}.at.suwa = "rest"
        {side}.hand = "{card}"
        {enemy}.at.suwa = "{stranger}"
        {enemy}.hand = "{enemy}-loyalty"
        combat = {{ location = "suwa", {enemy} = {{ impact = 60 }} }}
        """,
    )


@pytest.mark.rule("8.2.2", "9.4", "R-30")
@pytest.mark.parametrize(
    ("side", "clan", "wild"),
    [
        *(("east", clan, "ii-naomasa") for clan in EAST),
        *(("west", clan, "ishida-mitsunari") for clan in WEST),
    ],
)
@pytest.mark.parametrize("edition", ["gmt-2016", "gmt-2011"])
@pytest.mark.parametrize("kind", ["plain", "special", "double"])
def test_a_clans_card_deploys_its_own_blocks_and_one_other(
    edition: str, kind: str, side: str, clan: str, wild: str
) -> None:
    """Singly: a double may deploy the wildcard alone too."""
    p = everybody(side, f"{clan}-{kind}", edition)
    rows = [row["action"] for row in p.choices(side) if row["action"].get("card")]
    offered = {row["blocks"][0] for row in rows if len(row["blocks"]) == 1}
    own = {block for block in p.ids(side, "suwa") if block.startswith(clan)}
    assert offered == own | {wild} | ({"ieyasu"} if clan == "tokugawa" else set())


@pytest.mark.rule("9.4.1", "9.4.4")
@cases(
    "side block card impact",
    ("Ii has four mon", "east", "ii-naomasa", "date-plain", 4),
    ("Ii has no arm: swords add nothing", "east", "ii-naomasa", "date-special", 4),
    ("Ishida has one mon", "west", "ishida-mitsunari", "uesugi-plain", 1),
    ("and no arm", "west", "ishida-mitsunari", "uesugi-special", 1),
)
def test_ii_and_ishida_deliver_their_mon_without_an_arm(
    side: str, block: str, card: str, impact: int
) -> None:
    p = everybody(side, card)
    p.refuses(side, "unknown-card", "deploy", blocks=block, card=f"{block.partition('-')[0]}-plain")
    p.play(side, "deploy", blocks=block, card=card)
    assert p.impact[side == "west"] == impact
    assert p.told(kind="deployed")[0]["special"] is False


@pytest.mark.rule("8.3.3", "8.2.4")
def test_kobayakawa_is_a_clan_like_any_other() -> None:
    """His daimyo comes free, a two-mon adds one for him, and no other clan's card deploys either."""
    p = under(
        "gmt-2016",
        """
        active = "west"
        west.at.suwa = "kobayakawa-daimyo, kobayakawa-two-mon, mori-two-mon"
        west.hand = "kobayakawa-plain, mori-plain"
        east.at.suwa = "date-two-mon"
        combat = { location = "suwa", east = { impact = 30 } }
        """,
    )
    p.play("west", "deploy", blocks="kobayakawa-daimyo")
    p.refuses("west", "card-does-not-fit", "deploy", blocks="kobayakawa-two-mon", card="mori-plain")
    p.play("west", "deploy", blocks="kobayakawa-two-mon", card="kobayakawa-plain")
    assert p.impact == (30, 1 + 3)


@pytest.mark.rule("8.2.4", "9.4.1", "R-42")
def test_ishida_comes_free_like_a_daimyo_and_ii_does_not() -> None:
    p = everybody("west", "mori-plain")
    p.play("west", "deploy", blocks="ishida-mitsunari")
    assert (p.impact, p.pending) == ((60, 1), [("west", "deploy")]), "no window: he cannot be challenged"
    p = everybody("east", "date-plain")
    p.refuses("east", "card-needed", "deploy", blocks="ii-naomasa")


@pytest.mark.rule("R-11")
def test_ii_musters_hidden_only() -> None:
    """No mon of his stands on the board: he comes alone and unseen, to any recruitment location of East's."""
    p = under(
        "gmt-2016",
        """
        east.recruitment = "ii-naomasa, fukushima-two-mon"
        east.at.edo = "ieyasu"
        west.at.osaka = "mori-two-mon"
        """,
    )
    muster = {"location": "kiyosu", "blocks": "ii-naomasa"}
    p.refuses("east", "clan-does-not-muster-here", "muster", **muster, openly=True)
    p.play("east", "muster", **muster, openly=False)
    assert (p.count("east", "kiyosu"), p.known("east", "kiyosu")) == (1, [])
