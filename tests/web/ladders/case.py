"""Ladders that are begun on the page of their club."""

from games.ladders.models.club import Club
from games.ladders.models.ladder import Ladder
from tests.factories.people import PersonFactory
from tests.web.browsers import signed_in

FORM = {
    "name": "Free pairing",
    "format": "free",
    "edition": "kessen",
    "pace": "3",
    "on_time_out": "claim",
    "season_days": "91",
    "hours_between": "24",
}


def begun(club: Club, name: str = FORM["name"]) -> Ladder:
    """A new ladder with free pairing."""
    form = FORM | {"name": name}
    answer = signed_in(PersonFactory.named("Organiser One")).post(f"/clubs/{club.slug}/ladders/new/", form)
    assert answer.status_code == 302
    return Ladder.objects.get(name=name)
