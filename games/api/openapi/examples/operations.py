"""Examples for the OpenAPI document, by operation and by problem status. Tests validate them."""

from typing import Any

from drf_spectacular.utils import OpenApiExample


def _sent(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value, request_only=True)


def _answered(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True)


def _problem(name: str, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, media_type="application/problem+json")


_MOVE = {
    "type": "move",
    "source": "kiyosu",
    "groups": [{"blocks": ["fukushima-two-mon-1", "fukushima-daimyo"], "path": ["gifu"]}],
}

OF_OPERATIONS = {
    "createGame": [
        _sent(
            "Invite someone",
            {"side": "east", "opponent": {"kind": "invite", "email": "friend@example.org"}},
        ),
        _sent("Against a computer player", {"opponent": {"kind": "computer", "computer": "ashigaru"}}),
        _sent("An open game that anyone may watch", {"opponent": {"kind": "open"}, "public": True}),
        _sent(
            "Three days per decision, then the opponent may claim the win",
            {"opponent": {"kind": "open"}, "pace": 3, "on_time_out": "claim"},
        ),
        _sent(
            "An open game with the settings of your club",
            {"opponent": {"kind": "open"}, "club": "friends-of-sekigahara"},
        ),
        _sent("You play both sides", {"opponent": {"kind": "myself"}}),
        _sent(
            "Another edition with an optional rule",
            {
                "opponent": {"kind": "open"},
                "edition": "gmt-2016",
                "flags": {"discard_rounding": "choice"},
                "nonce": "my-own-luck-7",
            },
        ),
    ],
    "continueGame": [
        _sent("Against a computer player", {"opponent": {"kind": "computer", "computer": "ashigaru"}}),
        _sent("You play both sides", {"opponent": {"kind": "myself"}}),
    ],
    "askForRuling": [_sent("A question during the game", {"text": "May I take the bid back?"})],
    "giveTime": [_sent("The current deadline", {"due_at": "2026-03-05T14:00:00Z"})],
    "switchPresence": [_sent("Switch it on", {"mine": True})],
    "checkIn": [_sent("With your own randomness", {"nonce": "my-own-luck-7"})],
    "joinGame": [_sent("With your own randomness", {"nonce": "my-own-luck-7"})],
    "foundClub": [
        _sent("With the default settings", {"name": "Friends of Sekigahara"}),
        _sent(
            "Open to anyone, with a clock",
            {"name": "Edo Fencing Club", "joining": "open", "pace": 3, "on_time_out": "claim"},
        ),
    ],
    "changeClub": [
        _sent("Change the description", {"about": "We play on Fridays."}),
        _sent("Remove the clock", {"pace": None}),
    ],
    "changeClubMember": [_sent("Make an arbiter", {"role": "arbiter"})],
    "removeClubMember": [_sent("With a reason", {"reason": "Has left three games without a word."})],
    "joinClub": [_sent("With an invitation link", {"link": "mJ0dGhlbXMgcmlkZSBhdCBkYXdu"})],
    "decideClubRequest": [_sent("Accept", {"accept": True})],
    "beginLadder": [
        _sent("With the default season and rounds", {"name": "Free pairing", "edition": "kessen", "pace": 3}),
    ],
    "challenge": [_sent("With the key from the ranking", {"opponent": "9c41d07be2a8f635"})],
    "takePart": [_sent("Two games at a time", {"games": 2}), _sent("A pause", {"games": 0})],
    "bidForSide": [_sent("West, for three victory points", {"side": "west", "points": 3})],
    "declineInvitation": [_sent("Decline and block", {"block": True})],
    "changeMe": [_sent("Name and time zone", {"name": "Chikuzen", "zone": "Asia/Tokyo"})],
    "act": [
        _sent("A sealed bid", {"type": "bid", "card": "tokugawa-special"}),
        _sent("A move, then the end of movement", [_MOVE, {"type": "end-movement"}]),
        _answered(
            "A sealed bid",
            {
                "version": 2,
                "asked": None,
                "events": [{"event": "bid-sealed", "side": "east", "card": "tokugawa-special", "wish": None}],
                "can_undo": False,
            },
        ),
    ],
    "giveOrders": [
        _sent(
            "A plan for one battle, that stops deploying when it is ahead by 3",
            {
                "loyalty": {"answer": "ask-from", "impact": 4},
                "battles": {
                    "aizu": {
                        "plan": {
                            "steps": [{"blocks": ["date-three-mon-1"], "card": "date-plain"}],
                            "go_on": {"rule": "until-ahead", "by": 3},
                            "then": "stop",
                        }
                    }
                },
            },
        ),
    ],
    "foreseePlan": [
        _sent(
            "One step",
            {
                "location": "aizu",
                "plan": {"steps": [{"blocks": ["date-three-mon-1"], "card": "date-plain"}]},
            },
        )
    ],
    "setUsualOrders": [_sent("Never challenge", {"loyalty": {"answer": "never"}})],
    "preview": [_sent("A move", _MOVE)],
    "createWebhook": [
        _sent(
            "For a bot, whenever it is its turn",
            {"url": "https://hooks.example.org/sekigahara", "types": ["game.your-phase", "game.window"]},
        ),
        _sent(
            "One game, posted to a Discord channel",
            {"url": "https://discord.com/api/webhooks/1/x", "shape": "discord", "game": "k7m2p9qrst"},
        ),
        _answered(
            "With its secret",
            {
                "id": "k7m2p9qrst23",
                "url": "https://hooks.example.org/sekigahara",
                "shape": "standard",
                "types": ["game.your-phase", "game.window"],
                "game": None,
                "created_at": "2026-11-21T12:00:00Z",
                "failing_since": None,
                "off_at": None,
                "off_for": None,
                "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbVQ9hZlR4pM=",
            },
        ),
    ],
    "redeliver": [_sent("Send it again", {"attempts": 3})],
    "createClubWebhook": [
        _sent(
            "Finished games, posted to a Discord channel",
            {"url": "https://discord.com/api/webhooks/1/x", "shape": "discord", "types": ["club.game-over"]},
        ),
        _answered(
            "With its secret",
            {
                "id": "k7m2p9qrst23",
                "url": "https://discord.com/api/webhooks/1/x",
                "shape": "discord",
                "types": ["club.game-over"],
                "game": None,
                "created_at": "2026-11-21T12:00:00Z",
                "failing_since": None,
                "off_at": None,
                "off_for": None,
                "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbVQ9hZlR4pM=",
            },
        ),
    ],
    "redeliverOfClub": [_sent("Send it again", {"attempts": 3})],
    "getOptions": [
        _answered(
            "The winner of the bid chooses the order",
            {
                "version": 4,
                "asked": "order",
                "options": {
                    "decision": "order",
                    "rule": "6.3",
                    "answers": [
                        {
                            "shape": "choice",
                            "choices": [
                                {"action": {"type": "order", "order": "first"}},
                                {"action": {"type": "order", "order": "second"}},
                            ],
                        }
                    ],
                },
            },
        )
    ],
}

