"""Applied migrations are never edited: some database was made by them. A change is a migration of its own.

They are applied while processes of the release before work, which must neither fail nor wait.

Whoever adds a migration adds its digest here; the failing test names it.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

PROJECT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "games/ladders", "notifications")
SHOWN = 40
"""Digits of a digest that are kept here."""
RELEASED = {
    "accounts/migrations/0001_initial.py": "41dd59d89ba9fd2a40ec4b5eed46dbb725bd8794",
    "games/migrations/0001_initial.py": "9a970b891f96740da867aad6b1855b995afbc1c2",
    "games/ladders/migrations/0001_initial.py": "4f76f75d96055ffaac86a89579c5951b47b54526",
    "notifications/migrations/0001_initial.py": "09d1a133e83e87a525e8f91ae43ee8ef4746b856",
    "accounts/migrations/0002_sessions_by_hash.py": "5aca49c0377d3da2ae0e1edf581cc40ce6e5c820",
    "accounts/migrations/0003_made_by_service_time.py": "8e03af0ce5ae9dbc7fcf9d2ab318aacb34596e77",
    "accounts/migrations/0004_guests.py": "00521e2cd0e6be3a01fda631f7e77412e83a4969",
    "accounts/migrations/0005_sign_in_requests.py": "e4b49888e23f83539a395f7b277286964dc8d795",
    "accounts/migrations/0006_public_keys.py": "6d03a7cc32c7a708ddc22b8a628c7b3fb70a2534",
    "accounts/migrations/0007_salts.py": "7ff0239882a4dd8b8d102be107c498754ec9379d",
    "accounts/migrations/0009_signed_in_browsers.py": "32bb6797299086d598ebce5a7e444fc277687467",
    "games/ladders/migrations/0002_made_by_service_time.py": "d0cf4a54c7aef58eaaa1b06c3bcd4afba83311c6",
    "games/ladders/migrations/0003_nonces_of_biddings.py": "28b1eae8fe01719adc7820c205679a4798de7e09",
    "games/ladders/migrations/0004_missed_check_ins.py": "c6dfbbe4298153deaddabf6677e5d29e646d38e7",
    "games/ladders/migrations/0005_holds_and_reactions.py": "24077deb7d3df95f1166b9668cf9f1327d17bfe3",
    "games/migrations/0002_outages.py": "8d538d1afcc86913720958800153cbb29d031369",
    "games/migrations/0003_made_by_service_time.py": "6f2936f2a48d2b5c326036c4d62d2240c37d78c6",
    "games/migrations/0004_heads.py": "1c4863dfc7e087683c1f1d6bf32b2ab1bb0ad44f",
    "games/migrations/0005_order_of_nonces.py": "a47d70aac3cb14e449b5a731c3ef39d917a171e9",
    "games/migrations/0006_orders.py": "d968de3a2707b4d0bd2f23a76f06280703c19903",
    "games/migrations/0007_presence.py": "e6b5bb2d96d49001a1de8cce865612501c7de32d",
    "games/migrations/0008_thoughts.py": "372681513e0023d6a08dccdc6b2bed4f3d1c918f",
    "games/migrations/0009_games_from_positions.py": "54e7c183417bca2ddc97bc602a16a0984a90e1ed",
    "games/migrations/0010_analyses.py": "a55f4745ce61933615a07c1f8b7f7be7eec8a363",
    "games/migrations/0011_failed_thoughts.py": "9b6659417dac84201e23a6c9851e2bcf782506bd",
    "games/migrations/0012_week_of_the_source.py": "4092f89967252f0dfb957570d3051cd5b04e257c",
    "games/ladders/migrations/0006_database_defaults.py": "c6ce30c8944bdfb36d37063ba14cb9e3f30a40fe",
    "games/migrations/0013_database_defaults.py": "b08f93eb7f91d49b7c7e6aa0f8b54e2dc9578f78",
    "games/ladders/migrations/0007_registers.py": "83ac69f6ecff0dbc9b7f06b735d6da730c3418fa",
    "games/migrations/0014_registers.py": "b9acb41bcd6f1cb5e080943a00e32909df149b99",
    "notifications/migrations/0002_made_by_service_time.py": "91245e373290348fb551854bfa9dc53c20279aa6",
    "accounts/migrations/0008_senders_of_guests.py": "f6d2be430b8fd3d35714d3e675e215ece0e7de7b",
    "games/migrations/0015_turns_of_analyses.py": "5572a9bcfe6253d87458cd60125793fa2eec5f1e",
    "games/migrations/0016_kept_thoughts.py": "7e40753eb1586a95ebe6de12e132ae51b3fcd80c",
    "accounts/migrations/0010_time_away.py": "997e2a7caa92653c4e41e37bc19d7db16352bb1f",
    "games/migrations/0017_holidays_count.py": "d8775b8279f94274a7e586cc585497f7c1f45aa5",
    "games/ladders/migrations/0008_holidays_count.py": "9950115ff2117e55db7562ef6a0d2440120aa9c8",
    "accounts/migrations/0011_bounced_mail.py": "6c156b29bca8bfc309fd6ee2daf238f83232c495",
    "accounts/migrations/0012_calendar_addresses.py": "bba11db229d15827f3ea61897c1bac812f7a6e84",
    "notifications/migrations/0003_mail_that_came_back.py": "a719e785992ea815409ee50dd259e5312db08b35",
    "notifications/migrations/0004_rhythm.py": "c0ff43f71a691c1c3e00bc0ef2994b24bb1318fc",
    "games/migrations/0019_mail_replies.py": "cde0649b8e04321c6b84f081b56e1c2605618e5a",
    "games/migrations/0018_notes_of_invitations.py": "96ecfc8d5345aa4aa14e777246386ba22ce44b20",
    "notifications/migrations/0005_devices.py": "cedf3452a85d519391cc27b79d4fb8c057335e3e",
    "notifications/migrations/0006_messages_for_devices.py": "7c5b45afcc93fa5240d7507b7c5befaa7fc7be8c",
    "notifications/migrations/0007_kinds_on_request.py": "7745d30c852a6b21f96a37e04b330c661bb48c7a",
    "games/migrations/0020_pauses_by_consent.py": "36d341b3377115ad58dc0f25511462763476b80a",
    "games/migrations/0021_index_of_pauses.py": "5bb9f81a733820261e94a6399e12025c2403cdaa",
    "accounts/migrations/0013_set_aside.py": "3672027b5fd3b36696aa2a8e0b188521d23ba01e",
    "accounts/migrations/0014_players.py": "7cd3901ac929a73f8a930ed36fe272f2206083ba",
    "accounts/migrations/0015_messages.py": "d0cc335afcf6169fc4bc2ac9775d6f532b4afbb6",
    "games/migrations/0023_messages.py": "f6763cbb07488bf30d5cc78a2209828f9e107549",
    "games/migrations/0024_tempo.py": "e264bef6d27ebdd4cc627369b357d6ca7fece1de",
    "games/migrations/0025_index_of_tempo.py": "636952d2c21427c3fce326f6b4801591b99fc9ba",
    "games/migrations/0022_time_banks.py": "f51c813644a72638f0a554910c28165176ced595",
    "games/migrations/0026_rematches.py": "be0a701b2451128db9a5922f204d390ac300ccd9",
    "games/migrations/0028_take_back_by_consent.py": "4d03268167325e879087dca8ca194ee68c26e3fc",
    "games/ladders/migrations/0009_time_banks.py": "bd8b24bd4c785959e1afebe4e8946536d04b4b96",
    "accounts/migrations/0016_moderation.py": "5e7723d0cf3eeef33e3783f5dde18ff7b96616e8",
    "games/ladders/migrations/0013_announcements.py": "3639a510645685afada30d76bb0bbb47c67d879e",
    "games/ladders/migrations/0014_entry_by_rating.py": "f81c45c37cbe1586cc302e993a59ceff57ec5316",
    "games/ladders/migrations/0015_margins_of_games.py": "7a34611e9e2909054e91ca44fd71401bfc8fd332",
    "games/ladders/migrations/0016_coming_settings.py": "ab821ce66c4a1407a8ba4317b997f9ebbb4634d9",
    "games/ladders/migrations/0017_both_lost.py": "2f4554714893aada2e743f18aac91a82a2b54a0b",
    "games/ladders/migrations/0018_digests_of_clubs.py": "e56966372cd3d06d42b3d16d27381628db1900ea",
    "games/ladders/migrations/0019_silence_loses.py": "edf315ccbac445640e3b66ec0660aff904fad82f",
    "games/ladders/migrations/0020_private_clubs.py": "208f0d3f332c35c85c32ddcd1eb2548a4393f6f2",
    "games/ladders/migrations/0021_stand_ins.py": "2173230378853a20985d0f17e12a135f6c6ea528",
    "games/ladders/migrations/0010_moderation.py": "5a7856ff713cb7da776ec223aa9f764970c2912b",
    "games/migrations/0027_diaries.py": "6eaff20e3934342cdb27b36fe748e549049c80ab",
    "games/migrations/0029_former_texts.py": "dfd9a091a82ea9c75d3c48a7571af745c7e79051",
    "games/ladders/migrations/0011_reports_of_former_players.py": "0fee154966793406946d28cb4d123618e60e3f11",
    "games/ladders/migrations/0012_invitations_to_clubs.py": "29e6413914b05c6c008ed9546a9e1adbb81fc704",
    "accounts/migrations/0017_access_of_programs.py": "0115021d44cfb719999a4df84e78e85a722c1dfa",
    "notifications/migrations/0008_what_programs_set_up.py": "4035d154cc5295deac26320abf0188c8f1d6a39a",
    "games/ladders/migrations/0022_bots_rated_apart.py": "6daaa967b2ebe67f222ecec4cfe412e88de9c518",
    "accounts/migrations/0018_bots.py": "d3313d83b49c44b558073aff550124ab414f96e8",
    "accounts/migrations/0019_index_of_bots.py": "0a0e7ef886fd24a05bba2057c1b43cc11e354511",
    "games/migrations/0030_index_of_games_not_over.py": "56c1f306a50518d535d07da0ddb78b99cabf580f",
    "notifications/migrations/0009_index_of_settled_messages.py": "aaa481987d26f956fbf96c35eefd90d99375a438",
}
"""By the file: the beginning of the SHA-256 of what it says."""


def digests() -> dict[str, str]:
    """The digest of every migration, by its file."""
    return {
        path.relative_to(PROJECT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:SHOWN]
        for app in APPS
        for path in sorted((PROJECT / app / "migrations").glob("0*.py"))
    }


def test_no_migration_was_edited_renamed_or_deleted() -> None:
    present = digests()
    edited = [file for file, digest in RELEASED.items() if present.get(file) != digest]
    assert not edited, f"leave it as it was, and add a migration after it: {edited}"


def test_every_migration_is_listed() -> None:
    added = {file: digest for file, digest in digests().items() if file not in RELEASED}
    assert not added, f"add to RELEASED: {added}"


# ---- what a migration may do while processes of the release before it work ----

LARGE = frozenset(
    {
        "accounts.person",
        "games.entry",
        "games.game",
        "games.receipt",
        "games.seat",
        "ladders.match",
        "ladders.ratingchange",
        "notifications.delivery",
        "notifications.notification",
    }
)
"""Tables that grow with what is played: an index that is not made concurrently stops all writing to them."""
MADE_WITH_A_LOCK = frozenset(
    {
        *("accounts.0004_guests", "accounts.0006_public_keys"),
        *("games.0006_orders", "games.0009_games_from_positions"),
    }
)
"""Migrations from before this rule, whose indexes have few rows. 0006 gives each person a key of their own,
and so writes the table anew: with its index that takes 0.3 seconds for 100,000 people.
"""


def after_the_first() -> Iterator[tuple[Migration, ProjectState]]:
    """Every migration of ours that a release may bring to tables in use, with the state before it."""
    graph = MigrationLoader(None).graph
    state, seen = ProjectState(), set()
    for leaf in sorted(graph.leaf_nodes()):
        for node in graph.forwards_plan(leaf):
            if node in seen:
                continue
            seen.add(node)
            migration = graph.nodes[node]
            if node[0] in {path.rpartition("/")[2] for path in APPS} and not migration.initial:
                yield migration, state.clone()
            migration.mutate_state(state, preserve=False)


def done(migration: Migration) -> Iterator[Operation]:
    """What it does to the database."""
    for operation in migration.operations:
        if isinstance(operation, migrations.SeparateDatabaseAndState):
            yield from operation.database_operations
        else:
            yield operation


def unset_by_older_releases(migration: Migration) -> list[str]:
    """Columns that it adds, and that would be null where a process of an older release inserts a row."""
    own = {each.name_lower for each in migration.operations if isinstance(each, migrations.CreateModel)}
    added = [
        (each.model_name, each.name)
        for each in migration.operations
        if isinstance(each, migrations.AddField) and each.model_name_lower not in own
    ]
    fields = [apps.get_model(migration.app_label, model)._meta.get_field(name) for model, name in added]
    return [
        str(field) for field in fields if not (field.null or field.has_db_default() or field.many_to_many)
    ]


def locking(migration: Migration, before: ProjectState) -> list[str]:
    """Indexes that it makes on large tables while nobody can write to these."""
    return [
        operation.describe()
        for operation in done(migration)
        if f"{migration.app_label}.{getattr(operation, 'model_name', '')}".lower() in LARGE
        and makes_an_index(operation, migration.app_label, before)
    ]


def makes_an_index(operation: Operation, app: str, before: ProjectState) -> bool:
    if isinstance(operation, AddIndexConcurrently):
        return False
    if isinstance(operation, migrations.AddConstraint):
        return isinstance(operation.constraint, models.UniqueConstraint)
    if isinstance(operation, migrations.AlterField):
        old = before.models[app, operation.model_name_lower].fields[operation.name]
        return is_indexed(operation.field) and not is_indexed(old)
    if isinstance(operation, migrations.AddField):
        return is_indexed(operation.field)
    return isinstance(operation, (migrations.AddIndex, migrations.AlterUniqueTogether))


def is_indexed(field: Any) -> bool:
    return bool(field.db_index or field.unique)


def test_processes_of_the_release_before_can_insert_rows_after_a_migration() -> None:
    unset = [name for migration, _before in after_the_first() for name in unset_by_older_releases(migration)]
    assert not unset, f"give it a db_default, or let it be null: {unset}"


def test_no_migration_keeps_writers_of_a_large_table_waiting_for_an_index() -> None:
    made = {
        str(migration): found
        for migration, before in after_the_first()
        if str(migration) not in MADE_WITH_A_LOCK and (found := locking(migration, before))
    }
    assert not made, f"AddIndexConcurrently, alone in a migration with `atomic = False`: {made}"


def of_games(operation: Operation) -> Migration:
    class Added(Migration):
        operations = [operation]

    return Added("9999_test", "games")


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddIndex("seat", models.Index(fields=["asked"], name="asked")),
        migrations.AddConstraint("Seat", models.UniqueConstraint(fields=["asked"], name="asked")),
        migrations.AddField("seat", "other", models.ForeignKey("games.game", models.CASCADE, null=True)),
        migrations.AlterField("seat", "asked", models.CharField(max_length=20, db_index=True)),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_an_index_on_a_large_table_is_found(operation: Operation) -> None:
    *_earlier, (_last, before) = after_the_first()
    assert locking(of_games(operation), before)
    online = AddIndexConcurrently("seat", models.Index(fields=["asked"], name="asked"))
    assert not locking(of_games(online), before)


def test_a_column_without_a_default_of_the_database_is_found() -> None:
    added = migrations.AddField("seat", "asked", models.CharField(max_length=20))
    assert unset_by_older_releases(of_games(added)) == ["games.Seat.asked"]
