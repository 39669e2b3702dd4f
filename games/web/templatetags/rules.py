"""Links to rules in templates, and what tells their language: `{% load rules %}`."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.rulebook.links import anchor, rule_path
from games.rulebook.rules import LANGUAGE

register = template.Library()
register.filter(anchor)
register.simple_tag(rule_path)


@register.simple_tag
def rule_language() -> SafeString:
    """The attribute of an element that holds words of the rules; nothing on a page in their language."""
    if get_language() == LANGUAGE:
        return SafeString("")
    return mark_safe(f' lang="{LANGUAGE}"')  # noqa: S308 - ours
