"""Pages for orders that hold for a whole game, and for those with which a person begins new games."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from django import forms
from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.models.person import Person
from accounts.pages import for_person
from games import story
from games.engine.errors import EngineError
from games.engine.orders.shapes import AlwaysAsk, GameOrders, LossOrder, RetreatOrder
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.log import position
from games.rule_numbers import CASTLE_LIMIT
from games.rulebook import editions
from games.services import orders as service
from games.story import orders as words
from games.web.orders.forms import LOYALTY_ALONE, LoyaltyForm, loyalty_initial
from games.web.orders.mine import refusal, to_overview
from games.web.visitors import named_version, player_in, show_game, to_seat
from sekigahara.errors.exceptions import Refused, Stale

CLANS = ("first", "second", "third")
"""The fields for the clans whose blocks are lost first."""
CASTLE = "castle_"
"""The beginning of the name of a castle's field."""


class GameForm(LoyaltyForm):
    """What to lose, where to retreat, and whether to stay in castles.

    Args:
        rules: of the game, or of the edition whose names are offered.
        side: of the player; None to offer the clans and castles of both.
        orders: those there are.
        data: the submitted form, if any.
    """

    losses = forms.ChoiceField(
        label=gettext_lazy("When I lose blocks"),
        choices=[
            ("ask", gettext_lazy("Ask me which")),
            ("order", gettext_lazy("Choose for me: the weakest first, daimyo last")),
        ],
        widget=forms.RadioSelect,
    )
    first = forms.ChoiceField(label=gettext_lazy("Before all others, blocks of"), required=False)
    second = forms.ChoiceField(label=gettext_lazy("Then blocks of"), required=False)
    third = forms.ChoiceField(label=gettext_lazy("Then blocks of"), required=False)
    disks = forms.ChoiceField(
        label=gettext_lazy("Where a disk may fall in place of a block"),
        choices=[
            ("ask", gettext_lazy("Ask me")),
            ("first", gettext_lazy("Lose the disk before any block")),
            ("last", gettext_lazy("Lose the disk after all blocks")),
        ],
        required=False,
    )
    toward = forms.ChoiceField(
        label=gettext_lazy("When I retreat"),
        required=False,
        help_text=gettext_lazy(
            "Of the places you may retreat to, the nearest to it is chosen; if there are others, not one "
            "where you would be overrun, or your leader could be."
        ),
    )
    stay = forms.TypedChoiceField(
        label=gettext_lazy("Blocks that stay in a castle of mine instead"),
        choices=[(count, str(count)) for count in range(CASTLE_LIMIT + 1)],
        coerce=int,
        required=False,
        help_text=gettext_lazy(
            "The weakest stay, a daimyo only if nobody else can. With 0 you are asked before a castle is "
            "given up."
        ),
    )

    def __init__(
        self, rules: Ruleset, side: Side | None, orders: GameOrders, data: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=_initial(orders))
        self._orders = orders
        names = story.Names(rules)
        _choices(self.fields, CLANS, [("", _("no clan in particular")), *_clans(rules, names, side)])
        _choices(self.fields, ["toward"], [("", _("Ask me where to")), *_destinations(rules, names)])
        for location in rules.edition.locations:
            if location.castle is not None and side in (None, Side.named(location.castle)):
                self.fields[CASTLE + location.id] = forms.ChoiceField(
                    label=names.place(location.id),
                    choices=[
                        ("", _("Ask me")),
                        ("inside", _("Stay inside")),
                        ("outside", _("Come out and fight")),
                    ],
                    required=False,
                    initial=orders.castles.get(location.id, ""),
                )

    @property
    def castles(self) -> Iterator[BoundField]:
        """The fields of castles."""
        return (field for field in self if field.name.startswith(CASTLE))

    def clean(self) -> dict[str, Any]:
        """Require that each clan is named once."""
        named: set[str] = set()
        for field in CLANS:
            clan = self.cleaned_data.get(field, "")
            if clan and clan in named:
                self.add_error(field, _("This clan is named above. Choose another, or none."))
            named.add(clan)
        return super().clean()

    def given(self) -> dict[str, Any]:
        return msgspec.structs.asdict(self.orders())

    def orders(self) -> GameOrders:
        """The orders as they were filled in. What the form does not show stays."""
        return GameOrders(self.order() or AlwaysAsk(), self._losses(), self._retreat(), self._castles())

    def _losses(self) -> LossOrder | None:
        if self.cleaned_data["losses"] == "ask":
            return None
        known = () if self._orders.losses is None else self._orders.losses.clans
        clans = tuple(self.cleaned_data[field] for field in CLANS if self.cleaned_data[field])
        if clans == known[: len(CLANS)]:
            clans = known
        disks: dict[str, Literal["ask", "first", "last"]] = {"first": "first", "last": "last"}
        return LossOrder(clans, disks.get(self.cleaned_data["disks"], "ask"))

    def _retreat(self) -> RetreatOrder | None:
        known = self._orders.retreat or RetreatOrder()
        toward = self.cleaned_data["toward"] or None
        if toward is None and not known.places:
            return None
        return msgspec.structs.replace(known, toward=toward, stay=self.cleaned_data["stay"] or 0)

    def _castles(self) -> dict[str, Literal["inside", "outside"]]:
        castles = dict(self._orders.castles)
        for field in self.castles:
            location = field.name.removeprefix(CASTLE)
            castles.pop(location, None)
            if wanted := self.cleaned_data[field.name]:
                castles[location] = wanted
        return castles


