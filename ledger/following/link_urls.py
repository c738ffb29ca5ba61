"""The addresses below /follow/<token>/, with the namespace "follow"."""

from django.urls import path

from ledger.following import link_pages

urlpatterns = [
    path("", link_pages.page, name="page"),
    path("live/", link_pages.live, name="live"),
    path("answer/", link_pages.verdict, name="verdict"),
    path("seat/", link_pages.choose_seat, name="seat"),
    path("next/", link_pages.to_next, name="next"),
]
