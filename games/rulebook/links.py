"""Links to rules and rulings on the rules page."""

from django.conf import settings
from django.urls import reverse


def anchor(number: str) -> str:
    """The id of a rule or ruling on that page: "rule-8-6-1", "rule-R-21"."""
    return f"rule-{number.replace('.', '-')}"


def rule_path(number: str, edition: str = "") -> str:
    """The address of a rule or ruling on the rules page.

    Args:
        number: of the rule; empty for the page itself.
        edition: the edition to highlight there, by its id or a digest.
    """
    query = f"?edition={edition}" if edition else ""
    return f"{reverse('games:rules')}{query}" + (f"#{anchor(number)}" if number else "")


def rule_url(number: str, edition: str = "") -> str:
    """The address of a rule or ruling with the host, for mails and programs. Arguments as for `rule_path`."""
    return f"{settings.SITE_URL}{rule_path(number, edition)}"
