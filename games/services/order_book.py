"""The orders of both seats while somebody acts in a game: read when they are needed, written with it."""

import logging
from collections.abc import Iterator

from games.engine.errors import CorruptLog
from games.engine.orders import keeping
from games.engine.orders.keeping import KeptOrders
from games.engine.side import Side
from games.models.orders import SeatOrders
from games.models.seat import Seat
from notifications.webhooks import sealing
from sekigahara.db.statements import Insert, Select, Update
from sekigahara.db.writes import Statement

log = logging.getLogger(__name__)

_OF_SEAT = Select[tuple[SeatOrders]](
    "SELECT {orders} FROM games_seatorders orders WHERE orders.seat_id = %s", orders=SeatOrders
)
_CHANGED = Update(SeatOrders, "text", "version")
_NEW = Insert(SeatOrders)


class OrderBook:
    """The orders of East and West. Only those that are asked for are read.

    Args:
        seats: East's and West's.
    """

    def __init__(self, seats: tuple[Seat, Seat]) -> None:
        self._seats = seats
        self._pages: dict[Side, _Page] = {}

    def of(self, side: Side) -> KeptOrders:
        """The orders of a side, to be read and changed."""
        return self._page(side).kept

    def version(self, side: Side) -> int:
        """How often the orders of a side were changed before."""
        return self._page(side).row.version

    def statements(self) -> Iterator[Statement]:
        """The statements that save all that was read, changed or not. The caller writes them, once.

        Whose orders are read follows from what everyone sees. Whether they change does not, so the request of
        the other side writes them in either case.
        """
        for page in self._pages.values():
            text = keeping.encode(page.kept)
            if text != page.text:
                page.row.version += 1
                page.row.text, page.text = sealing.seal(text), text
            yield _NEW.statement([page.row]) if page.is_new else _CHANGED.statement(page.row)

    def _page(self, side: Side) -> "_Page":
        if side not in self._pages:
            self._pages[side] = _Page(self._seats[side])
        return self._pages[side]


class _Page:
    """The row of a seat with what it says. A seat of a game that an earlier release began has none."""

    def __init__(self, seat: Seat) -> None:
        found = _OF_SEAT.rows(seat.pk)
        self.is_new = not found
        self.row = _NEW.new(seat_id=seat.pk) if self.is_new else found[0][0]
        self.text = sealing.unseal(self.row.text)
        try:
            self.kept = keeping.decode(self.text)
        except CorruptLog:
            # Without a traceback, which might tell of the orders.
            log.error("the orders of seat %d cannot be read and are dropped", seat.pk)  # noqa: TRY400
            self.kept = KeptOrders()
