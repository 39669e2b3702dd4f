"""Bodies that are good for a row of ``table.TABLE``, where an empty one is refused whoever sends it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

SUBSCRIPTION_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Those of RFC 8291."""

BODIES: dict[str, dict[str, Any]] = {
    "POST notifications:add-device": {"endpoint": "https://push.example.org/another", **SUBSCRIPTION_KEYS},
    "POST notifications:renew-device": {
        "old_endpoint": "https://push.example.org/in",
        "old_auth": SUBSCRIPTION_KEYS["auth"],
        "endpoint": "https://push.example.org/another",
        **SUBSCRIPTION_KEYS,
    },
    "POST games-api:devices": {"endpoint": "https://push.example.org/another", "keys": SUBSCRIPTION_KEYS},
    "POST games-api:games": {"opponent": {"kind": "open"}},
    "POST games-api:moment": {"opponent": {"kind": "myself"}},
    "POST games-api:actions": {"type": "bid", "card": "tokugawa-special"},
    "POST games-api:preview": {"type": "bid", "card": "tokugawa-special"},
    "POST games-api:ask": {"text": "May I?"},
    "POST games-api:away": {"last": f"{datetime.now(UTC):%Y-%m-%d}"},
    "PATCH games-api:away": {"weekends_off": True},
    "POST games-api:pause": {"do": "ask"},
    "POST games:pause": {"do": "ask"},
    "PATCH games-api:mail": {"rhythm": "daily"},
    "POST games-api:come-back": {"first": "2026-12-20"},
    "POST games:away": {"weekends": "off"},
    "POST games-api:clubs": {"name": "New"},
    "PATCH games-api:club-member": {"role": "arbiter"},
    "DELETE games-api:club-member": {"reason": "So it is."},
    "POST games-api:club-request": {"accept": True},
    "POST games-api:webhooks": {"url": "https://hooks.example.org/another"},
    "POST games-api:redeliver": {"attempts": 1},
    "POST accounts:sign-in": {"email": "somebody@example.org"},
    "POST accounts:me": {"name": "Another", "zone": "UTC"},
    "POST accounts:close": {"sure": "on"},
    "POST accounts:tokens": {"name": "one more", "scopes": ["games:read"], "lifetime": "30"},
    "POST clubs:new": {
        "name": "New",
        "joining": "open",
        "edition": "kessen",
        "pace": "",
        "on_time_out": "nothing",
    },
    "POST games:new": {"edition": "kessen", "opponent": "open", "side": "random", "on_time_out": "nothing"},
    "POST games:invitation": {"answer": "accept"},
    "POST clubs:member": {"what": "role", "role": "arbiter"},
    "POST clubs:settings": {
        "name": "New",
        "joining": "open",
        "edition": "kessen",
        "pace": "",
        "on_time_out": "nothing",
    },
    "POST clubs:decide": {"answer": "accept"},
    "POST games:cancel-orders": {"version": "1"},
    "POST games:game-orders": {"version": "1", "loyalty": "ask", "losses": "ask"},
    "POST games:usual-orders": {"loyalty": "never", "losses": "ask"},
    "POST games:ask": {"text": "May I?"},
    "POST games:presence": {"on": "yes"},
    "PUT games-api:presence": {"mine": True},
    "POST arbitration:decide": {"nonce": "2", "reason": "So it is.", "sure": "yes"},
    "POST arbitration:question": {"nonce": "2", "text": "You may.", "sure": "yes"},
    "POST clubs:new-webhook": {
        "url": "https://hooks.example.org/another",
        "shape": "standard",
        "types": ["club.game-over"],
    },
    "POST clubs:webhook-secret": {"rotations": "0"},
    "POST games-api:club-webhooks": {"url": "https://hooks.example.org/another"},
    "POST games-api:club-redeliver": {"attempts": 1},
    "POST clubs:webhook-redeliver": {"attempts": "1"},
    "POST notifications:webhook-redeliver": {"attempts": "1"},
    "POST notifications:webhook-secret": {"rotations": "0"},
    "POST notifications:new-webhook": {
        "url": "https://hooks.example.org/another",
        "shape": "standard",
        "types": ["game.over"],
    },
    "POST ladders:new": {
        "name": "Another",
        "format": "free",
        "edition": "kessen",
        "pace": "3",
        "on_time_out": "claim",
        "season_days": "91",
        "hours_between": "24",
    },
    "POST ladders:bidding": {"side": "west", "points": "3"},
    "PUT games-api:bidding": {"side": "west", "points": 3},
    "POST ladders:take-part": {"most": "1"},
    "POST ladders:challenge": {"answer": "accept"},
    "POST games-api:club-ladders": {"name": "New", "edition": "kessen", "pace": 3},
    "PUT games-api:ladder-entry": {"games": 1},
}
"""By row."""
