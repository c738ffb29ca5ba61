"""The addresses below /series/<id>/ for readers."""

from django.urls import path

from ledger.following import links, verdicts, views

urlpatterns = [
    path("", views.page, name="page"),
    path("live/", views.live, name="live"),
    path("answer/", verdicts.verdict, name="verdict"),
    path("link/", links.link, name="link"),
    path("share/", links.share, name="share"),
    path("link/let-agree/", links.allow_verdicts, name="allow_verdicts"),
    path("link/<slug:link_id>/", links.change, name="change_link"),
    path("link/<slug:link_id>/revoke/", links.revoke, name="revoke_link"),
    path("history/", views.history, name="history"),
    path("settlement/", views.settlement, name="settlement"),
    path("hands/<int:number>/", views.hand, name="hand"),
]
