"""Store which series continue others. Earlier links open their own series only, as before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("series", "0012_shows_payments")]

    operations = [
        migrations.AddField(
            "series",
            "continues",
            models.ManyToManyField(related_name="continued_by", to="series.series"),
        ),
        migrations.AddField("serieslink", "this_series_only", models.BooleanField(default=True)),
        migrations.AlterField("serieslink", "this_series_only", models.BooleanField(default=False)),
    ]
