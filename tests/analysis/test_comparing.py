"""What two turns have in common, whatever the order of their moves."""

from typing import Any

from games.analysis.course import compared


def move(*blocks: str, path: str = "edo hakone") -> dict[str, Any]:
    return {"type": "move", "groups": [{"blocks": [*blocks], "path": path.split()}]}


def test_the_order_of_moves_and_of_blocks_makes_no_difference() -> None:
    played = [move("a", "b"), move("c"), move("d")]
    preferred = [move("d"), move("b", "a"), move("e")]
    assert compared(played, preferred) == ([move("c")], [move("e")], [move("a", "b"), move("d")])


def test_the_order_of_a_way_makes_one() -> None:
    there, back = move("a", path="edo oshi"), move("a", path="oshi edo")
    assert compared([there], [back]) == ([there], [back], [])


def test_repeated_actions_are_alike_as_often_as_both_do_them() -> None:
    assert compared([move("a"), move("a")], [move("a")]) == ([move("a")], [], [move("a")])
