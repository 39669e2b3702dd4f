from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """While it is made, messages are announced as always."""

    atomic = False

    dependencies = [
        ('notifications', '0005_devices'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='notification',
            index=models.Index(condition=models.Q(('push_at__isnull', False)), fields=['push_at'], name='owed_to_devices'),
        ),
    ]
