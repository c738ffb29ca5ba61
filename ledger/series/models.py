"""A series, its seats, and the chain of events that everything else follows from.

An event is never changed or deleted. Each one has a hash over its content and the event before it. `Series`, `Hand` and
`HandPoints` keep what the events come to, and `Result` what an ended series does, so that a page needs few queries;
`manage.py audit` works it out again from the events and reports every difference.

Places and notes are no part of the score, so they are not in the chain and do not change the version of a series.

`db_index=False` stands where the index of a constraint begins with the same column.
"""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ledger.circles.models import Circle, OpaqueModel, Player, Verdicts
from ledger.circles.names import MAX_LENGTH
from ledger.series.fields import PointsField

MOST_PLACE, MOST_NOTE, MOST_HAND_NOTE = 80, 1000, 300


class Status(models.TextChoices):
    OPEN = "open", _("open")
    FINISHED = "finished", _("finished")
    STOPPED = "stopped", _("stopped early")
    DISCARDED = "discarded", _("discarded")


SHOWN_STATUSES = [status for status in Status if status != Status.DISCARDED]


class SeriesManager(models.Manager["Series"]):
    """Without discarded series: they are kept for the audit and the circle's file, and are nowhere else."""

    def get_queryset(self) -> models.QuerySet["Series"]:
        return super().get_queryset().exclude(status=Status.DISCARDED)


class Series(OpaqueModel):
    """Hands played by one set of rules. It keeps its own copy: a later change of a preset does not affect it."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="series", db_index=False)
    game = models.SlugField(max_length=40)
    preset = models.SlugField(max_length=40, blank=True)  # empty: the house's own rules
    rules = models.JSONField()
    point_value = models.DecimalField(max_digits=12, decimal_places=4)
    currency = models.CharField(max_length=3)
    coin_minor = models.PositiveIntegerField()
    first_dealer = models.PositiveSmallIntegerField(null=True)
    named_dealers = models.JSONField(default=list)  # [[hand, seat], …] where the table has said who deals
    verdicts = models.CharField(max_length=10, choices=Verdicts, default=Verdicts.OFF)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    with_standard = models.BooleanField(default=True)
    version = models.PositiveIntegerField(default=0)  # the number of the latest event
    latest_hash = models.CharField(max_length=64, blank=True)  # and its hash: so a chain cut short shows as well
    start_key = models.CharField(max_length=200, null=True)  # noqa: DJ001  (as Event.key: one press, one series)
    started_at = models.DateTimeField()
    continues = models.ManyToManyField("self", symmetrical=False, related_name="continued_by")  # see continued_by_start
    changed_at = models.DateTimeField()
    place = models.CharField(max_length=MOST_PLACE, blank=True)
    note = models.CharField(max_length=MOST_NOTE, blank=True)
    notes_hash = models.CharField(max_length=64, blank=True)  # over the place and every note; empty: there are none

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
        """With the circle loaded. Whatever shows an amount of a series asks here."""
        return self.point_value > 0 and not self.circle.points_only

    @property
    def stays_closed(self) -> bool:
        """With the circle loaded: it was for money, and the circle plays for points only by now."""
        return not self.is_open and self.point_value > 0 and self.circle.points_only


class Seat(models.Model):
    """Who sits where, counted clockwise from 0. A player who joins later gets the next seat."""

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
    number = models.PositiveIntegerField()  # from 1, and equal to the series' version after it
    kind = models.CharField(max_length=10)  # ledger/series/changes/kinds.py has them all
    hand_number = models.PositiveIntegerField(null=True)
    content = models.JSONField()  # a hand's record; for the other kinds what there is to say of them
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()  # when the site learnt it
    played_at = models.DateTimeField(null=True)  # by a phone without signal, where that is not the same
    clock_corrected = models.BooleanField(default=False)  # the phone's clock said a time that could not be
    key = models.CharField(max_length=200, null=True)  # noqa: DJ001  (no key is not an empty key: keys are unique)
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
        """When the change was made: on a phone without signal that is before the site received it."""
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
    """The points that one player won and entered in one hand."""

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
    """What a series that has ended came to for one seat, so that statistics need not play its hands again.

    Only a seat that sat in a hand that counts has one, and an open series has none. All of it follows from the events.
    A side is a team, or a player who plays alone. Best and worst are meant as in the game, where fewer points may win.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="results")
    title = models.CharField(max_length=80, blank=True)  # the table's own name of the game, where it has one
    ended_at = models.DateTimeField()  # the time of the event that ended the series
    series_hands = models.PositiveIntegerField()  # hands of the series that count
    low_wins = models.BooleanField()
    sides = models.PositiveSmallIntegerField()  # how many there were
    side = models.PositiveSmallIntegerField()  # its lowest seat
    place = models.PositiveSmallIntegerField()  # 1 and the number of sides that were better
    level = models.PositiveSmallIntegerField()  # how many sides share this place, this one included
    total = PointsField()
    worst_total = PointsField()  # after any hand that counts
    hands = models.PositiveIntegerField()  # in which the player sat
    points_won = PointsField()  # in all of them
    best_points = PointsField()  # won in one hand
    best_hand = models.PositiveIntegerField()  # its number: the first one with these points
    worst_points = PointsField()
    worst_hand = models.PositiveIntegerField()
    hands_below_zero = models.PositiveIntegerField()  # in which the points entered were below zero
    bonus_hands = models.PositiveIntegerField()  # in which the player received a bonus
    wrong_cards = models.PositiveIntegerField()
    doubled = models.BooleanField()  # the player paid double, because of how badly the series ended for them
    received = models.JSONField()  # points from each seat by the settlement, as text such as -1/2; negative: paid
    amount_minor = models.BigIntegerField()  # the same in money, rounded

    class Meta:
        constraints = (models.UniqueConstraint(fields=["series", "seat"], name="result_once_a_seat"),)

    def __str__(self) -> str:
        return f"{self.series_id}: result of seat {self.seat}"


