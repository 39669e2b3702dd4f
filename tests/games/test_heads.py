"""Heads: computed alike when written and when verified, moved only by what the public could see, and enough
to find a database that its owner has rewritten.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.test import Client

from games.engine import history
from games.engine.side import EAST, NOBODY, SIDES, WEST
from games.log import heads, portable, record
from games.log.heads import Head
from games.models.game import Game
from games.models.log import Entry
from games.reads import chronicle
from games.services import importing, play
from tests.engine.golden.recording import read
from tests.engine.golden.test_earlier import EARLIER
from tests.games.test_notices import sent
from tests.kit import records
from tests.kit.commands import output_of
from tests.kit.log import unguarded
from tests.kit.pages import in_one_line
from tests.kit.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.both]

NO_HEAD = {"head_version": 0, "head_public": b"", "head_chain": b""}
"""What the row of a game says that an earlier release wrote to last."""


def head_of(table: Table) -> Head:
    head = heads.shown(table.game)
    assert head is not None
    return head


def courses(count: int, *, most: int = 40) -> Iterator[tuple[Table, int]]:
    """Games after each request, with undos, lists and sealed actions, and the number of the request."""
    for seed in range(count):
        table = Table(seed)
        for number, _side in enumerate(itertools.islice(table.wander(), most)):
            yield table, number


# ---- what they are


def test_stored_heads_are_those_of_the_log() -> None:
    kinds = set()
    for table, number in courses(3):
        if number % 8 == 0:
            known = chronicle.heads_of(table.game)
            assert known[-1] == head_of(table)
            assert [head.version for head in known] == list(range(1, table.game.version + 1))
            kinds |= {item.type for item in table.told(NOBODY)}
    assert {"set-up", "action", "undo"} <= kinds


def test_final_chain_value_is_the_hash_of_the_last_entry() -> None:
    game = records.finished()
    head = heads.shown(game)
    assert head is not None
    assert bytes.fromhex(head.chain) == bytes(Entry.objects.filter(game=game).latest("seq").chain)
    assert head == chronicle.heads_of(game)[-1]


def test_a_head_moves_only_with_what_the_public_could_see() -> None:
    """Bids are sealed, replaced and opened in these games, windows passed for good, and cards discarded."""
    unseen = 0
    table, before, length = None, None, 0
    for now, _number in courses(4):
        head, game = head_of(now), now.game
        if now is table and before is not None:
            assert (head == before) == (head.version == before.version)
            assert (head.chain == before.chain) == (head.public == before.public)
            unseen += head == before and game.length > length
        table, before, length = now, head, game.length
    assert unseen > 3


def test_each_viewer_is_told_the_heads_of_the_public() -> None:
    for table, number in courses(2):
        if number == 39:
            public = [item.head for item in table.told(NOBODY)]
            assert public == chronicle.heads_of(table.game)
            for side in SIDES:
                told = [item.head for item in table.told(side)]
                assert [head for head in told if head] == public
                assert len(told) == table.version(side)


def test_a_record_that_is_taken_in_has_its_head() -> None:
    document = records.from_elsewhere()
    game = importing.take_in(portable.read(records.written(document)))
    assert heads.shown(game) == chronicle.heads_of(game)[-1]


EARLIER_GAMES = "b4f08c0ddc71940f9f6d70378a4f1798"
"""The first digits of the SHA-256 of the last public values of the recorded games."""


def test_public_values_of_earlier_games_stay() -> None:
    """Else heads that people kept of earlier games would not agree with their records any more."""
    last = b""
    for name in EARLIER:
        recording = read(name)
        steps = history.retell(recording.rules, recording.log).steps
        *_others, head = filter(None, heads.of_steps(bytes(32), steps, [bytes(32)] * len(recording.log)))
        last += bytes.fromhex(head.public)
    assert hashlib.sha256(last).hexdigest()[:32] == EARLIER_GAMES


# ---- games of an earlier release


def test_a_game_of_before_gets_its_head_with_the_next_public_change() -> None:
    """Not when a sealed bid is replaced: a head that appeared would tell of it."""
    table = Table()
    table.submit(EAST, table.a_bid(EAST))
    Game.objects.update(**NO_HEAD)
    length = table.game.length
    table.submit(EAST, table.a_bid(EAST))
    assert table.game.length > length
    assert heads.shown(table.game) is None
    table.submit(WEST, table.a_bid(WEST))
    assert head_of(table) == chronicle.heads_of(table.game)[-1]


def test_a_change_that_a_process_of_before_made_leaves_no_stale_head() -> None:
    table = Table()
    row = Game.objects.values(*NO_HEAD).get()
    table.submit(EAST)
    table.submit(WEST)
    Game.objects.update(**row)
    assert heads.shown(table.game) is None
    table.submit(table.asked()[0])
    assert head_of(table) == chronicle.heads_of(table.game)[-1]


# ---- a database that its owner rewrites


def chain_anew(game: Game) -> None:
    """Make every hash fit what the entries say now, also the head, as the service itself would."""
    chain = record.genesis(game)
    for entry in Entry.objects.filter(game=game).order_by("seq"):
        side = None if entry.side is None else SIDES[entry.side]
        chain = record.link(chain, side, bytes(entry.salt), entry.body)
        Entry.objects.filter(pk=entry.pk).update(chain=chain, change=None)
    Game.objects.filter(pk=game.pk).update(chain=chain, dump=b"", position="", shape="")
    changed = Game.objects.get(pk=game.pk)
    latest = chronicle.heads_of(changed)[-1]
    Game.objects.filter(pk=game.pk).update(
        head_public=bytes.fromhex(latest.public), head_chain=bytes.fromhex(latest.chain)
    )


def lend_the_loss(game: Game) -> None:
    """It was the other side that resigned."""
    entry = Entry.objects.filter(game=game).latest("seq")
    Entry.objects.filter(pk=entry.pk).update(side=WEST)
    Game.objects.filter(pk=game.pk).update(winner=EAST)


def bid_another_card(game: Game) -> None:
    """A sealed bid, which was replaced before anybody saw it, was another one."""
    first, second = Entry.objects.filter(game=game, side=EAST, body__contains='"bid"').order_by("seq")[:2]
    Entry.objects.filter(pk=first.pk).update(body=second.body)


Rewrite = Callable[[Game], None]


def head_in(mail: str) -> str:
    """The head in the text of a mail: more than eight digits are in the address below it."""
    (shown, found) = re.findall(r"^(?:Head of the game: |\S+/verify/#)(\S+)$", mail, re.MULTILINE)
    assert found.startswith(shown)
    return str(found)


@pytest.fixture
def table() -> Table:
    """A game that has begun, with a mail to West."""
    return Table(5, is_public=True)


@pytest.fixture
def mails(table: Table) -> list[str]:
    """The mails to West of a game: at its beginning, after the first bids, and after its end.

    East replaced a sealed bid and resigned.
    """
    found = [sent(table.announced(WEST)[-1]).text]
    hand = table.view(EAST)["mine"]["hand"]
    other = next(card for card in hand if card != hand[0])
    for card in (hand[0], other):
        table.submit(EAST, json.dumps({"type": "bid", "card": card}).encode())
    table.submit(WEST, table.a_bid(WEST))
    play.resign(seat=table.seat(EAST))
    return [*found, sent(table.announced(WEST)[-1]).text]


def run(game: Game, *kept: str) -> str:
    return output_of("verify_game", game.public_id, *(word for head in kept for word in ("--head", head)))


def page(game: Game, pasted: str) -> str:
    response = Client().post(f"/games/{game.public_id}/verify/", {"heads": pasted})
    assert response.status_code == 200
    return in_one_line(response.content.decode())


def test_heads_of_mails_are_those_of_the_record(table: Table, mails: list[str]) -> None:
    game = table.game
    kept = [head_in(mail) for mail in mails]
    assert kept == [str(chronicle.heads_of(game)[0]), str(head_of(table))]
    output = run(game, *kept)
    assert f"Version {game.version} is as you kept it." in output
    assert f"head: {kept[-1]}" in output
    shown = page(game, "\n".join(mails))
    assert re.findall('data-outcome="([a-z]+)"', shown) == ["same", "same", "same"], "and who played"


@pytest.mark.parametrize(
    ("rewrite", "outcome", "said"),
    [
        (lend_the_loss, "changed", "is not as you kept it: something up to version"),
        (bid_another_card, "hidden", "what everybody could see is the same, but something hidden"),
    ],
)
def test_a_rewritten_database_is_found_by_heads_of_old_mails(
    table: Table, mails: list[str], rewrite: Rewrite, outcome: str, said: str
) -> None:
    before = table.game
    with unguarded():
        rewrite(before)
        chain_anew(before)
    game = table.game
    assert heads.shown(game) == chronicle.heads_of(game)[-1]
    assert "all as they were written" in run(game), "without a head nobody can tell"
    kept = [head_in(mail) for mail in mails]
    with pytest.raises(CommandError, match=r"^other-head: Version \d+ is not as you kept it") as refused:
        run(game, *kept)
    assert said in str(refused.value)
    assert f"up to version {game.version}, after version 1, was changed" in str(refused.value)
    assert re.findall('data-outcome="([a-z]+)"', page(game, "\n".join(mails))) == ["same", outcome, "same"]
    assert said in page(game, mails[-1])


def test_without_a_head_it_is_said_that_the_record_may_be_another(table: Table, mails: list[str]) -> None:
    assert "No head was compared" in run(table.game)
    assert "No head was compared" not in run(table.game, head_in(mails[-1]))


# ---- what somebody gives as a head


@pytest.mark.parametrize("part", ["public", "chain"])
def test_either_value_is_enough(table: Table, mails: list[str], part: str) -> None:
    head = head_of(table)
    digits = getattr(head, part).upper()
    for kept in (digits, digits[:32]):
        assert f"Version {head.version} is as you kept it." in run(table.game, f"{head.version}:{kept}")
    with pytest.raises(CommandError, match=f"up to version {head.version} was changed"):
        run(table.game, f"{head.version}:{'0' * 32}")


def test_a_version_that_there_is_not_is_named(table: Table, mails: list[str]) -> None:
    with pytest.raises(CommandError, match="There is no version 999"):
        run(table.game, f"999:{'0' * 32}")


def test_differing_public_value_alone_means_no_change(table: Table, mails: list[str]) -> None:
    head = head_of(table)
    with pytest.raises(CommandError, match="every entry is as you kept it"):
        run(table.game, f"{head.version}:{'0' * 32}:{head.chain}")


@pytest.mark.parametrize("kept", ["", "27", f"27:{'0' * 31}", f"27:{'g' * 32}", f"x:{'0' * 32}"])
def test_invalid_head_is_refused(table: Table, kept: str) -> None:
    with pytest.raises(CommandError, match="is no head"):
        run(table.game, kept)
    assert "There is no head in this text." in page(table.game, kept or "-")


def test_another_value_of_the_same_version_differs_up_to_that_version(table: Table) -> None:
    version = head_of(table).version
    shown = page(table.game, f"{head_of(table)} {version}:{'0' * 32}")
    assert f"something up to version {version} was changed" in shown


def test_whole_mails_can_be_pasted_and_their_links_stay_out_of_the_address(
    table: Table, mails: list[str]
) -> None:
    shown = page(table.game, "\n".join([mails[0], "A long story. " * 1000, mails[1]]))
    assert re.findall('data-outcome="([a-z]+)"', shown) == ["same", "same", "same"]
    (form,) = re.findall(r'<form ([^>]*)action="[^"]*#heads"', shown)
    assert form == 'method="post" '


def test_page_compares_heads_of_a_running_game(table: Table) -> None:
    kept = str(head_of(table))
    table.submit(EAST)
    table.submit(WEST)
    shown = page(table.game, f"{kept} and {head_of(table)}")
    assert re.findall('data-outcome="([a-z]+)"', shown) == ["same", "same"]
    assert str(head_of(table)) in Client().get(f"/games/{table.game.public_id}/").content.decode()


# ---- the program of the guide


def test_the_program_of_the_guide_computes_every_head(table: Table, mails: list[str], tmp_path: Path) -> None:
    """From what the public can download, by nothing but Python."""
    guide = Path(heads.__file__).with_name("README.md").read_text(encoding="utf-8")
    section = guide.partition("\n## Heads\n")[2].partition("\n## ")[0]
    (program,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    for name, path in (("record", "record/"), ("history", "history/?as=public&limit=500")):
        answer = Client().get(f"/api/v1/games/{table.game.public_id}/{path}")
        (tmp_path / name).write_bytes(answer.content)
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "record", tmp_path / "history"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    known = [f"{head.version}:{head.public}:{head.chain}" for head in chronicle.heads_of(table.game)]
    assert done.stdout.splitlines() == known, done.stderr
