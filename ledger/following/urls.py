"""The addresses below /series/<id>/ for readers."""

from django.urls import path

from ledger.following import views

urlpatterns = [
    path("", views.page, name="page"),
    path("live/", views.live, name="live"),
    path("link/", views.link, name="link"),
    path("history/", views.history, name="history"),
    path("settlement/", views.settlement, name="settlement"),
    path("hands/<int:number>/", views.hand, name="hand"),
]
