"""/design/: every component in every state, and whole screens made of them. For development and the browser tests."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from ledger.face import samples

SCREENS = ("entry", "cards", "series", "tonight", "opening")


def design(request: HttpRequest) -> HttpResponse:
    return render(request, "design/index.html", samples.everything())


def design_screen(request: HttpRequest, screen: str) -> HttpResponse:
    if screen not in SCREENS:
        raise Http404
    return render(request, f"design/screen_{screen}.html", samples.everything())


urlpatterns = [
    path("", design, name="design"),
    path("<slug:screen>/", design_screen, name="design_screen"),
]
