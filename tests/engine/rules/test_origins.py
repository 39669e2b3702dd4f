"""Where a force came from, which is where a beaten attacker goes back to [8.8.2], R-23."""

import pytest

from tests.kit.positions import position


@pytest.mark.rule("R-23", "8.8.2")
def test_the_way_of_a_lost_block_is_still_a_way_back() -> None:
    """One attacker came from Okazaki and is lost; the other mustered: the way back stays."""
    p = position(
        """
        pending = "fight-combats"
        east.at.kiyosu = "fukushima-two-mon, fukushima-three-mon"
        east.came_from.okazaki = "fukushima-two-mon"
        west.at.kiyosu = "mori-two-mon x2"
        """
    )
    p.play("east", "finish")
    p.play("west", "finish")
    p.play("east", "losses", blocks="fukushima-two-mon")
    assert p.blocks("east", "okazaki") == ["fukushima-three-mon"]


@pytest.mark.rule("R-23", "8.8.2")
def test_the_ways_in_are_those_the_blocks_marched() -> None:
    """One block marches to Suwa from Kiso and one from Kofu; whichever is lost, both are ways back."""
    p = position(
        """
        east.at.kiso = "tokugawa-two-mon"
        east.at.kofu = "tokugawa-three-mon"
        west.at.suwa = "mori-two-mon x2"
        """
    )
    p.march("east", "kiso", "suwa")
    p.march("east", "kofu", "suwa")
    p.play("east", "finish")
    p.play("west", "finish")
    p.play("east", "losses", blocks="tokugawa-two-mon")
    assert p.destinations("east") == ["kiso", "kofu"]


@pytest.mark.rule("R-46", "8.8.2")
@pytest.mark.parametrize("gone", ["tokugawa-two-mon", "tokugawa-three-mon"])
def test_a_way_back_stays_open_when_those_who_came_that_way_have_left(gone: str) -> None:
    """One block came from Kiso and one from Kofu. Whichever leaves again, the places offered are the same."""
    p = position(
        """
        level = "limited"
        east.at.suwa = "tokugawa-two-mon, tokugawa-three-mon, date-two-mon x2"
        east.came_from.kiso = "tokugawa-two-mon"
        east.came_from.kofu = "tokugawa-three-mon"
        west.at.suwa = "mori-two-mon x2"
        """
    )
    p.march("east", "suwa", "kiso", blocks=gone)
    p.play("east", "end-movement")
    p.play("east", "finish")
    p.play("west", "finish")
    p.play("east", "losses", blocks="date-two-mon")
    assert p.destinations("east") == ["kiso", "kofu"]


@pytest.mark.rule("R-46", "8.8.2")
def test_a_way_back_is_forgotten_when_all_have_left() -> None:
    """One force came to Suwa from Kiso and left; the next comes from Kofu, and only there it goes."""
    p = position(
        """
        level = "limited"
        east.at.suwa = "tokugawa-two-mon"
        east.came_from.kiso = "tokugawa-two-mon"
        east.at.kofu = "tokugawa-three-mon x2"
        west.at.suwa = "mori-two-mon x2"
        """
    )
    p.march("east", "suwa", "kiso")
    p.march("east", "kofu", "suwa")
    p.play("east", "finish")
    p.play("west", "finish")
    p.play("east", "losses", blocks="tokugawa-three-mon")
    assert p.count("east", "kofu") == 1, "the only way back, so nobody is asked"


@pytest.mark.rule("R-23", "8.8.2")
def test_a_way_in_is_remembered_while_the_place_is_contested() -> None:
    """East came to Gifu from Kiyosu last turn and besieges it; now West comes out, and East is beaten."""
    p = position(
        """
        first = "west"
        east.at.kiyosu = "tokugawa-two-mon x3"
        west.at.gifu = "ukita-two-mon x2"
        """
    )
    p.march("east", "kiyosu", "gifu")
    p.play("west", "stance", inside=True)
    p.play("east", "finish")
    p.play("west", "level", level="minimal")
    p.play("west", "stance", inside=True)
    p.play("east", "level", level="minimal")
    p.play("east", "end-movement")
    p.play("west", "stance", inside=False)
    p.play("east", "finish")
    p.play("west", "finish")
    p.play("east", "losses", blocks="tokugawa-two-mon")
    assert p.count("east", "kiyosu") == 2, "the only way back, so nobody is asked"
