"""Which lessons of the first week a player has had, by what they have decided so far."""

from games.engine import actions
from games.models.seat import Seat
from games.reads import chronicle
from games.reads.results_told import RESULTS_OF_FIGHT

SIEGE = "siege"
"""Deploying against a castle, where the lesson is another than in a battle."""
NO_CHALLENGE = "no-challenge"
"""A loyalty window of a player who holds no challenge."""
AFTER_A_FIGHT = "after-a-fight"
"""What comes after the first fight of a player who has moved."""

FIGHTS = {"battle-began": "deploy", "siege-began": SIEGE}
"""Which lesson tells of deploying after such an event."""
SUBJECTS: dict[type[actions.Body], str] = {
    actions.Discard: "discard",
    actions.Bid: "bid",
    actions.Order: "order",
    actions.Level: "level",
    actions.EndMovement: "movement",
    actions.Declare: "declare",
    actions.Stance: "stance",
    actions.Challenge: "window",
    actions.Pass: NO_CHALLENGE,
    actions.Losses: "losses",
    actions.Retreat: "retreat",
}
"""The lesson of the decision that an action answers. What is deployed depends on the fight."""
BETWEEN_FIGHTS = (
    actions.Discard,
    actions.Bid,
    actions.Order,
    actions.Level,
    actions.EndMovement,
    actions.Declare,
)
"""Actions before which the page tells how the fights before them ended."""


def met_lessons(seat: Seat) -> set[str]:
    """The subjects of the lessons that the player of a seat has had.

    Raises:
        Frozen: the game is stopped.
    """
    met: set[str] = set()
    deploying, has_fought = "deploy", False
    for item in chronicle.changes_seen(seat.game, seat.plays):
        if has_fought and isinstance(item.action, BETWEEN_FIGHTS):
            met.add(AFTER_A_FIGHT)
        if isinstance(item.action, (actions.Deploy, actions.Finish)):
            met.add(deploying)
        elif item.action is not None and type(item.action) in SUBJECTS:
            met.add(SUBJECTS[type(item.action)])
        for event in item.events:
            has_fought = has_fought or ("level" in met and event["event"] in RESULTS_OF_FIGHT)
            deploying = FIGHTS.get(event["event"], deploying)
    return met
