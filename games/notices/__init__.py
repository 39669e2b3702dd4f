"""Kinds of notifications about games: mails to players, and the events of their webhooks.

A mail is made from the recipient's own view. An event of a webhook contains only public facts: the game and
the side, the progress of the game, and the decision to make. A receiver looks up the rest with a token. Its
links do not open a seat, because a webhook may post to a channel that many people read.
"""
