"""Webhooks of clubs: what they are told, in what words, and what they are never told."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts import closing
from accounts.models.person import Person
from accounts.public_keys import identity
from games.engine.side import EAST, WEST
from games.ladders import rounds
from games.ladders.clubs import membership, webhook_events
from games.ladders.models.club import Club, ClubGame
from games.models.game import Game
from games.services import joining, lobby, play
from games.simulation.league import check_in_all
from notifications.webhooks.models import Delivery
from tests.factories.clubs import ClubFactory, ClubWebhookFactory, JoinRequestFactory, MembershipFactory, Role
from tests.factories.ladders import LadderFactory
from tests.factories.people import PersonFactory
from tests.kit.concurrency import at_once
from tests.kit.receiver import Receiver
from tests.kit.table import Table
from tests.kit.work import do_due_work
from tests.ladders.test_club_games import made
from tests.ladders.test_competitions import decided_by_points

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SITE = "http://testserver"


def played(club: Club, *, is_public: bool = True) -> Game:
    """A game of Anna and Bert that has begun."""
    anna, bert = PersonFactory.named("Anna"), PersonFactory.named("Bert")
    for person in (anna, bert):
        membership.join(club=club, person=person)
    game = made(club, anna, terms=lobby.Terms(is_public=is_public))
    joining.join(game=game, person=bert)
    return game


def resigned(game: Game) -> None:
    play.resign(seat=game.seats.select_related("game").get(side=WEST))


# --- what is told


def test_joining_is_reported_once(club: Club, heard: Any) -> None:
    anna = PersonFactory.named("Anna")
    row = membership.join(club=club, person=anna)
    membership.join(club=club, person=anna)
    (told,) = heard()
    assert told["type"] == "club.member-joined"
    assert told["data"] == {
        "club": {"slug": "friends-of-sekigahara", "name": "Friends of Sekigahara"},
        "member": {"id": row.public_id, "name": "Anna", "bot": False, **identity(anna)},
        "links": {"page": f"{SITE}/clubs/friends-of-sekigahara/"},
    }


def test_member_let_in_is_reported_and_a_request_is_not(club: Club, said: Any) -> None:
    Club.objects.update(joining=Club.Joining.APPROVAL)
    request = JoinRequestFactory.create(club=club, person__name="Anna")
    assert said() == []
    membership.decide(request=request, by=PersonFactory.named("Organiser One"), accept=True)
    assert said() == [f"Anna has joined Friends of Sekigahara. <{SITE}/clubs/friends-of-sekigahara/>"]


def test_a_public_game_is_told_of_when_it_begins_and_when_it_is_over(club: Club, heard: Any) -> None:
    game = played(club)
    assert [told["type"] for told in heard()] == ["club.member-joined"] * 2 + ["club.game-started"]
    resigned(game)
    (over,) = heard()
    page = f"{SITE}/games/{game.public_id}/"
    assert over["type"] == "club.game-over"
    assert over["data"] == {
        "club": {"slug": club.slug, "name": club.name},
        "game": game.public_id,
        "edition": "kessen",
        "rated": False,
        "players": {
            side: {"name": name, "bot": False, **identity(Person.objects.get(name=name))}
            for side, name in (("east", "Anna"), ("west", "Bert"))
        },
        "winner": "east",
        "victory": "resignation",
        "week": 1,
        "remarks": [],
        "links": {"page": page, "view": f"{SITE}/api/v1/games/{game.public_id}/view/"},
    }
    assert heard() == []


def test_channel_gets_sentences_with_links(club: Club, said: Any) -> None:
    game = played(club)
    resigned(game)
    page = f"<{SITE}/games/{game.public_id}/>"
    assert said()[2:] == [
        f"A game of Friends of Sekigahara has begun: Anna (East) against Bert (West). {page}",
        f"A game of Friends of Sekigahara is over: Anna (East) won against Bert, in week 1. {page}",
    ]


def test_report_names_the_ladders_winner_if_points_given_decide(club: Club, said: Any) -> None:
    game, (east, _west) = decided_by_points(0)
    Game.objects.filter(pk=game.pk).update(is_public=True)
    ClubGame.objects.create(game=game, club=club, reported=Game.Status.RUNNING)
    _opened, told = said()
    assert "Ashigaru One (East) won against Ashigaru Two" in told, "the game"
    assert f"both have {east}, and West wins ties: West wins in the ladder." in told


@pytest.mark.parametrize("revision", [None, 99], ids=["a broken log", "rules of a newer release"])
def test_a_game_that_cannot_be_read_keeps_no_other_from_being_told_of(
    club: Club, said: Any, revision: int | None
) -> None:
    broken, other = decided_by_points(0)[0], played(club)
    said()
    ClubGame.objects.create(game=broken, club=club, reported=Game.Status.RUNNING)
    resigned(other)
    changes = {"dump": b"", "chain": bytes(32)} if revision is None else {"revision": revision}
    Game.objects.filter(pk=broken.pk).update(is_public=True, **changes)
    assert sorted(text.partition(":")[2].partition(",")[0] for text in said()) == [
        " Anna (East) won against Bert",
        " Ashigaru One (East) won against Ashigaru Two",
    ]
    assert (Game.objects.get(pk=broken.pk).frozen_at is not None) == (revision is None)


def test_a_round_is_told_of_with_how_many_it_pairs(club: Club, said: Any) -> None:
    ladder = LadderFactory.create(club=club, players=("Anna", "Bert", "Cleo"), now=NOON)
    rounds.run(NOON + timedelta(days=1))
    opened, paired = said()
    assert opened == f"A new ladder of Friends of Sekigahara: Free. <{SITE}/ladders/{ladder.public_id}/>"
    assert paired == (
        f"Free of Friends of Sekigahara: round 1 is paired, 1 game. <{SITE}/ladders/{ladder.public_id}/>"
    )
    check_in_all()
    (begun,) = said()
    assert begun.startswith("A game of Friends of Sekigahara has begun: ")
    rounds.run(NOON + timedelta(days=2))
    assert said() == [], "nobody is left to be paired"


def test_new_webhook_gets_no_earlier_events(club: Club, server: Receiver) -> None:
    game = played(club)
    do_due_work()
    ClubWebhookFactory.create(club=club, url=f"http://{server.address}/in")
    do_due_work()
    assert server.bodies() == []
    resigned(game)
    do_due_work()
    assert [json.loads(body)["type"] for body in server.bodies()] == ["club.game-over"]


def test_each_club_is_told_its_own(club: Club, heard: Any) -> None:
    elsewhere = ClubFactory.create(founder__name="Elsewhere", name="Elsewhere")
    played(elsewhere)
    assert heard() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.services
def test_several_workers_tell_of_a_game_once(club: Club) -> None:
    ClubWebhookFactory.create(club=club)
    played(club)
    at_once(*[webhook_events.report_games] * 3)
    assert Delivery.objects.filter(type="club.game-started").count() == 1


# --- what is not


def test_private_game_is_never_reported(club: Club, heard: Any) -> None:
    game = played(club, is_public=False)
    assert [told["type"] for told in heard()] == ["club.member-joined"] * 2
    resigned(game)
    assert heard() == []
    assert ClubGame.objects.get().reported == Game.Status.OVER


@pytest.mark.embedded
def test_games_that_differ_in_secrets_alone_are_told_of_in_the_same_bytes(
    club: Club, server: Receiver
) -> None:
    """Twins: another seed is another shuffle, other hands, other blocks; what anybody sees is the same."""
    ClubWebhookFactory.create(club=club, url=f"http://{server.address}/in")
    told = []
    for seed in (1, 2):
        with time_machine.travel(NOON, tick=False):
            table = Table(seed, is_public=True)
            hands = [table.view(side)["mine"]["hand"] for side in (EAST, WEST)]
            ClubGame.objects.create(club=club, game=table.game)
            play.resign(seat=table.seat(WEST))
            do_due_work()
        bodies = [body.replace(table.game.public_id, "GAME") for body in server.bodies()]
        told.append((hands, bodies))
    (one_hands, one), (other_hands, other) = told
    assert one_hands != other_hands
    assert len(one) == 2
    assert one == other


def test_a_former_players_name_is_in_no_message_that_is_kept(club: Club) -> None:
    ClubWebhookFactory.create(club=club)
    played(club)
    do_due_work()
    assert Delivery.objects.filter(body__contains="Bert").exists()
    closing.close(person=PersonFactory.named("Bert"))
    do_due_work()
    assert not Delivery.objects.filter(body__contains="Bert").exists()
    assert Delivery.objects.filter(body__contains="a former player").exists(), "the game ended by it"


# --- when it does not work


def test_all_organisers_are_mailed_when_it_is_switched_off(club: Club, server: Receiver) -> None:
    second = PersonFactory.named("Organiser Two")
    MembershipFactory.create(club=club, person=second, role=Role.ORGANISER)
    hook = ClubWebhookFactory.create(club=club, url=f"http://{server.address}/in")
    server.status = 410
    membership.join(club=club, person=PersonFactory.named("Anna"))
    do_due_work()
    letters = [each for each in mail.outbox if "webhook" in each.subject]
    assert sorted(to for letter in letters for to in letter.to) == [
        "organiser-one@example.org",
        "organiser-two@example.org",
    ]
    for letter in letters:
        assert letter.subject == "Sekigahara: a webhook of Friends of Sekigahara is switched off"
        assert f"{SITE}/clubs/{club.slug}/webhooks/{hook.key}/" in str(letter.body)
