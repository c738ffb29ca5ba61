"""The addresses below /series/<id>/ at which a reader looks."""

from django.urls import path

from ledger.following import hands, views
from ledger.following.settlement import views as settlement

urlpatterns = [
    path("", views.page, name="page"),
    path("live/", views.live, name="live"),
    path("link/", views.link, name="link"),
    path("history/", hands.history, name="history"),
    path("settlement/", settlement.settlement, name="settlement"),
    path("hands/<int:number>/", hands.hand, name="hand"),
]
