"""Validation of names of people, clubs and ladders."""

from django.core.exceptions import ValidationError

from accounts.models.person import Person
from accounts.name_rules import refuse_imitations, refuse_links, validate_name
from games.api.errors import Unfit
from games.ladders.clubs.name_rules import LONGEST_FOLDED, folded, tidied


def fit(text: str) -> str:
    """Validate a name, and strip white space around it.

    Raises:
        Unfit: the name is not acceptable.
    """
    name = text.strip()
    try:
        validate_name(name)
        refuse_links(name)
    except ValidationError as error:
        raise Unfit(str(error.code)) from None
    return name


def fit_person(text: str, person: Person) -> str:
    """Validate the name that a person chooses. They may keep the one they have.

    Raises:
        Unfit: the name is not acceptable.
    """
    name = fit(text)
    try:
        if name != person.name:
            refuse_imitations(name)
    except ValidationError as error:
        raise Unfit(str(error.code)) from None
    return name


def fit_club(text: str) -> str:
    """Validate the name of a club, and reduce white space to one blank between words.

    Raises:
        Unfit: the name is not acceptable.
    """
    name = tidied(fit(text))
    if not 0 < len(folded(name)) <= LONGEST_FOLDED:
        raise Unfit("name-invisible")
    return name
