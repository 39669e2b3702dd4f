"""Arbiters' rulings, and the questions by which players ask for one."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.side import SIDES, Side
from games.models.game import SIDE_CHOICES, Game, new_public_id

LONGEST_RULING_REASON = 1000
BY_RULE = "rule"
"""Among the parameters of a ruling: the rule of the ladder that made it, and no arbiter."""

ANNUL, BOTH_LOSE, CORRECT, OPEN, SUBSTITUTE = "annul", "both-lose", "correct", "open", "substitute"
"""The verbs whose rulings other code looks for; `arbitration.verbs` has all."""
ENDING_FOR_THE_LADDER = (ANNUL, BOTH_LOSE)
"""After these nobody waits for the end of a game that still runs."""


def no_parameters() -> dict[str, Any]:
    """Most verbs have none."""
    return {}


class Ruling(models.Model):
    """An arbiter's ruling on a club's game. Rows are only added, and both players can read them.

    Each is chained to the previous one (see ``arbitration.register``), so that none can be changed or removed
    unnoticed. The chain contains no names, so that an arbiter can be forgotten without breaking it: it
    contains a salted hash of their name.

    Attributes:
        public_id: its name in addresses.
        number: from 1 in each game, without a gap.
        kind: the name of a verb in ``arbitration.verbs``.
        arbiter: null once that person is forgotten; ``arbiter_name``, their name at the time, is then empty.
        name_salt, name_seal: the seal is the hash of both; the salt is deleted with the name. All are empty
            if a rule of the ladder has decided.
        side: the side concerned: the one that gets more time, loses, loses its player, or asked.
        reason: in the arbiter's words, for both players.
        parameters: other values of the decision; each verb has its own.
        newcomer, former: who took a seat, and who had it.
        nonce: of the form it came from, so that a second click makes no second ruling.
        chain: the hash over the previous ruling and this one, hex.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=12)
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    arbiter_name = models.CharField(_("arbiter's name"), max_length=60, blank=True)
    name_salt = models.CharField(_("salt of the name"), max_length=32, blank=True)
    name_seal = models.CharField(_("seal of the name"), max_length=64)
    side = models.SmallIntegerField(_("side"), null=True, choices=SIDE_CHOICES)
    reason = models.TextField(_("reason"), max_length=LONGEST_RULING_REASON, blank=True)
    parameters = models.JSONField(_("parameters"), default=no_parameters)
    newcomer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    former = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    nonce = models.CharField(_("nonce"), max_length=40)
    made_at = models.DateTimeField(_("made at"))
    chain = models.CharField(_("chain hash"), max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_ruling_per_number"),
            models.UniqueConstraint(fields=["game", "nonce"], name="one_ruling_per_form"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.number}"

    @property
    def decided_by(self) -> str:
        """The arbiter's name as it was, or that there was none."""
        if self.is_by_rule:
            return gettext("The ladder's rule")
        return self.arbiter_name or gettext("an arbiter who has left")

    @property
    def is_by_rule(self) -> bool:
        """Whether a rule of the ladder has decided, and no arbiter."""
        return BY_RULE in self.parameters

    @property
    def about(self) -> Side | None:
        """The side, as the engine names it."""
        return None if self.side is None else SIDES[self.side]


LONGEST_QUESTION = 2000


class RulingRequest(models.Model):
    """A player asks the arbiters of the club for a ruling, and shows them what they see.

    Attributes:
        public_id: its name in addresses.
        side: the asker's.
        asker: the question is deleted together with this person.
        view: everything the asker saw of the game at that moment, as the API represents it.
        readers: the arbiters who read it, and so know that side's hidden information.
        answer: the ruling that answers it; null while it is open.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="ruling_requests")
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ruling_requests"
    )
    text = models.TextField(_("question"), max_length=LONGEST_QUESTION)
    view = models.JSONField(_("what the asker saw"))
    asked_at = models.DateTimeField(_("asked at"))
    readers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", verbose_name=_("read by"))
    answer = models.OneToOneField(
        Ruling, on_delete=models.PROTECT, null=True, related_name="answers", verbose_name=_("answer")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "side"],
                condition=models.Q(answer__isnull=True),
                name="one_open_question_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def asks(self) -> Side:
        """The side, as the engine names it."""
        return SIDES[self.side]


class StandInSearch(models.Model):
    """Stand-ins are asked in turn to take a seat. The row is deleted when one does, or nobody is left.

    Attributes:
        public_id: its name in forms, and the nonce of the ruling that it leads to.
        arbiter: who began it, and rules once somebody takes the seat.
        reason: of that ruling.
        begun_at: when it began.
        person: who is asked now; null if they have left, until the next is asked.
        due_at: until when they can answer.
        asked: everybody who was asked, and so is not asked again.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="stand_in_searches")
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    arbiter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.TextField(_("reason"), max_length=LONGEST_RULING_REASON)
    begun_at = models.DateTimeField(_("begun at"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    due_at = models.DateTimeField(_("due at"), db_index=True)
    asked = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", verbose_name=_("asked"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="one_search_a_seat")]

    def __str__(self) -> str:
        return self.public_id

    @property
    def plays(self) -> Side:
        """The side, as a value of the engine."""
        return SIDES[self.side]
