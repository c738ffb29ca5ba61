"""Pages of a circle: starting a series, and the rules that the circle keeps."""

from django.urls import path

from ledger.scoring.start import kept_rules
from ledger.scoring.start.views import start_series

urlpatterns = [
    path("series/new/", start_series, name="start_series"),
    path("rules/", kept_rules.house_rules, name="house_rules"),
    path("rules/<id:rules_id>/", kept_rules.edit, name="house_rules_edit"),
    path("rules/<id:rules_id>/remove/", kept_rules.remove, name="house_rules_remove"),
]
