from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0023_messages'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='tempo',
            field=models.PositiveSmallIntegerField(choices=[(0, 'unknown'), (1, 'same day'), (2, 'two days'), (3, 'slower')], null=True, verbose_name='tempo'),
        ),
    ]
