"""Orders of a player's seat: answers given in advance."""

import msgspec
from django.http import Http404, HttpResponse
from rest_framework.request import Request

from accounts.authentication import HasScope
from games.api import bodies
from games.api.answers import playing as answers
from games.api.bodies import Nothing
from games.api.bodies.games import PlannedBattle
from games.api.endpoint import Endpoint, OfGame, answer, by_content
from games.api.errors import NoSeat, OrdersChanged
from games.api.openapi.operations import described, for_players, for_seats
from games.api.parameters import Ordering, Seen, read
from games.api.versions import expected_orders, idempotency_key, names_orders, orders_tag
from games.engine.orders import shapes
from games.models.seat import Seat
from games.reads.access import Viewer
from games.services import orders
from games.services.orders import ShownOrders
from sekigahara.errors.exceptions import Stale

CHANGING = (409, 412, 422, 428)


class OfOwnSeat(OfGame):
    """A view for the player of a seat. To everybody else the address does not exist."""

    permission_classes = (HasScope,)

    def own(self, request: Request, public_id: str) -> tuple[Viewer, Seat]:
        """Find the viewer and the seat of a player. For a player of both sides it is the side whose orders
        they name.

        Raises:
            Http404: the caller plays no side of the game, or selects the public.
            Conflict: the game has not started.
        """
        try:
            return self.player(request, public_id, names_orders)
        except NoSeat:
            raise Http404 from None


class Orders(OfOwnSeat):
    """The orders of a seat."""

    @described("getOrders", answer=answers.OrdersNow, parameters=Seen, problems=(409,))
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Get your orders.

        Get the orders of your side, which answer decisions in your place: battle plans, loyalty orders
        and preferences. Nobody else can see them, or notice that they change."""
        viewer, seat = self.own(request, public_id)
        return _shown(request, viewer, orders.shown(seat))

    @for_seats("giveOrders", answer=answers.OrdersNow, body="Orders", parameters=Ordering, problems=CHANGING)
    def put(self, request: Request, public_id: str) -> HttpResponse:
        """Replace your orders.

        Replace all orders of your side. What they can answer at once, they do: a plan may deploy, and may
        stop deploying, before you get the response. A plan that you send unchanged goes on where it was.

        A repeated request with the same `Idempotency-Key` gets the current orders.
        """
        viewer, seat = self.own(request, public_id)
        seen = read(request, Ordering).game_version
        given = bodies.decoded(request, shapes.Orders)
        return _laid(request, viewer, seat, given, seen)

    @for_seats("cancelOrders", answer=answers.OrdersNow, body=Nothing, problems=CHANGING)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Cancel your orders.

        Cancel all orders of your side: from now on you are always asked."""
        viewer, seat = self.own(request, public_id)
        bodies.decoded(request, Nothing)
        return _laid(request, viewer, seat, shapes.Orders())


class Outlook(OfOwnSeat):
    """What a plan would come to."""

    @for_seats("foreseePlan", answer=answers.Outlook, body=PlannedBattle, problems=(409, 422))
    def post(self, request: Request, public_id: str) -> HttpResponse:
        """See what a plan would come to.

        Get what a battle plan would come to if you gave it now, and how it could go on. You do not give
        it yet."""
        _viewer, seat = self.own(request, public_id)
        planned = bodies.decoded(request, PlannedBattle)
        return answer(_outlook(orders.drafted(seat, planned.location, planned.plan.steps)))


class UsualOrders(Endpoint):
    """The orders with which a person begins new games."""

    @described("getUsualOrders", answer="GameOrders")
    def get(self, request: Request) -> HttpResponse:
        """Get your usual orders.

        Get the orders with which you begin new games."""
        return by_content(request, orders.usual(self.person(request)))

    @for_players("setUsualOrders", answer="GameOrders", body="GameOrders")
    def put(self, request: Request) -> HttpResponse:
        """Change your usual orders.

        Replace the orders with which you begin new games. Running games keep theirs."""
        given = bodies.decoded(request, shapes.GameOrders)
        orders.set_usual(self.person(request), given)
        return answer(given)


def _laid(
    request: Request, viewer: Viewer, seat: Seat, given: shapes.Orders, seen: int | None = None
) -> HttpResponse:
    version, key = expected_orders(request, viewer), idempotency_key(request)
    try:
        shown = orders.lay(seat=seat, orders=given, expected_version=version, key=key, seen=seen)
    except Stale:
        now = orders.shown(seat)
        raise OrdersChanged(now.version, _tag(viewer, now, _body(now))) from None
    return _shown(request, viewer, shown)


def _shown(request: Request, viewer: Viewer, shown: ShownOrders) -> HttpResponse:
    body = _body(shown)
    return by_content(request, body, tag=_tag(viewer, shown, body))


def _tag(viewer: Viewer, shown: ShownOrders, body: bytes) -> str:
    return orders_tag(viewer.label, shown.version, body)


def _body(shown: ShownOrders) -> bytes:
    found = answers.OrdersNow(
        game_version=shown.game_version,
        orders=msgspec.to_builtins(shown.orders),
        battles=[_battle(each) for each in shown.battles],
        lately=[answers.OrderDeed(**msgspec.structs.asdict(deed)) for deed in shown.lately],
    )
    return msgspec.json.encode(found)


def _battle(battle: orders.Battle) -> answers.OrderedBattle:
    return answers.OrderedBattle(
        location=battle.location,
        orders=None if battle.orders is None else msgspec.to_builtins(battle.orders),
        done=battle.done,
        ended=battle.ended,
        outlook=None if battle.rest is None else _outlook(battle.rest),
        deployments=[offer.describe() for offer in battle.offers],
    )


def _outlook(draft: orders.Draft) -> answers.Outlook:
    totals, refused, theirs, next_loss = draft.outlook
    return answers.Outlook(
        totals=list(totals),
        refused=None if refused is None else refused.code,
        theirs=theirs,
        next_loss=next_loss,
        deployments=[offer.describe() for offer in draft.offers],
    )
