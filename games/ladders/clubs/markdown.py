"""Makes pages of Markdown that people write. What comes out is safe to show, and loads nothing."""

from typing import Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS: Final = frozenset(
    ("a", "blockquote", "br", "code", "em", "h2", "h3", "hr", "li", "ol", "p", "pre", "strong", "ul")
)
"""All others are left out: a picture would tell its sender who reads, and when."""
ADDRESSES: Final = frozenset(("http", "https", "mailto"))
HEADINGS: Final = {"h1": "h2", "h2": "h3", "h3": "h3", "h4": "h3", "h5": "h3", "h6": "h3"}
"""The title stands above them."""

_markdown = MarkdownIt("commonmark", {"html": False, "linkify": True, "breaks": True}).enable("linkify")
# Only whole addresses: "club.io" in a sentence need not be one.
_markdown.linkify.set({"fuzzy_link": False, "fuzzy_email": False})  # type: ignore[union-attr] # linkify is on


def html_of(text: str) -> SafeString:
    """The HTML of a text in Markdown."""
    tokens = _markdown.parse(text)
    for token in tokens:
        token.tag = HEADINGS.get(token.tag, token.tag)
    raw = _markdown.renderer.render(tokens, _markdown.options, {})
    cleaned = nh3.clean(
        raw, tags=set(TAGS), attributes={"*": set(), "a": {"href"}}, url_schemes=set(ADDRESSES)
    )
    return mark_safe(cleaned)  # noqa: S308 - it was cleaned
