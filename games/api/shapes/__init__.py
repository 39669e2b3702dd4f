"""What actions, options, views and events look like as JSON: for documentation and typed clients.

The engine makes plain data, and nothing here takes part in that; tests prove that the two agree. A client in
Python reads a view with ``msgspec.json.decode(body, type=SideView)``, an event with ``type=Event``.
"""

from games.api.shapes.events import Event
from games.api.shapes.options import Options
from games.api.shapes.revealed import RefereeView
from games.api.shapes.schemas import DOCUMENTS, Schema, components, schema
from games.api.shapes.terms import ENUMS
from games.api.shapes.view import PublicView, SideView

__all__ = [
    "DOCUMENTS",
    "ENUMS",
    "Event",
    "Options",
    "PublicView",
    "RefereeView",
    "Schema",
    "SideView",
    "components",
    "schema",
]
