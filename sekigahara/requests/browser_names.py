"""What browsers are called, for the people who use them."""

from typing import Any

from django.utils.translation import gettext as _

LONGEST_KIND = 40
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""By a word of the header ``User-Agent``, the first that is in it: most claim to be several."""
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def kind_of(user_agent: Any) -> str:
    """Browser and system, parted by a slash; either may be empty. Nothing else of the header is kept.

    Args:
        user_agent: the header of a request.
    """
    said = str(user_agent)
    names = (
        next((name for word, name in words.items() if word in said), "") for words in (BROWSERS, SYSTEMS)
    )
    return "/".join(names)


def in_words(kind: str) -> str:
    """A kind of browser in words, as “Firefox on Android”."""
    browser, _slash, system = kind.partition("/")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("a browser")
