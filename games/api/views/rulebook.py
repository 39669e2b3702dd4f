"""Editions and rules, which are public and the same for everyone."""

import msgspec
from django.http import Http404, HttpResponse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from games.api.answers import rulebook as answers
from games.api.endpoint import Endpoint, by_content
from games.api.openapi.operations import for_anybody
from games.models.game import EditionText
from games.reads import queries
from games.rulebook.differences import described as in_words
from games.rulebook.editions import Layered, UnknownEditionError, edition_ids, layered
from games.rulebook.rules import Ruling, rule_text, rule_url, rulebook


class Printed(Endpoint):
    """A public view."""

    permission_classes = (AllowAny,)


class Editions(Printed):
    """All editions."""

    @for_anybody("listEditions", answer=answers.Editions)
    def get(self, request: Request) -> HttpResponse:
        """List the editions.

        Get the editions that can be played."""
        shown = [
            answers.EditionSummary(found.own.id, found.own.name, found.digest, _variant_of(found))
            for found in map(layered, edition_ids())
        ]
        return by_content(request, answers.Editions(shown), is_public=True)


class Edition(Printed):
    """One edition."""

    @for_anybody("getEdition", answer=answers.PrintedEdition)
    def get(self, request: Request, edition: str) -> HttpResponse:
        """Get an edition.

        Get the board, blocks and cards of an edition. An id gets the current text, a digest the text
        that a game uses."""
        return by_content(request, _edition(edition), is_public=True)


def _edition(named: str) -> answers.PrintedEdition:
    try:
        found = layered(named)
    except UnknownEditionError:
        found = _by_digest(named)
    return answers.PrintedEdition(
        id=found.whole.id,
        digest=found.digest,
        variant_of=_variant_of(found),
        chosen=list(found.chosen),
        data=found.whole,
    )


def _by_digest(digest: str) -> Layered:
    """The text of an edition that a game uses."""
    try:
        return queries.pinned(digest)
    except EditionText.DoesNotExist:
        raise Http404 from None


def _variant_of(found: Layered) -> str | None:
    return None if found.base.id == found.own.id else found.base.id


class Rules(Printed):
    """All rules."""

    @for_anybody("listRules", answer=answers.Rules)
    def get(self, request: Request) -> HttpResponse:
        """List the rules.

        Get summaries of all rules and rulings. Problem documents refer to them by number."""
        book = rulebook()
        numbers = [*book.rules, *book.rulings]
        return by_content(request, answers.Rules([_rule(number) for number in numbers]), is_public=True)


class Rule(Printed):
    """One rule."""

    @for_anybody("getRule", answer=answers.Rule)
    def get(self, request: Request, number: str) -> HttpResponse:
        """Get a rule.

        Get the rule or ruling with this number."""
        return by_content(request, _rule(number), is_public=True)


def _rule(number: str) -> answers.Rule:
    rule = rule_text(number)
    if rule is None:
        raise Http404
    shown = answers.Rule(number, rule.title, rule.text, rule_url(number), _differences(number))
    if isinstance(rule, Ruling):
        return msgspec.structs.replace(shown, because=rule.because, reason=rule.reason, rules=rule.rules)
    return shown


def _differences(number: str) -> list[answers.RuleDifference]:
    """The differences between editions that affect a rule."""
    return [
        answers.RuleDifference(
            name, each.title, {found: in_words(name, layered(found).whole).text for found in edition_ids()}
        )
        for name, each in rulebook().differences.items()
        if number in each.rules
    ]
