from typing import Any

import django.db.models.deletion
import notifications.webhooks.sealing
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Cast


def seal(apps: Any, schema_editor: Any) -> None:
    """Secrets were stored as they are: saving a row seals them."""
    Webhook = apps.get_model("notifications", "Webhook")
    stored = {
        "raw": Cast("secret", models.TextField()),
        "raw_old": Cast("old_secret", models.TextField()),
    }
    for key, secret, old in Webhook.objects.annotate(**stored).values_list("pk", "raw", "raw_old"):
        Webhook.objects.filter(pk=key).update(secret=secret, old_secret=old)


def unseal(apps: Any, schema_editor: Any) -> None:
    """Put them back as they are."""
    Webhook = apps.get_model("notifications", "Webhook")
    for key, secret, old in Webhook.objects.values_list("pk", "secret", "old_secret"):
        plain = {"secret": models.Value(secret), "old_secret": models.Value(old)}
        Webhook.objects.filter(pk=key).update(
            **{name: Cast(value, models.TextField()) for name, value in plain.items()}
        )


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0002_webhooks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='group',
            field=models.CharField(blank=True, max_length=80, verbose_name='group'),
        ),
        migrations.AlterField(
            model_name='webhook',
            name='person',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='webhook',
            name='secret',
            field=notifications.webhooks.sealing.SealedField(verbose_name='secret'),
        ),
        migrations.AlterField(
            model_name='webhook',
            name='old_secret',
            field=notifications.webhooks.sealing.SealedField(blank=True, verbose_name='old secret'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.UniqueConstraint(condition=models.Q(('group', ''), _negated=True), fields=('group', 'url'), name='webhook_of_a_group_once'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('person', None), models.Q(('group', ''), _negated=True)), models.Q(('group', ''), ('person__isnull', False)), _connector='OR'), name='webhook_has_one_owner'),
        ),
        migrations.RunPython(seal, unseal),
    ]
