import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What an arbiter decides is a ruling; a decision is what a game asks of a player."""

    dependencies = [
        ('games', '0005_fewer_indexes'),
        ('ladders', '0012_readers_of_what_is_gone'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='decision', name='one_decision_a_number'),
        migrations.RemoveConstraint(model_name='decision', name='decided_once'),
        migrations.RenameModel(old_name='Decision', new_name='Ruling'),
        migrations.AlterModelOptions(
            name='ruling',
            options={'verbose_name': 'ruling', 'verbose_name_plural': 'rulings'},
        ),
        migrations.AlterField(
            model_name='ruling',
            name='game',
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.game'
            ),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='kind',
            field=models.CharField(max_length=12, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='clubgame',
            name='head',
            field=models.CharField(blank=True, max_length=64, verbose_name='chain hash of the latest ruling'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_ruling_per_number'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('game', 'nonce'), name='one_ruling_per_form'),
        ),
    ]
