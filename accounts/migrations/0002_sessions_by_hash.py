from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_sessions(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Sessions stored by their key cannot be found any more; a backup would still open them."""
    apps.get_model("sessions", "Session").objects.all().delete()


class Migration(migrations.Migration):
    """Sessions are stored by the hash of their key. Everybody signs in anew."""

    dependencies = [("accounts", "0001_initial"), ("sessions", "0001_initial")]

    operations = [migrations.RunPython(forget_sessions, migrations.RunPython.noop)]
