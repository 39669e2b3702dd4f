from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.closing import hold
from accounts.models.person import LONGEST_PERSON_NAME, Person
from games.engine.side import EAST, SIDES, Side
from games.ladders.arbitration import jurisdiction
from games.ladders.arbitration.case import Case
from games.ladders.arbitration.verbs.base import Hearing, Verb, side_field
from games.ladders.models.club import ClubGame, Membership
from games.ladders.models.ruling import SUBSTITUTE, Ruling, RulingRequest, StandInSearch
from games.log import seat_register
from games.services import presence
from games.services.orders import hand_over
from games.services.waiting import restart_clock
from notifications.services import withdraw
from sekigahara.db import service_time
from sekigahara.errors.exceptions import Conflict, Unacceptable

MOST_LISTED: Final = 50
"""Members that one chooses from in a list; of more, one is named."""


@dataclass(frozen=True, kw_only=True)
class Substitute(Verb):
    """Let another member of the club take a seat, and invalidate the former player's links to it.

    The game no longer counts for ratings. In the ladder it counts for the players who were paired. An open
    question of the former player is closed by the ruling, so that the newcomer can ask. Blocks between
    newcomer and opponent are ignored: the list of possible newcomers would reveal to the arbiter who has
    blocked whom.

    Attributes:
        newcomer: the member who gets the seat, its hidden information, and the full time for a decision.
    """

    name = SUBSTITUTE
    meaning = "another player takes the seat"
    title = gettext_lazy("Have another member take a seat")
    warning = gettext_lazy(
        "The newcomer sees everything that the seat knows, and gets the full time for a decision. The former "
        "player sees only what everyone can see. The game is not rated. In a ladder it counts for those who "
        "were paired. Ask the newcomer first, or have the stand-ins of the club asked."
    )
    button = gettext_lazy("Change the player")
    is_grave = True
    needs_reason = True

    side: Side
    newcomer: Membership

    @classmethod
    def is_possible(cls, hearing: Hearing) -> bool:
        return hearing.is_running and any(seat.player_id is not None for seat in hearing.seats)

    @classmethod
    def fields(cls, hearing: Hearing) -> dict[str, forms.Field]:
        taken = [side for side in SIDES if hearing.seats[side].player is not None]
        return {
            "side": side_field(gettext_lazy("Whose seat?"), hearing, taken),
            "newcomer": _newcomer_field(candidates(hearing.held, hearing.by)),
        }

    def carry_out(self, case: Case) -> Ruling:
        """Transfer the seat.

        Raises:
            Conflict: ``not-running``; ``no-person``: the seat has no human player.
            Unacceptable: ``cannot-take-seat``: they are not a member, play or have played in this game, have
                seen hidden information of it, or are ruling on it now.
        """
        case.refuse_not_running()
        seat, former = case.seats[self.side], case.seats[self.side].player
        if former is None:
            raise Conflict("no-person")
        hold(former.pk, self.newcomer.person_id)
        taking = self._taking(case)
        now = service_time.now()
        withdraw(recipient_id=former.pk, about=seat.reference)
        seat.player, seat.links_after = taking, now
        seat.looked_at = seat.told_at = 0
        seat.mutes_messages = False
        seat.take_back_asked = 0
        restart_clock(case.game, seat, now)
        seat.save()
        seat_register.enter([(seat_register.Kind.SUBSTITUTE, seat)])
        case.game.save(update_fields=["register"])
        hand_over(seat)
        presence.forget(case.game.pk)
        ruling = self.enter(case, side=self.side, newcomer=taking, former=former)
        StandInSearch.objects.filter(game=case.game, side=self.side).delete()
        RulingRequest.objects.filter(game=case.game, side=self.side, answer=None).update(answer=ruling)
        return ruling

    @classmethod
    def sentence(cls, ruling: Ruling) -> str:
        names = {
            "newcomer": ruling.newcomer or _("someone who has left"),
            "former": ruling.former or _("someone who has left"),
        }
        if ruling.about == EAST:
            return _("%(newcomer)s takes the seat of %(former)s (East). The game is not rated.") % names
        return _("%(newcomer)s takes the seat of %(former)s (West). The game is not rated.") % names

    def _taking(self, case: Case) -> Person:
        """The member who takes the seat, if they may."""
        # An account is closed without the club's lock.
        members = candidates(case.held, case.arbiter).select_for_update(of=("self",))
        member = members.filter(pk=self.newcomer.pk).first()
        if member is None:
            raise Unacceptable("cannot-take-seat")
        return member.person


def candidates(held: ClubGame, by: Person) -> QuerySet[Membership]:
    """The members of a club who may take a seat in a game, by name, except the arbiter who rules."""
    members = Membership.objects.select_related("person").filter(club=held.club_id).exclude(person=by)
    return members.exclude(jurisdiction.involved(held.game_id)).order_by("person__name", "pk")


def _newcomer_field(offered: QuerySet[Membership]) -> forms.Field:
    """A list of those offered, or a field for a name where that would be too long."""
    listed = list(offered[: MOST_LISTED + 1])
    return _Named(offered) if len(listed) > MOST_LISTED else _Listed(offered, listed)


class _Listed(forms.ChoiceField):
    """A member, chosen from a list."""

    def __init__(self, offered: QuerySet[Membership], listed: list[Membership]) -> None:
        super().__init__(
            label=_("Who takes it?"),
            help_text=_(
                "Members who have never played in this game and have seen none of its hidden information."
            ),
            choices=[("", "…"), *((each.public_id, str(each.person)) for each in listed)],
        )
        self.offered = offered

    def clean(self, value: Any) -> Any:
        return _only(self.offered.filter(public_id=super().clean(value)))


class _Named(forms.CharField):
    """A member, named."""

    def __init__(self, offered: QuerySet[Membership]) -> None:
        super().__init__(
            label=_("Who takes it?"),
            help_text=_(
                "The name of a member who has never played in this game and has seen none of its hidden "
                "information."
            ),
            max_length=LONGEST_PERSON_NAME,
        )
        self.offered = offered

    def clean(self, value: Any) -> Any:
        return _only(self.offered.filter(person__name__iexact=super().clean(value)))


def _only(meant: QuerySet[Membership]) -> Membership:
    """The only member with the submitted name.

    Raises:
        ValidationError: there is none, or more than one.
    """
    found = list(meant[:2])
    if not found:
        raise forms.ValidationError(
            _("No member who can take the seat has this name."), code="no-such-member"
        )
    if len(found) > 1:
        raise forms.ValidationError(
            _("Several members have this name. Ask the one who will take the seat to change theirs first."),
            code="several-members",
        )
    return found[0]
