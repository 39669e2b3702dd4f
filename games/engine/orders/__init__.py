"""Orders: answers that a player gives in advance, so that a battle by mail needs few visits.

There are three kinds. A *battle plan* deploys blocks in one battle. A *loyalty order* answers whether to
challenge. *Preferences* choose losses, retreats, and whether to stay in a castle. Orders are no part of a
game: what they do is an ordinary action, which the rules judge like any other.
"""
