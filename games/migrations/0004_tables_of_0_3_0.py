"""The tables that 0.3.0 adds."""

import django.db.models.deletion
import notifications.webhooks.sealing
import sekigahara.db.service_time
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("games", "0010_analyses")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0003_seats_of_0_3_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(verbose_name="since")),
                ("until", models.DateTimeField(verbose_name="until")),
                ("is_by_hand", models.BooleanField(verbose_name="entered by hand")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("moved", models.JSONField(default=dict, verbose_name="moved")),
                ("undone_at", models.DateTimeField(null=True, verbose_name="taken back at")),
            ],
            options={
                "verbose_name": "outage",
                "verbose_name_plural": "outages",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("since__lt", models.F("until"))), name="outage_lasted"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatOrders",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True, default="", verbose_name="sealed orders")),
                ("version", models.PositiveIntegerField(default=0, verbose_name="version of the orders")),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="orders",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "orders of a seat",
                "verbose_name_plural": "orders of seats",
                "constraints": [models.UniqueConstraint(fields=("seat",), name="one_list_of_orders_a_seat")],
            },
        ),
        migrations.CreateModel(
            name="UsualOrders",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="usual_orders",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.TextField(blank=True, default="", verbose_name="sealed orders")),
            ],
            options={
                "verbose_name": "usual orders",
                "verbose_name_plural": "usual orders",
            },
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("method", models.PositiveSmallIntegerField(verbose_name="method")),
                (
                    "asked_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="asked at"),
                ),
                ("done", models.PositiveIntegerField(default=0, verbose_name="pieces done")),
                ("total", models.PositiveIntegerField(default=0, verbose_name="pieces in all")),
                ("found", models.JSONField(default=dict, verbose_name="found so far")),
                ("result", models.JSONField(null=True, verbose_name="result")),
                ("finished_at", models.DateTimeField(null=True, verbose_name="finished at")),
                ("failed", models.BooleanField(default=False, verbose_name="failed")),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="analysis", to="games.game"
                    ),
                ),
                ("turn", models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="turn")),
            ],
            options={
                "verbose_name": "analysis",
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(
                        condition=models.Q(("finished_at", None)),
                        fields=["asked_at"],
                        name="analyses_to_make",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("side", models.SmallIntegerField(choices=[(0, "east"), (1, "west")], verbose_name="side")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("seated", "has the seat from the beginning"),
                            ("kept", "is the guest who had it, with an address now"),
                            ("substitute", "takes the seat over"),
                            ("left", "has closed their account"),
                        ],
                        max_length=10,
                        verbose_name="what happened",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="at")),
                ("computer", models.CharField(blank=True, max_length=40, verbose_name="computer player")),
                ("seal", models.CharField(max_length=64, verbose_name="seal")),
                ("chain", models.CharField(max_length=64, verbose_name="chain hash")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seat_changes",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="seat_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "change of a seat",
                "verbose_name_plural": "changes of seats",
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_seat_change_a_number"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", (0, 1))), name="seat_change_of_a_side"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MailReply",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, verbose_name="digest of the Message-ID")),
                ("at", models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="at")),
                ("version", models.PositiveIntegerField(verbose_name="version of the seat")),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("read", "read"),
                            ("played", "played"),
                            ("draft", "kept as a draft"),
                            ("refused", "not played"),
                        ],
                        max_length=10,
                        verbose_name="outcome",
                    ),
                ),
                ("actions", models.TextField(blank=True, default="", verbose_name="actions")),
                ("words", models.TextField(verbose_name="in words")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_replies",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "reply by mail",
                "verbose_name_plural": "replies by mail",
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "digest"), name="one_reply_a_message")
                ],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("side", models.SmallIntegerField(choices=[(0, "east"), (1, "west")], verbose_name="side")),
                ("text", models.CharField(blank=True, max_length=1000, verbose_name="text")),
                ("is_kept_back", models.BooleanField(default=False, verbose_name="kept back")),
                (
                    "written_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="written at"),
                ),
                ("edited_at", models.DateTimeField(null=True, verbose_name="edited at")),
                ("east_version", models.PositiveIntegerField(verbose_name="East's version")),
                ("west_version", models.PositiveIntegerField(verbose_name="West's version")),
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
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                    ),
                ),
                (
                    "former",
                    notifications.webhooks.sealing.SealedField(
                        blank=True, db_default="", default="", verbose_name="former texts"
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_message_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Rematch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="created at"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rematches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch_offer",
                        to="games.game",
                    ),
                ),
                (
                    "of",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rematches",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "rematch",
                "verbose_name_plural": "rematches",
                "constraints": [models.UniqueConstraint(fields=("of", "by"), name="one_rematch_a_player")],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.SmallIntegerField(choices=[(0, "east"), (1, "west")], verbose_name="side")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("text", models.TextField(verbose_name="sealed text")),
                ("version", models.PositiveIntegerField(verbose_name="version")),
                ("game_head", models.CharField(blank=True, max_length=80, verbose_name="head of the game")),
                ("head", models.CharField(max_length=64, verbose_name="head of the diary")),
                (
                    "written_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="written at"),
                ),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "note",
                "verbose_name_plural": "notes",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "author", "side", "number"), name="one_note_a_number"
                    )
                ],
            },
        ),
    ]
