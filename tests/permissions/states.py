"""Games in each state, and everybody who may come to one, for `test_states`.

East has created each of them, and West is the opponent; ``STATES`` is a table like that of ``table.TABLE``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import time_machine
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models.api_token import ApiToken
from accounts.models.person import Person
from accounts.scopes import Scope
from games.engine.chance import hash_of
from games.engine.side import EAST
from games.models.game import Game
from games.models.seat import Invitation, Seat
from games.reads.turn_links import invitation_link
from games.services import link_renewal, lobby
from tests.factories.games import GameFactory
from tests.factories.people import PersonFactory
from tests.kit.calling import Caller, token_of
from tests.kit.table import Table
from tests.web.browsers import by_link, path_of, signed_in


def person(name: str) -> Person:
    return PersonFactory.named(name)


def east_game(**given: object) -> Game:
    """A game of East's."""
    return GameFactory.create(creator=person("East"), chooser=Random(0), **given)


GAMES: dict[str, Callable[[], Game]] = {
    "private": lambda: east_game(joins=person("West")),
    "public": lambda: east_game(joins=person("West"), terms=lobby.Terms(is_public=True)),
    "over": lambda: east_game(joins=person("West"), resigns=True),
    "open": east_game,
    "invited": lambda: east_game(opponent=lobby.Invite(person("West").email)),
    "promised": lambda: east_game(joins=person("West"), nonce_hash=hash_of("luck")),
    "alone": lambda: east_game(opponent=lobby.Myself()),
}
"""``promised``: East has promised a nonce, which is to be revealed. ``alone``: East plays both sides."""


def browsers_of(game: Game) -> dict[str, Client]:
    """By name in ``BROWSERS``.

    The link is that of a mail to East, ``elsewhere`` one to the player of another game. Those to West were
    renewed, and then West ended everything. ``invited`` has followed the link of the invitation.
    """
    east, west = Seat.objects.select_related("game", "player").filter(game=game).order_by("side")
    found = {
        "nobody": Client(),
        "stranger": signed_in(person("Stranger")),
        "link": by_link(east),
        "elsewhere": by_link(Table(99).seat(EAST)),
    }
    if west.player is not None and west.player != east.player:
        found["renewed"] = by_link(west)
        with time_machine.travel(timezone.now() + timedelta(seconds=1)):
            link_renewal.revoke(seat=west)
        with time_machine.travel(timezone.now() + timedelta(seconds=2)):
            west.refresh_from_db()
            found["ended"] = by_link(west)
            accounts.end_everything(person=west.player)
    invitation = Invitation.objects.select_related("person", "seat__game").filter(seat__game=game).first()
    if invitation is not None:
        found["invited"] = Client()
        found["invited"].get(path_of(invitation_link(invitation)))
    found |= {"west": signed_in(person("West")), "east": signed_in(person("East"))}
    return {name: found[name] for name in BROWSERS if name in found}


def callers() -> dict[str, Caller]:
    """Programs, whose tokens are for playing; that of ``reader``, East's too, is for reading alone."""
    revoked = Caller(token_of(person("East")))
    ApiToken.objects.filter(user=person("East")).delete()
    return {
        "nobody": Caller(),
        "revoked": revoked,
        "stranger": Caller(token_of(person("Stranger"))),
        "west": Caller(token_of(person("West"))),
        "east": Caller(token_of(person("East"))),
        "reader": Caller(token_of(person("East"), scope=Scope.READ)),
    }


BROWSERS = ("nobody", "stranger", "west", "east", "link", "elsewhere", "renewed", "ended", "invited")
CALLERS = ("nobody", "revoked", "stranger", "west", "east", "reader")
"""In the order of the letters of ``STATES``; ``_`` if there is nobody like that in a state."""

