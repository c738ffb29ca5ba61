"""The addresses below /follow/<token>/, with the namespace "follow"."""

from django.urls import path

from ledger.following import link_pages

urlpatterns = [
    path("", link_pages.page, name="page"),
    path("live/", link_pages.live, name="live"),
    path("screen/", link_pages.big_screen, name="screen"),
    path("answer/", link_pages.verdict, name="verdict"),
    path("seat/", link_pages.choose_seat, name="seat"),
    path("next/", link_pages.to_next, name="next"),
]
