"""Every way by which anything leaves the service: what is compared, and what holds nothing of a game.

A route is known by its name with its namespaces, or by its path where it has no name. A new one must be named
here, and so must a new kind of message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.secrecy import api_asks, page_asks
from tests.secrecy.asks import Ask, Case, looked_at, moments

Asks = Callable[[Case, str], Iterable[Ask]]

PAGES: dict[str, Asks] = {
    "games:home": page_asks.look,
    "games:mine": page_asks.look,
    "games:open": page_asks.look,
    "games:next": page_asks.next_game,
    "games:game": page_asks.game,
    "games:undo": page_asks.undo,
    "games:resign": page_asks.resign,
    "games:claim": page_asks.claim,
    "games:more-time": page_asks.more_time,
    "games:history": looked_at,
    "games:moment": moments,
    "games:record": looked_at,
    "games:verify": looked_at,
    "games:invitation": page_asks.invitation,
    "games:join": page_asks.post,
    "games:call-off": page_asks.post,
    "games:revoke-links": page_asks.post,
    "games:turn-link": page_asks.look,
    "games:invitation-link": page_asks.look,
    "games:link-unknown": page_asks.look,
    "games:link-expired": page_asks.post,
    "games:link-sent": page_asks.look,
    "notifications:mail": page_asks.look,
    "notifications:webhooks": page_asks.look,
    "notifications:webhook": page_asks.look,
    "accounts:data-everything": page_asks.look,
    "accounts:data-archive": page_asks.look,
    "accounts:close": page_asks.look,
    "/healthz": page_asks.look,
}
"""Asked by browsers: signed in, with a link's session, or with nothing."""

API: dict[str, Asks] = {
    "games-api:games": api_asks.games,
    "games-api:next": api_asks.next_game,
    "games-api:game": looked_at,
    "games-api:join": api_asks.post,
    "games-api:decline": api_asks.post,
    "games-api:call-off": api_asks.post,
    "games-api:view": looked_at,
    "games-api:options": looked_at,
    "games-api:history": api_asks.history,
    "games-api:stream": api_asks.stream,
    "games-api:my-stream": api_asks.my_stream,
    "games-api:moment": moments,
    "games-api:record": looked_at,
    "games-api:actions": api_asks.actions,
    "games-api:preview": api_asks.preview,
    "games-api:undo": api_asks.undo,
    "games-api:resign": api_asks.post,
    "games-api:claim": api_asks.post,
    "games-api:more-time": api_asks.more_time,
    "games-api:deliveries": looked_at,
}
"""Asked by programs: with a token, or with nothing."""

COMPLETE = {"accounts:data-archive", "games:record", "games-api:record", "games:moment", "games-api:moment"}
"""These tell everything once a game is over."""

