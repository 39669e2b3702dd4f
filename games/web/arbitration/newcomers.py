"""Which member of a club takes a seat: chosen from a list, or named where that would be too long."""

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models.person import LONGEST_NAME
from games.ladders.models.membership import Membership

MOST_LISTED = 50
"""Members that one chooses from in a list."""


def field_for(offered: QuerySet[Membership]) -> forms.Field:
    """The field in which one of those offered is chosen or named."""
    label = _("Who takes it?")
    listed = list(offered[: MOST_LISTED + 1])
    if len(listed) > MOST_LISTED:
        return forms.CharField(
            label=label,
            help_text=_(
                "The name of a member who never sat in this game and was shown nothing hidden in it."
            ),
            max_length=LONGEST_NAME,
        )
    return forms.ChoiceField(
        label=label,
        help_text=_("Members who never sat in this game and were shown nothing hidden in it."),
        choices=[("", "…"), *((each.public_id, str(each.person)) for each in listed)],
    )


def chosen(offered: QuerySet[Membership], field: forms.Field, given: str) -> Membership:
    """Who is meant by what was filled in.

    Raises:
        ValidationError: nobody is, or more than one.
    """
    is_listed = isinstance(field, forms.ChoiceField)
    meant = offered.filter(public_id=given) if is_listed else offered.filter(person__name__iexact=given)
    found = list(meant[:2])
    if not found:
        raise forms.ValidationError(
            _("No member who can take the seat has this name."), code="no-such-member"
        )
    if len(found) > 1:
        raise forms.ValidationError(
            _("Several members have this name. Ask whoever is to take the seat to change theirs first."),
            code="several-members",
        )
    return found[0]
