from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import SIDE_CHOICES, Game
from games.models.message import LONGEST_MESSAGE
from notifications.webhooks import sealing
from sekigahara.db import service_time

_BYTES_OF_A_LETTER = 4
_PADDED_TO = LONGEST_MESSAGE * _BYTES_OF_A_LETTER
"""Bytes. All notes are as long in the database."""


class Note(models.Model):
    """What a player wrote in their diary of a game, for nobody else. It is no part of the log or the record.

    Nothing is ever counted or changed elsewhere for a note, so that nobody can tell that there is one. Notes
    are not edited; those of a closed account are deleted.

    Attributes:
        author: who wrote it, with the seat of the side. A successor in the seat begins another diary.
        number: of the note in its diary, from 1.
        text: encrypted, and padded to one length before. See ``words``.
        version: the author's version of the game when it was written.
        game_head: the head of the game that the author was shown then; empty for none.
        head: of the diary with this note, hex (``games.log.diary_chain``).
    """

    # The constraint below has an index that begins with it.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.SmallIntegerField(_("side"), choices=SIDE_CHOICES)
    number = models.PositiveIntegerField(_("number"))
    text = models.TextField(_("sealed text"))
    version = models.PositiveIntegerField(_("version"))
    game_head = models.CharField(_("head of the game"), max_length=80, blank=True)
    head = models.CharField(_("head of the diary"), max_length=64)
    written_at = models.DateTimeField(_("written at"), default=service_time.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "author", "side", "number"], name="one_note_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side} {self.number}"

    @property
    def words(self) -> str:
        """What was written; empty where no key of the settings opens it."""
        return sealing.unseal(self.text).rstrip("\0")

    @staticmethod
    def sealed(words: str) -> str:
        """What is stored of a note: it tells nothing of its words, nor how many they are."""
        return sealing.seal(words + "\0" * (_PADDED_TO - len(words.encode())))
