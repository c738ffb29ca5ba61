from collections import Counter
from typing import Any

from django.db import migrations, models
from django.db.models import F


def give_faces(apps: Any, schema_editor: Any) -> None:
    """Give faces in the order of creation, hidden players last."""
    players = apps.get_model("circles", "Player").objects.using(schema_editor.connection.alias)
    seen: Counter[str] = Counter()
    changed = []
    for player in players.order_by("circle_id", F("hidden_at").asc(nulls_first=True), "created_at", "pk").only("circle_id", "face"):
        player.face = seen[player.circle_id] % 16
        seen[player.circle_id] += 1
        changed.append(player)
    players.bulk_update(changed, ["face"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ("circles", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="face",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="colour and mark"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("face__gte", 0), ("face__lt", 16)), name="a_player_has_a_known_face"
            ),
        ),
        migrations.RunPython(give_faces, migrations.RunPython.noop),
    ]
