"""What describes this API to programs."""

from functools import cache

import msgspec
from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.endpoint import by_content
from games.api.openapi.operations import described
from games.api.shapes import DOCUMENTS, schema
from games.api.views.printed import Printed
from games.rulebook.editions import FIXTURES

OPENAPI = FIXTURES / "openapi.json"
"""Made by ``manage.py spectacular``; the tests fail where the views have gone on without it."""


class Schema(Printed):
    """A JSON Schema."""

    @described(
        "getSchema",
        "A JSON Schema",
        answer="SchemaDocument",
        is_for_anybody=True,
        problems=(404,),
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """The schema of actions, views, options, events or records, as a document that needs no other."""
        if name not in DOCUMENTS:
            raise Http404
        return by_content(request, _schema(name), is_public=True)


@cache
def _schema(name: str) -> bytes:
    return msgspec.json.encode(schema(name))


class OpenAPI(Printed):
    """The description of everything here."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """The OpenAPI document."""
        return by_content(request, _openapi(), is_public=True)


@cache
def _openapi() -> bytes:
    return OPENAPI.read_bytes()
