"""Error codes of ladders: seasons, challenges and bids."""

from django.utils.translation import gettext_lazy as _

from sekigahara.errors.codes.declaration import Code

LADDER_CODES = (
    # --- ladders
    Code(
        "ladder-name-taken",
        422,
        _("The name of the ladder is taken"),
        _("The club already has a ladder with this name. Choose another name."),
    ),
    Code(
        "ladder-closed",
        409,
        _("The ladder is closed"),
        _("This ladder is closed. The club's page lists the ladders that are open."),
    ),
    Code(
        "too-many-games-wanted",
        422,
        _("Too many games at a time"),
        _("You can ask for at most %(most)d games at a time."),
    ),
    Code(
        "season-length",
        422,
        _("Invalid length of a season"),
        _("A season can last from %(least)d to %(most)d days."),
    ),
    Code(
        "round-length",
        422,
        _("Invalid length of a round"),
        _("The time between rounds can be from %(least)d to %(most)d hours."),
    ),
    Code(
        "challenge-terms",
        422,
        _("Invalid challenge settings"),
        _("The setting %(name)s can be from %(least)d to %(most)d."),
    ),
    Code(
        "off-before-inactive",
        422,
        _("Invalid number of days"),
        _(
            "Inactive players must lose a place before they are removed from the ladder. "
            "Choose more days until removal."
        ),
    ),
    Code(
        "no-challenges",
        409,
        _("The ladder has no challenges"),
        _("This ladder pairs its players itself. Set how many games you want at a time instead."),
    ),
    Code(
        "may-not-challenge",
        409,
        _("This player cannot be challenged now"),
        _(
            "You cannot challenge this player now (%(reason)s). "
            "The ladder's page shows whom you can challenge."
        ),
    ),
    Code(
        "not-challenged",
        403,
        _("The challenge is for someone else"),
        _("Only the challenged player can accept or decline."),
    ),
    Code(
        "not-challenger",
        403,
        _("Not your challenge"),
        _("Only the challenger can withdraw a challenge."),
    ),
    Code(
        "challenge-over",
        409,
        _("The challenge is over"),
        _("This challenge was already answered, withdrawn or forfeited. Read the ladder again."),
    ),
    Code(
        "no-such-edition",
        422,
        _("Unknown edition"),
        _("The edition %(edition)s is not available here. Choose from: %(editions)s."),
    ),
    Code(
        "bid-too-high",
        422,
        _("Invalid bid"),
        _("A bid can be from 0 to %(most)d victory points."),
    ),
    Code(
        "not-bidding",
        409,
        _("Not your pairing"),
        _("Only the two paired players can bid for sides."),
    ),
    Code(
        "bids-open",
        409,
        _("The bids are already open"),
        _("Both bids are already open, and the game has begun. Open the game to see them."),
    ),
    Code(
        "bidding-off",
        409,
        _("The pairing was cancelled"),
        _("This pairing was cancelled because one of you left the ladder."),
    ),
)