class HandNote(models.Model):
    """What is worth remembering of a hand. It stays with the hand's number, also when the hand is recorded again."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="hand_notes", db_index=False)
    number = models.PositiveIntegerField()
    note = models.CharField(max_length=MOST_HAND_NOTE)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["series", "number"], name="hand_note_once"),)

    def __str__(self) -> str:
        return f"{self.series_id}: note on hand {self.number}"


class Draft(models.Model):
    """A hand that is being written down card by card. It counts for nothing before it is recorded.

    One person writes at a time, `by`, until another one goes on with it.
    """

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="draft")
    record = models.JSONField()
    steps = models.PositiveIntegerField(default=0)  # moves on with every change, so that two phones notice each other
    key = models.CharField(max_length=200, blank=True)  # of the latest change, so that a tap sent twice is one
    base_version = models.PositiveIntegerField(default=0)  # of the series, when the hand began
    kept = models.JSONField(default=list)  # wrong cards that the players accept: trick, seat, card
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.series_id}: draft"


class NotedBids(models.Model):
    """What the sides have bid for a hand that is being played. They count for nothing before the hand is recorded."""

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="noted_bids")
    number = models.PositiveIntegerField()  # of the hand
    bids = models.JSONField()  # one for each side, as in a record
    steps = models.PositiveIntegerField(default=1)  # moves on with every change, so that open pages notice it
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "noted bids"

    def __str__(self) -> str:
        return f"{self.series_id}: bids for hand {self.number}"


class LastHeard(models.Model):
    """When a scorer's phone that can go on without signal was last in touch, and which version it had then."""

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="last_heard")
    version = models.PositiveIntegerField()
    by_name = models.CharField(max_length=80)
    at = models.PositiveBigIntegerField()  # in seconds since 1970, which plain SQL gives alike from every database

    def __str__(self) -> str:
        return f"{self.series_id}: last heard from the phone of {self.by_name}"


class CardWorth(models.Model):
    """What the cards of a recorded hand were worth, worked out when it was first asked for or after its series ended.

    It follows from what its key is made of (ledger/series/luck.py), so it is never out of date and may be deleted at
    any time.
    """

    hash = models.CharField(max_length=64, primary_key=True)  # of the events that it follows from
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="+")
    figures = models.JSONField()

    class Meta:
        verbose_name_plural = "card worths"

    def __str__(self) -> str:
        return f"{self.hash}: worth of the cards"


class Luck(models.Model):
    """The luck and the play of one seat in a series that has ended: sums over its hands that are known card by card.

    It is worked out after the series has ended, and goes with the result. The sums are whole numbers of `parts`, which
    is how many parts a point has here: so the database can add them up, and they stay exact.
    """

    result = models.OneToOneField(Result, on_delete=models.CASCADE, primary_key=True, related_name="luck")
    hands = models.PositiveIntegerField()  # that count and are known card by card; often none
    parts = models.PositiveBigIntegerField()
    luck = models.BigIntegerField()  # what the cards were worth at random, above an even share
    play = models.BigIntegerField()  # what was won, above what the cards were worth
    play_squares = models.BigIntegerField()  # in parts of parts

    class Meta:
        verbose_name_plural = "luck"

    def __str__(self) -> str:
        return f"{self.result_id}: luck and play"


class HouseRules(OpaqueModel):
    """Rules that a circle keeps under a name, to begin a series from. Each series has its own copy."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="house_rules")
    game = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=80)
    rules = models.JSONField()
    kept_at = models.DateTimeField(auto_now_add=True)
    hidden_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "house rules"
        ordering = ("name_key",)
        constraints = (
            models.UniqueConstraint(
                fields=["circle", "game", "name_key"],
                condition=models.Q(hidden_at__isnull=True),
                name="house_rules_named_once",
            ),
        )

    def __str__(self) -> str:
        return self.name


class SeriesLink(OpaqueModel):
    """A link that shows this series, and those that continue it, to everyone who has it: docs/decisions/0022-links.md.

    Its token follows from the id and a key of the site (access.py), so a copy of the database opens nothing.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="links")
    label = models.CharField(max_length=MAX_LENGTH, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    this_series_only = models.BooleanField(default=False)  # not those that continue it
    shows_payments = models.BooleanField(default=False)  # and every other amount of money, on pages, pictures and files
    may_agree = models.BooleanField(default=False)  # who has it may say for a seat whether a hand is right

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return self.label or self.id

    @property
    def is_shared(self) -> bool:
        """Is it one that the pages hand out, and not one for a purpose of its own?"""
        return not self.label and self.expires_at is None

    def is_open(self) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > timezone.now())
