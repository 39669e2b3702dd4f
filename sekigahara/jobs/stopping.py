"""How workers stop, e.g. for a new release."""

SECONDS_TO_FINISH = 7
"""Seconds that a worker has for what it has in hand, once it must end. Then it ends in any case: what is left
is found in the database."""
