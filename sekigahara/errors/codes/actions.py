"""Codes of actions that cannot be taken, whatever the rules say."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

CODES = (
    # --- what is no action, or not yours to do now
    Code(
        "malformed-action",
        400,
        _("Not an action"),
        _("This is not an action of the game: %(reason)s."),
        parameters=("reason",),
    ),
    Code(
        "malformed-entry",
        400,
        _("Not an entry of a log"),
        _("This is not an entry of a game's log: %(reason)s."),
        parameters=("reason",),
    ),
    Code(
        "game-over",
        409,
        _("The game is over"),
        _("This game is over; nothing more can be done in it."),
        parameters=("victory",),
    ),
    Code(
        "not-your-decision",
        409,
        _("Nothing to decide now"),
        _("You are asked nothing now: the game waits for %(waiting)s."),
        parameters=("waiting",),
    ),
    Code(
        "another-decision",
        409,
        _("Another decision is pending"),
        _("This does not answer the current decision. %(decision)s"),
        parameters=("decision",),
    ),
    # --- lists of actions, and taking back
    Code(
        "no-action",
        400,
        _("No action sent"),
        _("There is nothing to do in this list. Send at least one action."),
    ),
    Code(
        "list-too-long",
        400,
        _("Too many actions"),
        ngettext_lazy(
            "A list holds no more than %(most)d action. Send the first ones, then the others.",
            "A list holds no more than %(most)d actions. Send the first ones, then the others.",
            "most",
        ),
        parameters=("most",),
    ),
    Code(
        "beyond-barrier",
        422,
        _("The list must end here"),
        _(
            "This would show or draw something, so it must be the last of a list. "
            "Send the list up to here, look at what comes of it, and go on from there."
        ),
    ),
    Code(
        "not-undoable",
        422,
        _("Nothing can be undone"),
        _("Nothing of yours can be taken back: something was shown, or the game has gone on."),
    ),
    Code(
        "stale",
        412,
        _("The game moved on"),
        _("What you are asked has changed since you looked. Look at the game again, then decide."),
        parameters=("etag", "version"),
    ),
    Code(
        "idempotency-key-reused",
        422,
        _("Idempotency key used for another request"),
        _("This key was used for another request. Give every request a key of its own."),
        parameters=("key",),
    ),
    Code(
        "bad-idempotency-key",
        422,
        _("Invalid idempotency key"),
        ngettext_lazy(
            "The key of a request may be %(most)d character long, of plain letters, digits and signs.",
            "The key of a request may be %(most)d characters long, of plain letters, digits and signs.",
            "most",
        ),
        parameters=("most",),
    ),
    Code(
        "frozen",
        409,
        _("The game is suspended"),
        _(
            "This game is stopped: its log and the rules no longer agree. "
            "Nothing of it is lost, and whoever runs this service has been told."
        ),
    ),
)