OF_PROBLEMS = {
    409: [
        _problem(
            "Not your decision",
            {
                "type": "https://games.example.org/api/errors/not-your-decision/",
                "title": "You have nothing to decide now",
                "status": 409,
                "code": "not-your-decision",
                "detail": "You have nothing to decide now. The game waits for West to decide this: "
                "Choose where to retreat.",
                "rule": "8.8.1",
                "rule_url": "https://games.example.org/rules/#rule-8-8-1",
                "parameters": {"waiting": ["west"], "decision": "retreat"},
            },
        ),
        _problem(
            "They have time left",
            {
                "type": "https://games.example.org/api/errors/not-overdue/",
                "title": "The time is not up",
                "status": 409,
                "code": "not-overdue",
                "detail": "The deadline has not passed, or the player has answered since. "
                "Read the game again.",
                "parameters": {},
            },
        ),
    ],
    412: [
        _problem(
            "Stale",
            {
                "type": "https://games.example.org/api/errors/stale/",
                "title": "The game moved on",
                "status": 412,
                "code": "stale",
                "detail": "Your decision has changed since you last looked. "
                "Read the game again, then decide.",
                "parameters": {"version": 14, "etag": '"east.14.en"'},
            },
        )
    ],
    422: [
        _problem(
            "The second of two moves uses the same road as the first",
            {
                "type": "https://games.example.org/api/errors/road-used/",
                "title": "Road already used",
                "status": 422,
                "code": "road-used",
                "detail": "Action 2: The road from Edo to Oyama has already been used in this phase. "
                "Take another way.",
                "rule": "7.3.1",
                "rule_url": "https://games.example.org/rules/#rule-7-3-1",
                "parameters": {"start": "edo", "end": "oyama", "index": 1},
            },
        )
    ],
}
