"""Store luck and play of ended series, and the series of each worth of cards.

Earlier worths are deleted, and worked out again when a page needs them.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("series", "0009_doubled")]

    operations = [
        migrations.DeleteModel("CardWorth"),
        migrations.CreateModel(
            name="CardWorth",
            fields=[
                ("hash", models.CharField(max_length=64, primary_key=True, serialize=False)),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="series.series"
                    ),
                ),
                ("figures", models.JSONField()),
            ],
            options={"verbose_name_plural": "card worths"},
        ),
        migrations.CreateModel(
            name="Luck",
            fields=[
                (
                    "result",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="luck",
                        serialize=False,
                        to="series.result",
                    ),
                ),
                ("hands", models.PositiveIntegerField()),
                ("parts", models.PositiveBigIntegerField()),
                ("luck", models.BigIntegerField()),
                ("luck_squares", models.BigIntegerField()),
                ("play", models.BigIntegerField()),
                ("play_squares", models.BigIntegerField()),
                ("lowest_luck", models.BigIntegerField()),
            ],
            options={"verbose_name_plural": "luck"},
        ),
    ]
