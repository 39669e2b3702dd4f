"""The form for a new game, and the field with which each player adds to its randomness."""

from collections.abc import Iterator
from functools import partial
from typing import Any, cast

import msgspec
from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models.person import LONGEST_ADDRESS, Person, validate_address
from games.engine import chance
from games.engine.edition_data import Edition
from games.engine.edition_layers import OPTIONAL, is_same
from games.ladders.models.club import Club
from games.models import time_out_policy
from games.models.clocks import PACES, USUAL_PACE
from games.models.game import Game
from games.models.seat import LONGEST_NOTE, key_of_computer
from games.models.time_out_policy import OnTimeOut
from games.reads.acquaintance import challengeable
from games.rulebook.differences import described
from games.rulebook.editions import DEFAULT, edition_ids, layered
from games.rulebook.rules import rulebook
from games.services import computers, lobby
from games.story.computers import in_full
from games.story.editions import about
from games.story.names import listing
from games.web.edition_comparison import default_first
from games.web.window_terms import TimeBankTerms, WindowTerms, as_chosen

SIDES = [
    ("random", gettext_lazy("Random side")),
    ("east", gettext_lazy("East: Tokugawa Ieyasu and his allies")),
    ("west", gettext_lazy("West: Ishida Mitsunari and the loyalists of the Toyotomi")),
]
IN_A_CLUB = [
    ("invite", gettext_lazy("A member I know, by name or mail address")),
    ("open", gettext_lazy("The first member who takes the seat")),
]
OPPONENTS = [
    ("invite", gettext_lazy("Someone I know, by name or mail address")),
    ("open", gettext_lazy("Anyone")),
    ("computer", gettext_lazy("A computer player")),
    ("myself", gettext_lazy("Myself, both sides")),
]


_COMPUTERS = {key_of_computer(name): name for name in computers.COMPUTER_NAMES}
"""Computer players by their keys."""
_FIRST_CHOICES = {"opponent", "invited", "note", "computer", "offer", NON_FIELD_ERRORS}
"""What is not folded on the page."""


class NonceField(forms.RegexField):
    """What a player adds to the randomness of a game. The page's script fills it; spaces become hyphens."""

    def __init__(self) -> None:
        attributes = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "data-nonce": ""}
        super().__init__(
            label=gettext_lazy("My own randomness"),
            regex=rf"^(?:{chance.NONCE.pattern})\Z",
            error_messages={"invalid": gettext_lazy("Use letters, digits and + / = _ . - only.")},
            required=False,
            max_length=64,
            widget=forms.TextInput(attributes),
            help_text=gettext_lazy(
                "Any words, up to 64 letters and digits; they help to shuffle. Both of you see them, and "
                "after the game everybody can check the draws against them. Empty, it proves nothing."
            ),
        )

    def to_python(self, value: Any) -> str:
        return "-".join(str(super().to_python(value)).split())


class NoteField(forms.CharField):
    """A note to the person who is invited, which is kept on one line."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("A few words to them"),
            required=False,
            max_length=LONGEST_NOTE,
            widget=forms.Textarea({"rows": 3}),
            help_text=gettext_lazy("If you like. They stand in the invitation, as plain text without links."),
        )

    def to_python(self, value: Any) -> str:
        return " ".join(str(super().to_python(value)).split())


class InvitedField(forms.CharField):
    """Who is invited: their mail address, or the name or the key of a player."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Their name or mail address"),
            required=False,
            max_length=LONGEST_ADDRESS,
            widget=forms.TextInput({"autocomplete": "email", "autocapitalize": "off", "spellcheck": "false"}),
            help_text=gettext_lazy(
                "They get an invitation. At an address they need no account to accept it."
            ),
        )

    def run_validators(self, value: Any) -> None:
        super().run_validators(value)
        if "@" in str(value):
            validate_email(value)
            validate_address(value)


class OwnChance(forms.Form):
    """What a player adds to the randomness of a game."""

    nonce = NonceField()


