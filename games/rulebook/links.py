"""Links to a rule, for whoever is told its number: to where it stands on the page of the rules."""

from django.conf import settings
from django.urls import reverse


def anchor(number: str) -> str:
    """The id of a rule or ruling on that page: "rule-8-6-1", "rule-R-21"."""
    return f"rule-{number.replace('.', '-')}"


def rule_path(number: str, edition: str = "") -> str:
    """Where a rule or ruling stands.

    Args:
        number: of it; empty for the page itself.
        edition: the edition that is to be marked there, by its id or a digest.
    """
    query = f"?edition={edition}" if edition else ""
    return f"{reverse('games:rules')}{query}" + (f"#{anchor(number)}" if number else "")


def rule_url(number: str, edition: str = "") -> str:
    """The address of a rule or ruling with the host, for mails and programs. Arguments as for `rule_path`."""
    return f"{settings.SITE_URL}{rule_path(number, edition)}"
