"""The game in words, from what a viewer knows: for terminal, pages and mails."""

from games.story.chapters import (
    RECAP_SENTENCES,
    Chapter,
    Recap,
    Sentence,
    Storyteller,
    change,
    latest,
    sentences_worth,
)
from games.story.decisions import TASKS, Question, awaited, may_challenge, question
from games.story.fights import Fight, attack, fights, outcome
from games.story.forces import Forces, forces, secrets
from games.story.grave import warning
from games.story.names import Names
from games.story.refusals import refusal
from games.story.sentences import deed, given_back, passed, sentence, undone
from games.story.situation import (
    PHASES,
    Holdings,
    Situation,
    Stack,
    marks,
    moment,
    sealed,
    situation,
    stacks,
)
from games.story.victories import standing

__all__ = [
    "PHASES",
    "RECAP_SENTENCES",
    "TASKS",
    "Chapter",
    "Fight",
    "Forces",
    "Holdings",
    "Names",
    "Question",
    "Recap",
    "Sentence",
    "Situation",
    "Stack",
    "Storyteller",
    "attack",
    "awaited",
    "change",
    "deed",
    "fights",
    "forces",
    "given_back",
    "latest",
    "marks",
    "may_challenge",
    "moment",
    "outcome",
    "passed",
    "question",
    "refusal",
    "sealed",
    "secrets",
    "sentence",
    "sentences_worth",
    "situation",
    "stacks",
    "standing",
    "undone",
    "warning",
]
