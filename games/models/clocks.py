"""The choice of clocks: the pace of a game, its hold and its reaction clock."""

PACES = (1, 2, 3, 7)
"""The choices for a game's pace, in days."""
TIMES_OF_SILENCE = 2
"""How many times its pace somebody is late before a ladder that has the rule takes them to be silent."""
USUAL_PACE = 3
"""The pace of a game if nobody chose another."""

TIME_BANKS = (7, 14, 30)
"""The choices for a time bank, in days for the whole game."""

HOLD = 15
"""The usual hold of a game between people, in minutes."""
LONGEST_HOLD = 60
LONGEST_PAUSE = 30
"""The most days for which players can ask for a pause."""
REACTIONS = (12, 24, 48)
"""The choices for the reaction clock, in hours."""
REACTION = 24
"""The usual reaction clock of a game between people."""
