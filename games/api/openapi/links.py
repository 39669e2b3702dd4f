"""The links of the OpenAPI document: which values of a response the next request needs.

Generic clients, such as API fuzzers, can play whole games by following them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.api.shapes.described import Schema


class Link(NamedTuple):
    """A link from a response to an operation.

    Attributes:
        to: the id of the operation.
        parameters: its parameters by name, with the prefix ``header.`` for headers; each with an OpenAPI
            runtime expression for its value.
    """

    to: str
    parameters: Mapping[str, str]


def _each(operations: str, **parameters: str) -> list[Link]:
    return [Link(each, parameters) for each in operations.split()]


def _upon(operations: str, **parameters: str) -> list[Link]:
    """Links to operations that name the version of this response in ``If-Match``."""
    return _each(operations, **{**parameters, "header.If-Match": "$response.header.ETag"})


_SAME_GAME = {"public_id": "$request.path.public_id"}
_SAME_CLUB = {"slug": "$request.path.slug"}
_SAME_LADDER = {"ladder": "$request.path.ladder"}
_LOOKING = "getGame getView getOptions getHistory getRecord streamGame"

LINKS: Mapping[str, list[Link]] = {
    "createGame": [
        *_each(f"{_LOOKING} callOffGame joinGame declineInvitation", public_id="$response.body#/id"),
    ],
    "joinGame": _each("getView getOptions resign", public_id="$response.body#/id"),
    "listGames": [
        *_each("getGame getView getOptions joinGame", public_id="$response.body#/games/0/id"),
    ],
    "getNextGame": _each("getView getOptions", public_id="$response.body#/game/id"),
    "getGame": [
        *_each("getEdition", edition="$response.body#/edition/digest"),
        *_each("giveTime claimWin getDecisions askForRuling", **_SAME_GAME),
    ],
    "getView": [*_upon("act undo", **_SAME_GAME), *_each("getOptions getOrders", **_SAME_GAME)],
    "getOrders": _upon("giveOrders cancelOrders", **_SAME_GAME),
    "getOptions": [*_upon("act", **_SAME_GAME), *_each("preview", **_SAME_GAME)],
    "act": [*_upon("act undo", **_SAME_GAME), *_each("getView getOptions resign", **_SAME_GAME)],
    "undo": [*_upon("act", **_SAME_GAME), *_each("getView getOptions", **_SAME_GAME)],
    "resign": _each("getRecord getHistory offerRematch", **_SAME_GAME),
    "offerRematch": _each("getGame joinGame declineInvitation", public_id="$response.body#/id"),
    "getHistory": _each("getMoment", moment="$response.body#/version", **_SAME_GAME),
    "listEditions": _each("getEdition", edition="$response.body#/editions/0/id"),
    "listRules": _each("getRule", number="$response.body#/rules/0/number"),
    "listRatings": _each("getPlayer listPlayerRatings", key="$response.body#/players/0/id"),
    "foundClub": _each("getClub changeClub dissolveClub beginLadder", slug="$response.body#/slug"),
    "listClubMembers": _each(
        "changeClubMember removeClubMember", member="$response.body#/members/0/id", **_SAME_CLUB
    ),
    "listClubs": _each("getClub", slug="$response.body#/clubs/0/slug"),
    "getClub": _each(
        "listClubMembers changeClub joinClub leaveClub listClubRequests listClubLadders beginLadder",
        **_SAME_CLUB,
    ),
    "joinClub": _each("getClub leaveClub", **_SAME_CLUB),
    "listClubRequests": _each("decideClubRequest", request_id="$response.body#/requests/0/id", **_SAME_CLUB),
    "listClubLadders": _each("getLadder", ladder="$response.body#/ladders/0/id"),
    "beginLadder": _each("getLadder takePart closeLadder", ladder="$response.body#/id"),
    "getLadder": _each(
        "takePart leaveLadder closeLadder listLadderMatches listSeasons getRanking listChallenges",
        **_SAME_LADDER,
    ),
    "getRanking": _each("challenge", **_SAME_LADDER),
    "listChallenges": _each(
        "acceptChallenge declineChallenge withdrawChallenge", challenge="$response.body#/challenges/0/id"
    ),
    "listMyChallenges": _each(
        "acceptChallenge declineChallenge withdrawChallenge", challenge="$response.body#/challenges/0/id"
    ),
    "challenge": _each("withdrawChallenge", challenge="$response.body#/id"),
    "listSeasons": _each(
        "getStandings getCrosstable", season="$response.body#/seasons/0/number", **_SAME_LADDER
    ),
    "listLadderMatches": _each("getGame", public_id="$response.body#/matches/0/game"),
    "listWebhooks": _each("getWebhook", webhook_id="$response.body#/webhooks/0/id"),
    "createWebhook": _each("getWebhook deleteWebhook listDeliveries", webhook_id="$response.body#/id"),
    "getWebhook": _each("listDeliveries deleteWebhook", webhook_id="$request.path.webhook_id"),
    "listDeliveries": _each(
        "redeliver",
        webhook_id="$request.path.webhook_id",
        message_id="$response.body#/deliveries/0/id",
    ),
}
"""The links, by operation."""


def connect(operation: Schema) -> None:
    """Add the links to the successful response of an operation."""
    found = LINKS.get(operation["operationId"], ())
    for status, response in operation["responses"].items():
        if found and status.startswith("2"):
            response["links"] = {
                each.to: {"operationId": each.to, "parameters": dict(each.parameters)} for each in found
            }
