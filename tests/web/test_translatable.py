"""Every sentence of the pages and mails can be said in another language.

`tests/permissions/test_table.py` looks at every page, as it opens each for everybody.
"""

import json
import re

import pytest
from django.db.models import F

from games.models.seat import Seat
from games.services.waiting import YOUR_PHASE
from notifications.models import Notification
from sekigahara.server.joined_files import joined_file
from tests.kit import pseudo
from tests.kit.table import is_asked, table_where
from tests.web.untranslated import in_mails

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("decision", ["movement", "losses"])
def test_mails_with_things_to_choose_are_translated_as_a_whole(decision: str) -> None:
    table = table_where(is_asked(decision))
    seats = Seat.objects.filter(game=table.game, asked=decision)
    seats.update(told_at=F("version"))
    row = Notification.objects.filter(about=seats.get().reference, kind=YOUR_PHASE).latest("pk")
    Notification.objects.exclude(pk=row.pk).delete()
    Notification.objects.update(occasion=str(seats.get().version))
    assert [found for _kind, found in in_mails(0)] == []


@pytest.mark.usefixtures("pseudo_language")
def test_the_scripts_find_their_sentences_in_the_catalogue() -> None:
    catalogue = joined_file(f"play_{pseudo.CODE}.js").content.decode()
    sources = [path.read_text(encoding="utf-8") for path in pseudo.SCRIPTS.glob("*.js")]
    calls = sum(len(re.findall(r"\bn?gettext\(", source)) for source in sources)
    known = sum(len(pseudo.ONE.findall(source)) + len(pseudo.SEVERAL.findall(source)) for source in sources)
    assert calls == known + 1 + 1, (
        "a text that is not written where it is asked for, beside those of words.js"
    )
    assert len(pseudo.of_scripts()) > 1
    for text in pseudo.of_scripts():
        assert json.dumps(text) in catalogue, text
