"""Disks inside a castle: Hideyori falls last, Sanada at any time in place of a block; and beside them disks
that are castles of their own [8.9, 9.1, 9.2]: `disk_model`, `disk_leadership`, `disk_points`."""

import pytest

from tests.kit.positions import Table, under

BASE = ("gmt-2016", "gmt-2011")


def stormed(place: str, inside: str, impact: int, edition: str = "gmt-2016") -> Table:
    """East has besieged a castle of West's and is finished; the losses follow."""
    return under(
        edition,
        f"""
        pending = "take-losses"
        east.at.{place} = "date-two-mon x3"
        west.at.{place} = "{inside}"
        [combat]
        location = "{place}"
        siege = true
        east.impact = {impact}
        """,
    )


def cards_drawn(p: Table) -> int:
    return sum(told["count"] for told in p.story("public", "cards-drawn") if told["side"] == "west")


# ---- Sanada


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
@pytest.mark.parametrize(
    ("inside", "impact", "least"),
    [
        pytest.param("mori-two-mon", 7, 1, id="one block, one hit: the block or Sanada"),
        pytest.param("mori-two-mon x2", 7, 1, id="two blocks, one hit: one of three"),
        pytest.param("mori-two-mon x2", 14, 2, id="two blocks, two hits: two of three"),
    ],
)
@pytest.mark.parametrize("edition", BASE)
def test_west_chooses_between_blocks_and_sanada(edition: str, inside: str, impact: int, least: int) -> None:
    """He may go in place of any block, at any time; only West is asked."""
    p = stormed("ueda", inside, impact, edition)
    assert p.pending == [("west", "losses")]
    [shape] = (p.options("west") or {})["answers"]
    [tier] = shape["of"]
    assert set(tier) == {*p.ids("west", "ueda"), "sanada"}
    assert (shape["least"], shape["most"]) == (least, least)
    assert p.options("east") is None


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
@pytest.mark.rule("R-22")
@pytest.mark.rule("R-29")
@pytest.mark.parametrize(
    ("inside", "impact", "falls", "lost"),
    [
        pytest.param("", 6, False, 0, id="Sanada alone: six impact are no hit"),
        pytest.param("", 7, True, 0, id="Sanada alone: one hit"),
        pytest.param("", 21, True, 0, id="Sanada alone: three hits"),
        pytest.param("mori-two-mon", 6, False, 0, id="one block: no hit"),
        pytest.param("mori-two-mon", 14, True, 1, id="one block, two hits: both go"),
        pytest.param("mori-two-mon x2", 21, True, 2, id="two blocks, three hits: all three go"),
    ],
)
def test_where_all_go_or_none_nobody_is_asked(inside: str, impact: int, falls: bool, lost: int) -> None:
    p = stormed("ueda", inside, impact)
    assert ("west", "losses") not in p.pending
    assert p.count("west", "lost") == lost
    assert ("sanada" in p.disks) is not falls
    assert p.holder("ueda") == ("east" if falls else "west")
    assert bool(p.story(kind="castle-fell")) is falls
    assert cards_drawn(p) == lost


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
@pytest.mark.rule("8.10")
@pytest.mark.parametrize(
    ("inside", "impact", "given", "left", "stands", "cards"),
    [
        pytest.param("mori-two-mon", 7, "sanada", 1, False, 0, id="Sanada for the one block: no card"),
        pytest.param("mori-two-mon", 7, "mori-two-mon", 0, True, 1, id="the one block: a card, Sanada alone"),
        pytest.param("mori-two-mon x2", 7, "sanada", 2, False, 0, id="Sanada first of three"),
        pytest.param("mori-two-mon x2", 7, "mori-two-mon", 1, True, 1, id="a block first of three"),
        pytest.param("mori-two-mon x2", 14, "mori-two-mon, sanada", 1, False, 1, id="a block and Sanada"),
        pytest.param("mori-two-mon x2", 14, "sanada, mori-two-mon", 1, False, 1, id="in either order"),
        pytest.param("mori-two-mon x2", 14, "mori-two-mon x2", 0, True, 2, id="both blocks: Sanada alone"),
    ],
)
def test_what_west_gives_up_at_ueda(
    inside: str, impact: int, given: str, left: int, stands: bool, cards: int
) -> None:
    """Whoever is left still holds the castle, and is besieged. A block lost gives a card, a disk none."""
    p = stormed("ueda", inside, impact)
    p.play("west", "losses", blocks=given)
    assert p.count("west", "ueda") == left
    assert ("sanada" in p.disks) is stands
    assert [told["disk"] for told in p.story("east", "disk-lost")] == ([] if stands else ["sanada"])
    assert cards_drawn(p) == cards
    assert p.story(kind="castle-fell") == []
    assert p.holder("ueda") == "west"
    place = p.view("east")["locations"]["ueda"]
    assert (place["castle"], place["besieged"]) == ("west", "west")


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        pytest.param("sanada, sanada", "unknown-block", id="Sanada twice"),
        pytest.param("sanada", "loss-count", id="too few"),
        pytest.param("mori-two-mon x2, sanada", "loss-count", id="too many"),
        pytest.param("sanada, hideyori", "unknown-block", id="a disk that is elsewhere"),
        pytest.param("sanada, uesugi-daimyo", "block-not-available", id="a block that is elsewhere"),
    ],
)
def test_what_west_may_not_give_up(given: str, code: str) -> None:
    """Two blocks and Sanada, two hits."""
    p = stormed("ueda", "mori-two-mon x2", 14)
    p.refuses("west", code, "losses", blocks=given)
    assert not p.allows("west", "losses", blocks=given)


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.3")
def test_without_sanada_a_siege_of_ueda_is_any_siege() -> None:
    """He is gone: the one block there is lost to the next hit, and nobody is asked."""
    p = under(
        "gmt-2016",
        """
        pending = "take-losses"
        disks = "hideyori"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "mori-two-mon"
        combat = { location = "ueda", siege = true, east = { impact = 7 } }
        """,
    )
    assert p.blocks("west", "lost") == ["mori-two-mon"]
    assert p.holder("ueda") == "east"


