"""What happened, in sentences, from the events a viewer is told: for terminal, pages and mails."""

from games.story.chapters import Chapter, Storyteller
from games.story.names import Names
from games.story.score import standing
from games.story.sentences import sentence

__all__ = ["Chapter", "Names", "Storyteller", "sentence", "standing"]
