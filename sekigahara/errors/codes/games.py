"""Codes of founding and joining games, and of their clocks."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

CODES = (
    # --- who plays whom
    Code(
        "not-begun",
        409,
        _("The game is not being played"),
        _("This game is not being played: it has not begun, or it was called off."),
    ),
    Code(
        "not-open",
        409,
        _("The seat is not free"),
        _("This seat is not to be had: it is taken or meant for somebody else, or the game was called off."),
    ),
    Code(
        "own-game",
        409,
        _("You already play in this game"),
        _("You play the other side of this game already. Leave the seat to somebody else."),
    ),
    Code(
        "own-address",
        422,
        _("The address is your own"),
        _("This mail address is your own. Invite somebody else, or take both seats yourself."),
    ),
    Code(
        "not-to-be-rated",
        422,
        _("The game cannot be rated"),
        _(
            "Only a game between two people can be rated. "
            "Make one that is not rated, or find another opponent."
        ),
    ),
    Code(
        "not-invited",
        409,
        _("You are not invited"),
        _("You are not invited to this game, or not any more."),
    ),
    Code(
        "not-yours",
        409,
        _("The game is somebody else's"),
        _("Only whoever made this game can call it off."),
    ),
    Code(
        "bad-nonce",
        422,
        _("Invalid randomness"),
        ngettext_lazy(
            "What you add to chance may be %(most)d character long, of letters, digits and +/=_.- alone.",
            "What you add to chance may be %(most)d characters long, of letters, digits and +/=_.- alone.",
            "most",
        ),
        parameters=("most",),
    ),
    Code(
        "no-such-flag",
        422,
        _("Unknown optional rule"),
        _("%(flag_id)s is no rule that players may choose. These are: %(allowed)s."),
        parameters=("allowed", "flag"),
    ),
    Code(
        "bad-flag",
        422,
        _("Invalid value of an optional rule"),
        _("The rule %(flag_id)s cannot be chosen so. It can be one of these: %(allowed)s."),
        parameters=("allowed", "flag"),
    ),
    # --- clocks
    Code(
        "no-such-pace",
        422,
        _("Unknown pace"),
        _("A pace is one of these numbers of days: %(paces)s. Choose one of them, or no clock."),
        parameters=("paces",),
    ),
    Code(
        "no-clock",
        409,
        _("The game has no clock"),
        _("This game has no clock: everybody may take as long as they like."),
    ),
    Code(
        "no-claim",
        409,
        _("A win cannot be claimed here"),
        _("It was not agreed that a win may be claimed in this game. Wait, or give more time."),
    ),
    Code(
        "not-overdue",
        409,
        _("The time is not up"),
        _("There is time left, or they have answered by now. Look at the game again."),
    ),
    Code(
        "paused",
        409,
        _("The clock is paused"),
        _("The clock of this game stands still. Wait until it goes on."),
    ),
    Code(
        "enough-time-given",
        409,
        _("No more time can be given"),
        ngettext_lazy(
            "More time is given to a side only %(most)d time in a game, and that was done.",
            "More time is given to a side only %(most)d times in a game, and that was done.",
            "most",
        ),
        parameters=("most",),
    ),
    Code(
        "too-many",
        429,
        _("Too many attempts"),
        _("This was done too often in a short time. Wait a while, then try again."),
        parameters=("seconds",),
    ),
)
