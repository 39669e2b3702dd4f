"""Orders of a seat: giving them, cancelling them, and showing them to the player who gave them.

Nobody else can notice that they change: they count in no version, tag, time or list of the game.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from accounts.models.person import Person
from games.engine.errors import GameIsOver, Illegal, Malformed
from games.engine.options import Offer
from games.engine.orders import answering, planning
from games.engine.orders.keeping import Deed, Ending, KeptOrders, encode
from games.engine.orders.planning import Outlook
from games.engine.orders.shapes import BattleOrders, GameOrders, Orders, Plan, Step
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.engine.state import State
from games.log import position
from games.models import both_seats
from games.models.game import Game
from games.models.note import Note
from games.models.orders import SeatOrders, UsualOrders
from games.models.seat import Seat
from games.services import idempotency, running_orders
from games.services.order_book import OrderBook
from games.services.table import held
from notifications.webhooks import sealing
from sekigahara.errors.exceptions import Conflict, Stale


class Draft(NamedTuple):
    """Steps of a plan that are still to be carried out, as the seat knows it.

    Attributes:
        outlook: what they would come to.
        offers: the deployments that could come next.
    """

    outlook: Outlook
    offers: Sequence[Offer]


class Battle(NamedTuple):
    """A place where orders for a battle can be given, as the seat knows it.

    Attributes:
        location: its id.
        orders: what is ordered; None for nothing.
        done: how many steps of the plan were carried out.
        ended: why the plan ended; None if it has not, or there is none.
        rest: the steps of the plan that are left; None without a plan that goes on.
        offers: the deployments with which a plan could begin now.
    """

    location: str
    orders: BattleOrders | None
    done: int
    ended: Ending | None
    rest: Draft | None
    offers: Sequence[Offer]


class ShownOrders(NamedTuple):
    """The orders of a seat, for its player.

    Attributes:
        version: how often they have changed.
        game_version: the seat's version of the game.
        orders: what is in force.
        battles: every place where orders for a battle can be given.
        lately: what they did, and why plans ended, the latest last.
    """

    version: int
    game_version: int
    orders: Orders
    battles: Sequence[Battle]
    lately: Sequence[Deed]


def shown(seat: Seat) -> ShownOrders:
    """The orders of a seat. The caller has checked that its player asks.

    Raises:
        Conflict: the game has not begun.
        Frozen: the game is stopped.
    """
    side = seat.plays
    east, west = both_seats.of_game(seat.game_id)
    rules, state = position.load(east.game)
    book = OrderBook((east, west))
    kept = book.of(side)
    answering.tidy(rules, state, kept)
    battles = [_battle(rules, state, side, kept, location) for location in planning.places(rules, state)]
    version = (east, west)[side].version
    return ShownOrders(book.version(side), version, kept.orders, battles, kept.lately)


class InForce(NamedTuple):
    """What of a seat's orders is in force, without what plans would come to.

    Attributes:
        version: how often they have changed.
        kept: the orders, how far plans have come, and what they did.
        places: every place where a battle can be ordered.
    """

    version: int
    kept: KeptOrders
    places: Sequence[str]


def in_force(seat: Seat) -> InForce:
    """The orders of a seat in brief. The caller has checked that its player asks.

    Raises:
        Conflict: the game has not begun.
        Frozen: the game is stopped.
    """
    book = OrderBook((seat, seat))
    kept = _tidied(seat, book)
    return InForce(book.version(seat.plays), kept, planning.places(*position.load(seat.game)))


def done_lately(seat: Seat) -> Sequence[Deed]:
    """What orders of a seat did recently. The caller has checked that its player asks.

    Raises:
        Conflict, Frozen: as in `in_force`.
    """
    return _tidied(seat, OrderBook((seat, seat))).lately


def _tidied(seat: Seat, book: OrderBook) -> KeptOrders:
    kept = book.of(seat.plays)
    answering.tidy(*position.load(seat.game), kept)
    return kept


def drafted(seat: Seat, location: str, steps: Sequence[Step]) -> Draft:
    """What a plan would come to if it were given now, and what could come next. It is not given.

    Raises:
        Conflict, Frozen: as in `shown`.
        Malformed, Illegal: there is no fight at that place.
    """
    rules, state = position.load(seat.game)
    _refuse_place(rules, state, location)
    return _draft(rules, state, seat.plays, location, steps)


def lay(
    *,
    seat: Seat,
    orders: Orders,
    expected_version: int,
    key: str = "",
    woken: str | None = None,
    seen: int | None = None,
) -> ShownOrders:
    """Replace all orders of a seat. What they can answer at once, they do.

    A plan that is not changed goes on where it was, or stays ended.

    Args:
        seat: whose player gives them.
        orders: everything that is ordered from now on; empty ones cancel all.
        expected_version: the version of the orders that the player has seen.
        key: an idempotency key; empty for none.
        woken: the location of a battle whose plan starts again even if it is not changed.
        seen: the version of the game that the player has seen. If it is the latest, a plan deploys past a
            deployment that its player was to be asked about; otherwise it waits for the answer.

    Raises:
        Stale: the orders have changed since that version.
        Malformed, Illegal: a name that does not exist, a place without a fight, or a plan that the rules
            forbid; ``location`` and ``step`` say which.
        GameIsOver, Frozen: the game is over or stopped.
        Conflict: ``seat-lost``: somebody else has the seat by now; ``not-begun``.
        Unacceptable: the key is invalid, or was used for another request.
    """
    request = idempotency.request(seat, key, "orders", msgspec.json.encode(orders))
    side = seat.plays
    with held(seat.game_id) as table:
        if table.seats[side].player_id != seat.player_id:
            raise Conflict("seat-lost")
        table.load()
        if table.state.result is not None:
            raise GameIsOver("game-over", "2", victory=table.state.result.victory)
        book = OrderBook(table.seats)
        kept = book.of(side)
        if idempotency.recall(request) is None:
            if expected_version != book.version(side):
                raise Stale(book.version(side))
            answering.tidy(table.rules, table.state, kept)
            _replace(table.rules, table.state, side, kept, orders, table.version_of(side), woken)
            if seen == table.version_of(side):
                answering.go_past_window(table.rules, table.state, side, kept)
            table.present = side
            if not running_orders.answer_window(table, book, side):
                running_orders.run(table, book)
            running_orders.finish(table, book)
            if request is not None:
                table.add(idempotency.storing(request, ""))
    return shown(seat)


def will_answer(seat: Seat) -> bool:
    """Whether orders will answer the separate window of a seat once its hold is over.

    Only for messages to its own player: nobody else may learn it before.

    Raises:
        Frozen: the game is stopped.
    """
    if seat.held_until is None:
        return False
    rules, state = position.load(seat.game)
    return answering.will_answer(rules, state, seat.plays, OrderBook((seat, seat)).of(seat.plays))


def begin(seats: Sequence[Seat]) -> None:
    """Give the seats of a game that begins the usual orders of their players, in the caller's transaction."""
    SeatOrders.objects.bulk_create([SeatOrders(seat=seat, text=_first(seat)) for seat in seats])


