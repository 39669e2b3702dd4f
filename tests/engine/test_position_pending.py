"""A position can start in the middle of anything, and the game goes on from there."""

import msgspec
import pytest

from tests.kit.positions import Table, position

BOTH_AT_GIFU = """
east.at.gifu = "ieyasu, tokugawa-three-mon x3"
west.at.gifu = "ukita-daimyo, ukita-two-mon x3"
combat.location = "gifu"
"""
BEATEN = (
    'combat.east.deployed = "ieyasu, tokugawa-three-mon with tokugawa-plain"\nwest.at.kyoto = "mori-two-mon"'
)
HANDS = 'east.hand = "tokugawa-plain x3"\nwest.hand = "ukita-plain x3"'

ASKED = {
    "discard": f"week = 2\npending = 'discard'\n{HANDS}",
    "bid": f"pending = 'bid'\n{HANDS}",
    "bid by one": f"pending = 'bid'\n{HANDS}\nwest.bid = 'west-loyalty'",
    "discard by one": f"week = 3\npending = {{ east = 'bid', west = 'discard' }}\n{HANDS}",
    "week": f"week = 2\npending = 'begin-week'\n{HANDS}",
    "order": "pending = 'order west'",
    "turn": "pending = 'begin-turn'\nturn = 'B'",
    "level": f"pending = 'level'\nweek = 8\nturn = 'B'\nfirst = 'west'\n{HANDS}",
    "movement": "pending = 'movement'\neast.at.edo = 'ieyasu'",
    "declare": """pending = 'declare'
        east.at.gifu = "ieyasu"\neast.at.kiso = "date-two-mon"
        west.at.gifu = "ukita-daimyo"\nwest.at.kiso = "otani-daimyo" """,
    "stance": """pending = "stance"
        east.at.gifu = "ieyasu"
        west.at.gifu = "ukita-daimyo"
        combat.location = "gifu" """,
    "deploy": f"pending = 'deploy'\n{BOTH_AT_GIFU}\n{HANDS}",
    "window": f"""pending = 'window'\n{BOTH_AT_GIFU}\n{HANDS}
        combat.window = "east"\ncombat.east.deployed = "tokugawa-three-mon with tokugawa-plain"
        combat.west.finished = true""",
    "losses": f"pending = 'losses'\n{BOTH_AT_GIFU}\n{HANDS}",
    "losses of one": f"pending = 'losses west'\n{BOTH_AT_GIFU}\n{HANDS}\n{BEATEN}",
    "losses by number": f"pending = 'losses west 3'\n{BOTH_AT_GIFU}\n{HANDS}\n{BEATEN}",
    "retreat": f"pending = 'retreat'\n{BOTH_AT_GIFU}\n{HANDS}\n{BEATEN}",
    "siege": 'pending = "deploy"\neast.at.gifu = "ieyasu"\nwest.at.gifu = "ukita-daimyo"\n'
    'combat = { location = "gifu", siege = true }',
}
WHO = {
    "discard": [("east", "discard"), ("west", "discard")],
    "bid": [("east", "bid"), ("west", "bid")],
    "bid by one": [("east", "bid")],
    "discard by one": [("east", "bid"), ("west", "discard")],
    "week": [("east", "discard"), ("west", "discard")],
    "order": [("west", "order")],
    "turn": [("east", "level")],
    "level": [("east", "level")],
    "stance": [("west", "stance")],
    "window": [("west", "window")],
    "losses": [("east", "losses")],
    "losses of one": [("west", "losses")],
    "losses by number": [("west", "losses")],
    "retreat": [("west", "retreat")],
    "siege": [("east", "deploy")],
}


@pytest.mark.parametrize("name", ASKED)
def test_a_position_can_start_anywhere_and_the_game_goes_on_to_its_end(name: str) -> None:
    p = position(ASKED[name])
    assert p.pending == WHO.get(name, [("east", name)])
    play_to_the_end(p)
    assert p.over is not None


def play_to_the_end(p: Table) -> None:
    """The first answer to everything, as a chooser that always picks the lowest number gives it."""
    while p.pending:
        side, _decision = p.pending[0]
        offered = p.offered(side)
        assert offered is not None
        p.play(side, **msgspec.to_builtins(offered.sample(Lowest())))


class Lowest:
    def randrange(self, stop: int, /) -> int:
        return 0 if stop < 3 else stop - 1


def test_the_turns_left_follow_in_order() -> None:
    p = position("week = 8\nturn = 'A'\nfirst = 'west'\nactive = 'east'\npending = 'level'")
    p.play("east", "level", level="none")
    assert [(e["side"], e["turn"]) for e in p.story(kind="turn-began")] == [("west", "B")]
    p.play("west", "level", level="none")
    p.play("east", "level", level="none")
    assert p.over == ("east", "points")


@pytest.mark.rule("6.2")
def test_a_side_that_has_discarded_is_not_asked_again() -> None:
    p = position("week = 3\npending = { east = 'discard', west = 'bid' }\neast.hand = 'date-plain x2'\n"
                 "west.hand = 'mori-plain'\nwest.sealed = 'ukita-plain'")  # fmt: skip
    assert p.discards("west") == ["ukita-plain"]
    p.play("east", "discard", cards="date-plain")
    assert [(e["side"], e["cards"]) for e in p.told("public", "discards-revealed")] == [
        ("east", ["date-plain"]), ("west", ["ukita-plain"])
    ]  # fmt: skip


def test_chance_gives_what_is_written() -> None:
    p = position("""
        pending = "level"
        east.hand = "tokugawa-plain x2"
        [chance]
        east-cards = "date-double, east-loyalty"
    """)
    p.play("east", "level", level="none", cards=["tokugawa-plain"] * 2)
    assert p.hand("east") == ["date-double", "east-loyalty"]


def test_a_seed_decides_the_rest() -> None:
    def drawn(seed: str) -> list[str]:
        p = position(f"pending = 'level'\neast.hand = 'tokugawa-plain x5'\nchance.seed = '{seed}'")
        p.play("east", "level", level="none", cards=["tokugawa-plain"] * 5)
        return p.hand("east")

    assert drawn("a") == drawn("a")
    assert drawn("a") != drawn("b")
