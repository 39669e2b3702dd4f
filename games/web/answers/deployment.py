"""Deploying in a battle or siege, and answering the deployment just made [8.2, 8.5, 8.6]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.html import format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.actions import Deploy
from games.story.names import listing
from games.web.answers.asking import Asking, Seen
from games.web.answers.filled_in import Incomplete, not_offered
from games.web.answers.parts import Button, Folded, Option, Part, Pick, Section, Select, radios, select

Row = dict[str, Any]
"""A deployment that is offered: the action, its impact, and the cards it may be defended with."""


def deploy(asking: Asking, seen: Seen) -> list[Section]:
    """The deployments by card, and stopping; while a window is open also its answers.

    Who can challenge is asked that first; who cannot, last.
    """
    own = [_deploying(asking, seen)] if any(_deployments(asking)) else []
    own.append(_stopping(seen, is_all=not own))
    answering = _answers(asking)
    if not answering:
        return own
    if _may_challenge(asking):
        lines = [_("If you deploy a block yourself, or stop, you do not challenge it.")]
        return [Section(answering, heading=_("Answer the deployment first"), lines=lines), *own]
    lines = [_no_challenge(), _("If you deploy a block yourself, or stop, you do not challenge it either.")]
    return [*own, Section(answering, heading=_("Or just don't challenge"), lines=lines)]


def window(asking: Asking, seen: Seen) -> list[Section]:
    """Challenge, or don't."""
    lines = [] if _may_challenge(asking) else [_no_challenge()]
    return [Section(_answers(asking), lines=[_score(seen), *lines])]


def _answers(asking: Asking) -> list[Button]:
    told = [row["action"]["type"] for row in asking.choices()]
    if "pass" not in told:
        return []
    buttons = [
        Button("pass", _("Don't challenge"), _("You are asked again at the next deployment.")),
        Button(
            "pass-rest",
            _("Don't ask again this battle"),
            _(
                "You are not asked again before the next battle, which saves mails. "
                "The other side is not told, and you cannot change it."
            ),
            "quiet",
        ),
    ]
    if _may_challenge(asking):
        hint = _(
            "Your challenge card is spent whatever comes of it. Unless the other side shows a card that "
            "could deploy the block, the block fights for you in this battle."
        )
        buttons.append(Button("challenge", _("Challenge its loyalty"), hint, "danger"))
    return buttons


def _may_challenge(asking: Asking) -> bool:
    return any(row["action"]["type"] == "challenge" for row in asking.choices())


def _no_challenge() -> str:
    return _("You hold no loyalty challenge; the other side does not know that.")


def _deploying(asking: Asking, seen: Seen) -> Section:
    rows = list(_deployments(asking))
    main, rest = _alike_apart(asking, rows)
    parts: list[Part] = [*_by_card(asking, main)]
    if rest:
        hint = _("Of blocks that are alike it makes no difference which goes, nor in which order two go.")
        parts.append(Folded(_("Choose among blocks that are alike"), hint, _by_card(asking, rest)))
    parts += _show(asking, rows)
    return Section(
        [Button("deploy", _("Deploy"))],
        parts,
        heading=_("Deploy a block"),
        lines=[_score(seen)],
        warning=_("The other side sees the block and the card at once: this cannot be taken back."),
    )


def _deployments(asking: Asking) -> Iterator[Row]:
    return (row for row in asking.choices() if row["action"]["type"] == "deploy")


