"""The product's settings for an installation in the language of `tests.kit.pseudo`."""

from sekigahara.settings import *  # noqa: F403 - the product's settings, in another language
from tests.kit import pseudo

LANGUAGE_CODE, LANGUAGES, USE_I18N = pseudo.CODE, pseudo.LANGUAGES, True
pseudo.install()
