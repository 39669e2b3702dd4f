"""The verbs of arbiters: each is complete, and listed once for everything that shows it."""

import pkgutil

import pytest

from games.ladders.arbitration import verbs
from games.ladders.arbitration.verbs import VERBS
from games.ladders.arbitration.verbs.base import Verb
from games.ladders.models.ruling import Ruling

LONGEST_NAME = Ruling._meta.get_field("kind").max_length


def test_every_module_of_a_verb_is_listed() -> None:
    modules = {each.name for each in pkgutil.iter_modules(verbs.__path__)} - {"base", "fields", "result"}
    assert {verb.__module__.rpartition(".")[2] for verb in VERBS.values()} == modules
    assert modules == set(VERBS), "a verb is found in the module of its name"


@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_a_verb_says_what_it_does(verb: type[Verb]) -> None:
    assert LONGEST_NAME is not None
    assert len(verb.name) <= LONGEST_NAME
    assert str(verb.warning).endswith(".")
    assert all(map(str, (verb.meaning, verb.title, verb.button)))
    assert verb.needs_reason >= verb.is_grave, "what cannot be taken back has a reason"
