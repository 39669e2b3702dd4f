"""What the signs on the board mean is told beside the signs, which are those of the board."""

import re

from django.template.loader import render_to_string

from games.drawing import blocks, cards, places
from games.engine.side import LABELS
from tests.kit.pages import in_one_line

DRAWN = {
    *(places.ROOF, places.PLASTER, places.FOOT, places.STONES, places.HALL, places.DOOR, places.WALL),
    places.FIELDS,
    *(blocks.BANNER, blocks.HORSE, blocks.GUN, cards.SWORD, cards.TURNING),
    *(places.GATE, places.SQUARE, places.KEEP, places.PERSON, places.SWORDS),
}


def test_every_sign_of_a_place_is_explained_as_it_is_drawn() -> None:
    told = in_one_line(render_to_string("games/_signs.html"))
    paths = set(re.findall(r'<path d="([^"]+)"', told))
    assert paths >= DRAWN


def test_a_stack_is_explained_as_it_is_drawn() -> None:
    told = in_one_line(render_to_string("games/_signs.html"))
    stack = places.stack({"count": 4, "known": ["a", "b"], "spent": 1}, LABELS[1])
    assert parts(stack) <= parts(told)


def parts(drawing: str) -> set[tuple[str, ...]]:
    """Its shapes, each by what it says of itself, in whatever order."""
    shapes = re.findall(r"<(?:rect|circle|path|text) ([^>]*?)/?>", drawing)
    return {tuple(sorted(re.findall(r'[a-z-]+="[^"]*"', shape))) for shape in shapes}
