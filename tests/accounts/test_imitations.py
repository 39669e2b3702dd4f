"""Names that could be taken for something or somebody else."""
# ruff: noqa: RUF001 - that letters look like others is what this is about

import json

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.look_alikes import looks
from accounts.models.person import Person, distinct_names
from accounts.name_rules import refuse_imitations, validate_name
from accounts.scopes import Scope
from accounts.services import create_token
from games.ladders.clubs import founding
from games.ladders.clubs.founding import ClubTerms
from games.ladders.models.club import Club
from sekigahara.errors.exceptions import Unacceptable
from tests.accounts.conftest import somebody
from tests.factories.clubs import ClubFactory
from tests.factories.people import PersonFactory

IMITATIONS = (
    "ashigaru (computer)",
    "Ashigaru",
    "ａｓｈｉｇａｒｕ",
    "аshigaru",  # with a Cyrillic a
    "ASHlGARU",  # with a small L
    "random 2",
    "Alice (bot)",
    "Alice [B 0 T]",
    "Alice – bot",
    "Alice bot",
    "Alice (bοt) of Edo",  # with a Greek o
    "(computer)",
    "a former player",
    "A fоrmer pláyer",  # with a Cyrillic o
    "former player 2",
    "Nobody",
    "nameless",
    "Εast",  # with a Greek E
    "W\u200de s-t",
    "The Arbiter",
    "SEKlGAHARA",
    "West 1",
    "East 10",
    "Ashígaru",
    "ᴇᴀsᴛ",
    "Alice (вот)",  # with Cyrillic letters
    "Alice (🅱🅾🆃)",
    "🄴🄰🅂🅃",
    "🇪🇦🇸🇹",
    "Alice ⒝⒪⒯",
    "E\u20dda\u20dds\u20ddt\u20dd",  # each in a circle
    "Ea\u0489st",
    "East\u3164",
)

NAMES = (
    "Anna",
    "Abbott",
    "Robot Ivan",
    "Computer Wizard",
    "Weston",
    "Eastwood",
    "東軍",
    "A. Random Reader",
    "Route 101",
    "🦊",
)

BLANK = ("\u3164", "\uffa0", "\u2800", "\u115f\u1160", "\u0301", "\ufe0f", "Anna\u3164")
"""What takes no ink, or hardly any: fillers, a blank of Braille, an accent on nothing."""


@pytest.mark.parametrize("name", IMITATIONS)
def test_names_that_look_like_what_the_service_writes_are_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        refuse_imitations(name)
    assert refused.value.code == "name-reserved"


@pytest.mark.parametrize("name", NAMES)
def test_other_names_are_not(name: str) -> None:
    refuse_imitations(name)


@pytest.mark.parametrize("name", BLANK)
def test_a_name_has_something_to_see(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_name(name)
    assert refused.value.code == "name-invisible"


@pytest.mark.parametrize("name", ["❤️", "👨‍👩‍👧", "हिन्दी", "می‌خواهم", "각", "Zoe\u0308"])
def test_letters_of_several_characters_are_seen(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ТОМ", "том"),
        ("ΒΗΤΑ", "βητα"),
        ("Íris", "1ris"),
        ("Anna", "Аnnа"),
        ("Zoë", "zoe"),
        ("Bill O", "BiII 0"),
        ("🦊", "🦊"),
    ],
)
def test_look_alikes_are_recognised(one: str, other: str) -> None:
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Hanna"), ("か", "が"), ("राम", "रीमा"), ("🦊", "🐻"), ("!", "?")]
)
def test_different_names_do_not_look_alike(one: str, other: str) -> None:
    assert looks(one) != looks(other)


@pytest.mark.django_db
def test_a_page_refuses_such_a_name_in_words_and_lets_one_of_before_stay() -> None:
    person, browser = PersonFactory.named("Anna"), Client()
    browser.force_login(person)
    refused = browser.post("/me/", {"name": "Anna (bot)", "zone": "UTC", "language": "en"})
    assert refused.status_code == 400
    assert "Choose another name" in refused.content.decode()
    assert "Anna (bot)" in refused.content.decode()  # nothing typed is lost
    Person.objects.filter(pk=person.pk).update(name="Anna (bot)")
    kept = browser.post("/me/", {"name": "Anna (bot)", "zone": "Asia/Tokyo", "language": "en"})
    assert kept.status_code == 302
    person.refresh_from_db()
    assert (person.name, person.zone) == ("Anna (bot)", "Asia/Tokyo")


@pytest.mark.django_db
def test_api_refuses_imitations_and_keeps_earlier_names() -> None:
    person = PersonFactory.named("Anna")
    _row, token = create_token(person=person, name="mine", scopes=[Scope.PLAY])

    def choose(name: str) -> tuple[int, str]:
        body = json.dumps({"name": name})
        headers = {"Authorization": f"Bearer {token}"}
        done = Client().patch("/api/v1/me/", body, content_type="application/json", headers=headers)
        return done.status_code, done.json().get("code", "")

    assert choose("a former player") == (422, "name-reserved")
    Person.objects.filter(pk=person.pk).update(name="a former player")
    assert choose("a former player") == (200, "")
    assert choose("Anna") == (200, "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "code"), [("Sekigahаra", "name-reserved"), ("Friends оf Sekigahara", "club-name-taken")]
)
def test_clubs_do_not_imitate_either(name: str, code: str) -> None:
    club = ClubFactory.create()  # Friends of Sekigahara
    with pytest.raises(Unacceptable) as refused:
        founding.found(founder=PersonFactory.named("Anna"), terms=ClubTerms(name))
    assert refused.value.code == code
    Club.objects.filter(pk=club.pk).update(name="West")
    founding.change(
        club=club, by=PersonFactory.named("Organiser One"), changed={"name": "West", "about": "Of old."}
    )
    assert Club.objects.get(pk=club.pk).about == "Of old."


@pytest.mark.django_db
def test_people_who_look_alike_in_a_list_are_told_apart() -> None:
    people = [somebody(name) for name in ("Anna", "Αnnа", "Bernd", "ANNA")]
    names = distinct_names(reversed(people))
    assert [names[person.pk] for person in people] == ["Anna", "Αnnа (2)", "Bernd", "ANNA (3)"]
