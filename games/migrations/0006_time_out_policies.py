from django.db import migrations, models


class Migration(migrations.Migration):
    """Which policies there are is written down with the policies."""

    dependencies = [
        ('games', '0005_fewer_indexes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='on_time_out',
            field=models.CharField(default='nothing', max_length=10, verbose_name='when time is over'),
        ),
    ]
