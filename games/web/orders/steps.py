"""The steps of a battle plan that is being made. Hidden fields of the form carry them."""

import re
from collections.abc import Iterable

from django.http import QueryDict

from games.engine.actions import Deploy
from games.engine.options import Choice, Offer, Options
from games.engine.orders.shapes import MOST_STEPS, Step
from games.engine.rules.deployment import MOST_BLOCKS
from games.engine.ruleset import Ruleset
from games.engine.side import Side
from games.web.answers import described
from games.web.answers.deployment import read_deploy
from games.web.answers.form_context import FormContext
from games.web.answers.form_data import FormData, not_offered

FIELD = "step"
_WRITTEN = re.compile(r"(?P<card>[^:+]*):(?P<blocks>[^:]+):(?P<show>[^:+]*)")


def to_text(step: Step) -> str:
    """The form value of a step: its card, if any, its blocks, and the card it shows, if any."""
    return f"{step.card or ''}:{'+'.join(step.blocks)}:{step.show or ''}"


def from_form(rules: Ruleset, side: Side, data: QueryDict) -> tuple[Step, ...]:
    """The steps that a form carries.

    Args:
        rules: of the game.
        side: that plans.
        data: the form.

    Raises:
        Incomplete: a step is none that the page wrote for this side.
    """
    written = data.getlist(FIELD)
    if len(written) > MOST_STEPS:
        raise not_offered()
    return tuple(_from_text(rules, side, text) for text in written)


def _from_text(rules: Ruleset, side: Side, text: str) -> Step:
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise not_offered()
    blocks = tuple(found["blocks"].split("+"))
    cards = [found[each] or None for each in ("card", "show")]
    c = rules.components
    known = {card.id for card in c.cards[side]}
    are_known = all(block in c.block_bit[side] for block in blocks)
    if not are_known or len(blocks) > MOST_BLOCKS or not {*cards} - {None} <= known:
        raise not_offered()
    return Step(blocks, *cards)


def chosen(rules: Ruleset, offers: Iterable[Offer], data: QueryDict) -> Step:
    """The step that was chosen in a form.

    Args:
        rules: of the game.
        offers: the deployments that can come next.
        data: the form.

    Raises:
        Incomplete: nothing was chosen, or what is not offered.
    """
    deployment: Deploy = read_deploy(context(rules, offers, FormData(data)))
    return Step(deployment.blocks, deployment.card, deployment.show)


def context(rules: Ruleset, offers: Iterable[Offer], data: FormData) -> FormContext:
    """What the fields for the next step are made from."""
    return FormContext(rules, described(Options("deploy", "8.2.2", [Choice(list(offers))])), data)
