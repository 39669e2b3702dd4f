"""Requests everything from the service at one moment, as every viewer, and stores every byte."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.engine import Side
from games.engine.side import LABELS, NOBODY
from notifications.models import MailOutcome, Notification
from notifications.webhooks.models import Delivery
from tests.kit import caches
from tests.kit.statements import writes
from tests.secrecy import mail_backend, webhook_server
from tests.secrecy.channels import COMPLETE
from tests.secrecy.knowledge import NOTHING, Known
from tests.secrecy.memory import Memory
from tests.secrecy.routes import routes
from tests.secrecy.service import Answer, Service
from tests.secrecy.service_requests import Ask, Case, any_method
from tests.secrecy.stage import Stage
from tests.secrecy.watchers import Watcher, watchers

MAIL = "mail"
HOOKS = "webhooks"
OUTBOX = "outbox"
SAID = "said"


class Onlookers:
    """A viewer, and everybody else who knows no more than the public. The game has begun.

    Args:
        viewer: a side, or NOBODY.
        channels: the only ones they ask; all, where there is none.
    """

    def __init__(
        self, stage: Stage, service: Service, viewer: int, memory: Memory, channels: Collection[str] = ()
    ) -> None:
        self._stage, self._service, self._viewer, self._memory = stage, service, viewer, memory
        self._watchers = watchers(stage, viewer)
        self._program = next(each for each in self._watchers if each.who in ("token", "passer-by"))
        self._routes = {route.name: route for route in routes() if not channels or route.name in channels}
        self._languages = [code for code, _name in settings.LANGUAGES]
        self.label = "public" if viewer == NOBODY else LABELS[viewer]
        self._old = self.view("at first")

    def look(
        self,
        when: str,
        known: Known = NOTHING,
        *,
        share: float = 1,
        most: int = 1,
        everything: bool = False,
        is_over: bool = False,
    ) -> None:
        """Ask of every channel, in two ways. Nothing is left of it: each ask is rolled back.

        Args:
            known: what the viewer may try.
            share: how many of the channels are asked.
            most: in how many ways but the first.
            everything: by everybody, in every way.
            is_over: the game is, so that the record tells all.
        """
        caches.empty()
        random = Random(when)
        case = self._case(when, known, everything=everything)
        for watcher in self._watchers if everything else self._some_watchers(random):
            for channel, asks in watcher.channels.items():
                if channel not in self._routes or (is_over and channel in COMPLETE):
                    continue
                if random.random() >= share:
                    continue
                address = self._address(channel, case)
                wanted = list(asks(case, address))
                if not everything:
                    wanted = [*wanted[:1], *random.sample(wanted[1:], min(most, len(wanted[1:])))]
                elif watcher.is_thorough:
                    wanted += any_method(address)
                for ask in wanted:
                    self._ask(when, watcher, channel, ask, with_mail=everything)

    def _some_watchers(self, random: Random) -> list[Watcher]:
        """The viewer, and one of the others."""
        others = [watcher for watcher in self._watchers if not watcher.is_thorough]
        return [*(watcher for watcher in self._watchers if watcher.is_thorough), random.choice(others)]

    def say(self, when: str, ask: Ask) -> Answer:
        """The viewer asks something that counts, by a program of theirs."""
        return self._ask_now(when, self._program, SAID, ask)[0]

    def view(self, when: str) -> str:
        """The viewer looks; the tag of what they saw."""
        return self.say(when, self._view()).tag

    def read_mail(self, when: str) -> list[bytes]:
        """A worker sends mail and posts to webhooks: what came for the viewer, and what they are owed.

        What the rows say of the moment of sending is for the worker's clock to say.

        Returns:
            The viewer's mails.
        """
        self._service.work()
        if self._viewer == NOBODY:
            return []
        person = self._stage.people[self.label]
        mails = self._service.mail_to(person.email)
        for mail in mails:
            self._memory.note(mail_backend.kind_of(mail), f"{when}, {MAIL}", mail)
        rows = Notification.objects.filter(recipient=person).order_by("created_at", "kind", "occasion")
        broken = [row for row in rows if row.outcome == MailOutcome.BROKEN]
        assert not broken, "a mail that cannot be made up is not compared"
        if not self._service.carries_out:
            return mails
        for name, posted in webhook_server.take(self.label):
            self._memory.note(name, f"{when}, {HOOKS}", posted)
        posts = Delivery.objects.filter(webhook__person=person).order_by(
            "created_at", "message_id", "webhook"
        )
        told = [_written(row) for row in [*rows.values(), *posts.values()]]
        self._memory.note(OUTBOX, f"{when}, {OUTBOX}", json.dumps(told, indent=0).encode())
        return mails

    def _view(self) -> Ask:
        address = reverse("games-api:view", args=[self._stage.game.public_id])
        return Ask("view", "GET", f"{address}?as={self.label}")

    def _case(self, when: str, known: Known, *, everything: bool) -> Case:
        view = self.say(when, self._view())
        told = json.loads(view.body)
        combat = told["view"]["combat"] if "view" in told else told["combat"]
        enemy = next(label for label in LABELS if label != self.label)
        due_at = self._stage.seat(Side.named(enemy)).due_at
        return Case(
            game=self._stage.game.public_id,
            label=self.label,
            enemy=enemy,
            version=told["version"],
            fight="kyoto" if combat is None else combat["location"],
            etag=view.tag,
            old=self._old,
            due_at="" if due_at is None else due_at.isoformat(),
            everything=everything,
            **known._asdict(),
        )

    def _address(self, channel: str, case: Case) -> str:
        side = case.label if self._viewer != NOBODY else case.enemy
        number = str(max(1, case.version - 1))
        is_calendar = channel == "games:calendar"
        return self._routes[channel].filled(
            public_id=case.game,
            key=self._stage.hook,
            webhook_id=self._stage.hook,
            side=side,
            token=self._stage.calendar(Side.named(side)) if is_calendar else "none-of-ours",
            number=number,
            moment=number,
            message="1",
            location=case.fight,
            tap="pass",
            version=str(case.version),
        )

    def _ask(self, when: str, watcher: Watcher, channel: str, ask: Ask, *, with_mail: bool) -> None:
        if not self._service.may_be_asked(ask):
            return
        with self._service.taken_back():
            chance = contextlib.nullcontext() if ask.is_own else self._stage.other_chance()
            with chance, writes() as written:
                self._ask_now(when, watcher, channel, ask)
            if with_mail and ask.goes_on and written:  # else there is no mail of it
                self.read_mail(f"{when}, {watcher.who} asks {channel}: {ask.what}")

    def _ask_now(self, when: str, watcher: Watcher, channel: str, ask: Ask) -> list[Answer]:
        language = self._languages[len(ask.path) % len(self._languages)]
        given = []
        for answer in self._service.answers(watcher, ask, language):
            what = f"{when}, {watcher.who} asks {channel}: {answer.to}"
            self._memory.note(f"{answer.status} {channel}", what, answer.everything)
            given.append(answer)
        return given


def _written(row: Mapping[str, Any]) -> list[str]:
    """A row without its own number."""
    return [str(value) for key, value in sorted(row.items()) if key != "id"]
