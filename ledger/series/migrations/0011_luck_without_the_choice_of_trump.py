"""The choice of trump counts as play, no longer as luck. Earlier figures are deleted and worked out again.

Two columns go: luck is exact and has no error, and the second yardstick is shown for single hands only.
"""

from typing import Any

from django.db import migrations

from games.registry import GAMES


def delete_what_was_worked_out(apps: Any, _editor: Any) -> None:
    chosen = [game.slug for game in GAMES if game.names_trump]
    for name, game in (("CardWorth", "series__game__in"), ("Luck", "result__series__game__in")):
        apps.get_model("series", name).objects.filter(**{game: chosen}).delete()


class Migration(migrations.Migration):
    dependencies = [("series", "0010_luck")]

    operations = [
        migrations.RunPython(delete_what_was_worked_out, migrations.RunPython.noop),
        migrations.RemoveField("luck", "luck_squares"),
        migrations.RemoveField("luck", "lowest_luck"),
    ]