def _alike_apart(asking: Asking, rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """One of every deployment that is a different one, and those that are like one of them."""
    kinds = {block.id: block.kind for army in asking.rules.components.blocks for block in army}
    main: dict[tuple[str, ...], Row] = {}
    rest = []
    for row in rows:
        action = row["action"]
        told = (action.get("card", ""), *sorted(kinds[block] for block in action["blocks"]))
        if main.setdefault(told, row) is not row:
            rest.append(row)
    return list(main.values()), rest


def _by_card(asking: Asking, rows: Iterable[Row]) -> list[Pick]:
    by_card: dict[str, list[Row]] = {}
    for row in rows:
        by_card.setdefault(row["action"].get("card", ""), []).append(row)
    return [_pick(asking, card, offered) for card, offered in by_card.items()]


def _pick(asking: Asking, card: str, rows: list[Row]) -> Pick:
    options = [_option(asking, row) for row in rows]
    if not card:
        hint = _("Cannot be challenged. Only until you deploy with a card in this combat.")
        return radios(asking.given, "deploy", _("A daimyo, without a card"), options, hint=hint)
    legend = _("With %(card)s") % {"card": asking.names.card(card)}
    return radios(asking.given, "deploy", legend, options)


def _key(row: Row) -> str:
    """What is sent for a deployment: the card, if it takes one, and its blocks in order."""
    return f"{row['action'].get('card', '')}:{'+'.join(row['action']['blocks'])}"


def _option(asking: Asking, row: Row) -> Option:
    blocks = row["action"]["blocks"]
    values = {"blocks": listing(asking.names.block(block) for block in blocks), "impact": row["impact"]}
    pictures = format_html_join("", "{}", [(asking.block(block).picture,) for block in blocks])
    return Option(_key(row), _("%(blocks)s: impact %(impact)d") % values, picture=pictures)


def _show(asking: Asking, rows: Iterable[Row]) -> list[Select]:
    """The card to show when challenged (R-20)."""
    cards = list(dict.fromkeys(card for row in rows for card in row.get("may_show", ())))
    if not cards:
        return []
    options = [Option("", _("Any that fits"))]
    options += [Option(card, capfirst(asking.names.card(card))) for card in cards]
    label = _("If its loyalty is challenged, show")
    hint = _("A card that could deploy the block itself. You keep it, and nobody is told of it before.")
    return [select(asking.given, "show", label, options, hint=hint)]


def _score(seen: Seen) -> str:
    combat = seen["combat"]
    mine = seen["viewer"]
    theirs = "west" if mine == "east" else "east"
    if combat["siege"]:
        text = _("Impact so far: %(attack)d. Each full 7 takes a block out of the castle.")
        return text % {"attack": combat["impact"][combat["attacker"]]}
    if mine == combat["attacker"]:
        text = _("Impact so far: yours %(mine)d, theirs %(theirs)d. On a tie you lose.")
    else:
        text = _("Impact so far: yours %(mine)d, theirs %(theirs)d. On a tie you win.")
    return text % {"mine": combat["impact"][mine], "theirs": combat["impact"][theirs]}


def _stopping(seen: Seen, *, is_all: bool) -> Section:
    """To stop deploying.

    Args:
        is_all: whether there is nothing else to do.
    """
    combat = seen["combat"]
    theirs = "west" if seen["viewer"] == "east" else "east"
    if combat["siege"]:
        hint = _("The assault ends, and the castle's losses are counted.")
    elif combat["finished"][theirs]:
        hint = _("The other side has stopped: the battle is decided at once.")
    else:
        hint = _(
            "You stop deploying in this battle, whatever comes. The other side may go on; "
            "when it stops too, the battle is decided."
        )
    button = Button("finish", _("Stop deploying"), hint, "" if is_all else "quiet")
    lines = [_score(seen), _("None of your cards deploys a block that is left here.")] if is_all else []
    warning = _("This cannot be taken back.")
    return Section([button], heading=_("Stop") if is_all else _("Or stop"), lines=lines, warning=warning)


def read_deploy(asking: Asking) -> Deploy:
    told = asking.given.one("deploy", _("Choose what you deploy."))
    row = next((row for row in _deployments(asking) if _key(row) == told), None)
    shows = asking.given.all("show") or [""]
    if row is None or len(shows) > 1:
        raise not_offered()
    show = shows[0] or None
    if show is not None and show not in row.get("may_show", ()):
        raise _would_not_refute(asking, show)
    return Deploy(tuple(row["action"]["blocks"]), row["action"].get("card"), show)


def _would_not_refute(asking: Asking, show: str) -> Incomplete:
    """The card is one of another deployment, or none of the form's at all."""
    if not any(show in row.get("may_show", ()) for row in _deployments(asking)):
        return not_offered()
    told = _(
        "To show %(card)s would not refute a challenge to this deployment. Choose another, or any that fits."
    )
    return Incomplete(told % {"card": asking.names.card(show)})
