"""Games between computer players: to be shown, to be counted, and to search for errors."""
