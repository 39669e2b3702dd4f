"""Mustering: one clan openly or one block hidden, where to, and among whom [7.2], R-11."""

from typing import Any

import pytest

from tests.kit.cases import cases
from tests.kit.edition_edits import edited
from tests.kit.positions import position

WEST_BOX = """
active = "west"
[west]
recruitment = "ukita-two-mon x2, ukita-daimyo, mori-cavalry, uesugi-two-mon, ishida-mitsunari"
at.gifu = "otani-two-mon"
[east]
at.edo = "ieyasu"
"""


def muster(location: str, blocks: str, *, openly: bool) -> dict[str, Any]:
    return {"kind": "muster", "location": location, "blocks": blocks, "openly": openly}


@pytest.mark.rule("7.2")
@cases(
    "location blocks",
    ("all of a clan", "himeji", "ukita-two-mon x2, ukita-daimyo"),
    ("some of a clan", "himeji", "ukita-two-mon, ukita-daimyo"),
    ("the other clan that recruits there", "himeji", "mori-cavalry"),
    ("one block, shown", "aizu", "uesugi-two-mon"),
)
def test_7_2_a_clan_musters_openly(location: str, blocks: str) -> None:
    """Option A: as many blocks of one clan as West wants, shown to East, where that clan recruits."""
    p = position(WEST_BOX)
    assert p.allows("west", "muster", location=location, blocks=blocks, openly=True)
    p.play("west", "muster", location=location, blocks=blocks, openly=True)
    assert p.blocks("west", location) == p.known("west", location)
    told = p.told("east", "mustered")[0]
    assert (told["count"], told["kinds"]) == (p.count("west", location), p.blocks("west", location))
    assert "blocks" not in told, "kinds are shown, not which copy"


@pytest.mark.rule("7.2")
@cases(
    "block location",
    ("where its clan recruits", "ukita-daimyo", "himeji"),
    ("where another clan recruits", "ukita-daimyo", "aizu"),
    ("to Osaka", "mori-cavalry", "osaka"),
    ("a wildcard", "ishida-mitsunari", "sawayama"),
)
def test_7_2_one_block_of_any_clan_musters_hidden(block: str, location: str) -> None:
    """Option B: East learns that one block came, and not which."""
    p = position(WEST_BOX)
    p.play("west", "muster", location=location, blocks=block, openly=False)
    assert p.blocks("west", location) == [block]
    assert p.known("west", location) == []
    assert p.told("east", "mustered") == [
        {"event": "mustered", "side": "west", "location": location, "count": 1, "openly": False, "kinds": []}
    ]
    assert p.view("east")["locations"][location]["west"] == {"count": 1, "spent": 1}
    other = position(WEST_BOX)
    other.play("west", "muster", location=location, blocks="uesugi-two-mon", openly=False)
    assert p.view("east") == other.view("east")


@pytest.mark.rule("7.2", "R-11")
@cases(
    "code act",
    ("another clan's place", "clan-does-not-muster-here", muster("aizu", "ukita-two-mon", openly=True)),
    (
        "two clans, though both recruit there",
        "clan-does-not-muster-here",
        muster("himeji", "ukita-two-mon, mori-cavalry", openly=True),
    ),
    ("a wildcard openly", "clan-does-not-muster-here", muster("sawayama", "ishida-mitsunari", openly=True)),
    ("two blocks hidden", "hidden-muster-is-one-block", muster("himeji", "ukita-two-mon x2", openly=False)),
    ("where nobody recruits", "not-a-recruitment-location", muster("gifu", "ukita-two-mon", openly=False)),
    ("where the enemy recruits", "not-a-recruitment-location", muster("edo", "ukita-two-mon", openly=False)),
    ("not in the box", "block-not-available", muster("himeji", "otani-two-mon", openly=False)),
    ("an enemy block", "unknown-block", muster("himeji", "date-daimyo", openly=False)),
    ("nobody", "empty-muster", muster("himeji", "", openly=False)),
)
def test_7_2_what_is_no_muster(code: str, act: dict[str, Any]) -> None:
    """Refused, and not among the options."""
    p = position(WEST_BOX)
    fields = {"location": act["location"], "openly": act["openly"]}
    blocks = act["blocks"].split(", ") if act["blocks"] else []
    p.refuses("west", code, "muster", blocks=blocks, **fields)
    assert not p.allows("west", "muster", blocks=blocks, **fields)


