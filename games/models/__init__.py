"""What is stored about games. Classes are imported from their own modules, the log's by services alone."""

from games.models import edition, game, invitation, log, pulse, receipt, seat

__all__ = ["edition", "game", "invitation", "log", "pulse", "receipt", "seat"]
