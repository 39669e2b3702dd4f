"""What is printed: editions and rules. The same for everybody."""

from functools import lru_cache

from django.http import Http404, HttpResponse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from games.api import answers
from games.api.documentation import described
from games.api.endpoint import Endpoint, by_content
from games.editions import UnknownEditionError, edition_ids, rule_texts, ruleset
from games.engine import Ruleset
from games.models.edition import EditionText


class Printed(Endpoint):
    """For everybody, without a token."""

    permission_classes = (AllowAny,)


class Editions(Printed):
    """All editions."""

    @described(
        "listEditions",
        "List the editions",
        answer=answers.Editions,
        is_for_anybody=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """The editions that can be played."""
        told = [
            answers.EditionSummary(name, rules.edition.name, rules.digest)
            for name in edition_ids()
            for rules in [ruleset(name)]
        ]
        return by_content(request, answers.Editions(told), is_public=True)


class Edition(Printed):
    """One edition."""

    @described(
        "getEdition",
        "What is printed in an edition",
        answer=answers.PrintedEdition,
        is_for_anybody=True,
        problems=(404,),
    )
    def get(self, request: Request, edition: str) -> HttpResponse:
        """Board, blocks and cards, by the edition's id as it is now, or by the digest a game names."""
        return by_content(request, _edition(edition), is_public=True)


def _edition(named: str) -> answers.PrintedEdition:
    try:
        rules = ruleset(named)
    except UnknownEditionError:
        rules = _by_digest(named)
    return answers.PrintedEdition(rules.edition.id, rules.digest, rules.edition)


@lru_cache(maxsize=16)
def _by_digest(digest: str) -> Ruleset:
    """The ruleset of a text some game was made with."""
    text = EditionText.objects.filter(pk=digest).first()
    if text is None:
        raise Http404
    return Ruleset.from_text(text.text)


class Rules(Printed):
    """All rules."""

    @described("listRules", "List the rules", answer=answers.Rules, is_for_anybody=True)
    def get(self, request: Request) -> HttpResponse:
        """What every rule and ruling settles, a sentence each. Refusals name them by their numbers."""
        told = [answers.Rule(number, *rule) for number, rule in rule_texts().items()]
        return by_content(request, answers.Rules(told), is_public=True)


class Rule(Printed):
    """One rule."""

    @described(
        "getRule",
        "What a rule settles",
        answer=answers.Rule,
        is_for_anybody=True,
        problems=(404,),
    )
    def get(self, request: Request, number: str) -> HttpResponse:
        """The rule, or ruling, of a number."""
        rule = rule_texts().get(number)
        if rule is None:
            raise Http404
        return by_content(request, answers.Rule(number, *rule), is_public=True)
