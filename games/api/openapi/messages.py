"""The ``webhooks`` of the OpenAPI document: the messages that webhooks receive.

The message types and the classes of their data are declared with the notification kinds; see
``notifications.registry``. Tests validate each message that they receive against the schema.
"""

from collections.abc import Iterable

from msgspec import Struct

from games.api.openapi.shared import ref
from games.api.shapes.described import Schema
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
        ("webhook-id", "The id of the message, the same for each attempt. Handle each id only once."),
        ("webhook-timestamp", "The Unix time of this attempt, in seconds."),
        ("webhook-signature", "The signatures as specified by Standard Webhooks, separated by spaces."),
    )
}
"""The headers of a message."""

RESPONSES: dict[str, Schema] = {
    "MessageReceived": {"description": "Received. After any other status the message is sent again later."},
    "MessageRefused": {"description": "Disables the webhook."},
}
"""The responses of the receiver."""


def structs() -> list[type[Struct]]:
    """The classes of the data, each once."""
    return list(dict.fromkeys(each.payload for each in event_types.all_types()))


def schemas() -> dict[str, Schema]:
    """The schemas of the messages and the enumerations of their types."""
    every = event_types.all_types()
    enums = {
        "WebhookType": _enum("The type of a message.", every),
        "PersonalWebhookType": _enum(
            "A type of message that a webhook of a person can receive.", event_types.types_of()
        ),
        "ClubWebhookType": _enum("A type of message that a webhook of a club can receive.", groups().types),
    }
    return enums | {_name(each): _message(each) for each in every}


def webhooks() -> dict[str, Schema]:
    """The ``webhooks`` of the document, by message type."""
    return {each.name: {"post": _post(each)} for each in event_types.all_types()}


def _enum(description: str, types: Iterable[EventType]) -> Schema:
    return {"description": description, "type": "string", "enum": [each.name for each in types]}


def _message(event_type: EventType) -> Schema:
    return {
        "description": _title(event_type),
        "type": "object",
        "properties": {
            "type": {"type": "string", "const": event_type.name},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": ref("schemas", event_type.payload.__name__),
        },
        "required": ["type", "timestamp", "data"],
    }


def _post(event_type: EventType) -> Schema:
    return {
        "operationId": f"on{_name(event_type).removesuffix('Message')}",
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
    """The name of a message's component, such as ``GameYourPhaseMessage``."""
    return "".join(word.capitalize() for word in event_type.name.replace(".", "-").split("-")) + "Message"
