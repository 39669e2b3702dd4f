"""Query parameters: an operation refuses those it does not have, and no link of the service has such."""

import json
import re
from urllib.parse import urlsplit

import pytest

from games.api import urls
from games.api.errors import MOST_NAMED
from games.api.paging import Paged
from games.api.parameters import Since, names
from games.engine.side import EAST
from tests.api.published import document, operations
from tests.kit.calling import Caller, Seated, problem_of
from tests.kit.table import table_where

pytestmark = pytest.mark.django_db


def test_an_unknown_parameter_is_refused_and_those_there_are_named(east: Seated) -> None:
    problem = problem_of(east.get("games/?list=mine&limit=3&colour=red&Limit=2"), 400)
    assert problem["code"] == "unknown-parameter"
    assert problem["parameters"] == {"unknown": ["Limit", "colour"], "known": ["cursor", "limit", "list"]}
    assert problem["detail"] == "Unknown query parameter: Limit, colour. Use only: cursor, limit, list."


def test_operation_without_parameters_refuses_any(east: Seated) -> None:
    problem = problem_of(east.get("me/?as=east"), 400)
    assert problem["parameters"] == {"unknown": ["as"], "known": []}
    assert problem["detail"] == "Unknown query parameter: as. This operation has no parameters."


def test_nothing_is_done_then(east: Seated) -> None:
    before = east.tag()
    action = east.table.any_action(EAST)
    refused = east.send("POST", f"{east.game}actions/?side=east", action, **{"If-Match": before})
    assert problem_of(refused, 400)["code"] == "unknown-parameter"
    assert east.tag() == before


def test_missing_token_is_reported_before_unknown_parameters() -> None:
    assert problem_of(Caller().get("me/?colour=red"), 401)["code"] == "not-authenticated"


def test_refused_request_has_the_deprecation_header_too(east: Seated) -> None:
    assert "Deprecation" in east.get("me/?colour=red")


def test_many_and_odd_ones_make_a_short_answer(east: Seated) -> None:
    query = "&".join(f"{number:03}%0a{'x' * 500}=1" for number in range(50))
    problem = problem_of(east.get(f"games/?{query}"), 400)
    assert len(problem["parameters"]["unknown"]) == MOST_NAMED
    assert len(json.dumps(problem)) < 8_000


def test_every_operation_knows_the_parameters_that_it_describes() -> None:
    described = {
        operation["operationId"]: sorted(
            each["name"] for each in operation.get("parameters", []) if each["in"] == "query"
        )
        for _path, _method, operation in operations()
    }
    found = {}
    for pattern in urls.urlpatterns:
        path = "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", pattern.pattern.describe().split("'")[1])
        for method, operation in document()["paths"].get(path, {}).items():
            view = getattr(pattern.callback.view_class, method)  # type: ignore[attr-defined] # as_view puts it there
            found[operation["operationId"]] = list(view.parameters)
    assert found == described
    assert (names(None), names(Paged)) == ((), ("cursor", "limit"))
    assert names(Since) == ("as", "limit", "since")


def test_pages_lead_on_with_parameters_that_are_known() -> None:
    east = Seated(table_where(lambda state: state.active >= 0), EAST)
    for path in (f"{east.game}history/?limit=1&as=east", f"{east.game}history/?since=1&limit=1"):
        following = urlsplit(east.get(path).json()["next"])
        again = east.get(f"{following.path.removeprefix('/api/v1/')}?{following.query}")
        assert again.status_code == 200, again.content