EXEMPT = {
    "/readyz": "whether the parts work; of mail only whether any of anybody's at all is late",
    "games:new": "makes a game that nobody has played yet",
    "games:edition": "printed matter, the same for everybody",
    "games:rules": "printed matter, the same for everybody",
    "games:ratings": "who won finished rated games, which is public by agreement; knows no course of a game",
    "games:player": "who won finished rated games, which is public by agreement; knows no course of a game",
    "notifications:new-webhook": "a person's own webhooks",
    "notifications:webhook-trial": "a message that says nothing of games",
    "notifications:webhook-secret": "a person's own webhooks",
    "notifications:webhook-on": "a person's own webhooks",
    "notifications:webhook-delete": "a person's own webhooks",
    "notifications:webhook-redeliver": "has sent again what was sent, to where it was sent",
    "clubs:clubs": "clubs and who is in them; knows no games",
    "clubs:new": "clubs and who is in them; knows no games",
    "clubs:club": "clubs and who is in them; knows no games",
    "clubs:members": "clubs and who is in them; knows no games",
    "clubs:member": "clubs and who is in them; knows no games",
    "clubs:join": "clubs and who is in them; knows no games",
    "clubs:link": "clubs and who is in them; knows no games",
    "clubs:leave": "clubs and who is in them; knows no games",
    "clubs:settings": "clubs and who is in them; knows no games",
    "clubs:renew-link": "clubs and who is in them; knows no games",
    "clubs:requests": "clubs and who is in them; knows no games",
    "clubs:decide": "clubs and who is in them; knows no games",
    "clubs:allow-back": "clubs and who is in them; knows no games",
    "ladders:new": "a club's ladder; knows no games",
    "ladders:ladder": "who plays whom in games that anybody may watch, their week, and results",
    "ladders:take-part": "how many games somebody wants",
    "ladders:leave": "that somebody wants no more games",
    "ladders:close": "that nobody is paired any more",
    "ladders:csv": "results of games that are over",
    "ladders:json": "results of games that are over",
    "notifications:trial": "a mail that says nothing of games",
    "notifications:stop": "whether somebody wants mails of a kind",
    "accounts:sign-in": "proves an address; knows no games",
    "accounts:sign-in-sent": "proves an address; knows no games",
    "accounts:sign-in-finish": "proves an address; knows no games",
    "accounts:sign-in-fresh": "proves an address; knows no games",
    "accounts:sign-in-link": "proves an address; knows no games",
    "accounts:sign-out": "ends a session; knows no games",
    "accounts:me": "a person's own settings",
    "accounts:end-everything": "ends a person's sessions and links",
    "accounts:data": "explains what may be done; knows no games",
    "privacy": "the same for everybody",
    "accounts:take-back-block": "whom a person has blocked",
    "accounts:tokens": "a person's own tokens",
    "accounts:revoke-token": "a person's own tokens",
    "dev-mail": "for the owner of the machine, who has the database too; closed to everybody else",
    "dev-mail-one": "for the owner of the machine, who has the database too; closed to everybody else",
    "dev-mail-page": "for the owner of the machine, who has the database too; closed to everybody else",
    "dev-mail-image": "for the owner of the machine, who has the database too; closed to everybody else",
    "games-api:me": "a person's own settings",
    "games-api:clubs": "clubs and who is in them; knows no games",
    "games-api:club": "clubs and who is in them; knows no games",
    "games-api:club-members": "clubs and who is in them; knows no games",
    "games-api:club-join": "clubs and who is in them; knows no games",
    "games-api:club-leave": "clubs and who is in them; knows no games",
    "games-api:club-requests": "clubs and who is in them; knows no games",
    "games-api:club-request": "clubs and who is in them; knows no games",
    "games-api:ratings": "who won finished rated games, which is public by agreement; knows no course of any",
    "games-api:player": "who won finished rated games, which is public by agreement; knows no course of any",
    "games-api:player-ratings": "who won finished rated games, which is public by agreement",
    "games-api:webhooks": "a person's own webhooks",
    "games-api:webhook": "a person's own webhooks",
    "games-api:redeliver": "has sent again what was sent, to where it was sent",
    "games-api:editions": "printed matter, the same for everybody",
    "games-api:edition": "printed matter, the same for everybody",
    "games-api:rules": "printed matter, the same for everybody",
    "games-api:rule": "printed matter, the same for everybody",
    "games-api:schema": "describes the API, the same for everybody",
    "games-api:openapi": "describes the API, the same for everybody",
    "problem-codes": "describes the API, the same for everybody",
    "problem-code": "describes the API, the same for everybody",
}
"""Routes that hold nothing of a game, and why."""

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
    "game.over",
}
"""Types of events that are compared as they are posted to webhooks."""

EXEMPT_WEBHOOKS = {
    "game.stopped": "that a game is stopped, and whose it is",
    "game.goes-on": "that a stopped game goes on, and whose it is",
}
"""Types of events that hold nothing of a game, and why."""

EXEMPT_MAILS = {
    "games.invitation": "sent before a game begins, when nothing is secret yet",
    "games.declined": "of a game that never begins",
    "games.frozen": "that a game is stopped or goes on, and whose it is",
    "clubs.request": "that somebody wants to be in a club",
    "clubs.decision": "whether somebody is let into a club",
    "clubs.removed": "that somebody was removed from a club, and why",
    "accounts.sign-in": "proves an address; knows no games",
    "accounts.token-expiring": "a person's own token, and when it ends",
    "notifications.trial": "says nothing of games",
    "notifications.webhook-off": "a person's own webhooks",
}
"""Kinds of messages that hold nothing of a game, and why."""
