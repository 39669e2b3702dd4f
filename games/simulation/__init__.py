"""Games between computer players: to be told, to be counted, and to look for what goes wrong."""
