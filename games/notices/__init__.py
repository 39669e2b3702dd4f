"""Kinds of notifications about games: what players are mailed, and what their webhooks are sent.

Everything in a mail comes from the recipient's own view. What webhooks are sent is hidden from nobody: the
game and the side, how far the game is, and what is asked. A receiver looks up the rest with a token. No link
in it opens a seat: a webhook may lead to a channel that many read.
"""
