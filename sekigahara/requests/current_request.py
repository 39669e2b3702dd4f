"""The request that this thread answers, for the log, which tells its sender without being passed it.

Nothing that decides anything may depend on it.
"""

from contextvars import ContextVar

from django.http import HttpRequest

current_request: ContextVar[HttpRequest | None] = ContextVar("current request", default=None)
"""None in workers and commands."""
