"""A series as a file: included below /series/<id>/, beside its pages and in their namespace."""

from django.urls import path

from ledger.sheets import views

urlpatterns = [
    path("sheet.pdf", views.sheet, name="sheet"),
    path("export.csv", views.export_csv, name="export_csv"),
    path("export.json", views.export_json, name="export_json"),
]
