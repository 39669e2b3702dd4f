from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0011_bounced_mail'),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='calendar_at',
            field=models.DateTimeField(null=True, verbose_name='address of the calendar made at'),
        ),
    ]
