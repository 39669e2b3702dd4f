"""Challenges between members of a ladder: made, accepted, declined, withdrawn.

Each verb is one durable transaction that locks the ladder's row first. What was done already is not done
again and not refused. What follows by itself is in ``challenge_automation``.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from accounts.models.block import Block
from accounts.models.person import Person
from games.errors import Conflict, Forbidden
from games.ladders import participation, seasons, starting
from games.ladders.challenges import eligibility, stored_ranking, webhook_events
from games.ladders.challenges import ends as challenge_ends
from games.ladders.challenges.eligibility import Reason, State
from games.ladders.models.challenge import Challenge
from games.ladders.models.challenge_rules import ChallengeRules
from games.ladders.models.ladder import Ladder
from games.ladders.pairing import sides
from notifications.services import Announcement, announce

CHALLENGED = "ladders.challenged"


def challenge(*, ladder: Ladder, by: Person, opponent: Person, now: datetime) -> Challenge:
    """Challenge somebody, who is mailed.

    Returns:
        The challenge; where one of theirs to this opponent is open already, that.

    Raises:
        Conflict: ``ladder-closed``; ``no-challenges``: the ladder pairs its members itself;
            ``may-not-challenge``: with the ``reason``, a word of ``challenges.Reason``.
    """
    with transaction.atomic(durable=True):
        row = participation.locked(ladder)
        if row.format != Ladder.Format.CHALLENGE:
            raise Conflict("no-challenges")
        if row.closed_at is not None:
            raise Conflict("ladder-closed")
        still = Challenge.objects.filter(
            Challenge.OPEN, season__ladder=row, challenger=by, challenged=opponent
        ).first()
        if still is not None:
            return still
        reason = refusals(row, by, now)(opponent.pk)
        if reason is not None:
            raise Conflict("may-not-challenge", reason=str(reason))
        rules = ChallengeRules.objects.get(ladder=row).of_challenges
        plain = eligibility.Challenge(challenger=by.pk, challenged=opponent.pk, made=now)
        made = Challenge.objects.create(
            season=seasons.current(row, now),
            challenger=by,
            challenged=opponent,
            made_at=now,
            answer_by=eligibility.answer_due(plain, rules),
        )
        announce([Announcement(CHALLENGED, made.public_id, "1", opponent.pk)])
        webhook_events.made(row, made)
    return made


def accept(*, challenge: Challenge, by: Person, now: datetime) -> Challenge:
    """Accept: the game begins. East is whoever has had it less this season; of two alike, a hash decides.

    An answer after ``answer_by`` counts as long as nobody has noticed.

    Returns:
        The challenge as it is now.

    Raises:
        Forbidden: ``not-challenged``: by somebody else.
        Conflict: ``challenge-over``: it was declined, withdrawn or forfeited, or is called off presently.
    """
    with transaction.atomic(durable=True):
        row, mine = _locked(challenge)
        _refuse_others(mine, by)
        if mine.state in {State.ACCEPTED, State.PLAYED}:
            return mine
        if not mine.is_unanswered or not {mine.challenger_id, by.pk} <= set(stored_ranking.ranking_of(row)):
            raise Conflict("challenge-over")
        mine.state, mine.answered_at = State.ACCEPTED, now
        mine.save(update_fields=["state", "answered_at"])
        row.round += 1
        row.save(update_fields=["round"])
        season = seasons.current(row, now)
        begun = (mine.challenger, mine.challenged)
        lots = {person.pk: _lot(row.round, person.pk) for person in begun}
        differences = seasons.differences(season)
        ((east, _west),) = sides.balanced(
            [(mine.challenger_id, mine.challenged_id)], {pk: differences[pk] for pk in lots}, lots
        )
        players = begun if begun[0].pk == east else begun[::-1]
        starting.begin(ladder=row, season=season, players=players, number=row.round, now=now)
        mine.refresh_from_db(fields=["match"])
    return mine


def decline(*, challenge: Challenge, by: Person, now: datetime) -> Challenge:
    """Decline: so many a season cost nothing, each further one is a loss without a game.

    Returns:
        The challenge as it is now, whose ``state`` says which it was.

    Raises:
        Forbidden: ``not-challenged``: by somebody else.
        Conflict: ``challenge-over``: it was accepted, withdrawn, or not answered in time.
    """
    with transaction.atomic(durable=True):
        row, mine = _locked(challenge)
        _refuse_others(mine, by)
        if mine.answered_at is not None and mine.state in {State.DECLINED, State.FORFEITED}:
            return mine
        if not mine.is_unanswered:
            raise Conflict("challenge-over")
        challenge_ends.decline(row, mine, now)
    return mine


def withdraw(*, challenge: Challenge, by: Person, now: datetime) -> Challenge:
    """Take one's challenge back, as long as it is not answered. The cooldown goes on all the same.

    Returns:
        The challenge as it is now.

    Raises:
        Forbidden: ``not-challenger``: by somebody else.
        Conflict: ``challenge-over``: it was answered, or forfeited.
    """
    with transaction.atomic(durable=True):
        _row, mine = _locked(challenge)
        if mine.challenger_id != by.pk:
            raise Forbidden("not-challenger")
        if mine.state == State.CALLED_OFF:
            return mine
        if not mine.is_unanswered:
            raise Conflict("challenge-over")
        challenge_ends.withdraw(mine, now)
    return mine


def refusals(ladder: Ladder, challenger: Person, now: datetime) -> Callable[[int], Reason | None]:
    """Tells of everybody on the ladder, by the person's id, why they cannot be challenged now, or nothing.

    Whoever pauses, and whoever has blocked the challenger or is blocked by them, are told apart by nothing.
    """
    most_games = dict(stored_ranking.ranked(ladder).values_list("person", "most"))
    away = {person for person, most in most_games.items() if most == 0} | _blocked(challenger)
    rules = ChallengeRules.objects.get(ladder=ladder).of_challenges
    long_ago = now - max(rules.protection, rules.cooldown, rules.same_opponent)
    recent = Q(made_at__gte=long_ago) | Q(ended_at__gte=long_ago) | Challenge.OPEN
    known = [each.plain for each in Challenge.objects.filter(recent, season__ladder=ladder)]
    return eligibility.refusals(
        list(most_games), known, challenger=challenger.pk, now=now, settings=rules, away=away
    )


def _locked(challenge: Challenge) -> tuple[Ladder, Challenge]:
    """The ladder, locked, and the challenge as it is now; nobody else changes it before the end."""
    row = participation.locked(challenge.season.ladder)
    challenges_now = Challenge.objects.select_related("season", "challenger", "challenged")
    return row, challenges_now.get(pk=challenge.pk)


def _refuse_others(challenge: Challenge, by: Person) -> None:
    if challenge.challenged_id != by.pk:
        raise Forbidden("not-challenged")


def _blocked(person: Person) -> set[int]:
    """Whom the person has blocked, and who has blocked them."""
    either_way = Block.objects.filter(Q(person=person) | Q(blocked=person))
    pairs = either_way.values_list(F("person"), F("blocked"))
    return {other for pair in pairs for other in pair} - {person.pk}


def _lot(number: int, person: int) -> int:
    """What nobody can have arranged, and everybody can work out again."""
    return int.from_bytes(hashlib.sha256(f"{number}|{person}".encode()).digest()[:8], "big")
