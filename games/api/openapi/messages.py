"""What is posted to webhooks: the ``webhooks`` of the OpenAPI document.

The types of messages and the classes of their facts are declared with the notification kinds; see
``notifications.registry``. Tests hold each message they receive against the schema.
"""

from collections.abc import Iterable

from msgspec import Struct

from games.api.openapi.shared import Schema, ref
from notifications.registry import EventType
from notifications.webhooks import event_types
from notifications.webhooks.owners import groups

PARAMETERS: dict[str, Schema] = {
    f"header-{name}": {
        "in": "header",
        "name": name,
        "required": True,
        "schema": {"type": "string"},
        "description": description,
    }
    for name, description in (
        ("webhook-id", "The id of the message, the same for each attempt: handle each id once."),
        ("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
        ("webhook-signature", "Signatures by Standard Webhooks, with a space between them."),
    )
}
"""The headers of a message."""

RESPONSES: dict[str, Schema] = {
    "MessageReceived": {"description": "Received. After any other answer it is sent again later."},
    "MessageRefused": {"description": "Switch the webhook off."},
}
"""What the receiver answers."""


def structs() -> list[type[Struct]]:
    """The classes of the facts, each once."""
    return list(dict.fromkeys(each.payload for each in event_types.all_types()))


def schemas() -> dict[str, Schema]:
    """The schemas of the messages and of the words for their types."""
    every = event_types.all_types()
    enums = {
        "WebhookType": _enum("What a message is about.", every),
        "PersonalWebhookType": _enum("What a webhook of yours may be told.", event_types.types_of()),
        "ClubWebhookType": _enum("What a webhook of a club may be told.", groups().types),
    }
    return enums | {_name(each): _message(each) for each in every}


def webhooks() -> dict[str, Schema]:
    """The ``webhooks`` of the document, by the types of their messages."""
    return {each.name: {"post": _post(each)} for each in event_types.all_types()}


def _enum(description: str, types: Iterable[EventType]) -> Schema:
    return {"description": description, "type": "string", "enum": [each.name for each in types]}


def _message(event_type: EventType) -> Schema:
    return {
        "description": _title(event_type),
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": [event_type.name]},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": ref("schemas", event_type.payload.__name__),
        },
        "required": ["type", "timestamp", "data"],
    }


def _post(event_type: EventType) -> Schema:
    return {
        "summary": _title(event_type),
        "parameters": [ref("parameters", each) for each in PARAMETERS],
        "requestBody": {
            "content": {"application/json": {"schema": ref("schemas", _name(event_type))}},
            "required": True,
        },
        "responses": {"2XX": ref("responses", "MessageReceived"), "410": ref("responses", "MessageRefused")},
    }


def _title(event_type: EventType) -> str:
    return f"{event_type.title}."


def _name(event_type: EventType) -> str:
    """The name of a message's component, as ``GameYourPhaseMessage``."""
    return "".join(word.capitalize() for word in event_type.name.replace(".", "-").split("-")) + "Message"
