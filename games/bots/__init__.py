"""Computer players. They get the JSON view and options of their own seat, and nothing else of the game."""
