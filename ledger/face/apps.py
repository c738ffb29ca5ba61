from django.apps import AppConfig


class FaceConfig(AppConfig):
    name = "ledger.face"
