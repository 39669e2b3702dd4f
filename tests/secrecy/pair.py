"""A game and the twin that is made of it, told step by step by one script.

What a twin may hide of a game depends on what the game shows later. So each step of the first game is carried
out, and what everybody is told of it noted, as it comes; the script is kept, and at the end the twin is told
by it. Both are told in the same rows, at the same moments and with the same keys (see ``stage`` and
``settled``), so every byte is compared; only the chain value of heads is masked (see ``masked_heads``).
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any, NamedTuple

import time_machine
from django.db import transaction
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from games.engine import Side
from games.engine.actions import Action, Undo, encode
from games.engine.chance import Source
from games.engine.side import LABELS, NOBODY
from games.models.game import Game
from games.models.mail_reply import MailReply
from games.models.seat import Seat
from games.services import play
from tests.kit.masked_heads import chain_values_masked
from tests.secrecy import determinism, mail_backend, webhook_server
from tests.secrecy.ineffective_actions import act_ineffectively
from tests.secrecy.knowledge import Known
from tests.secrecy.letters import AsReply, Letters
from tests.secrecy.memory import Memory
from tests.secrecy.originals import chance
from tests.secrecy.schedule import BEGIN
from tests.secrecy.script import Dealt, Point, Script, drawn_by
from tests.secrecy.service import Here
from tests.secrecy.service_requests import Ask
from tests.secrecy.snapshots import Onlookers
from tests.secrecy.stage import CLOCK, Stage
from tests.secrecy.twins import hidden_from, twins, watching

ROWS = "rows"
REPLIES = "replies"
GAME = ("status", "version", "changed_at", "week", "phase", "winner", "victory", "ended_at")
SEAT = (
    "version",
    "changed_at",
    "asked_at",
    "asked",
    "waiting_since",
    "due_at",
    "told_at",
    "looked_at",
    "can_undo",
)
"""What the rows say that everybody, or the viewer, is told."""

NONSENSE = '{"type":"bid","card":"none of ours"}'

_here = Here()
Body = Action | Undo


class Watching(NamedTuple):
    """Who looks on, and at what.

    Attributes:
        viewer: a side, or NOBODY for the public.
        channels: the only ones that are asked; all, where there is none.
        share: how many of them are asked after each step.
    """

    viewer: int
    channels: Collection[str]
    share: float


class Stretch(NamedTuple):
    """The steps of a twin up to one that is noticed; after the last of these nothing is."""

    unseen: list[Point]
    seen: Point | None


class Driver:
    """Tells one of the two games.

    Args:
        salts: decides what may differ between the two.
        stretches: of the twin; None for the game that comes first, which goes as its script has it.
    """

    def __init__(
        self, stage: Stage, watching: Watching, memory: Memory, salts: str, stretches: list[Stretch] | None
    ) -> None:
        self._stage, self._viewer, self._memory, self._salts = stage, watching.viewer, memory, salts
        self._share = watching.share
        self._own = Random(salts)
        self._stretches = stretches
        self._onlookers = Onlookers(stage, _here, watching.viewer, memory, watching.channels)
        self._when = "begin"
        self._letters = Letters(stage, watching.viewer)

    # ---- what a script is made of

    def act(
        self,
        side: Side,
        bodies: Sequence[Body],
        noticed: int,
        *,
        by_program: bool = False,
        reply: AsReply | None = None,
    ) -> None:
        """A side acts, or takes back.

        Args:
            bodies: in one request; in the twin a hidden side does what looks the same, one by one.
            noticed: how many of them anybody notices; in the twin no others are done.
            by_program: the viewer's, which notes what comes back, asks once more, and something else.
            reply: the viewer's, which does it.
        """
        if side != self._viewer:
            if self._stretches is None:
                self._do(side, bodies)
            for _ in range(noticed):
                self._do_next()
            return
        for _ in range(noticed):
            self._do_next(but=side)
        if reply is not None:
            self.reply(reply, MailReply.Outcome.PLAYED)
        elif by_program:
            self._say(bodies)
        else:
            self._do(side, bodies)

    def look(self, known: Known, share: float, most: int = 1) -> None:
        """Everybody looks, and the viewer tries what they may."""
        if known.own:  # chance is to answer them as it will in earnest
            self._do_unseen()
        self._onlookers.look(self._when, known, share=share, most=most, is_over=self._is_over())

    def try_in_vain(self, channel: str, bodies: Sequence[str]) -> None:
        """The viewer asks for a preview of a list, or sends one that is refused: chance says nothing."""
        tag = self._onlookers.view(self._when)
        address = reverse(channel, args=[self._stage.game.public_id])
        ask = Ask("try", "POST", address, f"[{','.join(bodies)}]", headers={"If-Match": tag})
        with self._stage.other_chance():
            answer = self._onlookers.say(self._when, ask)
        assert answer.status >= 400 or channel.endswith("preview"), answer.everything

    def read_mail(self) -> None:
        """A worker sends all mail that is due."""
        self._letters.read(self._onlookers.read_mail(self._when))

    def reply(self, said: AsReply, expected: MailReply.Outcome) -> None:
        """The viewer replies to a mail; what is made of it is noted."""
        with determinism.chance(f"{self._salts} {timezone.now()} {said}"):
            kept = self._letters.reply(said, self._when)
        assert kept[0] == expected, (said, kept)
        self._memory.note(REPLIES, f"{self._when}, {said}", json.dumps(kept).encode())

    def act_ineffectively(self) -> None:
        """The hidden sides do, or not, what has no effect."""
        for side in hidden_from(self._viewer):
            if self._own.random() < 0.5:
                with determinism.chance(f"{self._salts} {timezone.now()}"):
                    act_ineffectively(self._stage.seat(side), self._own)

    def move_beside(self) -> None:
        """Something happens in another game."""
        self._stage.move_beside()

    def resign(self, side: Side) -> None:
        """A side gives up; what is still to be done unseen was done before."""
        self._do_unseen()
        with determinism.chance(f"{self._salts} resigns"):
            play.resign(seat=self._stage.seat(side))

    # ---- around each step

    def begin(self, when: str) -> None:
        """A step begins; until now something may have been done unseen."""
        self._when = when
        if self._own.random() < 0.5:
            self._do_unseen(self._own.randint(1, 3))

    def glance(self) -> None:
        """After a step some look, and what the rows say is noted."""
        game = Game.objects.filter(pk=self._stage.game.pk).values_list(*GAME)
        seats = Seat.objects.filter(game=self._stage.game.pk, side=self._viewer).values_list(*SEAT)
        told = json.dumps([*map(str, game), *map(str, seats)], indent=0)
        self._memory.note(ROWS, f"{self._when}, {ROWS}", told.encode())
        self._onlookers.look(f"{self._when}, then", share=self._share, is_over=self._is_over())

    def _is_over(self) -> bool:
        return Game.objects.get(pk=self._stage.game.pk).is_over

    # ---- deeds

    def _do_unseen(self, most: int | None = None) -> None:
        """In the twin, what nobody notices and may be done by now."""
        unseen = self._stretches[0].unseen if self._stretches else []
        for point in unseen[:most]:
            self._do_point(point)
        del unseen[:most]

    def _do_next(self, but: Side | None = None) -> None:
        """In the twin, the next step that is noticed, unless it is that side's, and whatever was unseen."""
        if self._stretches is None:
            return
        self._do_unseen()
        seen = self._stretches.pop(0).seen
        assert seen is not None
        if seen.side != but:
            self._do_point(seen)

    def _do_point(self, point: Point) -> None:
        assert point.side is not None
        assert point.body is not None
        self._do(point.side, [point.body])

    def _do(self, side: Side, bodies: Sequence[Body]) -> None:
        self._stage.act(side, bodies, self._salts)

    def _say(self, bodies: Sequence[Body]) -> None:
        """The viewer acts through the API: what comes back is noted, and what is said to a key used again."""
        channel = "undo" if isinstance(bodies[0], Undo) else "actions"
        address = reverse(f"games-api:{channel}", args=[self._stage.game.public_id])
        headers = {"If-Match": self._onlookers.view(self._when), "Idempotency-Key": self._when}
        body = "" if channel == "undo" else f"[{','.join(encode(each).decode() for each in bodies)}]"
        ask = Ask(channel, "POST", address, body, headers=headers)
        answer = self._onlookers.say(self._when, ask)
        assert answer.status == 201, answer.everything
        self._onlookers.say(f"{self._when}, once more", ask)
        other = reverse("games-api:actions", args=[self._stage.game.public_id])
        refused = self._onlookers.say(
            f"{self._when}, otherwise", Ask("act", "POST", other, NONSENSE, headers=headers)
        )
        assert refused.status >= 400, refused.everything


