"""Codes of clubs, their members and their arbiters."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

CODES = (
    # --- clubs
    Code(
        "not-arbiter",
        403,
        _("Only for arbiters"),
        _("Only an arbiter or an organiser of the club can do this. Ask one of them."),
    ),
    Code(
        "own-case",
        403,
        _("You are a party to this game"),
        _("You play in this game, or have. Leave it to another arbiter."),
    ),
    Code(
        "no-club",
        409,
        _("The game has no arbiter"),
        _("This game is played in no club, and so there is no arbiter for it."),
    ),
    Code(
        "not-running",
        409,
        _("The game is not running"),
        _("This game is not being played any more."),
    ),
    Code(
        "no-deadline",
        409,
        _("No deadline to extend"),
        _("The game does not wait for this side, or has no clock. Nothing needs more time."),
    ),
    Code(
        "nothing-follows",
        409,
        _("Running late has no penalty here"),
        _("In this game running late has no penalty: nobody loses on time."),
    ),
    Code(
        "too-many-days",
        422,
        _("Invalid number of days"),
        ngettext_lazy(
            "One decision gives at least one day and at most %(most)d.",
            "One decision gives at least one day and at most %(most)d.",
            "most",
        ),
        parameters=("most",),
    ),
    Code(
        "paused-already",
        409,
        _("The clock is paused already"),
        _("The clock of this game stands still already."),
    ),
    Code(
        "not-paused",
        409,
        _("The clock is not paused"),
        _("The clock of this game does not stand still."),
    ),
    Code(
        "no-person",
        409,
        _("Nobody to replace"),
        _("No person has this seat, whose place another could take."),
    ),
    Code(
        "cannot-take-seat",
        422,
        _("This person cannot take the seat"),
        _(
            "This person cannot take the seat. Choose a member of the club who never played in this game, "
            "does not decide about it, and was shown nothing hidden in it."
        ),
    ),
    Code(
        "annulled-already",
        409,
        _("The game is annulled already"),
        _("This game was annulled. It counts for nothing, and that stays so."),
    ),
    Code(
        "not-over",
        409,
        _("The game is not over"),
        _("This game is still being played. Only the result of a finished game can be corrected."),
    ),
    Code(
        "counts-for-nothing",
        409,
        _("No result to correct"),
        _("This game is neither rated nor of a ladder. There is no result to correct."),
    ),
    Code(
        "result-pending",
        409,
        _("The result is not counted yet"),
        _("Ladder and ratings have not come to this game yet. Try again in some minutes."),
    ),
    Code(
        "same-result",
        409,
        _("The result is the same"),
        _("That is the result it has already."),
    ),
    Code(
        "no-arbiter-free",
        409,
        _("No arbiter is available"),
        _("Ask your club to name an arbiter who does not play in this game."),
    ),
    Code(
        "asked-already",
        409,
        _("A question is open already"),
        _("You have asked, and an arbiter has not answered yet. Wait for the answer."),
    ),
    Code(
        "answered-already",
        409,
        _("The question is answered already"),
        _("This question was answered already. Look at the decisions."),
    ),
    Code(
        "seat-lost",
        409,
        _("The seat is somebody else's now"),
        _("Somebody else has this seat by now."),
    ),
    Code(
        "not-read",
        409,
        _("Read the question first"),
        _("Read the question first."),
    ),
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
        _("Others see who makes a club. Choose a name in your settings first."),
    ),
    Code(
        "club-name-taken",
        422,
        _("The name of the club is taken"),
        _("Another club has this name, or one that reads the same. Choose another."),
    ),
    Code(
        "last-organiser",
        409,
        _("The club needs another organiser"),
        _("The club has no other organiser. Name another one on the page of its members, then do this."),
    ),
    Code(
        "club-dissolved",
        409,
        _("The club is dissolved"),
        _("This club is dissolved. Nobody can join it any more."),
    ),
    Code(
        "club-has-ladders",
        409,
        _("A ladder of the club is open"),
        _("A ladder of the club goes on. Close it first, on its page."),
    ),
    Code(
        "club-has-games",
        409,
        _("Games of the club are running"),
        _("Games of the club are being played, or about to begin. It can be dissolved when they are over."),
    ),
    Code(
        "link-needed",
        409,
        _("A link is needed to join"),
        _("One joins this club by its link. Ask an organiser for the present one."),
    ),
    Code(
        "removed-from-club",
        409,
        _("You were removed from this club"),
        _("You were removed from this club. Only its organisers can let you back in."),
    ),
    Code(
        "not-a-member",
        409,
        _("Not a member of the club"),
        _("This person is not a member of the club, or not any more."),
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
        _("This game is for members of a club. Join the club first, then take the seat."),
    ),
    Code(
        "not-for-a-club",
        422,
        _("Not possible in a game of a club"),
        _("A game of a club is between two of its members. Leave the other seat to one."),
    ),
    Code(
        "no-arbiter",
        422,
        _("No arbiter without a club"),
        _("Only a club has arbiters. Choose what follows without one, or make the game in a club."),
    ),
    Code(
        "request-withdrawn",
        409,
        _("The request was withdrawn"),
        _("Whoever asked to join has withdrawn it."),
    ),
    Code(
        "request-decided",
        409,
        _("The request was decided already"),
        _("Another decision was made about this already. A member can still be removed."),
    ),
)
