"""Codes of what the rules forbid outside of combat: names, hands, movement and musters."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from sekigahara.errors.codes.declaration import Code

CODES = (
    # --- names, rule 4.1
    Code(
        "unknown-location",
        400,
        _("Unknown location"),
        _("The board has no location %(location_id)s. Name one that is on the board."),
        parameters=("location",),
    ),
    Code(
        "unknown-block",
        400,
        _("Unknown block"),
        _("You have no block %(block_id)s. Name one that your view of the game lists."),
        parameters=("block",),
    ),
    Code(
        "unknown-card",
        400,
        _("Unknown card"),
        _("Your deck has no card %(card_id)s. Name one that is in your hand."),
        parameters=("card",),
    ),
    Code(
        "block-twice",
        400,
        _("Block named twice"),
        _("%(block)s is named twice. Name every block once."),
        parameters=("block",),
    ),
    Code(
        "block-not-available",
        422,
        _("Block not available"),
        _("%(block)s is not at this combat. Choose among your blocks that are."),
        parameters=("block",),
        variants={
            "7.2": _("%(block)s is not in your recruitment box. Muster blocks that are there."),
            "7.3.1": _("%(block)s is not where this move begins. Move blocks that stand there."),
            "7.3.4": _("%(block)s is not where this move begins. A leader must stand there."),
            "9.3": _("%(block)s is not in the Mori box. Choose blocks that are there."),
        },
    ),
    Code(
        "card-not-in-hand",
        422,
        _("Card not in hand"),
        _("You have not got %(card)s left for this. Choose from the cards in your hand."),
        parameters=("card",),
    ),
    # --- the week, rule 6
    Code(
        "discard-count",
        422,
        _("Wrong number of discards"),
        ngettext_lazy(
            "Half your hand goes, rounded down: %(count)d card. Choose exactly one.",
            "Half your hand goes, rounded down: %(count)d cards. Choose exactly as many.",
            "count",
        ),
        parameters=("count",),
    ),
    Code(
        "discard-half-count",
        422,
        _("Wrong number of discards"),
        _("Half your hand goes, rounded down or up as you like. Choose %(count)d or %(most)d cards."),
        parameters=("count", "most"),
    ),
    # --- movement, rules 7.1 and 7.3
    Code(
        "level-cost",
        422,
        _("Wrong number of cards"),
        _("The price of %(level)s is %(cost)s. Choose exactly that."),
        parameters=("cost", "level"),
    ),
    Code(
        "no-moves-left",
        422,
        _("No moves left"),
        _("With %(level)s you have no stack move left. End the phase, if nothing else is left."),
        parameters=("level",),
    ),
    Code(
        "besieged",
        422,
        _("Besieged blocks cannot move"),
        _("Your blocks at %(location)s are besieged and may not leave. Move others."),
        parameters=("location",),
    ),
    Code(
        "empty-move",
        400,
        _("Empty move"),
        _("This move has no blocks in it. Choose some, and where they go."),
    ),
    Code(
        "empty-group",
        400,
        _("Empty group"),
        _("A group of this move has no blocks, or nowhere to go. Give it both, or leave it out."),
    ),
    Code(
        "block-already-moved",
        422,
        _("Block already moved"),
        _("A block of this move has moved or arrived in this turn already. Each does so once: leave it out."),
    ),
    Code(
        "too-far",
        422,
        _("Too far"),
        ngettext_lazy(
            "%(path)s is %(missing)d location too far for these blocks. Stop earlier or move fewer together; "
            "a daimyo who leads, and a card for a force march, each gain one where they are not counted yet.",
            "%(path)s is %(missing)d locations too far for these blocks. Stop earlier or move fewer "
            "together; a daimyo who leads, and a card for a force march, each gain one where they are not "
            "counted yet.",
            "missing",
        ),
        parameters=("missing", "path"),
    ),
    Code(
        "same-path",
        422,
        _("Two groups on one path"),
        _("Two groups of this move take the same way to %(path)s. Make them one group."),
        parameters=("path",),
    ),
    Code(
        "no-road",
        422,
        _("No road"),
        _("No road leads from %(start)s to %(end)s. Name every location on the way, in order."),
        parameters=("end", "start"),
    ),
    Code(
        "road-used",
        422,
        _("Road already used"),
        _(
            "The road from %(start)s to %(end)s has been used in this phase already, and serves once. "
            "Go another way."
        ),
        parameters=("end", "start"),
    ),
    Code(
        "not-a-daimyo",
        422,
        _("Not a daimyo"),
        _("%(block)s is no daimyo and cannot lead. Name a daimyo, or move without a leader."),
        parameters=("block",),
    ),
    Code(
        "leader-not-needed",
        422,
        _("Leader not needed"),
        _("This move needs no daimyo to lead it. Name none, and nobody is shown."),
    ),
    Code(
        "force-march-not-needed",
        422,
        _("Force march not needed"),
        _("These blocks reach %(path)s without a force march. Keep the card."),
        parameters=("path",),
    ),
    Code(
        "must-stop",
        422,
        _("Enemies stop the move"),
        _("Enemies at %(location)s stop these blocks. End their way there, or go another way."),
        parameters=("location",),
    ),
    # --- musters and the Mori box, rules 7.2 and 9.3
    Code(
        "mustered-already",
        422,
        _("Already mustered"),
        _("You have mustered in this turn already, which is allowed once. Wait for the next."),
    ),
    Code(
        "no-muster-left",
        422,
        _("No muster left"),
        _("With %(level)s you have no muster left. Wait for your next turn."),
        parameters=("level",),
    ),
    Code(
        "empty-muster",
        400,
        _("Empty muster"),
        _("This muster has no blocks in it. Choose some from your recruitment box."),
    ),
    Code(
        "not-a-recruitment-location",
        422,
        _("Not a recruitment location"),
        _("You recruit nobody at %(location)s. Muster where one of your clans does."),
        parameters=("location",),
    ),
    Code(
        "muster-among-enemies",
        422,
        _("Enemies at the location"),
        _(
            "There are enemies at %(location)s, and nobody of yours who was there before mustering. "
            "Muster somewhere else."
        ),
        parameters=("location",),
    ),
    Code(
        "hidden-muster-is-one-block",
        422,
        _("A hidden muster is a single block"),
        _("Only a single block musters hidden. Choose one, or muster blocks of one clan openly."),
    ),
    Code(
        "clan-does-not-muster-here",
        422,
        _("The clan does not muster here"),
        _(
            "Openly, only blocks of one clan that recruits at %(location)s muster there. "
            "Choose such blocks, or muster a single one hidden."
        ),
        parameters=("location",),
    ),
    Code(
        "mori-is-west",
        422,
        _("Only West uses the Mori box"),
        _("The Mori box is West's, and only West brings blocks out of it."),
    ),
    Code(
        "empty-mori",
        400,
        _("No block named"),
        _("No block is named for this card. Choose one from the Mori box."),
    ),
    Code(
        "too-many-mori",
        422,
        _("Too many blocks"),
        ngettext_lazy(
            "This card brings no more than %(limit)d block from the Mori box. Choose fewer.",
            "This card brings no more than %(limit)d blocks from the Mori box. Choose fewer.",
            "limit",
        ),
        parameters=("limit",),
    ),
    Code(
        "mori-daimyo-last",
        422,
        _("The Mori daimyo leaves last"),
        _("The Mori daimyo is the last to leave the Mori box. Bring the other blocks first."),
    ),
)
