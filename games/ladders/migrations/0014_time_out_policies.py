from django.db import migrations, models


class Migration(migrations.Migration):
    """Which policies there are is written down with the policies."""

    dependencies = [
        ('ladders', '0013_rulings'),
    ]

    operations = [
        migrations.AlterField(
            model_name='club',
            name='on_time_out',
            field=models.CharField(default='nothing', max_length=10, verbose_name='when time is over'),
        ),
        migrations.AlterField(
            model_name='ladder',
            name='on_time_out',
            field=models.CharField(max_length=10, verbose_name='when time is over'),
        ),
    ]
