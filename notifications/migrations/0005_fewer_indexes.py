"""Nobody looks for Message-IDs that begin alike, which PostgreSQL has an index of its own for."""

from django.db import migrations

NAME = "notifications_notification_message_id_32639e63_like"


class Migration(migrations.Migration):
    dependencies = [("notifications", "0004_named_people")]

    operations = [migrations.RunSQL(f"DROP INDEX IF EXISTS {NAME}", migrations.RunSQL.noop)]
