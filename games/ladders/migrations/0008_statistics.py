import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_rated"),
        ("ladders", "0007_desk"),
    ]

    operations = [
        migrations.CreateModel(
            name="EditionTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("edition", models.CharField(max_length=40, verbose_name="edition")),
                ("is_contest", models.BooleanField(verbose_name="between two people")),
                ("counted", models.JSONField(default=dict, verbose_name="counted")),
            ],
            options={
                "verbose_name": "tally of an edition",
                "verbose_name_plural": "tallies of editions",
                "constraints": [
                    models.UniqueConstraint(fields=("edition", "is_contest"), name="one_tally_of_an_edition")
                ],
            },
        ),
        migrations.CreateModel(
            name="GameSummary",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.CharField(max_length=12, unique=True, verbose_name="game's id")),
                ("ended_at", models.DateTimeField(verbose_name="ended at")),
                ("edition", models.CharField(max_length=40, verbose_name="edition")),
                ("week", models.PositiveSmallIntegerField(verbose_name="week")),
                (
                    "winner",
                    models.SmallIntegerField(choices=[(0, "east"), (1, "west")], verbose_name="winner"),
                ),
                ("victory", models.CharField(max_length=40, verbose_name="kind of victory")),
                ("is_rated", models.BooleanField(verbose_name="rated")),
                ("is_contest", models.BooleanField(verbose_name="between two people")),
                ("days", models.PositiveIntegerField(verbose_name="days")),
                ("actions", models.PositiveIntegerField(verbose_name="actions")),
                ("fights", models.JSONField(verbose_name="battles and sieges by location")),
                ("east_lost", models.PositiveSmallIntegerField(verbose_name="blocks East lost")),
                ("west_lost", models.PositiveSmallIntegerField(verbose_name="blocks West lost")),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="summary", to="games.game"
                    ),
                ),
            ],
            options={
                "verbose_name": "summary of a game",
                "verbose_name_plural": "summaries of games",
                "indexes": [
                    models.Index(fields=["-ended_at", "-public_id"], name="archived_games"),
                    models.Index(fields=["edition", "-ended_at", "-public_id"], name="archived_of_edition"),
                    models.Index(fields=["victory", "-ended_at", "-public_id"], name="archived_of_victory"),
                    models.Index(fields=["is_rated", "-ended_at", "-public_id"], name="archived_of_rated"),
                ],
            },
        ),
    ]
