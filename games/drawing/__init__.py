"""Drawings of the game: the board, blocks and cards as SVG, and pictures for mails."""
