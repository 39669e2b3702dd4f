"""Pages about challenges: the ranking, open challenges, making one, and answering one."""

from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models.person import Person
from accounts.pages import for_person
from games.ladders.challenges import negotiation, stored_ranking
from games.ladders.challenges import queries as challenge_queries
from games.ladders.challenges import sentences as challenge_words
from games.ladders.challenges.eligibility import Reason, State
from games.ladders.challenges.queries import Rank
from games.ladders.models.challenge import Challenge
from games.ladders.models.ladder import Ladder
from games.web.clubs.finding import done, found_ladder
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, or_404
from sekigahara.requests.never_refused import never_refused

RANKS_A_PAGE = 50
"""The number of lines of a ranking on one page."""
OPEN_CHALLENGES_SHOWN = 25
ENDED_CHALLENGES_SHOWN = 10
FAR = frozenset({Reason.BELOW, Reason.OUT_OF_REACH, Reason.NOT_RANKED, Reason.SELF})
"""Reasons that are clear from the place in the ranking, and so are not shown."""


def shown(ladder: Ladder, person: Person | None, page_number: str | None) -> dict[str, Any]:
    """The template context for challenges on the page of a ladder; empty if its members are paired.

    Args:
        ladder: of the page.
        person: who is signed in; None for nobody.
        page_number: of the ranking, from the query.
    """
    if ladder.format != Ladder.Format.CHALLENGE:
        return {}
    viewer = None if ladder.closed_at is not None else person
    page = Paginator(range(1, stored_ranking.ranked(ladder).count() + 1), RANKS_A_PAGE).get_page(page_number)
    lines = challenge_queries.ranking(
        ladder, viewer, service_time.now(), first=max(page.start_index(), 1), count=RANKS_A_PAGE
    )
    place = None if viewer is None else challenge_queries.place_of(ladder, viewer)
    still = challenge_queries.open_challenges(ladder)
    mine = [] if person is None else still.filter(Q(challenger=person) | Q(challenged=person))
    return {
        "ranking": [_line(rank) for rank in lines],
        "ranking_page": page,
        "my_place": place,
        "my_ranking_page": None if place is None else -(-place // RANKS_A_PAGE),
        "my_challenges": [_of_player(each, person) for each in mine if person is not None],
        "open_challenges": still[:OPEN_CHALLENGES_SHOWN],
        "more_open": max(still.count() - OPEN_CHALLENGES_SHOWN, 0),
        "ended_challenges": challenge_queries.ended_challenges(ladder)[:ENDED_CHALLENGES_SHOWN],
        "challenge_rules": list(challenge_words.rules_of(ladder.challenge_rules)),
    }


@for_person
@require_POST
def make(request: HttpRequest, person: Person, ladder: str) -> HttpResponse:
    """Challenge a player on the ranking."""
    found = found_ladder(request, ladder)
    opponent = or_404(challenge_queries.entrant_named(found, request.POST.get("opponent", "")))

    def challenge() -> None:
        try:
            negotiation.challenge(ladder=found, by=person, opponent=opponent.person, now=service_time.now())
        except Conflict as error:
            if error.code != "may-not-challenge":
                raise
            reason = str(challenge_words.CHALLENGE_REFUSALS[Reason(error.parameters["reason"])])
            raise Conflict("may-not-challenge", reason=reason) from None

    done(
        request, challenge, _("You have challenged %(name)s. They get an email.") % {"name": opponent.person}
    )
    return redirect("ladders:ladder", ladder)


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("POST")
def challenge(request: HttpRequest, person: Person, ladder: str, challenge: str) -> HttpResponse:
    """Show a challenge to one of its two players; accept, decline or withdraw it."""
    found = challenge_queries.challenge_at(challenge)
    if found is None or found.season.ladder.public_id != ladder or not _is_of(found, person):
        raise Http404
    if request.method != "POST":
        return render(request, "games/challenges/challenge.html", _of_player(found, person))
    verbs = {
        "accept": (negotiation.accept, _("You have accepted.")),
        "decline": (negotiation.decline, _("You have declined.")),
        "withdraw": (negotiation.withdraw, _("You have withdrawn your challenge.")),
    }
    verb, success = verbs.get(request.POST.get("answer", ""), (None, ""))
    is_mine = found.challenger_id == person.pk
    if verb is None or is_mine != (verb is negotiation.withdraw):
        raise Http404
    done(request, partial(verb, challenge=found, by=person, now=service_time.now()), success)
    return redirect("ladders:challenge", ladder, challenge)


def _line(rank: Rank) -> dict[str, Any]:
    """A line of the ranking. ``refusal`` says why its player cannot be challenged, unless the place does."""
    needs_words = rank.refusal is not None and rank.refusal not in FAR
    return {"rank": rank, "refusal": challenge_words.CHALLENGE_REFUSALS[rank.refusal] if needs_words else ""}  # type: ignore[index]


def _of_player(challenge: Challenge, person: Person) -> dict[str, Any]:
    """A challenge from the view of one of its players."""
    is_mine = challenge.challenger_id == person.pk
    ladder = challenge.season.ladder
    return {
        "challenge": challenge,
        "ladder": ladder,
        "club": ladder.club,
        "is_mine": is_mine,
        "other": challenge.opponent_of(person),
        "is_accepted": challenge.state == State.ACCEPTED,
        "declining": "" if is_mine or not challenge.is_unanswered else challenge_words.declining(challenge),
        "outcome": challenge_words.outcome(challenge, is_challenger=is_mine),
    }


def _is_of(challenge: Challenge, person: Person) -> bool:
    return person.pk in {challenge.challenger_id, challenge.challenged_id}
