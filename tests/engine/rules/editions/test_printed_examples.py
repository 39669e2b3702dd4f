"""The examples printed with the rules of the base game: two battles that differ in one block, and a movement
phase. Their figures are not part of the text, so that places and the blocks nobody names are ours."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, under

BASE = pytest.mark.parametrize("edition", ["gmt-2011", "gmt-2016"])


# ---- the battle


def field(edition: str, last_mori: str) -> Table:
    """Seven West blocks attack six East blocks at Kiso. Two of each side have no card that fits."""
    return under(
        edition,
        f"""
        active = "west"
        pending = "fight-combats"

        [east]
        at.kiso = "maeda-cavalry, tokugawa-three-mon x2, tokugawa-firearms, date-two-mon x2"
        hand = "maeda-special, tokugawa-plain x3, fukushima-plain, maeda-plain"

        [west]
        at.kiso = "mori-daimyo, ukita-two-mon x2, uesugi-firearms, {last_mori}, kobayakawa-two-mon x2"
        came_from.iwamura = "all at kiso"
        hand = "ukita-double, uesugi-plain, mori-special, mori-plain, uesugi-special"
        """,
    )


def score(p: Table) -> str:
    """West's impact and East's, as the examples write them, and who is asked."""
    east, west = p.impact
    [(side, _)] = p.pending
    return f"{west}:{east} {side}"


def fought(p: Table, last_mori: str, after: str) -> None:
    """The deployments of both examples, to the last that East can make."""
    assert score(p) == "0:0 west", "the attacker makes the first deployment"
    p.play("west", "deploy", blocks="mori-daimyo")
    assert score(p) == "1:0 east"
    p.play("east", "deploy", blocks="maeda-cavalry", card="maeda-special")
    assert score(p) == "1:3 west"
    p.play("west", "deploy", blocks="ukita-two-mon x2", card="ukita-double")
    assert score(p) == "6:3 east"
    p.play("east", "deploy", blocks="tokugawa-three-mon", card="tokugawa-plain")
    assert score(p) == "6:6 west", "defenders lead at a tie"
    p.play("west", "deploy", blocks="uesugi-firearms", card="uesugi-plain")
    assert score(p) == "7:6 east", "no swords on the card, no attack"
    p.play("east", "deploy", blocks="tokugawa-firearms", card="tokugawa-plain")
    assert score(p) == "7:8 west", "one mon, and one for the Tokugawa block before"
    p.play("west", "deploy", blocks=last_mori, card="mori-special")
    assert score(p) == f"{after}:8 east"
    p.play("east", "deploy", blocks="tokugawa-three-mon", card="tokugawa-plain")
    assert score(p) == f"{after}:13 west", "three mon, and one for each of two before"


def ended(p: Table, after: int) -> None:
    """Neither has a block and a card that fit: East has won. One block each for impact, one more for West."""
    for side in ("west", "east"):
        rows = [row for row in p.choices(side) if row["action"]["type"] == "deploy"]
        assert rows == []
        assert len(p.hand(side)) == 2, "two cards are left that fit nothing"
        p.play(side, "finish")
    [told] = p.told("public", "combat-ended")
    assert (told["winner"], told["west"], told["east"]) == ("east", after, 13)
    assert p.pending == [("west", "losses")]
    p.refuses("west", "loss-count", "losses", blocks="mori-daimyo")
    p.refuses("west", "loss-order", "losses", blocks="mori-daimyo, kobayakawa-two-mon")
    p.play("west", "losses", blocks="mori-daimyo, uesugi-firearms")
    p.play("east", "losses", blocks="maeda-cavalry")
    assert (p.count("west", "lost"), p.count("east", "lost")) == (2, 1)
    assert p.count("west", "iwamura") == 5, "where all of them came from"
    assert p.count("east", "kiso") == 5
    assert len(p.hand("west")) == 2 + 3 + 1, "three cards played, and one for two blocks lost"
    assert len(p.hand("east")) == 2 + 4, "four cards played, and none for one block"


@BASE
@pytest.mark.rule("10", "8.4.1", "8.5", "8.7.1")
def test_the_battle_with_the_mori_cavalry(edition: str) -> None:
    """One mon, two for the attack, one for the clan: four, 11:8, and in the end 11:13."""
    p = field(edition, "mori-cavalry")
    fought(p, "mori-cavalry", "11")
    ended(p, 11)


@BASE
@pytest.mark.flag("special_bonus_per_earlier", 2)
@pytest.mark.rule("10", "8.4.1", "8.5", "8.7.1")
def test_the_battle_with_the_mori_firearms(edition: str) -> None:
    """One mon, two for the attack, two for the firearms before it, one for the clan: six, 13:8, and 13:13."""
    p = field(edition, "mori-firearms")
    fought(p, "mori-firearms", "13")
    ended(p, 13)


# ---- the movement


def wests_phase(edition: str, b: str) -> Table:
    """West buys total movement. A is at Osaka, C at Himeji, D at Tsuruga, E at Ueda; B stands at ``b``."""
    p = under(
        edition,
        f"""
        active = "west"
        pending = "level"
        [west]
        at.osaka = "mori-two-mon x5"
        at.{b} = "uesugi-daimyo, kobayakawa-two-mon"
        at.himeji = "ukita-two-mon"
        at.tsuruga = "ukita-daimyo, ukita-three-mon"
        at.ueda = "kobayakawa-three-mon x2"
        recruitment = "ukita-cavalry, ukita-firearms, mori-cavalry"
        hand = "mori-plain x2"
        [east]
        at.edo = "ieyasu"
        """,
    )
    p.play("west", "level", level="total", cards="mori-plain, mori-plain")
    assert p.hand("west") == []
    return p


@BASE
@pytest.mark.rule("7.1", "7.2", "7.3.1", "7.3.3", "7.3.4", "7.3.5")
@cases("b leader", ("by highway", "sawayama", None), ("by road", "ayabe", "uesugi-daimyo"))
def test_the_movement_example(edition: str, b: str, leader: str | None) -> None:
    """All stacks may move, and one muster comes first. Nobody has a card left to force a march with."""
    p = wests_phase(edition, b)

    # All recruits of one clan, or one of any; never both.
    two_clans = "ukita-cavalry, mori-cavalry"
    p.refuses("west", "clan-does-not-muster-here", "muster", location="himeji", blocks=two_clans, openly=True)
    p.play("west", "muster", location="himeji", blocks="ukita-cavalry, ukita-firearms", openly=True)
    p.refuses("west", "mustered-already", "muster", location="himeji", blocks="mori-cavalry", openly=False)
    p.march_refused("west", "block-already-moved", "himeji", "ayabe", blocks="ukita-cavalry")

    # A: one, and one for the highway, and one for the castle, less one for five blocks: two.
    to_kuwana = ["kyoto", "minakuchi", "kuwana"]
    assert p.march_refused("west", "too-far", "osaka", *to_kuwana).parameters["missing"] == 1
    four = {"blocks": p.ids("west", "osaka")[:4], "path": to_kuwana}
    assert p.allows("west", "move", source="osaka", groups=[four]), "if one stays behind"
    p.march("west", "osaka", "kyoto", "minakuchi")
    assert p.count("west", "minakuchi") == 5

    # B: the road from Kyoto to Minakuchi is used, so it ends in Kyoto.
    p.march_refused("west", "road-used", b, "kyoto", "minakuchi", leader=leader)
    p.march("west", b, "kyoto")
    assert p.count("west", "kyoto") == 2

    # C: a block without a leader goes one location.
    p.march_refused("west", "too-far", "himeji", "ayabe", "miyazu", blocks="ukita-two-mon")
    p.march("west", "himeji", "ayabe", blocks="ukita-two-mon")

    # D: one, and one for the daimyo.
    p.march_refused("west", "too-far", "tsuruga", "kitanosho", "kanazawa")
    p.march("west", "tsuruga", "kitanosho", "kanazawa", leader="ukita-daimyo")
    assert p.told("east", "stack-moved")[0]["leader"] == "ukita-daimyo"

    # E: one, and one for leadership; part of the way is no highway.
    assert p.march_refused("west", "too-far", "ueda", "saku", "takasaki", "oshi").parameters["missing"] == 1
    p.march("west", "ueda", "saku", "takasaki")
    ends = {"minakuchi": 5, "kyoto": 2, "himeji": 2, "ayabe": 1, "kanazawa": 2, "takasaki": 2}
    assert {place: p.count("west", place) for place in ends} == ends


@BASE
@pytest.mark.rule("7.3.3")
def test_three_further_for_leadership_highway_and_a_card(edition: str) -> None:
    """The example of distances: all three together, from Osaka to Kiyosu, and no more."""
    p = under(
        edition,
        """
        active = "west"
        west.at.osaka = "mori-two-mon x4"
        west.hand = "mori-plain"
        east.at.edo = "ieyasu"
        """,
    )
    path = ("kyoto", "minakuchi", "kuwana", "kiyosu")
    p.march_refused("west", "too-far", "osaka", *path)
    p.march_refused("west", "too-far", "osaka", *path, "okazaki", force_march="mori-plain")
    p.march("west", "osaka", *path, force_march="mori-plain")
    assert p.count("west", "kiyosu") == 4


@BASE
@pytest.mark.rule("7.4.2")
def test_the_overrun_example(edition: str) -> None:
    """Two come to one defender, then two more: he is gone, and the second two may go on, the first not."""
    p = under(
        edition,
        """
        east.at.matsumoto = "date-two-mon x2"
        east.at.suwa = "tokugawa-two-mon x2"
        east.at.edo = "ieyasu"
        west.at.kiso = "mori-two-mon"
        """,
    )
    p.march("east", "matsumoto", "kiso")
    assert p.story(kind="overrun") == []
    p.march("east", "suwa", "kiso", "iwamura")
    assert p.blocks("west", "lost") == ["mori-two-mon"]
    assert p.blocks("east", "iwamura") == ["tokugawa-two-mon"] * 2
    p.march_refused("east", "block-already-moved", "kiso", "gifu", blocks="date-two-mon-1")
    assert p.blocks("east", "kiso") == ["date-two-mon"] * 2
