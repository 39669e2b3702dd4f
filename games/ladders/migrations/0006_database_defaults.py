"""Gives a default of the database to columns that processes of 0.2.0 do not know."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ladders', '0005_holds_and_reactions'),
    ]

    operations = [
        migrations.AlterField(
            model_name='bidding',
            name='first_nonce',
            field=models.CharField(blank=True, db_default='', default='', max_length=64, verbose_name='nonce of the first'),
        ),
        migrations.AlterField(
            model_name='bidding',
            name='game_seed',
            field=models.BinaryField(db_default=b'', default=b'', max_length=32, verbose_name='secret seed of the game'),
        ),
        migrations.AlterField(
            model_name='bidding',
            name='second_nonce',
            field=models.CharField(blank=True, db_default='', default='', max_length=64, verbose_name='nonce of the second'),
        ),
        migrations.AlterField(
            model_name='entrant',
            name='missed',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='missed check-ins'),
        ),
    ]
