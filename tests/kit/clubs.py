"""Who is what in a club now."""

from accounts.models.person import Person
from games.ladders.models.club import Club, Membership


def member(club: Club, person: Person) -> Membership:
    """A membership as it is now."""
    return Membership.objects.get(club=club, person=person)


def roles(club: Club) -> dict[str, str]:
    """Each member's role, by name."""
    members = Membership.objects.select_related("person").filter(club=club)
    return {each.person.name: str(each.role) for each in members}
