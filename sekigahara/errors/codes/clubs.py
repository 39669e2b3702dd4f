"""Error codes of clubs, their members and their arbiters."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

CLUB_CODES = (
    # --- arbitration
    Code(
        "not-arbiter",
        403,
        _("Only for arbiters"),
        _("Only an arbiter or an organiser of the club can do this. Ask one of them."),
        is_for_pages=True,
    ),
    Code(
        "own-case",
        403,
        _("You are involved in this"),
        _("You are involved in this case, so somebody else has to decide it."),
        is_for_pages=True,
    ),
    Code(
        "no-club",
        409,
        _("The game has no arbiter"),
        _("This game does not belong to a club, so it has no arbiter."),
    ),
    Code(
        "not-running",
        409,
        _("The game is not running"),
        _("This game is not being played: it has not begun, or it is over."),
    ),
    Code(
        "no-deadline",
        409,
        _("No deadline to extend"),
        _("This side has no deadline: the game is not waiting for it, or has no clock."),
        is_for_pages=True,
    ),
    Code(
        "nothing-follows",
        409,
        _("Running late has no penalty"),
        _("In this game, running late has no penalty: no one loses on time."),
        is_for_pages=True,
    ),
    Code(
        "too-many-days",
        422,
        _("Invalid number of days"),
        ngettext_lazy(
            "Grant exactly %(most)d day.",
            "Grant between 1 and %(most)d days.",
            "most",
        ),
        is_for_pages=True,
    ),
    Code(
        "paused-already",
        409,
        _("The clock is already paused"),
        _("The clock of this game is already paused."),
    ),
    Code(
        "not-paused",
        409,
        _("The clock is not paused"),
        _("The clock of this game is running. It does not need to be resumed."),
    ),
    Code(
        "no-person",
        409,
        _("No player to replace"),
        _("This seat has no human player who could be replaced."),
        is_for_pages=True,
    ),
    Code(
        "cannot-take-seat",
        422,
        _("This person cannot take the seat"),
        _(
            "This person cannot take the seat. Choose a member of the club who has never played in this "
            "game, is not ruling on it, and has seen none of its hidden information."
        ),
        is_for_pages=True,
    ),
    Code(
        "annulled-already",
        409,
        _("The game is already annulled"),
        _("This game was annulled. An annulment is final."),
        is_for_pages=True,
    ),
    Code(
        "not-over",
        409,
        _("The game is not over"),
        _("This game is still being played. Only the result of a finished game can be corrected."),
        is_for_pages=True,
    ),
    Code(
        "counts-for-nothing",
        409,
        _("No result to correct"),
        _("This game is neither rated nor part of a ladder, so it has no result to correct."),
        is_for_pages=True,
    ),
    Code(
        "not-in-ladder",
        409,
        _("Not a game of a ladder"),
        _("Only a game of a ladder can be lost by both. Annul this one, or award the win."),
        is_for_pages=True,
    ),
    Code(
        "result-pending",
        409,
        _("The result is not counted yet"),
        _("The ladder or the ratings do not include this game yet. Try again in a few minutes."),
        is_for_pages=True,
    ),
    Code(
        "same-result",
        409,
        _("The result is the same"),
        _("The game already has this result. Choose another one."),
        is_for_pages=True,
    ),
    Code(
        "no-arbiter-free",
        409,
        _("No arbiter is available"),
        _("No arbiter of the club can rule on this game. Ask the club to appoint another one."),
    ),
    Code(
        "asked-already",
        409,
        _("A question is already open"),
        _("Your last question to the arbiters is still open. Wait for the answer."),
    ),
    Code(
        "answered-already",
        409,
        _("The question is already closed"),
        _("This question was already answered or withdrawn. See the rulings of the game."),
        is_for_pages=True,
    ),
    Code(
        "seat-lost",
        409,
        _("The seat belongs to someone else"),
        _("You no longer have this seat: someone else plays this side now."),
    ),
    Code(
        "not-read",
        409,
        _("Read the question first"),
        _("Open the question and read it, then answer it."),
        is_for_pages=True,
    ),
    Code(
        "no-stand-ins",
        409,
        _("No stand-in can be asked"),
        _(
            "Nobody in the club can be asked: no member is willing to take over games of others, or those "
            "who are know too much of this one or are away."
        ),
        is_for_pages=True,
    ),
    Code(
        "stand-in-over",
        409,
        _("You are not asked for this seat any more"),
        _("You are not asked for this seat any more: the time was over, or the seat is no longer free."),
        is_for_pages=True,
    ),
    # --- clubs and their members
    Code(
        "not-organiser",
        403,
        _("Only for organisers"),
        _("Only an organiser of the club can do this. Ask one of them."),
    ),
    Code(
        "nameless",
        422,
        _("Choose a name first"),
        _("Others see who founded a club, or who invites them. Choose a name in your settings first."),
    ),
    Code(
        "club-name-taken",
        422,
        _("The name of the club is taken"),
        _("Another club has this name or one that looks the same. Choose another name."),
    ),
    Code(
        "last-organiser",
        409,
        _("The club needs another organiser"),
        _("You are the club's only organiser. Appoint another one on its members page first."),
    ),
    Code(
        "club-dissolved",
        409,
        _("The club is dissolved"),
        _("This club was dissolved. No one can join it any more."),
    ),
    Code(
        "club-has-ladders",
        409,
        _("A ladder of the club is open"),
        _("The club still has an open ladder. Close it on its page first."),
    ),
    Code(
        "club-has-games",
        409,
        _("Games of the club are running"),
        _("The club has games that are running or about to begin. Dissolve it when they are over."),
    ),
    Code(
        "link-needed",
        409,
        _("A link is needed to join"),
        _("You need the current link of this club to join it. Ask an organiser for the link."),
    ),
    Code(
        "removed-from-club",
        409,
        _("You were removed from this club"),
        _("You were removed from this club. Ask an organiser to let you join again."),
    ),
    Code(
        "not-a-member",
        409,
        _("Not a member of the club"),
        _("This is possible only for members of the club. Join it, or choose a member."),
    ),
    Code(
        "own-removal",
        409,
        _("You cannot remove yourself"),
        _("You cannot remove yourself. Leave the club instead."),
    ),
    Code(
        "members-only",
        409,
        _("Only for members of the club"),
        _("This game is for members of its club. Join the club, then take the seat."),
    ),
    Code(
        "not-for-a-club",
        422,
        _("Not possible in a game of a club"),
        _("A club's game is between two of its members. Invite a member, or leave the other seat open."),
    ),
    Code(
        "no-arbiter",
        422,
        _("No arbiter without a club"),
        _("Only clubs have arbiters. Choose another time-out policy, or create the game in a club."),
    ),
    Code(
        "request-withdrawn",
        409,
        _("The request was withdrawn"),
        _("The request to join no longer exists: the person withdrew it or has left."),
    ),
    Code(
        "request-decided",
        409,
        _("The request was already decided"),
        _("Someone already decided this request the other way. A member can still be removed."),
    ),
)
