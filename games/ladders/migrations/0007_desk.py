import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.ladders.models.ruling
import games.models.game

NOT_RATED = [
    ('no-person', 'no-person'),
    ('oneself', 'oneself'),
    ('too-short', 'too-short'),
    ('annulled', 'annulled'),
    ('substituted', 'substituted'),
    ('timed-out-before', 'timed-out-before'),
]


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0003_rated'),
        ('ladders', '0006_bidding'),
    ]

    operations = [
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=games.models.game.new_public_id, editable=False, max_length=12, unique=True)),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('kind', models.CharField(choices=[('extend', 'more time'), ('pause', 'clock stopped'), ('resume', 'clock goes on'), ('substitute', 'seat taken by another'), ('adjudicate', 'win awarded'), ('annul', 'game annulled'), ('correct', 'result corrected'), ('answer', 'question answered'), ('open', 'game opened')], max_length=12, verbose_name='kind')),
                ('arbiter_name', models.CharField(blank=True, max_length=60, verbose_name="arbiter's name")),
                ('name_salt', models.CharField(blank=True, max_length=32, verbose_name='salt of the name')),
                ('name_seal', models.CharField(max_length=64, verbose_name='seal of the name')),
                ('side', models.SmallIntegerField(choices=[(0, 'east'), (1, 'west')], null=True, verbose_name='side')),
                ('reason', models.TextField(blank=True, max_length=1000, verbose_name='reason')),
                ('parameters', models.JSONField(default=games.ladders.models.ruling.no_parameters, verbose_name='parameters')),
                ('nonce', models.CharField(max_length=40, verbose_name='nonce')),
                ('made_at', models.DateTimeField(verbose_name='made at')),
                ('chain', models.CharField(max_length=64, verbose_name='chain hash')),
                ('arbiter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('former', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='games.game')),
                ('newcomer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
            },
        ),
        migrations.CreateModel(
            name='RulingRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=games.models.game.new_public_id, editable=False, max_length=12, unique=True)),
                ('side', models.SmallIntegerField(choices=[(0, 'east'), (1, 'west')], verbose_name='side')),
                ('text', models.TextField(max_length=2000, verbose_name='question')),
                ('view', models.JSONField(verbose_name='what the asker saw')),
                ('asked_at', models.DateTimeField(verbose_name='asked at')),
                ('answer', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='ladders.decision', verbose_name='answer')),
                ('asker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ruling_requests', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ruling_requests', to='games.game')),
                ('readers', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='read by')),
            ],
            options={
                'verbose_name': 'request for a ruling',
                'verbose_name_plural': 'requests for rulings',
            },
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_decision_a_number'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.UniqueConstraint(fields=('game', 'nonce'), name='decided_once'),
        ),
        migrations.AddConstraint(
            model_name='rulingrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('answer__isnull', True)), fields=('game', 'side'), name='one_open_question_a_seat'),
        ),
        migrations.AddField(
            model_name='clubgame',
            name='head',
            field=models.CharField(blank=True, max_length=64, verbose_name='chain hash of the latest decision'),
        ),
        migrations.AddField(
            model_name='ratedgame',
            name='void',
            field=models.CharField(blank=True, choices=NOT_RATED, default='', max_length=20, verbose_name='counts for nobody because'),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='ratedgame',
            name='reason',
            field=models.CharField(blank=True, choices=NOT_RATED, max_length=20, verbose_name='not rated because'),
        ),
    ]
