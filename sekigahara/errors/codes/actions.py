"""Error codes of actions that are refused for reasons other than the rules of the game."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

ACTION_CODES = (
    # --- malformed actions, and actions at the wrong time
    Code(
        "malformed-action",
        400,
        _("Invalid action"),
        _("This is not a valid action: %(reason)s."),
    ),
    Code(
        "malformed-entry",
        400,
        _("Invalid log entry"),
        _("This is not a valid entry of a game log: %(reason)s."),
    ),
    Code(
        "game-over",
        409,
        _("The game is over"),
        _("This game is over. No further actions are possible."),
        untold=("victory",),
    ),
    Code(
        "not-your-decision",
        409,
        _("You have nothing to decide now"),
        _("You have nothing to decide now. The game waits for %(waiting)s to decide this: %(decision)s"),
    ),
    Code(
        "another-decision",
        409,
        _("Another decision is pending"),
        _("This does not answer the pending decision. %(decision)s"),
    ),
    # --- lists of actions, and undoing
    Code(
        "no-action",
        400,
        _("No action sent"),
        _("The list of actions is empty. Send at least one action."),
    ),
    Code(
        "list-too-long",
        400,
        _("Too many actions"),
        ngettext_lazy(
            "A request can hold at most %(most)d action. Split the list into several requests.",
            "A request can hold at most %(most)d actions. Split the list into several requests.",
            "most",
        ),
    ),
    Code(
        "beyond-barrier",
        422,
        _("The list must end here"),
        _(
            "This action tells you something new, draws something, or lets somebody else act, so it must be "
            "the last in its list. "
            "Send the list up to this action, check the result, then send the rest."
        ),
    ),
    Code(
        "not-undoable",
        422,
        _("Nothing can be undone"),
        _("You have nothing to undo: something was revealed since, or the game has moved on."),
    ),
    Code(
        "undone-too-often",
        409,
        _("Undone too often"),
        ngettext_lazy(
            "In one turn you can undo only %(most)d action. Decide with what you have now.",
            "In one turn you can undo only %(most)d actions. Decide with what you have now.",
            "most",
        ),
    ),
    Code(
        "stale",
        412,
        _("The game moved on"),
        _("Your decision has changed since you last looked. Read the game again, then decide."),
        untold=("etag", "version"),
    ),
    Code(
        "orders-changed",
        412,
        _("The orders have changed"),
        _("Your orders have changed since you last looked. Read them again, then give new ones."),
        untold=("etag", "version"),
    ),
    Code(
        "idempotency-key-reused",
        422,
        _("Idempotency key already used"),
        _("This idempotency key was used for a different request. Use a new key for each request."),
        untold=("key",),
    ),
    Code(
        "bad-idempotency-key",
        422,
        _("Invalid idempotency key"),
        ngettext_lazy(
            "An idempotency key can have at most %(most)d character: ASCII letters, digits and punctuation.",
            "An idempotency key can have at most %(most)d characters: ASCII letters, digits and punctuation.",
            "most",
        ),
    ),
    Code(
        "frozen",
        409,
        _("The game is suspended"),
        _(
            "This game is suspended: its log does not agree with the rules. "
            "Nothing is lost, and the operators of this service have been notified."
        ),
    ),
)
