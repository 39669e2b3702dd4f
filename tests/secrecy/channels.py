"""Every way by which anything of a game leaves the service: how twins ask for it, to be compared.

A route is known by its name with its namespaces, or by its path where it has no name. A new one must be named
here or in `exempt`, and so must a new kind of message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.secrecy import api_requests, page_requests
from tests.secrecy.service_requests import Ask, Case, looked_at, moments

Asks = Callable[[Case, str], Iterable[Ask]]

PAGES: dict[str, Asks] = {
    "games:home": page_requests.look,
    "games:mine": page_requests.look,
    "games:calendar": page_requests.look,
    "games:open": page_requests.look,
    "games:next": page_requests.next_game,
    "games:game": page_requests.game,
    "games:answer": page_requests.one_answer,
    "games:undo": page_requests.undo,
    "games:take-back": page_requests.undo,
    "games:resign": page_requests.resign,
    "games:claim": page_requests.claim,
    "games:ask": page_requests.ask,
    "games:more-time": page_requests.more_time,
    "games:pause": page_requests.pause,
    "games:ask-again": page_requests.ask_again,
    "games:small-board": page_requests.look,
    "games:picture": page_requests.look,
    "games:presence": page_requests.presence,
    "games:messages": page_requests.write,
    "games:diary": page_requests.noted,
    "games:hot-seat": page_requests.post,
    "games:orders": looked_at,
    "games:cancel-orders": page_requests.cancel_orders,
    "games:game-orders": page_requests.game_orders,
    "games:battle-orders": page_requests.battle_orders,
    "games:analysis": looked_at,
    "games:war-report": looked_at,
    "games:war-report-markdown": looked_at,
    "games:history": looked_at,
    "games:moment": moments,
    "games:record": looked_at,
    "games:verify": looked_at,
    "games:rematch": page_requests.look,
    "games:invitation": page_requests.invitation,
    "games:join": page_requests.post,
    "games:call-off": page_requests.post,
    "games:revoke-links": page_requests.post,
    "games:turn-link": page_requests.look,
    "games:answer-link": page_requests.look,
    "games:pause-link": page_requests.look,
    "games:rematch-link": page_requests.look,
    "games:invitation-link": page_requests.look,
    "games:link-unknown": page_requests.look,
    "games:link-expired": page_requests.post,
    "games:link-sent": page_requests.look,
    "notifications:mail": page_requests.look,
    "notifications:webhooks": page_requests.look,
    "notifications:webhook": page_requests.look,
    "accounts:data-everything": page_requests.look,
    "accounts:data-archive": page_requests.look,
    "accounts:close": page_requests.look,
    "/healthz": page_requests.look,
}
"""Asked by browsers: signed in, with a link's session, or with nothing."""

API: dict[str, Asks] = {
    "games-api:games": api_requests.games,
    "games-api:next": api_requests.next_game,
    "games-api:game": looked_at,
    "games-api:join": api_requests.post,
    "games-api:decline": api_requests.post,
    "games-api:call-off": api_requests.post,
    "games-api:view": looked_at,
    "games-api:board": api_requests.board,
    "games-api:options": looked_at,
    "games-api:analysis": looked_at,
    "games-api:history": api_requests.history,
    "games-api:stream": api_requests.stream,
    "games-api:public-stream": api_requests.public_stream,
    "games-api:my-stream": api_requests.my_stream,
    "games-api:my-data": looked_at,
    "games-api:moment": moments,
    "games-api:record": looked_at,
    "games-api:actions": api_requests.actions,
    "games-api:preview": api_requests.preview,
    "games-api:undo": api_requests.undo,
    "games-api:take-back": api_requests.undo,
    "games-api:resign": api_requests.post,
    "games-api:claim": api_requests.post,
    "games-api:more-time": api_requests.more_time,
    "games-api:pause": api_requests.pause,
    "games-api:ask-again": api_requests.ask_again,
    "games-api:presence": api_requests.presence,
    "games-api:messages": api_requests.messages,
    "games-api:message": api_requests.edited,
    "games-api:diary": api_requests.diary,
    "games-api:report": looked_at,
    "games-api:orders": api_requests.orders,
    "games-api:orders-outlook": api_requests.outlook,
    "games-api:decisions": looked_at,
    "games-api:ask": api_requests.ask,
    "games-api:deliveries": looked_at,
}
"""Asked by programs: with a token, or with nothing."""

COMPLETE = {"accounts:data-archive", "games:record", "games-api:record", "games:moment", "games-api:moment"}
"""These tell everything once a game is over."""

MAILS = {
    "games.started",
    "games.your-phase",
    "games.window",
    "games.over",
    "games.reminder",
    "games.overdue",
    "games.fresh-link",
}
"""Kinds of messages that are compared as they go to the mail server."""

WEBHOOKS = {
    "game.started",
    "game.your-phase",
    "game.window",
    "game.reminder",
    "game.overdue",
    "game.over",
}
"""Types of events that are compared as they are posted to webhooks."""
