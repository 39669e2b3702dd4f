"""The JSON of actions, options, views and events, for documentation and typed clients.

The engine produces plain data without these classes; tests prove that the two agree. A Python client decodes
a view with ``msgspec.json.decode(body, type=SideView)``, an event with ``type=Event``.
"""
