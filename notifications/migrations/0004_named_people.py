import json
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def forget_unknown(apps: Any, schema_editor: Any) -> None:
    """Whom kept messages name was not noted until now, and their names are to go with them. So what only
    tells of the past goes at once, and what still is to be posted is noted for whoever it may name."""
    Notification = apps.get_model("notifications", "Notification")
    Notification.objects.exclude(subject="").update(subject="")
    Delivery = apps.get_model("notifications", "Delivery")
    of_groups = Delivery.objects.exclude(webhook__group="")
    of_groups.exclude(status="waiting").delete()
    Person = apps.get_model(settings.AUTH_USER_MODEL)
    people = [
        (person.pk, json.dumps(str(person.name), ensure_ascii=False)[1:-1])
        for person in Person.objects.exclude(name="").only("pk", "name")
    ]
    for delivery in of_groups.iterator():
        delivery.named.set([pk for pk, name in people if name in delivery.body])


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0003_webhooks_of_groups'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='named',
            field=models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='Naming',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.CharField(max_length=200, verbose_name='words')),
                ('notification', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='namings', to='notifications.notification')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'naming',
                'verbose_name_plural': 'namings',
                'constraints': [models.UniqueConstraint(fields=('notification', 'person'), name='named_once')],
            },
        ),
        migrations.RunPython(forget_unknown, migrations.RunPython.noop),
    ]
