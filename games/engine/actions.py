"""What a player may do, and what chance answered: the bodies of the log's entries.

Every class is one JSON object, distinguished by its ``type``. Blocks, cards and locations are named by the
ids of the edition. Actions name no side: the entry that holds them does.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from games.engine.errors import Malformed

Ids = tuple[str, ...]


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all bodies of entries have in common."""


class Discard(_Entry, frozen=True, tag="discard"):
    """The sealed discard of reinforcement [6.2], R-07."""

    cards: Ids


class Bid(_Entry, frozen=True, tag="bid", omit_defaults=True):
    """A sealed bid for turn order [6.3], optionally with the choice to make if it wins (R-07)."""

    card: str
    wish: Literal["first", "second"] | None = None


class Order(_Entry, frozen=True, tag="order"):
    """The bid's winner goes first or second this week [6.3]."""

    order: Literal["first", "second"]


class Level(_Entry, frozen=True, tag="level", omit_defaults=True):
    """The movement level and the cards paid for it; with ``none``, the cards exchanged [7.1], R-36."""

    level: Literal["none", "minimal", "limited", "total"]
    cards: Ids = ()


class Group(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Blocks of a stack move with one path, and the card of their force march if it needs one [7.3.3]."""

    blocks: Ids
    path: Ids
    force_march: str | None = None


class Move(_Entry, frozen=True, tag="move", omit_defaults=True):
    """One stack move: groups that leave one source, carried out in the order given (R-09)."""

    source: str
    groups: tuple[Group, ...]
    leader: str | None = None


class Muster(_Entry, frozen=True, tag="muster", omit_defaults=True):
    """Blocks from the recruitment box: one clan openly, or one block hidden [7.2]."""

    location: str
    blocks: Ids
    openly: bool = False


class Mori(_Entry, frozen=True, tag="mori"):
    """One card given for one Mori block, or for two with a double card [9.3]."""

    card: str
    blocks: Ids


class EndMovement(_Entry, frozen=True, tag="end-movement"):
    """No more moves this phase."""


class Declare(_Entry, frozen=True, tag="declare"):
    """Combat is declared at a location [8.1]."""

    location: str


class Stance(_Entry, frozen=True, tag="stance"):
    """The castle's owner stays inside or comes outside, all or none [8.9.2]."""

    inside: bool


class Deploy(_Entry, frozen=True, tag="deploy", omit_defaults=True):
    """A card and its block or blocks, or a free daimyo [8.2.3].

    ``show`` names, sealed, the card to refute a challenge with (R-20).
    """

    blocks: Ids
    card: str | None = None
    show: str | None = None


class Finish(_Entry, frozen=True, tag="finish"):
    """No more deployments by this side in this combat [8.5]."""


class Challenge(_Entry, frozen=True, tag="challenge"):
    """A loyalty challenge card against the deployment just made [8.6.1]."""


class Pass(_Entry, frozen=True, tag="pass", omit_defaults=True):
    """No challenge to the deployment just made."""

    rest_of_battle: Annotated[bool, Meta(extra_json_schema={"deprecated": True})] = False
    """Since revision 2 of the rules the same as the order `never` for this battle. In games of revision 1: no
    challenge for the rest of this battle. The other side is not told but can notice it: where the game would
    wait for an answer to a deployment, it goes on at once."""


class Losses(_Entry, frozen=True, tag="losses"):
    """What a side gives up: blocks, and in a siege perhaps a disk in place of one [8.7.2, 8.9.4, 9.2]."""

    blocks: Ids


class Retreat(_Entry, frozen=True, tag="retreat", omit_defaults=True):
    """Where the losing force retreats to, and who stays in the castle [8.8]."""

    to: str | None = None
    stay: Ids = ()


class Silence(_Entry, frozen=True, tag="silence"):
    """A side did not answer a separate loyalty window in time, which is a pass.

    The service that keeps the clock says so; a player cannot.
    """


class Drawn(_Entry, frozen=True, tag="drawn"):
    """The outcome of a draw: the items that came out of a pile, in order."""

    pile: Literal["east-cards", "west-cards", "east-blocks", "west-blocks"]
    items: Ids


class Resign(_Entry, frozen=True, tag="resign"):
    """A side gives the campaign up. It may do so at any time, so no decision offers it."""


class TimeOut(_Entry, frozen=True, tag="time-out"):
    """A side loses because it did not answer in time, as the service that keeps the clock decides."""


class Adjudicate(_Entry, frozen=True, tag="adjudicate"):
    """A side loses by an arbiter's decision."""


class Conclude(_Entry, frozen=True, tag="conclude"):
    """A side loses because the lesson that was played has ended, as the service that teaches it decides."""


class Begin(_Entry, frozen=True, tag="begin"):
    """The first entry of a game that begins from a position: the text of that position (``position``).

    It changes nothing, and nobody is shown it: the text holds the secrets of both sides.
    """

    position: str


class Undo(_Entry, frozen=True, tag="undo", omit_defaults=True):
    """A side takes back its own latest action that counts (see ``history``).

    It is ``agreed`` if the decision had passed on to the other side, which has agreed.
    """

    agreed: bool = False


Action = (
    Discard
    | Bid
    | Order
    | Level
    | Move
    | Muster
    | Mori
    | EndMovement
    | Declare
    | Stance
    | Deploy
    | Finish
    | Challenge
    | Pass
    | Losses
    | Retreat
)
Outcome = Action | Drawn
"""What players and chance do."""
Reply = Action | Silence
"""What settles a decision: an action of its side, or that there was none in time."""
Forfeit = Resign | TimeOut | Adjudicate | Conclude
"""An action that loses the campaign for a side, whatever decision is pending."""
Lasting = Outcome | Silence | Forfeit
"""What changes a position."""
Body = Lasting | Undo | Begin
"""What an entry of the log can hold."""

_actions: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)
_bodies: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
_encoder = msgspec.json.Encoder()


def parse(body: bytes | str) -> Action:
    """A player's action from JSON.

    Raises:
        Malformed: when it is not one; the parameter ``reason`` says where.
    """
    try:
        return _actions.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed("malformed-action", reason=str(error)) from None


def parse_body(body: bytes | str) -> Body:
    """The body of one entry of the log, from JSON.

    Raises:
        Malformed: when it is neither an action nor an outcome.
    """
    try:
        return _bodies.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed("malformed-entry", reason=str(error)) from None


def encode(body: Body) -> bytes:
    """The JSON of an action or outcome, always the same bytes for the same value."""
    return _encoder.encode(body)
