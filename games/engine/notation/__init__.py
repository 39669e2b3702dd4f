"""A game as text that people can read and programs can read back: a line for every entry of its log.

::

    Week 2, turn A: west
      west level limited: mori-plain
      west move osaka: mori-cavalry, mori-two-mon-1 > kyoto > otsu force ukita-plain; mori-daimyo > kyoto
      west end-movement

A line names who acted, what the action is called in JSON, and its fields (``grammar``). Whatever begins at
the margin is a heading or a remark, and says nothing that the lines do not. Items are parted by commas, and
none at all are written ``-``: so a word that no comma goes before is no item, whatever the pieces of an
edition are called.
"""

from games.engine.notation.reading import NotationError, read
from games.engine.notation.writing import write, written

__all__ = ["NotationError", "read", "write", "written"]
