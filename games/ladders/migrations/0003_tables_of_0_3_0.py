"""The tables that 0.3.0 adds."""

import django.db.models.deletion
import games.models.game
import notifications.webhooks.sealing
import sekigahara.db.service_time
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("ladders", "0007_registers")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0001_initial"),
        ("ladders", "0002_columns_of_0_3_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="LadderEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "kind",
                    models.CharField(
                        choices=[("result", "result"), ("ruling", "ruling")],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("at", models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="at")),
                ("game", models.CharField(max_length=12, verbose_name="game")),
                ("body", models.TextField(verbose_name="body")),
                ("chain", models.CharField(max_length=64, verbose_name="chain hash")),
                (
                    "ladder",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="ladders.ladder",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry of a ladder",
                "verbose_name_plural": "entries of ladders",
                "ordering": ["ladder", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("ladder", "number"), name="one_ladder_entry_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.game.new_public_id, editable=False, max_length=12, unique=True
                    ),
                ),
                (
                    "why",
                    models.CharField(
                        choices=[
                            ("message", "a message"),
                            ("name", "their name"),
                            ("behaviour", "how they behave in a game"),
                        ],
                        max_length=10,
                        verbose_name="what for",
                    ),
                ),
                ("message", models.PositiveIntegerField(null=True, verbose_name="message")),
                ("quote", notifications.webhooks.sealing.SealedField(blank=True, verbose_name="quote")),
                ("words", notifications.webhooks.sealing.SealedField(blank=True, verbose_name="words")),
                (
                    "reported_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="reported at"),
                ),
                ("decided_at", models.DateTimeField(null=True, verbose_name="decided at")),
                ("decision", notifications.webhooks.sealing.SealedField(blank=True, verbose_name="decision")),
                ("has_restricted", models.BooleanField(default=False, verbose_name="has restricted")),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="ladders.club",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "reported",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "address",
                    models.CharField(
                        blank=True, db_default="", default="", max_length=64, verbose_name="address"
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
            },
        ),
        migrations.CreateModel(
            name="ClubInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.game.new_public_id, editable=False, max_length=12, unique=True
                    ),
                ),
                (
                    "invited_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="invited at"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="ladders.club",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation to a club",
                "verbose_name_plural": "invitations to clubs",
                "constraints": [models.UniqueConstraint(fields=("club", "person"), name="invited_once")],
            },
        ),
        migrations.CreateModel(
            name="ClubAnnouncement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.game.new_public_id, editable=False, max_length=12, unique=True
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("text", models.TextField(max_length=4000, verbose_name="text")),
                ("key", models.CharField(blank=True, max_length=120, verbose_name="key of the request")),
                (
                    "made_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="made at"),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="ladders.club",
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="ladders.ladder",
                    ),
                ),
            ],
            options={
                "verbose_name": "announcement",
                "verbose_name_plural": "announcements",
                "indexes": [models.Index(fields=["club", "-made_at"], name="announcements_of_a_club")],
            },
        ),
        migrations.CreateModel(
            name="ClubDigest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("next_at", models.DateTimeField(db_index=True, verbose_name="next digest")),
                ("since", models.DateTimeField(verbose_name="names members since")),
                ("until", models.DateTimeField(verbose_name="written at")),
                ("told", models.JSONField(default=dict, verbose_name="what it tells of")),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_digest",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "digest of clubs",
                "verbose_name_plural": "digests of clubs",
            },
        ),
        migrations.CreateModel(
            name="StandInSearch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.game.new_public_id, editable=False, max_length=12, unique=True
                    ),
                ),
                ("side", models.SmallIntegerField(choices=[(0, "east"), (1, "west")], verbose_name="side")),
                ("reason", models.TextField(max_length=1000, verbose_name="reason")),
                ("begun_at", models.DateTimeField(verbose_name="begun at")),
                ("due_at", models.DateTimeField(db_index=True, verbose_name="due at")),
                (
                    "arbiter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "asked",
                    models.ManyToManyField(
                        related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="asked"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stand_in_searches",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "search for a stand-in",
                "verbose_name_plural": "searches for stand-ins",
                "constraints": [models.UniqueConstraint(fields=("game", "side"), name="one_search_a_seat")],
            },
        ),
    ]
