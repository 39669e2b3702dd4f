"""Where a game is told: its people and its row in the database, before anything has happened in it.

Both tellings begin from here, one after the other, and each is rolled back.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any
from unittest import mock

from django.utils import timezone

from accounts.models.person import Person
from accounts.scopes import Scope
from accounts.services import change_settings, create_token, renew_calendar
from games.engine import Side
from games.engine.actions import Action, Undo, encode
from games.engine.chance import Seeded, Source
from games.engine.side import WEST
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.reads.calendar_address import address_of
from games.rulebook.editions import DEFAULT
from games.services import joining, lobby, outages, play
from notifications.models import MailRhythm
from notifications.rhythm import choose as choose_rhythm
from notifications.services import choose
from notifications.webhooks import event_types
from notifications.webhooks import services as webhooks
from notifications.webhooks.models import Webhook
from notifications.webhooks.owners import Owner
from tests.kit import caches
from tests.secrecy import determinism, webhook_server

SHAPES = Webhook.Shape.values
SCOPES = [Scope.PLAY, Scope.NOTIFICATIONS, Scope.DATA]
CLOCK = lobby.Terms(pace=1, on_time_out=OnTimeOut.CLAIM, reaction=None)
"""Short enough that time is over now and then. Silence is no answer: what is played is written beforehand."""
AT_ONCE: Mapping[str, Any] = {}
NAMES = {"east": "Aki", "west": "Benkei", "other": "Chiyo"}


class Stage:
    """A game that waits for West's player, and another one beside it.

    Args:
        is_public: whether anybody may watch.
        beside: who plays the other game too.
        quiet: who wants no mail but what everybody gets.
        edition: of both games.
        terms: of the game, beside who may watch it.
        hooks: where webhooks of whoever is ``beside`` lead to, who then has a device too; none, where it is
            empty.
        rhythm: when everybody is mailed, as fields of ``MailRhythm``; empty for at once.

    Attributes:
        people: by ``east``, ``west``, and ``other`` for somebody who plays West in the other game only.
        tokens: their API tokens.
        hook: the key of a webhook.
    """

    def __init__(
        self,
        *,
        is_public: bool,
        beside: str,
        quiet: Collection[str],
        edition: str = DEFAULT,
        terms: lobby.Terms = lobby.PRIVATE,
        hooks: str = "",
        rhythm: Mapping[str, Any] = AT_ONCE,
    ) -> None:
        self._edition = edition
        with determinism.chance("stage"):
            self.people = {who: _person(who, name) for who, name in NAMES.items()}
            self.tokens = {
                who: create_token(person=person, name="program", scopes=SCOPES)[1]
                for who, person in self.people.items()
            }
            for person in self.people.values():
                renew_calendar(person=person)
            self.game = self._created("east", terms._replace(is_public=is_public))
            another = self._created(beside, lobby.Terms(is_public=True))
            joining.join(game=another, person=self.people["other"])
            if hooks:
                webhook_server.add_device(beside, self.people[beside])
            keys = [_hook(self.people[beside], f"{hooks}/{beside}", shape) for shape in SHAPES if hooks]
        self._beside = another.pk
        self.hook = keys[0] if keys else "none-of-ours"
        for person in self.people.values() if rhythm else ():
            choose_rhythm(MailRhythm(person_id=person.pk, **rhythm))
        for who in quiet:
            choose(person=self.people[who], wanted=())

    def _created(self, creator: str, terms: lobby.Terms) -> Game:
        return lobby.create(
            creator=self.people[creator],
            edition=self._edition,
            side="east",
            opponent=lobby.Anybody(),
            terms=terms,
        )

    def player(self, side: Side) -> Person:
        return self.people[side.label]

    def calendar(self, side: Side) -> str:
        """The secret part of the address of a player's calendar."""
        return (address_of(self.player(side)) or "").rpartition("/")[2].removesuffix(".ics")

    def seat(self, side: Side) -> Seat:
        """The seat as it is now."""
        return Seat.objects.select_related("game", "player").get(game=self.game.pk, side=side)

    def act(self, side: Side, bodies: Sequence[Action | Undo], salts: str) -> None:
        """A side acts, in one request, or takes back."""
        seat = self.seat(side)
        with determinism.chance(f"{salts} {timezone.now()} {bodies}"):
            if isinstance(bodies[0], Undo):
                play.undo(seat=seat, expected_version=seat.version)
            else:
                encoded = [encode(body) for body in bodies]
                play.submit(seat=seat, bodies=encoded, expected_version=seat.version)

    @contextlib.contextmanager
    def playthrough(self, chance: Source, salts: str) -> Iterator[None]:
        """Within the block the game is played. What happens in it is for the caller to take back.

        Args:
            chance: what chance answers in the game.
            salts: seed of the secrets that keep the log from being guessed.
        """
        caches.empty()
        self._chance, self._other_chance = chance, Seeded(salts.encode())
        # Hours pass in no time, and the service is up in each of them.
        up = mock.patch.multiple(outages, SHORTEST_OUTAGE=timedelta.max, LONGEST_GAP=timedelta.max)
        with up, mock.patch.object(position, "chance_of", self._chance_of):
            with determinism.chance(salts):
                # The seed cannot be known from what is told of it.
                Game.objects.filter(pk=self.game.pk).update(seed=secrets.token_bytes(32))
                game = Game.objects.get(pk=self.game.pk)
                joining.join(game=game, person=self.people[WEST.label])
            yield

    def _chance_of(self, _game: Game) -> Source:
        return self._chance

    @contextlib.contextmanager
    def other_chance(self) -> Iterator[None]:
        """Within the block chance is as nobody can know it: it answers otherwise in each telling."""
        self._chance, self._other_chance = self._other_chance, self._chance
        try:
            yield
        finally:
            self._chance, self._other_chance = self._other_chance, self._chance

    def move_beside(self) -> None:
        """Something happens in the other game, so that lists by the latest change have something to sort."""
        now = timezone.now()
        Game.objects.filter(pk=self._beside).update(changed_at=now)
        Seat.objects.filter(game=self._beside).update(changed_at=now, waiting_since=now - timedelta(hours=30))


def _hook(person: Person, url: str, shape: str) -> str:
    return webhooks.create(
        owner=Owner(person.pk), url=f"{url}/{shape}", shape=shape, types=event_types.titles()
    ).key


def _person(who: str, name: str) -> Person:
    person = Person.objects.at(f"{who}@example.org")
    change_settings(person=person, name=name, zone="Asia/Tokyo", language=person.language, is_bot=False)
    return Person.objects.get(pk=person.pk)