def hand_over(seat: Seat) -> None:
    """Replace the orders of a seat by those of its new player, in the caller's transaction."""
    SeatOrders.objects.filter(seat=seat).delete()
    begin([seat])


def forget_finished() -> int:
    """Delete the orders of games that are over. Return how many there were."""
    return SeatOrders.objects.exclude(
        seat__game__status__in=(Game.Status.WAITING, Game.Status.RUNNING)
    ).delete()[0]


def reseal() -> int:
    """Encrypt with the key of today what is encrypted with an older one. Return how many rows there were."""
    count = 0
    for rows in (SeatOrders.objects, UsualOrders.objects, Note.objects):
        for key, text in rows.values_list("pk", "text").iterator():
            if (again := sealing.resealed(text)) is not None:
                count += rows.filter(pk=key, text=text).update(text=again)
    return count


def usual(person: Person) -> GameOrders:
    """The orders with which a person begins new games."""
    row = UsualOrders.objects.filter(person=person).first()
    text = "" if row is None else sealing.unseal(row.text)
    return msgspec.json.decode(text, type=GameOrders) if text else GameOrders()


def set_usual(person: Person, orders: GameOrders) -> None:
    """Change the orders with which a person begins new games. Running games keep theirs."""
    text = sealing.seal(msgspec.json.encode(orders).decode())
    UsualOrders.objects.update_or_create(person=person, defaults={"text": text})


