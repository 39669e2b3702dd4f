"""A person of a rehearsal: a computer player decides for them, and they come by like people."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec

from accounts.models.person import Person
from games import engine
from games.bots.players import Planner, Player
from games.engine import Ruleset
from games.engine.orders import answering, planning
from games.engine.orders.shapes import Step
from games.engine.side import Side
from games.engine.state import State
from games.log import position
from games.models import both_seats
from games.models.seat import Seat
from games.services import orders, play
from games.services.order_book import OrderBook
from games.simulation import ordering
from games.simulation.timetable import Gap, Timetable
from notifications.models import Notification

OFFERED = ("window",)
"""The decisions beside which a loyalty order for the game is offered."""


@dataclass
class Visit:
    """One visit of a person to their game.

    Attributes:
        side: of the person.
        at: when it began.
        entries: the numbers of the entries in the log that the person made.
        decided: the kinds of decisions that the person made in which more than one answer was possible, as
            they could tell.
        planned: the places for which a battle plan was laid or changed, each with the length of the log then.
        laid: whether a plan with steps was laid or changed: one without steps is laid where nothing fits.
        is_reply: whether it was only a reply to a mail.
        was_told: whether a mail had told them of what they were first asked; None if they were asked nothing.
    """

    side: Side
    at: datetime
    entries: list[int] = field(default_factory=list)
    decided: list[str] = field(default_factory=list)
    planned: list[tuple[str, int]] = field(default_factory=list)
    laid: bool = False
    is_reply: bool = False
    was_told: bool | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing could be decided."""
        return not self.decided and not self.laid


class Visitor:
    """A person with one seat.

    Args:
        person: whose seat it is.
        seat: theirs.
        player: decides for them.
        planner: gives orders for them; None for a person who uses none.
        taps: whether they use only what is one tap beside an answer: at the first window a loyalty order for
            the game, and to stop when they are asked again, after a deployment with which they are done.
        hours: the median from a mail to a visit.
        chooser: draws the delays.
        away: when they do not come.

    Attributes:
        mails: about the game; of one about several games, its share.
    """

    def __init__(
        self,
        person: Person,
        seat: Seat,
        player: Player,
        planner: Planner | None,
        hours: float,
        chooser: random.Random,
        *,
        taps: bool = False,
        away: Sequence[Gap] = (),
    ) -> None:
        self.person = person
        self.timetable = Timetable(hours, chooser, *away)
        self.visits: list[Visit] = []
        self.mails = 0.0
        self._game_pk, self._side = seat.game_id, seat.plays
        self._player = player
        self._planner = planner
        self._taps = taps

    def seat(self) -> Seat:
        """Their seat, as it is now."""
        return both_seats.of_game(self._game_pk)[self._side]

    def read(self, mail: Notification) -> None:
        """Read a mail about the game: it has brought them here, and says no more than the page."""

    def come(self, now: datetime) -> Visit:
        """Visit the game: decide all that is asked, until there is nothing more to decide."""
        seat = self.seat()
        visit = Visit(seat.plays, now)
        play.mark_seen(seat=seat)
        while not seat.game.is_over and seat.asked:
            self._look(seat, visit)
            self._lay_if_of_use(seat, visit, seat.asked in (OFFERED if self._taps else ordering.PLANNED))
            seat = self.seat()
            if seat.asked and not seat.game.is_over:
                self._decide(seat, visit)
                seat = self.seat()
        self.visits.append(visit)
        return visit

    def _look(self, seat: Seat, visit: Visit) -> None:
        """Note whether the person can decide what they are asked, by hand or by an order."""
        asked = described(*position.load(seat.game), seat.plays)
        if is_choice(asked):
            visit.decided.append(asked["decision"])

    def _decide(self, seat: Seat, visit: Visit) -> None:
        self._look(seat, visit)
        rules, state = position.load(seat.game)
        seen = plain(engine.view(rules, state, seat.plays))
        choice = self._player.choose(seen, described(rules, state, seat.plays))
        if choice["type"] == "end-movement":
            self._lay_if_of_use(seat, visit, is_of_use=not self._taps)
        length = seat.game.length
        play.submit(
            seat=seat,
            bodies=[json.dumps(choice)],
            expected_version=seat.version,
            then_stop=self._taps and self._is_last_deployment(choice, rules, state),
        )
        visit.entries.append(length + 1)

    def _is_last_deployment(self, choice: dict[str, Any], rules: Ruleset, state: State) -> bool:
        """Whether the person deploys, and can neither deploy nor challenge in this battle after that."""
        c, combat = rules.components, state.combat
        if choice["type"] != "deploy" or combat is None or state.hand[self._side][c.loyalty[self._side]]:
            return False
        step = Step(tuple(choice["blocks"]), choice.get("card"))
        return not planning.next_offers(rules, state, self._side, c.locations[combat.location], [step])

    def _lay_if_of_use(self, seat: Seat, visit: Visit, is_of_use: bool) -> None:
        """Give new orders if they would differ."""
        if self._planner is None or not is_of_use:
            return
        rules, state = position.load(seat.game)
        wanted = ordering.of_planner(rules, state, seat.plays, self._planner)
        east, west = both_seats.of_game(self._game_pk)
        book = OrderBook((east, west))
        kept = book.of(seat.plays)
        answering.tidy(rules, state, kept)
        if self._taps:
            wanted = msgspec.structs.replace(kept.orders, loyalty=wanted.loyalty)
        if wanted == kept.orders:
            return
        before = kept.orders.battles
        changed = [place for place, battle in wanted.battles.items() if before.get(place) != battle]
        orders.lay(seat=seat, orders=wanted, expected_version=book.version(seat.plays))
        plans = [wanted.battles[place].plan for place in changed]
        visit.laid = visit.laid or any(plan is not None and plan.steps for plan in plans)
        visit.planned += [(place, seat.game.length) for place in changed]


def described(rules: Ruleset, state: State, side: Side) -> dict[str, Any]:
    """What a side that is asked may answer, as a client sees it.

    Raises:
        RuntimeError: it has nothing to decide.
    """
    options = engine.options(rules, state, side)
    if options is None:
        raise RuntimeError(f"{side} is asked, but has nothing to decide")
    return plain(options.describe())


def is_choice(options: dict[str, Any]) -> bool:
    """Whether more than one answer makes sense, as the player can tell from their own cards and blocks.

    A side that can only stop deploying, or only let a deployment stand, has nothing to decide.
    """
    if options["decision"] not in ("deploy", "window"):
        return True
    rows = options["answers"][0]["choices"]
    return any(row["action"]["type"] in ("deploy", "challenge") for row in rows)


def plain(data: object) -> dict[str, Any]:
    """What JSON makes of data."""
    return dict(json.loads(msgspec.json.encode(data)))
