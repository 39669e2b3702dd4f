import django.db.models.deletion
import games.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ladders', '0005_challenges'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='ladder',
            name='has_bidding',
            field=models.BooleanField(default=False, verbose_name='sides are bid for'),
        ),
        migrations.AddField(
            model_name='match',
            name='given_east',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='points given to East'),
        ),
        migrations.AddField(
            model_name='match',
            name='given_west',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='points given to West'),
        ),
        migrations.CreateModel(
            name='Bidding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=games.models.game.new_public_id, editable=False, max_length=12, unique=True)),
                ('round', models.PositiveIntegerField(verbose_name='round')),
                ('paired_at', models.DateTimeField(verbose_name='paired at')),
                ('due_at', models.DateTimeField(verbose_name='until')),
                ('seed', models.BinaryField(max_length=32, verbose_name='secret seed')),
                ('commitment', models.CharField(max_length=64, verbose_name='SHA-256 of the seed')),
                ('first_side', models.PositiveSmallIntegerField(choices=[(0, 'east'), (1, 'west')], null=True, verbose_name='side the first wants')),
                ('first_points', models.PositiveSmallIntegerField(default=0, verbose_name='points the first bids')),
                ('second_side', models.PositiveSmallIntegerField(choices=[(0, 'east'), (1, 'west')], null=True, verbose_name='side the second wants')),
                ('second_points', models.PositiveSmallIntegerField(default=0, verbose_name='points the second bids')),
                ('is_reminded', models.BooleanField(default=False, verbose_name='reminded')),
                ('opened_at', models.DateTimeField(null=True, verbose_name='opened at')),
                ('called_off_at', models.DateTimeField(null=True, verbose_name='called off at')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='bidding', to='ladders.match')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='biddings', to='ladders.season')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'bidding',
                'verbose_name_plural': 'biddings',
                'indexes': [models.Index(condition=models.Q(('called_off_at', None), ('opened_at', None)), fields=['due_at'], name='biddings_waiting')],
                'constraints': [models.CheckConstraint(condition=models.Q(('opened_at', None), ('called_off_at', None), _connector='OR'), name='bidding_opened_or_called_off'), models.CheckConstraint(condition=models.Q(models.Q(('match', None), ('opened_at', None)), models.Q(('match__isnull', False), ('opened_at__isnull', False)), _connector='OR'), name='bidding_opened_into_a_match')],
            },
        ),
    ]
