"""Challenges in words: the rules of a ladder, why a player cannot be challenged, and outcomes."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from games.ladders.challenges.eligibility import Reason, State
from games.ladders.models.challenge import Challenge, ChallengeRules
from games.ladders.ratings.glicko import NEWCOMER, POINT

CHALLENGE_REFUSALS: Final[Mapping[Reason, Promise]] = {
    Reason.SELF: gettext_lazy("this is you"),
    Reason.NOT_RANKED: gettext_lazy("you do not take part"),
    Reason.OPPONENT_NOT_RANKED: gettext_lazy("no longer takes part"),
    Reason.BELOW: gettext_lazy("is below you"),
    Reason.OUT_OF_REACH: gettext_lazy("is too far above you"),
    Reason.ALREADY_OPEN: gettext_lazy("there is an open challenge between you"),
    Reason.TOO_MANY_OPEN: gettext_lazy("you have an open challenge"),
    Reason.OPPONENT_BUSY: gettext_lazy("has been challenged by someone else"),
    Reason.PROTECTED: gettext_lazy("was challenged, or has defended their place, just now"),
    Reason.COOLING_DOWN: gettext_lazy("you have made a challenge just now"),
    Reason.SAME_OPPONENT: gettext_lazy("a challenge between you was over just now"),
    Reason.PAUSING: gettext_lazy("you pause"),
    Reason.UNAVAILABLE: gettext_lazy("takes no challenge for now"),
}
"""Why someone cannot be challenged now, to follow their name."""


OUTCOMES: Final[Mapping[State, tuple[Promise, Promise]]] = {
    State.DECLINED: (
        gettext_lazy("You have declined the challenge of %(challenger)s. You both keep your places."),
        gettext_lazy("%(challenged)s has declined your challenge. You both keep your places."),
    ),
    State.FORFEITED: (
        gettext_lazy("You have declined the challenge of %(challenger)s, which counts as a loss."),
        gettext_lazy("%(challenged)s has declined your challenge once too often, so you have won."),
    ),
    State.CALLED_OFF: (
        gettext_lazy("The challenge of %(challenger)s to you was called off."),
        gettext_lazy("Your challenge to %(challenged)s was called off."),
    ),
    State.PLAYED: (
        gettext_lazy("%(challenger)s had challenged you, and the game is over."),
        gettext_lazy("You had challenged %(challenged)s, and the game is over."),
    ),
}
SILENT: Final[tuple[Promise, Promise]] = (
    gettext_lazy("You did not answer the challenge of %(challenger)s in time, and so have lost."),
    gettext_lazy("%(challenged)s did not answer your challenge in time, so you have won."),
)
"""The outcomes of challenges, for the challenged and the challenger; ``SILENT`` if not answered."""
STAYED_AWAY: Final[Mapping[State, tuple[Promise, Promise]]] = {
    State.DECLINED: (
        gettext_lazy(
            "You have not checked in to the game against %(challenger)s, which counts as declining the "
            "challenge. You both keep your places."
        ),
        gettext_lazy(
            "%(challenged)s has not checked in to the game, which counts as declining your challenge. You "
            "both keep your places."
        ),
    ),
    State.FORFEITED: (
        gettext_lazy(
            "You have not checked in to the game against %(challenger)s. You had used your free declines, "
            "so it counts as a loss."
        ),
        gettext_lazy(
            "%(challenged)s has not checked in to the game, and has declined once too often, so you have won."
        ),
    ),
}
"""The outcomes of challenges whose game was called off since the challenged had not checked in."""


def declining(challenge: Challenge) -> str:
    """What it would cost the challenged player to decline now."""
    spent = Challenge.objects.filter(
        season=challenge.season_id, challenged=challenge.challenged_id, state=State.DECLINED
    )
    free = challenge.season.ladder.challenge_rules.free_declines - spent.count()
    if free <= 0:
        return _("You have used your free declines of this season: declining counts as a loss.")
    text = ngettext(
        "Declining costs you nothing; you can do so %(count)d more time this season.",
        "Declining costs you nothing; you can do so %(count)d more times this season.",
        free,
    )
    return text % {"count": free}


def outcome(challenge: Challenge, *, is_challenger: bool) -> str:
    """The outcome of a challenge, for one of the two players; empty while it is open."""
    state = State(challenge.state)
    is_silent = state is State.FORFEITED and challenge.answered_at is None
    outcomes = OUTCOMES if challenge.match_id is None else {**OUTCOMES, **STAYED_AWAY}
    text = str((SILENT if is_silent else outcomes.get(state, ("", "")))[is_challenger])
    return text % {"challenger": challenge.challenger, "challenged": challenge.challenged}


NUMBERS: Final[Mapping[str, Promise]] = {
    "reach": ngettext_lazy(
        "You can challenge players up to %(count)d place above you, one at a time.",
        "You can challenge players up to %(count)d places above you, one at a time.",
        "count",
    ),
    "answer_within": ngettext_lazy(
        "There is %(days)d day to accept or decline; a player who does not answer has lost.",
        "There are %(days)d days to accept or decline; a player who does not answer has lost.",
        "days",
    ),
    "free_declines": ngettext_lazy(
        "You can decline %(count)d challenge a season; declining any further one counts as a loss.",
        "You can decline %(count)d challenges a season; declining any further one counts as a loss.",
        "count",
    ),
    "protection": ngettext_lazy(
        "No one can be challenged within %(days)d day after the last challenge, or after its game.",
        "No one can be challenged within %(days)d days after the last challenge, or after its game.",
        "days",
    ),
    "cooldown": ngettext_lazy(
        "You must wait at least %(days)d day between two challenges that you make.",
        "You must wait at least %(days)d days between two challenges that you make.",
        "days",
    ),
    "same_opponent": ngettext_lazy(
        "The same two wait %(days)d day before either challenges the other again.",
        "The same two wait %(days)d days before either challenges the other again.",
        "days",
    ),
    "time_out_drop": ngettext_lazy(
        "A player who loses on time goes down %(count)d additional place; so do both if both lose by a "
        "ruling.",
        "A player who loses on time goes down %(count)d additional places; so do both if both lose by a "
        "ruling.",
        "count",
    ),
}
"""What a number that the club has decided on means, by the column of ``ChallengeRules``."""


def rules_of(rules: ChallengeRules) -> Iterator[str]:
    """What the club has decided, in sentences. A number of 0 needs none, except that of free declines."""
    numbers = {name: getattr(rules, name) for name in NUMBERS}
    said = {name: text % {"count": numbers[name], "days": numbers[name]} for name, text in NUMBERS.items()}
    yield said["reach"]
    yield _(
        "A challenger who wins takes the other's place, and all between go down one; any other result "
        "changes nothing."
    )
    if rules.enters_by_rating:
        yield _(
            "New players begin at the place of their rating, which is %(points)d for those without one. "
            "Players who come back begin at the bottom."
        ) % {"points": NEWCOMER.points // POINT}
    else:
        yield _("New players begin at the bottom.")
    yield said["answer_within"]
    yield said["free_declines"] if rules.free_declines else _("Declining counts as a loss.")
    yield _("A player who accepts a challenge and does not check in to the game has declined it.")
    yield from (
        said[name] for name in ("protection", "cooldown", "same_opponent", "time_out_drop") if numbers[name]
    )
    yield _(
        "A player who has not played for %(after)d days goes down one place, and one more after every "
        "%(step)d days; after %(off)d days they are removed. The player at the top keeps the place unless "
        "they pause."
    ) % {"after": rules.inactive_after, "step": rules.inactive_step, "off": rules.off_after}
