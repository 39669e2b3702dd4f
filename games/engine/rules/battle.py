"""Who acts in a battle or siege, and the effects of its end [8.2, 8.5, 8.9.3]."""

from __future__ import annotations

from games.engine.actions import Finish
from games.engine.decisions import (
    AnswerDeployment,
    BeatRetreat,
    DeployBlocks,
    EndCombat,
    Fight,
    JudgeLeaders,
    TakeLosses,
)
from games.engine.play import Play
from games.engine.rules import combat as combats
from games.engine.rules import hand, public_facts
from games.engine.side import NOBODY, OTHER, SIDES, Side
from games.engine.state import Combat


def go_on(play: Play, step: Fight) -> None:
    """Give the next decision to the side that acts now, or end the combat.

    If the initiative passes to the challenger, an open window becomes part of their own next decision;
    otherwise it is a separate decision.
    """
    combat = play.combat
    holder = initiative(combat)
    window = combat.window
    if window is not None:
        challenger = OTHER[window.side]
        if _stands(play, challenger):
            combat.window = None
        elif holder != challenger or not can_act(play, challenger):
            return play.then(AnswerDeployment(challenger), step)
    if holder == NOBODY:
        return _conclude(play)
    side = SIDES[holder]
    if can_act(play, side):
        return play.then(DeployBlocks(side), step)
    _finish(play, side)
    return play.then(step)


def _stands(play: Play, challenger: Side) -> bool:
    """Whether the deployment just made stands without the challenger being asked (R-29).

    From revision 2 on that is judged from public facts alone. Before, a side could also pass, sealed, for the
    rest of the battle; that it was not asked any more was seen by all.
    """
    if play.c.revision >= 2:
        return not public_facts.may_challenge(play, challenger)
    return play.combat.passing[challenger] or not hand.size(play.s, challenger)


def initiative(combat: Combat) -> int:
    """Who may deploy: the side that is losing, on a tie the attacker; NOBODY at the end [8.5]."""
    attacker = combat.attacker
    behind = attacker if combat.impact[attacker] <= combat.impact[OTHER[attacker]] else OTHER[attacker]
    for side in (behind, OTHER[behind]):
        if not combat.finished[side]:
            return side
    return NOBODY


def can_act(play: Play, side: Side) -> bool:
    """Whether a deployment is conceivable from what all can see (R-29).

    Those are numbers of blocks and cards, and from revision 2 on also which of them were shown.
    """
    combat = play.combat
    waiting = play.s.at[side][combat.location] & ~(combat.loyal[side] | combat.defected[side])
    if not waiting or (combat.with_card[side] and not hand.size(play.s, side)):
        return False
    return play.c.revision < 2 or public_facts.may_deploy(play, side, waiting)


def resolve_finish(play: Play, decision: DeployBlocks, action: Finish) -> None:
    """This side stops deploying; the other keeps the initiative [8.5]. An open window counts as passed."""
    play.combat.window = None
    _finish(play, decision.side)


def _finish(play: Play, side: Side) -> None:
    combat = play.combat
    combat.finished[side] = True
    play.tell("finished", side, lambda: {"location": play.c.locations[combat.location]})


def _conclude(play: Play) -> None:
    """Both are finished: losses, leaders, retreat, replenishment, in that order [8.7, 8.8, 8.10]."""
    combat = play.combat
    winner = combats.winner(combat)
    play.tell(
        "combat-ended",
        NOBODY,
        lambda: {
            "location": play.c.locations[combat.location],
            "winner": winner.label,
            "east": combat.impact[0],
            "west": combat.impact[1],
            "siege": combat.siege,
        },
    )
    attacker = combat.attacker
    if combat.siege:
        play.then(TakeLosses(attacker.enemy), JudgeLeaders(), EndCombat())
    else:
        losses = (TakeLosses(attacker), TakeLosses(attacker.enemy))
        play.then(*losses, JudgeLeaders(), BeatRetreat(winner.enemy), EndCombat())
