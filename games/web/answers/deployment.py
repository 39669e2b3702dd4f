"""Deploying in a battle or siege, and answering the deployment just made [8.2, 8.5, 8.6]."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.html import format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.actions import Deploy
from games.story.consequences import (
    WITHOUT_A_CARD,
    challenging,
    passing,
    passing_for_good,
    score,
    stopping,
)
from games.story.names import listing
from games.web.answers.form_context import FormContext, SideView
from games.web.answers.form_data import Incomplete, not_offered
from games.web.answers.parts import (
    Button,
    Folded,
    FormPart,
    Option,
    Pick,
    Section,
    checkboxes,
    radios,
    select,
)

THEN_STOP = "then_stop"
"""The checkbox that orders to stop deploying when one is asked again."""

Deployment = dict[str, Any]
"""A deployment that is offered: the action, its impact, and the cards that can refute a challenge to it."""


def deploy(context: FormContext, view: SideView) -> list[Section]:
    """The form for deploying or stopping, and for answering a deployment that can still be challenged.

    The answers come first for a side that can challenge, and last for one that cannot.
    """
    own = [_deploying(context, view)] if any(_deployments(context)) else []
    own.append(_stopping(view, is_all=not own))
    answering = _answers(context)
    if not answering:
        return own
    if _may_challenge(context):
        lines = [_("If you deploy a block yourself, or stop, you do not challenge it.")]
        answering = [_going_on(button) for button in answering]
        blocks = {"blocks": context.names.blocks(view["combat"]["window"]["kinds"])}
        return [Section(answering, heading=_("Challenge %(blocks)s?") % blocks, lines=lines), *own]
    lines = [_no_challenge(), _("If you deploy a block yourself, or stop, you do not challenge it either.")]
    quiet = [button._replace(look="quiet") for button in answering]
    heading = _("Or let their block stand, and be asked again")
    return [*own, Section(quiet, heading=heading, lines=lines, is_folded=True)]


def window(context: FormContext, view: SideView) -> list[Section]:
    """The form for answering a deployment: challenge its loyalty, or don't; or go on, without a challenge."""
    passing_button, *others = _answers(context)
    if _may_challenge(context):
        return [Section([passing_button, *others], lines=[score(view)])]
    hint = f"{_no_challenge()} {passing_button.hint}"
    go_on = passing_button._replace(label=_("Let it stand"), hint=hint)
    return [Section([go_on, *others], lines=[score(view)])]


def _answers(context: FormContext) -> list[Button]:
    if all(row["action"]["type"] != "pass" for row in context.choices()):
        return []
    may_challenge = _may_challenge(context)
    buttons = [Button("pass", *passing(may_challenge=may_challenge))]
    if may_challenge:
        buttons.append(Button("challenge", *challenging(), look="danger"))
    return [*buttons, Button("pass-rest", *passing_for_good(context.rules), look="slight")]


def _going_on(button: Button) -> Button:
    """Not to challenge is no answer to what else is asked, but leads on to it."""
    return button._replace(label=_("Don't challenge: deploy or stop")) if button.value == "pass" else button


def _may_challenge(context: FormContext) -> bool:
    return any(row["action"]["type"] == "challenge" for row in context.choices())


def _no_challenge() -> str:
    return _(
        "You have no loyalty challenge card. You are asked all the same, so that the other side cannot tell."
    )


def _deploying(context: FormContext, view: SideView) -> Section:
    combat = view["combat"]
    parts = next_step(context, combat["impact"][view["viewer"]])
    return Section(
        [Button("deploy", _("Deploy"))],
        parts if combat["siege"] else [*parts, then_stop(context)],
        heading=_("Or deploy a block") if _may_challenge(context) else _("Deploy a block"),
        lines=[score(view)],
        way="deploy",
        warning=_("The other side sees the block and the card at once: this cannot be undone."),
    )


def then_stop(context: FormContext) -> Pick:
    """The checkbox that orders to stop deploying when one is asked again, there whatever the hand holds."""
    hint = _(
        "It spares you a visit: you stop as soon as it is your turn, whatever they deploy until then, and "
        "challenge their last block only if your loyalty order does. If they stop first, the battle is "
        "decided at once. If your block is challenged, you are asked after all."
    )
    option = Option("on", _("and stop when I am asked again"))
    return checkboxes(context.data, THEN_STOP, _("Then"), [option], hint=hint)


def _deployments(context: FormContext) -> Iterator[Deployment]:
    return (row for row in context.choices() if row["action"]["type"] == "deploy")


def _without_alike(
    context: FormContext, rows: Iterable[Deployment]
) -> tuple[list[Deployment], list[Deployment]]:
    """Split deployments into those that differ, and those equivalent to one of these.

    Two deployments are equivalent if they use the same card and blocks of the same kinds.
    """
    main: dict[tuple[str, ...], Deployment] = {}
    rest = []
    for row in rows:
        action = row["action"]
        key = (action.get("card", ""), *sorted(context.names.kind(block) for block in action["blocks"]))
        if main.setdefault(key, row) is not row:
            rest.append(row)
    return list(main.values()), rest


def _by_card(context: FormContext, rows: Iterable[Deployment]) -> list[Pick]:
    by_card: dict[str, list[Deployment]] = {}
    for row in rows:
        by_card.setdefault(row["action"].get("card", ""), []).append(row)
    return [_pick(context, card, offered) for card, offered in by_card.items()]


