"""The tables that 0.3.0 adds."""

import accounts.models.person
import django.db.models.deletion
import sekigahara.db.service_time
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("accounts", "0005_sign_in_requests")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("accounts", "0003_tokens_of_0_3_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignInRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=16, unique=True, verbose_name="key")),
                ("goal", models.CharField(blank=True, max_length=500, verbose_name="goal")),
                ("is_by_guest", models.BooleanField(default=False, verbose_name="asked by a guest")),
                (
                    "created_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="created at"),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "network",
                    models.CharField(db_default="", default="", max_length=16, verbose_name="network"),
                ),
            ],
            options={
                "verbose_name": "sign-in request",
                "verbose_name_plural": "sign-in requests",
                "indexes": [
                    models.Index(
                        condition=models.Q(("network", ""), _negated=True),
                        fields=["network", "created_at"],
                        name="requests_of_network",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SignedInBrowser",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="browser",
                        serialize=False,
                        to="sessions.session",
                    ),
                ),
                ("begun_at", models.DateTimeField(verbose_name="signed in at")),
                ("used_on", models.DateField(verbose_name="last used")),
                ("kind", models.CharField(blank=True, max_length=40, verbose_name="kind of browser")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="browsers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "signed-in browser",
                "verbose_name_plural": "signed-in browsers",
                "ordering": ["-used_on", "-begun_at"],
            },
        ),
        migrations.CreateModel(
            name="Restriction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        default=accounts.models.person.new_key, editable=False, max_length=12, unique=True
                    ),
                ),
                (
                    "address",
                    models.CharField(blank=True, db_index=True, max_length=64, verbose_name="address"),
                ),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("messages", "write messages"),
                            ("challenges", "challenge people or offer games"),
                            ("sign-ups", "join open games, clubs, ladders and seasons"),
                        ],
                        max_length=12,
                        verbose_name="what",
                    ),
                ),
                ("reason", models.CharField(max_length=1000, verbose_name="reason")),
                (
                    "begun_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="begun at"),
                ),
                ("ends_at", models.DateTimeField(verbose_name="ends at")),
                ("lifted_at", models.DateTimeField(null=True, verbose_name="lifted at")),
                ("appeal", models.CharField(blank=True, max_length=1000, verbose_name="appeal")),
                ("appealed_at", models.DateTimeField(null=True, verbose_name="appealed at")),
                ("answer", models.CharField(blank=True, max_length=1000, verbose_name="answer")),
                ("answered_at", models.DateTimeField(null=True, verbose_name="answered at")),
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
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="restrictions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "restriction",
                "verbose_name_plural": "restrictions",
            },
        ),
    ]
