"""What goes out of use says so: in the head of its answers, and in the OpenAPI document."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from games.api import urls
from games.api.answers import rulebook as answers
from games.api.deprecation import SHORTEST_DAYS, Deprecation
from games.api.endpoint import Endpoint, answer
from games.api.openapi.operations import described
from tests.api.published import operations
from tests.api.test_readme import TEXT

SINCE = datetime(2026, 11, 21, tzinfo=UTC)
SUNSET = SINCE + timedelta(days=SHORTEST_DAYS)


class Old(Endpoint):
    """Nobody should begin to use this."""

    permission_classes = (AllowAny,)

    @described("getOld", "Old", answer=answers.Editions, deprecated=Deprecation(SINCE, SUNSET))
    def get(self, request: Request) -> HttpResponse:
        """Old."""
        return answer(answers.Editions([]))

    @described(
        "partlyOld",
        "Partly old",
        answer=answers.Editions,
        body=answers.Editions,
        deprecated=Deprecation(SINCE, fields=("editions.old",)),
    )
    def post(self, request: Request) -> HttpResponse:
        """Partly old."""
        return answer(answers.Editions([]))


urlpatterns = [path("api/v1/old/", Old.as_view()), path("api/v1/", include("games.api.urls"))]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


def test_an_operation_that_goes_says_since_when_and_when_it_is_gone() -> None:
    told = Client().get("/api/v1/old/")
    assert told["Deprecation"] == f"@{int(SINCE.timestamp())}"
    assert parsedate_to_datetime(told["Sunset"]) == SUNSET
    assert (
        told["Link"] == '<http://testserver/api/v1/openapi.json>; rel="deprecation"; type="application/json"'
    )


def test_a_field_that_goes_is_said_of_the_operations_that_tell_it() -> None:
    told = Client().post("/api/v1/old/")
    assert told["Deprecation"] == f"@{int(SINCE.timestamp())}"
    assert "Sunset" not in told


def test_a_refusal_says_it_too_and_what_stays_says_nothing() -> None:
    refused = Client().get("/api/v1/old/", headers={"Authorization": "Bearer skg_guess"})
    assert (refused.status_code, refused["Sunset"]) == (401, Client().get("/api/v1/old/")["Sunset"])
    assert "Deprecation" not in Client().get("/api/v1/editions/")
    assert "Deprecation" not in Client().put("/api/v1/old/")


def test_the_document_marks_the_operation_or_names_the_field() -> None:
    generate: Any = SchemaGenerator(patterns=urlpatterns[:1])  # type: ignore[no-untyped-call] # as it comes
    old = generate.get_schema(request=None, public=True)["paths"]["/api/v1/old/"]
    assert old["get"]["deprecated"] is True
    assert {"Deprecation", "Sunset"} <= {*old["get"]["responses"]["200"]["headers"]}
    assert "deprecated" not in old["post"]
    assert "`editions.old`" in old["post"]["responses"]["200"]["headers"]["Deprecation"]["description"]


def test_nothing_is_gone_sooner_than_the_readme_promises() -> None:
    assert f"at least {SHORTEST_DAYS} days" in TEXT
    marked = [
        getattr(view, "deprecation", None)
        for pattern in urls.urlpatterns
        for view in vars(pattern.callback.view_class).values()  # type: ignore[attr-defined] # as_view puts it there
    ]
    found = [each for each in marked if each is not None]
    assert {field for each in found for field in each.fields} >= {"token.may_play", "members.id", "ranks.key"}
    for each in found:
        assert each.since.tzinfo is not None
        assert each.sunset is None or each.sunset - each.since >= timedelta(days=SHORTEST_DAYS)
    assert not [operation for _path, _method, operation in operations() if operation.get("deprecated")]
