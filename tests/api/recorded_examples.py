"""Records examples of responses, from a run of the service with fixed chance and time.

The run is in the world of the table of permissions, which knows for each route what to send and who may.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import msgspec
import time_machine

from games import engine
from games.engine.decisions import ChooseLevel, ChooseOrder
from games.engine.side import EAST, SIDES, Side
from games.ladders.statistics.intake import sum_up
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.services import orders
from games.services.lobby import Terms
from tests.api.peopled import Peopled
from tests.api.published import operations
from tests.kit.analyses import keep_one
from tests.kit.calling import Seated, problem_of
from tests.kit.recorded import stored
from tests.kit.table import Table
from tests.ladders.rating_games import Quick, fold_all
from tests.permissions.table import TABLE
from tests.permissions.test_table import answer_to, forgotten, rows_of
from tests.permissions.world import ROLES, person
from tests.secrecy.routes import PARAMETER, routes

START = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
SENDERS = ("organiser", "opponent", "player")
"""Roles whose responses show most, the best last."""

OF_OPERATIONS = {
    "act": "A sealed bid",
    "createWebhook": "With its secret",
    "createClubWebhook": "With its secret",
}
"""Operations whose response is their own example, by its title, and not one of the component."""

BRIEF = ("listGames", "getNextGame", "getMyData")
"""Operations sent by a person without games, since what they answer otherwise has examples elsewhere."""

WITHOUT = ("GameOptions", "NewWebhook")
"""Components without an example of their own."""

HOLIDAY = {"last": "2026-03-22"}
LOYALTY = {"loyalty": {"answer": "ask-from", "impact": 4}}

CHANCE = re.compile(
    r"(?<![A-Za-z0-9-])(?=\d*[a-z])(?=[a-z]*\d)[a-z0-9]{10,12}(?![\w-])"
    r'|(?<="id": ")[a-z]{10}(?=")|(?<="game": ")[a-z]{10}(?=")|(?<="ladder": ")[a-z]{10}(?=")'
    r"|\b([0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{64})\b"
    r"|(?<=skg_)\w{11}|(?<=whsec_)[\w+/]{43}|(?<=gAAAAAB)[\w-]+|(?<=\.\d{20}\.)[\w-]{43}"
)
"""Ids, hashes and secrets."""

HEX, LETTERS = "0123456789abcdef", "23456789bcdfghjkmnpqrstvwxz"

LONGEST_TEXT = 200
MOST_KEYS = 8


@contextmanager
def frozen() -> Iterator[None]:
    """Within the block, chance is seeded and time stands still."""
    chance = random.Random("examples")
    with (
        mock.patch.object(os, "urandom", chance.randbytes),
        mock.patch.object(random, "_urandom", chance.randbytes),
        mock.patch("knox.crypto.generate_bytes", chance.randbytes),
        time_machine.travel(START, tick=False),
    ):
        yield


def recorded() -> str:
    """The examples, as ``games/api/openapi/examples.py`` reads them."""
    with frozen():
        world = Finished()
        components, own = _of_operations(world)
        options, problems = _of_a_game()
        own["getOptions"] = {"The winner of the bid chooses the order": options}
    examples = {"components": dict(sorted(components.items())), "operations": own, "problems": problems}
    text = json.dumps(examples, indent=2, ensure_ascii=False) + "\n"
    return _in_order(text.replace("http://testserver", "https://games.example.org"))


def _in_order(text: str) -> str:
    """Name all that is random by when it comes first: a change of the world elsewhere does not show then."""
    found: dict[str, str] = {}
    for match in CHANCE.finditer(text):
        chance = random.Random(len(found))
        signs = HEX if set(match[0]) <= set(HEX) else LETTERS
        found.setdefault(match[0], "".join(chance.choices(signs, k=len(match[0]))))
    return CHANCE.sub(lambda match: found[match[0]], text)


class Finished(Peopled):
    """There are finished games too: an archive, an analysis, and players with settled ratings."""

    def __init__(self) -> None:
        super().__init__()
        people = [person("player"), person("opponent")]
        game = stored("ieyasu-slain-in-battle")
        for side in SIDES:
            Seat.objects.filter(game=game, side=side).update(player=people[side])
        Game.objects.filter(pk=game.pk).update(ended_at=START + timedelta(minutes=1))  # the latest
        keep_one(game)
        sum_up()
        quick = Quick(people)
        for number in range(24):
            quick.game(*people, days=number, winner=SIDES[number % 3 // 2])
        fold_all()
        self.values = {**self.values, "games-api:analysis public_id": game.public_id}
        self.bodies = {**self.bodies, "PUT games-api:usual-orders": LOYALTY, "POST games-api:away": HOLIDAY}
        self._plan_a_battle()

    def _plan_a_battle(self) -> None:
        """A game in which East can plan a battle, and what that plan is."""
        table = Table(21)
        table.play_on(until=lambda state: state.combat is not None)
        battle = orders.shown(table.seat(EAST)).battles[0]
        blocks = msgspec.to_builtins(battle.offers[0].action)["blocks"]
        plan = {"plan": {"steps": [{"blocks": blocks}]}}
        routes = ("games-api:orders", "games-api:orders-outlook")
        self.values = {**self.values, **{f"{route} public_id": table.game.public_id for route in routes}}
        self.bodies = {
            **self.bodies,
            "PUT games-api:orders": {**LOYALTY, "battles": {battle.location: plan}},
            "POST games-api:orders-outlook": {"location": battle.location, **plan},
        }


def _of_operations(world: Peopled) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fullest response of each component, and the responses of some operations."""
    rows = rows_of(TABLE)
    named = {PARAMETER.sub(r"{\1}", route.path): route for route in routes()}
    components: dict[str, Any] = {"Nothing": {}}
    own: dict[str, Any] = {}
    for path, method, operation in operations():
        route, name = named[path], operation["operationId"]
        letters = rows[f"{method.upper()} {route.name}"]
        allowed = [role for role, letter in zip(ROLES, letters, strict=True) if letter == "."]
        if not allowed or name == "downloadRecords":  # its lines are those of getRecord
            continue
        role = "person" if name in BRIEF else max(allowed, key=_shows)
        with forgotten():
            answer = answer_to(world, role, method.upper(), route)
            value = shortened(_told(answer))
        (media,) = operation["responses"][str(answer.status_code)]["content"].values()
        component = media["schema"]["$ref"].rpartition("/")[2]
        if name in OF_OPERATIONS:
            own[name] = {OF_OPERATIONS[name]: value}
        elif component not in WITHOUT:
            components[component] = max(components.get(component, ""), value, key=lambda each: len(str(each)))
    return components, own


