"""The models of games. Import classes from their own modules; only services import those of the log."""

from games.models import (
    analysis,
    game,
    log,
    mail_reply,
    message,
    note,
    orders,
    outage,
    receipt,
    rematch,
    seat,
    seat_change,
)
