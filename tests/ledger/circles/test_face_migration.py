"""The migration that gives the players of earlier releases their faces."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_players_get_their_faces_by_the_order_of_creation():
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate([("circles", "0001_initial")])
        apps = executor.loader.project_state([("circles", "0001_initial")]).apps
        circle_model, player_model = apps.get_model("circles", "Circle"), apps.get_model("circles", "Player")
        for circle_name in ("one", "other"):
            circle = circle_model.objects.create(name=circle_name, currency="NPR", coin_minor=50, language="en")
            for number in range(18):
                name = f"{circle_name} {number}"
                gone = START if number == 2 else None
                created = START + timedelta(days=number)
                player_model.objects.create(circle=circle, name=name, name_key=name, hidden_at=gone, created_at=created)
        executor.loader.build_graph()
        executor.migrate([("circles", "0002_player_face")])
        player = executor.loader.project_state([("circles", "0002_player_face")]).apps.get_model("circles", "Player")
        for circle_name in ("one", "other"):
            found = player.objects.filter(circle__name=circle_name).order_by("created_at")
            # The third player has left, and gets a face after all others.
            assert list(found.values_list("face", flat=True)) == [0, 1, 1, *range(2, 16), 0]
    finally:
        executor.loader.build_graph()
        executor.migrate(latest)
