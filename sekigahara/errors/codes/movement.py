"""Error codes of what the rules forbid outside combat: names, hands, movement and musters."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

MOVEMENT_CODES = (
    # --- names, rule 4.1
    Code(
        "unknown-location",
        400,
        _("Unknown location"),
        _("The board has no location %(location_id)s. Name a location on the board."),
    ),
    Code(
        "unknown-block",
        400,
        _("Unknown block"),
        _("You have no block %(block_id)s. Name one that your view of the game lists."),
    ),
    Code(
        "unknown-clan",
        400,
        _("Unknown clan"),
        _("The edition has no clan %(clan_id)s. Name one of its clans."),
    ),
    Code(
        "unknown-card",
        400,
        _("Unknown card"),
        _("Your deck has no card %(card_id)s. Name one that is in your hand."),
    ),
    Code(
        "block-twice",
        400,
        _("Block named twice"),
        _("%(block)s is named twice. Name each block once."),
    ),
    Code(
        "block-not-available",
        422,
        _("Block not available"),
        _("%(block)s is not in this combat. Choose from your blocks that are."),
        variants={
            "7.2": _("%(block)s is not in your recruitment box. Muster blocks that are there."),
            "7.3.1": _("%(block)s is not where this move begins. Move blocks that are there."),
            "7.3.4": _("%(block)s is not where this move begins. The leader must be there."),
            "9.3": _("%(block)s is not in the Mori box. Choose blocks that are there."),
        },
    ),
    Code(
        "card-not-in-hand",
        422,
        _("Card not in hand"),
        _("You do not have %(card)s in hand for this. Choose from the cards in your hand."),
    ),
    # --- the week, rule 6
    Code(
        "discard-count",
        422,
        _("Wrong number of discards"),
        ngettext_lazy(
            "Discard half your hand, rounded down: exactly %(count)d card.",
            "Discard half your hand, rounded down: exactly %(count)d cards.",
            "count",
        ),
    ),
    Code(
        "discard-half-count",
        422,
        _("Wrong number of discards"),
        _("Discard half your hand, rounded down or up as you like: %(count)d or %(most)d cards."),
    ),
    # --- movement, rules 7.1 and 7.3
    Code(
        "level-cost",
        422,
        _("Wrong number of cards"),
        _("The cost of %(level)s is %(cost)s. Pay exactly that."),
    ),
    Code(
        "no-moves-left",
        422,
        _("No moves left"),
        _("You have no stack move left with %(level)s. If you have nothing else to do, end the phase."),
    ),
    Code(
        "besieged",
        422,
        _("Besieged blocks cannot move"),
        _("Your blocks at %(location)s are besieged and cannot leave. Move other blocks."),
    ),
    Code(
        "empty-move",
        400,
        _("Empty move"),
        _("This move has no blocks. Choose blocks and their destination."),
    ),
    Code(
        "empty-group",
        400,
        _("Empty group"),
        _("A group of this move has no blocks or no path. Give it both, or leave the group out."),
    ),
    Code(
        "block-already-moved",
        422,
        _("Block already moved"),
        _("A block of this move has already moved or arrived this turn. Leave it out."),
    ),
    Code(
        "too-far",
        422,
        _("Too far"),
        ngettext_lazy(
            "%(path)s is %(missing)d location too far for these blocks. Stop earlier, move fewer together, "
            "or add a leader or a force march if there is none yet: each gains one location.",
            "%(path)s is %(missing)d locations too far for these blocks. Stop earlier, move fewer together, "
            "or add a leader or a force march if there is none yet: each gains one location.",
            "missing",
        ),
        variants={
            "7.3.5": ngettext_lazy(
                "As they are, these blocks are too many to take even one road: %(path)s is %(missing)d "
                "location too far. Move fewer together, or add a leader or a force march if there is none "
                "yet: each gains one location.",
                "As they are, these blocks are too many to take even one road: %(path)s is %(missing)d "
                "locations too far. Move fewer together, or add a leader or a force march if there is none "
                "yet: each gains one location.",
                "missing",
            ),
        },
    ),
    Code(
        "same-path",
        422,
        _("Two groups on one path"),
        _("Two groups of this move take the same path to %(path)s. Combine them into one group."),
    ),
    Code(
        "no-road",
        422,
        _("No road"),
        _("No road leads from %(start)s to %(end)s. Name every location on the way, in order."),
    ),
    Code(
        "road-used",
        422,
        _("Road already used"),
        _("The road from %(start)s to %(end)s has already been used in this phase. Take another way."),
    ),
    Code(
        "not-a-daimyo",
        422,
        _("Not a daimyo"),
        _("%(block)s is not a daimyo and cannot lead. Name a daimyo, or move without a leader."),
    ),
    Code(
        "leader-not-needed",
        422,
        _("Leader not needed"),
        _("This move does not need a leader. Leave the daimyo out, so that nothing is revealed."),
    ),
    Code(
        "force-march-not-needed",
        422,
        _("Force march not needed"),
        _("These blocks can reach %(path)s without a force march. Keep the card."),
    ),
    Code(
        "must-stop",
        422,
        _("Enemies stop the move"),
        _("Enemies at %(location)s stop these blocks. End the move there, or take another way."),
    ),
    # --- musters and the Mori box, rules 7.2 and 9.3
    Code(
        "mustered-already",
        422,
        _("Already mustered"),
        _("You have already mustered this turn. Wait for your next turn."),
    ),
    Code(
        "no-muster-left",
        422,
        _("No muster left"),
        _("You have no muster left with %(level)s. Wait for your next turn."),
    ),
    Code(
        "empty-muster",
        400,
        _("Empty muster"),
        _("This muster has no blocks. Choose blocks from your recruitment box."),
    ),
    Code(
        "not-a-recruitment-location",
        422,
        _("Not a recruitment location"),
        _("None of your clans recruits at %(location)s. Muster where one of them does."),
    ),
    Code(
        "muster-among-enemies",
        422,
        _("Enemies at the location"),
        _(
            "There are enemies at %(location)s, and you had no blocks there before mustering. "
            "Muster somewhere else."
        ),
    ),
    Code(
        "hidden-muster-is-one-block",
        422,
        _("A hidden muster is a single block"),
        _("Only a single block can muster hidden. Choose one block, or muster blocks of one clan openly."),
    ),
    Code(
        "clan-does-not-muster-here",
        422,
        _("The clan does not muster here"),
        _(
            "An open muster at %(location)s takes blocks of one clan that recruits there. "
            "Choose such blocks, or muster a single block hidden."
        ),
    ),
    Code(
        "mori-is-west",
        422,
        _("Only West uses the Mori box"),
        _("Only West can bring blocks out of the Mori box."),
    ),
    Code(
        "empty-mori",
        400,
        _("No block chosen"),
        _("No block is chosen for this card. Choose one from the Mori box."),
    ),
    Code(
        "too-many-mori",
        422,
        _("Too many blocks"),
        ngettext_lazy(
            "This card brings at most %(limit)d block from the Mori box. Choose fewer.",
            "This card brings at most %(limit)d blocks from the Mori box. Choose fewer.",
            "limit",
        ),
    ),
    Code(
        "mori-daimyo-last",
        422,
        _("The Mori daimyo leaves last"),
        _("The Mori daimyo is the last to leave the Mori box. Bring the other blocks first."),
    ),
)
