"""A series, its seats, its chain of events, and the tables that follow from the events.

An event is never changed or deleted. Its hash covers its content and the hash of the event before. `Series`, `Seat`,
`Hand`, `HandPoints` and `Result` follow from the events and are stored so that pages need few queries. `manage.py
audit` works them out again from the events and reports every difference.

Where a series was played and the notes on it are no part of the score, so they are not in the chain and do not change
the version of a series.

A foreign key with `db_index=False` needs no index of its own: the index of a unique constraint begins with its column.
"""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.circles.models import Circle, OpaqueModel, Player, Verdicts
from ledger.series.fields import PointsField

MOST_PLACE, MOST_NOTE, MOST_HAND_NOTE = 80, 1000, 300  # characters


class Status(models.TextChoices):
    OPEN = "open", _("open")
    FINISHED = "finished", _("finished")
    STOPPED = "stopped", _("stopped early")
    DISCARDED = "discarded", _("discarded")


SHOWN_STATUSES = [status for status in Status if status != Status.DISCARDED]


class SeriesManager(models.Manager["Series"]):
    """Exclude discarded series, which are only for the audit and the circle's file. Access answers 404 for them."""

    def get_queryset(self) -> models.QuerySet["Series"]:
        return super().get_queryset().exclude(status=Status.DISCARDED)


class Series(OpaqueModel):
    """Hands played by the same rules, of which the series has its own copy."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="series", db_index=False)
    game = models.SlugField(max_length=40)
    preset = models.SlugField(max_length=40, blank=True)  # empty: rules of no preset
    rules = models.JSONField()
    point_value = models.DecimalField(max_digits=12, decimal_places=4)
    currency = models.CharField(max_length=3)
    coin_minor = models.PositiveIntegerField()
    first_dealer = models.PositiveSmallIntegerField(null=True)
    named_dealers = models.JSONField(default=list)  # [[hand, seat], …] where the players have named a dealer
    verdicts = models.CharField(max_length=10, choices=Verdicts, default=Verdicts.OFF)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    with_standard = models.BooleanField(default=True)  # False: stopped, and settled without standard money
    version = models.PositiveIntegerField(default=0)  # the number of the latest event
    latest_hash = models.CharField(max_length=64, blank=True)  # of the latest event; shows if the chain was cut short
    start_key = models.CharField(max_length=200, null=True)  # noqa: DJ001  (as Event.key)
    started_at = models.DateTimeField()
    continues = models.ManyToManyField("self", symmetrical=False, related_name="continued_by")  # earlier series
    changed_at = models.DateTimeField()
    place = models.CharField(max_length=MOST_PLACE, blank=True)  # where it was played
    note = models.CharField(max_length=MOST_NOTE, blank=True)
    notes_hash = models.CharField(max_length=64, blank=True)  # over the place and all notes; empty if there are none

    objects = SeriesManager()
    with_discarded = models.Manager["Series"]()

    class Meta:
        verbose_name_plural = "series"
        indexes = (models.Index(fields=["circle", "-started_at"], name="series_newest_first"),)
        constraints = (
            models.UniqueConstraint(fields=["circle", "start_key"], name="series_started_once"),
            models.CheckConstraint(condition=models.Q(status__in=Status.values), name="series_status_known"),
            models.CheckConstraint(condition=models.Q(verdicts__in=Verdicts.values), name="series_verdicts_known"),
            models.CheckConstraint(condition=models.Q(point_value__gte=0), name="series_point_value_not_negative"),
            models.CheckConstraint(condition=models.Q(coin_minor__gte=1), name="series_coin_positive"),
        )

    def __str__(self) -> str:
        return self.id

    @property
    def is_open(self) -> bool:
        return self.status == Status.OPEN

    @property
    def shows_money(self) -> bool:
        """Return whether amounts of money of this series may be shown. Load the circle first."""
        return self.point_value > 0 and not self.circle.points_only

    @property
    def stays_closed(self) -> bool:
        """Return whether this series was for money and is over, and its circle is for points only since.

        Such a series cannot be reopened. Load the circle first.
        """
        return not self.is_open and self.point_value > 0 and self.circle.points_only


class Seat(models.Model):
    """The seat of a player, counted clockwise from 0. A player who joins later gets the next seat."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["series", "number"], name="seat_taken_once"),
            models.UniqueConstraint(fields=["series", "player"], name="player_sits_once"),
        )

    def __str__(self) -> str:
        return f"{self.series_id}: {self.number}"


