"""The table of error codes: one object for each, used by everything that shows it.

Problem documents, the pages below `/api/errors/`, the schema of the API and the pages of the service read
what they show from `CODES`. `sekigahara/errors/README.md` says how to add a code.
"""

from sekigahara.errors.codes import (
    accounts,
    actions,
    clubs,
    combat,
    games,
    ladders,
    movement,
    requests,
    webhooks,
)
from sekigahara.errors.codes.declaration import Code

__all__ = ["CODES", "Code"]

CODES: dict[str, Code] = {
    code.name: code
    for module in (requests, accounts, webhooks, actions, games, ladders, clubs, movement, combat)
    for code in module.CODES
}
"""All codes, by name."""
