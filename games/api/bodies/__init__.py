"""The bodies of requests, and reading them."""

from games.api.bodies.clubs import ClubChanges, Deciding, JoiningClub, NewClub, NewRole, RemovingMember
from games.api.bodies.games import (
    Anybody,
    AskedRuling,
    CheckingIn,
    Computer,
    Continuation,
    Declining,
    Invite,
    Joining,
    MoreTime,
    Myself,
    NewGame,
    SharingPresence,
)
from games.api.bodies.ladders import BidForSide, Challenging, NewLadder, TakingPart
from games.api.bodies.orders import PlannedBattle
from games.api.bodies.people import Settings
from games.api.bodies.reading import Nothing, body, decoded, several
from games.api.bodies.webhooks import Redelivery, WantedClubWebhook, WantedWebhook

__all__ = [
    "Anybody",
    "AskedRuling",
    "BidForSide",
    "Challenging",
    "CheckingIn",
    "ClubChanges",
    "Computer",
    "Continuation",
    "Deciding",
    "Declining",
    "Invite",
    "Joining",
    "JoiningClub",
    "MoreTime",
    "Myself",
    "NewClub",
    "NewGame",
    "NewLadder",
    "NewRole",
    "Nothing",
    "PlannedBattle",
    "Redelivery",
    "RemovingMember",
    "Settings",
    "SharingPresence",
    "TakingPart",
    "WantedClubWebhook",
    "WantedWebhook",
    "body",
    "decoded",
    "several",
]
