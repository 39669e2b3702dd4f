"""Numbers of the rules that the engine, computer players, analysis and pages share.

Computer players may not know the engine, so what they need to know of it is here. Numbers that differ between
editions are flags of the edition instead.
"""

from __future__ import annotations

CASTLE_POINTS = 2
"""Victory points of a castle [2.2]."""
CASTLE_LIMIT = 2
"""Blocks that fit inside a castle; disks are not counted [8.9.1]."""
MOST_DEPLOYED = 2
"""Blocks that one deployment brings, with a double card [8.4.2]."""
IMPACT_PER_BLOCK = 7
"""Impact that takes a block from the other side [8.7.1]."""
OVERRUN_RATIO = 4
"""So many times as many blocks sweep a force away [7.4]."""
PENALTY_STEP = 4
"""Every block group of this size beyond the first costs one location [7.3.5]."""
LEVEL_TERMS = {"minimal": (0, 1), "limited": (1, 3), "total": (2, 99)}
"""Cards to pay for a level of movement, and stack moves it allows; 99 is any number [7.1]."""
