"""Templates that are prepared as they are read render what Django renders."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.template import Context, Engine
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

TEMPLATES = {
    "base.html": "{% block head %}<b>{{ text }}</b>{% endblock %}|{% block main %}{% endblock %}|{{ none }}",
    "page.html": """{% extends "base.html" %}
        {% block head %}{{ block.super }}{{ safe }}{% endblock %}
        {% block main %}{{ number }} {{ exact }} {{ at }} {{ lazy }} {{ missing }} {{ text|upper }}
          {% for each in many %}{% if each %}{% include "part.html" %}{% endif %}{% endfor %}
          {% autoescape off %}{{ text }} {{ safe }} {{ number }}{% endautoescape %}
          {% filter lower %}{{ text }}{% endfilter %}{{ subclass }}{% endblock %}""",
    "part.html": "[{{ each }} {{ text|default:'-' }}]",
}


class Word(str):
    """Text of a class of its own."""

    __slots__ = ()


def shown(loader: str) -> list[str]:
    engine = Engine(loaders=[(loader, [("django.template.loaders.locmem.Loader", TEMPLATES)])])
    values = {
        "text": "<Ieyasu> & 'Otani' \"",
        "safe": mark_safe("<i>so</i>"),
        "number": 1_234_567,
        "exact": Decimal("1.50"),
        "at": datetime(1600, 10, 21, 8, 0, tzinfo=UTC),
        "lazy": gettext_lazy("<Save>"),
        "subclass": Word("<word>"),
        "none": None,
        "many": ["<a>", "", "b"],
    }
    return [engine.get_template("page.html").render(Context(values)) for _time in range(2)]


@pytest.mark.parametrize("is_translated", [False, True])
def test_prepared_template_renders_what_django_does(
    request: pytest.FixtureRequest, *, is_translated: bool
) -> None:
    if is_translated:
        request.getfixturevalue("translated")
    prepared = shown("sekigahara.pages.loading.Loader")
    assert prepared == shown("django.template.loaders.cached.Loader")
    assert prepared[0] == prepared[1]
    assert "<b>&lt;Ieyasu&gt; &amp; &#x27;Otani&#x27; &quot;</b><i>so</i>" in prepared[0]
    assert "&lt;word&gt;" in prepared[0]
