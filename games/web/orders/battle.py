"""Ordering a battle: its plan, step by step, and when to challenge in it.

Nothing is stored before the orders are given: the form carries the steps so far.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import engine, story
from games.engine.actions import Deploy
from games.engine.errors import EngineError
from games.engine.options import Choice, Offer, Options
from games.engine.orders.shapes import MOST_STEPS, BattleOrders, Orders, Step
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.log import position
from games.models.seat import Seat
from games.reads.access import Viewer
from games.rule_numbers import MOST_DEPLOYED
from games.services import idempotency
from games.services import orders as service
from games.services.orders import Battle, Draft, ShownOrders
from games.story import orders as words
from games.story.situation import at_place
from games.web.answers import described
from games.web.answers.deployment import next_step, read_deploy
from games.web.answers.form_context import FormContext
from games.web.answers.form_data import BUTTON, FormData, Incomplete, not_offered
from games.web.orders.forms import BattleForm, battle_initial
from games.web.orders.mine import (
    has_finished,
    lines,
    refusal,
    to_overview,
    without,
)
from games.web.visitors import form_key, named_version, player_in, show_game, to_seat
from sekigahara.errors.exceptions import Refused, Stale

STEP_FIELD = "step"
"""The hidden fields of the form, which carry the steps of the plan so far."""
_STEP_TEXT = re.compile(r"(?P<card>[^:+]*):(?P<blocks>[^:]+):(?P<show>[^:+]*)")


@require_http_methods(["GET", "HEAD", "POST"])
def battle(request: HttpRequest, public_id: str, location: str) -> HttpResponse:
    """Show the form for the orders of a battle, or give them."""
    viewer, seat = player_in(request, public_id)
    if viewer.game.is_over:
        return to_seat(viewer)
    names = story.Names(position.rules_of(viewer.game))
    if not names.has_place(location):
        raise Http404
    shown = service.shown(seat)
    here = next((each for each in shown.battles if each.location == location), None)
    if here is None:
        messages.info(request, _("There is no fight at %(place)s now.") % {"place": names.place(location)})
        return to_overview(viewer)
    return _Page(request, viewer, seat, shown, here).answer()


def _remaining(here: Battle) -> tuple[Step, ...]:
    """The steps of a plan that were not carried out."""
    if here.orders is None or here.orders.plan is None:
        return ()
    return here.orders.plan.steps[here.done :]


class _Page:
    """One request to the page of a battle."""

    def __init__(
        self, request: HttpRequest, viewer: Viewer, seat: Seat, shown: ShownOrders, here: Battle
    ) -> None:
        self.request = request
        self.viewer = viewer
        self.seat = seat
        self.shown = shown
        self.here = here
        self.location = here.location
        self.rules = position.rules_of(viewer.game)
        self.names = story.Names(self.rules)
        self.steps: tuple[Step, ...] = ()

    def answer(self) -> HttpResponse:
        """Do what the pressed button says; without one, show the orders there are."""
        if self.request.method != "POST":
            return self.show(_remaining(self.here))
        try:
            self.steps = steps_in(self.rules, self.seat.plays, self.request.POST)
        except Incomplete as incomplete:
            return self.show((), problems=incomplete.sentences, status=422)
        match self.request.POST.get(BUTTON):
            case "add":
                return self.add()
            case "remove":
                return self.show(self.steps[:-1])
            case "give":
                return self.give()
        return self.show(self.steps)

    def add(self) -> HttpResponse:
        """Add the chosen step to those of the form."""
        draft = service.drafted(self.seat, self.location, self.steps)
        try:
            step = _chosen(self.rules, draft.offers, self.request.POST)
        except Incomplete as incomplete:
            return self.show(self.steps, problems=incomplete.sentences, status=422)
        return self.show((*self.steps, step), is_added=True)

    def give(self) -> HttpResponse:
        """Give the orders of the form."""
        form = BattleForm(self.request.POST)
        if not form.is_valid():
            problem = _("Something is missing below; nothing was sent.")
            return self.show(self.steps, form=form, problems=[problem], status=422)
        ordered = form.battle(self.steps)
        if ordered == BattleOrders():
            problem = _(
                "Add a step to the plan, let it stop deploying, or choose when to challenge in this battle."
            )
            return self.show(self.steps, form=form, problems=[problem], status=422)
        key = form_key(self.request, f"{self.seat.plays.label} {self.location}")
        try:
            service.lay(
                seat=self.seat,
                orders=self._with(ordered),
                expected_version=named_version(self.request),
                key=key,
                woken=self.location,
            )
        except (EngineError, Refused) as refused:
            if not idempotency.has_answer(self.seat, key):
                return self._refused(form, refused)
        messages.success(self.request, _("Your orders are given."))
        return to_overview(self.viewer)

    def _refused(self, form: BattleForm, refused: EngineError | Refused) -> HttpResponse:
        self.shown = service.shown(self.seat)
        here = next((each for each in self.shown.battles if each.location == self.location), None)
        if here is None:
            messages.warning(self.request, refusal(self.names, refused))
            return to_overview(self.viewer)
        status = 409 if isinstance(refused, Stale) else 422
        return self.show(self.steps, form=form, problems=[refusal(self.names, refused)], status=status)

    def _with(self, ordered: BattleOrders) -> Orders:
        others = without(self.shown.orders, self.location)
        return msgspec.structs.replace(others, battles={**others.battles, self.location: ordered})

    def show(
        self,
        steps: Sequence[Step],
        *,
        form: BattleForm | None = None,
        problems: Sequence[str] = (),
        status: int = 200,
        is_added: bool = False,
    ) -> HttpResponse:
        """Show the form.

        Args:
            steps: of the plan so far.
            form: the rest, if it was checked; otherwise it is shown as it was sent.
            problems: sentences about what is wrong.
            status: of the response.
            is_added: whether the chosen step is among the steps now, so that none is chosen.
        """
        draft = service.drafted(self.seat, self.location, steps)
        context = {
            "rules": self.rules,
            "version": self.shown.version,
            "name": self.names.place(self.location),
            "is_ordered": self.here.orders is not None,
            "place": self.location,
            "fight": self._fight(),
            "lines": lines(self.names, steps, 0, draft.outlook.totals),
            "hidden": [to_text(step) for step in steps],
            "outlook": f"{words.outlook(draft.outlook)} {words.theirs(draft.outlook)}".strip(),
            "refused": self._broken(draft),
            "parts": self._parts(steps, draft, is_added=is_added),
            "form": form or BattleForm(initial=self._initial()),
            "has_finished": has_finished(self._view, self.location),
            "problems": problems,
        }
        return show_game(self.request, self.viewer, "games/orders/battle.html", context, status=status)

    def _initial(self) -> dict[str, Any]:
        """The values of the form: as sent, or else as ordered."""
        if self.request.method != "POST":
            return battle_initial(self.here.orders)
        sent = self.request.POST
        return {name: sent.get(name) for name in BattleForm.base_fields}

    def _parts(self, steps: Sequence[Step], draft: Draft, *, is_added: bool) -> Sequence[Any]:
        if len(steps) >= MOST_STEPS or has_finished(self._view, self.location):
            return []
        is_sent = self.request.POST.get(BUTTON) is not None and not is_added
        data = FormData(self.request.POST if is_sent else None)
        impact = draft.outlook.totals[-1] if draft.outlook.totals else self._impact()
        return next_step(_context(self.rules, draft.offers, data), impact)

    def _impact(self) -> int:
        """The side's impact now."""
        combat = self._view["combat"]
        if combat is None or combat["location"] != self.location:
            return 0
        return int(combat["impact"][self.seat.plays.label])

    @cached_property
    def _view(self) -> dict[str, Any]:
        return engine.view(*position.load(self.viewer.game), self.seat.plays)

    def _broken(self, draft: Draft) -> str:
        """Why a step of the draft is not possible any more; empty if all are."""
        refused = draft.outlook.refused
        if refused is None:
            return ""
        values = {
            "number": len(draft.outlook.totals) + 1,
            "reason": story.refusal(self.names, refused),
        }
        return _("Step %(number)d is not possible now. %(reason)s Remove the steps from there on.") % values

    def _fight(self) -> str:
        """Who stands there, as a sentence."""
        here = at_place(self.names, self._view, self.location)
        return _("%(forces)s.") % {"forces": capfirst(here)}


