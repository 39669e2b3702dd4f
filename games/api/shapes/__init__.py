"""The JSON of actions, options, views and events, for documentation and typed clients.

The engine produces plain data without these classes; tests prove that the two agree. A Python client decodes
a view with ``msgspec.json.decode(body, type=SideView)``, an event with ``type=Event``.
"""

from games.api.shapes.described import Schema
from games.api.shapes.events import Event
from games.api.shapes.options import Options
from games.api.shapes.schemas import DOCUMENTS, components, schema
from games.api.shapes.terms import ENUMS
from games.api.shapes.view import PublicView, RefereeView, SideView

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
