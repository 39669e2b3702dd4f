"""Date formats that differ from Django's: one module for each language."""
