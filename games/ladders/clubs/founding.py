"""Founding clubs and changing their settings. Only this module and ``membership`` write clubs.

Each verb is one durable transaction that locks the club's row first, so that verbs on one club run one after
another. Repeating what is already done has no effect and is not refused, so a double click is harmless.
"""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models.person import Person
from accounts.name_rules import refuse_imitations
from accounts.rate_limits import Limit, refuse_often
from accounts.security_log import SecurityEvent, note
from games.ladders.clubs import name_rules as club_names
from games.ladders.clubs.privacy import set_watching
from games.ladders.clubs.queries import heir_of
from games.ladders.models.club import Club, Membership, new_link
from games.models.clocks import HOLD, PACES, REACTION
from games.models.time_out_policy import OnTimeOut
from games.rulebook.editions import DEFAULT, edition_ids
from games.services.creation import refuse_tempo
from sekigahara.db import service_time
from sekigahara.db.writes import one_at_a_time
from sekigahara.errors.exceptions import Forbidden, Unacceptable

ORGANISER = Membership.Role.ORGANISER

CLUBS_FOUNDED_A_DAY = Limit.declare("clubs of a person", 3, 24 * 60 * 60)
CLUB_NAMES_LOCK = "names of clubs"
"""Given and compared by one transaction at a time."""
SAME_CLICK = timedelta(hours=1)
"""Founding a club of the same name again within this time counts as the same form sent twice."""


class ClubTerms(NamedTuple):
    """What organisers say of a club: values that the form has checked.

    Attributes:
        about: plain text.
        edition, pace, on_time_out, hold, reaction: of games made in the club; see ``Club``. Without a pace
            nothing follows when time is over.
        is_private: only members know of the club.
    """

    name: str
    about: str = ""
    joining: Club.Joining = Club.Joining.APPROVAL
    edition: str = DEFAULT
    pace: int | None = None
    on_time_out: OnTimeOut = OnTimeOut.NOTHING
    hold: int = HOLD
    reaction: int | None = REACTION
    is_private: bool = False


def found(*, founder: Person, terms: ClubTerms) -> Club:
    """Found a club. The founder is its organiser.

    Raises:
        Unacceptable: the founder has no name, the club's name looks like that of another or is reserved, or
            there is no such edition, pace, hold or reaction clock.
        Limited: they have founded too many clubs today.
    """
    if not founder.name:
        raise Unacceptable("nameless")
    _refuse_impossible(terms._asdict())
    if (known := _founded_just_now(founder, terms)) is not None:
        return known
    _refuse_taken(terms)
    refuse_often(CLUBS_FOUNDED_A_DAY, founder.email)
    with transaction.atomic(durable=True):
        one_at_a_time(CLUB_NAMES_LOCK)
        if (known := _founded_just_now(founder, terms)) is not None:
            return known
        _refuse_taken(terms)
        club = _made(founder, terms, _free_slug(club_names.slug_of(terms.name)))
    note_role(club, founder.pk, ORGANISER)
    return club


def edit(*, club: Club, by: Person, terms: ClubTerms) -> None:
    """Change all settings of a club, but not its address.

    Raises:
        Forbidden: the person is not an organiser.
        Unacceptable: raised by ``change``.
    """
    change(club=club, by=by, changed=terms._asdict())


def change(*, club: Club, by: Person, changed: Mapping[str, Any]) -> None:
    """Change some settings of a club; the others keep their current values.

    Args:
        changed: values of ``ClubTerms`` by their names.

    Raises:
        Forbidden: the person is not an organiser.
        Unacceptable: the new name looks like that of another club or is reserved, or there is no such edition
            or pace.
    """
    with transaction.atomic(durable=True):
        row = led_by(club, by)
        _refuse_impossible(changed)
        terms = ClubTerms(**{name: getattr(row, name) for name in ClubTerms._fields})._replace(**changed)
        if terms.name != row.name:
            one_at_a_time(CLUB_NAMES_LOCK)
        _refuse_taken(terms, but=row)
        Club.objects.filter(pk=row.pk).update(**_kept(terms))
        if terms.is_private != row.is_private:
            set_watching(row, is_private=terms.is_private)


