"""Challenges between members of a ladder: making, accepting, declining and withdrawing them.

Each verb is one durable transaction that locks the ladder's row first. Repeating what is already done has no
effect and is not refused. The automatic part is in ``automation``.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from accounts.models.person import Block, Person
from accounts.models.restriction import Restricted
from accounts.restrictions import refuse_restricted
from games.ladders import participation, seasons, starting
from games.ladders.challenges import eligibility, stored_ranking, webhook_events
from games.ladders.challenges import ends as challenge_ends
from games.ladders.challenges.eligibility import Reason, State
from games.ladders.models.challenge import Challenge, ChallengeRules
from games.ladders.models.ladder import Ladder
from games.ladders.pairing import sides
from games.models import playing_time
from notifications.services import Announcement, announce
from sekigahara.errors.exceptions import Conflict, Forbidden

CHALLENGED = "ladders.challenged"


def challenge(*, ladder: Ladder, by: Person, opponent: Person, now: datetime) -> Challenge:
    """Challenge a player, who is mailed.

    Returns:
        The challenge, or the existing one if a challenge to this opponent is already open.

    Raises:
        Conflict: ``ladder-closed``; ``no-challenges``: the ladder pairs its members itself;
            ``may-not-challenge``: with the ``reason``, a word of ``challenges.Reason``.
        Forbidden: ``restricted``.
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
        refuse_restricted(by, Restricted.CHALLENGES)
        reason = refusals(row, by, now)(opponent.pk)
        if reason is not None:
            raise Conflict("may-not-challenge", reason=str(reason))
        rules = ChallengeRules.objects.get(ladder=row)
        made = Challenge.objects.create(
            season=seasons.current(row, now),
            challenger=by,
            challenged=opponent,
            made_at=now,
            answer_by=playing_time.deadline(
                now, timedelta(days=rules.answer_within), *row.time_away_of(opponent)
            ),
        )
        announce([Announcement(CHALLENGED, made.public_id, "1", opponent.pk)])
        webhook_events.made(row, made)
    return made


def accept(*, challenge: Challenge, by: Person, now: datetime) -> Challenge:
    """Accept a challenge: the game begins. East is the player who had it less this season, or by a hash.

    A late answer counts as long as the forfeit has not been recorded.

    Returns:
        The challenge as it is now.

    Raises:
        Forbidden: ``not-challenged``: the person is not the challenged player.
        Conflict: ``challenge-over``: it was declined, withdrawn or forfeited, or is being called off.
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
    """Decline a challenge. Some are free each season; each further one is a loss without a game.

    Returns:
        The challenge as it is now; its ``state`` says which of the two it was.

    Raises:
        Forbidden: ``not-challenged``: the person is not the challenged player.
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
    """Withdraw an unanswered challenge. This does not shorten the cooldown.

    Returns:
        The challenge as it is now.

    Raises:
        Forbidden: ``not-challenger``: the person is not the challenger.
        Conflict: ``challenge-over``: it was answered or forfeited.
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
    """A function from a person's id to the reason why they cannot be challenged now, or None.

    Players who pause and players with a block between them and the challenger have the same reason.
    """
    ranked = {
        entrant.person_id: entrant for entrant in stored_ranking.ranked(ladder).select_related("person")
    }
    on_holiday = {person for person, entrant in ranked.items() if entrant.is_on_holiday(ladder, now)}
    away = {person for person, entrant in ranked.items() if entrant.most == 0 or entrant.is_absent}
    rules = ChallengeRules.objects.get(ladder=ladder).terms
    long_ago = now - timedelta(days=max(rules.protection, rules.cooldown, rules.same_opponent))
    recent = Q(made_at__gte=long_ago) | Q(ended_at__gte=long_ago) | Challenge.OPEN
    known = [
        replace(each.plain, is_held=each.challenged_id in on_holiday)
        for each in Challenge.objects.filter(recent, season__ladder=ladder)
    ]
    return eligibility.refusals(
        list(ranked),
        known,
        challenger=challenger.pk,
        now=now,
        settings=rules,
        away=away | on_holiday | _blocked(challenger),
    )


def _locked(challenge: Challenge) -> tuple[Ladder, Challenge]:
    """The ladder and the current challenge, both locked until the end of the transaction."""
    row = participation.locked(challenge.season.ladder)
    challenges_now = Challenge.objects.select_related("season", "challenger", "challenged")
    return row, challenges_now.get(pk=challenge.pk)


def _refuse_others(challenge: Challenge, by: Person) -> None:
    if challenge.challenged_id != by.pk:
        raise Forbidden("not-challenged")


def _blocked(person: Person) -> set[int]:
    """The people whom the person has blocked, or who have blocked the person."""
    either_way = Block.objects.filter(Q(person=person) | Q(blocked=person))
    pairs = either_way.values_list(F("person"), F("blocked"))
    return {other for pair in pairs for other in pair} - {person.pk}


def _lot(number: int, person: int) -> int:
    """Decides ties in a way that no one can influence and everyone can verify."""
    return int.from_bytes(hashlib.sha256(f"{number}|{person}".encode()).digest()[:8], "big")
