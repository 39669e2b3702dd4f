"""What a computer player lets its opponent notice.

A player wishes from public facts alone, and its hand only decides which of its wishes it can fulfil:

- From what everybody sees (``public``) and its seed it puts what an opponent could notice of its answers
  (``noticed``) in an order. It gives the first of these answers that its cards and blocks allow.
- So a player with the means and one without them behave alike until the means are shown: one that holds a
  loyalty challenge plays it where the other would like to, and otherwise passes as the other does.
- Which card or block stands for what is noticed is the player's own secret choice, until it is shown.
"""

import json
from typing import Any

from games.bots.players import Json


def public(view: Json) -> Json:
    """A seat's view without what only that seat may know: what everybody sees.

    Args:
        view: the position as the seat's own side sees it; it is left as it is.
    """
    me = view["viewer"]
    seen = {name: part for name, part in view.items() if name not in ("viewer", "mine")}
    seen["locations"] = {place: _without(row, me) for place, row in view["locations"].items()}
    if view["combat"] is not None:
        own = ("waiting", "passing", "window")
        seen["combat"] = {name: part for name, part in view["combat"].items() if name not in own}
    return seen


def _without(row: Json, me: str) -> Json:
    if me not in row:
        return row
    return {**row, me: {name: part for name, part in row[me].items() if name != "blocks"}}


def fingerprint(view: Json) -> str:
    """What everybody sees, in one line: the same of two positions that differ in the seat's secrets alone."""
    return json.dumps(public(view), sort_keys=True, separators=(",", ":"))


SAID = {
    "pass": ("rest_of_battle",),
    "level": ("level",),
    "order": ("order",),
    "declare": ("location",),
    "stance": ("inside",),
    "bid": ("wish",),
    "move": ("source",),
    "muster": ("location", "openly"),
    "retreat": ("to",),
}
"""The fields of each type of answer that the opponent sees, or can infer from how the game goes on."""
COUNTED = {
    "level": "cards",
    "discard": "cards",
    "muster": "blocks",
    "mori": "blocks",
    "losses": "blocks",
    "retreat": "stay",
}
"""The field of each type of answer whose number of names everybody learns."""


def noticed(action: Json) -> tuple[Any, ...]:
    """What an opponent can notice of an answer, without the cards and blocks that it shows or hides.

    A challenge, a deployment and a stop are noticed as such: all else of them is the card and the blocks.

    Args:
        action: the answer, as JSON.
    """
    kind = action["type"]
    said = [action.get(name) or None for name in SAID.get(kind, ())]
    if kind in COUNTED:
        said.append(len(action.get(COUNTED[kind], ())))
    ways = [
        (len(each["blocks"]), *each["path"], bool(each.get("force_march")))
        for each in action.get("groups", ())
    ]
    return kind, bool(action.get("leader")), *said, *ways