def _first(seat: Seat) -> str:
    player = seat.player
    orders = GameOrders() if player is None or player.is_guest else usual(player)
    orders = _for_side(position.rules_of(seat.game), seat.plays, orders)
    return sealing.seal(encode(KeptOrders(Orders(**msgspec.structs.asdict(orders)))))


def _for_side(rules: Ruleset, side: Side, orders: GameOrders) -> GameOrders:
    """Usual orders without what the edition does not have, or has for the other side."""
    own = {each.id for each in rules.edition.locations if each.castle == side.label}
    orders = replace(orders, castles={place: way for place, way in orders.castles.items() if place in own})
    if orders.losses is not None:
        clans = tuple(clan for clan in orders.losses.clans if clan in rules.components.clans)
        orders = replace(orders, losses=replace(orders.losses, clans=clans))
    if orders.retreat is None:
        return orders
    known = rules.components.location_index
    lists = {
        place: tuple(end for end in ends if end in known)
        for place, ends in orders.retreat.places.items()
        if place in known
    }
    retreat = replace(
        orders.retreat,
        places={place: ends for place, ends in lists.items() if ends},
        toward=orders.retreat.toward if orders.retreat.toward in known else None,
    )
    return replace(orders, retreat=retreat)


def _battle(rules: Ruleset, state: State, side: Side, kept: KeptOrders, location: str) -> Battle:
    progress, plan = kept.progress.get(location), kept.plan_at(location)
    done = 0 if progress is None else progress.done
    rest = None if plan is None else _draft(rules, state, side, location, plan.steps[done:])
    offers = planning.offers(rules, state, side, location)
    ended = None if progress is None else progress.ended
    return Battle(location, kept.orders.battles.get(location), done, ended, rest, offers)


def _draft(rules: Ruleset, state: State, side: Side, location: str, steps: Sequence[Step]) -> Draft:
    return Draft(
        planning.outlook(rules, state, side, location, steps),
        planning.next_offers(rules, state, side, location, steps),
    )


def _replace(
    rules: Ruleset,
    state: State,
    side: Side,
    kept: KeptOrders,
    orders: Orders,
    version: int,
    woken: str | None,
) -> None:
    _refuse_names(rules, orders)
    before, progress = kept.orders.battles, dict(kept.progress)
    kept.orders, kept.progress = orders, {}
    for location, battle in orders.battles.items():
        _refuse_place(rules, state, location)
        known = before.get(location)
        if known is not None and known.plan == battle.plan and location != woken:
            kept.progress[location] = progress[location]
            continue
        kept.progress[location] = answering.beginning(rules, state, side, location, version)
        if battle.plan is not None:
            _refuse_plan(rules, state, side, location, battle.plan)


def _refuse_names(rules: Ruleset, orders: GameOrders) -> None:
    known: Mapping[str, object] = rules.components.location_index
    retreat = orders.retreat
    named = [*orders.castles]
    if retreat is not None:
        named += [*retreat.places, *(name for names in retreat.places.values() for name in names)]
        named += [] if retreat.toward is None else [retreat.toward]
    for name in named:
        if name not in known:
            raise Malformed("unknown-location", "4.1", location=name)
    for clan in () if orders.losses is None else orders.losses.clans:
        if clan not in rules.components.clans:
            raise Malformed("unknown-clan", "8.7.2", clan=clan)


def _refuse_place(rules: Ruleset, state: State, location: str) -> None:
    if location not in rules.components.location_index:
        raise Malformed("unknown-location", "4.1", location=location)
    if location not in planning.places(rules, state):
        raise Illegal("nothing-to-fight", "8.1", location=location)


def _refuse_plan(rules: Ruleset, state: State, side: Side, location: str, plan: Plan) -> None:
    outlook = planning.outlook(rules, state, side, location, plan.steps)
    error = outlook.refused
    if error is not None:
        more = {"location": location, "step": len(outlook.totals)}
        raise type(error)(error.code, error.rule, **{**error.parameters, **more})
