"""Requests that schemathesis chains by the links of the document: a game is made, joined and played on.

Each answer names what the next request needs, as `games.api.openapi.links` says. Nothing breaks, and no
answer is anything but what the document says; who may ask for what, `tests.permissions` knows. With
``CHAINED_ROUNDS=100`` it looks for longer.
"""

import json
import os
import random
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Q
from hypothesis.errors import FlakyStrategyDefinition

from games import engine
from games.api.openapi.links import LINKS
from games.engine.actions import encode
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from tests.api.peopled import SEATED, Peopled
from tests.api.published import expanded
from tests.api.test_fuzzed import ANSWERS, EXCLUDED, NUMBERS, OPERATIONS, Operation, made_up, operation
from tests.kit import caches
from tests.kit.searches import HealthCheck, Phase, seed, settings
from tests.kit.table import EMAILS

ROUNDS = int(os.environ.get("CHAINED_ROUNDS", "4"))
MORE_ROUNDS = 20
"""At most, after these, while something needed has not been done: ids are new each time, so luck is too."""
THEMES = (
    "",
    "createGame joinGame getView getOptions act preview undo resign getHistory getMoment getRecord",
    (
        "listClubs getClub listClubLadders beginLadder getLadder takePart listSeasons getStandings challenge"
        " acceptChallenge"
    ),
    "createWebhook listWebhooks getWebhook deleteWebhook listDeliveries redeliver",
)
"""What is asked for, by round; in that without a word everything, which does not come far with anything."""
CHAINS, STEPS = 5, 15
"""Of a round, and requests of a chain, at most."""

NEEDED = {
    *("createGame", "getView", "getOptions", "act", "preview", "undo"),
    *("beginLadder", "getLadder", "challenge", "acceptChallenge"),
    *("createWebhook", "listDeliveries", "redeliver"),
}
"""What must have been done; each operation by itself, ``test_fuzzed`` does."""

NEW_GAMES = [{"opponent": {"kind": "open"}, "side": "east"}, {"opponent": {"kind": "myself"}, "public": True}]


class Sensible:
    """One chain, of which nothing stays: its requests are made up, some with a body that makes sense.

    Attributes:
        world: what there is when a chain begins.
        seen: operations and what they were answered.
    """

    world: Peopled
    seen: set[tuple[str, int]]

    def setup(self) -> None:
        self.before = transaction.savepoint()
        self.chooser = random.Random(len(self.seen))
        self.caller = "player"
        self.told = ""

    def teardown(self) -> None:
        transaction.savepoint_rollback(self.before)
        caches.empty()

    def before_call(self, case: Any) -> None:
        asked = operation(named(case))
        self.caller = "player" if "player" in asked.roles else asked.roles[0]
        self._find(asked, case)
        if asked.name == "joinGame":
            self.caller = "opponent"
        if asked.name == "createGame" and self._mostly():
            case.body = self.chooser.choice(NEW_GAMES)
        elif asked.name in (*ANSWERS, "undo") and self._mostly():
            self._make_sense(case)
        elif asked.has_body and asked.row in self.world.bodies and self._mostly():
            case.body, case.media_type = self.world.bodies[asked.row], "application/json"

    def _mostly(self) -> bool:
        return self.chooser.random() < 0.8

    def _find(self, asked: Operation, case: Any) -> None:
        """Something that is there takes the place of what no answer has named, and so is nowhere."""
        parts = case.path_parameters or {}
        if not all(json.dumps(part) in self.told for part in parts.values()) and self._mostly():
            values = {name: self.world.value(asked.route, name) for name in parts}
            case.path_parameters = {
                name: int(value) if name in NUMBERS else value for name, value in values.items()
            }

    def _make_sense(self, case: Any) -> None:
        """Whoever is asked does what they may, or takes it back; in another game where it cannot be this."""
        is_undo = named(case) == "undo"
        may = Q(can_undo=True) if is_undo else ~Q(asked="")
        seats = Seat.objects.filter(may, player__email__in=EMAILS, game__status=Game.Status.RUNNING)
        here = seats.filter(game__public_id=case.path_parameters["public_id"])
        seat = (here or seats).select_related("game", "player").order_by("-pk").first()
        if seat is None or seat.player is None:
            return
        self.caller = SEATED[EMAILS.index(seat.player.email)]
        case.path_parameters = {"public_id": seat.game.public_id}
        case.query = {"as": seat.plays.label}
        case.headers["If-Match"] = f'"{seat.plays.label}.{seat.version}.en"'
        options = None if is_undo else engine.options(*position.load(seat.game), seat.plays)
        if options is not None:
            case.body = json.loads(encode(options.sample(self.chooser)))

    def get_call_kwargs(self, case: Any) -> dict[str, Any]:
        # what calls in this process does not unpack what is compressed
        headers = {"Authorization": f"Bearer {self.world.token(self.caller)}", "Accept-Encoding": "identity"}
        return {"base_url": "http://testserver", "headers": headers}

    def validate_response(self, response: Any, case: Any, **_told: Any) -> None:
        self.seen.add((named(case), response.status_code))
        self.told += response.text
        case.validate_response(response, excluded_checks=EXCLUDED)


def named(case: Any) -> str:
    """The operation of a request."""
    return str(case.operation.definition.raw["operationId"])


def machine(world: Peopled, names: list[str]) -> Any:
    """What makes chains up, by the links.

    Args:
        names: of the operations that are in them; none for all.
    """
    schema = made_up().include(operation_id=names) if names else made_up()
    return type("Chain", (Sensible, schema.as_state_machine()), {"world": world, "seen": set()})


@pytest.mark.embedded
@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
def test_no_chain_of_requests_breaks_anything() -> None:
    world = Peopled()
    reached: set[str] = set()
    for number in range(ROUNDS + MORE_ROUNDS):
        themes: tuple[str, ...] = THEMES
        if number >= ROUNDS:
            themes = tuple(theme for theme in THEMES if {*theme.split()} & (NEEDED - reached))
        if not themes:
            break
        chain = machine(world, themes[number % len(themes)].split())
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
        reached |= {name for name, status in chain.seen if status < 300}
    assert not NEEDED - reached


def test_links_lead_somewhere() -> None:
    """From operations that are there, to operations that are there, with parameters that these have."""
    for name, links in LINKS.items():
        path, method = OPERATIONS[name]
        own = expanded()["paths"][path][method].get("parameters", [])
        for link in links:
            theirs, verb = OPERATIONS[link.to]
            parameters = expanded()["paths"][theirs][verb].get("parameters", [])
            known = {each["name"] for each in parameters if each["in"] == "path"}
            named = {each for each in link.parameters if not each.startswith("header.")}
            assert named == known, f"{name} to {link.to}"
            for value in link.parameters.values():
                if value.startswith("$request.path."):
                    assert value.rpartition(".")[2] in {each["name"] for each in own}, f"{name} to {link.to}"