class NewGame(TimeBankTerms, WindowTerms, OwnChance):
    """The form for a new game."""

    nonce_hash = forms.RegexField(
        regex=rf"^(?:{chance.HASH.pattern})\Z", required=False, widget=forms.HiddenInput
    )
    offer = forms.CharField(required=False, max_length=400, widget=forms.HiddenInput)
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"),
        choices=lambda: [(each.id, each.name) for each in _editions()],
        widget=forms.RadioSelect,
        initial=DEFAULT,
    )
    opponent = forms.ChoiceField(
        label=gettext_lazy("Against"), choices=OPPONENTS, widget=forms.RadioSelect, initial="invite"
    )
    invited = InvitedField()
    note = NoteField()
    computer = forms.ChoiceField(
        label=gettext_lazy("Computer player"),
        choices=[(name, name) for name in computers.COMPUTER_NAMES],
        widget=forms.RadioSelect,
        required=False,
        initial=computers.FRIENDLY,
    )
    side = forms.ChoiceField(
        label=gettext_lazy("I play"), choices=SIDES, widget=forms.RadioSelect, initial="random"
    )
    pace = forms.TypedChoiceField(
        label=gettext_lazy("Time to answer"),
        choices=lambda: [("", _("As long as we like: there is no clock")), *map(_pace, PACES)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        initial="",
    )
    on_time_out = forms.TypedChoiceField(
        label=gettext_lazy("When time runs out"),
        choices=time_out_policy.choices(has_arbiters=False),
        coerce=OnTimeOut,
        empty_value=OnTimeOut.NOTHING,
        required=False,
        widget=forms.RadioSelect,
        initial=OnTimeOut.NOTHING,
    )
    public = forms.BooleanField(
        label=gettext_lazy("Anyone can watch, and sees what both players see"), required=False
    )
    rated = forms.BooleanField(
        label=gettext_lazy("It is rated: its result changes the ratings of both, and is public"),
        required=False,
    )

    def __init__(
        self, creator: Person, data: Any = None, *, club: Club | None = None, opponent: str = ""
    ) -> None:
        """Make the form.

        Args:
            creator: of the game.
            data: what was sent; None for nothing.
            club: in which the game is to be.
            opponent: one of ``OPPONENTS``, or the key of a player, against whom the game is then if they can
                be challenged.
        """
        super().__init__(data, initial={} if club is None else _usual_in(club))
        self.creator = creator
        self.known = None
        if opponent in dict(OPPONENTS if club is None else IN_A_CLUB):
            self.initial["opponent"] = opponent
        elif opponent in _COMPUTERS:
            self.initial.update(opponent="computer", computer=_COMPUTERS[opponent])
        else:
            self.known = challengeable(creator, opponent)
            if self.known is not None and club is None:
                self.initial.update(_clocks_with(creator, self.known))
        for name in ("opponent", "invited", "computer") if self.known else ():
            del self.fields[name]
        if club is not None and club.is_private:
            label = _("Members of the club can watch, and see what both players see")
            self.fields["public"].label = label
        if club is not None:
            invited = _("They get an invitation. If they are not a member yet, they join the club first.")
            self._offer("on_time_out", time_out_policy.choices())
            if self.known is None:
                self.fields["invited"].help_text = invited
                self._offer("opponent", IN_A_CLUB)
        for flag in OPTIONAL:
            self.fields[flag] = forms.ChoiceField(
                label=rulebook().differences[flag].title,
                choices=partial(_ways, flag),
                widget=forms.RadioSelect,
                required=False,
                initial="",
            )

    def _offer(self, name: str, choices: list[Any]) -> None:
        """Replace the choices of a field."""
        cast("forms.ChoiceField", self.fields[name]).choices = choices

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("opponent") == "invite" and "invited" not in self.errors:
            self._find(values.get("invited", ""))
        if values.get("rated") and values.get("opponent") in ("computer", "myself"):
            self.add_error("rated", _("Only a game between two people can be rated."))
        if values.get("nonce_hash") and values.get("opponent") in ("computer", "myself"):
            self.add_error(
                "nonce", _("Only in a game between two people your randomness can be revealed later.")
            )
        return values

    def _find(self, called: str) -> None:
        """Find whom the creator means, unless it is an address."""
        if not called:
            self.add_error(
                "invited", _("Enter the name or the address of the person you want to play against.")
            )
        elif "@" not in called:
            self.cleaned_data["known"] = challengeable(self.creator, called)
            if self.cleaned_data["known"] is None:
                refusal = _(
                    "You cannot challenge a player of this name: nobody or more than one has it, or they do "
                    "not let you. Use their mail address."
                )
                self.add_error("invited", refusal)

    def editions(self) -> Iterator[tuple[forms.boundfield.BoundWidget, str]]:
        """The radio button and the description of each edition."""
        return ((button, about(button.data["value"])) for button in self["edition"])

    def computers(self) -> Iterator[tuple[forms.boundfield.BoundWidget, str]]:
        """The radio button and the description of each computer player."""
        return ((button, in_full(button.data["value"])) for button in self["computer"])

    def rules(self) -> Iterator[tuple[forms.BoundField, list[tuple[forms.boundfield.BoundWidget, str]]]]:
        """Each optional rule: its field, and for each radio button the editions that have this value."""
        for flag in OPTIONAL:
            field = self[flag]
            yield field, [(button, _having(flag, button.data["value"])) for button in field]

    @property
    def invites(self) -> bool:
        """Whether somebody is invited, who is told by whom."""
        return self.known is not None or self.cleaned_data["opponent"] == "invite"

    @property
    def has_more_choices(self) -> bool:
        """Whether to unfold what has a value already, because something in it is chosen or invalid."""
        chosen = {*self.changed_data} - {"nonce", "nonce_hash"}  # which a script fills in
        return self.is_bound and bool((chosen | {*self.errors}) - _FIRST_CHOICES)

    @property
    def usual(self) -> str:
        """A sentence that says how a game is where nobody chooses otherwise."""
        edition = layered(str(self.get_initial_for_field(self.fields["edition"], "edition"))).own.name
        pace = self.get_initial_for_field(self.fields["pace"], "pace")
        if not pace:
            words = _(
                "Unless you choose otherwise, sides are drawn, the edition is %(edition)s, there is no "
                "clock, and the game is neither public nor rated."
            )
            return words % {"edition": edition}
        words = ngettext(
            "Unless you choose otherwise, sides are drawn, the edition is %(edition)s, there is %(count)d "
            "day for each decision, and the game is neither public nor rated.",
            "Unless you choose otherwise, sides are drawn, the edition is %(edition)s, there are %(count)d "
            "days for each decision, and the game is neither public nor rated.",
            pace,
        )
        return words % {"edition": edition, "count": pace}

    @property
    def has_chosen_rules(self) -> bool:
        """Whether to unfold the rules, because one is chosen or invalid."""
        return any(self[flag].value() or self[flag].errors for flag in OPTIONAL)

    def chosen_opponent(self) -> lobby.Opponent:
        """The chosen opponent, for the service."""
        values = self.cleaned_data
        if (known := self.known or values.get("known")) is not None:
            return lobby.Known(known, values["note"])
        match values["opponent"]:
            case "invite":
                return lobby.Invite(values["invited"], values["note"])
            case "computer":
                return lobby.Computer(values["computer"] or computers.FRIENDLY)
            case "myself":
                return lobby.Myself()
        return lobby.Anybody()

    def chosen_flags(self) -> dict[str, Any]:
        """The chosen rules, for the service."""
        named = {flag: self.cleaned_data[flag] for flag in OPTIONAL}
        return {flag: _values(flag)[name] for flag, name in named.items() if name}


def _usual_in(club: Club) -> dict[str, Any]:
    """The initial values for a game of a club, with the default edition if the club's no longer exists."""
    edition = club.edition if club.edition in edition_ids() else DEFAULT
    return {
        "edition": edition,
        "pace": "" if club.pace is None else club.pace,
        "on_time_out": club.on_time_out,
        **as_chosen(club.hold, club.reaction),
    }


def _clocks_with(creator: Person, other: Person) -> dict[str, Any]:
    """The clocks of the last game that two people began together; the usual pace if there is none."""
    began = Game.objects.filter(length__gt=0, seats__player=creator).filter(seats__player=other)
    game = began.order_by("-created_at", "-pk").first()
    if game is None:
        return {"pace": USUAL_PACE}
    return {
        "pace": "" if game.pace is None else game.pace,
        "time_bank": "" if game.time_bank is None else game.time_bank,
        "on_time_out": game.time_out_policy.without_arbiter or game.on_time_out,
        **as_chosen(game.hold, game.reaction),
    }


def _pace(days: int) -> tuple[int, str]:
    """The choice for a clock of some days."""
    words = ngettext(
        "%(count)d day per decision",
        "%(count)d days per decision",
        days,
    )
    return days, words % {"count": days}


def _editions() -> list[Edition]:
    """All editions, the default one first."""
    return [layered(each).own for each in default_first()]


def _values(flag: str) -> dict[str, Any]:
    """The possible values of a flag, by form value."""
    return {str(value).lower(): value for value in OPTIONAL[flag]}


def _ways(flag: str) -> list[tuple[str, str]]:
    """The choices for a flag: the edition's own value, or one of the possible values."""
    edition = layered(DEFAULT).own
    ways = [("", _("As the edition has it"))]
    for name, value in _values(flag).items():
        flags = msgspec.structs.replace(edition.flags, **{flag: value})
        ways.append((name, described(flag, msgspec.structs.replace(edition, flags=flags)).text))
    return ways


def _having(flag: str, name: str) -> str:
    """A sentence that names the editions in which a flag has a value; empty for none."""
    if not name:
        return ""
    value = _values(flag)[name]
    names = [each.name for each in _editions() if is_same(getattr(each.flags, flag), value)]
    return _("As in %(editions)s.") % {"editions": listing(names)} if names else ""
