"""Pages as people read them: without the white space that no browser shows."""

import html
import re
from typing import Any

VERBATIM = re.compile(r"(<(?:pre|textarea|script|style)\b.*?</(?:pre|textarea|script|style)>)", re.DOTALL)
WHITE_SPACE = re.compile(r"[ \t\n\r\f]+")  # but no space that does not break a line
TAG = re.compile(r"<[a-zA-Z/](?:\"[^\"]*\"|'[^']*'|[^>\"'])*>")
BLOCKS = (
    "html|head|body|main|header|footer|nav|section|article|div|p|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th"
    "|td|form|fieldset|legend|details|summary|noscript|title|meta|link|option|br|svg|g|path|rect|circle|use"
)
REST_OF_TAG = r"(?:\"[^\"]*\"|[^>\"])*>"
AROUND_BLOCK = re.compile(rf" ?(</?(?:{BLOCKS})\b{REST_OF_TAG}) ?")
WITHIN_BUTTON = re.compile(rf"(<(?:button|select|a class=\"button[^\"]*\")(?=[ >]){REST_OF_TAG}) ")
BEFORE_END = re.compile(r" (</(?:button|select)>)")
LINK_AS_BUTTON = re.compile(rf"(<a class=\"button[^\"]*\"{REST_OF_TAG})([^<]*?) ?</a>")


def in_one_line(page: str) -> str:
    """A page without line breaks and without white space at the edges of its blocks and buttons."""
    return "".join(
        part if number % 2 and not part.startswith(("<script", "<style")) else _collapsed(part)
        for number, part in enumerate(VERBATIM.split(page))
    )


def words_of(response: Any) -> str:
    """The page of a response in one line, with the letters that its entities stand for."""
    return html.unescape(in_one_line(response.content.decode()))


def _collapsed(part: str) -> str:
    part = TAG.sub(lambda tag: tag[0].replace(" >", ">"), WHITE_SPACE.sub(" ", part))
    part = AROUND_BLOCK.sub(r"\1", part)
    part = BEFORE_END.sub(r"\1", WITHIN_BUTTON.sub(r"\1", part))
    return LINK_AS_BUTTON.sub(r"\1\2</a>", part)