# ---- Hideyori


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.flag("disk_model", "destructible-castle")
@pytest.mark.rule("2.1")
@pytest.mark.rule("9.1.1")
@pytest.mark.parametrize(
    ("inside", "impact", "asked", "over"),
    [
        pytest.param("", 6, False, False, id="alone: no hit"),
        pytest.param("", 7, False, True, id="alone: taken"),
        pytest.param("mori-two-mon", 7, False, False, id="one block goes first, and nobody is asked"),
        pytest.param("mori-two-mon", 14, False, True, id="one block, then Hideyori"),
        pytest.param("mori-two-mon x2", 7, True, False, id="one of two blocks, not Hideyori"),
        pytest.param("mori-two-mon x2", 14, False, False, id="both blocks"),
        pytest.param("mori-two-mon x2", 21, False, True, id="both blocks, then Hideyori"),
    ],
)
@pytest.mark.parametrize("edition", ["gmt-2016", "gmt-2011", "kessen", "manual"])
def test_hideyori_is_the_last_to_fall(
    edition: str, inside: str, impact: int, asked: bool, over: bool
) -> None:
    """In every edition; where a block is to be chosen he is not among those to choose from."""
    p = stormed("osaka", inside, impact, edition)
    assert (p.pending == [("west", "losses")]) is asked
    if asked:
        p.refuses("west", "unknown-block", "losses", blocks="hideyori")
        p.play("west", "losses", blocks="mori-two-mon")
        assert p.count("west", "osaka") == 1
    assert p.over == (("east", "hideyori") if over else None)
    assert ("hideyori" in p.disks) is not over


