"""Requests that schemathesis makes up out of the OpenAPI document: none breaks the service.

What is answered is found to be what the document says, too. Most requests are made by somebody who may make
them, of something that is there, so that more is tried of an operation than how it says no. With
``FUZZED_TIMES=30``, as in ``.ci/long fuzz``, it looks for longer.
"""

import json
import os
import random
import re
from functools import cache
from typing import Any, NamedTuple

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, positive_data_acceptance

from games.api.views.documents import OPENAPI
from tests.api.peopled import Answer, Peopled
from tests.api.published import expanded
from tests.kit.searches import HealthCheck, Phase, given, settings, st
from tests.permissions.table import TABLE
from tests.permissions.test_table import forgotten, rows_of
from tests.permissions.world import ROLES
from tests.secrecy.routes import PARAMETER, routes

EXAMPLES = {GenerationMode.POSITIVE: 2, GenerationMode.NEGATIVE: 1}
"""For each operation: requests as described, and requests that are not."""
TIMES = int(os.environ.get("FUZZED_TIMES", "1"))
"""How often as many; only then others than always."""

UNDECIDABLE: list[Any] = [negative_data_rejection, positive_data_acceptance]
"""Checks of what a schema cannot say: which of the cards it describes are in a hand."""
EXCLUDED = [*UNDECIDABLE, ignored_auth]
"""Who may ask for what, `tests.permissions` knows: asking twice more each time would tell nothing else."""

DOCUMENT: dict[str, Any] = json.loads(OPENAPI.read_text(encoding="utf-8"))
OPERATIONS = {
    operation["operationId"]: (path, method)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
ROUTES = {PARAMETER.sub(r"{\1}", route.path): route.name for route in routes()}
"""Names of routes by their paths, as the document writes them."""
ROWS = rows_of(TABLE)

LARGE = ("games", "clubs", "ladders")
"""What has so many operations that it is a group of its own."""
NUMBERS = ("moment", "season")
"""Parameters of paths that are counted from 1."""
OTHERS = ("person", "player", "opponent", "organiser")
"""Who also asks now and then, whether they may or not."""
ANSWERS = ("act", "preview")
"""Their body is an answer to what a game asks."""


def group_of(name: str) -> str:
    """Which operations are tried in one world: those whose paths begin alike."""
    first = OPERATIONS[name][0].split("/")[3]
    return first if first in LARGE else "others"


def can_be_bent(name: str) -> bool:
    """Whether there is anything in it that could be other than described: headers and paths are all words."""
    path, method = OPERATIONS[name]
    operation = expanded()["paths"][path][method]
    return "requestBody" in operation or any(
        each["in"] == "query" for each in operation.get("parameters", [])
    )


@cache
def made_up() -> Any:
    """What makes requests up, for the service in this process."""
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.app = get_wsgi_application()
    return schema


class Operation(NamedTuple):
    """One of the document, and what the table of permissions has of it.

    Attributes:
        has_body: whether anything is sent.
        route: its name; `row` is that of the table.
        roles: who may do it; none where it has to do with what this world has not, as a finished game.
    """

    name: str
    path: str
    method: str
    has_body: bool
    route: str
    roles: tuple[str, ...]

    @property
    def row(self) -> str:
        return f"{self.method.upper()} {self.route}"


def operation(name: str) -> Operation:
    """The operation of that name."""
    path, method = OPERATIONS[name]
    route = ROUTES[path]
    letters = zip(ROLES, ROWS[f"{method.upper()} {route}"], strict=True)
    roles = tuple(role for role, letter in letters if letter == "." and role not in ("nobody", "narrow"))
    return Operation(name, path, method, "requestBody" in DOCUMENT["paths"][path][method], route, roles)


def mostly(data: st.DataObject, usual: Any, others: st.SearchStrategy[Any]) -> Any:
    """What is usual, three times of four."""
    return usual if data.draw(st.integers(0, 3)) < 3 else data.draw(others)


def path_of(data: st.DataObject, world: Peopled, asked: Operation) -> dict[str, Any]:
    """What stands in the path: of things that are there and belong together, each now and then another."""
    parts: dict[str, Any] = {}
    for name in re.findall(r"{(\w+)}", asked.path):
        usual = world.value(asked.route, name)
        if name in NUMBERS:
            parts[name] = mostly(data, int(usual), st.integers(1, 4))
        else:
            parts[name] = mostly(data, usual, st.sampled_from([*world.others(name), f"nosuch-{name}"]))
    return parts


def requests_of(world: Peopled, asked: Operation, mode: GenerationMode) -> set[int]:
    """Make them up and send each to the same world; what they were answered."""
    statuses = set()
    made = made_up()[asked.path][asked.method]

    @settings(
        max_examples=EXAMPLES[mode] * TIMES,
        database=None,
        derandomize=TIMES == 1,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def requests(data: st.DataObject) -> None:
        parts = path_of(data, world, asked) or None
        case = data.draw(made.as_strategy(generation_mode=mode, path_parameters=parts))
        role = mostly(data, data.draw(st.sampled_from(asked.roles or OTHERS)), st.sampled_from(OTHERS))
        if "If-Match" in (case.headers or {}) and data.draw(st.integers(0, 3)) < 3:
            case.headers["If-Match"] = world.tags(case.path_parameters["public_id"])
        if mode is GenerationMode.POSITIVE and asked.has_body and data.draw(st.integers(0, 3)) < 3:
            role = make_sense(data, world, asked, case) or role
        with forgotten():
            answer = case.call_and_validate(
                base_url="http://testserver",
                headers={"Authorization": f"Bearer {world.token(role)}", "Accept-Encoding": "identity"},
                excluded_checks=EXCLUDED,
            )
        statuses.add(answer.status_code)

    requests()
    return statuses


def make_sense(data: st.DataObject, world: Peopled, asked: Operation, case: Any) -> str | None:
    """Send what is to be sent there, as far as that is known; whose answer to a game's question it is."""
    if asked.name in ANSWERS:
        chooser = random.Random(data.draw(st.integers(0, 9)))
        answer: Answer = data.draw(st.sampled_from(world.answers(chooser)))
        case.path_parameters, case.query, case.body = {"public_id": answer.game}, {}, answer.action
        case.headers["If-Match"] = answer.tag
        return answer.role
    if asked.row in world.bodies:
        case.body, case.media_type = world.bodies[asked.row], "application/json"
    return None


@pytest.mark.embedded
@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("group", sorted({group_of(name) for name in OPERATIONS}))
@pytest.mark.parametrize("mode", EXAMPLES, ids=lambda mode: mode.value)
def test_nothing_breaks(group: str, mode: GenerationMode) -> None:
    """Each operation is also done, by those requests that make sense."""
    world = Peopled()
    names = [name for name in OPERATIONS if group_of(name) == group]
    if mode is GenerationMode.NEGATIVE:
        names = [name for name in names if can_be_bent(name)]
    answered = {name: requests_of(world, operation(name), mode) for name in names}
    if mode is GenerationMode.POSITIVE:
        possible = {name: statuses for name, statuses in answered.items() if operation(name).roles}
        never = {name: statuses for name, statuses in possible.items() if min(statuses) >= 300}
        assert never == {}, "nobody has ever done it, and was answered so"
