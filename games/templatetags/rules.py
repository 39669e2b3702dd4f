"""Links to rules in templates: `{% load rules %}`."""

from django import template

from games.rule_links import anchor, rule_path

register = template.Library()
register.filter(anchor)
register.simple_tag(rule_path)
