"""Add a status and a kind of event for discarded series."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('series', '0013_continued_series'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='event',
            name='event_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='event',
            name='event_hand_where_due',
        ),
        migrations.RemoveConstraint(
            model_name='series',
            name='series_status_known',
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('started', 'started'), ('recorded', 'recorded'), ('corrected', 'corrected'), ('withdrawn', 'withdrawn'), ('stopped', 'stopped'), ('reopened', 'reopened'), ('joined', 'joined'), ('unseated', 'taken off the table'), ('dealer', 'dealer named'), ('discarded', 'discarded')], max_length=10),
        ),
        migrations.AlterField(
            model_name='series',
            name='status',
            field=models.CharField(choices=[('open', 'open'), ('finished', 'finished'), ('stopped', 'stopped early'), ('discarded', 'discarded')], default='open', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['started', 'recorded', 'corrected', 'withdrawn', 'stopped', 'reopened', 'joined', 'unseated', 'dealer', 'discarded'])), name='event_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('hand_number__gte', 1), ('kind__in', ['recorded', 'corrected', 'withdrawn'])), models.Q(('hand_number__isnull', True), ('kind__in', ['started', 'stopped', 'reopened', 'joined', 'unseated', 'dealer', 'discarded'])), _connector='OR'), name='event_hand_where_due'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['open', 'finished', 'stopped', 'discarded'])), name='series_status_known'),
        ),
    ]
