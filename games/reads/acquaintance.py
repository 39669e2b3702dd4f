"""Who has met whom, and who may challenge whom to a game by their name or key."""

from django.utils.translation import gettext as _

from accounts.models.person import ChallengesFrom, Person
from games.models.seat import Seat
from games.reads.competition import competition


def have_met(one: Person, other: Person) -> bool:
    """Whether two people have played a game that began, or are members of the same club."""
    seats = Seat.objects.filter(player=one, game__started_at__isnull=False, game__seats__player=other)
    return seats.exists() or competition().share_club(one, other)


def may_challenge(challenger: Person, person: Person) -> bool:
    """Whether a person may be challenged by another, as they have chosen.

    Nobody may challenge guests and those who have closed their account.
    """
    match person.challenges_from if person.is_active else ChallengesFrom.NOBODY:
        case ChallengesFrom.ANYONE:
            return True
        case ChallengesFrom.MET:
            return have_met(challenger, person)
    return False


def challengeable(challenger: Person, called: str) -> Person | None:
    """The person with a key or with that name, if it is the only one and may be challenged.

    A mark behind the name, as pages show it, is no part of it. Capitals count where names differ by them.
    Whether there is nobody, there are several, or they may not be challenged, is all the same.
    """
    called = called.replace("\0", "").removesuffix(str(_("%(name)s (bot)") % {"name": ""})).strip()
    if not called:
        return None
    there = Person.objects.filter(closed_at=None).order_by("pk")
    exact = list((Person.objects.filter(key=called) | there.filter(name=called)).order_by("pk")[:2])
    found = exact or list(there.filter(name__iexact=called)[:2])
    return found[0] if len(found) == 1 and may_challenge(challenger, found[0]) else None
