"""Events as a viewer sees them, as returned by `Event.seen_by`; `event` is the discriminator.

Fields with secrets of a side are omitted for everyone else.
"""

from games.api.shapes.events import campaign, combat, movement

Event = (
    campaign.GameBegan
    | campaign.WeekBegan
    | campaign.CardsDrawn
    | campaign.BlocksDrawn
    | campaign.PileReshuffled
    | campaign.DiscardsSealed
    | campaign.DiscardsRevealed
    | campaign.BidSealed
    | campaign.BidsRevealed
    | campaign.OrderChosen
    | campaign.TurnBegan
    | movement.LevelChosen
    | movement.StackMoved
    | movement.DaimyoLed
    | movement.Mustered
    | movement.MoriArrived
    | movement.MoriJoined
    | movement.Overrun
    | movement.MovementEnded
    | combat.CombatDeclared
    | combat.StanceTaken
    | combat.BattleBegan
    | combat.SiegeBegan
    | combat.Deployed
    | combat.Finished
    | combat.Challenged
    | combat.WindowLapsed
    | combat.Refuted
    | combat.Defected
    | combat.CombatEnded
    | combat.BlocksLost
    | combat.DiskLost
    | combat.CastleFell
    | combat.Retreated
    | campaign.GameOver
)
