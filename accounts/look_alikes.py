"""Letters that look like those of the Latin alphabet, so that names can be compared as they are seen.

They are from the file `confusables.txt` of Unicode Technical Standard #39 (© Unicode, Inc., under the Unicode
License), by way of the package confusable-homoglyphs 3.3.1: whatever looks like a Latin letter of either
case, without what NFKC makes the same anyway. The small form of such a capital counts too, or a name could be
written once more in small letters. Small capitals and letters in boxes are added. `i`, `l` and `1` count as
one letter, and so do `o` and `0`.
"""
# ruff: noqa: RUF001 - that letters look like others is what this is about

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_ALIKE = {
    "a": "ɑΑαАаᎪᗅ⍺ꓮ𐊠𖽀",
    "b": "ƄΒВЬᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁",
    "c": "ΣςСсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲🝌",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕЕеҽᎬ℮⋿ⴹꓰꬲ𐊆𑢦𑢮",
    "f": "ϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𝈓",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ΗНһհᎻᏂᕼⲎꓧ𐋏",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ΚКᏦᛕⲔꓗ𐔘",
    "l": "ıƖǀɩɪΙιІіӀӏ۱ᎥᏞᒪᛁ∣⍳⏽│ⲒⳐⵏꓡꓲꙇꭵ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𑣃𖼖𖼨𝈪",
    "m": "ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑",
    "n": "ΝոռпⲚꓠ𐔓",
    "o": "ΟοσОоՕօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠",
    "p": "ΡρРрᏢᑭ⍴Ⲣⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵𝈖",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤТᎢ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨",
    "u": "ʋυՍսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵ۷Ꮩᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍",
    "w": "ɯѡԜԝաᎳᏔᴡꓪꮃ𑜊𑜎𑜏𑣦𑣯",
    "x": "×ΧХхᕁᕽ᙭᙮ᚷ╳⤫⤬⨯ⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃",
    "z": "ΖᏃᴢꓜꮓ𐋵𑢩𑣄𑣥",
}

_SMALL_CAPITALS = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True))

_BOXED = (0x249C, 0x1F110, 0x1F150, 0x1F170, 0x1F1E6)
"""Where alphabets in brackets, circles, boxes and flags begin. NFKC leaves them, or adds brackets."""

FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that are blank."""

UNSEEN = re.compile(
    f"[\0\u200c\u200d\u034f\u17b4\u17b5\u180b-\u180d\ufe00-\ufe0f\U000e0100-\U000e01ef{FILLERS}]"
)
"""Invisible characters: joiners, fillers, variation selectors, and the null character, which databases
refuse.
"""

_ACCENTS = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]")
"""Those of Latin, Greek and Cyrillic letters; in other scripts a mark may be a letter of its own."""


def _letters() -> Iterator[tuple[str, str]]:
    """Letters with those of the Latin alphabet that they look like. Later ones count more."""
    alike = [(letter, latin) for latin, letters in _ALIKE.items() for letter in letters]
    for letter, latin in alike:
        yield letter.lower(), latin
    yield from alike
    yield from _SMALL_CAPITALS.items()
    for first in _BOXED:
        yield from ((chr(first + number), chr(ord("a") + number)) for number in range(26))


_FOLDED = str.maketrans({letter: latin for letter, latin in _letters() if len(letter) == 1})
_STROKES = str.maketrans("i1|0", "lllo")


def in_latin(text: str) -> str:
    """A text in small Latin letters, where there is one that looks alike, without invisible characters."""
    seen = unicodedata.normalize("NFKC", text.translate(_FOLDED))
    seen = UNSEEN.sub("", seen).translate(_FOLDED)
    return unicodedata.normalize("NFKC", seen.casefold()).translate(_FOLDED).translate(_STROKES)


@lru_cache(maxsize=4096)
def looks(name: str) -> str:
    """What two names that look alike have in common: their letters, without accents, blanks and signs.

    A name without letters has only itself in common with others.
    """
    return "".join(words(name)) or name


def words(name: str) -> list[str]:
    """The words of a name in small Latin letters, without accents."""
    seen = in_latin(_ACCENTS.sub("", unicodedata.normalize("NFKD", in_latin(name))))
    return "".join(each if unicodedata.category(each)[0] in "LNM" else " " for each in seen).split()
