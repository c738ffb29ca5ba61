"""The one address of a series that lies below its circle, since there is no series yet."""

from django.urls import path

from ledger.series.views.start import start_series

urlpatterns = [path("series/new/", start_series, name="start_series")]
