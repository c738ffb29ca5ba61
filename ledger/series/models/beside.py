"""Tables beside the chain of a series: drafts, noted bids, the worth of cards, luck, house rules and links."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from ledger.circles.models import Circle, OpaqueModel
from ledger.circles.names import MAX_LENGTH
from ledger.series.models.chain import Result, Series


class Draft(models.Model):
    """A hand that is being written down card by card. It does not count before it is recorded.

    One user, `by`, writes until another user takes over.
    """

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="draft")
    record = models.JSONField()
    steps = models.PositiveIntegerField(default=0)  # grows with every change, so that other phones notice it
    key = models.CharField(max_length=200, blank=True)  # of the latest change, so that a repeated tap is recognised
    base_version = models.PositiveIntegerField(default=0)  # of the series when the hand began
    kept = models.JSONField(default=list)  # illegal plays that the players accept: [[trick, seat, card], …]
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.series_id}: draft"


class NotedBids(models.Model):
    """The bids of a hand that is being played. They do not count before the hand is recorded."""

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="noted_bids")
    number = models.PositiveIntegerField()  # of the hand
    bids = models.JSONField()  # one for each side, as in a record
    steps = models.PositiveIntegerField(default=1)  # grows with every change, so that open pages notice the change
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "noted bids"

    def __str__(self) -> str:
        return f"{self.series_id}: bids for hand {self.number}"


class LastHeard(models.Model):
    """When a scorer's phone that can work without signal last asked the site about the series.

    `version` is the version of the series at that time.
    """

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="last_heard")
    version = models.PositiveIntegerField()
    by_name = models.CharField(max_length=80)
    at = models.PositiveBigIntegerField()  # in seconds since 1970: plain SQL reads it alike from every database

    def __str__(self) -> str:
        return f"{self.series_id}: last heard from the phone of {self.by_name}"


class CardWorth(models.Model):
    """The worth of the cards of a recorded hand, worked out when first needed or after the series has ended.

    A row is found by a key that changes with everything that the worth depends on (`key_of_worth` in
    ledger/series/luck.py). So a row is never out of date, and may be deleted at any time.
    """

    hash = models.CharField(max_length=64, primary_key=True)  # the key: made from hashes of events
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="+")
    figures = models.JSONField()

    class Meta:
        verbose_name_plural = "card worths"

    def __str__(self) -> str:
        return f"{self.hash}: worth of the cards"


class Luck(models.Model):
    """The luck and the play of one seat in an ended series: sums over the hands of which every card is known.

    Luck is worked out after the end of the series and deleted with the result. A point has `parts` parts, and the sums
    count parts in whole numbers, so that the database can add exactly.
    """

    result = models.OneToOneField(Result, on_delete=models.CASCADE, primary_key=True, related_name="luck")
    hands = models.PositiveIntegerField()  # how many hands count and have every card; often none
    parts = models.PositiveBigIntegerField()
    luck = models.BigIntegerField()  # what the cards were worth at random, above an even share
    play = models.BigIntegerField()  # what was won, above what the cards were worth
    play_squares = models.BigIntegerField()  # the sum of the squares of each hand's play, in squared parts

    class Meta:
        verbose_name_plural = "luck"

    def __str__(self) -> str:
        return f"{self.result_id}: luck and play"


class HouseRules(OpaqueModel):
    """Named rules of a circle, to start a series from. Each series has its own copy."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="house_rules")
    game = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=80)
    rules = models.JSONField()
    kept_at = models.DateTimeField(auto_now_add=True)
    hidden_at = models.DateTimeField(null=True)
    instead = models.CharField(max_length=40, blank=True)  # if an option of these rules is gone: the game to choose now

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
    """A link that shows this series to everyone, and unless `this_series_only` those that continue it.

    Why: docs/decisions/0022-links.md. The token is made from the id and a key of the site (ledger/live/links.py), so a
    copy of the database has no tokens.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="links")
    label = models.CharField(max_length=MAX_LENGTH, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    this_series_only = models.BooleanField(default=False)  # not the series that continue it
    shows_payments = models.BooleanField(default=False)  # and all other amounts of money, on pages, pictures and files
    may_agree = models.BooleanField(default=False)  # readers may give any verdict for a seat

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return self.label or self.id

    @property
    def is_shared(self) -> bool:
        """Return whether Share may hand out this link. A link with a label or an end was made for one purpose."""
        return not self.label and self.expires_at is None

    def is_open(self) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > timezone.now())
