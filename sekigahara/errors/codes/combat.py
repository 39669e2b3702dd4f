"""Error codes of what the rules forbid in combat, from its declaration to the retreat."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

COMBAT_CODES = (
    # --- combat, rules 8.1 to 8.6
    Code(
        "declared-already",
        422,
        _("Combat already declared here"),
        _("There was already combat at %(location)s in this phase. Declare combat at another location."),
    ),
    Code(
        "nothing-to-fight",
        422,
        _("No enemy to fight"),
        _("%(location)s does not have blocks of both sides. Declare combat where both sides have blocks."),
    ),
    Code(
        "empty-deployment",
        400,
        _("No block chosen"),
        _("The deployment names no block. Choose one, or stop deploying."),
    ),
    Code(
        "deployed-already",
        422,
        _("Block already deployed"),
        _("A block you chose has already deployed in this combat. Choose another one."),
    ),
    Code(
        "too-many-blocks",
        422,
        _("Too many blocks for the card"),
        _(
            "%(card)s cannot deploy that many blocks: a double deploys two, any other card one. "
            "Choose fewer blocks."
        ),
    ),
    Code(
        "card-does-not-fit",
        422,
        _("Card does not fit"),
        _(
            "%(card)s cannot deploy that block: a clan's card deploys blocks of that clan, and wildcards. "
            "Choose another card or another block."
        ),
        variants={
            "8.4.2": _(
                "%(card)s cannot deploy that: it deploys one or two blocks of its clan, or one and a "
                "wildcard. Choose another card or other blocks."
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
            "You have already deployed with a card in this combat, so a daimyo now needs a card too. "
            "Choose a card that fits."
        ),
    ),
    Code(
        "nothing-to-refute",
        422,
        _("Nothing to refute"),
        _("This deployment cannot be challenged. Do not name a card to show."),
    ),
    Code(
        "cannot-refute",
        422,
        _("Card cannot refute the challenge"),
        _(
            "%(card)s cannot refute a challenge to this deployment. "
            "Name another card that could deploy the block, or none."
        ),
    ),
    Code(
        "no-window",
        422,
        _("No deployment to challenge"),
        _("There is no deployment that you can challenge now. Read the game again."),
        variants={
            "R-17": _(
                "You have challenged already, and each deployment can be challenged only once. "
                "Wait for the next one."
            ),
        },
    ),
    Code(
        "no-challenge-card",
        422,
        _("No loyalty challenge in hand"),
        _("You need a loyalty challenge card in hand to challenge a deployment."),
    ),
    # --- losses and retreat, rules 8.7 and 8.8
    Code(
        "loss-count",
        422,
        _("Wrong number of losses"),
        ngettext_lazy(
            "You must lose exactly %(count)d block here.",
            "You must lose exactly %(count)d blocks here.",
            "count",
        ),
    ),
    Code(
        "loss-order",
        422,
        _("Wrong order of losses"),
        _(
            "Blocks that changed sides are lost first, then deployed blocks, then the rest. "
            "Choose in that order."
        ),
    ),
    Code(
        "not-your-castle",
        422,
        _("Not your castle"),
        _("You have no castle here where blocks could stay. Retreat with all of them."),
    ),
    Code(
        "castle-limit",
        422,
        _("Too many blocks for the castle"),
        ngettext_lazy(
            "A castle shelters at most %(limit)d block. Retreat with the others.",
            "A castle shelters at most %(limit)d blocks. Retreat with the others.",
            "limit",
        ),
    ),
    Code(
        "must-retreat",
        422,
        _("These blocks must retreat"),
        _("Blocks that do not stay in a castle of yours must retreat. Choose where to."),
    ),
    Code(
        "not-a-retreat",
        422,
        _("Not a possible retreat"),
        _(
            "You cannot retreat to %(to)s: a defeated defender goes to an adjacent location that has no "
            "enemies and that no attacker came from. Choose one of the offered locations."
        ),
        variants={
            "8.8.2": _(
                "You cannot retreat to %(to)s: a defeated attacker goes back to a location that some of the "
                "force came from. Choose one of the offered locations."
            ),
        },
    ),
    Code(
        "nobody-retreats",
        422,
        _("No block retreats"),
        _("All your blocks stay in the castle. Name no location, or retreat with some of them."),
    ),
)
