"""Pages of a circle: starting a series, and the rules that the circle keeps."""

from django.urls import path

from ledger.scoring.start import house_rules
from ledger.scoring.start.views import start_series

urlpatterns = [
    path("series/new/", start_series, name="start_series"),
    path("rules/", house_rules.house_rules, name="house_rules"),
    path("rules/<id:rules_id>/", house_rules.edit, name="house_rules_edit"),
    path("rules/<id:rules_id>/remove/", house_rules.remove, name="house_rules_remove"),
]
