"""The addresses of series that lie below their circle: a new one, and the rules that a circle keeps for it."""

from django.urls import path

from ledger.scoring.start import house_rules
from ledger.scoring.start.views import start_series

urlpatterns = [
    path("series/new/", start_series, name="start_series"),
    path("rules/", house_rules.house_rules, name="house_rules"),
    path("rules/<id:rules_id>/", house_rules.edit, name="house_rules_edit"),
    path("rules/<id:rules_id>/remove/", house_rules.remove, name="house_rules_remove"),
]