@pytest.mark.rule("R-11", "9.4")
@pytest.mark.parametrize("wildcard", ["kobayakawa-hideaki", "sanada-masayuki", "ishida-mitsunari"])
def test_r_11_a_wildcard_musters_hidden_only(wildcard: str) -> None:
    """No place recruits a wildcard's clan: it is offered once for each place, hidden, and openly nowhere."""
    p = position(f'active = "west"\nwest.recruitment = "{wildcard}"\neast.at.edo = "ieyasu"')
    subsets = [a for a in (p.options("west") or {})["answers"] if a["shape"] == "subset"]
    assert {a["action"]["location"] for a in subsets} == {"himeji", "osaka", "sawayama", "aizu"}
    assert not any(a["action"].get("openly") for a in subsets)
    p.play("west", "muster", location="osaka", blocks=wildcard, openly=False)
    assert p.blocks("west", "osaka") == [wildcard]


@pytest.mark.rule("7.2")
def test_7_2_who_mustered_does_not_move() -> None:
    """Two Ukita blocks muster at Himeji, where another one waits: only that one may leave this turn."""
    p = position(WEST_BOX.replace("[east]", 'at.himeji = "ukita-cavalry"\n[east]'))
    p.play("west", "muster", location="himeji", blocks="ukita-two-mon x2", openly=True)
    p.march_refused("west", "block-already-moved", "himeji", "osaka", blocks="ukita-two-mon")
    p.march("west", "himeji", "osaka", blocks="ukita-cavalry")
    assert p.blocks("west", "himeji") == ["ukita-two-mon", "ukita-two-mon"]


BATTLE = """
active = "west"
west.recruitment = "ukita-two-mon x2"
west.at.osaka = "otani-two-mon"
east.at.himeji = "tokugawa-two-mon x2"
"""


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("openly", [False, True])
def test_7_2_no_attack_comes_from_the_box(openly: bool) -> None:
    """East stands at Himeji and no friend is there: nobody musters among enemies."""
    p = position(BATTLE)
    refusal = p.refuses(
        "west", "muster-among-enemies", "muster", location="himeji", blocks="ukita-two-mon", openly=openly
    )
    assert refusal.rule == "7.2"
    places = [a["action"].get("location") for a in (p.options("west") or {})["answers"] if "action" in a]
    assert "himeji" not in places


@pytest.mark.rule("7.2")
def test_7_2_an_attack_is_supported_from_the_box() -> None:
    """A friend attacks Himeji in this very phase: then blocks from the box muster beside him."""
    p = position(BATTLE)
    p.march("west", "osaka", "himeji")
    p.play("west", "muster", location="himeji", blocks="ukita-two-mon x2", openly=True)
    assert p.blocks("west", "himeji") == ["otani-two-mon", "ukita-two-mon", "ukita-two-mon"]


@pytest.mark.rule("7.2", "R-14", "8.9.5")
@cases(
    "inside box count",
    ("beside a besieged block", "ukita-two-mon", "shimazu-three-mon", 2),
    ("beside a besieged disk alone", "", "shimazu-three-mon", 1),
)
def test_7_2_besieged_friends_are_friends(inside: str, box: str, count: int) -> None:
    """East besieges Osaka: Shimazu blocks muster there, beside the garrison or beside Hideyori alone."""
    p = position(f"""
        active = "west"
        west.at.osaka = "{inside}"
        west.recruitment = "{box}"
        east.at.osaka = "tokugawa-two-mon x3"
    """)
    p.play("west", "muster", location="osaka", blocks=box, openly=True)
    assert p.count("west", "osaka") == count


@pytest.mark.rule("R-29", "7.2")
def test_r_29_an_empty_box_offers_no_muster() -> None:
    """Nobody waits in the box: mustering is not among the options."""
    p = position('east.at.edo = "ieyasu"\nwest.at.gifu = "ukita-two-mon"')
    shapes = [answer["shape"] for answer in (p.options("east") or {})["answers"]]
    assert shapes == ["route", "choice"]


@pytest.mark.rule("7.2", "R-29")
def test_r_29_a_box_with_no_place_to_go_is_not_asked_about() -> None:
    """Both East recruitment towns of this board are full of enemies, and nobody can move: the phase ends."""
    rules = edited(
        lambda text: text.replace('recruitment = ["maeda"]', "recruitment = []").replace(
            'recruitment = ["date"]', "recruitment = []"
        )
    )
    p = position(
        """
        pending = "level"
        east.recruitment = "tokugawa-two-mon"
        west.at.edo = "ukita-two-mon"
        west.at.kiyosu = "ukita-two-mon"
        """,
        rules,
    )
    p.play("east", "level", level="minimal")
    assert p.told(kind="movement-ended")