# ---- the castle round the disk


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.flag("disk_model", "destructible-castle")
@pytest.mark.rule("9.1")
@pytest.mark.rule("8.9.1")
@pytest.mark.parametrize(
    ("edition", "place", "disks", "owner"),
    [
        pytest.param("gmt-2016", "ueda", "hideyori", "west", id="Ueda is a castle without Sanada"),
        pytest.param("kessen", "kyoto", "hideyori, mogami", None, id="Kyoto is none without Torii"),
        pytest.param("manual", "yamagata", "hideyori, torii", None, id="Yamagata is none without Mogami"),
    ],
)
def test_what_is_left_when_the_disk_is_gone(edition: str, place: str, disks: str, owner: str | None) -> None:
    """Two blocks of the disk's side stand there, and the enemy attacks: may they stay inside?"""
    defender, attacker = ("west", "east") if edition == "gmt-2016" else ("east", "west")
    army = {"west": "mori-two-mon", "east": "date-two-mon"}
    p = under(
        edition,
        f"""
        pending = "fight-combats"
        active = "{attacker}"
        disks = "{disks}"
        {defender}.at.{place} = "{army[defender]} x2"
        {attacker}.at.{place} = "{army[attacker]} x3"
        """,
    )
    assert (p.pending == [(defender, "stance")]) is (owner is not None)
    assert p.view()["combat"]["castle_owner"] == owner


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.9.1")
@pytest.mark.rule("R-14")
@pytest.mark.parametrize(
    ("defenders", "asked"),
    [
        pytest.param("", "siege", id="Sanada alone is inside"),
        pytest.param("mori-two-mon", "stance", id="one block beside him may stay inside"),
        pytest.param("mori-two-mon x2", "stance", id="two may: he is not counted"),
        pytest.param("mori-two-mon x3", "battle", id="three must come out"),
    ],
)
@pytest.mark.parametrize("place", ["ueda", "osaka"])
def test_a_disk_takes_no_room_in_its_castle(place: str, defenders: str, asked: str) -> None:
    p = under(
        "gmt-2016",
        f"""
        pending = "fight-combats"
        east.at.{place} = "date-two-mon x3"
        west.at.{place} = "{defenders}"
        """,
    )
    found = {
        "stance": p.pending == [("west", "stance")],
        "siege": bool(p.story(kind="siege-began")),
        "battle": bool(p.story(kind="battle-began")),
    }
    assert [word for word, yes in found.items() if yes] == [asked]


@pytest.mark.rule("7.3.2")
@pytest.mark.rule("R-14")
def test_a_lone_disk_stops_whoever_comes_and_is_never_overrun() -> None:
    """Eight East blocks come to Ueda, where Sanada is alone: they go no further, and besiege him."""
    p = under(
        "gmt-2016",
        """
        east.at.saku = "tokugawa-two-mon x4, date-two-mon x3, ieyasu"
        east.hand = "date-plain x2"
        """,
    )
    p.march_refused(
        "east", "must-stop", "saku", "ueda", "arato", blocks="tokugawa-two-mon", force_march="date-plain"
    )
    p.march("east", "saku", "ueda", leader="ieyasu")
    assert p.story(kind="overrun") == []
    assert p.story(kind="siege-began")[0]["location"] == "ueda"
    assert p.view()["locations"]["ueda"]["castle"] == "west"


@pytest.mark.rule("R-14")
@pytest.mark.parametrize(
    ("inside", "overrun"),
    [
        pytest.param("", False, id="Sanada is no block: three to one"),
        pytest.param("mori-two-mon", True, id="with a block inside: four to one"),
    ],
)
def test_a_disk_helps_no_overrun(inside: str, overrun: bool) -> None:
    """One East block besieges Ueda; three of West's come to its relief."""
    p = under(
        "gmt-2016",
        f"""
        active = "west"
        west.at.ueda = "{inside}"
        west.at.saku = "ukita-two-mon x3"
        east.at.ueda = "date-two-mon"
        """,
    )
    p.march("west", "saku", "ueda")
    assert bool(p.story(kind="overrun")) is overrun


@pytest.mark.rule("9.1")
def test_a_battle_outside_ueda_does_not_touch_sanada() -> None:
    """Two West blocks came out and meet twenty-one impact: both are lost, Sanada holds the castle alone."""
    p = under(
        "gmt-2016",
        """
        pending = "take-losses"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "mori-two-mon x2"
        combat = { location = "ueda", east = { impact = 21 } }
        """,
    )
    assert p.count("west", "lost") == 2
    assert p.disks == ["hideyori", "sanada"]
    assert (p.holder("ueda"), p.story(kind="castle-fell")) == ("west", [])