def _pick(context: FormContext, card: str, rows: list[Deployment]) -> Pick:
    options = [_option(context, row) for row in rows]
    if not card:
        return radios(
            context.data, "deploy", _("A daimyo, without a card"), options, hint=str(WITHOUT_A_CARD)
        )
    legend = _("With %(card)s") % {"card": context.names.card(card)}
    return radios(context.data, "deploy", legend, options)


def next_step(context: FormContext, impact: int) -> list[FormPart]:
    """The fields for a deployment, now or as the next step of a plan; empty if nothing more can be deployed.

    For each block the cheapest card that fits is offered first, and every other choice is folded.

    Args:
        context: whose options are the deployments that can come next.
        impact: of the side before this one.
    """
    rows = list(_deployments(context))
    main, _alike = _without_alike(context, rows)
    free = [row for row in main if not row["action"].get("card")]
    pairs = [row for row in main if len(row["action"]["blocks"]) > 1]
    single = _cheapest(context, [row for row in main if row not in free and row not in pairs])
    rest = [row for row in rows if row not in free and row not in pairs and row not in single]
    parts: list[FormPart] = []
    for legend, offered, hint in (
        (_("A daimyo, without a card"), free, str(WITHOUT_A_CARD)),
        (_("A block, with the cheapest card that fits"), single, ""),
        (_("Two blocks, with a double"), pairs, ""),
    ):
        if offered:
            options = [_with_total(context, row, impact) for row in offered]
            parts.append(radios(context.data, "deploy", legend, options, hint=hint))
    if rest:
        hint = _("With a more expensive card, or another of several blocks that are alike.")
        parts.append(Folded(_("Another card or block"), hint, _by_card(context, rest)))
    return parts + _show(context, rows)


DEARER = ("plain", "special", "double")
"""Types of cards that deploy, the cheapest first."""


def _cheapest(context: FormContext, rows: Iterable[Deployment]) -> list[Deployment]:
    """For each kind of block, the deployment with the cheapest card."""
    cards = context.rules.edition.cards
    cost = {card.id: (DEARER.index(card.type), card.bid) for card in cards if card.type in DEARER}
    best: dict[str, Deployment] = {}
    for row in rows:
        kind = context.names.kind(row["action"]["blocks"][0])
        known = best.setdefault(kind, row)
        if cost[row["action"]["card"]] < cost[known["action"]["card"]]:
            best[kind] = row
    return list(best.values())


def _with_total(context: FormContext, row: Deployment, impact: int) -> Option:
    """An option with the impact after it, and with its card if it needs one."""
    option, values = _option(context, row), {"total": impact + row["impact"]}
    if not row["action"].get("card"):
        return option._replace(hint=_("then your impact is %(total)d") % values)
    card = context.names.card(row["action"]["card"])
    return option._replace(hint=_("with %(card)s; then your impact is %(total)d") % {**values, "card": card})


def _key(row: Deployment) -> str:
    """The form value of a deployment: its card, if any, and its blocks in order."""
    return f"{row['action'].get('card', '')}:{'+'.join(row['action']['blocks'])}"


def _option(context: FormContext, row: Deployment) -> Option:
    blocks = row["action"]["blocks"]
    values = {"blocks": listing(context.names.block(block) for block in blocks), "impact": row["impact"]}
    pictures = format_html_join("", "{}", [(context.block(block).picture,) for block in blocks])
    return Option(_key(row), _("%(blocks)s: impact %(impact)d") % values, picture=pictures)


def _show(context: FormContext, rows: Iterable[Deployment]) -> list[Pick]:
    """A list of cards from which to choose the one that refutes a challenge (R-20)."""
    cards = list(dict.fromkeys(card for row in rows for card in row.get("may_show", ())))
    if not cards:
        return []
    options = [Option("", _("Any that fits"))]
    options += [Option(card, capfirst(context.names.card(card))) for card in cards]
    label = _("If its loyalty is challenged, show")
    hint = _("A card that could deploy the block itself. You keep it, and nobody learns of it before that.")
    return [select(context.data, "show", label, options, hint=hint)]


def _stopping(view: SideView, *, is_all: bool) -> Section:
    """The button that stops deploying.

    Args:
        view: of the side that deploys.
        is_all: whether it is the only option.
    """
    button = Button("finish", *stopping(view), look="" if is_all else "quiet")
    lines = [score(view), _("None of your cards can deploy another block.")] if is_all else []
    warning = _("This cannot be undone.")
    return Section(
        [button], heading=_("Stop") if is_all else _("Or stop"), lines=lines, warning=warning, way="stop"
    )


def read_deploy(context: FormContext) -> Deploy:
    choice = context.data.required("deploy", _("Choose what you deploy."))
    row = next((row for row in _deployments(context) if _key(row) == choice), None)
    shows = context.data.values("show") or [""]
    if row is None or len(shows) > 1:
        raise not_offered()
    show = shows[0] or None
    if show is not None and show not in row.get("may_show", ()):
        raise _would_not_refute(context, show)
    return Deploy(tuple(row["action"]["blocks"]), row["action"].get("card"), show)


def _would_not_refute(context: FormContext, show: str) -> Incomplete:
    """The error for a card that cannot refute a challenge to this deployment."""
    if not any(show in row.get("may_show", ()) for row in _deployments(context)):
        return not_offered()
    sentence = _(
        "Showing %(card)s would not refute a challenge to this deployment. Choose another, or any that fits."
    )
    return Incomplete(sentence % {"card": context.names.card(show)})
