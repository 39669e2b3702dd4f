"""Template tags for links to rules, and for the language of rule texts: `{% load rules %}`."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.rulebook.rules import LANGUAGE, anchor, rule_path

register = template.Library()
register.filter(anchor)
register.simple_tag(rule_path)


@register.simple_tag
def rule_language() -> SafeString:
    """The ``lang`` attribute of an element with a rule text; empty on a page in that language."""
    if get_language() == LANGUAGE:
        return SafeString("")
    return mark_safe(f' lang="{LANGUAGE}"')  # noqa: S308 - ours
