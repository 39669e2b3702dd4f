"""Requests that schemathesis makes up out of the OpenAPI document: none breaks the service.

What is answered is found to be what the document says, too.
"""

import json
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from accounts import services
from accounts.models.person import Person
from accounts.scopes import Scope
from games.api.views.documents import OPENAPI
from games.engine.side import EAST
from games.ladders.models.club import Club
from games.ladders.models.join_request import JoinRequest
from games.ladders.models.rating_player import Player
from games.services import lobby
from tests.kit.clubs import a_club, asked, named
from tests.kit.table import EMAILS, Table
from tests.ladders.rating_games import begun, ended, fold_all
from tests.ladders.rating_games import person as rated_person

EXAMPLES = 12
"""For each operation, of each kind: requests as described, and requests that are not."""

UNDECIDABLE: list[Any] = [negative_data_rejection, positive_data_acceptance]
"""Checks of what a schema cannot say: which of the cards it describes are in a hand."""

DOCUMENT: dict[str, Any] = json.loads(OPENAPI.read_text(encoding="utf-8"))
OPERATIONS = {
    operation["operationId"]: (path, method)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


def can_be_bent(name: str) -> bool:
    """Whether there is anything in it that could be other than described: headers and paths are all words."""
    path, method = OPERATIONS[name]
    operation = DOCUMENT["paths"][path][method]
    return "requestBody" in operation or any(
        each["in"] == "query" for each in operation.get("parameters", [])
    )


CASES = [
    *((name, GenerationMode.POSITIVE) for name in OPERATIONS),
    *((name, GenerationMode.NEGATIVE) for name in OPERATIONS if can_be_bent(name)),
]


@pytest.mark.embedded
@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize(("name", "mode"), CASES, ids=[f"{name} {mode.value}" for name, mode in CASES])
def test_nothing_breaks(name: str, mode: GenerationMode) -> None:
    path, method = OPERATIONS[name]
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.app = get_wsgi_application()
    east = Person.objects.at(EMAILS[EAST])
    _row, token = services.create_token(person=east, name="for everything", scopes=[*Scope])
    identified = {"Authorization": f"Bearer {token}"}

    @settings(
        max_examples=EXAMPLES,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def requests(data: st.DataObject) -> None:
        fixed = {
            name: data.draw(st.sampled_from(values))
            for name, values in (
                ("public_id", games),
                ("slug", clubs),
                ("request_id", requests_to_join),
                ("key", players),
            )
            if f"{{{name}}}" in path
        }
        parts = fixed or None
        case = data.draw(schema[path][method].as_strategy(generation_mode=mode, path_parameters=parts))
        if "If-Match" in (case.headers or {}) and data.draw(st.booleans()):
            case.headers["If-Match"] = ", ".join(f'"east.{version}.en"' for version in range(20))
        case.call_and_validate(base_url="http://testserver", headers=identified, excluded_checks=UNDECIDABLE)

    games = [*seeded(), "nosuchgame"]
    clubs = [*seeded_clubs(), "nosuchclub"]
    players = [seeded_player(), "nosuchplayer"]
    requests_to_join = [*JoinRequest.objects.values_list("public_id", flat=True), "nosuchrequest"]
    requests()


def seeded() -> list[str]:
    """Games of every kind in which the caller is East."""
    east = Person.objects.at(EMAILS[EAST])
    over = Table(1)
    lobby_games = [
        lobby.create(
            creator=east, edition="kessen", side="east", opponent=opponent, terms=lobby.Terms(is_public=True)
        )
        for opponent in (lobby.Anybody(), lobby.Invite("friend@example.org"), lobby.Myself())
    ]
    over.play_on(until=lambda state: state.week > 1)
    return [game.public_id for game in (Table(0).game, over.game, *lobby_games)]


def seeded_player() -> str:
    """The key of one with a rating, from a game that is over."""
    game = begun(rated_person("Ashigaru Two"), rated_person("Ashigaru Three"))
    ended(game, days=1)
    fold_all()
    return Player.objects.earliest("pk").key


def seeded_clubs() -> list[str]:
    """One of the caller's own, which somebody asks to join, and one of each other kind."""
    organiser = named("East")
    assert organiser.email == EMAILS[EAST]
    own = a_club(organiser, Club.Joining.APPROVAL)
    asked(own, named("Ashigaru One"))
    others = [
        a_club(named(f"Organiser {joining}"), joining, name=f"A club {joining}") for joining in Club.Joining
    ]
    return [club.slug for club in (own, *others)]
