"""Replies by mail: what a player answers to a mail about a game, without opening a page.

A mail that asks for a decision can be answered at an address of its own, which names the seat and the version
it told of (``tokens``). ``reading`` finds the answer in what was written, and never guesses; ``receiving``
checks who has written, and plays it by the service that pages use. The first line of the next mail says what
came of it.
"""
