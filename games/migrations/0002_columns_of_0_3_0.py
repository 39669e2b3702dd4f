"""What 0.3.0 adds to the tables of 0.2.0, and who came first to the games that wait.

It locks games until it ends. Whoever reads a seat holds that table while waiting for its game, so seats have a
migration of their own, and so do tables and indexes.
"""

import django.db.models.deletion
import sekigahara.db.service_time
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

SIDES = [(0, "east"), (1, "west")]


def tell_who_came_first(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Write down for waiting games that whoever has a seat came first, and whose nonce is still to come.

    Games that have begun keep their records of format 1.
    """
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    for side, _label in SIDES:
        taken = Seat.objects.filter(side=side, player__isnull=False)
        for game in Game.objects.filter(status="waiting", pk__in=taken.values("game")):
            game.first, game.nonces[1 - side] = side, None
            game.save(update_fields=["first", "nonces"])


class Migration(migrations.Migration):
    replaces = [
        ("games", "0002_outages"),
        ("games", "0003_made_by_service_time"),
        ("games", "0004_heads"),
        ("games", "0005_order_of_nonces"),
        ("games", "0006_orders"),
        ("games", "0009_games_from_positions"),
        ("games", "0011_failed_thoughts"),
        ("games", "0012_week_of_the_source"),
        ("games", "0013_database_defaults"),
        ("games", "0014_registers"),
        ("games", "0015_turns_of_analyses"),
        ("games", "0017_holidays_count"),
        ("games", "0018_notes_of_invitations"),
        ("games", "0019_mail_replies"),
        ("games", "0020_pauses_by_consent"),
        ("games", "0022_time_banks"),
        ("games", "0025_index_of_tempo"),
        ("games", "0026_rematches"),
        ("games", "0027_diaries"),
        ("games", "0028_take_back_by_consent"),
        ("games", "0029_former_texts"),
        ("games", "0030_index_of_games_not_over"),
    ]

    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            # Nothing changes in the database, which has no such defaults.
            state_operations=[
                migrations.AlterField(
                    model_name="entry",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
                migrations.AlterField(
                    model_name="game",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
                migrations.AlterField(
                    model_name="invitation",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
                migrations.AlterField(
                    model_name="receipt",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
            ],
        ),
        migrations.AlterField(
            model_name="game",
            name="head",
            field=models.BinaryField(
                db_column="head", default=b"", max_length=32, verbose_name="chain hash of the latest entry"
            ),
        ),
        migrations.RenameField(
            model_name="game",
            old_name="head",
            new_name="chain",
        ),
        migrations.AddField(
            model_name="game",
            name="head_chain",
            field=models.BinaryField(
                db_default=b"", default=b"", max_length=32, verbose_name="chain value of the head"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="head_public",
            field=models.BinaryField(
                db_default=b"", default=b"", max_length=32, verbose_name="public value of the head"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="head_version",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="version of the head"),
        ),
        migrations.AddField(
            model_name="game",
            name="first",
            field=models.SmallIntegerField(
                choices=[(0, "east"), (1, "west")], null=True, verbose_name="side that came first"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="nonce_hash",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=64,
                verbose_name="SHA-256 of the first nonce",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="sides_drawn",
            field=models.BooleanField(db_default=False, default=False, verbose_name="sides are drawn"),
        ),
        migrations.AddField(
            model_name="game",
            name="hold",
            field=models.PositiveSmallIntegerField(
                db_default=15, default=15, verbose_name="minutes of the hold"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="orders_due",
            field=models.BooleanField(db_default=False, default=False, verbose_name="orders are due"),
        ),
        migrations.AddField(
            model_name="game",
            name="reaction",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="hours to react"),
        ),
        migrations.AddField(
            model_name="game",
            name="lesson",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=40, verbose_name="lesson"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="source",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="continuations",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="source_moment",
            field=models.PositiveIntegerField(null=True, verbose_name="moment of the source"),
        ),
        migrations.AddField(
            model_name="game",
            name="source_week",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="week of that moment"),
        ),
        migrations.AddField(
            model_name="game",
            name="register",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=80, verbose_name="head of the register"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="holidays_count",
            field=models.BooleanField(db_default=True, default=True, verbose_name="holidays count"),
        ),
        migrations.AddField(
            model_name="game",
            name="pause_asked_by",
            field=models.SmallIntegerField(
                choices=[(0, "east"), (1, "west")], null=True, verbose_name="side that asked for a pause"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="pause_days",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="days of the pause"),
        ),
        migrations.AddField(
            model_name="game",
            name="paused_until",
            field=models.DateTimeField(null=True, verbose_name="clock stopped until"),
        ),
        migrations.AddField(
            model_name="game",
            name="time_bank",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="days in the time bank"),
        ),
        migrations.AddField(
            model_name="entry",
            name="by_order",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=12, verbose_name="by order"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="note",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=500, verbose_name="note"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="by_name",
            field=models.BooleanField(db_default=False, default=False, verbose_name="by name"),
        ),
        migrations.RunPython(tell_who_came_first, migrations.RunPython.noop),
    ]
