"""Plays a script through the services, while all viewers look at everything they may see."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models.api_token import ApiToken
from games.engine.actions import Undo, encode
from games.services import play
from tests.secrecy import determinism
from tests.secrecy.ineffective_actions import act_ineffectively
from tests.secrecy.knowledge import Known
from tests.secrecy.memory import Memory
from tests.secrecy.schedule import Beat, Deed
from tests.secrecy.script import Dealt, Script, drawn_by
from tests.secrecy.service import Service
from tests.secrecy.service_requests import Ask
from tests.secrecy.snapshots import Onlookers
from tests.secrecy.stage import Stage
from tests.secrecy.twins import hidden_from

FIDGETING = 0.3
"""How likely a hidden side does something without effect between two beats."""


class Plan(NamedTuple):
    """What is the same in both tellings.

    Attributes:
        viewer: a side, or NOBODY.
        looks: for the number of a beat what the viewer may try before it: there everybody looks.
        thorough: those of them at which everything is asked.
        channels: the only ones that are asked; all, where there is none.
        seed: decides when a worker is there.
        ends: whether somebody resigns at the end, and everybody looks once more.
    """

    viewer: int
    looks: dict[int, Known]
    thorough: Collection[int]
    channels: Collection[str]
    seed: str
    ends: bool


def tell(
    stage: Stage,
    plan: Plan,
    service: Service,
    script: Script,
    beats: Sequence[Beat],
    memory: Memory,
    salts: str,
) -> None:
    """Play the game and note everything. What happens is for the caller to take back.

    Args:
        salts: decides what may differ between the tellings: secrets, and what is done without effect.
    """
    with (
        time_machine.travel(beats[0].begin, tick=False) as clock,
        stage.playthrough(Dealt(drawn_by(script.points)), salts),
    ):
        _Playthrough(stage, plan, service, memory, clock, salts).play(beats)


class _Playthrough:
    def __init__(
        self,
        stage: Stage,
        plan: Plan,
        service: Service,
        memory: Memory,
        clock: time_machine.Traveller,
        salts: str,
    ) -> None:
        self._stage, self._plan, self._service = stage, plan, service
        self._clock, self._salts = clock, salts
        self._common, self._own = Random(plan.seed), Random(salts)
        self._onlookers = Onlookers(stage, service, plan.viewer, memory, plan.channels)

    def play(self, beats: Sequence[Beat]) -> None:
        self._onlookers.read_mail("begin")
        for number, beat in enumerate(beats):
            self._between(beat)
            if number in self._plan.looks:
                self._clock.move_to(beat.at - timedelta(minutes=1))
                known = self._plan.looks[number]
                is_thorough = number in self._plan.thorough
                self._onlookers.look(f"before beat {number}", known, everything=is_thorough)
            self._clock.move_to(beat.at)
            for deed in beat.seen:
                self._do(deed, f"beat {number}")
            self._clock.shift(timedelta(seconds=40))
            self._stage.move_beside()
            if self._common.random() < 0.6:
                self._onlookers.read_mail(f"after beat {number}")
            if self._common.random() < 0.3:
                self._onlookers.view(f"after beat {number}")
        if self._plan.ends:
            self._end()

    def _between(self, beat: Beat) -> None:
        """What nobody else notices: deeds, and what has no effect at all."""
        used = dict(ApiToken.objects.values_list("pk", "used_at")) if beat.unseen else {}
        for moment, deed in zip(_moments(beat, len(beat.unseen), self._own), beat.unseen, strict=True):
            self._clock.move_to(moment)
            self._do(deed, "unseen")
        for key, at in used.items():  # the viewer's own deeds too are at moments of this telling
            ApiToken.objects.filter(pk=key).update(used_at=at)
        for side in hidden_from(self._plan.viewer):
            if self._own.random() < FIDGETING:
                self._clock.shift(timedelta(seconds=7))
                with determinism.chance(f"{self._salts} {timezone.now()}"):
                    act_ineffectively(self._stage.seat(side), self._own)

    def _do(self, deed: Deed, when: str) -> None:
        if deed.side == self._plan.viewer and self._service.carries_out:
            self._say(deed, when)
            return
        self._stage.act(deed.side, deed.bodies, self._salts)

    def _say(self, deed: Deed, when: str) -> None:
        """The viewer acts, through the API: what comes back is noted."""
        bodies = [encode(body).decode() for body in deed.bodies]
        tag = self._onlookers.view(when)
        is_undo = isinstance(deed.bodies[0], Undo)
        address = reverse(f"games-api:{'undo' if is_undo else 'actions'}", args=[self._stage.game.public_id])
        body = "" if is_undo else f"[{','.join(bodies)}]"
        answer = self._onlookers.say(when, Ask("act", "POST", address, body, headers={"If-Match": tag}))
        assert answer.status == 201, answer.everything

    def _end(self) -> None:
        """Unless the game is over somebody gives up: only the record tells more now than before."""
        self._clock.shift(timedelta(hours=5))
        seat = self._stage.seat(hidden_from(self._plan.viewer)[0])
        if not seat.game.is_over:
            with determinism.chance("the end"):
                play.resign(seat=seat)
        self._clock.shift(timedelta(minutes=5))
        self._onlookers.read_mail("at the end")
        self._onlookers.look("at the end", everything=bool(self._plan.thorough), is_over=True)


def _moments(beat: Beat, count: int, random: Random) -> Iterator[datetime]:
    """Some, in order, after the beat's begin and well before its end.

    They are whole minutes: the headers of an answer say how much of a minute is left.
    """
    room = (beat.at - beat.begin).total_seconds() - 30 * 60
    for share in sorted(random.random() for _ in range(count)):
        moment = beat.begin + timedelta(seconds=6 * 60 + share * room)
        yield moment.replace(second=0, microsecond=0)
