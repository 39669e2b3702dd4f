"""What the API answers with. The engine's own data in it is described in ``games.api.shapes``."""

from games.api.answers.clubs import (
    Club,
    ClubMember,
    ClubMembers,
    ClubPage,
    ClubRequest,
    ClubRequests,
    ClubStanding,
    ClubSummary,
)
from games.api.answers.games import (
    Deadline,
    Deadlines,
    EditionName,
    Game,
    GamePage,
    NextGame,
    Outcome,
    OwnSeat,
    PlayedEdition,
    Player,
    Players,
)
from games.api.answers.people import Me, Token
from games.api.answers.playing import Change, Done, GameMoment, GameOptions, GameView, History, Preview
from games.api.answers.printed import Editions, EditionSummary, PrintedEdition, Rule, RuleDifference, Rules
from games.api.answers.problems import Problem
from games.api.answers.records import Nonces, RecordSoFar
from games.api.answers.streams import GameNow, MyGamesNow, SeatNow, StreamClosed, StreamOver
from games.api.answers.webhooks import Deliveries, Delivery, NewWebhook, Webhook, Webhooks

__all__ = [
    "Change",
    "Club",
    "ClubMember",
    "ClubMembers",
    "ClubPage",
    "ClubRequest",
    "ClubRequests",
    "ClubStanding",
    "ClubSummary",
    "Deadline",
    "Deadlines",
    "Deliveries",
    "Delivery",
    "Done",
    "EditionName",
    "EditionSummary",
    "Editions",
    "Game",
    "GameMoment",
    "GameNow",
    "GameOptions",
    "GamePage",
    "GameView",
    "History",
    "Me",
    "MyGamesNow",
    "NewWebhook",
    "NextGame",
    "Nonces",
    "Outcome",
    "OwnSeat",
    "PlayedEdition",
    "Player",
    "Players",
    "Preview",
    "PrintedEdition",
    "Problem",
    "RecordSoFar",
    "Rule",
    "RuleDifference",
    "Rules",
    "SeatNow",
    "StreamClosed",
    "StreamOver",
    "Token",
    "Webhook",
    "Webhooks",
]
