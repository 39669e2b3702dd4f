"""Codes of ladders: seasons, challenges and bids."""

from django.utils.translation import gettext_lazy as _

from sekigahara.errors.codes.declaration import Code

CODES = (
    # --- ladders
    Code(
        "ladder-name-taken",
        422,
        _("The name of the ladder is taken"),
        _("The club has a ladder of this name already. Choose another name."),
    ),
    Code(
        "ladder-closed",
        409,
        _("The ladder is closed"),
        _("This ladder is closed. Look on the page of the club for one that goes on."),
    ),
    Code(
        "too-many-games-wanted",
        422,
        _("Too many games at a time"),
        _("Ask for fewer games at a time: %(most)d at most."),
        parameters=("most",),
    ),
    Code(
        "season-length",
        422,
        _("Invalid length of a season"),
        _("A season lasts from %(least)d to %(most)d days."),
        parameters=("least", "most"),
    ),
    Code(
        "round-length",
        422,
        _("Invalid length of a round"),
        _("From one round to the next it is %(least)d to %(most)d hours."),
        parameters=("least", "most"),
    ),
    Code(
        "challenge-terms",
        422,
        _("Invalid terms of challenges"),
        _("The number %(name)s of this ladder can be from %(least)d to %(most)d."),
        parameters=("least", "most", "name"),
    ),
    Code(
        "off-before-inactive",
        422,
        _("Invalid number of days"),
        _("A place is lost before somebody is taken off. Choose more days until one is taken off."),
    ),
    Code(
        "no-challenges",
        409,
        _("The ladder has no challenges"),
        _("On this ladder members are paired. Say how many games you want at a time."),
    ),
    Code(
        "may-not-challenge",
        409,
        _("This player cannot be challenged now"),
        _("You cannot challenge this player now (%(reason)s). The page of the ladder says whom you can."),
        parameters=("reason",),
    ),
    Code(
        "not-challenged",
        403,
        _("The challenge is for somebody else"),
        _("Only whoever was challenged accepts or declines."),
    ),
    Code(
        "not-challenger",
        403,
        _("The challenge is somebody else's"),
        _("Only whoever made a challenge can take it back."),
    ),
    Code(
        "challenge-over",
        409,
        _("The challenge is over"),
        _("This challenge was answered, taken back or forfeited. Look at the ladder again."),
    ),
    Code(
        "no-such-edition",
        422,
        _("Unknown edition"),
        _("There is no edition %(edition)s here. These are: %(editions)s."),
        parameters=("edition", "editions"),
    ),
    Code(
        "bid-too-high",
        422,
        _("Invalid bid"),
        _("A bid is from 0 to %(most)d victory points."),
        parameters=("most",),
    ),
    Code(
        "not-bidding",
        409,
        _("Not your pairing"),
        _("Only the two who are paired bid for sides."),
    ),
    Code(
        "bids-open",
        409,
        _("The bids are open already"),
        _("Both bids are open already, and the game has begun. Look at it."),
    ),
    Code(
        "bidding-off",
        409,
        _("The pairing was cancelled"),
        _("This pairing came to nothing: one of you has left the ladder."),
    ),
)