def renew_link(*, club: Club, by: Person, old: str) -> None:
    """Renew the link to join the club. The old link becomes invalid.

    Args:
        old: the link to replace. If it is already invalid, nothing changes.

    Raises:
        Forbidden: the person is not an organiser.
    """
    with transaction.atomic(durable=True):
        row = led_by(club, by)
        if old == row.link:
            Club.objects.filter(pk=row.pk).update(link=new_link())


# --- for the verbs of this module and of ``membership``


def locked(club: Club) -> Club:
    """The club, locked until the end of the transaction, together with its membership.

    If the accounts of its organisers have been deleted, their heir becomes organiser.
    """
    row = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if (heir := heir_of(row)) is not None:
        Membership.objects.filter(pk=heir.pk).update(role=ORGANISER)
        transaction.on_commit(partial(note_role, row, heir.person_id, ORGANISER))
    return row


def note_role(club: Club, person: int, role: str, by: Person | None = None) -> None:
    """Write into the process log that somebody has another role in a club.

    Args:
        person: by primary key.
        role: the new one; empty for none.
        by: who gave or took it, if it was an organiser.
    """
    about = {} if by is None else {"by": by.pk}
    note(SecurityEvent.ROLE_CHANGED, person, club=club.slug, role=role, **about)


def led_by(club: Club, by: Person) -> Club:
    """The club, locked, for one of its organisers.

    Raises:
        Forbidden: the person is not an organiser.
    """
    row = locked(club)
    if not Membership.objects.filter(club=row, person=by, role=ORGANISER).exists():
        raise Forbidden("not-organiser")
    return row


def _founded_just_now(founder: Person, terms: ClubTerms) -> Club | None:
    return Club.objects.filter(
        folded=club_names.folded(terms.name),
        created_at__gt=service_time.now() - SAME_CLICK,
        memberships__person=founder,
        memberships__role=ORGANISER,
    ).first()


def _refuse_taken(terms: ClubTerms, but: Club | None = None) -> None:
    """Refuse a name that reads or looks like another club's, or like a word of the service.

    The one that the club has may stay.
    """
    if but is not None and terms.name == but.name:
        return
    try:
        refuse_imitations(terms.name)
    except ValidationError as error:
        raise Unacceptable(str(error.code)) from None
    others = Club.objects.all() if but is None else Club.objects.exclude(pk=but.pk)
    names = others.values_list("name", flat=True)
    is_read = others.filter(folded=club_names.folded(terms.name)).exists()
    if is_read or club_names.seen(terms.name) in map(club_names.seen, names):
        raise Unacceptable("club-name-taken")


def _refuse_impossible(settings: Mapping[str, Any]) -> None:
    """Check only the given settings: a club may keep an edition that is no longer available."""
    if (edition := settings.get("edition", DEFAULT)) not in edition_ids():
        raise Unacceptable("no-such-edition", edition=edition, editions=edition_ids())
    if settings.get("pace") not in {None, *PACES}:
        raise Unacceptable("no-such-pace", paces=list(PACES))
    refuse_tempo(settings.get("hold", HOLD), settings.get("reaction"))


def _made(founder: Person, terms: ClubTerms, slug: str) -> Club:
    club = Club.objects.create(slug=slug, **_kept(terms))
    Membership.objects.create(club=club, person=founder, role=ORGANISER)
    return club


def _kept(terms: ClubTerms) -> dict[str, object]:
    """The columns of a club's row."""
    on_time_out = OnTimeOut.NOTHING if terms.pace is None else terms.on_time_out
    return terms._asdict() | {"folded": club_names.folded(terms.name), "on_time_out": on_time_out}


def _free_slug(base: str) -> str:
    """The base itself, or with the first number that makes it free."""
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 1
    while (slug := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return slug
