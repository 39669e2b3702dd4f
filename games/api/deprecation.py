"""Deprecation of parts of the API. README.md has the policy."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.http import http_date
from drf_spectacular.utils import OpenApiParameter

SHORTEST_DAYS = 365
"""The minimum number of days from a deprecation to its sunset."""


class Deprecation(NamedTuple):
    """A deprecation of an operation or of fields of its response.

    Attributes:
        since: when it was deprecated.
        sunset: the earliest time of its removal; None if none is planned.
        fields: the deprecated fields of the response; none for the whole operation.
    """

    since: datetime
    sunset: datetime | None = None
    fields: tuple[str, ...] = ()

    def add_headers(self, response: HttpResponseBase) -> None:
        """Add the headers of RFC 9745 and RFC 8594 to a response."""
        response["Deprecation"] = f"@{int(self.since.timestamp())}"
        if self.sunset is not None:
            response["Sunset"] = http_date(self.sunset.timestamp())
        described = settings.SITE_URL + reverse("games-api:openapi")
        response["Link"] = f'<{described}>; rel="deprecation"; type="application/json"'

    def headers(self, status: int) -> Iterator[OpenApiParameter]:
        """The description of these headers for the OpenAPI document."""
        what = ", ".join(f"`{field}`" for field in self.fields) or "this operation"
        yield OpenApiParameter(
            "Deprecation",
            {"type": "string", "examples": [f"@{int(self.since.timestamp())}"]},
            OpenApiParameter.HEADER,
            description=f"When {what} was deprecated.",
            response=[status],
        )
        if self.sunset is not None:
            yield OpenApiParameter(
                "Sunset",
                {"type": "string"},
                OpenApiParameter.HEADER,
                description=f"The earliest time at which {what} is removed.",
                response=[status],
            )


def replaced_by_key(*fields: str) -> Deprecation:
    """The deprecation of ids of a part of the service, since people have one public key everywhere."""
    return Deprecation(datetime(2026, 11, 27, tzinfo=UTC), fields=fields)
