"""Fields that several verbs have in their forms."""

from collections.abc import Iterable

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.engine.side import EAST, Side
from games.ladders.arbitration.verbs.base import Hearing
from games.models.seat import Seat


def side_field(label: Promise, hearing: Hearing, sides: Iterable[Side]) -> forms.TypedChoiceField:
    """A field to choose a side, shown with its player."""
    return forms.TypedChoiceField(
        label=str(label),
        choices=[(side.label, player_of(hearing.seats[side])) for side in sides],
        coerce=Side.named,
        widget=forms.RadioSelect,
    )


def player_of(seat: Seat) -> str:
    """A side with its player's name."""
    names = {"name": seat.played_by}
    return _("East: %(name)s") % names if seat.plays == EAST else _("West: %(name)s") % names