@pytest.mark.flag("disk_model", "in-castle")
@pytest.mark.rule("8.7.2")
@pytest.mark.rule("9.1")
def test_sanada_is_no_loss_of_a_battle() -> None:
    """Three West blocks came out and were beaten: one of them is lost, and he cannot go in its place."""
    p = under(
        "gmt-2016",
        """
        pending = "losses west"
        east.at.ueda = "date-two-mon x3"
        west.at.ueda = "mori-two-mon x3"
        combat = { location = "ueda", east = { impact = 3 } }
        """,
    )
    p.refuses("west", "unknown-block", "losses", blocks="sanada")
    [shape] = (p.options("west") or {})["answers"]
    assert [set(tier) for tier in shape["of"]] == [set(p.ids("west", "ueda"))]


@pytest.mark.rule("8.8.4")
def test_two_blocks_stay_beside_sanada_after_a_lost_battle() -> None:
    """Four came out and were beaten; one is lost, two stay inside with him, and one goes."""
    p = under(
        "gmt-2016",
        """
        pending = "retreat"
        east.at.ueda = "date-two-mon x3, maeda-two-mon x2"
        west.at.ueda = "mori-two-mon x3"
        combat = { location = "ueda", east = { impact = 3, came_from = "saku" }, west = { lost = 1 } }
        """,
    )
    p.refuses("west", "castle-limit", "retreat", to="arato", stay="mori-two-mon x3")
    p.play("west", "retreat", to="arato", stay="mori-two-mon x2")
    assert (p.count("west", "ueda"), p.count("west", "arato")) == (2, 1)


@pytest.mark.rule("R-25")
def test_a_retreat_to_besieged_sanada_joins_him() -> None:
    """Beaten at Arato with no free place near, three blocks go to Ueda: Sanada is a friend there, so no fight
    comes at once; next time they are three, and must come out."""
    p = under(
        "gmt-2016",
        """
        pending = "retreat"
        declared = "arato, ueda"
        [east]
        at.arato = "date-two-mon x3"
        at.ueda = "tokugawa-two-mon x2"
        at.takeda = "maeda-two-mon"
        at.matsumoto = "maeda-two-mon"
        [west]
        at.arato = "mori-two-mon x3"
        [combat]
        location = "arato"
        east = { impact = 3, came_from = "takeda" }
        west = { lost = 1 }
        """,
    )
    p.play("west", "retreat", to="ueda")
    assert p.count("west", "ueda") == 3
    assert p.story(kind="combat-declared") == []
    assert p.holder("ueda") == "west"


@pytest.mark.rule("R-25")
def test_a_retreat_to_sanada_alone_is_a_siege_at_once() -> None:
    """East had left Ueda for Saku and is beaten there: it goes back, and besieges him again."""
    p = under(
        "gmt-2016",
        """
        pending = "beat-retreat"
        east.at.saku = "date-two-mon x3"
        east.came_from.ueda = "all at saku"
        west.at.saku = "mori-two-mon x3"
        combat = { location = "saku", west = { impact = 3 }, east = { lost = 1 } }
        """,
    )
    assert p.count("east", "ueda") == 3
    [told] = p.story("public", "siege-began")
    assert (told["location"], told["attacker"], told["west"]) == ("ueda", "east", 0)


@pytest.mark.rule("7.2")
def test_hideyori_alone_is_a_friend_to_muster_beside() -> None:
    """East besieges Osaka, where Hideyori is alone: Kobayakawa blocks muster in."""
    p = under(
        "gmt-2016",
        """
        active = "west"
        west.recruitment = "kobayakawa-two-mon x2"
        east.at.osaka = "date-two-mon x2"
        """,
    )
    p.refuses(
        "west",
        "clan-does-not-muster-here",
        "muster",
        location="himeji",
        blocks="kobayakawa-two-mon",
        openly=True,
    )
    p.play("west", "muster", location="osaka", blocks="kobayakawa-two-mon x2", openly=True)
    assert p.count("west", "osaka") == 2


# ---- what a disk gives


