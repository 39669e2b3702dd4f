"""Gives a default of the database to columns that processes of 0.2.0 do not know."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_week_of_the_source'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='nonce_hash',
            field=models.CharField(blank=True, db_default='', default='', max_length=64, verbose_name='SHA-256 of the first nonce'),
        ),
        migrations.AlterField(
            model_name='game',
            name='sides_drawn',
            field=models.BooleanField(db_default=False, default=False, verbose_name='sides are drawn'),
        ),
    ]
