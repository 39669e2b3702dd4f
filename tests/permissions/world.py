"""A club, a game that is played in it, and everybody there can be, each with a browser and with a token."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.test import Client
from django.test.client import ClientHandler

from accounts import closing, links, oauth
from accounts import services as accounts
from accounts.models.person import Block, Person
from accounts.scopes import Scope, granted
from games.engine.side import EAST, SIDES
from games.ladders.arbitration import questions
from games.ladders.arbitration.verbs.open import Open
from games.ladders.bidding.links import bidding_link
from games.ladders.challenges import negotiation
from games.ladders.clubs import announcements, membership
from games.ladders.clubs.announcements import stop_url
from games.ladders.models.bidding import Bidding
from games.ladders.models.club import Club, ClubGame, Membership
from games.ladders.models.ladder import Entrant, Ladder
from games.ladders.models.rating import Player
from games.reads.calendar_address import address_of
from games.reads.turn_links import turn_link
from games.services import messages
from notifications.letters import unsubscribe_url
from notifications.push.models import PushDevice
from notifications.webhooks import services as webhooks
from notifications.webhooks.models import Delivery
from notifications.webhooks.owners import Owner
from sekigahara.dev import mail_box
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.ladders import NOW, ChallengeLadderFactory, LadderFactory
from tests.factories.people import PersonFactory
from tests.kit import caches
from tests.kit.calling import Caller
from tests.kit.clubs import member
from tests.kit.table import Table
from tests.permissions.bodies import BODIES, SUBSCRIPTION_KEYS
from tests.permissions.scenes import Scene, scenes
from tests.web.browsers import path_of, signed_in

CLUB_WEBHOOK_PAGES = [f"webhook{part}" for part in ("", "-trial", "-secret", "-on", "-delete", "-redeliver")]
CLUB_WEBHOOK_ROUTES = ["club-webhook", "club-deliveries", "club-redeliver"]
"""Their addresses name a webhook of the club, not one of a player."""

ROLES = (
    "nobody",
    "person",
    "narrow",
    "player",
    "opponent",
    "member",
    "arbiter",
    "organiser",
    "bot",
    "closed",
)
"""Who asks.