def to_text(step: Step) -> str:
    """The form value of a step: its card, if any, its blocks, and the card it shows, if any."""
    return f"{step.card or ''}:{'+'.join(step.blocks)}:{step.show or ''}"


def steps_in(rules: Ruleset, side: Side, data: QueryDict) -> tuple[Step, ...]:
    """The steps that a form carries.

    Args:
        rules: of the game.
        side: that plans.
        data: the form.

    Raises:
        Incomplete: a step is none that the page wrote for this side.
    """
    written = data.getlist(STEP_FIELD)
    if len(written) > MOST_STEPS:
        raise not_offered()
    return tuple(_step_from(rules, side, text) for text in written)


def _step_from(rules: Ruleset, side: Side, text: str) -> Step:
    found = _STEP_TEXT.fullmatch(text)
    if found is None:
        raise not_offered()
    blocks = tuple(found["blocks"].split("+"))
    cards = [found[each] or None for each in ("card", "show")]
    c = rules.components
    known = {card.id for card in c.cards[side]}
    are_known = all(block in c.block_bit[side] for block in blocks)
    if not are_known or len(blocks) > MOST_DEPLOYED or not {*cards} - {None} <= known:
        raise not_offered()
    return Step(blocks, *cards)


def _chosen(rules: Ruleset, offers: Iterable[Offer], data: QueryDict) -> Step:
    """The step that was chosen in a form.

    Args:
        rules: of the game.
        offers: the deployments that can come next.
        data: the form.

    Raises:
        Incomplete: nothing was chosen, or what is not offered.
    """
    deployment: Deploy = read_deploy(_context(rules, offers, FormData(data)))
    return Step(deployment.blocks, deployment.card, deployment.show)


def _context(rules: Ruleset, offers: Iterable[Offer], data: FormData) -> FormContext:
    """What the fields for the next step are made from."""
    return FormContext(rules, described(Options("deploy", "8.2.2", [Choice(list(offers))])), data)
