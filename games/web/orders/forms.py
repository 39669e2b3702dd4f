"""Forms for orders: when to challenge, and how far a battle plan goes."""

from collections.abc import Sequence
from typing import Any, Literal

from django import forms
from django.utils.translation import gettext_lazy

from games.engine.orders import shapes

ASK, ASK_FROM, CHALLENGE_FROM, NEVER, AS_IN_GAME = "ask", "ask-from", "challenge-from", "never", "game"
LOYALTY = [
    (ASK, gettext_lazy("Ask me about every deployment")),
    (ASK_FROM, gettext_lazy("Ask me from some impact; smaller ones stand")),
    (CHALLENGE_FROM, gettext_lazy("Challenge from some impact, and any double; others stand")),
    (NEVER, gettext_lazy("Never challenge")),
]
"""The menu, which is the same whatever the hand holds."""
LOYALTY_ALONE = "loyalty"
"""The value of ``only`` with which the page for a whole game is about its loyalty order."""
BEHIND, AHEAD, ALL = "while-behind", "until-ahead", "all"


def _impact(label: Any, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=1, max_value=shapes.MOST_IMPACT, required=False
    )


def _loyalty(choices: Sequence[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy("When the other side deploys"),
        choices=choices,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "You may order a challenge whatever you hold: without a loyalty challenge the deployment stands."
        ),
    )


class LoyaltyForm(forms.Form):
    """How deployments of the other side are answered."""

    loyalty = _loyalty(LOYALTY)
    ask_from = _impact(gettext_lazy("Ask me from this impact"))
    challenge_from = _impact(gettext_lazy("Challenge from this impact"))

    def clean(self) -> dict[str, Any]:
        """Require the impact of the chosen order."""
        self.require("loyalty", ASK_FROM, "ask_from")
        self.require("loyalty", CHALLENGE_FROM, "challenge_from")
        return self.cleaned_data

    def require(self, field: str, choice: str, number: str) -> None:
        """Require a number if a choice was made."""
        is_chosen = self.cleaned_data.get(field) == choice
        if is_chosen and number not in self.errors and self.cleaned_data[number] is None:
            self.add_error(number, forms.ValidationError(gettext_lazy("Say which number."), code="required"))

    def given(self) -> dict[str, Any]:
        """What of the orders for the whole game it replaces."""
        return {"loyalty": self.order() or shapes.AlwaysAsk()}

    def order(self) -> shapes.LoyaltyOrder | None:
        """The order that was chosen; None for that of the game."""
        match self.cleaned_data["loyalty"]:
            case "ask-from":
                return shapes.AskFrom(self.cleaned_data["ask_from"])
            case "challenge-from":
                return shapes.ChallengeFrom(self.cleaned_data["challenge_from"])
            case "never":
                return shapes.NeverChallenge()
            case "ask":
                return shapes.AlwaysAsk()
        return None


def loyalty_initial(order: shapes.LoyaltyOrder | None) -> dict[str, Any]:
    """The initial values of a form for a loyalty order; None is that of the game."""
    match order:
        case shapes.AskFrom(impact=impact):
            return {"loyalty": ASK_FROM, "ask_from": impact}
        case shapes.ChallengeFrom(impact=impact):
            return {"loyalty": CHALLENGE_FROM, "challenge_from": impact}
        case shapes.NeverChallenge():
            return {"loyalty": NEVER}
        case shapes.AlwaysAsk():
            return {"loyalty": ASK}
    return {"loyalty": AS_IN_GAME}


class BattleForm(LoyaltyForm):
    """How far a battle plan goes, and the loyalty order for its battle."""

    loyalty = _loyalty([(AS_IN_GAME, gettext_lazy("As in the whole game")), *LOYALTY])
    go_on = forms.ChoiceField(
        label=gettext_lazy("It goes on"),
        choices=[
            (BEHIND, gettext_lazy("while I am behind; as the attacker also at a tie")),
            (AHEAD, gettext_lazy("until I am ahead by some impact")),
            (ALL, gettext_lazy("until all of it is done")),
        ],
        widget=forms.RadioSelect,
    )
    ahead_by = _impact(gettext_lazy("Ahead by"))
    stop_if_challenged = forms.BooleanField(
        label=gettext_lazy("one of my blocks is challenged"), required=False
    )
    stop_if_they_gain = _impact(
        gettext_lazy("Ask me if their impact rises by this much or more"),
        gettext_lazy("Empty: however much it rises."),
    )
    then_stop = forms.BooleanField(label=gettext_lazy("and stop when I am asked again"), required=False)

    def clean(self) -> dict[str, Any]:
        """Require the numbers of what was chosen."""
        self.require("go_on", AHEAD, "ahead_by")
        return super().clean()

    def battle(self, steps: tuple[shapes.Step, ...]) -> shapes.BattleOrders:
        """The orders for the battle."""
        is_plan = steps or self.cleaned_data["then_stop"]
        return shapes.BattleOrders(self._plan(steps) if is_plan else None, self.order())

    def _plan(self, steps: tuple[shapes.Step, ...]) -> shapes.Plan:
        given = self.cleaned_data
        then: Literal["ask", "stop"] = "stop" if given["then_stop"] else "ask"
        return shapes.Plan(
            steps,
            self._rule(),
            stop_if_challenged=given["stop_if_challenged"],
            stop_if_they_gain=given["stop_if_they_gain"],
            then=then,
        )

    def _rule(self) -> shapes.WhileBehind | shapes.UntilAhead | shapes.AllOfIt:
        match self.cleaned_data["go_on"]:
            case "until-ahead":
                return shapes.UntilAhead(self.cleaned_data["ahead_by"])
            case "all":
                return shapes.AllOfIt()
        return shapes.WhileBehind()


def battle_initial(ordered: shapes.BattleOrders | None) -> dict[str, Any]:
    """The initial values of the form for a battle."""
    plan = None if ordered is None else ordered.plan
    given = loyalty_initial(None if ordered is None else ordered.loyalty)
    if plan is None:
        return {**given, "go_on": BEHIND, "stop_if_challenged": True}
    match plan.go_on:
        case shapes.UntilAhead(by=by):
            given |= {"go_on": AHEAD, "ahead_by": by}
        case shapes.AllOfIt():
            given |= {"go_on": ALL}
        case shapes.WhileBehind():
            given |= {"go_on": BEHIND}
    return {
        **given,
        "stop_if_challenged": plan.stop_if_challenged,
        "stop_if_they_gain": plan.stop_if_they_gain,
        "then_stop": plan.then == "stop",
    }
