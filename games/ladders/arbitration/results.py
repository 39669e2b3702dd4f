"""What arbiters decide of results: that a game counts for nothing, or for another result than its own.

The log of the game is never touched: its record tells what was played. Ladder and ratings follow the
decision; the places in a ranking of challenges stay, since later results rest on them. The verbs are as those
of ``desk``.
"""

from django.db.models import Q
from django.utils import timezone

from accounts.models.person import Person
from games.engine.side import EAST, Side
from games.errors import Conflict
from games.ladders import participation
from games.ladders.arbitration.register import Entry
from games.ladders.arbitration.rulings import Kind, case
from games.ladders.challenges import ends as challenge_ends
from games.ladders.models.challenge import Challenge
from games.ladders.models.entrant import Entrant
from games.ladders.models.match import Match
from games.ladders.models.ruling import Ruling
from games.ladders.models.season import Season
from games.ladders.ratings import intake
from games.ladders.ratings.counting import NotRated
from games.ladders.ratings.results import CORRECTED, LOSS, TIE, WIN
from games.ladders.tables import updating
from games.models.game import Game

ANNULLED = "annulled"
"""Stands for the kind of victory in a match that counts for nothing."""


def annul(*, game: Game, by: Person, nonce: str, reason: str) -> Ruling:
    """Have a game count for nothing, in its ladder and for ratings, whether it runs or is over.

    One that runs may be played on; its clock stands still.

    Raises:
        Conflict: ``annulled-already``.
        Conflict, Forbidden, Frozen: as ``desk.case`` does.
    """
    decided = _annul(game, by, nonce, reason)
    updating.keep_small(Season.objects.filter(matches__game=game))
    return decided


def _annul(game: Game, by: Person, nonce: str, reason: str) -> Ruling:
    with case(game, by, nonce, after=intake.locked) as at:
        if at.before is not None:
            return at.before
        _refuse_annulled(at.game)
        now = timezone.now()
        if at.game.status == Game.Status.RUNNING and at.game.paused_at is None:
            at.game.paused_at = now
            at.game.save(update_fields=["paused_at"])
        decided = at.decide(Entry(Kind.ANNUL, reason=reason))
        intake.change(at.game, void=NotRated.ANNULLED)
        match = Match.objects.select_related("season__ladder").filter(game=at.game).first()
        if match is not None:
            _void(match)
        return decided


def correct(*, game: Game, by: Person, nonce: str, winner: Side | None, reason: str) -> Ruling:
    """Put another result in place of a finished game's own, in its ladder and for ratings.

    Args:
        winner: None for a tie.

    Raises:
        Conflict: ``not-over``; ``counts-for-nothing``: neither a ladder nor ratings have a result of it;
            ``result-pending``: they have not come to it yet; ``same-result``; ``annulled-already``.
        Conflict, Forbidden, Frozen: as ``desk.case`` does.
    """
    decided = _correct(game, by, nonce, winner, reason)
    updating.keep_small(Season.objects.filter(matches__game=game))
    return decided


def _correct(game: Game, by: Person, nonce: str, winner: Side | None, reason: str) -> Ruling:
    halves = (TIE, TIE) if winner is None else (WIN, LOSS) if winner == EAST else (LOSS, WIN)
    with case(game, by, nonce, after=intake.locked) as at:
        if at.before is not None:
            return at.before
        if not at.game.is_over:
            raise Conflict("not-over")
        _refuse_annulled(at.game)
        match = Match.objects.select_related("season__ladder").filter(game=at.game).first()
        if match is None and not at.game.is_rated:
            raise Conflict("counts-for-nothing")
        if (match is not None and match.ended_at is None) or (at.game.is_rated and not at.game.counted_at):
            raise Conflict("result-pending")
        if halves == result_of(at.game, match):
            raise Conflict("same-result")
        words = {"winner": "tie" if winner is None else winner.label}
        decided = at.decide(Entry(Kind.CORRECT, reason=reason, parameters=words))
        east, west = halves
        intake.change(at.game, east_halves=east, west_halves=west, victory=CORRECTED)
        if match is not None:
            match.east_halves, match.west_halves, match.victory = east, west, CORRECTED
            match.save(update_fields=["east_halves", "west_halves", "victory"])
            updating.changed(Season.objects.filter(pk=match.season_id))
        return decided


def is_annulled(game: Game) -> bool:
    """Whether a game counts for nothing, by decision."""
    return Ruling.objects.filter(game=game, kind=Kind.ANNUL).exists()


def result_of(game: Game, match: Match | None) -> tuple[int, int]:
    """What a finished game counts for: East's score and West's."""
    if match is not None and match.east_halves is not None and match.west_halves is not None:
        return match.east_halves, match.west_halves
    return intake.halves_of(game)


def _refuse_annulled(game: Game) -> None:
    if is_annulled(game):
        raise Conflict("annulled-already")


def _void(match: Match) -> None:
    """Take a match out of the table; whoever was still in it waits for another, or may challenge again."""
    if match.ended_at is None:
        participation.locked(match.season.ladder)
        match.ended_at = timezone.now()
        both = Q(person=match.east_id) | Q(person=match.west_id)
        Entrant.objects.filter(both, ladder=match.season.ladder_id).update(waiting_since=match.ended_at)
        for challenge in Challenge.objects.filter(Challenge.OPEN, match=match):
            challenge_ends.call_off(challenge, match.ended_at, told=())
    match.east_halves = match.west_halves = None
    match.victory = ANNULLED
    match.save(update_fields=["ended_at", "east_halves", "west_halves", "victory"])
    updating.changed(Season.objects.filter(pk=match.season_id))