def _told(answer: Any) -> Any:
    """The document of a response, or the first event of a stream."""
    text = answer.content.decode()
    if answer["Content-Type"] == "application/json":
        return json.loads(text)
    if answer["Content-Type"] != "text/event-stream":
        return text
    fields = dict(line.split(": ", maxsplit=1) for line in text.partition("\n\n")[0].splitlines())
    return {name: fields[name] for name in ("event", "data")}


def _shows(role: str) -> int:
    return SENDERS.index(role) if role in SENDERS else -1


def _of_a_game() -> tuple[Any, dict[str, Any]]:
    """The options of the side that decides who goes first, and refusals in the same game."""
    table = Table(20, terms=Terms(pace=3, on_time_out=OnTimeOut.CLAIM))
    decider = _who(table, ChooseOrder)
    options = decider.get(f"{decider.game}options/").json()
    stale = decider.tag()
    mover = _who(table, ChooseLevel)
    waiting = Seated(table, mover.side.enemy)
    mover.act({"type": "level", "level": "total", "cards": table.view(mover.side)["mine"]["hand"][:2]})
    move = table.a_quiet_move(mover.side)
    problems = {
        409: {
            "Not your decision": waiting.act(move),
            "They have time left": waiting.post(f"{waiting.game}claim/"),
        },
        412: {"Stale": mover.act(move, tag=stale)},
        422: {
            "The second of two moves uses the same road as the first": mover.act(
                _by_one_road(table, mover.side)
            )
        },
    }
    told = {
        str(status): {title: problem_of(answer, status) for title, answer in each.items()}
        for status, each in problems.items()
    }
    return options, told


def _who(table: Table, decision: type) -> Seated:
    """The player of whom the game next asks this decision."""
    table.play_on(until=lambda state: type(engine.pending(state)[0]) is decision)
    return Seated(table, table.asked()[0])


def _by_one_road(table: Table, side: Side) -> list[dict[str, Any]]:
    """Two moves of a block each, by the same road."""
    first = json.loads(table.a_quiet_move(side))
    (group,) = first["groups"]
    (movable,) = (
        source["blocks"]
        for shape in table.options(side).describe()["answers"]
        for source in shape.get("sources", [])
        if source["source"] == first["source"]
    )
    return [first, {**first, "groups": [{**group, "blocks": movable[1:2]}]}]


FOLLOWED = ("$ref", "$defs")
"""Keys of a schema document that readers of the description would follow within the description itself."""


def shortened(value: Any) -> Any:
    """A value with the first item of each list and of long mappings, and the beginning of long texts."""
    match value:
        case str() if len(value) > LONGEST_TEXT:
            return f"{value[:40]}…"
        case [dict() | list() | str() as first, *_]:
            return [shortened(first)]
        case dict():
            is_mapping = len(value) > MOST_KEYS and len({type(each) for each in value.values()}) == 1
            kept = list(value.items())[: 1 if is_mapping else None]
            return {key: shortened(each) for key, each in kept if key not in FOLLOWED}
    return value
