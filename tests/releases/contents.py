"""What is put into the database of a release: some of everything that an installation has after two weeks.

The services of the release itself make it, at moments of their own. Computer players act for the people, so
games in progress are at many different points.
"""

import json
import random
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import time_machine

from accounts import oauth
from accounts import services as account_services
from accounts.models.person import ChallengesFrom, Person
from accounts.scopes import Scope
from games import engine
from games.engine.decisions import ChooseStance, MoveStacks
from games.engine.orders.shapes import LossOrder, Orders
from games.engine.side import EAST, WEST, Side
from games.engine.state import State
from games.ladders import participation, rounds
from games.ladders.arbitration import questions
from games.ladders.arbitration.verbs.answer import AnswerQuestion
from games.ladders.arbitration.verbs.extend import Extend
from games.ladders.arbitration.verbs.pause import Pause
from games.ladders.bidding import sealed_bids
from games.ladders.challenges import negotiation
from games.ladders.clubs import announcements
from games.ladders.clubs import games as club_games
from games.ladders.clubs.founding import ClubTerms, found
from games.ladders.clubs.membership import join as join_club
from games.ladders.models.bidding import Bidding
from games.ladders.models.club import Club, Membership
from games.ladders.models.ladder import Ladder
from games.ladders.models.season import Match
from games.ladders.ratings import intake as ratings
from games.ladders.statistics import intake as statistics
from games.log import position
from games.models.game import Game
from games.models.outage import Pulse
from games.models.seat import Seat
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT, edition_ids
from games.services import away, computers, diary, joining, lobby, messages, orders, pausing, play, rematch
from games.simulation.league import check_in_all
from notifications import services as notification_services
from notifications.delivery import deliver_due
from notifications.webhooks import services as webhooks
from notifications.webhooks.event_types import types_of
from notifications.webhooks.owners import Owner
from tests.accounts.programs import let_in
from tests.factories.clubs import ClubWebhookFactory, MembershipFactory
from tests.factories.people import PersonFactory
from tests.kit.table import is_window_open

FOUNDED = datetime(2026, 11, 2, 12, tzinfo=UTC)
"""When the club is founded and the first games begin."""
DAY = timedelta(days=1)
LAST_DAY = FOUNDED + 16 * DAY
"""When the database was left as it is."""
SEED = 1600
PLAYER = "ashigaru"
NAMES = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
PUBLIC = lobby.Terms(is_public=True, pace=7, on_time_out=OnTimeOut.CLAIM)
RATED = lobby.Terms(is_public=True, is_rated=True, pace=7, on_time_out=OnTimeOut.CLAIM)
HOOK = "https://hooks.example.org/sekigahara"


def fill() -> str:
    """Fill an empty database that has this release's tables.

    Returns:
        An API token of the first player, who plays most games.
    """
    with _decided():
        players = [PersonFactory.named(f"Ashigaru {name}") for name in NAMES]
        with time_machine.travel(FOUNDED):
            token = _settle_in(players)
            _begin_single_games(players)
            club, ladders = _found_club(players)
        for day in range(1, 15):
            with time_machine.travel(FOUNDED + day * DAY):
                _pass_a_day(ladders, day)
        with time_machine.travel(LAST_DAY):
            _rule(club, players)
            _live_together(club, players)
            _leave_unfinished(players)
    return token


@contextmanager
def _decided() -> Iterator[None]:
    """Within the block ids, salts and seeds are the same each time the database is made."""
    chooser = random.Random(SEED)
    with (
        mock.patch.object(secrets, "token_bytes", chooser.randbytes),
        mock.patch.object(secrets, "choice", chooser.choice),
    ):
        yield


# ---- people ----


def _settle_in(players: list[Person]) -> str:
    first, second, third, *_others = players
    account_services.change_settings(person=first, zone="Asia/Tokyo", language="en")
    account_services.change_settings(person=third, is_bot=True)
    notification_services.mute(person=second, kind="games.reminder")
    webhooks.create(
        owner=Owner(person_id=first.pk), url=HOOK, shape="standard", types=[each.name for each in types_of()]
    )
    _row, token = account_services.create_token(person=first, name="A program", scopes=list(Scope))
    account_services.create_token(
        person=second, name="A program", scopes=[Scope.READ], lifetime=timedelta(days=30)
    )
    return token


# ---- games outside of clubs ----


