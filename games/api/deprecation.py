"""How the API says that something of it goes out of use; when it may is said in README.md."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.http import http_date
from drf_spectacular.utils import OpenApiParameter

SHORTEST_DAYS = 365
"""From the day on which something is marked to the earliest on which it may be gone."""


class Deprecation(NamedTuple):
    """Something that nobody should begin to use.

    Attributes:
        since: when it was marked.
        sunset: when it is gone, at the earliest; None as long as nothing is to go.
        fields: of the answer, those that are meant; none for the whole operation.
    """

    since: datetime
    sunset: datetime | None = None
    fields: tuple[str, ...] = ()

    def tell(self, response: HttpResponseBase) -> None:
        """Say so in the head of an answer: RFC 9745 and RFC 8594."""
        response["Deprecation"] = f"@{int(self.since.timestamp())}"
        if self.sunset is not None:
            response["Sunset"] = http_date(self.sunset.timestamp())
        described = settings.SITE_URL + reverse("games-api:openapi")
        response["Link"] = f'<{described}>; rel="deprecation"; type="application/json"'

    def headers(self, status: int) -> Iterator[OpenApiParameter]:
        """How the OpenAPI document describes that head."""
        what = ", ".join(f"`{field}`" for field in self.fields) or "this operation"
        yield OpenApiParameter(
            "Deprecation",
            {"type": "string", "examples": [f"@{int(self.since.timestamp())}"]},
            OpenApiParameter.HEADER,
            description=f"Since when {what} should not be used any more.",
            response=[status],
        )
        if self.sunset is not None:
            yield OpenApiParameter(
                "Sunset",
                {"type": "string"},
                OpenApiParameter.HEADER,
                description=f"When {what} will be gone, at the earliest.",
                response=[status],
            )
