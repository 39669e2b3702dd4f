"""What 0.3.0 adds to the tables of 0.2.0, and forgets sessions: everybody signs in anew.

It locks people until it ends. Whoever reads a token holds that table while waiting for its person, so tokens
have a migration of their own, and so do tables and indexes.
"""

import accounts.models.person
import accounts.name_rules
import django.db.models.deletion
import sekigahara.db.service_time
from django.conf import settings
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_sessions(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Sessions are stored by the hash of their key now. By the key none is found; a backup would still open them."""
    apps.get_model("sessions", "Session").objects.all().delete()


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0002_sessions_by_hash"),
        ("accounts", "0003_made_by_service_time"),
        ("accounts", "0006_public_keys"),
        ("accounts", "0007_salts"),
        ("accounts", "0008_senders_of_guests"),
        ("accounts", "0009_signed_in_browsers"),
        ("accounts", "0010_time_away"),
        ("accounts", "0011_bounced_mail"),
        ("accounts", "0012_calendar_addresses"),
        ("accounts", "0013_set_aside"),
        ("accounts", "0014_players"),
        ("accounts", "0015_messages"),
        ("accounts", "0016_moderation"),
        ("accounts", "0018_bots"),
        ("accounts", "0019_index_of_bots"),
    ]

    dependencies = [
        ("accounts", "0001_initial"),
        # All of it comes first: the more tables there are, the longer each of its migrations takes.
        ("oauth2_provider", "0022_refreshtoken_token_family_index"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(forget_sessions, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            # Nothing changes in the database, which has no such defaults.
            state_operations=[
                migrations.AlterField(
                    model_name="block",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
                migrations.AlterField(
                    model_name="person",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="person",
            name="guest_seen_at",
            field=models.DateTimeField(null=True, verbose_name="last visit of a guest"),
        ),
        migrations.AddField(
            model_name="person",
            name="key",
            field=models.CharField(
                db_default=accounts.models.person.RandomDigits(models.Value(12)),
                default=accounts.models.person.new_key,
                editable=False,
                max_length=12,
                verbose_name="public key",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="run_by",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=40,
                validators=[accounts.name_rules.validate_name],
                verbose_name="run by",
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(fields=("key",), name="one_person_a_key"),
        ),
        migrations.AddField(
            model_name="person",
            name="salt",
            field=models.CharField(
                db_default=accounts.models.person.RandomDigits(models.Value(32)),
                default=accounts.models.person.new_salt,
                editable=False,
                max_length=32,
                verbose_name="secret salt",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="guest_sender",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                max_length=16,
                verbose_name="sender of a guest",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="time_away",
            field=models.TextField(blank=True, db_default="", default="", verbose_name="time away"),
        ),
        migrations.AddField(
            model_name="person",
            name="bounced_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="last mail that came back"),
        ),
        migrations.AddField(
            model_name="person",
            name="calendar_at",
            field=models.DateTimeField(null=True, verbose_name="address of the calendar made at"),
        ),
        migrations.AddField(
            model_name="person",
            name="unseen_games",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                editable=False,
                verbose_name="games that passed their first deadline unseen",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="challenges_from",
            field=models.CharField(
                choices=[
                    ("met", "people I have met in a game, and members of my clubs"),
                    ("anyone", "anyone"),
                    ("nobody", "nobody"),
                ],
                db_default="met",
                default="met",
                max_length=8,
                verbose_name="who may challenge me",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="page_shows",
            field=models.CharField(
                choices=[
                    ("all", "everything: ratings, games, clubs, and how I play in time"),
                    ("games", "ratings and games"),
                    ("nothing", "only my name"),
                ],
                db_default="games",
                default="games",
                max_length=8,
                verbose_name="what my page shows to strangers",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="takes_messages",
            field=models.BooleanField(db_default=True, default=True, verbose_name="takes messages in games"),
        ),
        migrations.AddField(
            model_name="person",
            name="is_moderator",
            field=models.BooleanField(db_default=False, default=False, verbose_name="is a moderator"),
        ),
        migrations.AddField(
            model_name="person",
            name="bot_editions",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=200,
                verbose_name="editions that the bot plays",
            ),
        ),
    ]
