"""What a game was about, after its end: its luck, and its turning points."""
