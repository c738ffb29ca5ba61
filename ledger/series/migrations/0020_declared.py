"""Add the column of what was declared. No earlier game has it, so it is empty in every result."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("series", "0019_kinds_are_classes")]

    operations = [migrations.AddField("result", "declared", models.JSONField(default=list))]
