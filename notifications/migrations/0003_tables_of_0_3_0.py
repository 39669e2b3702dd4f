"""The tables that 0.3.0 adds."""

import django.db.models.deletion
import notifications.push.models
import sekigahara.db.service_time
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("notifications", "0005_devices")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("notifications", "0002_columns_of_0_3_0"),
    ]

    operations = [
        migrations.CreateModel(
            name="MailRhythm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "rhythm",
                    models.CharField(
                        choices=[
                            ("at-once", "at once"),
                            ("gathered", "gathered: one mail for all games"),
                            ("daily", "once a day: one mail for all games"),
                            ("push", "only notifications on my devices"),
                            ("never", "never"),
                        ],
                        default="at-once",
                        max_length=10,
                        verbose_name="rhythm",
                    ),
                ),
                (
                    "every",
                    models.PositiveSmallIntegerField(default=4, verbose_name="hours between gathered mails"),
                ),
                ("hour", models.PositiveSmallIntegerField(default=18, verbose_name="hour of the daily mail")),
                (
                    "quiet_from",
                    models.PositiveSmallIntegerField(null=True, verbose_name="beginning of quiet hours"),
                ),
                (
                    "quiet_until",
                    models.PositiveSmallIntegerField(null=True, verbose_name="end of quiet hours"),
                ),
                (
                    "reminders",
                    models.CharField(blank=True, default="quarter", max_length=40, verbose_name="reminders"),
                ),
                ("gathered_at", models.DateTimeField(null=True, verbose_name="latest gathered mail")),
                ("topics", models.JSONField(default=dict, verbose_name="rhythms by topic")),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_rhythm",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "rhythm of mail",
                "verbose_name_plural": "rhythms of mail",
            },
        ),
        migrations.CreateModel(
            name="PushDevice",
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
                        default=notifications.push.models.new_device_key,
                        editable=False,
                        max_length=12,
                        unique=True,
                    ),
                ),
                ("endpoint", models.CharField(max_length=500, verbose_name="endpoint")),
                ("p256dh", models.CharField(max_length=100, verbose_name="public key")),
                ("auth", models.CharField(max_length=40, verbose_name="secret")),
                ("kind", models.CharField(blank=True, max_length=40, verbose_name="kind of browser")),
                (
                    "created_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="created at"),
                ),
                (
                    "used_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="last used at"),
                ),
                ("failed_at", models.DateTimeField(null=True, verbose_name="failed at")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "app",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "device",
                "verbose_name_plural": "devices",
                "constraints": [models.UniqueConstraint(fields=("endpoint",), name="one_device_an_endpoint")],
            },
        ),
        migrations.CreateModel(
            name="Push",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("topic", models.CharField(blank=True, max_length=80, verbose_name="topic")),
                (
                    "due_at",
                    models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="due at"),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                (
                    "notification",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="notifications.notification",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pushes",
                        to="notifications.pushdevice",
                    ),
                ),
            ],
            options={
                "verbose_name": "push message",
                "verbose_name_plural": "push messages",
                "indexes": [models.Index(fields=["due_at"], name="waiting_pushes")],
                "constraints": [models.UniqueConstraint(fields=("device", "topic"), name="one_push_a_topic")],
            },
        ),
        migrations.CreateModel(
            name="Wanted",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wanted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "wanted kind",
                "verbose_name_plural": "wanted kinds",
                "constraints": [models.UniqueConstraint(fields=("person", "kind"), name="wanted_once")],
            },
        ),
    ]
