"""Diaries: two games that differ only in the notes of one player are told the same to everybody else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.db import transaction
from django.test import Client, override_settings

from games.engine.side import EAST, WEST
from games.ladders.models.club import ClubGame
from games.models.note import Note
from games.rulebook.editions import DEFAULT, ruleset
from games.services import diary, play
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit import caches
from tests.kit.calling import Caller
from tests.secrecy import determinism, mail_backend
from tests.secrecy.originals import played
from tests.secrecy.schedule import Beat, schedule
from tests.secrecy.script import Dealt, drawn_by
from tests.secrecy.service import Here
from tests.secrecy.stage import CLOCK, Stage
from tests.secrecy.twins import Twins, twins
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SEED = "diary"
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"')
PAGES = ("", "history/", "moments/1/", "record.json", "verify/", "report/", "report.md", "?as=public")
ANSWERS = ("", "view/", "history/", "messages/", "diary/", "record/", "report/", "history/?as=public")


class Playthrough:
    """A game with an arbiter, played to its end; East writes in their diary before every step, or never."""

    def __init__(self) -> None:
        self.stage = Stage(is_public=True, beside="west", quiet=(), edition=DEFAULT, terms=CLOCK)
        self.arbiter, self.club = PersonFactory.named("Ashigaru Arbiter"), ClubFactory.create()
        MembershipFactory.create(club=self.club, person=self.arbiter, role=Role.ARBITER)

    def told(self, pair: Twins, beats: list[Beat], *, writes: bool) -> dict[str, bytes]:
        """All that West, the public, and an arbiter of the game are told, with headers."""
        mail_backend.forget()
        caches.empty()
        before = transaction.savepoint()
        found: dict[str, bytes] = {}
        with (
            time_machine.travel(beats[0].begin, tick=False) as now,
            self.stage.playthrough(Dealt(drawn_by(pair.one.points)), "salts"),
        ):
            ClubGame.objects.create(game=self.stage.game, club=self.club)
            for number, beat in enumerate(beats):
                now.move_to(beat.at)
                if writes:
                    diary.write(seat=self.stage.seat(EAST), text="I hope they take the bait.\n" * 20)
                for deed in (*beat.unseen, *beat.seen):
                    self.stage.act(deed.side, deed.bodies, "salts")
                if number % 16 == 0:
                    found |= self._looked(number)
            with determinism.chance("end"):
                play.resign(seat=self.stage.seat(WEST))
            found |= self._looked(-1)
            assert Note.objects.exists() == writes
        transaction.savepoint_rollback(before)
        return found

    def _looked(self, number: int) -> dict[str, bytes]:
        return {f"{number} {what}": said for what, said in self._all()}

    def _all(self) -> Iterator[tuple[str, bytes]]:
        game = self.stage.game.public_id
        with determinism.chance("browsers"):
            browsers = {
                "west": signed_in(self.stage.player(WEST)),
                "public": Client(),
                "arbiter": signed_in(self.arbiter),
            }
            for who, browser in browsers.items():
                for address in (*(f"/games/{game}/{page}" for page in PAGES), "/games/"):
                    answer = browser.get(address)
                    yield (
                        f"{who} {address}",
                        b"%d %r %s"
                        % (
                            answer.status_code,
                            sorted(answer.headers.items()),
                            TOKEN.sub(b"", answer.content),
                        ),
                    )
            callers = {"west": Caller(self.stage.tokens["west"]), "public": Caller()}
            for who, caller in callers.items():
                for address in ANSWERS:
                    answer = caller.get(f"games/{game}/{address}")
                    told = [answer.status_code, answer.get("ETag"), answer.get("Last-Modified")]
                    yield f"{who} API {address}", b"%r %s" % (told, answer.content)
        with determinism.chance("post"):
            Here().work()
        for place, letter in enumerate(mail_backend.take(self.stage.player(WEST).email)):
            yield f"mail {place}", letter


def test_twins_that_differ_in_notes_are_told_the_same() -> None:
    pair = twins(played(ruleset(DEFAULT), SEED, 40), WEST, SEED)
    beats, _other = schedule(pair, SEED)
    mails = override_settings(EMAIL_BACKEND=mail_backend.BACKEND)
    with mails, mail_backend.drawings_for_pictures():
        playthrough = Playthrough()
        silent, writing = (playthrough.told(pair, beats, writes=writes) for writes in (False, True))
    assert [what for what in silent if silent[what] != writing[what]] == []
    assert silent.keys() == writing.keys()
    assert sum("mail" in what for what in silent) >= 3
    assert b"bait" not in b"".join(writing.values())
