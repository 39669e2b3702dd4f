"""Error codes of creating and joining games, and of their clocks."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

GAME_CODES = (
    # --- players and seats
    Code(
        "not-begun",
        409,
        _("The game is not being played"),
        _("This game is not being played: it has not begun, or it was called off."),
    ),
    Code(
        "no-record",
        409,
        _("The game has no record"),
        _(
            "This game began from a position that does not follow from its seed. Nobody could check a record "
            "of it, so it has none."
        ),
    ),
    Code(
        "still-running",
        409,
        _("The game is still running"),
        _(
            "This game is still being played. Once it is over, you can offer a rematch, or play on from its "
            "moments."
        ),
    ),
    Code(
        "over-at-moment",
        409,
        _("Nothing to play on"),
        _("At this moment the game was over. Choose an earlier one."),
    ),
    Code(
        "not-open",
        409,
        _("The seat is not available"),
        _("This seat is not available: it is taken, reserved for someone else, or the game was called off."),
    ),
    Code(
        "own-game",
        409,
        _("You already play in this game"),
        _("You already play the other side of this game. Leave this seat to someone else."),
    ),
    Code(
        "own-address",
        422,
        _("You invite yourself"),
        _("This is you. Invite someone else, or play both sides yourself."),
    ),
    Code(
        "may-not-be-challenged",
        422,
        _("You cannot challenge them"),
        _(
            "There is nobody of that key, or they do not let you challenge them. Everybody chooses who may: "
            "people they have met and members of their clubs, anyone, or nobody."
        ),
    ),
    Code(
        "no-rematch",
        409,
        _("No rematch"),
        _(
            "There is no rematch of this game: it was for practice, your opponent has left, or its edition "
            "is no longer there."
        ),
    ),
    Code(
        "rematch-offered",
        409,
        _("A rematch was offered"),
        _("You have offered a rematch of this game, which was not accepted. Begin a new game instead."),
    ),
    Code(
        "not-to-be-rated",
        422,
        _("The game cannot be rated"),
        _("Only a game between two people can be rated. Create an unrated game, or choose another opponent."),
    ),
    Code(
        "not-invited",
        409,
        _("You are not invited"),
        _("You are not invited to this game, or no longer."),
    ),
    Code(
        "not-yours",
        409,
        _("Not your game"),
        _("Only the person who created this game can call it off."),
    ),
    Code(
        "bad-nonce",
        422,
        _("Invalid randomness"),
        ngettext_lazy(
            "Your own randomness can have at most %(most)d character: letters, digits and +/=_.- only.",
            "Your own randomness can have at most %(most)d characters: letters, digits and +/=_.- only.",
            "most",
        ),
    ),
    Code(
        "bad-note",
        422,
        _("Invalid note"),
        ngettext_lazy(
            "A note can have at most %(most)d character, and no addresses of pages or of mail. Put a space "
            "after each full stop.",
            "A note can have at most %(most)d characters, and no addresses of pages or of mail. Put a space "
            "after each full stop.",
            "most",
        ),
    ),
    Code(
        "bad-nonce-hash",
        422,
        _("Invalid hash of randomness"),
        _(
            "A hash of randomness has 64 hexadecimal digits, comes without the randomness itself, is a new "
            "one for each game, and is only for games with another person."
        ),
    ),
    Code(
        "no-check-in",
        409,
        _("No check-in"),
        _("There is nothing to check in to: the game waits for an opponent, or was called off."),
    ),
    Code(
        "other-nonce",
        422,
        _("Another nonce"),
        _("This is not the randomness whose hash you gave. Send exactly what you promised."),
    ),
    Code(
        "offer-expired",
        422,
        _("The offer has expired"),
        _("This offer is too old, or was not made by this service. Get a new one."),
    ),
    Code(
        "offer-used",
        409,
        _("The offer was used"),
        _("A game was already created from this offer. Get a new one for another game."),
    ),
    Code(
        "no-such-flag",
        422,
        _("Unknown optional rule"),
        _("%(flag_id)s is not an optional rule. Choose from: %(allowed)s."),
    ),
    Code(
        "bad-flag",
        422,
        _("Invalid value of an optional rule"),
        _("The rule %(flag_id)s cannot have this value. Choose from: %(allowed)s."),
    ),
    Code(
        "no-presence",
        409,
        _("No presence in this game"),
        _("Only two people who are playing each other can see whether the other has the game open."),
    ),
    # --- taking back by consent
    Code(
        "no-take-back",
        409,
        _("Nobody to agree"),
        _("Two people can agree that an action is taken back. A computer player cannot."),
    ),
    Code(
        "nothing-to-take-back",
        409,
        _("Nothing to ask for"),
        _(
            "You can ask to take back only the last thing that happened, if you did it, it drew and showed "
            "nothing, and only your opponent has to decide now."
        ),
    ),
    Code(
        "too-late-to-take-back",
        409,
        _("Too late to take it back"),
        _("You have done something since that your opponent does not see. So their action stays."),
    ),
    # --- messages
    Code(
        "no-messages",
        409,
        _("No messages in this game"),
        _("Messages are for two people who play each other and have accounts, once the game has begun."),
    ),
    Code(
        "messages-off",
        409,
        _("No messages wanted"),
        _("You or your opponent do not take messages in games. Each of you can change that in the settings."),
    ),
    Code(
        "bad-message",
        422,
        _("Invalid message"),
        ngettext_lazy(
            "A message or note needs some text: at most %(most)d character in 30 lines, without "
            "invisible ones.",
            "A message or note needs some text: at most %(most)d characters in 30 lines, without "
            "invisible ones.",
            "most",
        ),
    ),
    Code(
        "too-late-to-edit",
        409,
        _("Too late to edit"),
        _("A message can be edited for five minutes. You can still take it away, with an empty text."),
    ),
    # --- diaries
    Code(
        "no-diary",
        409,
        _("No diary in this game"),
        _("A diary is for people with accounts, once the game has begun. Give an address to get one."),
    ),
    Code(
        "diary-is-shown",
        409,
        _("Diary closed"),
        _("Both diaries are shown, so nothing is added to them. Take your agreement back to write on."),
    ),
    Code(
        "diary-full",
        409,
        _("Diary full"),
        ngettext_lazy(
            "A diary has room for %(most)d note, and yours is full.",
            "A diary has room for %(most)d notes, and yours is full.",
            "most",
        ),
    ),
    Code(
        "no-report",
        409,
        _("No report yet"),
        _("Diaries can be shown once the game is over. Play it to its end."),
    ),
    # --- clocks
    Code(
        "no-such-pace",
        422,
        _("Unknown pace"),
        _("The pace must be one of these numbers of days: %(paces)s. Choose one, or no clock."),
    ),
    Code(
        "no-such-time-bank",
        422,
        _("Unknown time bank"),
        _("The time bank must be one of these numbers of days: %(banks)s. Choose one, or none."),
    ),
    Code(
        "no-such-hold",
        422,
        _("Unknown hold"),
        _("The hold must be a number of minutes from 0 to %(most)d."),
    ),
    Code(
        "no-such-reaction",
        422,
        _("Unknown reaction clock"),
        _("The reaction clock must be one of these numbers of hours: %(reactions)s. Choose one, or none."),
    ),
    Code(
        "no-clock",
        409,
        _("The game has no clock"),
        _("This game has no clock: players may take as long as they like."),
    ),
    Code(
        "no-claim",
        409,
        _("The win cannot be claimed"),
        _("The terms of this game do not allow claiming a win on time. Wait, or give more time."),
    ),
    Code(
        "not-overdue",
        409,
        _("The time is not up"),
        _("The deadline has not passed, or the player has answered since. Read the game again."),
    ),
    Code(
        "time-in-doubt",
        409,
        _("The clocks are not running"),
        _(
            "The service was down, or its clock is wrong, so nobody can lose on time now. Try again in a few "
            "minutes, and tell the operator if it lasts."
        ),
    ),
    Code(
        "paused",
        409,
        _("The clock is paused"),
        _("The clock of this game is paused. Wait until it resumes."),
    ),
    Code(
        "set-aside",
        409,
        _("Open games are closed to you for now"),
        _(
            "Two of your games passed their first deadline before you looked. Say that you are here, and you "
            "can play open games again."
        ),
        _("Ask the person. If they are there, send `here` to `me/`."),
    ),
    Code(
        "no-pauses",
        409,
        _("No pause by consent"),
        _("Two people can agree on a pause, unless time away does not count in the ladder of their game."),
    ),
    Code(
        "pause-asked",
        409,
        _("A pause is asked for already"),
        _("Your opponent has asked for a pause. Agree to it or decline it first."),
    ),
    Code(
        "no-pause-asked",
        409,
        _("No pause is asked for"),
        _("Your opponent does not ask for a pause, or has withdrawn it. Read the game again."),
    ),
    Code(
        "not-waited-for",
        409,
        _("The game waits for nobody else"),
        _("The game does not wait for another person who has a deadline."),
    ),
    Code(
        "asked-again-already",
        409,
        _("Asked again already"),
        _("You have asked again. For each deadline that can be done once."),
    ),
    Code(
        "on-holiday",
        409,
        _("The player is on holiday"),
        _("Your opponent is on holiday. Ask again when they are back."),
    ),
    Code(
        "too-early",
        409,
        _("Too early to ask again"),
        _("You can ask again once half of the time to answer has passed: from %(when)s on."),
    ),
    Code(
        "in-quiet-hours",
        409,
        _("Quiet hours"),
        _("Your opponent wants no mail at this hour. You can ask again from %(when)s on."),
    ),
    Code(
        "enough-time-given",
        409,
        _("No more time can be given"),
        ngettext_lazy(
            "A side can be given more time only %(most)d time in a game. This limit is reached.",
            "A side can be given more time only %(most)d times in a game. This limit is reached.",
            "most",
        ),
    ),
    Code(
        "too-many",
        429,
        _("Too many attempts"),
        _("There were too many attempts in a short time. Wait a while, then try again."),
        untold=("seconds",),
    ),
)
