"""Passes as the page of a game gives them to its scripts."""

from accounts.sessions import SessionStore, digest
from games.models.seat import Seat
from games.reads import seat_pass


def new_pass(seat: Seat) -> str:
    """A pass for a seat, in a browser with a session of its own."""
    session = SessionStore()
    session.create()
    assert session.session_key is not None
    return seat_pass.issue(seat, digest(session.session_key))
