"""What 0.3.0 adds to the tables of 0.2.0, and the seeds of games whose bids are open.

It locks them until it ends, so tables and indexes have migrations of their own.
"""

import secrets

import sekigahara.db.service_time
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def give_seeds(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give each waiting bidding the seed of its game, whose commitment is shown from now on."""
    Bidding = apps.get_model("ladders", "Bidding")
    for bidding in Bidding.objects.filter(opened_at=None, called_off_at=None):
        Bidding.objects.filter(pk=bidding.pk).update(game_seed=secrets.token_bytes(32))


class Migration(migrations.Migration):
    replaces = [
        ("ladders", "0002_made_by_service_time"),
        ("ladders", "0003_nonces_of_biddings"),
        ("ladders", "0004_missed_check_ins"),
        ("ladders", "0005_holds_and_reactions"),
        ("ladders", "0006_database_defaults"),
        ("ladders", "0008_holidays_count"),
        ("ladders", "0009_time_banks"),
        ("ladders", "0010_moderation"),
        ("ladders", "0011_reports_of_former_players"),
        ("ladders", "0012_invitations_to_clubs"),
        ("ladders", "0013_announcements"),
        ("ladders", "0014_entry_by_rating"),
        ("ladders", "0015_margins_of_games"),
        ("ladders", "0016_coming_settings"),
        ("ladders", "0017_both_lost"),
        ("ladders", "0018_digests_of_clubs"),
        ("ladders", "0019_silence_loses"),
        ("ladders", "0020_private_clubs"),
        ("ladders", "0021_stand_ins"),
        ("ladders", "0022_bots_rated_apart"),
    ]

    dependencies = [
        ("ladders", "0001_initial"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            # Nothing changes in the database, which has no such defaults.
            state_operations=[
                migrations.AlterField(
                    model_name="club",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
                migrations.AlterField(
                    model_name="entrant",
                    name="joined_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="joined at"
                    ),
                ),
                migrations.AlterField(
                    model_name="joinrequest",
                    name="asked_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="asked at"
                    ),
                ),
                migrations.AlterField(
                    model_name="ladder",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
                migrations.AlterField(
                    model_name="membership",
                    name="joined_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="joined at"
                    ),
                ),
                migrations.AlterField(
                    model_name="removal",
                    name="removed_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="removed at"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="club",
            name="hold",
            field=models.PositiveSmallIntegerField(
                db_default=15, default=15, verbose_name="minutes of the hold"
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="reaction",
            field=models.PositiveSmallIntegerField(
                db_default=24, default=24, null=True, verbose_name="hours to react"
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="is_private",
            field=models.BooleanField(db_default=False, default=False, verbose_name="private"),
        ),
        migrations.AddField(
            model_name="membership",
            name="wants_news",
            field=models.BooleanField(db_default=True, default=True, verbose_name="wants news by mail"),
        ),
        migrations.AddField(
            model_name="membership",
            name="stand_in_asked_at",
            field=models.DateTimeField(null=True, verbose_name="asked to stand in at"),
        ),
        migrations.AddField(
            model_name="membership",
            name="stands_in",
            field=models.BooleanField(db_default=False, default=False, verbose_name="stands in for others"),
        ),
        migrations.AddField(
            model_name="ladder",
            name="hold",
            field=models.PositiveSmallIntegerField(
                db_default=15, default=15, verbose_name="minutes of the hold"
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="reaction",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="hours to react"),
        ),
        migrations.AddField(
            model_name="ladder",
            name="register",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=80, verbose_name="head of the register"
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="holidays_count",
            field=models.BooleanField(db_default=True, default=True, verbose_name="holidays count"),
        ),
        migrations.AddField(
            model_name="ladder",
            name="time_bank",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="days in the time bank"),
        ),
        migrations.AddField(
            model_name="ladder",
            name="coming_at",
            field=models.DateTimeField(null=True, verbose_name="coming settings hold from"),
        ),
        migrations.AddField(
            model_name="ladder",
            name="coming_terms",
            field=models.JSONField(null=True, verbose_name="coming settings"),
        ),
        migrations.AddField(
            model_name="ladder",
            name="silence_loses",
            field=models.BooleanField(db_default=False, default=False, verbose_name="silence loses"),
        ),
        migrations.AddField(
            model_name="ladder",
            name="rates_bots",
            field=models.BooleanField(db_default=True, default=True, verbose_name="rates bots with people"),
        ),
        migrations.AddField(
            model_name="challengerules",
            name="enters_by_rating",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="begins at the place of a rating"
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="missed",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="missed check-ins"),
        ),
        migrations.AddField(
            model_name="season",
            name="told",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, verbose_name="part that was told"
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="is_apart",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="not rated because of a bot"
            ),
        ),
        migrations.AddField(
            model_name="bidding",
            name="first_nonce",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=64, verbose_name="nonce of the first"
            ),
        ),
        migrations.AddField(
            model_name="bidding",
            name="game_seed",
            field=models.BinaryField(
                db_default=b"", default=b"", max_length=32, verbose_name="secret seed of the game"
            ),
        ),
        migrations.AddField(
            model_name="bidding",
            name="second_nonce",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=64, verbose_name="nonce of the second"
            ),
        ),
        migrations.AddField(
            model_name="clubgame",
            name="is_for_members",
            field=models.BooleanField(db_default=False, default=False, verbose_name="for members"),
        ),
        migrations.AddField(
            model_name="gamesummary",
            name="margin",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="victory points apart"),
        ),
        migrations.AlterField(
            model_name="ratedgame",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("no-person", "no-person"),
                    ("oneself", "oneself"),
                    ("too-short", "too-short"),
                    ("annulled", "annulled"),
                    ("both-lost", "both-lost"),
                    ("substituted", "substituted"),
                    ("bot", "bot"),
                    ("timed-out-before", "timed-out-before"),
                ],
                max_length=20,
                verbose_name="not rated because",
            ),
        ),
        migrations.AlterField(
            model_name="ratedgame",
            name="void",
            field=models.CharField(
                blank=True,
                choices=[
                    ("no-person", "no-person"),
                    ("oneself", "oneself"),
                    ("too-short", "too-short"),
                    ("annulled", "annulled"),
                    ("both-lost", "both-lost"),
                    ("substituted", "substituted"),
                    ("bot", "bot"),
                    ("timed-out-before", "timed-out-before"),
                ],
                max_length=20,
                verbose_name="counts for nobody because",
            ),
        ),
        migrations.RunPython(give_seeds, migrations.RunPython.noop),
    ]
