"""Points given by bidding, in the mails of the game: told as it begins, and counted when it is over."""

from html import unescape

import pytest

from games.engine.side import EAST, LABELS, SIDES, WEST, Side
from games.ladders.arbitration.verbs.annul import ANNULLED
from games.ladders.bidding.auction import Bid
from games.ladders.models.season import Match
from games.ladders.ratings.results import CORRECTED
from games.log import position
from games.models.game import Game
from games.models.seat import Seat
from games.notices.turns import over as over_mail
from games.services import play
from games.services.waiting import OVER, STARTED, YOUR_PHASE
from notifications.registry import Message, kind_named
from tests.factories.ladders import PLAYERS, BiddingFactory, BiddingLadderFactory
from tests.factories.people import PersonFactory
from tests.kit.ladders import opened
from tests.ladders.archived import taken_in

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

GIVEN = (
    "West begins with 3 victory points given by bidding: they count only if the game is decided by points."
)


@pytest.fixture
def match() -> Match:
    """West has been given 3 points."""
    return opened(BiddingFactory.create(), Bid(EAST, 3), Bid(EAST, 1))


def at_the_end(game: Game, side: Side) -> Message:
    mail = over_mail(f"{game.public_id}.{LABELS[side]}", "1")
    assert mail is not None
    return mail


def decided_by_points(short: int | None) -> tuple[Game, tuple[int, int]]:
    """A game of a ladder that East has won by points, and how many both had.

    Args:
        short: how many points West still lacks to draw level with those given; None for none given.
    """
    game = taken_in(2)  # won by more than a point
    result = position.load(game).state.result
    assert result is not None
    assert (result.winner, result.victory) == (EAST, "points")
    east, west = result.points
    players = [PersonFactory.named(name) for name in PLAYERS]
    for side, player in zip(SIDES, players, strict=True):
        Seat.objects.filter(game=game, side=side).update(player=player, computer="")
    Game.objects.filter(pk=game.pk).update(is_rated=True)
    season = BiddingLadderFactory.create().seasons.get()
    Match.objects.create(
        season=season,
        round=1,
        game=game,
        east=players[EAST],
        west=players[WEST],
        paired_at=season.begins_at,
        given_west=0 if short is None else east - west - short,
    )
    return game, result.points


def waiting(game: Game, kind: str) -> Message:
    """What East is mailed while they are asked for a bid."""
    seat = Seat.objects.get(game=game, side=EAST)
    found = kind_named(kind)
    assert found is not None
    mail = found.compose(f"{game.public_id}.east", str(seat.told_at))
    assert mail is not None
    return mail


def test_mail_of_the_start_says_the_points_given(match: Match) -> None:
    mail = waiting(match.game, STARTED)
    assert GIVEN in mail.text
    assert GIVEN in unescape(mail.html)


def test_later_turns_do_not_say_it_again(match: Match) -> None:
    mail = waiting(match.game, YOUR_PHASE)
    assert "bidding" not in mail.text
    assert "bidding" not in unescape(mail.html)


@pytest.mark.parametrize(
    ("short", "told"),
    [
        (1, "With the points given East has {east} and West {west}: East wins in the ladder."),
        (0, "With the points given both have {east}, and West wins ties: West wins in the ladder."),
        (-1, "With the points given East has {east} and West {west}: West wins in the ladder."),
    ],
)
def test_both_are_mailed_who_wins_in_the_ladder(short: int, told: str) -> None:
    game, (east, _west) = decided_by_points(short)
    sentence = told.format(east=east, west=east - short)
    for side in SIDES:
        mail = at_the_end(game, side)
        assert mail.subject.endswith(": the game is over"), "won or lost is not all there is to it"
        for text in (mail.text, unescape(mail.html)):
            assert "given by bidding" in text
            assert sentence in text


def test_mail_of_the_end_says_that_points_given_do_not_count(match: Match) -> None:
    play.resign(seat=Seat.objects.select_related("game", "player").get(game=match.game, side=EAST))
    mail = at_the_end(match.game, EAST)
    assert GIVEN in mail.text
    assert "The game was not decided by points, so the points given do not count." in mail.text
    assert "in the ladder" not in mail.text


@pytest.mark.parametrize("kind", [STARTED, OVER])
def test_a_game_without_points_given_says_nothing_of_them(kind: str) -> None:
    if kind == STARTED:
        mail = waiting(opened(BiddingFactory.create(), Bid(EAST, 3), Bid(WEST, 1)).game, STARTED)
    else:
        mail = at_the_end(decided_by_points(None)[0], EAST)
    assert "bidding" not in mail.text
    assert "points given" not in mail.text
    assert mail.subject.endswith((": the game has begun", ": you won"))


@pytest.mark.parametrize("victory", [ANNULLED, CORRECTED])
def test_mail_of_the_end_names_no_ladder_winner_after_a_ruling(victory: str) -> None:
    game, _points = decided_by_points(-1)
    Match.objects.filter(game=game).update(victory=victory, ended_at=game.ended_at)
    mail = at_the_end(game, WEST)
    assert "given by bidding" in mail.text
    assert "in the ladder" not in mail.text
