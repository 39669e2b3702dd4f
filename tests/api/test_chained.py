"""Requests that schemathesis chains by the links of the document: a game is made, joined and played on.

Each answer names what the next request needs, as `games.api.links` says. Nothing breaks, and no answer is
anything but what the document says; who may ask for what, `tests.permissions` knows. With
``CHAINED_ROUNDS=100`` it looks for longer.
"""

import json
import os
import random
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis.specs.openapi.checks import ignored_auth

from accounts import services
from accounts.models.person import Person
from accounts.scopes import Scope
from games import engine
from games.api.links import LINKS
from games.engine.actions import encode
from games.engine.side import EAST, SIDES, WEST
from games.models.seat import Seat
from games.services import position
from tests.api.test_fuzzed import DOCUMENT, OPERATIONS, UNDECIDABLE, seeded, seeded_clubs, seeded_player
from tests.kit import caches
from tests.kit.table import EMAILS

ROUNDS = int(os.environ.get("CHAINED_ROUNDS", "4"))
CHAINS, STEPS = 5, 15
"""Of a round, and requests of a chain, at most."""

NEW_GAMES = [{"opponent": {"kind": "open"}, "side": "east"}, {"opponent": {"kind": "myself"}, "public": True}]


class Sensible:
    """One chain, of which nothing stays: its requests are made up, some with a body that makes sense.

    Attributes:
        tokens: of East and West.
        seen: operations and what they were answered.
    """

    tokens: list[str]
    seen: set[tuple[str, int]]

    def setup(self) -> None:
        self.before = transaction.savepoint()
        self.chooser = random.Random(0)
        self.caller = EAST

    def teardown(self) -> None:
        transaction.savepoint_rollback(self.before)
        caches.empty()

    def before_call(self, case: Any) -> None:
        name = named(case)
        self.caller = WEST if name in ("joinGame", "joinClub") else EAST
        if name == "createGame" and self.chooser.random() < 0.7:
            case.body = self.chooser.choice(NEW_GAMES)
        if name in ("act", "preview") and self.chooser.random() < 0.8:
            self._make_sense(case)

    def _make_sense(self, case: Any) -> None:
        """Whoever is asked does what they may."""
        seats = Seat.objects.filter(game__public_id=case.path_parameters["public_id"]).exclude(asked="")
        for seat in seats.select_related("game", "player"):
            options = engine.options(*position.load(seat.game), seat.plays)
            if options is not None and seat.player is not None and seat.player.email in EMAILS:
                self.caller = SIDES[EMAILS.index(seat.player.email)]
                case.body = json.loads(encode(options.sample(self.chooser)))
                case.query = {"as": seat.plays.label}
                case.headers["If-Match"] = f'"{seat.plays.label}.{seat.version}.en"'

    def get_call_kwargs(self, case: Any) -> dict[str, Any]:
        identified = {"Authorization": f"Bearer {self.tokens[self.caller]}"}
        return {"base_url": "http://testserver", "headers": identified}

    def validate_response(self, response: Any, case: Any, **_told: Any) -> None:
        self.seen.add((named(case), response.status_code))
        case.validate_response(response, excluded_checks=[*UNDECIDABLE, ignored_auth])


def named(case: Any) -> str:
    """The operation of a request."""
    return str(case.operation.definition.raw["operationId"])


def machine() -> Any:
    """What makes chains up, by the links."""
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.app = get_wsgi_application()
    told = {"tokens": [token(email) for email in EMAILS], "seen": set()}
    return type("Chain", (Sensible, schema.as_state_machine()), told)


def token(email: str) -> str:
    _row, told = services.create_token(
        person=Person.objects.at(email), name="for everything", scopes=[*Scope]
    )
    return told


@pytest.mark.embedded
@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
def test_no_chain_of_requests_breaks_anything() -> None:
    seeded()
    seeded_clubs()
    seeded_player()
    chain = machine()
    for number in range(ROUNDS):
        # hypothesis ends a round early in which a chain goes on otherwise than one that began alike: ids and
        # times of the service are new each time
        with suppress(FlakyStrategyDefinition):
            seed(number)(chain).run(
                settings=settings(
                    max_examples=CHAINS,
                    stateful_step_count=STEPS,
                    database=None,
                    deadline=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )
            )
    reached = {name for name, status in chain.seen if status < 300}
    assert {"createGame", "getView"} <= reached
    assert len(reached) > 15


def test_links_lead_somewhere() -> None:
    """From operations that are there, to operations that are there, with parameters that these have."""
    for name, links in LINKS.items():
        path, method = OPERATIONS[name]
        own = DOCUMENT["paths"][path][method].get("parameters", [])
        for link in links:
            theirs, verb = OPERATIONS[link.to]
            parameters = DOCUMENT["paths"][theirs][verb].get("parameters", [])
            known = {each["name"] for each in parameters if each["in"] == "path"}
            named = {each for each in link.parameters if not each.startswith("header.")}
            assert named == known, f"{name} to {link.to}"
            for value in link.parameters.values():
                if value.startswith("$request.path."):
                    assert value.rpartition(".")[2] in {each["name"] for each in own}, f"{name} to {link.to}"