@pytest.mark.flag("disk_leadership", True)
@pytest.mark.flag("disk_leadership", False)
@pytest.mark.rule("7.3.4")
@pytest.mark.rule("R-45")
@pytest.mark.parametrize(
    ("edition", "chosen", "leads"),
    [
        pytest.param("kessen", None, True, id="kessen"),
        pytest.param("manual", None, True, id="manual, as Kessen"),
        pytest.param("kessen", False, False, id="kessen, chosen otherwise"),
        pytest.param("manual", False, False, id="manual, chosen otherwise"),
    ],
)
def test_mogami_leads_where_disks_lead(edition: str, chosen: bool | None, leads: bool) -> None:
    """Yamagata has a disk of East's, no castle and no capital: a block there goes two roads, or one."""
    flags = {} if chosen is None else {"disk_leadership": chosen}
    p = under(edition, 'east.at.yamagata = "date-two-mon"\nwest.at.himeji = "ukita-two-mon"', **flags)
    if leads:
        p.march("east", "yamagata", "aoba", "soma")
        assert p.count("east", "soma") == 1
    else:
        p.march_refused("east", "too-far", "yamagata", "aoba", "soma")


@pytest.mark.rule("7.3.4")
@pytest.mark.parametrize("disks", ["hideyori, sanada", "hideyori"], ids=["with Sanada", "without"])
def test_at_ueda_the_castle_leads_and_not_sanada(disks: str) -> None:
    """West's blocks there are led whether he stands or not, since the castle is West's."""
    p = under(
        "gmt-2016",
        f"""
        active = "west"
        disks = "{disks}"
        west.at.ueda = "mori-two-mon"
        east.at.edo = "ieyasu"
        """,
    )
    p.march("west", "ueda", "arato", "takeda")
    assert p.count("west", "takeda") == 1


@pytest.mark.rule("7.3.4")
def test_at_ueda_taken_by_east_nothing_leads() -> None:
    p = under(
        "gmt-2016",
        'disks = "hideyori"\neast.at.ueda = "date-two-mon"\nwest.at.himeji = "mori-two-mon"',
    )
    assert p.view()["locations"]["ueda"]["castle"] == "east"
    p.march_refused("east", "too-far", "ueda", "arato", "takeda")


NATURAL = {"gmt-2016": (10, 8), "gmt-2011": (10, 8), "kessen": (14, 10), "manual": (14, 10)}
"""An empty board: two points for each castle, and two for each disk where disks count."""


@pytest.mark.flag("disk_points", 0)
@pytest.mark.flag("disk_points", 2)
@pytest.mark.rule("2.2")
@pytest.mark.rule("9.1")
@pytest.mark.rule("R-34")
@pytest.mark.parametrize(
    ("edition", "chosen", "expected"),
    [
        *(pytest.param(edition, None, points, id=edition) for edition, points in NATURAL.items()),
        pytest.param("gmt-2016", 2, (10, 12), id="gmt-2016, chosen to count: both are West's"),
        pytest.param("kessen", 0, (10, 8), id="kessen, chosen not to count"),
        pytest.param("manual", 0, (10, 8), id="manual, chosen not to count"),
    ],
)
def test_what_disks_score(edition: str, chosen: int | None, expected: tuple[int, int]) -> None:
    flags = {} if chosen is None else {"disk_points": chosen}
    weeks = 7 if edition.startswith("gmt") else 8
    p = under(edition, f'pending = "end-game"\nweek = {weeks}', **flags)
    [told] = p.story("public", "game-over")
    assert (told["east"], told["west"]) == expected


@pytest.mark.rule("4.3")
@pytest.mark.rule("R-35")
def test_a_castle_that_only_sanada_holds_counts_for_west() -> None:
    """East stands round Ueda with three blocks: five castles to four at the start of the week, as before."""
    p = under("gmt-2016", 'pending = "begin-week"\nweek = 3\neast.at.ueda = "date-two-mon x3"')
    assert p.story(kind="week-began")[0]["castles"] == [5, 4]
    p = under("gmt-2016", 'pending = "begin-week"\nweek = 3\neast.at.ueda = "ieyasu"\ndisks = "hideyori"')
    assert p.story(kind="week-began")[0]["castles"] == [6, 3], "it has fallen, and is East's"
