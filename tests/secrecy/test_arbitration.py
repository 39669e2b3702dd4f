"""Arbitration reveals nothing hidden: twins get identical pages and mails."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.apps import apps
from django.db import transaction
from django.test import Client, override_settings
from django.urls import NoReverseMatch, reverse

from games.engine.side import EAST, WEST
from games.ladders.arbitration import overdue, questions
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.extend import Extend
from games.ladders.arbitration.verbs.open import Open
from games.ladders.arbitration.verbs.pause import Pause
from games.ladders.arbitration.verbs.resume import Resume
from games.ladders.digests import daily
from games.ladders.models.club import ClubGame
from games.ladders.models.ruling import Ruling, RulingRequest
from games.models.game import Game
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT, ruleset
from games.services import outages
from tests.factories.clubs import ClubFactory, MembershipFactory, Role
from tests.factories.people import PersonFactory
from tests.kit.masked_heads import chain_values_masked
from tests.secrecy import determinism, mail_backend
from tests.secrecy.originals import played
from tests.secrecy.schedule import Beat, schedule
from tests.secrecy.script import Dealt, Script, drawn_by
from tests.secrecy.service import Here
from tests.secrecy.stage import CLOCK, Stage
from tests.secrecy.twins import twins
from tests.web.browsers import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

SEED = "desk"


class Playthrough:
    """A game with arbiters, played to the end of its course; what East hides differs between two."""

    def __init__(self) -> None:
        self.stage = Stage(is_public=True, beside="west", quiet=(), edition=DEFAULT, terms=CLOCK)
        self.arbiter = PersonFactory.named("Ashigaru Arbiter")
        self.club = ClubFactory.create()
        MembershipFactory.create(club=self.club, person=self.arbiter, role=Role.ARBITER)
        self.members = [
            MembershipFactory.create(club=self.club, person=self.stage.player(side)) for side in (EAST, WEST)
        ]
        Game.objects.filter(pk=self.stage.game.pk).update(on_time_out=OnTimeOut.ARBITER)

    def told(self, script: Script, beats: list[Beat], salts: str) -> dict[str, bytes]:
        """All that West, the public, and an arbiter who has opened and read nothing are told."""
        mail_backend.forget()
        before = transaction.savepoint()
        with (
            time_machine.travel(beats[0].begin, tick=False) as now,
            self.stage.playthrough(Dealt(drawn_by(script.points)), salts),
        ):
            ClubGame.objects.create(game=self.stage.game, club=self.club)
            for beat in beats:
                for deed in beat.unseen:
                    self.stage.act(deed.side, deed.bodies, salts)
                now.move_to(beat.at)
                for deed in beat.seen:
                    self.stage.act(deed.side, deed.bodies, salts)
            self._under_arbitration(now)
            found = dict(self._looked())
        transaction.savepoint_rollback(before)
        return found

    def _under_arbitration(self, now: time_machine.Traveller) -> None:
        """East asks, somebody is late, and one of each sort of decision is made that shows nothing."""
        game = Game.objects.get(pk=self.stage.game.pk)
        with determinism.chance("what is decided"):
            daily.write_due()
            now.shift(timedelta(days=3))
            overdue.tell_arbiters()
            assert daily.write_due() == 2, "to the arbiter and the organiser"
            asked = questions.ask(seat=self.stage.seat(EAST), text="May I?")
            Here().work()
            late = [side for side in (EAST, WEST) if self.stage.seat(side).due_at is not None]
            Extend(side=late[0], days=2).decide(game=game, by=self.arbiter, nonce="1")
            Pause().decide(game=game, by=self.arbiter, nonce="2")
            Resume().decide(game=game, by=self.arbiter, nonce="3")
            Open(reason="To see for myself.").decide(
                game=game, by=PersonFactory.named("Organiser One"), nonce="4"
            )
            questions.read(request=asked, by=PersonFactory.named("Organiser One"))
            AnswerQuestion(question=asked, reason="You may.").decide(
                game=asked.game, by=PersonFactory.named("Organiser One"), nonce="5"
            )
            questions.ask(seat=self.stage.seat(EAST), text="And again?")

    def _looked(self) -> Iterator[tuple[str, bytes]]:
        game, slug = self.stage.game.public_id, self.club.slug
        waits = RulingRequest.objects.get(answer=None).public_id
        of_another = Ruling.objects.get(kind="open").public_id
        pages = {
            "west": [f"/games/{game}/", f"/games/{game}/ask/", f"/games/{game}/record.json"],
            "public": [
                f"/games/{game}/",
                f"/games/{game}/ask/",
                f"/clubs/{slug}/desk/",
                f"/api/v1/games/{game}/decisions/",
            ],
            "arbiter": [
                f"/games/{game}/",
                f"/clubs/{slug}/desk/",
                f"/clubs/{slug}/desk/{game}/",
                f"/clubs/{slug}/desk/{game}/decide/substitute/",
                f"/clubs/{slug}/desk/{game}/decide/adjudicate/",
                f"/clubs/{slug}/desk/{game}/questions/{waits}/",
                f"/clubs/{slug}/desk/{game}/opened/{of_another}/",
            ],
            "organiser": [f"/clubs/{slug}/members/{member.public_id}/" for member in self.members],
        }
        with determinism.chance("browsers"):
            browsers = {
                "west": signed_in(self.stage.player(WEST)),
                "public": Client(),
                "arbiter": signed_in(self.arbiter),
                "organiser": signed_in(PersonFactory.named("Organiser One")),
            }
            for who, addresses in pages.items():
                for address in addresses:
                    answer = browsers[who].get(address)
                    yield f"{who} {address}", b"%d %s" % (answer.status_code, answer.content)
        with determinism.chance("post"):
            Here().work()
        for person in (self.stage.player(WEST), self.arbiter):
            for number, letter in enumerate(mail_backend.take(person.email)):
                yield f"mail {number} to {person}", letter


def test_twins_are_told_the_same_under_arbitration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "SHORTEST_OUTAGE", timedelta.max)
    monkeypatch.setattr(outages, "LONGEST_GAP", timedelta.max)
    pair = twins(played(ruleset(DEFAULT), SEED, 60), WEST, SEED)
    beats = schedule(pair, SEED)
    mails = override_settings(EMAIL_BACKEND=mail_backend.BACKEND)
    with mails, mail_backend.drawings_for_pictures(), chain_values_masked():
        playthrough = Playthrough()
        one, other = (
            playthrough.told(script, each, salts)
            for script, each, salts in zip((pair.one, pair.other), beats, ("one", "other"), strict=True)
        )
    assert [what for what in one if one[what] != other[what]] == []
    assert one.keys() == other.keys()
    assert sum("to Ashigaru Arbiter" in what for what in one) >= 3
    assert sum("to Benkei" in what for what in one) >= 5
    assert all(one[what].startswith(b"200") for what in one if what.startswith("organiser"))
    refused = [what for what in one if what.startswith("arbiter") and one[what].startswith(b"404")]
    assert len(refused) == 2, "another's opened game, and a question that was not read"


def test_admin_pages_do_not_exist() -> None:
    """Whoever runs the service has commands; no page of it shows rows of games to anybody by their role."""
    assert not apps.is_installed("django.contrib.admin")
    with pytest.raises(NoReverseMatch):
        reverse("admin:index")
    for address in ("/admin/", "/admin/games/game/", "/admin/games/entry/"):
        assert Client().get(address).status_code == 404