class _Step(NamedTuple):
    """One step of a script, so long after the one before."""

    minutes: int
    what: Callable[[Driver], None]
    is_quiet: bool


class Pair:
    """A game, step by step, and at the end its twin. Whatever the two tell differently raises a `LeakError`.

    Args:
        seed: decides everything that the script does not.
        script: the game as far as it has been played by the rules; chance answers as `originals.chance` does.

    Attributes:
        script: the game as the rules have it: what is told as a deed is done there too, by the caller.
        viewer: see `Watching`.
    """

    def __init__(self, edition: str, watching: Watching, seed: str, script: Script) -> None:
        self.script, self.viewer = script, watching.viewer
        self._watching, self._seed, self._memory = watching, seed, Memory()
        self._script: list[_Step] = []
        self._all = contextlib.ExitStack()
        self._all.callback(transaction.savepoint_rollback, transaction.savepoint())
        receiving = {
            "EMAIL_BACKEND": mail_backend.BACKEND,
            "INBOUND_DOMAIN": "in.example.org",
            "WEBHOOK_TEST_ADDRESSES": [webhook_server.server().address],
        }
        self._all.enter_context(override_settings(**receiving))
        self._all.enter_context(mail_backend.drawings_for_pictures())
        self._all.enter_context(chain_values_masked())
        with time_machine.travel(BEGIN, tick=False):
            self._stage = self._new_stage(edition)
        self._first = contextlib.ExitStack()
        self._all.enter_context(self._first)
        self._teller = self._first.enter_context(self._begun(chance(seed), "one", None))
        self._tell_opening()

    def tell(self, what: Callable[[Driver], None], minutes: int = 60, *, is_quiet: bool = False) -> None:
        """The next step of the script.

        Args:
            minutes: how long after the last.
            is_quiet: nobody looks after it.
        """
        self._script.append(_Step(minutes, what, is_quiet))
        self._carry_out(self._teller, len(self._script))

    def act(
        self,
        side: Side,
        bodies: Sequence[Body],
        *,
        by_program: bool = False,
        reply: AsReply | None = None,
        is_quiet: bool = False,
    ) -> None:
        """A side acts, by the rules and for everybody; see `Driver.act`, and `tell`.

        Raises:
            EngineError: the rules refuse it, or some of it.
        """
        points = [self.script.act(side, body) for body in bodies]
        self._tell_deed(points, by_program=by_program, reply=reply, is_quiet=is_quiet)

    def compare(self) -> Counter[str]:
        """Tell the twin; how often what was compared."""
        self._first.close()
        self._memory.begin_again()
        other = twins(self.script, self.viewer, self._seed).other
        told = self._begun(Dealt(drawn_by(other.points)), "other", _stretches(other, self.viewer))
        with told as driver:
            for number in range(1, len(self._script) + 1):
                self._carry_out(driver, number)
        self._memory.begin_again()
        return self._memory.heard

    def close(self) -> None:
        """Nothing is left of either."""
        self._all.close()

    def _new_stage(self, edition: str) -> Stage:
        viewer = self.viewer
        return Stage(
            terms=CLOCK,
            edition=edition,
            is_public=viewer == NOBODY or Random(self._seed).random() < 0.5,
            beside="east" if viewer == NOBODY else LABELS[viewer],
            quiet=[side.label for side in hidden_from(viewer)],
            hooks="" if viewer == NOBODY else f"http://{webhook_server.server().address}",
        )

    @contextlib.contextmanager
    def _begun(self, source: Source, salts: str, stretches: list[Stretch] | None) -> Iterator[Driver]:
        """Within the block a game has begun."""
        mail_backend.forget()
        webhook_server.forget()
        with contextlib.ExitStack() as stack:
            with time_machine.travel(BEGIN, tick=False):
                stack.enter_context(_here.taken_back())
                stack.enter_context(self._stage.playthrough(source, f"{self._seed}|{salts}"))
                driver = Driver(self._stage, self._watching, self._memory, f"{self._seed}|{salts}", stretches)
            yield driver

    def _tell_opening(self) -> None:
        for point in self.script.points[1:]:
            self._tell_deed([point], is_quiet=True)

    def _tell_deed(self, points: Sequence[Point], *, is_quiet: bool, **how: Any) -> None:
        side = points[0].side
        assert side is not None
        bodies = [point.body for point in points if point.body is not None]
        noticed = sum(point.is_seen_by(watching(self.viewer)) for point in points)
        self.tell(lambda driver: driver.act(side, bodies, noticed, **how), is_quiet=is_quiet)

    def _carry_out(self, driver: Driver, number: int) -> None:
        step = self._script[number - 1]
        moment = BEGIN + timedelta(minutes=sum(step.minutes for step in self._script[:number]))
        with time_machine.travel(moment - timedelta(seconds=30), tick=False) as clock:
            driver.begin(f"step {number}")
            clock.move_to(moment)
            step.what(driver)
            clock.shift(timedelta(seconds=40))
            if not step.is_quiet:
                driver.glance()


def _stretches(script: Script, viewer: int) -> list[Stretch]:
    stretches: list[Stretch] = []
    unseen: list[Point] = []
    for point in script.points[1:]:
        if point.is_seen_by(watching(viewer)):
            stretches.append(Stretch(unseen, point))
            unseen = []
        else:
            unseen.append(point)
    return [*stretches, Stretch(unseen, None)]
