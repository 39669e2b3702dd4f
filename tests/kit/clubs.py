"""Clubs and their members."""

from accounts.models.person import Person
from games.ladders.club_webhooks import CLUBS
from games.ladders.clubs import founding, membership
from games.ladders.clubs.founding import Terms
from games.ladders.clubs.webhook_events import group_of
from games.ladders.models.club import Club, JoinRequest, Membership
from notifications.webhooks import services as webhooks
from notifications.webhooks.models import Webhook
from notifications.webhooks.owners import Owner

Role = Membership.Role


def named(name: str) -> Person:
    """Somebody of that name; the address is made of it."""
    address = "-".join(name.lower().split()).encode("ascii", "ignore").decode() or "unspelt"
    person = Person.objects.at(f"{address}@example.org")
    Person.objects.filter(pk=person.pk).update(name=name)
    person.name = name
    return person


def a_club(
    organiser: Person | None = None,
    joining: Club.Joining = Club.Joining.OPEN,
    name: str = "Friends of Sekigahara",
    about: str = "",
) -> Club:
    """A club with one organiser, whom nobody has to name."""
    founder = named("Organiser One") if organiser is None else organiser
    return founding.found(founder=founder, terms=Terms(name=name, about=about, joining=joining))


def entered(club: Club, person: Person, role: Membership.Role = Role.MEMBER) -> Membership:
    """Somebody is in the club, whatever the way in is."""
    return Membership.objects.create(club=club, person=person, role=role)


def asked(club: Club, person: Person) -> JoinRequest:
    """Somebody asks to join a club where organisers decide."""
    request = membership.join(club=club, person=person)
    assert isinstance(request, JoinRequest)
    return request


def a_webhook(club: Club, url: str = "https://hooks.example.org/club", shape: str = "standard") -> Webhook:
    """A webhook of the club that is told of everything."""
    return webhooks.create(
        owner=Owner(group=group_of(club)), url=url, shape=shape, types=[each.name for each in CLUBS.types]
    )


def member(club: Club, person: Person) -> Membership:
    """A membership as it is now."""
    return Membership.objects.get(club=club, person=person)


def roles(club: Club) -> dict[str, str]:
    """Who is in the club as what, by name."""
    members = Membership.objects.select_related("person").filter(club=club)
    return {each.person.name: str(each.role) for each in members}
