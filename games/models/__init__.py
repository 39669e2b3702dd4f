"""The models of games. Import classes from their own modules; only services import those of the log."""

from games.models import analysis, edition, game, invitation, log, orders, outage, pulse, receipt, seat

__all__ = ["analysis", "edition", "game", "invitation", "log", "orders", "outage", "pulse", "receipt", "seat"]