def _begin_single_games(players: list[Person]) -> None:
    first, second, third, fourth, *_others = players
    for edition, actions in zip(edition_ids(), (40, 90, 150, 220), strict=True):
        _play(_between(first, second, edition, PUBLIC), actions)
    chosen = {"disk_points": 0, "discard_rounding": "choice"}
    _play(_between(second, third, DEFAULT, PUBLIC, chosen, ("east-dice", "west-dice")), 30)
    _play_until(_between(first, third, DEFAULT), is_window_open)
    _play_until(_between(third, first, DEFAULT, PUBLIC), _is_in(MoveStacks))
    _play_until(_between(first, fourth, DEFAULT), _is_in(ChooseStance))
    _play(_between(second, fourth, "gmt-2016", RATED), 2000)
    _play(_between(fourth, first, DEFAULT, RATED), 2000)
    private = _between(third, fourth, DEFAULT)
    _play(private, 60)
    _resign(private, WEST)
    against = lobby.create(
        creator=first, edition="manual", side="west", opponent=lobby.Computer(PLAYER), terms=lobby.PRIVATE
    )
    computers.play_computers()
    _play(against, 25)
    computers.play_computers()
    _play(lobby.create(creator=second, edition=DEFAULT, side="east", opponent=lobby.Myself()), 50)


def _between(
    east: Person,
    west: Person,
    edition: str,
    terms: lobby.Terms = lobby.PRIVATE,
    flags: Mapping[str, Any] = {},
    nonces: tuple[str, str] = ("", ""),
) -> Game:
    game = lobby.create(
        creator=east,
        edition=edition,
        side="east",
        opponent=lobby.Anybody(),
        terms=terms,
        flags=flags,
        nonce=nonces[EAST],
    )
    joining.join(game=game, person=west, nonce=nonces[WEST])
    return game


def _play(game: Game, actions: int) -> None:
    """Let a computer player take so many actions for whoever has to decide, or as many as there are."""
    for _action in range(actions):
        seat = _asked_seat(game)
        if seat is None:
            return
        computers.act(seat, PLAYER)


def _play_until(game: Game, condition: Callable[[State], bool]) -> None:
    """Let a computer player act until the position is like that."""
    while not condition(position.load(Game.objects.get(pk=game.pk)).state):
        seat = _asked_seat(game)
        assert seat is not None, f"{game} came to its end before"
        computers.act(seat, PLAYER)


def _asked_seat(game: Game) -> Seat | None:
    return Seat.objects.select_related("game").filter(game=game).exclude(asked="").first()


def _is_in(decision: type) -> Callable[[State], bool]:
    return lambda state: any(isinstance(pending, decision) for pending in engine.pending(state))


def _resign(game: Game, side: Side) -> None:
    play.resign(seat=Seat.objects.select_related("game").get(game=game, side=side))


# ---- a club and its ladders ----


def _found_club(players: list[Person]) -> tuple[Club, list[Ladder]]:
    organiser, arbiter = PersonFactory.named("Organiser One"), PersonFactory.named("Ashigaru Arbiter")
    terms = ClubTerms(
        name="Friends of Sekigahara", about="Two games a season.", joining=Club.Joining.APPROVAL
    )
    club = found(founder=organiser, terms=terms)
    MembershipFactory.create(club=club, person=arbiter, role=Membership.Role.ARBITER)
    for player in players:
        MembershipFactory.create(club=club, person=player)
    join_club(club=club, person=PersonFactory.named("Ashigaru Applicant"))
    ClubWebhookFactory.create(club=club, url=HOOK)
    now = datetime.now(UTC)
    rules = (
        participation.Rules("Free pairing", DEFAULT, pace=7, on_time_out=OnTimeOut.ARBITER),
        participation.Rules("Bidding for sides", "gmt-2016", pace=7, has_bidding=True),
        participation.Rules("Challenges", DEFAULT, pace=7, format=Ladder.Format.CHALLENGE),
    )
    ladders = [participation.begin(club=club, by=organiser, rules=each, now=now) for each in rules]
    for ladder in ladders:
        for player in players[:6]:
            participation.take_part(ladder=ladder, person=player, most=1, now=now)
    return club, ladders


def _pass_a_day(ladders: list[Ladder], day: int) -> None:
    """Rounds are paired, people bid, challenge and play a little, and some give up."""
    now = datetime.now(UTC)
    Pulse.objects.update_or_create(pk=1, defaults={"at": now})
    rounds.run(now)
    for bidding in Bidding.objects.filter(match=None).select_related("first", "second")[
        : 2 if day < 10 else 1
    ]:
        sealed_bids.bid(bidding=bidding, person=bidding.first, side=EAST, points=1, now=now)
        if day < 10:
            sealed_bids.bid(bidding=bidding, person=bidding.second, side=WEST, points=2, now=now)
    _challenge(ladders[2], day, now)
    check_in_all()
    going_on = list(Match.objects.filter(game__status=Game.Status.RUNNING).select_related("game")[:4])
    for match in going_on:
        _play(match.game, 5)
    if going_on and day % 3 == 0:
        _resign(going_on[0].game, EAST if day % 2 else WEST)
    rounds.run(now)
    ratings.fold_due()
    statistics.sum_up()
    deliver_due()