STATES = """
method route                    private   public    over      open      invited   promised  alone
POST games-api:actions          ??-x.r    ??ox.r    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--.r
POST games-api:preview          ??-x.r    ??ox.r    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--.r
POST games-api:undo             ??-xxr    ??oxxr    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
POST games-api:take-back        ??-xxr    ??oxxr    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
POST games-api:resign           ??-..r    ??o..r    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--.r
GET games-api:game              ??-...    .?....    ??-...    .?....    ??-...    ??-...    ??--..
POST games-api:join             ??-xxr    ??xxxr    ??-xxr    ??..xr    ??-.xr    ??-xxr    ??--xr
POST games-api:check-in         ??-..r    ??x..r    ??-..r    ??xxxr    ??-xxr    ??-..r    ??--.r
POST games-api:decline          ??-xxr    ??xxxr    ??-xxr    ??xxxr    ??-.xr    ??-xxr    ??--xr
POST games-api:rematch          ??-xxr    ??oxxr    ??-..r    ??--xr    ??--xr    ??-xxr    ??--xr
POST games-api:call-off         ??-xxr    ??xxxr    ??-xxr    ??xx.r    ??-x.r    ??-xxr    ??--xr
GET games-api:view              ??-...    .?....    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
GET games-api:board             ??-...    .?....    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
GET games-api:options           ??-...    .?....    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
GET games-api:history           ??-...    .?....    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
GET games-api:stream            ??-...    .?....    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
GET games-api:moment            ??-...    .?....    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
POST games-api:moment           ??-xxr    ??xxxr    ??-..r    ??--xr    ??--xr    ??-xxr    ??--xr
GET games-api:record            ??-...    .?....    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
GET games-api:analysis          ??----    ??----    ??-...    ??----    ??----    ??----    ??----
POST games-api:analysis         ??---r    ??---r    ??-..r    ??---r    ??---r    ??---r    ??---r
GET games-api:orders            ??-...    ??-...    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
PUT games-api:orders            ??-..r    ??-..r    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--.r
DELETE games-api:orders         ??-..r    ??-..r    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--.r
POST games-api:orders-outlook   ??-xxr    ??-xxr    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
POST games-api:claim            ??-xxr    ??oxxr    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
POST games-api:more-time        ??-xxr    ??oxxr    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
POST games-api:pause            ??-xxr    ??oxxr    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
POST games-api:ask-again        ??-xxr    ??oxxr    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
GET games-api:diary             ??-...    o?o...    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
POST games-api:diary            ??-..r    ??o..r    ??-..r    ??--xr    ??--xr    ??-xxr    ??--.r
PUT games-api:diary             ??-xxr    ??oxxr    ??-..r    ??--xr    ??--xr    ??-xxr    ??--xr
GET games-api:report            ??----    -?----    ??----    ??--xx    ??--xx    ??-xxx    ??----
GET games-api:messages          ??-...    o?o...    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
POST games-api:messages         ??-..r    ??o..r    ??-..r    ??--xr    ??--xr    ??-xxr    ??--xr
PUT games-api:messages          ??-..r    ??o..r    ??-..r    ??--xr    ??--xr    ??-xxr    ??--.r
PUT games-api:message           ??---r    ??o--r    ??---r    ??--xr    ??--xr    ??-xxr    ??---r
GET games-api:presence          ??-...    o?o...    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
PUT games-api:presence          ??-..r    ??o..r    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
GET games-api:decisions         ??-...    .?....    ??-...    ??--xx    ??--xx    ??-xxx    ??--..
POST games-api:ask              ??-xxr    ??oxxr    ??-xxr    ??--xr    ??--xr    ??-xxr    ??--xr
GET games:game                  --...---_ ........_ --...---_ ......___ --...-__. --...---_ ---..-___
GET games:game?as=east          ---..---_ ---..---_ ---..---_ ......___ --...-__. ---..---_ ---..-___
GET games:game?as=public        --...---_ ........_ --...---_ ......___ --...-__. --------_ ---..-___
GET games:game?as=referee       --------_ --------_ --------_ ------___ ------__- --------_ ------___
POST games:game                 --x..---_ --x..---_ --xxx---_ ......___ --=..-__. --...---_ ---..-___
POST games:game?as=east         ---..---_ ---..---_ ---xx---_ ......___ --=..-__. ---..---_ ---..-___
POST games:undo                 --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---=.-___
POST games:take-back            --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---=.-___
GET games:answer                --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
GET games:resign                --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:resign               --...---_ --...---_ --==.---_ ------___ ------__- --------_ ---..-___
GET games:claim                 --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:claim                --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---=.-___
POST games:more-time            --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---=.-___
GET games:pause                 --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:pause                --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---=.-___
GET games:rematch               --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:rematch              --xxx---_ --xxx---_ --...---_ ------___ ------__- --------_ ---xx-___
POST games:ask-again            --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---=.-___
POST games:leave-lessons        --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:messages             --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:diary                --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:hot-seat             --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---..-___
POST games:presence             --...---_ --...---_ --==.---_ ------___ ------__- --------_ ---=.-___
GET games:small-board           --...---_ ........_ --...---_ ------___ ------__- --------_ ---..-___
GET games:picture               --------_ --------_ --------_ ------___ ------__- --------_ ------___
GET games:ask                   --------_ --------_ --------_ ------___ ------__- --------_ ------___
POST games:ask                  --------_ --------_ --------_ ------___ ------__- --------_ ------___
GET games:orders                --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
GET games:cancel-orders         --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:cancel-orders        --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---=.-___
GET games:game-orders           --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:game-orders          --xxx---_ --xxx---_ --==.---_ ------___ ------__- --------_ ---xx-___
GET games:battle-orders         --...---_ --...---_ --...---_ ------___ ------__- --------_ ---..-___
POST games:battle-orders        --==.---_ --==.---_ --==.---_ ------___ ------__- --------_ ---=.-___
GET games:history               --...---_ ........_ --...---_ ---..-___ ---..-__- --...---_ ---..-___
GET games:moment                --...---_ ........_ --...---_ ------___ ------__- --------_ ---..-___
GET games:moment?as=east        ---..---_ ---..---_ --...---_ ------___ ------__- --------_ ---..-___
GET games:moment?as=public      --...---_ ........_ --...---_ ------___ ------__- --------_ ---..-___
GET games:moment?as=referee     --------_ --------_ --...---_ ------___ ------__- --------_ ------___
POST games:fork                 --xxx---_ xxxxxxxx_ --------_ ---xx-___ ---xx-__- --xxx---_ ---xx-___
GET games:record                --...---_ ........_ --...---_ ---..-___ ---..-__- --...---_ ---..-___
GET games:war-report            --------_ --------_ --------_ ------___ ------__- --------_ ------___
GET games:war-report-markdown   --------_ --------_ --------_ ------___ ------__- --------_ ------___
GET games:analysis              --------_ --------_ --...---_ ------___ ------__- --------_ ------___
POST games:analysis             --------_ --------_ --...---_ ------___ ------__- --------_ ------___
GET games:verify                --...---_ ........_ --...---_ ---..-___ ---..-__- --...---_ ---..-___
POST games:verify               --...---_ ........_ --...---_ ---..-___ ---..-__- --...---_ ---..-___
GET games:invitation            ?---????_ ?---????_ ?---????_ ?---??___ ?-.-??__. ?---????_ ?---??___
POST games:invitation           ?---????_ ?---????_ ?---????_ ?---??___ ?-.-??__. ?---????_ ?---??___
GET games:join                  ?...????_ ?...????_ ?...????_ ?...??___ ?...??__? ?...????_ ?...??___
POST games:join                 ?x==????_ ?x==????_ ?x==????_ ?..=??___ ?xx=??__? ?x==????_ ?xx=??___
GET games:call-off              ?--.????_ ?--.????_ ?--.????_ ?--.??___ ?--.??__? ?--.????_ ?--.??___
POST games:call-off             ?--x????_ ?--x????_ ?--x????_ ?--.??___ ?--.??__? ?--x????_ ?--x??___
GET games:check-in              --...---_ --...---_ --...---_ ------___ ------__- --...---_ ---..-___
POST games:check-in             --==.---_ --==.---_ --==.---_ ------___ ------__- --=..---_ ---=.-___
POST games:revoke-links         --...---_ --...---_ --...---_ ---..-___ ---..-__- --...---_ ---..-___
"""
"""By method and route, what eacERS`` or of ``CALLERS`` is answered in each state."""
