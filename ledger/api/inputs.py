"""What the API reads. Only shapes: what may be is for the services and the rulebook to say."""

from rest_framework import serializers


class RecordField(serializers.JSONField):
    """A hand's record, a model of the game: the rulebook reads it."""


class CircleInput(serializers.Serializer[dict[str, object]]):
    name = serializers.CharField(max_length=400)
    currency = serializers.CharField(max_length=3, min_length=3, required=False)
    coin = serializers.CharField(max_length=20, required=False, help_text="The smallest coin, in the main unit: 0.05")


class PlayerInput(serializers.Serializer[dict[str, object]]):
    name = serializers.CharField(max_length=400)


class SeriesInput(serializers.Serializer[dict[str, object]]):
    game = serializers.CharField(max_length=40)
    players = serializers.ListField(
        child=serializers.CharField(max_length=20), max_length=24, help_text="In seat order"
    )
    preset = serializers.CharField(max_length=40, required=False)
    rules = serializers.DictField(required=False, help_text="Options that differ from the preset")
    point_value = serializers.CharField(max_length=40, required=False)
    first_dealer = serializers.IntegerField(min_value=0, max_value=23, required=False, allow_null=True)


class VersionInput(serializers.Serializer[dict[str, object]]):
    base_version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


class HandInput(VersionInput):
    record = RecordField()


class CorrectionInput(HandInput):
    reason = serializers.CharField(max_length=1000, allow_blank=True)


class StopInput(VersionInput):
    with_standard = serializers.BooleanField()


class ReopenInput(VersionInput):
    reason = serializers.CharField(max_length=1000, allow_blank=True)


class JudgeInput(serializers.Serializer[dict[str, object]]):
    preset = serializers.CharField(max_length=40, required=False)
    rules = serializers.DictField(required=False)
    seats = serializers.IntegerField(min_value=1, max_value=24)
    record = RecordField()


class PaymentInput(serializers.Serializer[dict[str, object]]):
    to = serializers.CharField(max_length=20)
    amount = serializers.CharField(max_length=40)
    note = serializers.CharField(max_length=1000, required=False, allow_blank=True)

    def get_fields(self) -> dict[str, serializers.Field]:
        """`from` is a word of Python's own, and yet the name that the contract fixes."""
        return {"from": serializers.CharField(max_length=20), **super().get_fields()}
