"""The files of a series, below /series/<id>/ in the namespace of its pages."""

from django.urls import path

from ledger.sheets import link_files, views

urlpatterns = [
    path("sheet.pdf", views.sheet, name="sheet"),
    path("result.png", views.result, name="result"),
    path("export.csv", views.export_csv, name="export_csv"),
    path("export.json", views.export_json, name="export_json"),
    path("export.json.minisig", views.export_json_minisig, name="export_json_minisig"),
]

# The files of a link, below /follow/<token>/ in the namespace "follow".
link_urlpatterns = [
    path("preview.png", link_files.preview_picture, name="preview"),
    path("result.png", link_files.result_picture, name="result"),
    path("sheet.pdf", link_files.sheet, name="sheet"),
]
