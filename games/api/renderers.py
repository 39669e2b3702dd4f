"""Answers as JSON. The engine describes options with values of its own, which msgspec writes."""

from collections.abc import Mapping
from typing import Any

import msgspec
from rest_framework.renderers import BaseRenderer


class EngineJSONRenderer(BaseRenderer):
    """JSON of everything the engine calls JSON-ready."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002 - REST framework's signature
        renderer_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> bytes:
        return msgspec.json.encode(data)
