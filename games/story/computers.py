"""Computer players: how strong a level is, how long it thinks, and what the character of one is like."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bots.characters import BOLD, CAUTIOUS, clan_of
from games.bots.levels import LEVELS, ComputerLevel
from games.story.names import Names

MEASURE = "ashigaru"
"""The level that the others are compared with."""
GAMES = 20
"""How many games the sentence about a distance speaks of."""
UNNOTICED_SECONDS = 0.5
"""A turn of fewer seconds than that needs no sentence about its length."""

_ABOUT: dict[str, Promise] = {
    "komono": gettext_lazy("A friendly opponent for first games: it moves on a whim."),
    "ashigaru": gettext_lazy("Plans its turn and its fights, and guards its leader."),
    "hatamoto-1": gettext_lazy("Tries out a few turns, and how you could answer, before it moves."),
    "hatamoto-2": gettext_lazy("Tries out several turns, each in more than one way."),
    "hatamoto-3": gettext_lazy("Tries out several turns, each in many ways. Thinks longest."),
    "random": gettext_lazy("Does anything that is legal. To try out programs."),
}


def about(name: str) -> str:
    """What a computer player is like, in a sentence."""
    return str(_ABOUT[name])


def strength(level: ComputerLevel) -> str:
    """How strong a level is compared with the others, as a sentence."""
    if level.name == MEASURE:
        return _("The others are measured against it.")
    won = max(1, min(GAMES - 1, round(GAMES / (1 + 10 ** (-level.elo / 400)))))
    text = ngettext(
        "It beats %(measure)s in about %(won)d of %(games)d games.",
        "It beats %(measure)s in about %(won)d of %(games)d games.",
        won,
    )
    return text % {"measure": MEASURE, "won": won, "games": GAMES}


def thinking_time(level: ComputerLevel) -> str:
    """How long a level thinks about a turn, as a sentence; empty if one does not notice."""
    if level.seconds < UNNOTICED_SECONDS:
        return ""
    seconds = round(level.seconds)
    text = ngettext(
        "It thinks for about %(count)d second a turn.",
        "It thinks for about %(count)d seconds a turn.",
        seconds,
    )
    return text % {"count": seconds}


def in_full(name: str) -> str:
    """A computer player in sentences: what it is like, how strong, how long it thinks."""
    level = next((level for level in LEVELS if level.name == name), None)
    said = [about(name)] if level is None else [about(name), strength(level), thinking_time(level)]
    return " ".join(sentence for sentence in said if sentence)


def with_character(names: Names, player: str, code: str) -> str:
    """The name of a player, and their character.

    Args:
        names: of the game's edition.
        player: their public name.
        code: of the character (``games.bots.characters``); empty for none.
    """
    match code:
        case "":
            return player
        case _ if code == CAUTIOUS:
            return _("%(name)s, cautious") % {"name": player}
        case _ if code == BOLD:
            return _("%(name)s, bold") % {"name": player}
    return _("%(name)s, loyal to the %(clan)s") % {"name": player, "clan": names.clan(clan_of(code))}


def character(names: Names, code: str) -> str:
    """What a character does, as a sentence; empty for none."""
    match code:
        case "":
            return ""
        case _ if code == CAUTIOUS:
            return _("It is cautious: it fights where it is strong, and guards its leader well.")
        case _ if code == BOLD:
            return _("It is bold: it looks for fights, and marches on your leader.")
    text = _("It is loyal to the %(clan)s: they fight before its other blocks, and it spares them.")
    return text % {"clan": names.clan(clan_of(code))}
