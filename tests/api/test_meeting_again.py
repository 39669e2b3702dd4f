"""People who met meet again by programs that know nothing of the API but the document it serves."""

import json
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client

from games.engine.side import EAST
from games.models.seat import Seat
from games.services import play
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import token_of

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


class ByDocument:
    """A client with a token. What the document does not describe, it does not send.

    Args:
        name: of the person whose token it has.
    """

    def __init__(self, name: str) -> None:
        token = token_of(PersonFactory.named(name))
        self.client = Client(headers={"Authorization": f"Bearer {token}"})
        self.document = self.client.get("/api/v1/openapi.json").json()

    def do(self, operation: str, body: Any = None, **parameters: Any) -> Any:
        """Carry out an operation.

        Args:
            operation: its id.
            body: as its schema says; None for none.
            parameters: of its path and query, as their schemas say.
        """
        path, method, described = self._described(operation)
        known = {each["name"]: each for each in map(self._target, described.get("parameters", []))}
        for name, value in parameters.items():
            self._validator(known[name]["schema"]).validate(value)
        here = {name for name in parameters if known[name]["in"] == "path"}
        query = {name: value for name, value in parameters.items() if name not in here}
        if body is not None:
            media = self._target(described["requestBody"])["content"]["application/json"]
            self._validator(media["schema"]).validate(body)
        answer = self.client.generic(
            method,
            path.format_map({name: parameters[name] for name in here}),
            b"" if body is None else json.dumps(body),
            content_type="application/json",
            query_params=query,
        )
        told = self._target(described["responses"][str(answer.status_code)])
        assert answer.status_code < 300, answer.content
        self._validator(told["content"]["application/json"]["schema"]).validate(answer.json())
        return answer.json()

    def _described(self, operation: str) -> tuple[str, str, Any]:
        (found,) = (
            (path, method, described)
            for path, methods in self.document["paths"].items()
            for method, described in methods.items()
            if described["operationId"] == operation
        )
        return found

    def _target(self, part: Any) -> Any:
        if "$ref" not in part:
            return part
        found = self.document
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return found

    def _validator(self, schema: Any) -> Any:
        return jsonschema_rs.validator_for({**schema, "components": self.document["components"]})

    def last_opponent(self) -> dict[str, Any]:
        """The player whom its person met in the game that ended last."""
        for game in self.do("listGames", list="over")["games"]:
            both = game["players"]
            other = both["west" if game["seat"]["side"] == "east" else "east"]
            if other["kind"] == "person" and other["key"] != both[game["seat"]["side"]]["key"]:
                return dict(other)
        raise AssertionError("they have met nobody")


def test_client_written_from_the_document_alone_challenges_its_last_opponent_and_plays_again() -> None:
    GameFactory.create(creator__name="Ieyasu", joins=PersonFactory.named("Uesugi"), resigns=True)
    met = GameFactory.create(creator__name="Ieyasu", joins=PersonFactory.named("Mitsunari"), resigns=True)
    GameFactory.create(creator__name="Ieyasu", joins=PersonFactory.named("Shimazu"))
    east, west = ByDocument("Ieyasu"), ByDocument("Mitsunari")

    opponent = east.last_opponent()
    page = east.do("getPlayer", key=opponent["key"])
    assert (page["name"], page["record"]) == ("Mitsunari", {"you": 1, "them": 0})
    wanted = {"side": "west", "pace": 3, "opponent": {"kind": "player", "key": opponent["key"]}}
    made = east.do("createGame", wanted)
    assert (made["status"], made["challenged"]) == ("waiting", opponent["key"])

    (challenge,) = west.do("listGames", list="invitations")["games"]
    assert challenge["players"]["west"]["key"] == east.do("getMe")["key"]
    assert west.do("joinGame", {}, public_id=challenge["id"])["status"] == "running"
    assert [game["id"] for game in west.do("listGames", list="over")["games"]] == [met.public_id]

    play.resign(seat=Seat.objects.select_related("game", "player").get(game__public_id=made["id"], side=EAST))
    over = west.do("listGames", list="over", limit=1)["games"][0]
    assert (over["id"], over["outcome"]["winner"]) == (made["id"], "west")
    assert over["seat"]["side"] == "east"
    rematch = west.do("offerRematch", {}, public_id=over["id"])
    (offered,) = east.do("listGames", list="invitations")["games"]
    assert offered["id"] == rematch["id"] == east.do("getGame", public_id=over["id"])["rematch"]
    again = east.do("offerRematch", {}, public_id=over["id"])
    assert (again["id"], again["status"]) == (rematch["id"], "running")
    assert again["players"]["west"]["key"] == opponent["key"]
