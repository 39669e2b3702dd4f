"""What 0.3.0 adds to the tables of 0.2.0.

It locks them until it ends, so tables and indexes have migrations of their own.
"""

import django.db.models.deletion
import sekigahara.db.service_time
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("notifications", "0002_made_by_service_time"),
        ("notifications", "0003_mail_that_came_back"),
        ("notifications", "0004_rhythm"),
        ("notifications", "0007_kinds_on_request"),
        ("notifications", "0008_what_programs_set_up"),
        ("notifications", "0009_index_of_settled_messages"),
    ]

    dependencies = [
        ("notifications", "0001_initial"),
        # All of it comes first: the more tables there are, the longer each of its migrations takes.
        ("oauth2_provider", "0022_refreshtoken_token_family_index"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            # Nothing changes in the database, which has no such defaults.
            state_operations=[
                migrations.AlterField(
                    model_name="delivery",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
                migrations.AlterField(
                    model_name="delivery",
                    name="due_at",
                    field=models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="due at"),
                ),
                migrations.AlterField(
                    model_name="notification",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
                migrations.AlterField(
                    model_name="notification",
                    name="due_at",
                    field=models.DateTimeField(default=sekigahara.db.service_time.now, verbose_name="due at"),
                ),
                migrations.AlterField(
                    model_name="webhook",
                    name="created_at",
                    field=models.DateTimeField(
                        default=sekigahara.db.service_time.now, verbose_name="created at"
                    ),
                ),
            ],
        ),
        migrations.AlterField(
            model_name="notification",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("muted", "you do not want mails of this kind"),
                    ("unwanted", "you want no mail about what waits for you"),
                    ("pushed", "your devices were notified instead"),
                    ("set-aside", "it waits for your next mail"),
                    ("past", "it was no longer to the point"),
                    ("unknown", "the service no longer sends mails of this kind"),
                    ("unreachable", "the mail server could not be reached"),
                    ("deferred", "the mail server did not take it for now"),
                    ("refused", "your mail server does not accept mail for this address"),
                    ("rejected", "your mail server rejected the mail"),
                    ("returned", "it came back: your mail server could not deliver it"),
                    ("spam", "your mail provider told us that you take it for spam"),
                    ("given-up", "the people who run this service gave it up"),
                    ("broken", "something is wrong on our side; the mail could not be written"),
                ],
                max_length=20,
                verbose_name="outcome",
            ),
        ),
        migrations.AddField(
            model_name="notification",
            name="push_at",
            field=models.DateTimeField(null=True, verbose_name="devices are notified at"),
        ),
        migrations.AddField(
            model_name="webhook",
            name="app",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
            ),
        ),
    ]
