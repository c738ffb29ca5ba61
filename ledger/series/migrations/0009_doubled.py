"""Add the column of who paid double in an ended series, and fill it for earlier series."""

from typing import Any

from django.db import migrations, models

AT_A_TIME = 100  # series, in memory


def fill_doubled(apps: Any, schema_editor: Any) -> None:
    # The values come from the events, as in 0003. The audit names a series whose chain is broken.
    from ledger.series.audit.rebuilding import CannotRebuild, rebuild_series

    Series, Event, Result = (apps.get_model("series", name) for name in ("Series", "Event", "Result"))
    ended = list(Series.objects.exclude(status="open").order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(ended), AT_A_TIME):
        events: dict[str, list[Any]] = {pk: [] for pk in ended[first : first + AT_A_TIME]}
        for event in Event.objects.filter(series__in=list(events)).order_by("series", "number"):
            events[event.series_id].append(event)
        for series in Series.objects.filter(pk__in=list(events)):
            try:
                results = rebuild_series(series, events[series.pk]).results
            except CannotRebuild:
                continue
            if doubled := [result.seat for result in results if result.doubled]:
                Result.objects.filter(series=series, seat__in=doubled).update(doubled=True)


class Migration(migrations.Migration):
    dependencies = [("circles", "0001_initial"), ("series", "0008_card_worth")]

    operations = [
        migrations.AddField("result", "doubled", models.BooleanField(default=False), preserve_default=False),
        migrations.RunPython(fill_doubled, migrations.RunPython.noop),
    ]
