"""Who controls a castle [4.3], R-04."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import Table, position


def castle(p: Table, location: str) -> tuple[str, str | None]:
    """Who controls the castle, and who is besieged there, as everybody sees it."""
    place = p.view()["locations"][location]
    return place["castle"], place.get("besieged")


@pytest.mark.rule("4.3")
@cases(
    "location east west first expected",
    ("nobody: its natural side", "gifu", "", "", "", ("west", None)),
    ("an enemy alone has it", "gifu", "ieyasu", "", "", ("east", None)),
    ("so it is with East's", "edo", "", "ukita-daimyo", "", ("west", None)),
    ("both: who was first", "gifu", "ieyasu", "mori-two-mon", "west", ("west", "west")),
    ("even against nature", "gifu", "ieyasu", "mori-two-mon", "east", ("east", "east")),
)
def test_a_castle_is_controlled_by_its_holder_or_natural_side(
    location: str, east: str, west: str, first: str, expected: tuple[str, str | None]
) -> None:
    holder = f'holder.{location} = "{first}"' if first else ""
    p = position(f'pending = "level"\neast.at.{location} = "{east}"\nwest.at.{location} = "{west}"\n{holder}')
    assert castle(p, location) == expected


@pytest.mark.rule("4.3")
def test_castle_and_place_round_it_may_have_different_owners() -> None:
    """West marches to Edo, which Ieyasu holds: the castle is East's, the resource location West's."""
    p = position('active = "west"\nwest.at.oyama = "mori-two-mon"\neast.at.edo = "ieyasu, ii-naomasa"')
    p.march("west", "oyama", "edo")
    assert castle(p, "edo") == ("east", "east")
    assert p.control("edo") == "west"


@pytest.mark.rule("4.3", "R-04")
def test_passing_through_a_castle_leaves_nothing_behind() -> None:
    """Fukushima leads a stack from Kiyosu through Gifu to Iwamura: Gifu is West's as before."""
    p = position('east.at.kiyosu = "fukushima-daimyo, fukushima-two-mon"')
    p.march("east", "kiyosu", "gifu", "iwamura", leader="fukushima-daimyo")
    assert p.holder("gifu") == "nobody"
    assert castle(p, "gifu") == ("west", None)


@pytest.mark.rule("R-04")
def test_the_castle_passes_when_its_owner_has_gone() -> None:
    """East was first at Gifu and is alone again when the besiegers march away; then it leaves too."""
    p = position('east.at.gifu = "ieyasu"')
    p.march("east", "gifu", "kiyosu")
    assert castle(p, "gifu") == ("west", None)
    q = position(
        """
        active = "west"
        holder.gifu = "east"
        east.at.gifu = "ieyasu"
        west.at.gifu = "mori-two-mon x2"
        """
    )
    q.march("west", "gifu", "sawayama", blocks="mori-two-mon")
    assert castle(q, "gifu") == ("east", "east"), "one besieger is left"
    again = position(
        'holder.gifu = "east"\nactive = "west"\neast.at.gifu = "ieyasu"\nwest.at.gifu = "mori-two-mon"'
    )
    again.march("west", "gifu", "sawayama")
    assert castle(again, "gifu") == ("east", None)


@pytest.mark.rule("R-04", "8.9.1")
def test_the_castle_passes_to_who_destroyed_its_owner() -> None:
    """East's last block comes out of Okazaki and is lost: the castle is West's, whatever its colour."""
    p = position(
        """
        pending = "stance"
        active = "west"
        east.at.okazaki = "date-two-mon"
        west.at.okazaki = "ukita-daimyo, mori-two-mon"
        [combat]
        location = "okazaki"
        """
    )
    assert castle(p, "okazaki") == ("east", "east")
    p.play("east", "stance", inside=False)
    p.play("west", "deploy", blocks="ukita-daimyo")
    while ("east", "deploy") in p.pending or ("west", "deploy") in p.pending:
        p.play(p.pending[0][0], "finish")
    assert p.blocks("east", "lost") == ["date-two-mon"]
    assert p.holder("okazaki") == "west"
    assert castle(p, "okazaki") == ("west", None)


@pytest.mark.rule("R-04")
def test_a_second_force_does_not_make_its_side_first() -> None:
    """West besieges Gifu, whose garrison East was first to put there. More of West's arrive: East stays owner
    and it is East who is asked whether to stay inside."""
    p = position(
        """
        active = "west"
        holder.gifu = "east"
        east.at.gifu = "ieyasu, date-two-mon"
        west.at.gifu = "mori-two-mon x2"
        west.at.sawayama = "ukita-two-mon x3"
        """
    )
    p.march("west", "sawayama", "gifu")
    p.play("west", "end-movement")
    assert p.pending == [("east", "stance")]
    assert castle(p, "gifu") == ("east", "east")
