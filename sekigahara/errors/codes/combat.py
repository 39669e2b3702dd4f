"""Codes of what the rules forbid in combat, from its declaration to the retreat."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

CODES = (
    # --- combat, rules 8.1 to 8.6
    Code(
        "declared-already",
        422,
        _("Combat already declared here"),
        _("There has been combat at %(location)s in this phase already. Declare it somewhere else."),
        parameters=("location",),
    ),
    Code(
        "nothing-to-fight",
        422,
        _("Nobody to fight"),
        _("There is nobody to fight at %(location)s. Declare combat where both sides stand."),
        parameters=("location",),
    ),
    Code(
        "empty-deployment",
        400,
        _("No block named"),
        _("No block is named to deploy. Choose one, or stop deploying."),
    ),
    Code(
        "deployed-already",
        422,
        _("Block already deployed"),
        _("A block you chose has deployed in this combat already. Choose another."),
    ),
    Code(
        "too-many-blocks",
        422,
        _("Too many blocks for the card"),
        _(
            "%(card)s does not deploy that many blocks: a double deploys two, every other card one. "
            "Choose fewer."
        ),
        parameters=("card",),
    ),
    Code(
        "card-does-not-fit",
        422,
        _("Card does not fit"),
        _(
            "%(card)s does not deploy that block: a clan's card deploys blocks of that clan, and wildcards. "
            "Choose another card or another block."
        ),
        parameters=("card",),
        variants={
            "8.4.2": _(
                "%(card)s does not deploy that, but one or two blocks of its clan, or one and a wildcard. "
                "Choose another card or other blocks."
            ),
        },
    ),
    Code(
        "card-needed",
        422,
        _("A card is needed"),
        _("Only a single daimyo deploys without a card. Choose a card that fits."),
    ),
    Code(
        "daimyo-not-free",
        422,
        _("The daimyo needs a card"),
        _(
            "You have deployed with a card in this combat, and since then a daimyo needs one too. "
            "Choose a card that fits."
        ),
    ),
    Code(
        "nothing-to-refute",
        422,
        _("Nothing to refute"),
        _("Nobody can challenge this deployment. Name no card to show."),
    ),
    Code(
        "cannot-refute",
        422,
        _("Card cannot refute the challenge"),
        _(
            "%(card)s would not refute a challenge to this deployment. "
            "Name another card that could deploy the block, or none."
        ),
        parameters=("card",),
    ),
    Code(
        "no-window",
        422,
        _("No deployment to challenge"),
        _("There is no deployment to challenge or let stand now. Look at the game again."),
    ),
    Code(
        "no-challenge-card",
        422,
        _("No loyalty challenge in hand"),
        _("You hold no loyalty challenge, so you cannot challenge."),
    ),
    # --- losses and retreat, rules 8.7 and 8.8
    Code(
        "loss-count",
        422,
        _("Wrong number of losses"),
        ngettext_lazy(
            "You lose exactly %(count)d block here. Choose as many.",
            "You lose exactly %(count)d blocks here. Choose as many.",
            "count",
        ),
        parameters=("count",),
    ),
    Code(
        "loss-order",
        422,
        _("Wrong order of losses"),
        _(
            "Blocks that changed sides are lost first, then those that deployed, then the rest. "
            "Choose in that order."
        ),
    ),
    Code(
        "not-your-castle",
        422,
        _("No castle of yours"),
        _("You have no castle here for blocks to stay in. Let all of them retreat."),
    ),
    Code(
        "castle-limit",
        422,
        _("Too many blocks for the castle"),
        ngettext_lazy(
            "A castle shelters no more than %(limit)d block. Let the others retreat.",
            "A castle shelters no more than %(limit)d blocks. Let the others retreat.",
            "limit",
        ),
        parameters=("limit",),
    ),
    Code(
        "must-retreat",
        422,
        _("These blocks must retreat"),
        _("Whoever does not stay in a castle of yours must retreat. Say where to."),
    ),
    Code(
        "not-a-retreat",
        422,
        _("Not a possible retreat"),
        _(
            "You cannot retreat to %(to)s: a beaten defender goes next door, where there is no enemy "
            "and none came from. Choose a location you are offered."
        ),
        parameters=("to",),
        variants={
            "8.8.2": _(
                "You cannot retreat to %(to)s: a beaten attacker goes back the way some of the force came. "
                "Choose a location you are offered."
            ),
        },
    ),
    Code(
        "nobody-retreats",
        422,
        _("Nobody retreats"),
        _("All your blocks stay, so nobody goes anywhere. Name no location, or let some go."),
    ),
)
