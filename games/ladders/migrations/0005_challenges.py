import django.db.models.deletion
import games.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ladders', '0004_club_games'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='entrant',
            name='place',
            field=models.PositiveIntegerField(null=True, verbose_name='place'),
        ),
        migrations.AlterField(
            model_name='ladder',
            name='format',
            field=models.CharField(choices=[('free', 'members are paired when they ask for games'), ('challenge', 'members challenge those above them')], default='free', max_length=10, verbose_name='format'),
        ),
        migrations.CreateModel(
            name='ChallengeRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reach', models.PositiveSmallIntegerField(verbose_name='places above that may be challenged')),
                ('protection', models.PositiveSmallIntegerField(verbose_name='days of protection')),
                ('cooldown', models.PositiveSmallIntegerField(verbose_name='days between challenges')),
                ('same_opponent', models.PositiveSmallIntegerField(verbose_name='days between challenges of the same two')),
                ('answer_within', models.PositiveSmallIntegerField(verbose_name='days to accept or decline')),
                ('free_declines', models.PositiveSmallIntegerField(verbose_name='free declines a season')),
                ('time_out_drop', models.PositiveSmallIntegerField(verbose_name='places lost on time')),
                ('inactive_after', models.PositiveSmallIntegerField(verbose_name='days until the first place is lost')),
                ('inactive_step', models.PositiveSmallIntegerField(verbose_name='days until each further one')),
                ('off_after', models.PositiveSmallIntegerField(verbose_name='days until one is taken off')),
                ('dropped_until', models.DateTimeField(verbose_name='places taken until')),
                ('ladder', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='challenge_rules', to='ladders.ladder')),
            ],
            options={
                'verbose_name': 'rules of challenges',
                'verbose_name_plural': 'rules of challenges',
            },
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=games.models.game.new_public_id, editable=False, max_length=12, unique=True)),
                ('made_at', models.DateTimeField(verbose_name='made at')),
                ('answer_by', models.DateTimeField(verbose_name='to be answered by')),
                ('answered_at', models.DateTimeField(null=True, verbose_name='answered at')),
                ('state', models.CharField(choices=[('unanswered', 'not answered yet'), ('accepted', 'accepted'), ('played', 'played'), ('declined', 'declined'), ('forfeited', 'lost without a game'), ('called-off', 'called off')], default='unanswered', max_length=10, verbose_name='state')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended at')),
                ('is_reminded', models.BooleanField(default=False, verbose_name='reminded')),
                ('challenged', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenge', to='ladders.match')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='ladders.season')),
            ],
            options={
                'verbose_name': 'challenge',
                'verbose_name_plural': 'challenges',
                'indexes': [models.Index(fields=['season', 'ended_at'], name='challenges_of_a_season'), models.Index(condition=models.Q(('state', 'unanswered')), fields=['answer_by'], name='challenges_unanswered'), models.Index(fields=['challenger'], name='challenges_made'), models.Index(fields=['challenged'], name='challenges_received')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('state__in', ['accepted', 'unanswered'])), models.Q(('ended_at__isnull', False), models.Q(('state__in', ['accepted', 'unanswered']), _negated=True)), _connector='OR'), name='challenge_open_or_ended')],
            },
        ),
    ]
