"""The sentences of refusals: each says what is wrong and what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LEVELS: dict[str, _StrPromise] = {
    "none": _("no movement"),
    "minimal": _("minimal movement"),
    "limited": _("limited movement"),
    "total": _("total movement"),
}

SENTENCES: dict[str, _StrPromise] = {
    # --- what is no action, or not yours to do now
    "malformed-action": _("This is not an action of the game: %(reason)s."),
    "malformed-entry": _("This is not an entry of a game's log: %(reason)s."),
    "game-over": _("This game is over; nothing more can be done in it."),
    "not-your-decision": _("You are asked nothing now: the game waits for %(waiting)s."),
    "another-decision": _("This does not answer what you are asked now, which is to %(decision)s."),
    # --- lists of actions, and taking back
    "no-action": _("There is nothing to do in this list. Send at least one action."),
    "list-too-long": ngettext_lazy(
        "A list holds no more than %(most)d action. Send the first ones, then the others.",
        "A list holds no more than %(most)d actions. Send the first ones, then the others.",
        "most",
    ),
    "beyond-barrier": _(
        "This would show or draw something, so it must be the last of a list. "
        "Send the list up to here, look at what comes of it, and go on from there."
    ),
    "not-undoable": _("Nothing of yours can be taken back: something was shown, or the game has gone on."),
    "stale": _("What you are asked has changed since you looked. Look at the game again, then decide."),
    "idempotency-key-reused": _(
        "This key was used for another request. Give every request a key of its own."
    ),
    "bad-idempotency-key": ngettext_lazy(
        "The key of a request may be %(most)d character long, of plain letters, digits and signs.",
        "The key of a request may be %(most)d characters long, of plain letters, digits and signs.",
        "most",
    ),
    "frozen": _(
        "This game is stopped: its log and the rules no longer agree. "
        "Nothing of it is lost, and whoever runs this service has been told."
    ),
    # --- who plays whom
    "not-begun": _("This game is not being played: it has not begun, or it was called off."),
    "not-open": _(
        "This seat is not to be had: it is taken or meant for somebody else, or the game was called off."
    ),
    "own-game": _("You play the other side of this game already. Leave the seat to somebody else."),
    "own-address": _("This mail address is your own. Invite somebody else, or take both seats yourself."),
    "not-to-be-rated": _(
        "Only a game between two people can be rated. Make one that is not rated, or find another opponent."
    ),
    "not-invited": _("You are not invited to this game, or not any more."),
    "not-yours": _("Only whoever made this game can call it off."),
    "bad-nonce": ngettext_lazy(
        "What you add to chance may be %(most)d character long, of letters, digits and +/=_.- alone.",
        "What you add to chance may be %(most)d characters long, of letters, digits and +/=_.- alone.",
        "most",
    ),
    "no-such-flag": _("%(flag_id)s is no rule that players may choose. These are: %(allowed)s."),
    "bad-flag": _("The rule %(flag_id)s cannot be chosen so. It can be one of these: %(allowed)s."),
    # --- clocks
    "no-such-pace": _("A pace is one of these numbers of days: %(paces)s. Choose one of them, or no clock."),
    "no-clock": _("This game has no clock: everybody may take as long as they like."),
    "no-claim": _("It was not agreed that a win may be claimed in this game. Wait, or give more time."),
    "not-overdue": _("There is time left, or they have answered by now. Look at the game again."),
    "paused": _("The clock of this game stands still. Wait until it goes on."),
    "enough-time-given": ngettext_lazy(
        "More time is given to a side only %(most)d time in a game, and that was done.",
        "More time is given to a side only %(most)d times in a game, and that was done.",
        "most",
    ),
    "too-many": _("This was done too often in a short time. Wait a while, then try again."),
    # --- ladders
    "ladder-name-taken": _("The club has a ladder of this name already. Choose another name."),
    "ladder-closed": _("This ladder is closed. Look on the page of the club for one that goes on."),
    "too-many-games-wanted": _("Ask for fewer games at a time: %(most)d at most."),
    "season-length": _("A season lasts from %(least)d to %(most)d days."),
    "round-length": _("From one round to the next it is %(least)d to %(most)d hours."),
    "challenge-terms": _("The number %(name)s of this ladder can be from %(least)d to %(most)d."),
    "off-before-inactive": _(
        "A place is lost before somebody is taken off. Choose more days until one is taken off."
    ),
    "no-challenges": _("On this ladder members are paired. Say how many games you want at a time."),
    "may-not-challenge": _(
        "You cannot challenge this player now (%(reason)s). The page of the ladder says whom you can."
    ),
    "not-challenged": _("Only whoever was challenged accepts or declines."),
    "not-challenger": _("Only whoever made a challenge can take it back."),
    "challenge-over": _("This challenge was answered, taken back or forfeited. Look at the ladder again."),
    "no-such-edition": _("There is no edition %(edition)s here. These are: %(editions)s."),
    "bid-too-high": _("A bid is from 0 to %(most)d victory points."),
    "not-bidding": _("Only the two who are paired bid for sides."),
    "bids-open": _("Both bids are open already, and the game has begun. Look at it."),
    "bidding-off": _("This pairing came to nothing: one of you has left the ladder."),
    # --- clubs
    "not-arbiter": _("Only an arbiter or an organiser of the club can do this. Ask one of them."),
    "own-case": _("You play in this game, or have. Leave it to another arbiter."),
    "no-club": _("This game is played in no club, and so there is no arbiter for it."),
    "not-running": _("This game is not being played any more."),
    "no-deadline": _("The game does not wait for this side, or has no clock. Nothing needs more time."),
    "nothing-follows": _("In this game running late has no penalty: nobody loses on time."),
    "too-many-days": ngettext_lazy(
        "One decision gives at least one day and at most %(most)d.",
        "One decision gives at least one day and at most %(most)d.",
        "most",
    ),
    "paused-already": _("The clock of this game stands still already."),
    "not-paused": _("The clock of this game does not stand still."),
    "no-person": _("No person has this seat, whose place another could take."),
    "cannot-take-seat": _(
        "They cannot take this seat. Choose a member of the club who never sat in this game, does not decide "
        "of it, and was shown nothing hidden in it."
    ),
    "annulled-already": _("This game was annulled. It counts for nothing, and that stays so."),
    "not-over": _("This game is still being played. Only the result of a finished game can be corrected."),
    "counts-for-nothing": _("This game is neither rated nor of a ladder. There is no result to correct."),
    "result-pending": _("Ladder and ratings have not come to this game yet. Try again in some minutes."),
    "same-result": _("That is the result it has already."),
    "no-arbiter-free": _("Ask your club to name an arbiter who does not play in this game."),
    "asked-already": _("You have asked, and an arbiter has not answered yet. Wait for the answer."),
    "answered-already": _("This question was answered already. Look at the decisions."),
    "seat-lost": _("Somebody else has this seat by now."),
    "not-read": _("Read the question first."),
    "not-organiser": _("Only an organiser of the club can do this. Ask one of them."),
    "nameless": _("Others see who makes a club. Choose a name in your settings first."),
    "club-name-taken": _("Another club has this name, or one that reads the same. Choose another."),
    "last-organiser": _(
        "The club has no other organiser. Name another one on the page of its members, then do this."
    ),
    "club-dissolved": _("This club is dissolved. Nobody can join it any more."),
    "club-has-ladders": _("A ladder of the club goes on. Close it first, on its page."),
    "club-has-games": _(
        "Games of the club are being played, or about to begin. It can be dissolved when they are over."
    ),
    "link-needed": _("One joins this club by its link. Ask an organiser for the present one."),
    "removed-from-club": _("You were removed from this club. Only its organisers can let you back in."),
    "not-a-member": _("This person is not a member of the club, or not any more."),
    "own-removal": _("You cannot remove yourself. Leave the club instead."),
    "members-only": _("This game is for members of a club. Join the club first, then take the seat."),
    "not-for-a-club": _("A game of a club is between two of its members. Leave the other seat to one."),
    "no-arbiter": _("Only a club has arbiters. Choose what follows without one, or make the game in a club."),
    "request-withdrawn": _("Whoever asked to join has withdrawn it."),
    "request-decided": _("Another decision was made about this already. A member can still be removed."),
    # --- names, rule 4.1
    "unknown-location": _("The board has no location %(location_id)s. Name one that is on the board."),
    "unknown-block": _("You have no block %(block_id)s. Name one that your view of the game lists."),
    "unknown-card": _("Your deck has no card %(card_id)s. Name one that is in your hand."),
    "block-twice": _("%(block)s is named twice. Name every block once."),
    "block-not-available": _("%(block)s is not at this combat. Choose among your blocks that are."),
    "block-not-available 7.2": _("%(block)s is not in your recruitment box. Muster blocks that are there."),
    "block-not-available 7.3.1": _("%(block)s is not where this move begins. Move blocks that stand there."),
    "block-not-available 7.3.4": _("%(block)s is not where this move begins. A leader must stand there."),
    "block-not-available 9.3": _("%(block)s is not in the Mori box. Choose blocks that are there."),
    "card-not-in-hand": _("You have not got %(card)s left for this. Choose from the cards in your hand."),
    # --- the week, rule 6
    "discard-count": ngettext_lazy(
        "Half your hand goes, rounded down: %(count)d card. Choose exactly one.",
        "Half your hand goes, rounded down: %(count)d cards. Choose exactly as many.",
        "count",
    ),
    "discard-half-count": _(
        "Half your hand goes, rounded down or up as you like. Choose %(count)d or %(most)d cards."
    ),
    # --- movement, rules 7.1 and 7.3
    "level-cost": _("The price of %(level)s is %(cost)s. Choose exactly that."),
    "no-moves-left": _("With %(level)s you have no stack move left. End the phase, if nothing else is left."),
    "besieged": _("Your blocks at %(location)s are besieged and may not leave. Move others."),
    "empty-move": _("This move has no blocks in it. Choose some, and where they go."),
    "empty-group": _("A group of this move has no blocks, or nowhere to go. Give it both, or leave it out."),
    "block-already-moved": _(
        "A block of this move has moved or arrived in this turn already. Each does so once: leave it out."
    ),
    "too-far": ngettext_lazy(
        "%(path)s is %(missing)d location too far for these blocks. Stop earlier or move fewer together; "
        "a daimyo who leads, and a card for a force march, each gain one where they are not counted yet.",
        "%(path)s is %(missing)d locations too far for these blocks. Stop earlier or move fewer together; "
        "a daimyo who leads, and a card for a force march, each gain one where they are not counted yet.",
        "missing",
    ),
    "same-path": _("Two groups of this move take the same way to %(path)s. Make them one group."),
    "no-road": _("No road leads from %(start)s to %(end)s. Name every location on the way, in order."),
    "road-used": _(
        "The road from %(start)s to %(end)s has been used in this phase already, and serves once. "
        "Go another way."
    ),
    "not-a-daimyo": _("%(block)s is no daimyo and cannot lead. Name a daimyo, or move without a leader."),
    "leader-not-needed": _("This move needs no daimyo to lead it. Name none, and nobody is shown."),
    "force-march-not-needed": _("These blocks reach %(path)s without a force march. Keep the card."),
    "must-stop": _("Enemies at %(location)s stop these blocks. End their way there, or go another way."),
    # --- musters and the Mori box, rules 7.2 and 9.3
    "mustered-already": _(
        "You have mustered in this turn already, which is allowed once. Wait for the next."
    ),
    "no-muster-left": _("With %(level)s you have no muster left. Wait for your next turn."),
    "empty-muster": _("This muster has no blocks in it. Choose some from your recruitment box."),
    "not-a-recruitment-location": _(
        "You recruit nobody at %(location)s. Muster where one of your clans does."
    ),
    "muster-among-enemies": _(
        "There are enemies at %(location)s, and nobody of yours who was there before mustering. "
        "Muster somewhere else."
    ),
    "hidden-muster-is-one-block": _(
        "Only a single block musters hidden. Choose one, or muster blocks of one clan openly."
    ),
    "clan-does-not-muster-here": _(
        "Openly, only blocks of one clan that recruits at %(location)s muster there. "
        "Choose such blocks, or muster a single one hidden."
    ),
    "mori-is-west": _("The Mori box is West's, and only West brings blocks out of it."),
    "empty-mori": _("No block is named for this card. Choose one from the Mori box."),
    "too-many-mori": ngettext_lazy(
        "This card brings no more than %(limit)d block from the Mori box. Choose fewer.",
        "This card brings no more than %(limit)d blocks from the Mori box. Choose fewer.",
        "limit",
    ),
    "mori-daimyo-last": _("The Mori daimyo is the last to leave the Mori box. Bring the other blocks first."),
    # --- combat, rules 8.1 to 8.6
    "declared-already": _(
        "There has been combat at %(location)s in this phase already. Declare it somewhere else."
    ),
    "nothing-to-fight": _("There is nobody to fight at %(location)s. Declare combat where both sides stand."),
    "empty-deployment": _("No block is named to deploy. Choose one, or deploy no more."),
    "deployed-already": _("A block you chose has deployed in this combat already. Choose another."),
    "too-many-blocks": _(
        "%(card)s does not deploy that many blocks: a double deploys two, every other card one. Choose fewer."
    ),
    "card-does-not-fit": _(
        "%(card)s does not deploy that block: a clan's card deploys blocks of that clan, and wildcards. "
        "Choose another card or another block."
    ),
    "card-does-not-fit 8.4.2": _(
        "%(card)s does not deploy that, but one or two blocks of its clan, or one and a wildcard. "
        "Choose another card or other blocks."
    ),
    "card-needed": _("Only a single daimyo deploys without a card. Choose a card that fits."),
    "daimyo-not-free": _(
        "You have deployed with a card in this combat, and since then a daimyo needs one too. "
        "Choose a card that fits."
    ),
    "nothing-to-refute": _("Nobody can challenge this deployment. Name no card to show."),
    "cannot-refute": _(
        "%(card)s would not refute a challenge to this deployment. "
        "Name another card that could deploy the block, or none."
    ),
    "no-window": _("There is no deployment to challenge or let stand now. Look at the game again."),
    "no-challenge-card": _("You hold no loyalty challenge. Let the deployment stand."),
    # --- losses and retreat, rules 8.7 and 8.8
    "loss-count": ngettext_lazy(
        "You lose exactly %(count)d block here. Choose as many.",
        "You lose exactly %(count)d blocks here. Choose as many.",
        "count",
    ),
    "loss-order": _(
        "Blocks that changed sides are lost first, then those that deployed, then the rest. "
        "Choose in that order."
    ),
    "not-your-castle": _("You have no castle here for blocks to stay in. Let all of them retreat."),
    "castle-limit": ngettext_lazy(
        "A castle shelters no more than %(limit)d block. Let the others retreat.",
        "A castle shelters no more than %(limit)d blocks. Let the others retreat.",
        "limit",
    ),
    "must-retreat": _("Whoever does not stay in a castle of yours must retreat. Say where to."),
    "not-a-retreat": _(
        "You cannot retreat to %(to)s: a beaten defender goes next door, where there is no enemy "
        "and none came from. Choose a location you are offered."
    ),
    "not-a-retreat 8.8.2": _(
        "You cannot retreat to %(to)s: a beaten attacker goes back the way some of the force came. "
        "Choose a location you are offered."
    ),
    "nobody-retreats": _("All your blocks stay, so nobody goes anywhere. Name no location, or let some go."),
}
"""By code, and where a rule it is raised for wants other words, also by code and rule."""
