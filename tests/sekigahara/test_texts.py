"""Templates say the same whether their texts are looked up among translations or not."""

import pytest
from django.template import Context, Template
from django.template.base import TextNode

SOURCE = """{% load i18n %}{% autoescape off %}{% translate "Save <all> & 100%" %}{% endautoescape %}
{% translate "It's 5 %" %}{% trans "Print" context "a woodblock print" %}{% translate "so" noop %}
{% translate "Copied" as copied %}{{ copied }}{% translate name %}{% translate "long words"|upper %}
{% blocktranslate trimmed %}
  Two lines, 50% of <b>one</b>
  sentence.
{% endblocktranslate %}
{% blocktranslate context "a game" %}Open{% endblocktranslate %}
{% blocktranslate with who=name %}By {{ who }}, 100%.{% endblocktranslate %}
{% blocktranslate count days=days %}{{ days }} day{% plural %}{{ days }} days{% endblocktranslate %}
{% blocktranslate asvar said %}Later{% endblocktranslate %}{{ said }}"""


def shown() -> str:
    return Template(SOURCE).render(Context({"name": "<Ieyasu>", "days": 2}))


def test_template_says_the_same_as_where_texts_are_looked_up(request: pytest.FixtureRequest) -> None:
    at_once = shown()
    request.getfixturevalue("translated")
    assert shown() == at_once
    assert "&lt;Ieyasu&gt;" in at_once
    assert "2 days" in at_once


def test_text_that_never_changes_is_part_of_the_template() -> None:
    words = Template('{% load i18n %}{% translate "Save" %}{% blocktranslate %}Stop{% endblocktranslate %}')
    assert all(type(node) is TextNode for node in words.nodelist[1:])
