"""A season of a circle: a name for the series of one game that end between two days, with a table and a champion."""

from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ledger.circles.models import Circle, OpaqueModel
from ledger.circles.names import MAX_LENGTH
from ledger.lib.time_zones import TIME_ZONE_LENGTH, zone_of


class Points(models.TextChoices):
    """What a player gets for a series. The sum over the series of the season decides the places."""

    PLACE = "place", _("by place")
    TOTAL = "total", _("by total")
    MONEY = "money", _("by money")


class Season(OpaqueModel):
    """The table of an open season follows from the results. A closed season stores its table (`kept`)."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="seasons", db_index=False)
    name = models.CharField(max_length=MAX_LENGTH)
    name_key = models.CharField(max_length=3 * MAX_LENGTH)  # the form that is compared: see names.name_key
    game = models.SlugField(max_length=40)
    title = models.CharField(max_length=80, blank=True)  # the name that the rules give the game, if any
    since = models.DateField()
    until = models.DateField()  # included
    points = models.CharField(max_length=10, choices=Points)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)  # the latest closing
    closed_by_name = models.CharField(max_length=80, blank=True)
    # The time zone of a closed season, under its name on the day of closing. Empty: the site's, or the season is open.
    time_zone = models.CharField(max_length=TIME_ZONE_LENGTH, blank=True)
    kept = models.JSONField(null=True)  # the final table, by `write_table` in ledger/standings/seasons/points.py
    # The key of the form that made the season, so that pressing the button twice makes one season.
    form_key = models.CharField(max_length=64, null=True)  # noqa: DJ001  (no key is not an empty key: keys are unique)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["circle", "name_key"], name="season_named_once"),
            models.UniqueConstraint(fields=["circle", "form_key"], name="season_made_once"),
            models.CheckConstraint(condition=models.Q(points__in=Points.values), name="season_points_known"),
            models.CheckConstraint(condition=models.Q(since__lte=models.F("until")), name="season_days_in_order"),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True, kept__isnull=True)
                | models.Q(closed_at__isnull=False, kept__isnull=False),
                name="season_closed_with_its_table",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the season's days: that of the circle, or in a closed season that in which it was closed."""
        return zone_of(self.time_zone) if self.is_closed else self.circle.zone
