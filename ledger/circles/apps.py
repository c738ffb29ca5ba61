from django.apps import AppConfig


class CirclesConfig(AppConfig):
    name = "ledger.circles"
    label = "circles"
    default_auto_field = "django.db.models.BigAutoField"
