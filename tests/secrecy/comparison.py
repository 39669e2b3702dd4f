"""Plays a game and its twin, and compares everything that viewers get."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from django.db import transaction
from django.test import override_settings

from games.engine.side import EAST, LABELS, NOBODY, WEST
from games.rulebook.editions import DEFAULT, ruleset
from tests.kit.masked_heads import chain_values_masked
from tests.secrecy import mail_backend, webhook_server
from tests.secrecy.knowledge import known
from tests.secrecy.memory import LeakError, Memory
from tests.secrecy.originals import played
from tests.secrecy.playing import Plan, tell
from tests.secrecy.schedule import Beat, schedule
from tests.secrecy.service import Here
from tests.secrecy.stage import AT_ONCE, CLOCK, Stage
from tests.secrecy.twins import Twins, hidden_from, twins

VIEWERS = (EAST, WEST, NOBODY)
_here = Here()


class Size(NamedTuple):
    """How much is compared.

    Attributes:
        steps: of the game, at most.
        looks: at how many moments of it everybody asks.
        thorough: at the first of so many of these they ask everything; at none, where it is 0.
        channels: the only ones that are asked then; all, where there is none.
        ends: whether somebody resigns, and everybody asks once more; None where chance decides.
        pictures: whether those in mails are drawn, which takes most of the time of a mail.
        rhythm: when everybody is mailed, as fields of ``MailRhythm``; empty for at once.
    """

    steps: int
    looks: int
    thorough: int = 0
    channels: Collection[str] = ()
    ends: bool | None = None
    pictures: bool = False
    rhythm: Mapping[str, Any] = AT_ONCE


def watch(seed: str, viewer: int, size: Size, edition: str = DEFAULT) -> Counter[str]:
    """Tell a game and its twin, and compare everything that anybody is told.

    Args:
        seed: decides everything else.
        viewer: a side, or NOBODY for the public.
        edition: of the game.

    Returns:
        How often what was compared.

    Raises:
        LeakError: at the first difference.
    """
    script = played(ruleset(edition), seed, size.steps)
    try:
        return _watched(twins(script, viewer, seed), seed, size)
    except LeakError as error:
        who = "public" if viewer == NOBODY else LABELS[viewer]
        raise LeakError(f"game {seed} of {edition}, {who} looks on: {error}") from None


def _watched(told: Twins, seed: str, size: Size) -> Counter[str]:
    one, other = schedule(told, seed)
    random = Random(f"{seed}|looks")
    numbers = _looks(one, other, size.looks, random)
    plan = Plan(
        viewer=told.viewer,
        looks={number: known(told.one, told.viewer, one[number], random) for number in numbers},
        thorough=numbers[:: size.thorough] if size.thorough else (),
        channels=size.channels,
        seed=seed,
        ends=random.random() < 0.5 if size.ends is None else size.ends,
    )
    memory = Memory()
    before = transaction.savepoint()
    try:
        pictures = contextlib.nullcontext() if size.pictures else mail_backend.drawings_for_pictures()
        receiving = {
            "EMAIL_BACKEND": mail_backend.BACKEND,
            "INBOUND_DOMAIN": "in.example.org",
            "WEBHOOK_TEST_ADDRESSES": [webhook_server.server().address],
        }
        with override_settings(**receiving), pictures, chain_values_masked():
            stage = _stage(told, random, size.rhythm)
            for script, beats in ((told.one, one), (told.other, other)):
                mail_backend.forget()
                webhook_server.forget()
                with _here.taken_back():
                    tell(stage, plan, _here, script, beats, memory, f"{seed}|{script is told.one}")
                memory.begin_again()
    finally:
        transaction.savepoint_rollback(before)
    return memory.heard


def _looks(one: Sequence[Beat], other: Sequence[Beat], count: int, random: Random) -> list[int]:
    """The beats before which everybody looks, half of them after something unseen if there are so many."""
    numbers = list(range(len(one)))
    random.shuffle(numbers)
    unseen = [number for number in numbers if one[number].unseen or other[number].unseen]
    return sorted(list(dict.fromkeys([*unseen[: -(-count // 2)], *numbers]))[:count])


def _stage(told: Twins, random: Random, rhythm: Mapping[str, Any]) -> Stage:
    """Mails to the hidden side are seldom wanted: they are not compared, and their pictures take long."""
    is_quiet = random.random() < 0.8
    return Stage(
        terms=CLOCK,
        is_public=told.viewer == NOBODY or random.random() < 0.5,
        beside="east" if told.viewer == NOBODY else LABELS[told.viewer],
        quiet=[side.label for side in hidden_from(told.viewer)] if is_quiet else (),
        edition=told.one.rules.edition.id,
        rhythm=rhythm,
        hooks="" if told.viewer == NOBODY else f"http://{webhook_server.server().address}",
    )
