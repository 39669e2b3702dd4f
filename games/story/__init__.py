"""The game in words, from what a viewer is told: for terminal, pages and mails."""

from games.story.asked import ASKED, Asked, question
from games.story.chapters import Chapter, Storyteller
from games.story.names import Names
from games.story.recap import Recap, latest
from games.story.refusals import refusal
from games.story.score import standing
from games.story.sentences import deed, sentence, undone
from games.story.situation import PHASES, Holdings, Situation, Stack, marks, moment, situation, stacks

__all__ = [
    "ASKED",
    "PHASES",
    "Asked",
    "Chapter",
    "Holdings",
    "Names",
    "Recap",
    "Situation",
    "Stack",
    "Storyteller",
    "deed",
    "latest",
    "marks",
    "moment",
    "question",
    "refusal",
    "sentence",
    "situation",
    "stacks",
    "standing",
    "undone",
]