class Event(models.Model):
    """One thing that happened to a series. The events of one hand are its revisions."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveIntegerField()  # from 1; the series' version after the event
    kind = models.CharField(max_length=10)  # a key of CHANGES in ledger/series/changes/__init__.py
    hand_number = models.PositiveIntegerField(null=True)
    content = models.JSONField()  # a hand's record, or else the type that the class of the change names as `content`
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()  # when the site received the change
    played_at = models.DateTimeField(null=True)  # when the change was entered, if that was on a phone without signal
    clock_corrected = models.BooleanField(default=False)  # the phone gave an impossible time, which was replaced
    # By the key, a repeat of the request that made the event is recognised.
    key = models.CharField(max_length=200, null=True)  # noqa: DJ001  (keys are unique, so events without a key need NULL)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["series", "number"], name="event_numbered_once"),
            models.UniqueConstraint(fields=["series", "key"], name="event_key_used_once"),
            models.CheckConstraint(
                condition=models.Q(hand_number__isnull=True) | models.Q(hand_number__gte=1), name="event_hand_from_one"
            ),
        )

    def __str__(self) -> str:
        return f"{self.series_id}: {self.number} {self.kind}"

    @property
    def entered_at(self) -> datetime:
        """Return when the change was entered. Without signal, that is before the site received the change."""
        return self.played_at or self.at


class Hand(models.Model):
    """The current record of a hand: `event` is its latest revision. A withdrawn hand has no row."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveIntegerField()
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="hand")

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["series", "number"], name="hand_numbered_once"),)

    def __str__(self) -> str:
        return f"{self.series_id}: hand {self.number}"


class HandPoints(models.Model):
    """What one seat won in one hand, and what of it goes into the total (the points entered)."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="points", db_index=False)
    seat = models.PositiveSmallIntegerField()
    won = PointsField()
    entered = PointsField()

    class Meta:
        verbose_name_plural = "hand points"
        constraints = (models.UniqueConstraint(fields=["hand", "seat"], name="points_once_a_seat"),)

    def __str__(self) -> str:
        return f"{self.hand_id}: seat {self.seat}"


class Result(models.Model):
    """The result of an ended series for one seat, so that the standings need not score its hands again.

    Only seats that played a hand that counts have a result. Results follow from the events. A side is a team, or a
    player who plays alone. Where fewer points win, the fewest points are the best.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="results")
    title = models.CharField(max_length=80, blank=True)  # the name that the rules give the game, if any
    ended_at = models.DateTimeField()  # the time of the event that ended the series
    series_hands = models.PositiveIntegerField()  # hands of the series that count
    low_wins = models.BooleanField()
    sides = models.PositiveSmallIntegerField()  # the number of sides with a result
    side = models.PositiveSmallIntegerField()  # the lowest seat with a result on the side of this seat
    place = models.PositiveSmallIntegerField()  # 1 + the number of better sides
    level = models.PositiveSmallIntegerField()  # how many sides share this place
    total = PointsField()
    worst_total = PointsField()  # the worst that the total was after any hand that counts
    hands = models.PositiveIntegerField()  # the number of hands that the player played and that count
    points_won = PointsField()  # the sum over all hands that the player played and that count
    best_points = PointsField()  # the best points won in one hand
    best_hand = models.PositiveIntegerField()  # the number of the first hand with these points
    worst_points = PointsField()  # the worst points won in one hand
    worst_hand = models.PositiveIntegerField()  # the number of the first hand with these points
    hands_below_zero = models.PositiveIntegerField()  # hands with points entered below zero
    bonus_hands = models.PositiveIntegerField()  # hands that brought the player a bonus
    wrong_cards = models.PositiveIntegerField()  # illegal plays
    doubled = models.BooleanField()  # the player paid twice the usual sum, because of a low total
    declared = models.JSONField(default=list)  # rows of `declared_by` in ledger/series/results.py, one for a contract
    received = models.JSONField()  # points from each seat by the settlement, as text such as -1/2; negative: paid
    amount_minor = models.BigIntegerField()  # received by the settlement, rounded to whole coins; negative: paid

    class Meta:
        constraints = (models.UniqueConstraint(fields=["series", "seat"], name="result_once_a_seat"),)

    def __str__(self) -> str:
        return f"{self.series_id}: result of seat {self.seat}"


class HandNote(models.Model):
    """A note on a hand. It belongs to the hand's number, also when the hand is withdrawn and recorded again."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="hand_notes", db_index=False)
    number = models.PositiveIntegerField()
    note = models.CharField(max_length=MOST_HAND_NOTE)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["series", "number"], name="hand_note_once"),)

    def __str__(self) -> str:
        return f"{self.series_id}: note on hand {self.number}"
