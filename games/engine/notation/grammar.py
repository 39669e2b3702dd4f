"""How each action is written: its fields in order, and the words before them."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from games.engine import actions as a

CHANCE = "chance"
NOTHING = "-"
"""An empty list."""

Shape = Literal["one", "list", "path", "flag", "inside", "groups"]


class Part(NamedTuple):
    """The notation of one field of an action.

    Attributes:
        word: the word that introduces it; empty for the first field.
    """

    field: str
    word: str
    shape: Shape


FORMS: dict[type, tuple[Part, ...]] = {
    a.Discard: (Part("cards", ":", "list"),),
    a.Bid: (Part("card", "", "one"), Part("wish", "wish", "one")),
    a.Order: (Part("order", "", "one"),),
    a.Level: (Part("level", "", "one"), Part("cards", ":", "list")),
    a.Move: (Part("source", "", "one"), Part("leader", "leader", "one"), Part("groups", ":", "groups")),
    a.Group: (Part("blocks", "", "list"), Part("path", ">", "path"), Part("force_march", "force", "one")),
    a.Muster: (Part("location", "", "one"), Part("blocks", ":", "list"), Part("openly", "openly", "flag")),
    a.Mori: (Part("card", "", "one"), Part("blocks", ":", "list")),
    a.EndMovement: (),
    a.Declare: (Part("location", "", "one"),),
    a.Stance: (Part("inside", "", "inside"),),
    a.Deploy: (Part("blocks", ":", "list"), Part("card", "with", "one"), Part("show", "show", "one")),
    a.Finish: (),
    a.Challenge: (),
    a.Pass: (Part("rest_of_battle", "rest-of-battle", "flag"),),
    a.Silence: (),
    a.Losses: (Part("blocks", ":", "list"),),
    a.Retreat: (Part("to", "to", "one"), Part("stay", "stay", "list")),
    a.Drawn: (Part("pile", "", "one"), Part("items", ":", "list")),
    a.Resign: (),
    a.TimeOut: (),
    a.Adjudicate: (),
    a.Undo: (),
}
"""The notation of the fields of every log entry, in order.
A field with its default value is left out.
"""

KINDS: dict[str, type] = {str(kind.__struct_config__.tag): kind for kind in get_args(a.Body) if kind in FORMS}
"""The types of entries by name. Those of games for practice, which have no record, have no notation."""
