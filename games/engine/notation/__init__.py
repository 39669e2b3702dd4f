"""A game as text that people and programs can read: a line for every entry of its log.

::

    Week 2, turn A: west
      west level limited: mori-plain
      west move osaka: mori-cavalry, mori-two-mon-1 > kyoto > otsu force ukita-plain; mori-daimyo > kyoto
      west end-movement

A line names the side, the action by its name in JSON, and its fields (``grammar``). Lines without indentation
are headings or comments, and repeat what the other lines say. Items are separated by commas, and an empty
list is written ``-``: so a word that does not follow a comma is not an item, whatever the pieces of an
edition are called.
"""

from games.engine.notation.reading import NotationError, read
from games.engine.notation.writing import write, written

__all__ = ["NotationError", "read", "write", "written"]