def _initial(orders: GameOrders) -> dict[str, Any]:
    losses, retreat = orders.losses, orders.retreat
    clans = () if losses is None else losses.clans
    return {
        **loyalty_initial(orders.loyalty),
        "losses": "ask" if losses is None else "order",
        **dict(zip(CLANS, clans, strict=False)),
        "disks": "ask" if losses is None else losses.disks,
        "toward": None if retreat is None else retreat.toward,
        "stay": 0 if retreat is None else retreat.stay,
    }


def _choices(
    fields: dict[str, forms.Field], names: Sequence[str], choices: Sequence[tuple[str, str]]
) -> None:
    for name in names:
        field = fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices


def _clans(rules: Ruleset, names: story.Names, side: Side | None) -> list[tuple[str, str]]:
    c = rules.components
    armies = c.blocks if side is None else (c.blocks[side],)
    clans = sorted({c.clans[block.clan] for army in armies for block in army if block.clan >= 0})
    return [(clan, capfirst(names.clan(clan))) for clan in clans]


def _destinations(rules: Ruleset, names: story.Names) -> list[tuple[str, str]]:
    places = sorted((names.place(location.id), location.id) for location in rules.edition.locations)
    return [(place, _("Toward %(place)s") % {"place": name}) for name, place in places]


@require_http_methods(["GET", "HEAD", "POST"])
def of_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form for the orders of a whole game, or for its loyalty order alone, or give them."""
    viewer, seat = player_in(request, public_id)
    if viewer.game.is_over:
        return to_seat(viewer)
    rules = position.rules_of(viewer.game)
    shown = service.shown(seat)
    data = request.POST if request.method == "POST" else None
    is_loyalty = (request.GET if data is None else data).get("only") == LOYALTY_ALONE
    form: LoyaltyForm = (
        LoyaltyForm(data, initial=loyalty_initial(shown.orders.loyalty))
        if is_loyalty
        else GameForm(rules, seat.plays, shown.orders, data)
    )
    problems, status = [], 422 if form.is_bound else 200
    if form.is_valid():
        try:
            service.lay(
                seat=seat,
                orders=msgspec.structs.replace(shown.orders, **form.given()),
                expected_version=named_version(request),
            )
        except (EngineError, Refused) as refused:
            problems = [refusal(story.Names(rules), refused)]
            status = 409 if isinstance(refused, Stale) else 422
        else:
            messages.success(request, _("Your orders are given."))
            return to_seat(viewer) if is_loyalty else to_overview(viewer)
    elif form.is_bound:
        problems = [_("Something is missing below; nothing was sent.")]
    context = {
        "form": form,
        "is_loyalty": is_loyalty,
        "version": shown.version,
        "places": _places(story.Names(rules), shown.orders),
        "problems": problems,
    }
    return show_game(request, viewer, "games/orders/game.html", context, status=status)


def _places(names: story.Names, orders: GameOrders) -> list[str]:
    """Sentences about retreats from certain places, which the form does not show."""
    if orders.retreat is None or not orders.retreat.places:
        return []
    return words.retreat(names, msgspec.structs.replace(orders.retreat, toward=None, stay=0))


@for_person
@require_http_methods(["GET", "HEAD", "POST"])
def usual(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the form for the orders with which a person begins new games, or store them."""
    rules = editions.ruleset(editions.DEFAULT)
    known = service.usual(person)
    form = GameForm(rules, None, known, request.POST if request.method == "POST" else None)
    if form.is_valid():
        service.set_usual(person, form.orders())
        messages.success(request, _("Your usual orders are saved."))
        return redirect("games:usual-orders")
    problems = [_("Something is missing below; nothing was sent.")] if form.is_bound else []
    context = {"form": form, "problems": problems}
    return render(request, "games/orders/usual.html", context, status=422 if form.is_bound else 200)