``nobody`` is not known; ``person`` is, and has nothing to do with any of it; ``bot`` is the same, and marked
as a program. ``player`` and ``opponent`` play the game; they, the ``member``, the ``arbiter`` and the
``organiser`` are in the club. ``closed`` had signed in before the account was closed. The token of
``narrow``, the player's, is for everything but what is asked for; those of all others are for everything.
"""

SAME_IN_BROWSERS = {"narrow": "player"}
"""Who is somebody else where one signs in: tokens are no concern of a browser."""

APPLICANTS = ("asker", "removed")
"""They asked to join the club, and were thrown out of it: `test_clubs` asks in their place."""

PEOPLE = {"player": "East", "opponent": "West", "narrow": "East"}


def person(role: str) -> Person:
    """Who has a role."""
    return PersonFactory.named(PEOPLE.get(role) or f"Ashigaru {role.capitalize()}")


class World:
    """One game that has begun, which not everybody may watch, and what is around it.

    Attributes:
        values: what stands in addresses: by the name of a parameter, or by ``route parameter`` where that is
            something else at that route.
        bodies: what is sent, by row of the table.
    """

    values: Mapping[str, str]
    bodies: Mapping[str, Mapping[str, Any]]

    def __init__(self) -> None:
        caches.empty()
        self._handler = ClientHandler(enforce_csrf_checks=False)  # loads all middleware, so one for everybody
        self.table = Table()
        accounts.change_settings(
            person=person("bot"), name="Ashigaru Bot", zone="UTC", language="en", is_bot=True
        )
        messages.write(seat=self.table.seat(EAST), text="Good luck!")
        self.club = self._club()
        others = [*scenes(), self._unchallenged()]
        self.values = self._values()
        self.tables = {table.game.public_id: table for each in others for table in each.tables}
        bid = {"version": str(self.table.version(EAST)), "do": "bid", "card": "tokugawa-special"}
        late = {"late": f"{self.table.game.public_id}.east", "nonce": "3", "verb": "annul", "days": "3"}
        late |= {"reason": "So it is.", "sure": "yes"}
        self.bodies = {
            **BODIES,
            "POST arbitration:late": late,
            "POST games:game": bid,
            "POST clubs:renew-link": {"old": self.club.link},
        }
        for each in others:
            self.values = {**self.values, **each.values}
            self.bodies = {**self.bodies, **each.bodies}
        self._sessions, self._tokens = self._sign_in()
        assert closing.close(person=person("closed"))

    def _club(self) -> Club:
        organiser = person("organiser")
        club = ClubFactory.create(founder=organiser, joining=Club.Joining.APPROVAL)
        for role in ("player", "opponent", "member"):
            MembershipFactory.create(club=club, person=person(role))
        MembershipFactory.create(club=club, person=person("arbiter"), role=Role.ARBITER)
        JoinRequestFactory.create(club=club, person=person("asker"))
        membership.remove(
            member=MembershipFactory.create(club=club, person=person("removed")), by=organiser, reason="Gone."
        )
        Membership.objects.filter(person=person("member")).update(stands_in=True)
        ClubGame.objects.create(club=club, game=self.table.game)
        return club

    def _values(self) -> dict[str, str]:
        player, game = person("player"), self.table.game
        ladder = LadderFactory.create(club=self.club, now=NOW)
        webhook = webhooks.create(
            owner=Owner(player.pk), url="https://hooks.example.org/in", shape="standard", types=["game.over"]
        )
        device = PushDevice.objects.create(
            person=player, endpoint="https://push.example.org/in", **SUBSCRIPTION_KEYS
        )
        bidding = Bidding.objects.create(
            season=ladder.seasons.get(),
            round=1,
            first=player,
            second=person("opponent"),
            paired_at=ladder.created_at,
            due_at=ladder.created_at + timedelta(days=3),
            seed=b"seed",
            commitment="c0" * 32,
        )
        of_club = ClubWebhookFactory.create(club=self.club)
        for hook in (webhook, of_club):
            Delivery.objects.create(
                webhook=hook,
                message_id="games_over_1",
                type="game.over",
                body="{}",
                status="failed",
                attempts=1,
            )
        accounts.renew_calendar(person=player)
        block = Block.objects.create(person=player, blocked=PersonFactory.named("Ashigaru Blocked"))
        token, _told = accounts.create_token(person=player, name="another", scopes=[Scope.READ])
        Player.objects.create(key="m4q8z2rtvw", person=player)
        turn = path_of(turn_link(self.table.seat(EAST))).strip("/").split("/")
        return {
            **{f"clubs:{page} key": of_club.key for page in CLUB_WEBHOOK_PAGES},
            **{f"games-api:{route} webhook_id": of_club.key for route in CLUB_WEBHOOK_ROUTES},
            "public_id": game.public_id,
            "moment": "1",
            "number": "1",
            "message": "1",
            "slug": self.club.slug,
            "member": member(self.club, person("member")).public_id,
            "link": self.club.link,
            "announcement": announcements.publish(
                club=self.club, by=person("organiser"), title="Welcome", text="We play on Fridays."
            ).public_id,
            "clubs:news token": path_of(stop_url(member(self.club, person("member"))))
            .strip("/")
            .split("/")[-1],
            "request_id": self.club.requests.get().public_id,
            "removal": self.club.removals.get().public_id,
            "verb": "annul",
            **self._under_arbitration(),
            "ladder": ladder.public_id,
            **self._challenged(),
            "season": "1",
            "bidding": bidding.public_id,
            "webhook_id": webhook.key,
            "key": webhook.key,
            "device": device.key,
            "message_id": "games_over_1",
            "token_key": token.token_key,
            "client_id": oauth.register(
                person=player, name="another", redirects=["https://app.example.org/"]
            ).client_id,
            "edition": "kessen",
            "named": "kessen",
            "games:begin-lesson name": "march",
            "name": "view",
            "code": "stale",
            "side": turn[2],
            "location": "kyoto",
            "content_id": "board",
            "dev-mail-open token": path_of(mail_box.link()).strip("/").split("/")[-1],
            "games-api:rule number": "8.6.1",
            "games:example name": "combat",
            "games-api:player key": "m4q8z2rtvw",
            "games-api:player-ratings key": "m4q8z2rtvw",
            "games-api:player-ratings-file key": "m4q8z2rtvw",
            "games-api:player-block key": "m4q8z2rtvw",
            "games-api:player-report key": "m4q8z2rtvw",
            "games:report key": player.key,
            "restriction": "5be0a34f91c2",
            "games:player key": player.key,
            "games:block key": player.key,
            "accounts:take-back-block key": block.key,
            "accounts:sign-in-link token": links.new_token(player),
            "games:turn-link token": turn[3],
            "games:answer-link token": turn[3],
            "games:pause-link token": turn[3],
            "games:rematch-link token": turn[3],
            "tap": "pass",
            "version": "1",
            "games:calendar token": path_of(address_of(player) or "").rpartition("/")[2].removesuffix(".ics"),
            "ladders:bidding-link token": path_of(bidding_link(bidding, player)).strip("/").split("/")[-1],
            "games:invitation-link token": "nosuchtoken",
            "clubs:invitation token": "nosuchtoken",
            "invitation": "k7m2p9qrst",
            "notifications:stop token": unsubscribe_url(player, "games.your-phase").strip("/").split("/")[-1],
        }

    def _challenged(self) -> dict[str, str]:
        """A ladder of challenges, on which the opponent is challenged by the player."""
        ladder = self._of_challenges("Challenges")
        made = negotiation.challenge(
            ladder=ladder, by=person("player"), opponent=person("opponent"), now=ladder.created_at
        )
        routes = ("ladders:challenge", "games-api:ladder-ranking")
        return {"challenge": made.public_id, **{f"{route} ladder": ladder.public_id for route in routes}}

    def _unchallenged(self) -> Scene:
        """A ladder of challenges, on which the player may challenge the opponent."""
        ladder = self._of_challenges("No challenges yet")
        body = {"opponent": Entrant.objects.get(ladder=ladder, person=person("opponent")).key}
        routes = ("ladders:make-challenge", "games-api:ladder-challenges")
        return Scene(
            {f"{route} ladder": ladder.public_id for route in routes},
            {f"POST {route}": body for route in routes},
        )

    def _of_challenges(self, name: str) -> Ladder:
        """A ladder of challenges, with the opponent at the top and the player below."""
        players = [person(role).name for role in ("opponent", "player")]
        return ChallengeLadderFactory.create(club=self.club, name=name, players=players)

    def _under_arbitration(self) -> dict[str, str]:
        """A question that the arbiter has read, and the game opened by them."""
        question = questions.ask(seat=self.table.seat(EAST), text="May I?")
        questions.read(request=question, by=person("arbiter"))
        opened = Open(reason="To see.").decide(game=self.table.game, by=person("arbiter"), nonce="1")
        return {"question": question.public_id, "ruling": opened.public_id}

    def _sign_in(self) -> tuple[dict[str, str], dict[tuple[str, Scope | None], str]]:
        """By role the keys of sessions, and tokens: by the scope that each is not for."""
        sessions, tokens = {}, {}
        for role in (*ROLES[1:], *APPLICANTS):
            sessions[role] = str(signed_in(person(role)).session.session_key)
            for missing in Scope if role == "narrow" else (None,):
                scopes = [scope for scope in Scope if missing is None or missing not in granted([scope])]
                _row, token = accounts.create_token(person=person(role), name=f"not {missing}", scopes=scopes)
                tokens[role, missing] = token
        return sessions, tokens

    def value(self, route: str, parameter: str) -> str:
        """What stands in the address of a route for a parameter."""
        return self.values.get(f"{route} {parameter}") or self.values[parameter]

    def browser(self, role: str) -> Client:
        """Of somebody who signed in, unless that is nobody."""
        browser = Client()
        browser.handler = self._handler
        if role in self._sessions:
            browser.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[role]
        return browser

    def caller(self, role: str, needed: Scope) -> Caller:
        """A program of theirs.

        Args:
            needed: the scope of what is asked for.
        """
        caller = Caller(self.token(role, needed))
        caller.client.handler = self._handler
        return caller

    def token(self, role: str, needed: Scope | None = None) -> str | None:
        """The token of a role; of ``narrow`` that which lacks the needed scope."""
        return self._tokens.get((role, needed if role == "narrow" else None))

    def tags(self, public_id: str | None) -> str:
        """The present versions of both sides of a game, or of any, and of first orders, for ``If-Match``."""
        table = self.tables.get(public_id or "", self.table)
        seats = [f'"{side.label}.{table.version(side)}.en"' for side in SIDES]
        return ", ".join([*seats, *(f'"{side.label}.orders.0.x"' for side in SIDES)])
