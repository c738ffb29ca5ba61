"""The design pages: routed in debug mode, and by the browser tests."""

from django.urls import path

from ledger.face.design import design, design_screen

urlpatterns = [
    path("", design, name="design"),
    path("<slug:screen>/", design_screen, name="design_screen"),
]
