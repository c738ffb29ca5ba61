"""The addresses below /pocket/ that the site answers. In a prepared phone the service worker answers the others."""

from django.urls import path

from ledger.pocket import bundle_views, file_views, views

urlpatterns = [
    path("", views.shell, name="pocket"),
    path("sw.js", views.service_worker, name="pocket_service_worker"),
    path("static/<path:name>", views.static_file, name="pocket_static"),
    path("here/", views.who_is_signed_in, name="pocket_here"),
    path("guest/", views.go_on_as_guest, name="pocket_guest"),
    path("rows/<id:series_id>/", views.series_rows, name="pocket_rows"),
    path("bundle.json", bundle_views.bundle_list, name="pocket_bundle"),
    path("file/", file_views.read_in, name="pocket_read_in"),
    path("files/<slug:folder>/<str:name>", bundle_views.bundle_file, name="pocket_file"),
]
