"""Knowing that a kind of block is there is not knowing which of two alike it is (R-28)."""

import pytest

from tests.kit.positions import Table, position

TWINS = """
    pending = "deploy"
    east.at.suwa = "tokugawa-two-mon-1, tokugawa-two-mon-2, ii-naomasa"
    east.known = "tokugawa-two-mon-1"
    east.hand = "tokugawa-plain x2, date-plain"
    west.at.suwa = "mori-two-mon x3"
    west.hand = "west-loyalty"
    [combat]
    location = "suwa"
"""


def seen(p: Table) -> tuple[object, ...]:
    """Everything West knows and was told, and what is asked next."""
    return p.view("west"), p.story("west"), p.view("public"), p.pending


def known(p: Table) -> list[str]:
    kinds: list[str] = p.view("west")["locations"]["suwa"]["east"].get("known", [])
    return kinds


@pytest.mark.rule("R-28")
def test_deploying_either_of_two_alike_looks_the_same() -> None:
    """One of the two is known to be at Suwa. Whichever East deploys, one is known there, not two."""
    played = []
    for block in ("tokugawa-two-mon-1", "tokugawa-two-mon-2"):
        p = position(TWINS)
        p.play("east", "deploy", blocks=[block], card="tokugawa-plain")
        assert known(p) == ["tokugawa-two-mon"]
        played.append(p)
    assert seen(played[0]) == seen(played[1])


@pytest.mark.rule("R-28", "8.4.2")
def test_deploying_both_makes_both_known() -> None:
    """Together by a double card, in either order, they are two."""
    played = []
    for order in (("tokugawa-two-mon-1", "tokugawa-two-mon-2"), ("tokugawa-two-mon-2", "tokugawa-two-mon-1")):
        p = position(TWINS.replace("date-plain", "tokugawa-double"))
        p.play("east", "deploy", blocks=list(order), card="tokugawa-double")
        assert known(p) == ["tokugawa-two-mon", "tokugawa-two-mon"]
        played.append(p)
    assert seen(played[0]) == seen(played[1])


@pytest.mark.rule("R-28", "8.7.3")
def test_losing_either_of_two_alike_looks_the_same() -> None:
    """Neither fought. East loses one of them: no such block is known to be at Suwa any more."""
    played = []
    for block in ("tokugawa-two-mon-1", "tokugawa-two-mon-2"):
        p = position(TWINS)
        p.play("east", "finish")
        p.play("west", "finish")
        p.play("east", "losses", blocks=[block])
        assert p.told("west", "blocks-lost")[0]["kinds"] == ["tokugawa-two-mon"]
        assert known(p) == []
        played.append(p)
    assert seen(played[0]) == seen(played[1])


@pytest.mark.rule("R-28")
def test_losing_one_of_two_known_leaves_one_known() -> None:
    """Two of three alike are known. Whichever falls, one more is still known to stand there."""
    played = []
    for number in (1, 2, 3):
        text = TWINS.replace("tokugawa-two-mon-2,", "tokugawa-two-mon-2, tokugawa-two-mon-3,")
        text = text.replace(
            'known = "tokugawa-two-mon-1"', 'known = "tokugawa-two-mon-1, tokugawa-two-mon-3"'
        )
        p = position(text)
        p.play("east", "finish")
        p.play("west", "finish")
        p.play("east", "losses", blocks=[f"tokugawa-two-mon-{number}"])
        assert known(p) == ["tokugawa-two-mon"]
        played.append(p)
    assert seen(played[0]) == seen(played[1]) == seen(played[2])


@pytest.mark.rule("R-28")
def test_a_loss_does_not_tell_whether_the_block_had_moved() -> None:
    """One of the two came from Kiso this turn, the other was at Suwa before. Which is lost West cannot tell,
    nor how many of those left have moved."""
    played = []
    for block in ("tokugawa-two-mon-1", "tokugawa-two-mon-2"):
        p = position(
            """
            east.at.kiso = "tokugawa-two-mon-1"
            east.at.saku = "ii-naomasa"
            east.at.suwa = "tokugawa-two-mon-2"
            west.at.suwa = "mori-two-mon x3"
            """
        )
        p.march("east", "kiso", "suwa")
        p.march("east", "saku", "suwa")
        assert p.view("west")["locations"]["suwa"]["east"]["spent"] == 2
        p.play("east", "end-movement")
        p.play("east", "finish")
        p.play("west", "finish")
        p.play("east", "losses", blocks=[block])
        assert p.pending == [("east", "retreat")]
        played.append(p)
    assert seen(played[0]) == seen(played[1])