def _challenge(ladder: Ladder, day: int, now: datetime) -> None:
    first, second, third, fourth, fifth, sixth = (
        PersonFactory.named(f"Ashigaru {name}") for name in NAMES[:6]
    )
    if day == 2:
        made = negotiation.challenge(ladder=ladder, by=second, opponent=first, now=now)
        negotiation.accept(challenge=made, by=first, now=now)
    elif day == 3:
        made = negotiation.challenge(ladder=ladder, by=fourth, opponent=third, now=now)
        negotiation.decline(challenge=made, by=third, now=now)
    elif day == 14:
        negotiation.challenge(ladder=ladder, by=sixth, opponent=fifth, now=now)


def _rule(club: Club, players: list[Person]) -> None:
    """Arbiters of the club have ruled on its games, and one question waits for their answer."""
    arbiter = PersonFactory.named("Ashigaru Arbiter")
    paused, given_time, asked_about = (_club_game(club, *players[pair : pair + 2]) for pair in (2, 4, 6))
    Pause().decide(game=paused, by=arbiter, nonce="pause")
    waiting = _asked_seat(given_time)
    assert waiting is not None
    question = questions.ask(seat=waiting, text="May I have three more days?")
    questions.read(request=question, by=arbiter)
    AnswerQuestion(question=question, reason="You may.").decide(game=given_time, by=arbiter, nonce="answer")
    Extend(side=waiting.plays, days=3).decide(game=given_time, by=arbiter, nonce="extend")
    waiting = _asked_seat(asked_about)
    assert waiting is not None
    questions.ask(seat=waiting, text="May I retreat there?")


def _club_game(club: Club, east: Person, west: Person) -> Game:
    game = lobby.create(
        creator=east,
        edition=DEFAULT,
        side="east",
        opponent=lobby.Anybody(),
        terms=lobby.Terms(pace=7, on_time_out=OnTimeOut.ARBITER),
        enter=lambda game, opponent: club_games.enter(game, opponent, club=club, by=east),
    )
    joining.join(game=game, person=west)
    _play(game, 20)
    return game


def _live_together(club: Club, players: list[Person]) -> None:
    """People write to each other, keep a diary, give orders, go on holiday and let a program act for them."""
    first, second, third, fourth, *_others = players
    now = datetime.now(UTC)
    game = _between(first, second, DEFAULT, PUBLIC)
    _play(game, 12)
    east, west = Seat.objects.select_related("game", "player").filter(game=game).order_by("side")
    messages.write(seat=east, text="A good game to you!")
    messages.write(seat=west, text="And to you.")
    diary.write(seat=east, text="Gifu looks weak.")
    orders.lay(seat=west, orders=Orders(losses=LossOrder()), expected_version=0)
    pausing.ask(seat=east, days=3)
    away.take_weekends(person=third, are_off=True, now=now)
    away.go(person=fourth, first=now.date() + 7 * DAY, last=now.date() + 9 * DAY, now=now)
    account_services.block(person=fourth, other=third)
    account_services.change_settings(
        person=third, challenges_from=ChallengesFrom.ANYONE, bot_editions=DEFAULT
    )
    app = oauth.register(person=second, name="Board at a glance", redirects=["https://app.example.org/back"])
    let_in(first, app)
    organiser = PersonFactory.named("Organiser One")
    announcements.publish(club=club, by=organiser, title="A second season", text="It begins *in May*.")
    over = Seat.objects.filter(game__status=Game.Status.OVER, game__is_rated=True, player=second).first()
    assert over is not None
    rematch.offer(seat=over)


def _leave_unfinished(players: list[Person]) -> None:
    """What has been begun and not answered: games without an opponent, a sealed bid, unsent mail."""
    first, second, *_others = players
    lobby.create(creator=first, edition=DEFAULT, side="random", opponent=lobby.Anybody(), terms=PUBLIC)
    lobby.create(
        creator=second, edition=DEFAULT, side="west", opponent=lobby.Invite("ashigaru-nine@example.org")
    )
    game = _between(first, second, DEFAULT, PUBLIC)
    seat = Seat.objects.select_related("game").get(game=game, side=EAST)
    bid = engine.view(*position.load(seat.game), EAST)["mine"]["hand"][0]
    body = json.dumps({"type": "bid", "card": bid})
    play.submit(seat=seat, bodies=[body], expected_version=seat.version, key="first-bid")
