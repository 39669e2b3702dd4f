"""The table of error codes: one object for each, used by everything that shows it.

Problem documents, the pages below `/api/errors/`, the schema of the API and the pages of the service read
what they show from `CODES`. `sekigahara/errors/README.md` says how to add a code.
"""

from sekigahara.errors.codes.accounts import ACCOUNT_CODES
from sekigahara.errors.codes.actions import ACTION_CODES
from sekigahara.errors.codes.clubs import CLUB_CODES
from sekigahara.errors.codes.combat import COMBAT_CODES
from sekigahara.errors.codes.declaration import Code
from sekigahara.errors.codes.games import GAME_CODES
from sekigahara.errors.codes.ladders import LADDER_CODES
from sekigahara.errors.codes.movement import MOVEMENT_CODES
from sekigahara.errors.codes.requests import REQUEST_CODES
from sekigahara.errors.codes.webhooks import WEBHOOK_CODES

__all__ = ["CODES", "Code"]

DECLARED = (
    *REQUEST_CODES,
    *ACCOUNT_CODES,
    *WEBHOOK_CODES,
    *ACTION_CODES,
    *GAME_CODES,
    *LADDER_CODES,
    *CLUB_CODES,
    *MOVEMENT_CODES,
    *COMBAT_CODES,
)
CODES: dict[str, Code] = {code.name: code for code in DECLARED}
"""All codes, by name."""
