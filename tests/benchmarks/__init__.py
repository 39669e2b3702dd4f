"""How fast the engine is, measured beside other people's engines in one run."""
