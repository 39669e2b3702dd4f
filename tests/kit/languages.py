"""The service with more than its one language."""

from collections.abc import Iterator

import pytest
from django.template.autoreload import reset_loaders
from django.utils import translation
from django.utils.translation import trans_real
from django.views.i18n import JavaScriptCatalog
from pytest_django import Settings

from tests.kit import pseudo

ENGLISH_AND_GERMAN = [("en", "English"), ("de", "Deutsch")]


@pytest.fixture
def translated(settings: Settings) -> Iterator[Settings]:
    """Settings with which every text is looked up among translations, as where there are several languages.

    Django decides that once in a process, and has to be told to decide again.
    """
    _decide(settings, is_translated=True)
    yield settings
    _decide(settings, is_translated=False)


@pytest.fixture
def in_two_languages(translated: Settings) -> None:
    """English and German, which has Django's own translations alone."""
    translated.LANGUAGES = ENGLISH_AND_GERMAN


@pytest.fixture
def pseudo_language(translated: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The language of `tests.kit.pseudo` alone."""
    translated.LANGUAGE_CODE, translated.LANGUAGES = pseudo.CODE, pseudo.LANGUAGES
    monkeypatch.setattr(JavaScriptCatalog, "get_catalog", pseudo.Catalogue.get_catalog)
    monkeypatch.setitem(vars(trans_real)["_translations"], pseudo.CODE, pseudo.Pseudo())


def _decide(settings: Settings, *, is_translated: bool) -> None:
    settings.USE_I18N = is_translated
    reset_loaders()  # a template knows its texts
    vars(translation._trans).clear()  # type: ignore[attr-defined] # there is no other way in
